/**
 * The places of the board that a pointer means: cells, borders and corners of cells, and what lies beside the board.
 * @module
 *
 * @typedef {import('./rule.js').Direction} Direction
 * @typedef {[number, number]} Point column and row, from the upper left corner of the board
 * @typedef {{side: import('./rule.js').Side, place: number}|{direction: Direction, cells: number[]}} Beside the place of a clue
 */

import { STEPS } from './rule.js';

/** How near a border a point means both cells, in sides of a cell. */
const BORDER = 0.3;

/** How near the middle of a cell a line passes to go through it, so that it can be drawn along diagonals. */
const NEAR = 0.4;

const DIRECTIONS = /** @type {Direction[]} */ (Object.keys(STEPS));

/**
 * Returns the cell at a point, or -1.
 * @param {Point} point
 * @param {number} size the side of the board
 */
export function cellAt([x, y], size) {
  const isIn = x >= 0 && y >= 0 && x < size && y < size;
  return isIn ? Math.floor(y) * size + Math.floor(x) : -1;
}

/**
 * Returns whether a line through a point goes through the cell there.
 * @param {Point} point
 */
export const isNearMiddle = ([x, y]) => Math.hypot((x % 1) - 0.5, (y % 1) - 0.5) <= NEAR;

/**
 * Returns the two cells whose border is at a point.
 * @param {Point} point
 * @param {number} size the side of the board
 */
export function borderAt(point, size) {
  const cell = cellAt(point, size);
  if (cell < 0) return null;
  const [x, y] = [point[0] % 1, point[1] % 1];
  const [row, column] = [Math.floor(cell / size), cell % size];
  const [near] = [
    { at: x, other: column > 0 ? cell - 1 : -1 },
    { at: 1 - x, other: column < size - 1 ? cell + 1 : -1 },
    { at: y, other: row > 0 ? cell - size : -1 },
    { at: 1 - y, other: row < size - 1 ? cell + size : -1 },
  ].filter(({ other }) => other >= 0).sort((one, other) => one.at - other.at);
  return near && near.at <= BORDER ? [Math.min(cell, near.other), Math.max(cell, near.other)] : null;
}

/**
 * Returns the upper left one of the four cells around the corner nearest to a point, or -1.
 * @param {Point} point
 * @param {number} size the side of the board
 */
export function cornerAt([x, y], size) {
  const [column, row] = [Math.round(x), Math.round(y)];
  return column >= 1 && row >= 1 && column < size && row < size ? (row - 1) * size + column - 1 : -1;
}

/**
 * Returns the place of a clue at a point beside the board.
 * @param {Point} point
 * @param {number} size the side of the board
 * @param {boolean} isDiagonal whether the clue is about a diagonal: the half of the place that is meant decides between two
 * @returns {Beside|null}
 */
export function besideAt([x, y], size, isDiagonal) {
  const [column, row] = [Math.floor(x), Math.floor(y)];
  const isBeside = column === -1 || column === size || row === -1 || row === size;
  if (!isBeside || column < -1 || row < -1 || column > size || row > size) return null;
  if (!isDiagonal) {
    if (row >= 0 && row < size) return { side: column < 0 ? 'left' : 'right', place: row };
    if (column >= 0 && column < size) return { side: row < 0 ? 'top' : 'bottom', place: column };
    return null;
  }
  const fits = DIRECTIONS.filter((direction) => {
    const [down, right] = STEPS[direction];
    return cellAt([column + right, row + down], size) >= 0;
  });
  const isMeant = (/** @type {Direction} */ direction) => {
    const [down, right] = STEPS[direction];
    return row === -1 || row === size ? (right > 0) === (x - column >= 0.5) : (down > 0) === (y - row >= 0.5);
  };
  const direction = fits.find(isMeant) ?? fits[0];
  if (!direction) return null;
  const [down, right] = STEPS[direction];
  return { direction, cells: [(row + down) * size + column + right] };
}

/**
 * Returns the places of clues beside a cell of the edge; none for other cells.
 * @param {number} cell
 * @param {number} size the side of the board
 * @param {boolean} isDiagonal
 * @returns {Beside[]}
 */
export function besidesOf(cell, size, isDiagonal) {
  const [row, column] = [Math.floor(cell / size), cell % size];
  if (isDiagonal) {
    return DIRECTIONS.filter((direction) => {
      const [down, right] = STEPS[direction];
      return cellAt([column - right, row - down], size) < 0;
    }).map((direction) => ({ direction, cells: [cell] }));
  }
  /** @type {[boolean, import('./rule.js').Side, number][]} */
  const sides = [[column === 0, 'left', row], [row === 0, 'top', column], [column === size - 1, 'right', row], [row === size - 1, 'bottom', column]];
  return sides.filter(([isAt]) => isAt).map(([, side, place]) => ({ side, place }));
}

/**
 * Returns a group of cells moved so that its first cell is another one; nothing where some are outside of the board, or where
 * nothing moves.
 * @param {number[]} cells
 * @param {number} to
 * @param {number} size the side of the board
 * @returns {number[]|null}
 */
export function movedTo(cells, to, size) {
  if (to < 0 || to === cells[0]) return null;
  const [down, right] = [Math.floor(to / size) - Math.floor(cells[0] / size), (to % size) - (cells[0] % size)];
  const moved = cells.map((cell) => cellAt([(cell % size) + right, Math.floor(cell / size) + down], size));
  return moved.every((cell) => cell >= 0) ? moved : null;
}
