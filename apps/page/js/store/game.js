/**
 * The records of games.
 * @module
 *
 * @typedef {import('../model/puzzle.js').State} State
 * @typedef {import('./library.js').Game} Game
 */

import { fromFragment, toFragment } from '../model/link.js';
import { blankCells, countDigits } from '../model/puzzle.js';

/** @param {State} state */
export const keyOf = ({ board: { side, box, rules, values }, givens, allowed }) =>
  JSON.stringify([side, box, values, rules, givens.join(), allowed?.join('-')]);

/**
 * Returns the record of a game.
 * @param {State} state
 * @param {{id?: string, source?: string, kind?: 'play'|'set'}} [more]
 * @returns {Game}
 */
export function newGame(state, { id = crypto.randomUUID(), source = '', kind = 'play' } = {}) {
  const now = Date.now();
  const game = { id, version: 0, kind, source, seconds: 0, hints: 0, techniques: [], isDone: false, created: now, moved: now };
  return { ...game, ...told(state) };
}

/** Returns what a record says about a state. @param {State} state */
export function told(state) {
  const { board, givens, title, level } = state;
  const words = [...new Set(board.rules.map((rule) => rule.split(' ')[0]))];
  const blank = givens.length - countDigits(board, givens);
  return {
    key: keyOf(state),
    fragment: toFragment(state),
    title,
    level,
    shape: [`${board.side}×${board.side}`, ...words].join(' '),
    blank,
    filled: blank - blankCells(state).length,
  };
}

/** Whether anything was entered. @param {Game} game */
export function isBegun(game) {
  const read = fromFragment(game.fragment);
  if (!read) return false;
  const { placed, corner, centre, colors, letters, pen } = read.parts;
  const has = (/** @type {number[][]|undefined} */ lists) => lists?.some((list) => list.length > 0) ?? false;
  return game.filled > 0 || Boolean(placed) || has(corner) || has(centre) || has(colors) || Boolean(letters?.some(Boolean)) || Boolean(pen?.length);
}
