/**
 * The selected cells, one of which is the active one, where the focus is.
 * @module
 *
 * @typedef {{active: number, cells: ReadonlySet<number>}} Selection
 */

/**
 * Returns the selection of one cell.
 * @param {number} cell
 * @returns {Selection}
 */
export const only = (cell) => ({ active: cell, cells: new Set([cell]) });

/**
 * Returns the selection with one more cell.
 * @param {Selection} selection
 * @param {number} cell
 * @returns {Selection}
 */
export const extended = ({ cells }, cell) => ({ active: cell, cells: new Set([...cells, cell]) });

/**
 * Returns the selection with the cell, or without it if it was in; never without any.
 * @param {Selection} selection
 * @param {number} cell
 * @returns {Selection}
 */
export function toggled({ cells }, cell) {
  if (!cells.has(cell) || cells.size === 1) return extended({ active: cell, cells }, cell);
  const left = new Set(cells);
  left.delete(cell);
  return { active: [...left][left.size - 1], cells: left };
}

/**
 * Returns the selection on a board of another side.
 * @param {Selection} selection
 * @param {number} side
 * @returns {Selection}
 */
export function within({ active, cells }, side) {
  const last = side * side - 1;
  return active <= last && [...cells].every((cell) => cell <= last) ? { active, cells } : only(Math.min(active, last));
}

/**
 * Returns the cells on the straight line between two cells, so that a fast pointer skips none.
 * @param {number} from
 * @param {number} to
 * @param {number} side
 */
export function between(from, to, side) {
  const [row, column] = [Math.floor(from / side), from % side];
  const [down, right] = [Math.floor(to / side) - row, (to % side) - column];
  const steps = Math.max(Math.abs(down), Math.abs(right), 1);
  return Array.from({ length: steps }, (_, index) => {
    const part = (index + 1) / steps;
    return (row + Math.round(down * part)) * side + column + Math.round(right * part);
  });
}
