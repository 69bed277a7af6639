/**
 * Drawings that mean nothing to the engine, as a setter or another program has made them. All stand below the digits: some
 * below the lines of the board, some above them.
 * @module
 *
 * @typedef {import('../model/puzzle.js').Cosmetic} Cosmetic
 */

import { cellOf } from '../model/puzzle.js';
import { svg } from '../parts/dom.js';
import { outline } from './overlay.js';

/** How far the frame of a cage stands from the border of its cells. */
const INSET = 0.08;

/**
 * Returns the drawings of one layer.
 * @param {readonly Cosmetic[]} cosmetics
 * @param {number} side
 * @param {boolean} isUnder those below the lines of the board, or those above
 * @returns {SVGElement[]}
 */
export function drawn(cosmetics, side, isUnder) {
  const isHere = (/** @type {Cosmetic} */ one) => (one.kind === 'shape' ? one.under === true : one.kind === 'line') === isUnder;
  return cosmetics.filter(isHere).flatMap((one) => drawing(one, side));
}

/** @param {number} x @param {number} y @param {number|undefined} angle */
const turned = (x, y, angle) => (angle ? `rotate(${angle} ${x} ${y})` : null);

/**
 * @param {Cosmetic} one
 * @param {number} side
 * @returns {SVGElement[]}
 */
function drawing(one, side) {
  switch (one.kind) {
    case 'line':
      return line(one);
    case 'cage': {
      const cells = new Set(one.cells.map((name) => cellOf(name, side)));
      const first = Math.min(...cells);
      const frame = svg('path', { d: outline(cells, side, INSET), fill: 'none', stroke: one.stroke ?? 'currentColor', 'stroke-width': 0.03, 'stroke-dasharray': '0.12 0.08' });
      const [x, y] = [(first % side) + INSET, Math.floor(first / side) + INSET];
      return one.text ? [frame, svg('text', { x, y, 'font-size': 0.24, fill: one.color ?? 'currentColor', 'dominant-baseline': 'hanging' }, one.text)] : [frame];
    }
    case 'text':
      return [words(one.at, one.text, one.size, one.color, one.angle)];
    default: {
      const { at: [x, y], size: [width, height], fill, stroke, border, angle } = one;
      const paint = { fill: fill ?? 'none', stroke: stroke ?? 'none', 'stroke-width': border ?? 0.03, transform: turned(x, y, angle) };
      const shape = one.shape === 'ellipse'
        ? svg('ellipse', { cx: x, cy: y, rx: width / 2, ry: height / 2, ...paint })
        : svg('rect', { x: x - width / 2, y: y - height / 2, width, height, ...paint });
      return one.text ? [shape, words(one.at, one.text, one.font ?? Math.min(0.6, height * 0.7), one.color, angle)] : [shape];
    }
  }
}

/**
 * @param {number[]} at
 * @param {string} text
 * @param {number} size
 * @param {string|null|undefined} color
 * @param {number|undefined} angle
 */
function words([x, y], text, size, color, angle) {
  const place = { x, y, 'text-anchor': 'middle', 'dominant-baseline': 'central', transform: turned(x, y, angle) };
  return svg('text', { ...place, 'font-size': size, fill: color ?? 'currentColor' }, text);
}

/** @param {Extract<Cosmetic, {kind: 'line'}>} one */
function line({ points, color, width, head }) {
  const look = { fill: 'none', stroke: color, 'stroke-width': width, 'stroke-linecap': 'round', 'stroke-linejoin': 'round' };
  const path = (/** @type {number[][]} */ list) => svg('polyline', { points: list.map((point) => point.join()).join(' '), ...look });
  const [from, to] = points.slice(-2);
  if (!head || !to) return [path(points)];
  // The two strokes of the head lead back at 45 degrees from the last point.
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  const [x, y] = [((from[0] - to[0]) / length) * head, ((from[1] - to[1]) / length) * head];
  const turn = Math.SQRT1_2;
  return [path(points), path([[to[0] + (x - y) * turn, to[1] + (x + y) * turn], to, [to[0] + (x + y) * turn, to[1] + (y - x) * turn]])];
}
