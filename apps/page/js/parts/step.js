/**
 * A step as a panel: the technique, the cells in their roles, and the reason as sentences. What is under the pointer or has
 * the focus shows its cells and candidates on the board.
 * @module
 *
 * @typedef {import('../engine/api.js').Step} Step
 * @typedef {Step['sentences'][number]} Sentence
 * @typedef {{role: string, name: import('../words/words.js').Key, text: string, lit: Sentence|null}} Part
 */

import { inEnglish, levelText, listed, t } from '../words/words.js';
import { h } from './dom.js';

/** The most numbered sentences that are shown at once. */
const MOST_AT_ONCE = 3;

/** The roles that color cells as on the board; the others are lines. */
const ON_CELLS = ['marked', 'fin', 'victim', 'placing'];

/** The kinds of houses by the letters of their names, as in r1 and b4. @type {Record<string, import('../words/words.js').Key>} */
const HOUSES = {
  r: 'step.house.row',
  c: 'step.house.column',
  b: 'step.house.box',
  d: 'step.house.diagonal',
  w: 'step.house.window',
  g: 'step.house.group',
};

/**
 * Divides a reason into what comes before its first numbered sentence, and the numbered ones, each with those after it.
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
 * Returns houses such as r1, r5 and b3 in words.
 * @param {string[]} names
 */
export function housesText(names) {
  /** @type {Map<string, string[]>} */
  const byKind = new Map();
  for (const name of names) byKind.set(name[0], [...(byKind.get(name[0]) ?? []), name.slice(1)]);
  const parts = [...byKind].map(([kind, numbers]) =>
    (HOUSES[kind] ? t(HOUSES[kind], { n: numbers.length, which: listed(numbers) }) : listed(numbers.map((number) => `${kind}${number}`))));
  return listed(parts);
}

/** @param {string[]} cells @param {Sentence['candidates']} [candidates] @returns {Sentence} */
const speaking = (cells, candidates = []) => ({ text: '', cells: [...new Set(cells)], houses: [], candidates });

/**
 * Returns what a step does to candidates: "r1c6, r1c9 ≠ 2".
 * @param {Step['eliminations']} list
 * @param {string} sign
 * @param {(digit: number) => string} show
 */
function concluded(list, sign, show) {
  /** @type {Map<number, string[]>} */
  const byDigit = new Map();
  for (const { cell, digit } of list) byDigit.set(digit, [...(byDigit.get(digit) ?? []), cell]);
  return [...byDigit].map(([digit, cells]) => `${cells.join(', ')} ${sign} ${show(digit)}`).join('; ');
}

/**
 * Returns what a step places and rules out.
 * @param {Step} step
 * @param {(digit: number) => string} show
 */
export const conclusionOf = ({ placements, eliminations }, show) => [concluded(placements, '=', show), concluded(eliminations, '≠', show)].filter(Boolean).join('; ');

/**
 * Returns the parts that houses, cells and candidates play in a step, in the order in which the reason needs them.
 * @param {Step} step
 * @param {(digit: number) => string} [show]
 * @returns {Part[]}
 */
export function partsOf({ marks, placements, eliminations }, show = String) {
  const { houses, covers, cells, fins, sets, links, digits } = marks;
  const isFish = covers.length > 0;
  const of = (/** @type {string[]} */ names) => digits.flatMap((digit) => names.map((cell) => ({ cell, digit, role: /** @type {const} */ ('possible') })));
  /** @type {(Part|false)[]} */
  const parts = [
    houses.length > 0 && { role: 'house', name: isFish ? 'step.base' : 'step.houses', text: housesText(houses), lit: null },
    isFish && { role: 'cover', name: 'step.cover', text: housesText(covers), lit: null },
    cells.length > 0 && { role: 'marked', name: 'step.cells', text: cells.join(', '), lit: speaking(cells, of(cells)) },
    fins.length > 0 && { role: 'fin', name: isFish ? 'step.fins' : 'step.others', text: fins.join(', '), lit: speaking(fins, of(fins)) },
    ...sets.map((set) => ({
      role: 'set',
      name: /** @type {const} */ ('step.set'),
      text: `${set.cells.join(', ')}: ${set.digits.map(show).join(' ')}`,
      lit: speaking(set.cells, set.digits.flatMap((digit) => set.cells.map((cell) => ({ cell, digit, role: /** @type {const} */ ('possible') })))),
    })),
    links.some(({ strength }) => strength === 'strong') && { role: 'strong', name: 'step.strong', text: t('step.strong.text'), lit: null },
    links.some(({ strength }) => strength === 'weak') && { role: 'weak', name: 'step.weak', text: t('step.weak.text'), lit: null },
    placements.length > 0 && { role: 'placing', name: 'step.placed', text: concluded(placements, '=', show), lit: speaking(placements.map(({ cell }) => cell)) },
    eliminations.length > 0 && { role: 'victim', name: 'step.removed', text: concluded(eliminations, '≠', show),
      lit: speaking(eliminations.map(({ cell }) => cell), eliminations.map((one) => ({ ...one, role: /** @type {const} */ ('excluded') }))) },
  ];
  return parts.filter((part) => part !== false);
}

