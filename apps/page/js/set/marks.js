/**
 * What is drawn over the board while rules are set: the rule that is selected, the stroke, where a press would draw, and
 * regions in progress.
 * @module
 *
 * @typedef {import('./rule.js').Drawn} Drawn
 */

import { outline } from '../board/overlay.js';
import { svg } from '../parts/dom.js';
import { besideAt, borderAt, cellAt, cornerAt } from './places.js';
import { sizesOf } from './regions.js';
import { besideOf, cellsOf, drawnAs } from './rule.js';

/** What is drawn as a line; the cells of other strokes are a group. */
const LINES = ['line', 'arrow', 'pair'];

/**
 * @param {number} cell
 * @param {number} size the side of the board
 */
const middle = (cell, size) => [(cell % size) + 0.5, Math.floor(cell / size) + 0.5];

/**
 * @param {string} name the class
 * @param {number[]} cells
 * @param {number} size the side of the board
 */
const line = (name, cells, size) => svg('polyline', { class: name, points: cells.map((cell) => middle(cell, size).join()).join(' ') });

/**
 * Returns the cells of a group in a frame.
 * @param {string} name the class
 * @param {number[]} cells
 * @param {number} size the side of the board
 */
export const group = (name, cells, size) => svg('path', { class: name, d: outline(new Set(cells), size, 0.06) });

/**
 * Returns what shows a stroke.
 * @param {string} shape of what draws
 * @param {number[]} cells
 * @param {number} size the side of the board
 */
export function strokeMarks(shape, cells, size) {
  if (!LINES.includes(shape)) return [group('being', cells, size)];
  const [cx, cy] = middle(cells[0], size);
  return [line('being', cells, size), svg('circle', { class: 'being start', cx, cy, r: 0.3 })];
}

/**
 * Returns what shows a rule as selected.
 * @param {string} name the class
 * @param {Drawn} drawn
 * @param {number} size the side of the board
 * @returns {SVGElement[]}
 */
export function frame(name, drawn, size) {
  const { shape, cells } = drawn;
  if (shape === 'pair') {
    const [[x1, y1], [x2, y2]] = cells.map((cell) => middle(cell, size));
    return [svg('circle', { class: name, cx: (x1 + x2) / 2, cy: (y1 + y2) / 2, r: 0.26 })];
  }
  if (shape === 'quad') return [svg('circle', { class: name, cx: (cells[0] % size) + 1, cy: Math.floor(cells[0] / size) + 1, r: 0.36 })];
  if (shape === 'line' || shape === 'arrow') return [line(name, cells, size)];
  const all = shape === 'regions' ? [] : cellsOf(drawn, size);
  const beside = besideOf(drawn, size);
  return [
    ...(beside ? [svg('rect', { class: name, x: beside[0] + 0.1, y: beside[1] + 0.1, width: 0.8, height: 0.8, rx: 0.15 })] : []),
    ...(all.length ? [group(beside ? `${name} soft` : name, all, size)] : []),
  ];
}

/**
 * Returns what shows where a press would draw.
 * @param {import('./tools.js').Shape|undefined} shape of what draws
 * @param {import('./places.js').Point} point
 * @param {number} size the side of the board
 */
export function preview(shape, point, size) {
  const framed = (/** @type {Partial<Drawn>|null} */ more) => (shape && more ? frame('preview', drawnAs({ word: '', shape }, more), size) : []);
  const corner = cornerAt(point, size);
  const cells = borderAt(point, size);
  switch (shape) {
    case 'pair':
      return framed(cells && { cells });
    case 'quad':
      return framed(corner < 0 ? null : { cells: [corner] });
    case 'outside':
    case 'diagonal':
      return framed(besideAt(point, size, shape === 'diagonal'));
    case undefined:
    case 'board':
    case 'text':
      return [];
    default: {
      const cell = cellAt(point, size);
      return cell < 0 ? [] : [group('preview', [cell], size)];
    }
  }
}

/**
 * Returns the places beside the board that can be pressed.
 * @param {number} size the side of the board
 * @param {boolean} hasCorners
 */
export function ring(size, hasCorners) {
  const along = Array.from({ length: size }, (_, at) => at);
  const corners = hasCorners ? [[-1, -1], [size, -1], [-1, size], [size, size]] : [];
  return [...along.flatMap((at) => [[at, -1], [at, size], [-1, at], [size, at]]), ...corners].map(([x, y]) =>
    svg('rect', { class: 'place', x: x + 0.14, y: y + 0.14, width: 0.72, height: 0.72, rx: 0.16 }));
}

/**
 * Returns regions in progress, each with the number of its cells where it is not that of the board.
 * @param {string} letters
 * @param {number} size the side of the board
 */
export function sketch(letters, size) {
  return [...sizesOf(letters)].flatMap(([letter, count], index) => {
    const cells = [...letters].flatMap((other, cell) => (other === letter ? [cell] : []));
    const [x, y] = [cells[0] % size, Math.floor(cells[0] / size)];
    return [
      svg('path', { class: 'sketch', 'data-color': (index % 9) + 1, d: cells.map((cell) => `M${cell % size} ${Math.floor(cell / size)}h1v1h-1z`).join('') }),
      svg('path', { class: 'sketch-line', d: outline(new Set(cells), size, 0) }),
      ...(count === size ? [] : [svg('text', { class: count > size ? 'size over' : 'size', x: x + 0.1, y: y + 0.34 }, `${count}/${size}`)]),
    ];
  });
}
