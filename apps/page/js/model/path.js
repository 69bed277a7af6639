/**
 * The states along an explanation.
 * @module
 */

import { withDigit } from './moves.js';
import { cellOf } from './puzzle.js';

/**
 * Returns the state before each step, and the one after the last: with all candidates as notes, as they are at the step.
 * @param {import('./puzzle.js').State} state
 * @param {import('../engine/api.js').Step[]} steps
 * @param {number[][]} candidates at the first step
 */
export function statesAlong(state, steps, candidates) {
  const { side } = state.board;
  /** @type {import('./puzzle.js').State[]} */
  const states = [{ ...state, corner: candidates, centre: candidates.map(() => []) }];
  for (const step of steps) {
    let after = states[states.length - 1];
    for (const { cell, digit } of step.placements) after = withDigit(after, [cellOf(cell, side)], digit);
    const corner = after.corner.slice();
    for (const { cell: name, digit } of step.eliminations) {
      const cell = cellOf(name, side);
      corner[cell] = corner[cell].filter((note) => note !== digit);
    }
    states.push({ ...after, corner });
  }
  return states;
}
