/**
 * A step drawn over the grid: houses as frames, links as lines, strong ones whole and weak ones broken.
 * @module
 */

import { cellOf } from './puzzle.js';

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
 * @param {number} side
 */
function place(name, digit, side) {
  const cell = cellOf(name, side);
  const columns = Math.ceil(Math.sqrt(side));
  const [row, column] = [Math.floor((digit - 1) / columns), (digit - 1) % columns];
  const rows = Math.ceil(side / columns);
  return [(cell % side) + (column + 0.5) / columns, Math.floor(cell / side) + (row + 0.5) / rows];
}

/**
 * The middle of the places of a digit in some cells.
 * @param {import('./api.js').Node} node
 * @param {number} side
 */
function middle({ cells, digit }, side) {
  const places = cells.map((cell) => place(cell, digit, side));
  return [0, 1].map((axis) => places.reduce((sum, point) => sum + point[axis], 0) / places.length);
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
    const kind = { r: 'row', c: 'column', b: 'box' }[name[0]];
    const house = state.houses.find((one) => one.name === `${kind} ${name.slice(1)}`);
    const rows = (house?.cells ?? []).map((cell) => Math.floor(cell / side));
    const columns = (house?.cells ?? []).map((cell) => cell % side);
    const [top, left] = [Math.min(...rows), Math.min(...columns)];
    const isCover = index >= (step?.houses.length ?? 0);
    return element('rect', {
      class: isCover ? 'house cover' : 'house',
      x: left + 0.03,
      y: top + 0.03,
      width: Math.max(...columns) - left + 0.94,
      height: Math.max(...rows) - top + 0.94,
    });
  });
  const links = (step?.links ?? []).map(({ from, strength, to }) => {
    const [x1, y1] = middle(from, side);
    const [x2, y2] = middle(to, side);
    return element('line', { class: `link ${strength}`, x1, y1, x2, y2 });
  });
  const ends = (step?.links ?? []).flatMap(({ from, to }) => [from, to]).map((node) => {
    const [cx, cy] = middle(node, side);
    return element('circle', { class: 'end', cx, cy, r: 0.16 });
  });
  overlay.replaceChildren(...frames, ...links, ...ends);
}
