/**
 * The drawing over the grid: of a step its houses as frames and its links as lines, weak ones broken; and regions that were
 * found.
 * @module
 *
 * @typedef {{board: import('../engine/api.js').Board, insets: number[]}} Place where the candidates of a board stand
 */

import { notePlaces } from './grid.js';
import { svg as element } from '../parts/dom.js';
import { hiddenByFog } from '../model/fog.js';
import { cellOf } from '../model/puzzle.js';

/**
 * Returns the place of a digit among the notes of a cell.
 * @param {string} name
 * @param {number} digit
 * @param {Place} place
 * @returns {[number, number]}
 */
function spot(name, digit, { board, insets }) {
  const { side, values: [least] } = board;
  const cell = cellOf(name, side);
  const { columns, rows } = notePlaces(board);
  const [row, column] = [Math.floor((digit - least) / columns), (digit - least) % columns];
  const [top, beside] = insets;
  return [
    (cell % side) + beside + ((column + 0.5) * (1 - 2 * beside)) / columns,
    Math.floor(cell / side) + top + ((row + 0.5) * (1 - top - beside)) / rows,
  ];
}

/**
 * Returns the middle of the places of a digit in some cells.
 * @param {import('../engine/api.js').Node} node
 * @param {Place} place
 */
function middle({ cells, digit }, place) {
  const places = cells.map((cell) => spot(cell, digit, place));
  const mean = (/** @type {0|1} */ axis) => places.reduce((sum, point) => sum + point[axis], 0) / places.length;
  return [mean(0), mean(1)];
}

/** The kinds of houses by the letters of their names, as in r1 and b4. @type {Record<string, string[]>} */
const KINDS = { r: ['row'], c: ['column'], b: ['box', 'region'], d: ['diagonal'], w: ['window'], g: ['group'] };

/**
 * Returns the house with a name such as b4.
 * @param {import('../model/puzzle.js').State} state
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
 * @param {import('../model/puzzle.js').State} state
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
 * Returns the lines of the pen.
 * @param {import('../model/puzzle.js').State} state
 */
function penned({ pen, board: { side } }) {
  const middleOf = (/** @type {number} */ cell) => [(cell % side) + 0.5, Math.floor(cell / side) + 0.5];
  return pen.map((line) => {
    const [[x1, y1], [x2, y2]] = line.split('-').map(Number).map(middleOf);
    return element('line', { class: 'pen', x1, y1, x2, y2 });
  });
}

/** Returns the veil over the cells that fog hides. @param {import('../model/puzzle.js').State} state */
function fogged(state) {
  const { side } = state.board;
  return hiddenByFog(state).map((cell) => element('rect', { class: 'fog', x: cell % side, y: Math.floor(cell / side), width: 1, height: 1 }));
}

/**
 * Draws what stands over the grid: the regions that were found, a step, and lines of the pen.
 * @param {Element} overlay
 * @param {import('../model/puzzle.js').State} state
 * @param {{step: import('../engine/api.js').Step|null, insets: number[]}} more
 */
export function drawOverlay(overlay, state, { step, insets }) {
  const { side } = state.board;
  const place = { board: state.board, insets };
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
    const [x1, y1] = middle(from, place);
    const [x2, y2] = middle(to, place);
    return element('line', { class: `link ${strength}`, x1, y1, x2, y2 });
  });
  const ends = links.flatMap(({ from, to }) => [from, to]).map((node) => {
    const [cx, cy] = middle(node, place);
    return element('circle', { class: 'end', cx, cy, r: 0.16 });
  });
  const parts = [...fogged(state), ...regionFrames(state), ...penned(state), ...frames, ...lines, ...ends];
  if (parts.length || overlay.hasChildNodes()) overlay.replaceChildren(...parts);
}
