/**
 * A puzzle and the state of solving it: plain values that are never changed, only replaced.
 *
 * Lists of digits are those of the server: a blank cell is one less than the least digit of the board, which is 0, or -1 on
 * a board with a digit 0.
 * @module
 *
 * @typedef {import('../engine/api.js').Board} Board
 * @typedef {import('./boards.js').Layout} Layout
 * @typedef {object} State
 * @property {Board} board
 * @property {Layout} layout
 * @property {boolean} isLocked whether the givens are fixed, so that digits are entries
 * @property {number[]} givens by cell
 * @property {number[]} placed by cell
 * @property {boolean[]} found by cell, whether the solver has placed the digit
 * @property {number[][]} corner by cell the notes at fixed places, ascending; hints respect them if every blank cell has some
 * @property {number[][]} centre by cell the notes in the middle, ascending
 * @property {number[][]} colors by cell, ascending
 * @property {string[]} letters by cell the letter that the player has written, or nothing
 * @property {string[]} pen the lines drawn while solving, ascending, such as `12-13` from one cell to the next
 * @property {number[][]} removed by cell the candidates that applied steps have ruled out
 * @property {number[][]|null} allowed the candidates that the puzzle itself allows
 * @property {string|null} regions a letter for each cell: the regions of the only solution, once they are found on a board
 *   whose regions are part of its solutions
 * @property {string|null} sketch a letter for each cell, and a dot for those in none: regions that a setter is drawing
 * @property {number[]|null} stated the solution that the text of the puzzle states; cells where it states none are blank
 * @property {string} title
 * @property {string} author
 * @property {string} ruleset the rules in words
 * @property {string} level the level, such as `hard`, if it is known
 * @property {Cosmetic[]} cosmetics lines, shapes and texts that are drawn and mean nothing to the engine
 * @property {Fog|null} fog what hides the board until digits are placed
 * @typedef {import('../engine/api.js').Schemas['Cosmetic']} Cosmetic lengths in sides of a cell, from the upper left corner of
 *   the board
 * @typedef {{lit: string[]}} Fog the cells that are seen from the start
 * @typedef {'corner'|'centre'} NoteKind
 */

/** The number of colors of cells. */
export const COLORS = 9;

/**
 * Returns what stands for no digit on a board.
 * @param {Board} board
 */
export const noDigit = ({ values: [least] }) => least - 1;

/**
 * Returns whether a number is a digit of a board, rather than a blank cell.
 * @param {Board} board
 * @param {number} number
 */
export const isDigit = (board, number) => number > noDigit(board);

/**
 * Returns the number of cells with a digit.
 * @param {Board} board
 * @param {number[]} digits
 */
export const countDigits = (board, digits) => digits.filter((digit) => isDigit(board, digit)).length;

/**
 * Returns the digits of a board, ascending.
 * @param {Board} board
 */
export const digitsOf = ({ values: [least, greatest] }) =>
  Array.from({ length: greatest - least + 1 }, (_, index) => least + index);

/**
 * Returns the state on another board of the same side. Digits and notes that the board does not have are gone.
 * @param {State} state
 * @param {Layout} layout
 * @returns {State}
 */
export function withLayout(state, layout) {
  const { board } = layout;
  const none = noDigit(board);
  const known = digitsOf(board);
  const moved = (/** @type {number[]} */ digits) =>
    digits.map((digit) => (isDigit(state.board, digit) && known.includes(digit) ? digit : none));
  const kept = (/** @type {number[][]} */ lists) => lists.map((list) => list.filter((digit) => known.includes(digit)));
  return {
    ...state,
    board,
    layout,
    givens: moved(state.givens),
    placed: moved(state.placed),
    corner: kept(state.corner),
    centre: kept(state.centre),
    removed: kept(state.removed),
    allowed: state.allowed && kept(state.allowed),
    regions: null,
    stated: state.stated && moved(state.stated),
  };
}

/**
 * Returns the cell with a name such as r3c4.
 * @param {string} name
 * @param {number} side
 */
export function cellOf(name, side) {
  const [, row, column] = /^r(\d+)c(\d+)$/.exec(name) ?? [];
  return (Number(row) - 1) * side + Number(column) - 1;
}

/**
 * Returns the name of a cell, such as r3c4.
 * @param {number} cell
 * @param {number} side
 */
export function nameOf(cell, side) {
  return `r${Math.floor(cell / side) + 1}c${(cell % side) + 1}`;
}

