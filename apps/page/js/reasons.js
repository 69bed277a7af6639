/**
 * The reason for a step, as sentences; long ones as numbered steps that are shown one by one.
 * @module
 */

import { byId, make, makeButton } from './dom.js';

/** The most numbered steps that are shown at once. */
const MOST_AT_ONCE = 3;

/**
 * Splits a reason at the numbers of its steps, as in "Suppose that r1c1 is 2. 1. Then r1c2 is 3. 2. Then ...".
 * @param {string} reason
 * @returns {{lead: string, steps: string[]}}
 */
export function divided(reason) {
  const steps = [];
  let rest = reason;
  let end = -1;
  for (let number = 1; ; number += 1) {
    // A number stands at the beginning of a sentence; "is not 3." ends one.
    const [found, before] = new RegExp(`(^|[.:]\\s+)${number}\\. (?=\\S)`).exec(rest) ?? [];
    if (found === undefined) break;
    const place = rest.indexOf(found) + (before ?? '').length;
    if (number === 1) end = reason.length - rest.length + place;
    else steps.push(rest.slice(0, place).trim());
    rest = rest.slice(place + `${number}. `.length);
  }
  if (end < 0) return { lead: reason.trim(), steps: [] };
  return { lead: reason.slice(0, end).trim(), steps: [...steps, rest.trim()] };
}

/**
 * Shows the reason for a step in an element, or nothing.
 * @param {string} id
 * @param {import('./api.js').Step|null|undefined} step
 */
export function showReason(id, step) {
  const place = byId(id);
  place.hidden = !step?.reason;
  if (!step?.reason) {
    place.replaceChildren();
    return;
  }
  const { lead, steps } = divided(step.reason);
  const items = steps.map((text) => make('li', {}, text));
  const list = make('ol', { class: 'numbered' }, ...items);
  let shown = Math.min(items.length, MOST_AT_ONCE);
  const reveal = () => items.forEach((item, index) => {
    item.hidden = index >= shown;
  });
  reveal();
  const more = makeButton('Next step of the proof', () => {
    shown += 1;
    reveal();
    items[shown - 1].scrollIntoView({ block: 'nearest' });
    more.hidden = all.hidden = shown >= items.length;
  });
  const all = makeButton(`Show all ${items.length}`, () => {
    shown = items.length;
    reveal();
    more.hidden = all.hidden = true;
  });
  more.hidden = all.hidden = shown >= items.length;
  place.replaceChildren(make('p', {}, lead), ...(items.length ? [list, make('div', { class: 'bar' }, more, all)] : []));
}
