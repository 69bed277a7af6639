/**
 * Rules as a setter sees them: their text taken apart, and written again.
 * @module
 *
 * @typedef {import('./tools.js').Tool} Tool
 * @typedef {import('./tools.js').Shape} Shape
 * @typedef {'left'|'right'|'top'|'bottom'} Side
 * @typedef {'up-left'|'up-right'|'down-left'|'down-right'} Direction
 * @typedef {object} Drawn
 * @property {string} word the first word of the text, or that of its tool
 * @property {Shape} shape
 * @property {string} number the number, or the digits of a circle; empty where it has none
 * @property {number[]} cells its cells in their order; of a diagonal the first one, of a circle the upper left one
 * @property {number} head how many of the cells stand before the `=`
 * @property {Side|null} side that a clue is beside
 * @property {number} place the row or column of a clue, from 0
 * @property {Direction|null} direction of a diagonal
 * @property {string} text the text of a rule that is not drawn, or the letters of regions
 */

import { cellOf, nameOf } from '../model/puzzle.js';
import { keyOf, needsNumber } from './tools.js';

/** A cage whose digits differ has no sum yet, or none at all. @type {Record<string, string>} */
const WITHOUT_SUM = { killer: 'different' };

/** The words of marks with another number than the usual one. @type {Record<string, string>} */
const NUMBERED = { white: 'difference', black: 'ratio' };

/** Clues that are the same at both ends. */
const WITHOUT_END = new Set(['sandwich']);

const CELL = /^r\d+c\d+$/;

/**
 * Returns a rule that is drawn.
 * @param {Pick<Tool, 'word'|'shape'>} tool
 * @param {Partial<Drawn>} [more]
 * @returns {Drawn}
 */
export const drawnAs = ({ word, shape }, more = {}) =>
  ({ word, shape, number: '', cells: [], head: 1, side: null, place: 0, direction: null, text: '', ...more });

/**
 * Takes a rule apart.
 * @param {string} text as the engine writes it
 * @param {Map<string, Tool>} tools by key
 * @param {number} size the side of the board
 * @returns {Drawn}
 */
export function read(text, tools, size) {
  const [first, ...rest] = text.split(' ');
  const usual = Object.entries(NUMBERED).find(([, word]) => word === first)?.[0];
  const word = usual ?? first;
  const cells = (/** @type {string[]} */ names) => names.map((name) => cellOf(name, size));
  const written = () => drawnAs({ word: first, shape: 'text' }, { text, cells: [...new Set(cells(text.match(/\br\d+c\d+\b/g) ?? []))] });
  const tool = rest.length ? tools.get(word) : tools.get(keyOf({ word, shape: 'board' })) ?? tools.get(word);
  const areCells = (/** @type {string[]} */ names) => names.length > 0 && names.every((name) => CELL.test(name));
  const equals = rest.indexOf('=');
  switch (tool?.shape) {
    case 'board':
      return drawnAs(tool);
    case 'line':
    case 'pair':
    case 'cage': {
      const hasNumber = /^\d+$/.test(rest[0]);
      const names = hasNumber ? rest.slice(1) : rest;
      return areCells(names) ? drawnAs(tool, { number: hasNumber ? rest[0] : '', cells: cells(names) }) : written();
    }
    case 'cells':
    case 'marks':
      return areCells(rest) || !rest.length ? drawnAs(tool, { cells: cells(rest) }) : written();
    case 'arrow':
    case 'clone': {
      const names = rest.filter((_, index) => index !== equals);
      return equals > 0 && areCells(names) ? drawnAs(tool, { cells: cells(names), head: equals }) : written();
    }
    case 'quad':
      return equals === 1 ? drawnAs(tool, { cells: cells([rest[0]]), number: rest.slice(2).join(' ') }) : written();
    case 'diagonal':
      return rest.length === 3
        ? drawnAs(tool, { number: rest[0], cells: cells([rest[1]]), direction: /** @type {Direction} */ (rest[2]) })
        : written();
    case 'outside': {
      const [house, place, end] = rest;
      const side = end === '=' ? (house === 'row' ? 'left' : 'top') : end;
      return drawnAs(tool, { side: /** @type {Side} */ (side), place: Number(place) - 1, number: rest.at(-1) ?? '' });
    }
    case 'regions':
      return drawnAs(tool, { text: rest.join('') });
    default:
      return written();
  }
}

