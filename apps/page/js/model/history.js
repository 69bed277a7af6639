/**
 * The changes that can be undone, and those that were: values that are never changed, only replaced.
 * @module
 *
 * @typedef {import('./puzzle.js').State} State
 * @typedef {{words: string, before: State, after: State}} Change what was done, and the states around it
 * @typedef {{past: readonly Change[], future: readonly Change[]}} History
 * @typedef {{words: string, state: State, target: State, history: History}} Turn the state that is reached; `target` is the one on the
 *   other side of the change, as it was then
 */

import { mergedStates } from './merge.js';

/** The most changes that can be undone. */
const MOST = 1000;

/** @type {History} */
export const NONE = { past: [], future: [] };

/**
 * Returns the history after a change.
 * @param {History} history
 * @param {Change} change its words are such as "5 in row 3 column 4"
 * @returns {History}
 */
export const pushed = ({ past }, change) => ({ past: [...past, change].slice(-MOST), future: [] });

/**
 * Takes back the last change, and nothing that came otherwise meanwhile, such as moves of another tab. Returns nothing if there
 * is nothing to undo.
 * @param {History} history
 * @param {State} state the current one
 * @returns {Turn|undefined}
 */
export function undone({ past, future }, state) {
  const change = past.at(-1);
  if (!change) return undefined;
  const { words, before, after } = change;
  return { words, state: mergedStates(after, state, before), target: before, history: { past: past.slice(0, -1), future: [...future, change] } };
}

/**
 * Makes the last change again that was undone. Returns nothing if none was.
 * @param {History} history
 * @param {State} state the current one
 * @returns {Turn|undefined}
 */
export function redone({ past, future }, state) {
  const change = future.at(-1);
  if (!change) return undefined;
  const { words, before, after } = change;
  return { words, state: mergedStates(before, state, after), target: after, history: { past: [...past, change], future: future.slice(0, -1) } };
}
