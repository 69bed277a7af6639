/**
 * The reason for a step, as sentences; long ones as numbered steps that are shown one by one.
 * @module
 */

import { byId, make, makeButton } from './dom.js';

/** The most numbered steps that are shown at once. */
const MOST_AT_ONCE = 3;

/**
 * Divides a reason into what comes before its first numbered step and these steps, each with the sentences after it.
 * @param {import('./api.js').Step['sentences']} sentences
 * @returns {{lead: string, steps: string[]}}
 */
export function divided(sentences) {
  /** @type {string[]} */
  const lead = [];
  /** @type {string[][]} */
  const steps = [];
  for (const { number, text } of sentences) {
    if (number !== undefined) steps.push([text]);
    else (steps.at(-1) ?? lead).push(text);
  }
  return { lead: lead.join(' '), steps: steps.map((texts) => texts.join(' ')) };
}

/**
 * Shows the reason for a step in an element, or nothing.
 * @param {string} id
 * @param {import('./api.js').Step|null|undefined} step
 */
export function showReason(id, step) {
  const place = byId(id);
  place.hidden = !step?.sentences.length;
  if (!step?.sentences.length) {
    place.replaceChildren();
    return;
  }
  const { lead, steps } = divided(step.sentences);
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