/**
 * Whether a tool draws such rules.
 * @param {import('./tools.js').Tool|undefined} tool
 * @param {Drawn} drawn
 */
export const isDrawnBy = (tool, { word }) => tool !== undefined && (word === tool.word || word === WITHOUT_SUM[tool.word]);

/**
 * Writes a rule. One that lacks its number has no text yet, but a killer cage: its digits differ.
 * @param {Drawn} drawn
 * @param {number} size the side of the board
 * @returns {string|null}
 */
export function write({ word, shape, number, cells, head, side, place, direction, text }, size) {
  const names = cells.map((cell) => nameOf(cell, size));
  const joined = (/** @type {(string|null|undefined|false)[]} */ ...parts) => parts.filter(Boolean).join(' ');
  switch (shape) {
    case 'board':
      return word;
    case 'cage':
      if (number) return joined(word, number, ...names);
      return word in WITHOUT_SUM ? joined(WITHOUT_SUM[word], ...names) : null;
    case 'cells':
      if (number && word === 'different') return joined('killer', number, ...names);
      return joined(word, ...names);
    case 'line':
    case 'marks':
      return joined(word, number, ...names);
    case 'pair':
      return joined(number && NUMBERED[word] ? NUMBERED[word] : word, NUMBERED[word] && number, ...names);
    case 'arrow':
    case 'clone':
      return joined(word, ...names.slice(0, head), '=', ...names.slice(head));
    case 'quad':
      return number.trim() ? joined(word, names[0], '=', ...digitsIn(number)) : null;
    case 'diagonal':
      return number ? joined(word, number, names[0], direction) : null;
    case 'outside':
      if (!number || !side) return null;
      return joined(word, side === 'left' || side === 'right' ? 'row' : 'column', `${place + 1}`, !WITHOUT_END.has(word) && side, '=', number);
    case 'regions':
      return joined(word, text);
    default:
      return text;
  }
}

/**
 * Returns the digits of a circle: those between spaces and commas, or each figure.
 * @param {string} text
 */
const digitsIn = (text) => (/[\s,]/.test(text.trim()) ? text.split(/[\s,]+/).filter(Boolean) : [...text.trim()]);

/** Whether the number of the rule can be typed. @param {Drawn} drawn */
export const takesNumber = ({ shape, word, number }) =>
  needsNumber(shape) || word === 'different' || (shape === 'line' && number !== '') || (shape === 'pair' && word in NUMBERED);

/** @type {Record<Direction, [number, number]>} */
export const STEPS = { 'up-left': [-1, -1], 'up-right': [-1, 1], 'down-left': [1, -1], 'down-right': [1, 1] };

/**
 * Returns the cells that a rule is about, in the order in which it reads them.
 * @param {Drawn} drawn
 * @param {number} size the side of the board
 */
export function cellsOf({ shape, cells, side, place, direction }, size) {
  if (shape === 'quad') return [0, 1, size, size + 1].map((step) => cells[0] + step);
  if (shape === 'outside') {
    const line = Array.from({ length: size }, (_, at) => (side === 'left' || side === 'right' ? place * size + at : at * size + place));
    return side === 'right' || side === 'bottom' ? line.reverse() : line;
  }
  if (shape === 'diagonal' && direction) {
    const [down, right] = STEPS[direction];
    const found = [];
    let [row, column] = [Math.floor(cells[0] / size), cells[0] % size];
    while (row >= 0 && column >= 0 && row < size && column < size) {
      found.push(row * size + column);
      [row, column] = [row + down, column + right];
    }
    return found;
  }
  return cells;
}

/**
 * Returns where the mark of a clue beside the board stands: column and row, from the upper left corner of the board.
 * @param {Drawn} drawn
 * @param {number} size the side of the board
 * @returns {[number, number]|null}
 */
