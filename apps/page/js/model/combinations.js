/**
 * The digits that fill a cage: the helper of killer Sudoku.
 * @module
 */

import { digitIn, digitsOf } from './puzzle.js';

/** The most combinations that are listed. */
const MOST = 40;

/**
 * Returns the sets of different digits with a sum, ascending, as many as are asked for.
 * @param {number[]} digits ascending
 * @param {number} size
 * @param {number} sum
 * @param {number} most
 */
export function combinations(digits, size, sum, most) {
  /** @type {number[][]} */
  const found = [];
  /** @param {number[]} begun @param {number} from @param {number} left */
  const extend = (begun, from, left) => {
    if (found.length >= most) return;
    if (begun.length === size) {
      if (left === 0) found.push(begun);
      return;
    }
    for (let index = from; index < digits.length && digits[index] <= left; index += 1) {
      extend([...begun, digits[index]], index + 1, left - digits[index]);
    }
  };
  extend([], 0, sum);
  return found;
}

/**
 * Returns whether each cell can have a digit of its own among these.
 * @param {number[]} set
 * @param {number[][]} cells the digits that each can have
 * @returns {boolean}
 */
function fits(set, cells) {
  const [cell, ...others] = [...cells].sort((one, other) => one.length - other.length);
  if (!cell) return true;
  return cell.some((digit) => set.includes(digit) && fits(set.filter((other) => other !== digit), others));
}

/**
 * Returns the combinations of the cages of a cell which the candidates leave.
 * @param {import('./puzzle.js').State} state
 * @param {number} cell
 * @param {number[][]} candidates by cell, of the blank ones
 * @returns {{sum: number, size: number, sets: number[][]}[]}
 */
export function combinationsAt(state, cell, candidates) {
  return state.layout.cages.filter(({ cells }) => cells.includes(cell)).map(({ sum, cells }) => {
    const has = cells.map((one) => {
      const digit = digitIn(state, one);
      return digit === undefined ? candidates[one] : [digit];
    });
    const sets = combinations(digitsOf(state.board), cells.length, sum, 10 * MOST).filter((set) => fits(set, has));
    return { sum, size: cells.length, sets: sets.slice(0, MOST) };
  });
}
