/**
 * The reason for a step, as sentences; long ones as numbered steps that are shown one by one. The sentence under the
 * pointer or with the focus shows its cells and candidates in the grid.
 * @module
 *
 * @typedef {import('./api.js').Step['sentences'][number]} Sentence
 */

import { byId, make, makeButton } from './dom.js';

/** The most numbered steps that are shown at once. */
const MOST_AT_ONCE = 3;

/**
 * Divides a reason into what comes before its first numbered step and these steps, each with the sentences after it.
 * @param {Sentence[]} sentences
 * @returns {{lead: Sentence[], steps: Sentence[][]}}
 */
export function divided(sentences) {
  /** @type {Sentence[]} */
  const lead = [];
  /** @type {Sentence[][]} */
  const steps = [];
  for (const sentence of sentences) {
    if (sentence.number !== undefined) steps.push([sentence]);
    else (steps.at(-1) ?? lead).push(sentence);
  }
  return { lead, steps };
}

/**
 * Makes the element of a sentence, which can have the focus.
 * @param {Sentence} sentence
 * @param {import('./app.js').App} app
 */
function element(sentence, app) {
  const made = make('span', { class: 'sentence', tabindex: '0' }, sentence.text);
  /** @type {[string, Sentence|null][]} */
  const events = [['pointerenter', sentence], ['focus', sentence], ['pointerleave', null], ['blur', null]];
  for (const [name, lit] of events) made.addEventListener(name, () => app.light(lit));
  return made;
}

/**
 * Returns the elements of sentences with blanks between them.
 * @param {Sentence[]} sentences
 * @param {import('./app.js').App} app
 */
function elements(sentences, app) {
  return sentences.flatMap((sentence, index) => [...(index ? [' '] : []), element(sentence, app)]);
}

/**
 * Shows the reason for a step in an element, or nothing.
 * @param {string} id
 * @param {import('./api.js').Step|null|undefined} step
 * @param {import('./app.js').App} app the grid that shows what a sentence speaks of
 */
export function showReason(id, step, app) {
  const place = byId(id);
  place.hidden = !step?.sentences.length;
  app.light(null);
  if (!step?.sentences.length) {
    place.replaceChildren();
    return;
  }
  const { lead, steps } = divided(step.sentences);
  const items = steps.map((sentences) => make('li', {}, ...elements(sentences, app)));
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
  const parts = items.length ? [list, make('div', { class: 'bar' }, more, all)] : [];
  place.replaceChildren(make('p', {}, ...elements(lead, app)), ...parts);
}
