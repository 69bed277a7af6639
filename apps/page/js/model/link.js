/**
 * A state as a short text, for the address of a link and for storage.
 * @module
 *
 * @typedef {import('./puzzle.js').State} State
 * @typedef {Partial<Omit<State, 'board'|'layout'>> & {givens: number[]}} Parts what a link says; the rest is as on a new board
 * @typedef {{shape: import('../engine/api.js').Board, parts: Parts}} Read
 */

import { t } from '../words/words.js';
import { COLORS, countDigits, isDigit } from './puzzle.js';

const LARGEST_SIDE = 25;

/** @param {number} value */
const symbol = (value) => value.toString(36);

/**
 * @param {number[]} numbers
 * @param {number} [blank] the greatest number that is written as a dot
 */
const written = (numbers, blank = 0) => numbers.map((number) => (number > blank ? symbol(number) : '.')).join('');

/** @param {number[][]} lists */
const writtenLists = (lists) => lists.map((list) => list.map(symbol).join('')).join('-');

/**
 * @param {string} text
 * @param {number} side
 * @param {'givens'|'entries'|'found'|'colors'|'solution'} what
 * @param {number[]} values the least and the greatest value; one less than the least is a blank cell
 */
function digits(text, side, what, [least, most]) {
  if (text.length !== side * side) {
    throw new Error(t('link.cells', { n: side * side, what: t(`link.what.${what}`), found: text.length }));
  }
  return [...text].map((character) => {
    const value = character === '.' || (character === '0' && least > 0) ? least - 1 : parseInt(character, 36);
    if (!(value <= most)) throw new Error(t('link.digits', { most, what: t(`link.what.${what}`), found: character }));
    return value;
  });
}

/**
 * @param {string} text
 * @param {number} side
 * @param {'colors'|'candidates'|'notes'} what
 * @param {number[]} values the least and the greatest digit
 */
function lists(text, side, what, [least, most]) {
  const parts = text.split('-');
  if (parts.length !== side * side) {
    throw new Error(t('link.lists', { n: side * side, what: t(`link.what.${what}`), found: parts.length }));
  }
  return parts.map((part) =>
    [...part].map((character) => {
      const value = parseInt(character, 36);
      if (!(value >= least && value <= most)) {
        throw new Error(t('link.range', { what: t(`link.what.${what}`), least, most, found: character }));
      }
      return value;
    }),
  );
}

/**
 * @param {string} text
 * @param {number} side
 */
function strokes(text, side) {
  return text.split('.').map((line) => {
    const [, from, to] = (/^(\d+)-(\d+)$/.exec(line) ?? []).map(Number);
    if (!(from < to && to < side * side)) throw new Error(t('link.lines', { found: line }));
    return line;
  });
}

/**
 * @param {string} text
 * @param {number} side
 */
function letters(text, side) {
  if (text.length !== side * side || !/^[A-Z.]*$/.test(text)) {
    throw new Error(t('link.letters', { n: side * side, found: text }));
  }
  return text;
}

/**
 * Returns drawings, which are data of a link: each has what its kind needs.
 * @param {string} text
 * @returns {import('./puzzle.js').Cosmetic[]}
 */
export function drawings(text) {
  const isPoint = (/** @type {any} */ point) => Array.isArray(point) && point.length === 2 && point.every(Number.isFinite);
  const isRight = (/** @type {any} */ { kind, points, at, size, cells, text: words }) =>
    (kind === 'line' && Array.isArray(points) && points.every(isPoint)) ||
    (kind === 'shape' && isPoint(at) && isPoint(size)) ||
    (kind === 'cage' && Array.isArray(cells) && cells.length > 0 && cells.every((/** @type {unknown} */ name) => /^r\d+c\d+$/.test(`${name}`))) ||
    (kind === 'text' && isPoint(at) && typeof words === 'string');
  /** @type {unknown} */
  let list;
  try {
    list = JSON.parse(text);
  } catch {
    list = null;
  }
  if (!Array.isArray(list) || !list.every((one) => one && isRight(one))) throw new Error(t('link.drawings'));
  return list;
}

/**
 * Returns the least and the greatest digit of a board: those of its rule such as `values 0-8`, or the usual ones.
 * @param {number} side
 * @param {string[]} rules
 */
function valuesOf(side, rules) {
  for (const rule of rules) {
    const [, least, greatest] = /^values\s+(\d+)-(\d+)$/.exec(rule) ?? [];
    if (greatest !== undefined) return [Number(least), Number(greatest)];
  }
  return [1, side];
}

/**
 * Returns the state as the fragment of an address.
 * @param {State} state
 */
export const toFragment = (state) => partsFragment(state.board, state);

/**
 * Returns the parts of a state as the fragment of an address.
 * @param {import('../engine/api.js').Board} board
 * @param {Parts} parts
 */
