/**
 * A state as a short text, for the address of a link and for storage.
 * @module
 *
 * @typedef {import('./puzzle.js').State} State
 * @typedef {Partial<Omit<State, 'board'|'layout'>> & {givens: number[]}} Parts
 * @typedef {{shape: import('./api.js').Board, parts: Parts}} Read
 */

import { countDigits, isDigit } from './puzzle.js';

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
 * @param {string} what
 * @param {number[]} values the least and the greatest value; one less than the least is a blank cell
 */
function digits(text, side, what, [least, most]) {
  if (text.length !== side * side) {
    throw new Error(`expected ${side * side} cells for the ${what}, found ${text.length}`);
  }
  return [...text].map((character) => {
    const value = character === '.' || (character === '0' && least > 0) ? least - 1 : parseInt(character, 36);
    if (!(value <= most)) throw new Error(`expected digits up to ${most} for the ${what}, found “${character}”`);
    return value;
  });
}

/**
 * @param {string} text
 * @param {number} side
 * @param {string} what
 * @param {number[]} values the least and the greatest digit
 */
function lists(text, side, what, [least, most]) {
  const parts = text.split('-');
  if (parts.length !== side * side) {
    throw new Error(`expected ${side * side} lists of ${what}, found ${parts.length}`);
  }
  return parts.map((part) =>
    [...part].map((character) => {
      const value = parseInt(character, 36);
      if (!(value >= least && value <= most)) {
        throw new Error(`expected ${what} from ${least} to ${most}, found “${character}”`);
      }
      return value;
    }),
  );
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
export function toFragment(state) {
  const { board, givens, placed, found, corner, centre, colors, removed, allowed, stated, title, author, ruleset, level } = state;
  const blank = board.values[0] - 1;
  const fragment = new URLSearchParams({ b: board.box.join('x'), p: written(givens, blank) });
  const hasSome = (/** @type {number[][]} */ notes) => notes.some((list) => list.length > 0);
  if (board.rules.length) fragment.set('r', board.rules.join(';'));
  if (countDigits(board, placed)) fragment.set('s', written(placed, blank));
  if (found.some(Boolean)) fragment.set('f', written(found.map(Number)));
  if (hasSome(corner)) fragment.set('n', writtenLists(corner));
  if (hasSome(centre)) fragment.set('m', writtenLists(centre));
  if (colors.some(Boolean)) fragment.set('c', written(colors));
  if (hasSome(removed)) fragment.set('x', writtenLists(removed));
  if (allowed) fragment.set('a', writtenLists(allowed));
  if (stated) fragment.set('o', written(stated, blank));
  if (title) fragment.set('t', title);
  if (author) fragment.set('u', author);
  if (ruleset) fragment.set('w', ruleset);
  if (level) fragment.set('l', level);
  if (!state.isLocked) fragment.set('e', '1');
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
    throw new Error(`expected boxes such as 3x3, found “${fragment.get('b')}”`);
  }
  const rules = (fragment.get('r') ?? '').split(';').map((rule) => rule.trim()).filter(Boolean);
  const values = valuesOf(side, rules);
  const shape = { side, box: [height, width], values, rules };
  const givens = digits(puzzle, side, 'givens', values);
  /** @type {Parts} */
  const parts = { givens, isLocked: !fragment.has('e') && countDigits(shape, givens) > 0 };
  const placed = fragment.get('s');
  if (placed !== null) {
    const entries = digits(placed, side, 'entries', values);
    parts.placed = entries.map((digit, cell) => (isDigit(shape, givens[cell]) ? values[0] - 1 : digit));
  }
  const found = fragment.get('f');
  if (found !== null) parts.found = digits(found, side, 'found digits', [1, 1]).map(Boolean);
  const colors = fragment.get('c');
  if (colors !== null) parts.colors = digits(colors, side, 'colors', [1, 9]);
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

/**
 * Returns the fragment in a text, if the text is a link of this page.
 * @param {string} text
 * @returns {string|null}
 */
export function fragmentIn(text) {
  const [, fragment] = /^\s*https?:\/\/[^\s#]*#(\S*\bp=\S+)\s*$/.exec(text) ?? [];
  return fragment ?? null;
}
