/**
 * An exercise: a state in which steps by one technique are to be found.
 * @module
 *
 * @typedef {import('./puzzle.js').State} State
 * @typedef {import('../engine/api.js').Step} Step
 * @typedef {{kind: 'found', step: Step} | {kind: 'digit'|'note'|'other', cell: number, digit: number}} Verdict what an entry is: a
 *   conclusion of a step; a digit that is not that of the solution; a note removed that is; or something that the steps do not show
 */

import { cellOf, digitIn } from './puzzle.js';

/**
 * Judges what changed between two states, or returns nothing if no digit was entered and no note removed.
 * @param {State} before
 * @param {State} after
 * @param {Step[]} steps
 * @param {number[]} solution
 * @returns {Verdict|null}
 */
export function verdict(before, after, steps, solution) {
  const { side } = after.board;
  for (const cell of after.givens.keys()) {
    const digit = digitIn(after, cell);
    if (digit !== undefined && digit !== digitIn(before, cell)) {
      if (digit !== solution[cell]) return { kind: 'digit', cell, digit };
      const step = steps.find(({ placements }) => placements.some((one) => cellOf(one.cell, side) === cell && one.digit === digit));
      return step ? { kind: 'found', step } : { kind: 'other', cell, digit };
    }
  }
  for (const cell of after.givens.keys()) {
    if (digitIn(after, cell) !== undefined) continue;
    for (const digit of before.corner[cell]) {
      if (after.corner[cell].includes(digit)) continue;
      if (digit === solution[cell]) return { kind: 'note', cell, digit };
      const step = steps.find(({ eliminations }) => eliminations.some((one) => cellOf(one.cell, side) === cell && one.digit === digit));
      return step ? { kind: 'found', step } : { kind: 'other', cell, digit };
    }
  }
  return null;
}

/**
 * Returns the parts of what a step is about, from the vague to the exact: where it is, and its digits.
 * @param {Step} step
 */
export function helpOf({ marks, placements }) {
  const houses = marks.houses.length ? marks.houses : placements.slice(0, 1).map(({ cell }) => `r${/^r(\d+)/.exec(cell)?.[1]}`);
  const cells = [...marks.cells, ...marks.links.flatMap(({ from, to }) => [...from.cells, ...to.cells])];
  return { houses, cells: [...new Set(cells)].slice(0, 1), digits: placements.length ? placements.map(({ digit }) => digit) : marks.digits };
}
