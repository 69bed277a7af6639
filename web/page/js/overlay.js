/**
 * What is drawn over the grid: a step: houses as frames, links as lines, weak ones broken.
 * @module
 */

import { cellOf, noteInsets } from './puzzle.js';

const SVG = 'http://www.w3.org/2000/svg';

/**
 * An element of a drawing.
 * @param {string} name
 * @param {Record<string, string|number>} attributes
 */
function element(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, `${value}`);
  return made;
}

/**
 * The place of a digit in a cell among its notes.
 * @param {string} name
 * @param {number} digit
 * @param {import('./puzzle.js').State} state
 */
function place(name, digit, { board: { side }, layout }) {
  const cell = cellOf(name, side);
  const columns = Math.ceil(Math.sqrt(side));
  const [row, column] = [Math.floor((digit - 1) / columns), (digit - 1) % columns];
  const rows = Math.ceil(side / columns);
  const [top, beside] = noteInsets(layout);
  return [
    (cell % side) + beside + ((column + 0.5) * (1 - 2 * beside)) / columns,
    Math.floor(cell / side) + top + ((row + 0.5) * (1 - top - beside)) / rows,
  ];
}

/**
 * The middle of the places of a digit in some cells.
 * @param {import('./api.js').Node} node
 * @param {import('./puzzle.js').State} state
 */
function middle({ cells, digit }, state) {
  const places = cells.map((cell) => place(cell, digit, state));
  return [0, 1].map((axis) => places.reduce((sum, point) => sum + point[axis], 0) / places.length);
}

/** The kinds of houses by the letters of their names, as in r1 and b4. @type {Record<string, string[]>} */
const KINDS = { r: ['row'], c: ['column'], b: ['box', 'region'], d: ['diagonal'], w: ['window'], g: ['group'] };

/**
 * The house of a name such as b4, if it lies in one piece.
 * @param {import('./puzzle.js').State} state
 * @param {string} name
 */
function houseOf(state, name) {
  const kinds = KINDS[name[0]] ?? [];
  return state.layout.houses.find((house) => kinds.some((kind) => house.name === `${kind} ${name.slice(1)}`));
}

/**
 * The cells of a set as one path: the edges that no two of them share.
 * @param {Set<number>} cells
 * @param {number} side
 * @param {number} inset how far inside the edges are drawn
 */
function outline(cells, side, inset) {
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
 * Draws the step, or nothing.
 * @param {SVGElement} overlay
 * @param {import('./puzzle.js').State} state
 * @param {import('./api.js').Step|null} step
 */
export function drawOverlay(overlay, state, step) {
  const { side } = state.board;
  overlay.setAttribute('viewBox', `0 0 ${side} ${side}`);
  const frames = [...(step?.houses ?? []), ...(step?.covers ?? [])].map((name, index) => {
    const house = houseOf(state, name);
    const isCover = index >= (step?.houses.length ?? 0);
    return element('path', {
      class: isCover ? 'house cover' : 'house',
      d: outline(new Set(house?.cells ?? []), side, 0.03),
    });
  });
  const links = (step?.links ?? []).map(({ from, strength, to }) => {
    const [x1, y1] = middle(from, state);
    const [x2, y2] = middle(to, state);
    return element('line', { class: `link ${strength}`, x1, y1, x2, y2 });
  });
  const ends = (step?.links ?? []).flatMap(({ from, to }) => [from, to]).map((node) => {
    const [cx, cy] = middle(node, state);
    return element('circle', { class: 'end', cx, cy, r: 0.16 });
  });
  overlay.replaceChildren(...frames, ...links, ...ends);
}
