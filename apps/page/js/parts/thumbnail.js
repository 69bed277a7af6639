/**
 * A small picture of a game: its grid with givens and entries.
 * @module
 */

import { fromFragment } from '../model/link.js';
import { isDigit } from '../model/puzzle.js';
import { svg } from './dom.js';

/**
 * Returns the picture of a fragment, or an empty one if it holds no puzzle.
 * @param {string} fragment
 */
export function thumbnail(fragment) {
  let read = null;
  try {
    read = fromFragment(fragment);
  } catch {
    // A broken record has no picture; opening it says why.
  }
  const { side = 9, box: [height, width] = [3, 3] } = read?.shape ?? {};
  /** @type {string[]} */
  const thin = [];
  /** @type {string[]} */
  const thick = [];
  for (let at = 0; at <= side; at += 1) {
    (at % width ? thin : thick).push(`M${at} 0V${side}`);
    (at % height ? thin : thick).push(`M0 ${at}H${side}`);
  }
  const digits = (read?.parts.givens ?? []).flatMap((given, cell) => {
    const shape = /** @type {NonNullable<typeof read>} */ (read).shape;
    const isGiven = isDigit(shape, given);
    const digit = isGiven ? given : read?.parts.placed?.[cell];
    if (digit === undefined || !isDigit(shape, digit)) return [];
    return [svg('text', { class: isGiven ? 'given' : 'entry', x: (cell % side) + 0.5, y: Math.floor(cell / side) + 0.54 }, digit)];
  });
  return svg('svg', { class: 'thumbnail', viewBox: `-0.1 -0.1 ${side + 0.2} ${side + 0.2}`, 'aria-hidden': 'true' },
    svg('path', { class: 'thin', d: thin.join('') }), svg('path', { class: 'thick', d: thick.join('') }), ...digits);
}
