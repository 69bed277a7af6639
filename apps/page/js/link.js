/**
 * A state as a short text, for the address of a link and for storage.
 * @module
 *
 * @typedef {import('./puzzle.js').State} State
 * @typedef {Partial<Omit<State, 'board'|'layout'>> & {givens: number[]}} Parts
 * @typedef {{shape: import('./api.js').Board, parts: Parts}} Read
 */

const LARGEST_SIDE = 25;

/** @param {number} value */
const symbol = (value) => (value ? value.toString(36) : '.');

/** @param {number[]} digits */
const written = (digits) => digits.map(symbol).join('');

/** @param {number[][]} lists */
const writtenLists = (lists) => lists.map((list) => list.map(symbol).join('')).join('-');

/**
 * @param {string} text
 * @param {number} side
 * @param {string} what
 * @param {number} [most] the greatest value
 */
function digits(text, side, what, most = side) {
  if (text.length !== side * side) {
    throw new Error(`expected ${side * side} cells for the ${what}, found ${text.length}`);
  }
  return [...text].map((character) => {
    const value = '.0'.includes(character) ? 0 : parseInt(character, 36);
    if (!(value <= most)) throw new Error(`expected digits up to ${most} for the ${what}, found “${character}”`);
    return value;
  });
}

/**
 * @param {string} text
 * @param {number} side
 * @param {string} what
 */
function lists(text, side, what) {
  const parts = text.split('-');
  if (parts.length !== side * side) {
    throw new Error(`expected ${side * side} lists of ${what}, found ${parts.length}`);
  }
  return parts.map((part) =>
    [...part].map((character) => {
      const value = parseInt(character, 36);
      if (!(value >= 1 && value <= side)) {
        throw new Error(`expected ${what} from 1 to ${side}, found “${character}”`);
      }
      return value;
    }),
  );
}

/**
 * Returns the state as the fragment of an address.
 * @param {State} state
 */
export function toFragment(state) {
  const { board, givens, placed, found, corner, centre, colors, removed, allowed, title, level } = state;
  const fragment = new URLSearchParams({ b: board.box.join('x'), p: written(givens) });
  const hasSome = (/** @type {number[][]} */ notes) => notes.some((list) => list.length > 0);
  if (board.rules.length) fragment.set('r', board.rules.join(';'));
  if (placed.some(Boolean)) fragment.set('s', written(placed));
  if (found.some(Boolean)) fragment.set('f', written(found.map(Number)));
  if (hasSome(corner)) fragment.set('n', writtenLists(corner));
  if (hasSome(centre)) fragment.set('m', writtenLists(centre));
  if (colors.some(Boolean)) fragment.set('c', written(colors));
  if (hasSome(removed)) fragment.set('x', writtenLists(removed));
  if (allowed) fragment.set('a', writtenLists(allowed));
  if (title) fragment.set('t', title);
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
  const givens = digits(puzzle, side, 'givens');
  /** @type {Parts} */
  const parts = { givens, isLocked: !fragment.has('e') && givens.some(Boolean) };
  const placed = fragment.get('s');
  if (placed !== null) {
    parts.placed = digits(placed, side, 'entries').map((digit, cell) => (givens[cell] ? 0 : digit));
  }
  const found = fragment.get('f');
  if (found !== null) parts.found = digits(found, side, 'found digits', 1).map(Boolean);
  const colors = fragment.get('c');
  if (colors !== null) parts.colors = digits(colors, side, 'colors', 9);
  /** @type {[string, 'corner'|'centre'|'removed'|'allowed'][]} */
  const names = [['n', 'corner'], ['m', 'centre'], ['x', 'removed'], ['a', 'allowed']];
  for (const [key, name] of names) {
    const value = fragment.get(key);
    if (value !== null) parts[name] = lists(value, side, name === 'allowed' ? 'candidates' : 'notes');
  }
  parts.title = fragment.get('t') ?? '';
  parts.level = fragment.get('l') ?? '';
  const rules = (fragment.get('r') ?? '').split(';').map((rule) => rule.trim()).filter(Boolean);
  return { shape: { side, box: [height, width], rules }, parts };
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
