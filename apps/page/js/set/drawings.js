/**
 * Drawings that mean nothing to the engine: lines, shapes, texts; and the fog.
 * @module
 *
 * @typedef {import('./draft.js').Draft} Draft
 * @typedef {import('../model/puzzle.js').Cosmetic} Cosmetic
 */

import { cellOf, nameOf } from '../model/puzzle.js';
import { t } from '../words/words.js';

/** What draws without a meaning, and the fog. */
export const BRUSHES = /** @type {const} */ (['line', 'rectangle', 'ellipse', 'text', 'fog']);

/** The colors of drawings. */
export const BRUSH_COLORS = ['#8a8f9c', '#1a2030', '#d9534f', '#e0902f', '#d8c337', '#4f9d5d', '#4a7fd0', '#8a63c4'];

/** @param {string|null} tool */
export const isBrush = (tool) => tool?.startsWith('brush/') ?? false;

/**
 * Begins to draw at a point.
 * @param {Draft} draft
 * @param {[number, number]} point
 * @param {number} cell the cell there, or -1
 */
export function brushAt(draft, point, cell) {
  const { tool, stroke } = draft.setting.now;
  if (tool === 'brush/line' && stroke.length) return;
  draft.brushPoint = point;
  if (cell >= 0) draft.setting.set({ stroke: [cell] });
}

/** Ends drawing, and keeps what was drawn. @param {Draft} draft */
export function drawnBy(draft) {
  const { state, setting, brushPoint } = draft;
  const { tool, stroke, brush } = setting.now;
  const { side } = state.board;
  setting.set({ stroke: [] });
  const kind = tool?.replace('brush/', '');
  const middle = (/** @type {number} */ cell) => [(cell % side) + 0.5, Math.floor(cell / side) + 0.5];
  const [columns, rows] = [stroke.map((cell) => cell % side), stroke.map((cell) => Math.floor(cell / side))];
  const [left, right] = [Math.min(...columns), Math.max(...columns)];
  const [top, bottom] = [Math.min(...rows), Math.max(...rows)];
  // Shapes and texts of one press stand at the nearest middle, border or corner of cells.
  const at = stroke.length > 1 ? [(left + right + 1) / 2, (top + bottom + 1) / 2] : brushPoint.map((length) => Math.round(length * 2) / 2);
  if (kind === 'fog') {
    paintFog(draft, stroke);
  } else if (kind === 'line') {
    if (stroke.length < 2) draft.app.say(t('set.stroke.short', { n: 2 }), 'bad');
    else add(draft, { kind: 'line', points: stroke.map(middle), color: brush.color, width: brush.width });
  } else if (kind === 'text') {
    if (brush.text) add(draft, { kind: 'text', at, text: brush.text, size: 0.5, color: brush.color });
    else draft.app.say(t('set.brush.textFirst'), 'bad');
  } else if (kind === 'rectangle' || kind === 'ellipse') {
    const size = stroke.length > 1 ? [right - left + 0.8, bottom - top + 0.8] : [0.8, 0.8];
    const paint = brush.fill ? { fill: `${brush.color}80`, under: true } : { stroke: brush.color, under: true };
    add(draft, { kind: 'shape', shape: kind, at, size, ...paint, ...(brush.text && { text: brush.text }) });
  }
}

/**
 * @param {Draft} draft
 * @param {Cosmetic} one
 */
function add(draft, one) {
  draft.change(t('set.did.drawing'), { ...draft.state, cosmetics: [...draft.state.cosmetics, one] });
}

/**
 * Removes a drawing.
 * @param {Draft} draft
 * @param {number} index
 */
export function removeDrawing(draft, index) {
  draft.change(t('set.did.noDrawing'), { ...draft.state, cosmetics: draft.state.cosmetics.filter((_, at) => at !== index) });
}

/**
 * Lights cells in the fog, or puts them into it if the first one is lit.
 * @param {Draft} draft
 * @param {number[]} cells
 */
function paintFog(draft, cells) {
  const { state } = draft;
  const { side } = state.board;
  const lit = new Set((state.fog?.lit ?? []).map((name) => cellOf(name, side)));
  const isOff = lit.has(cells[0]);
  for (const cell of cells) {
    if (isOff) lit.delete(cell);
    else lit.add(cell);
  }
  draft.change(t('set.did.fog'), { ...state, fog: { lit: [...lit].sort((one, other) => one - other).map((cell) => nameOf(cell, side)) } });
}

/**
 * Puts the board into fog, or takes the fog away.
 * @param {Draft} draft
 * @param {boolean} isOn
 */
export function setFog(draft, isOn) {
  draft.change(t(isOn ? 'set.did.fogOn' : 'set.did.fogOff'), { ...draft.state, fog: isOn ? { lit: [] } : null });
}

/** Returns a drawing in words. @param {Cosmetic} one */
export function drawingName(one) {
  if (one.kind === 'line') return t('set.brush.line');
  if (one.kind === 'cage') return t('set.brush.cage', { text: one.text ?? '' });
  if (one.kind === 'text') return t('set.brush.textNamed', { text: one.text });
  return t(one.shape === 'ellipse' ? 'set.brush.ellipse' : 'set.brush.rectangle');
}
