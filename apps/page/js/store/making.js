/**
 * New puzzles: by level, of the day, of the week.
 * @module
 *
 * @typedef {import('../engine/api.js').Schemas['Level']} Level
 */

import { t } from '../words/words.js';

/** @type {Level[]} */
export const LEVELS = ['easy', 'medium', 'hard', 'unfair', 'extreme'];

/** The variants of the weeks: kinds of rules that are drawn, or rules of the board. @type {{drawn?: string[], rules?: string[]}[]} */
const WEEKS = [
  { drawn: ['killer'] },
  { drawn: ['thermo'] },
  { rules: ['x'] },
  { drawn: ['arrow'] },
  { drawn: ['renban'] },
  { drawn: ['thermo', 'killer'] },
  { drawn: ['white', 'black'] },
  { rules: ['windoku'] },
];

/** Returns a seed at random. */
export const anySeed = () => crypto.getRandomValues(new Uint32Array(1))[0];

/**
 * Returns the number of a day: the date such as 20261126.
 * @param {Date} date
 */
export const numberOf = (date) => date.getFullYear() * 10_000 + (date.getMonth() + 1) * 100 + date.getDate();

/**
 * Returns the Monday of the week of a day.
 * @param {Date} date
 */
export function mondayOf(date) {
  const monday = new Date(date.getFullYear(), date.getMonth(), date.getDate());
  monday.setDate(monday.getDate() - ((monday.getDay() + 6) % 7));
  return monday;
}

/**
 * Returns the variant of the week of a day.
 * @param {Date} date
 */
export function variantOf(date) {
  const monday = mondayOf(date);
  const week = Math.round(Date.UTC(monday.getFullYear(), monday.getMonth(), monday.getDate()) / (7 * 86_400_000));
  return { ...WEEKS[week % WEEKS.length], seed: numberOf(monday) };
}

/**
 * Generates a puzzle. Asking for another one ends it.
 * @param {import('./app.js').App} app
 * @param {{level?: Level, seed: number, title?: string, drawn?: string[], rules?: string[], side?: number, box?: number[]|null}} wish
 * @returns {Promise<import('../model/puzzle.js').State|undefined>} nothing if it was ended
 */
export async function generated(app, { level, seed, title = '', drawn, rules = [], side = 9, box = null }) {
  const wish = { board: { side, rules, ...(box && { box }) }, kind: /** @type {const} */ ('unique'), seed, ...(level && { level }), ...(drawn && { drawn }) };
  const answer = await app.questions.ask('generate', 'generate', wish, t('busy.generate'));
  return answer && app.stateOf({ ...answer, level: level ?? '', title });
}