export function besideOf({ shape, cells, side, place, direction }, size) {
  if (shape === 'outside') {
    return { left: /** @type {[number, number]} */ ([-1, place]), right: /** @type {[number, number]} */ ([size, place]), top: /** @type {[number, number]} */ ([place, -1]), bottom: /** @type {[number, number]} */ ([place, size]) }[side ?? 'left'];
  }
  if (shape === 'diagonal' && direction) {
    const [down, right] = STEPS[direction];
    return [(cells[0] % size) - right, Math.floor(cells[0] / size) - down];
  }
  return null;
}

/** @param {number[]} digits */
const sum = (digits) => digits.reduce((total, digit) => total + digit, 0);

/** The digits strictly between the least and the greatest, in their order. @param {number[]} digits */
function inside(digits) {
  const [one, other] = [digits.indexOf(Math.min(...digits)), digits.indexOf(Math.max(...digits))];
  return digits.slice(Math.min(one, other) + 1, Math.max(one, other));
}

/** What the number of a rule is if its cells have these digits. @type {Record<string, (digits: number[]) => number|undefined>} */
const NUMBERS = {
  killer: sum,
  different: sum,
  sum,
  'little-killer': sum,
  lunchbox: (digits) => sum(inside(digits)),
  sandwich: (digits) => sum(inside(digits)),
  'product-cage': (digits) => digits.reduce((product, digit) => product * digit, 1),
  'difference-cage': (digits) => 2 * Math.max(...digits) - sum(digits),
  'quotient-cage': (digits) => Math.max(...digits) ** 2 / digits.reduce((product, digit) => product * digit, 1),
  'x-sum': (digits) => sum(digits.slice(0, digits[0])),
  skyscraper: (digits) => digits.filter((digit, at) => digits.slice(0, at).every((other) => other < digit)).length,
  'hidden-skyscraper': (digits) => digits.find((digit, at) => digits.slice(0, at).some((other) => other > digit)),
  'numbered-room': (digits) => digits[digits[0] - 1],
};

/**
 * Returns the number that a rule has in a solution, if it follows from its cells and is possible.
 * @param {Drawn} drawn
 * @param {number[]} solution
 * @param {number} size the side of the board
 */
export function numberIn(drawn, solution, size) {
  const digits = cellsOf(drawn, size).map((cell) => solution[cell]);
  if (drawn.shape === 'quad') return [...digits].sort((one, other) => one - other).join(' ');
  const number = digits.length ? NUMBERS[drawn.word]?.(digits) : undefined;
  return number !== undefined && Number.isInteger(number) && number >= 0 ? `${number}` : '';
}

/**
 * Returns the rules at a point, the most likely choice first: marks between cells come before groups of cells.
 * @param {Drawn[]} rules
 * @param {[number, number]} point column and row, from the upper left corner of the board
 * @param {number} size the side of the board
 * @returns {number[]} their indexes
 */
export function rulesAt(rules, [x, y], size) {
  const middle = (/** @type {number} */ cell) => [(cell % size) + 0.5, Math.floor(cell / size) + 0.5];
  const isNear = (/** @type {number[]} */ [left, top], /** @type {number} */ most) => Math.hypot(x - left, y - top) <= most;
  const isOnBoard = x >= 0 && y >= 0 && x < size && y < size;
  const own = isOnBoard ? Math.floor(y) * size + Math.floor(x) : -1;
  const found = rules.flatMap((drawn, index) => {
    const { shape, cells } = drawn;
    const beside = besideOf(drawn, size);
    if (beside) return Math.floor(x) === beside[0] && Math.floor(y) === beside[1] ? [{ index, rank: 0 }] : [];
    if (shape === 'pair') {
      const [one, other] = cells.map(middle);
      return isNear([(one[0] + other[0]) / 2, (one[1] + other[1]) / 2], 0.28) ? [{ index, rank: 0 }] : [];
    }
    if (shape === 'quad') return isNear([(cells[0] % size) + 1, Math.floor(cells[0] / size) + 1], 0.32) ? [{ index, rank: 0 }] : [];
    // Of groups that lie over each other the smaller one is meant.
    return cells.includes(own) ? [{ index, rank: shape === 'marks' ? size * size + cells.length : cells.length }] : [];
  });
  return found.sort((one, other) => one.rank - other.rank || other.index - one.index).map(({ index }) => index);
}
