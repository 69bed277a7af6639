/**
 * The drawing over the grid: of a step its houses as frames and its links as lines, weak ones broken; and regions that were
 * found.
 * @module
 */

import { notePlaces } from './grid.js';
import { cellOf } from './puzzle.js';

const SVG = 'http://www.w3.org/2000/svg';

/**
 * @param {string} name
 * @param {Record<string, string|number>} attributes
 */
function element(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, `${value}`);
  return made;
}

/**
 * Returns the place of a digit among the notes of a cell.
 * @param {string} name
 * @param {number} digit
 * @param {import('./puzzle.js').State} state
 * @returns {[number, number]}
 */
function place(name, digit, { board, layout }) {
  const { side, values: [least] } = board;
  const cell = cellOf(name, side);
  const { columns, rows } = notePlaces(board);
  const [row, column] = [Math.floor((digit - least) / columns), (digit - least) % columns];
  const [top, beside] = layout.backdrop.insets;
  return [
    (cell % side) + beside + ((column + 0.5) * (1 - 2 * beside)) / columns,
    Math.floor(cell / side) + top + ((row + 0.5) * (1 - top - beside)) / rows,
  ];
}

/**
 * Returns the middle of the places of a digit in some cells.
 * @param {import('./api.js').Node} node
 * @param {import('./puzzle.js').State} state
 */
function middle({ cells, digit }, state) {
  const places = cells.map((cell) => place(cell, digit, state));
  const mean = (/** @type {0|1} */ axis) => places.reduce((sum, point) => sum + point[axis], 0) / places.length;
  return [mean(0), mean(1)];
}

/** The kinds of houses by the letters of their names, as in r1 and b4. @type {Record<string, string[]>} */
const KINDS = { r: ['row'], c: ['column'], b: ['box', 'region'], d: ['diagonal'], w: ['window'], g: ['group'] };

/**
 * Returns the house with a name such as b4.
 * @param {import('./puzzle.js').State} state
 * @param {string} name
 */
function houseOf(state, name) {
  const kinds = KINDS[name[0]] ?? [];
  return state.layout.houses.find((house) => kinds.some((kind) => house.name === `${kind} ${name.slice(1)}`));
}

/**
 * Returns the outline of a set of cells as one path: the edges that no two of them share.
 * @param {Set<number>} cells
 * @param {number} side
 * @param {number} inset
 */
export function outline(cells, side, inset) {
  const parts = [];
  for (const cell of cells) {
    const [x, y] = [cell % side, Math.floor(cell / side)];
    const has = (/** @type {number} */ dx, /** @type {number} */ dy) =>
      x + dx >= 0 && x + dx < side && cells.has((y + dy) * side + x + dx);
    const [left, right] = [x + (has(-1, 0) ? 0 : inset), x + 1 - (has(1, 0) ? 0 : inset)];
    const [top, bottom] = [y + (has(0, -1) ? 0 : inset), y + 1 - (has(0, 1) ? 0 : inset)];
    if (!has(0, -1)) parts.push(`M${left} ${y + inset}H${right}`);
    if (!has(0, 1)) parts.push(`M${left} ${y + 1 - inset}H${right}`);
    if (!has(-1, 0)) parts.push(`M${x + inset} ${top}V${bottom}`);
    if (!has(1, 0)) parts.push(`M${x + 1 - inset} ${top}V${bottom}`);
  }
  return parts.join('');
}

/**
 * Returns the frames of the regions that were found.
 * @param {import('./puzzle.js').State} state
 */
function regionFrames({ regions, board: { side } }) {
  if (!regions) return [];
  const letters = [...regions];
  return [...new Set(letters)].map((letter) => {
    const cells = letters.flatMap((other, cell) => (other === letter ? [cell] : []));
    return element('path', { class: 'region', d: outline(new Set(cells), side, 0) });
  });
}

/**
 * Draws the regions that were found, a step, and the cells that are being drawn for a rule, or nothing.
 * @param {Element} overlay
 * @param {import('./puzzle.js').State} state
 * @param {import('./api.js').Step|null} step
 * @param {number[]} stroke the cells of a rule in progress
 */
export function drawOverlay(overlay, state, step, stroke) {
  const { side } = state.board;
  overlay.setAttribute('viewBox', `0 0 ${side} ${side}`);
  const { houses = [], covers = [], links = [] } = step?.marks ?? {};
  const frames = [...houses, ...covers].map((name, index) => {
    const house = houseOf(state, name);
    const isCover = index >= houses.length;
    return element('path', {
      class: isCover ? 'house cover' : 'house',
      d: outline(new Set(house?.cells ?? []), side, 0.03),
    });
  });
  const lines = links.map(({ from, strength, to }) => {
    const [x1, y1] = middle(from, state);
    const [x2, y2] = middle(to, state);
    return element('line', { class: `link ${strength}`, x1, y1, x2, y2 });
  });
  const ends = links.flatMap(({ from, to }) => [from, to]).map((node) => {
    const [cx, cy] = middle(node, state);
    return element('circle', { class: 'end', cx, cy, r: 0.16 });
  });
  const points = stroke.map((cell) => `${(cell % side) + 0.5},${Math.floor(cell / side) + 0.5}`).join(' ');
  const line = stroke.length ? [element('polyline', { class: 'stroke', points })] : [];
  const parts = [...regionFrames(state), ...frames, ...lines, ...ends, ...line];
  if (parts.length || overlay.hasChildNodes()) overlay.replaceChildren(...parts);
}
