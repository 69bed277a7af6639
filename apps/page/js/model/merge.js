/**
 * Three versions of a puzzle: two that were made of the same one, and what both have changed together.
 * @module
 *
 * @typedef {import('./puzzle.js').State} State
 */

/** The members with a value for each cell. */
const VALUES = ['givens', 'placed', 'found', 'letters'];

/** The members with a list of digits or colors for each cell. */
const LISTS = ['corner', 'centre', 'colors', 'removed'];

/**
 * @param {unknown} one
 * @param {unknown} other
 */
const isSame = (one, other) => one === other || JSON.stringify(one) === JSON.stringify(other);

/**
 * Returns a list of different things with what `mine` has added and removed, and otherwise as in `theirs`, ascending.
 * @template T
 * @param {T[]} base
 * @param {T[]} theirs
 * @param {T[]} mine
 */
function mergedList(base, theirs, mine) {
  if (isSame(mine, base)) return theirs;
  const all = [...new Set([...theirs, ...mine])];
  return all.filter((one) => (mine.includes(one) === base.includes(one) ? theirs : mine).includes(one)).sort((one, other) => (one < other ? -1 : 1));
}

/**
 * Returns what `mine` has changed since `base`, and otherwise what `theirs` has: of each cell its digit, and each note and color
 * by itself. A member that is missing is not changed.
 * @template {Partial<State>} P
 * @param {P} base
 * @param {P} theirs
 * @param {P} mine
 * @returns {P}
 */
export function mergedParts(base, theirs, mine) {
  /** @param {string} name @param {any} before @param {any} first @param {any} second */
  const member = (name, before, first, second) => {
    if (second === before || first === second) return first;
    if (first === before) return second;
    if (name === 'pen') return mergedList(before, first, second);
    if (LISTS.includes(name)) return second.map((/** @type {unknown[]} */ list, /** @type {number} */ cell) => mergedList(before[cell], first[cell], list));
    if (VALUES.includes(name)) return second.map((/** @type {unknown} */ value, /** @type {number} */ cell) => (value === before[cell] ? first[cell] : value));
    return isSame(second, before) ? first : second;
  };
  const names = /** @type {(keyof P)[]} */ ([...new Set([base, theirs, mine].flatMap(Object.keys))]);
  return /** @type {P} */ (Object.fromEntries(names.map((name) => [name, member(String(name), base[name], theirs[name], mine[name])])));
}

/**
 * Returns the state `theirs` with what has changed from `base` to `mine`. A board of another side has none of the cells, so that
 * `mine` is returned.
 * @param {State} base
 * @param {State} theirs
 * @param {State} mine
 * @returns {State}
 */
export function mergedStates(base, theirs, mine) {
  if (theirs === base) return mine;
  return theirs.board.side === mine.board.side && base.board.side === mine.board.side ? mergedParts(base, theirs, mine) : mine;
}
