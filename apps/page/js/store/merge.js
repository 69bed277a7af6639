/**
 * Two versions of a game that were made of the same one, as in two tabs.
 * @module
 *
 * @typedef {import('./library.js').Game} Game
 * @typedef {import('../model/link.js').Read} Read
 */

import { fromFragment, partsFragment } from '../model/link.js';
import { mergedParts } from '../model/merge.js';
import { countDigits } from '../model/puzzle.js';

/**
 * Returns what both have changed: of each digit, note and color what `mine` has changed, otherwise what `theirs` has.
 * @param {string} base the fragment that both were made of
 * @param {Game} theirs
 * @param {Game} mine
 * @returns {Game}
 */
export function merged(base, theirs, mine) {
  const fragment = mergedFragments(base, theirs.fragment, mine.fragment);
  const read = fromFragment(fragment);
  const saves = { ...mine.saves };
  for (const [session, number] of Object.entries(theirs.saves ?? {})) saves[session] = Math.max(number, saves[session] ?? 0);
  return {
    ...theirs,
    ...mine,
    fragment,
    filled: read?.parts.placed ? countDigits(read.shape, read.parts.placed) : 0,
    seconds: Math.max(theirs.seconds, mine.seconds),
    hints: Math.max(theirs.hints, mine.hints),
    techniques: [...new Set([...theirs.techniques, ...mine.techniques])],
    isDone: theirs.isDone || mine.isDone,
    moved: Math.max(theirs.moved, mine.moved),
    saves,
  };
}

/**
 * Returns the parts of a fragment. A part that a link leaves out has its usual value.
 * @param {Read} read
 * @returns {import('../model/link.js').Parts}
 */
function whole({ shape, parts }) {
  const each = (/** @type {any} */ value) => parts.givens.map(() => value);
  return {
    placed: each(shape.values[0] - 1), found: each(false), corner: each([]), centre: each([]), colors: each([]), letters: each(''), removed: each([]), pen: [], ...parts,
  };
}

/**
 * @param {string} base
 * @param {string} theirs
 * @param {string} mine
 */
export function mergedFragments(base, theirs, mine) {
  const [start, one, other] = [base, theirs, mine].map(fromFragment);
  // Another board was not made of the same one by moves.
  const isMoved = (/** @type {Read|null|undefined} */ read) => JSON.stringify(read?.shape) === JSON.stringify(other?.shape);
  if (!start || !one || !other || !isMoved(start) || !isMoved(one)) return mine;
  return partsFragment(other.shape, mergedParts(whole(start), whole(one), whole(other)));
}