/**
 * Returns the state of a blank grid.
 * @param {Layout} layout
 * @returns {State}
 */
export function blankState(layout) {
  const { board } = layout;
  const cells = board.side * board.side;
  const blanks = () => Array.from({ length: cells }, () => noDigit(board));
  const lists = () => Array.from({ length: cells }, () => /** @type {number[]} */ ([]));
  return {
    board,
    layout,
    isLocked: false,
    givens: blanks(),
    placed: blanks(),
    found: Array.from({ length: cells }, () => false),
    corner: lists(),
    centre: lists(),
    colors: lists(),
    letters: Array.from({ length: cells }, () => ''),
    pen: [],
    removed: lists(),
    allowed: null,
    regions: null,
    sketch: null,
    stated: null,
    title: '',
    author: '',
    ruleset: '',
    level: '',
    cosmetics: [],
    fog: null,
  };
}

/**
 * Returns the state of a puzzle whose givens are fixed.
 * @param {Layout} layout
 * @param {number[]} givens
 * @param {Partial<State>} [more]
 * @returns {State}
 */
export function startedState(layout, givens, more = {}) {
  return { ...blankState(layout), givens, isLocked: countDigits(layout.board, givens) > 0, ...more };
}

/**
 * @param {State} state
 * @param {number} cell
 */
export const isGiven = (state, cell) => isDigit(state.board, state.givens[cell]);

/**
 * Returns the digit in a cell, or nothing.
 * @param {State} state
 * @param {number} cell
 */
export function digitIn(state, cell) {
  const number = isGiven(state, cell) ? state.givens[cell] : state.placed[cell];
  return isDigit(state.board, number) ? number : undefined;
}

/**
 * @param {State} state
 * @param {number} cell
 */
export const isFilled = (state, cell) => digitIn(state, cell) !== undefined;

/** @param {State} state */
export const blankCells = (state) => state.givens.map((_, cell) => cell).filter((cell) => !isFilled(state, cell));

/** @param {State} state */
export const isComplete = (state) => state.givens.every((_, cell) => isFilled(state, cell));

/**
 * Returns the cells with a placed digit that is not that of the solution.
 * @param {State} state
 * @param {number[]} solution
 */
export const wrongCells = ({ board, placed }, solution) =>
  placed.flatMap((digit, cell) => (isDigit(board, digit) && digit !== solution[cell] ? [cell] : []));

/**
 * Returns the state at the beginning of the puzzle. Givens stay fixed.
 * @param {State} state
 * @returns {State}
 */
export function withGivensAlone(state) {
  const { layout, isLocked, givens, allowed, stated, title, author, ruleset, level, cosmetics, fog } = state;
  return startedState(layout, givens, { isLocked, allowed, stated, title, author, ruleset, level, cosmetics, fog });
}

/**
 * Returns the candidates of each blank cell that the digits and applied steps leave, and the corner notes if every
 * blank cell has some.
 * @param {State} state
 * @param {number[][]} candidates those that the digits leave, by cell
 * @returns {number[][]}
 */
export function remaining(state, candidates) {
  const areNoted = blankCells(state).every((cell) => state.corner[cell].length > 0);
  return candidates.map((list, cell) =>
    list.filter((digit) => !state.removed[cell].includes(digit) && (!areNoted || state.corner[cell].includes(digit))),
  );
}

/**
 * Returns the candidates of each blank cell that the houses leave, and the puzzle itself allows. Rules of lines, sums
 * and marks may leave fewer.
 * @param {State} state
 * @returns {number[][]}
 */
export function candidatesByHouses(state) {
  const digits = digitsOf(state.board);
  return state.givens.map((_, cell) => {
    if (isFilled(state, cell)) return [];
    const seen = new Set(state.layout.peers[cell].map((peer) => digitIn(state, peer)));
    const allowed = state.allowed?.[cell];
    return digits.filter((digit) => !seen.has(digit) && (!allowed || allowed.includes(digit)));
  });
}

/**
 * Returns the puzzle as the server takes it.
 * @param {State} state
 * @param {number[][]} [notes] the remaining candidates, by cell
 * @returns {import('../engine/api.js').Puzzle}
 */
export function toQuestion(state, notes) {
  const { board, givens, placed, allowed } = state;
  return { board, givens, placed, ...(allowed && { allowed }), ...(notes && { notes }) };
}