export function partsFragment(board, parts) {
  const { givens, placed, found, corner, centre, colors, letters: marks, pen, removed, allowed, sketch, stated, title, author, ruleset, level, cosmetics, fog } = parts;
  const blank = board.values[0] - 1;
  const fragment = new URLSearchParams({ b: board.box.join('x'), p: written(givens, blank) });
  const set = (/** @type {string} */ key, /** @type {number[][]|null|undefined} */ notes) => {
    if (notes?.some((list) => list.length > 0)) fragment.set(key, writtenLists(notes));
  };
  if (board.rules.length) fragment.set('r', board.rules.join(';'));
  if (placed && countDigits(board, placed)) fragment.set('s', written(placed, blank));
  if (found?.some(Boolean)) fragment.set('f', written(found.map(Number)));
  set('n', corner);
  set('m', centre);
  set('k', colors);
  if (marks?.some(Boolean)) fragment.set('v', marks.map((letter) => letter || '.').join(''));
  if (pen?.length) fragment.set('d', pen.join('.'));
  set('x', removed);
  if (allowed) fragment.set('a', writtenLists(allowed));
  if (stated) fragment.set('o', written(stated, blank));
  if (title) fragment.set('t', title);
  if (author) fragment.set('u', author);
  if (ruleset) fragment.set('w', ruleset);
  if (level) fragment.set('l', level);
  if (cosmetics?.length) fragment.set('g', JSON.stringify(cosmetics));
  if (fog) fragment.set('h', fog.lit.join('.'));
  if (sketch) fragment.set('j', sketch);
  fragment.set('e', parts.isLocked === false ? '1' : '0');
  return fragment.toString();
}

/**
 * Returns what a fragment holds, or null if it holds no puzzle.
 * @param {string} text
 * @returns {Read|null}
 * @throws {Error} that says what is wrong with it
 */
export function fromFragment(text) {
  const fragment = new URLSearchParams(text);
  const puzzle = fragment.get('p');
  if (puzzle === null) return null;
  const [, height, width] = (/^(\d+)x(\d+)$/.exec(fragment.get('b') ?? '3x3') ?? []).map(Number);
  const side = height * width;
  if (!(side >= 1 && side <= LARGEST_SIDE)) {
    throw new Error(t('link.boxes', { found: fragment.get('b') ?? '' }));
  }
  const rules = (fragment.get('r') ?? '').split(';').map((rule) => rule.trim()).filter(Boolean);
  const values = valuesOf(side, rules);
  const shape = { side, box: [height, width], values, rules };
  const givens = digits(puzzle, side, 'givens', values);
  // Links of earlier versions leave it out where it is 0.
  /** @type {Parts} */
  const parts = { givens, isLocked: fragment.get('e') !== '1' };
  const placed = fragment.get('s');
  if (placed !== null) {
    const entries = digits(placed, side, 'entries', values);
    parts.placed = entries.map((digit, cell) => (isDigit(shape, givens[cell]) ? values[0] - 1 : digit));
  }
  const found = fragment.get('f');
  if (found !== null) parts.found = digits(found, side, 'found', [1, 1]).map(Boolean);
  // Links of earlier versions have one color in a cell.
  const single = fragment.get('c');
  if (single !== null) parts.colors = digits(single, side, 'colors', [1, COLORS]).map((color) => (color ? [color] : []));
  const colors = fragment.get('k');
  if (colors !== null) parts.colors = lists(colors, side, 'colors', [1, COLORS]);
  const pen = fragment.get('d');
  if (pen !== null) parts.pen = strokes(pen, side);
  const cosmetics = fragment.get('g');
  if (cosmetics !== null) parts.cosmetics = drawings(cosmetics);
  const fog = fragment.get('h');
  if (fog !== null) parts.fog = { lit: fog.split('.').filter(Boolean) };
  const sketch = fragment.get('j');
  if (sketch !== null) parts.sketch = letters(sketch, side);
  const marks = fragment.get('v');
  if (marks !== null) parts.letters = [...letters(marks, side)].map((letter) => (letter === '.' ? '' : letter));
  /** @type {[string, 'corner'|'centre'|'removed'|'allowed'][]} */
  const names = [['n', 'corner'], ['m', 'centre'], ['x', 'removed'], ['a', 'allowed']];
  for (const [key, name] of names) {
    const value = fragment.get(key);
    if (value !== null) parts[name] = lists(value, side, name === 'allowed' ? 'candidates' : 'notes', values);
  }
  const stated = fragment.get('o');
  if (stated !== null) parts.stated = digits(stated, side, 'solution', values);
  parts.title = fragment.get('t') ?? '';
  parts.author = fragment.get('u') ?? '';
  parts.ruleset = fragment.get('w') ?? '';
  parts.level = fragment.get('l') ?? '';
  return { shape, parts };
}

/** The keys that links of this page have, with those of earlier versions. */
const KEYS = new Set('abcdefghklmnoprstuvwx');

/**
 * Returns the fragment in a text, if the text is a link of this page: one with no keys but ours, and with digits and dots as
 * the puzzle. Links of other programs have some of the same keys.
 * @param {string} text
 * @returns {string|null}
 */
export function fragmentIn(text) {
  const [, fragment] = /^\s*https?:\/\/[^\s#]*#(\S+)\s*$/.exec(text) ?? [];
  if (!fragment) return null;
  const parts = new URLSearchParams(fragment);
  const isOurs = /^[.0-9a-p]+$/.test(parts.get('p') ?? '') && [...parts.keys()].every((key) => KEYS.has(key));
  return isOurs ? fragment : null;
}
