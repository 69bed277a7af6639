/**
 * Fog: what hides the board until digits are placed.
 * @module
 */

import { cellOf, digitIn } from './puzzle.js';

/**
 * Returns the cells that fog hides: those that are not lit from the start and neither hold a digit of the solution that was
 * entered nor touch one.
 * @param {import('./puzzle.js').State} state
 */
export function hiddenByFog(state) {
  const { fog, board: { side }, givens, stated } = state;
  if (!fog) return [];
  const lit = new Set(fog.lit.map((name) => cellOf(name, side)));
  givens.forEach((given, cell) => {
    const digit = digitIn(state, cell);
    if (digit === undefined || digit === given || stated?.[cell] !== digit) return;
    const [row, column] = [Math.floor(cell / side), cell % side];
    for (let y = Math.max(0, row - 1); y <= Math.min(side - 1, row + 1); y += 1) {
      for (let x = Math.max(0, column - 1); x <= Math.min(side - 1, column + 1); x += 1) lit.add(y * side + x);
    }
  });
  return givens.flatMap((_, cell) => (lit.has(cell) ? [] : [cell]));
}
