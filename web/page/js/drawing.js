/**
 * The puzzle as an SVG file.
 * @module
 */

import { digitIn } from './puzzle.js';

/** The side of a cell. */
const CELL = 40;
const MARGIN = 10;

/**
 * A text of the drawing. Only numbers are ever written.
 * @param {number} x
 * @param {number} y
 * @param {number} size
 * @param {string} more
 * @param {number} digit
 */
const text = (x, y, size, more, digit) => `<text x="${x}" y="${y}" font-size="${size}"${more}>${digit}</text>`;

/**
 * @param {import('./puzzle.js').State} state
 */
export function drawPuzzle(state) {
  const { side, box } = state.board;
  const length = side * CELL;
  const whole = length + 2 * MARGIN;
  const lines = [];
  for (let place = 0; place <= side; place += 1) {
    const at = MARGIN + place * CELL;
    const end = MARGIN + length;
    const width = (/** @type {number} */ every) => (place % every === 0 ? 3 : 1);
    lines.push(`<path d="M${MARGIN} ${at}H${end}" stroke-width="${width(box[0])}"/>`);
    lines.push(`<path d="M${at} ${MARGIN}V${end}" stroke-width="${width(box[1])}"/>`);
  }
  const columns = Math.ceil(Math.sqrt(side));
  const rows = Math.ceil(side / columns);
  const texts = state.givens.flatMap((given, cell) => {
    const [left, top] = [MARGIN + (cell % side) * CELL, MARGIN + Math.floor(cell / side) * CELL];
    const digit = digitIn(state, cell);
    if (digit) {
      const look = given ? ' font-weight="bold"' : ' fill="#1d4f91"';
      return [text(left + CELL / 2, top + CELL * 0.68, CELL * 0.55, look, digit)];
    }
    return state.notes[cell].map((note) => {
      const [row, column] = [Math.floor((note - 1) / columns), (note - 1) % columns];
      const x = left + ((column + 0.5) * CELL) / columns;
      const y = top + ((row + 0.75) * CELL) / rows;
      return text(Math.round(x * 10) / 10, Math.round(y * 10) / 10, CELL / (columns + 1), '', note);
    });
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${whole} ${whole}" width="${whole}" height="${whole}">`,
    `<rect width="${whole}" height="${whole}" fill="#fff"/>`,
    `<g stroke="#000" stroke-linecap="square">${lines.join('')}</g>`,
    `<g font-family="sans-serif" text-anchor="middle" fill="#000">${texts.join('')}</g>`,
    '</svg>\n',
  ].join('\n');
}