/**
 * Has an element show its cells on the board while it is under the pointer or has the focus.
 * @template {HTMLElement} E
 * @param {E} element
 * @param {import('../store/desk.js').Desk} desk
 * @param {Sentence|null} sentence
 * @returns {E}
 */
export function lighting(element, desk, sentence) {
  if (!sentence) return element;
  for (const name of ['pointerenter', 'focus']) element.addEventListener(name, () => desk.light(sentence));
  for (const name of ['pointerleave', 'blur']) element.addEventListener(name, () => desk.light(null));
  return element;
}

/**
 * Returns the legend: each role with its color and pattern, and what plays it.
 * @param {import('../store/desk.js').Desk} desk
 * @param {Step} step
 */
function legend(desk, step) {
  const rows = partsOf(step, desk.app.show).flatMap(({ role, name, text, lit }) => [
    h('dt', {}, h('span', { class: ON_CELLS.includes(role) ? `swatch ${role}` : 'swatch', 'data-role': role, 'aria-hidden': 'true' }), t(name)),
    lighting(h('dd', {}, text), desk, lit),
  ]);
  return h('dl.legend', {}, rows);
}

/**
 * Returns sentences, each of which can have the focus.
 * @param {import('../store/desk.js').Desk} desk
 * @param {Sentence[]} sentences
 */
const spoken = (desk, sentences) =>
  sentences.flatMap((sentence, index) => [index ? ' ' : null, lighting(h('span.sentence', { tabindex: 0, ...inEnglish() }, sentence.text), desk, sentence)]);

/**
 * Returns the reason: numbered sentences, the rest of which come at a press.
 * @param {import('../store/desk.js').Desk} desk
 * @param {Sentence[]} sentences
 */
export function reason(desk, sentences) {
  const { lead, steps } = divided(sentences);
  // A short reason is numbered too, one sentence after the other.
  const isProof = steps.length > 0;
  const items = (isProof ? steps : sentences.map((sentence) => [sentence])).map((parts) => h('li', {}, spoken(desk, parts)));
  let shown = isProof ? MOST_AT_ONCE : items.length;
  const reveal = () => {
    items.forEach((item, index) => {
      item.hidden = index >= shown;
    });
    bar.hidden = shown >= items.length;
  };
  const bar = h('div.bar', {},
    h('button', { click: () => {
      shown += 1;
      reveal();
      items[shown - 1].scrollIntoView({ block: 'nearest' });
      if (bar.hidden) /** @type {HTMLElement} */ (items[shown - 1].firstElementChild).focus();
    } }, t('step.next')),
    h('button', { click: () => {
      shown = items.length;
      reveal();
      /** @type {HTMLElement} */ (items[MOST_AT_ONCE].firstElementChild).focus();
    } }, t('step.all', { n: items.length })));
  reveal();
  return h('div.reason', {}, isProof && lead.length ? h('p', {}, spoken(desk, lead)) : null, h('ol', {}, items), bar);
}

/**
 * Returns a step in short signs, without the name of its technique.
 * @param {Step} step
 */
export const notationOf = ({ technique, text }) => (text.startsWith(technique) ? text.slice(technique.length).replace(/^:?\s*/, '') : text);

/**
 * Returns the address of the lesson about a technique.
 * @param {string} technique
 */
export const lessonOf = (technique) => `#/learn/${encodeURIComponent(technique)}`;

/** Makes the name of a technique, which is that of the engine. @param {string} technique */
export const nameOfTechnique = (technique) => h('bdi', inEnglish(), technique);

/**
 * Returns the panel of a step.
 * @param {import('../store/desk.js').Desk} desk the board that shows it
 * @param {Step} step
 */
export function stepPanel(desk, step) {
  return h('div.step', {},
    reason(desk, step.sentences),
    legend(desk, step),
    h('p.soft', {}, levelText(step.level), ' · ', h('code', inEnglish(), notationOf(step))));
}
