/**
 * The moves of a player, of a setter and of a solver: each returns another state; and the conflicts that they leave.
 * @module
 *
 * @typedef {import('./puzzle.js').State} State
 * @typedef {import('./puzzle.js').NoteKind} NoteKind
 */

import { cellOf, digitIn, isDigit, isFilled, isGiven, noDigit } from './puzzle.js';

/**
 * Returns the state with a digit in these cells as a given, or none for null.
 * @param {State} state
 * @param {Iterable<number>} cells
 * @param {number|null} digit
 * @returns {State}
 */
export function withGiven(state, cells, digit) {
  const after = { ...state, givens: state.givens.slice(), placed: state.placed.slice(), regions: null, stated: null, level: '' };
  const none = noDigit(state.board);
  for (const cell of cells) [after.givens[cell], after.placed[cell]] = [digit ?? none, none];
  return after;
}

/**
 * Returns the state with a digit in these cells, or none for null. If `tidies` is set, cells that see one of them lose
 * the digit among their notes.
 * @param {State} state
 * @param {Iterable<number>} cells
 * @param {number|null} digit
 * @param {boolean} [tidies]
 * @returns {State}
 */
export function withDigit(state, cells, digit, tidies = true) {
  const after = {
    ...state,
    placed: state.placed.slice(),
    found: state.found.slice(),
    corner: state.corner.slice(),
    centre: state.centre.slice(),
  };
  for (const cell of cells) {
    if (isGiven(state, cell)) continue;
    [after.placed[cell], after.found[cell]] = [digit ?? noDigit(state.board), false];
    if (digit === null || !tidies) continue;
    for (const notes of [after.corner, after.centre]) {
      for (const peer of state.layout.peers[cell]) {
        if (notes[peer].includes(digit)) notes[peer] = notes[peer].filter((note) => note !== digit);
      }
    }
  }
  return after;
}

/**
 * Returns the state with a note in these cells; or without it, if all of them have it.
 * @param {State} state
 * @param {NoteKind} kind
 * @param {Iterable<number>} cells
 * @param {number} digit
 * @returns {State}
 */
export function withNote(state, kind, cells, digit) {
  const blank = [...cells].filter((cell) => !isFilled(state, cell));
  const notes = state[kind].slice();
  const isRemoved = blank.every((cell) => notes[cell].includes(digit));
  for (const cell of blank) {
    const others = notes[cell].filter((note) => note !== digit);
    notes[cell] = isRemoved ? others : [...others, digit].sort((a, b) => a - b);
  }
  return { ...state, [kind]: notes };
}

/**
 * Returns the state with a color in these cells besides those they have; or without it, if all of them have it.
 * @param {State} state
 * @param {Iterable<number>} cells
 * @param {number} color
 * @returns {State}
 */
export function withColor(state, cells, color) {
  const list = [...cells];
  const colors = state.colors.slice();
  const isRemoved = list.every((cell) => colors[cell].includes(color));
  for (const cell of list) {
    const others = colors[cell].filter((other) => other !== color);
    colors[cell] = isRemoved ? others : [...others, color].sort((a, b) => a - b);
  }
  return { ...state, colors };
}

/**
 * Returns the state with a letter in these cells; or without it, if all of them have it.
 * @param {State} state
 * @param {Iterable<number>} cells
 * @param {string} letter
 * @returns {State}
 */
export function withLetter(state, cells, letter) {
  const list = [...cells];
  const letters = state.letters.slice();
  const isRemoved = list.every((cell) => letters[cell] === letter);
  for (const cell of list) letters[cell] = isRemoved ? '' : letter;
  return { ...state, letters };
}

/**
 * Returns the state with a line of the pen between the middles of two cells, or without it if it is there.
 * @param {State} state
 * @param {number} from
 * @param {number} to
 * @param {boolean} isDrawn
 * @returns {State}
 */
export function withPen(state, from, to, isDrawn) {
  const line = `${Math.min(from, to)}-${Math.max(from, to)}`;
  const others = state.pen.filter((other) => other !== line);
  return { ...state, pen: isDrawn ? [...others, line].sort() : others };
}

/**
 * Returns the state with these cells cleared: of their digits if any has one that may be removed, otherwise of notes
 * and letters, otherwise of colors.
 * @param {State} state
 * @param {Iterable<number>} cells
 * @returns {State}
 */
export function withCleared(state, cells) {
  const list = [...cells].filter((cell) => !state.isLocked || !isGiven(state, cell));
  if (list.some((cell) => isFilled(state, cell))) {
    return state.isLocked ? withDigit(state, list, null) : withGiven(state, list, null);
  }
  if (list.some((cell) => state.corner[cell].length || state.centre[cell].length || state.letters[cell])) {
    const [corner, centre, letters] = [state.corner.slice(), state.centre.slice(), state.letters.slice()];
    for (const cell of list) [corner[cell], centre[cell], letters[cell]] = [[], [], ''];
    return { ...state, corner, centre, letters };
  }
  const colors = state.colors.slice();
  for (const cell of cells) colors[cell] = [];
  return { ...state, colors };
}

/**
 * Returns the state with the solution in all cells that hold another digit or none.
 * @param {State} state
 * @param {number[]} solution
 * @param {string|null} [regions] its regions, if they were to be found
 * @returns {State}
 */
export function withSolution(state, solution, regions = null) {
  const { board } = state;
  const placed = solution.map((digit, cell) => (isGiven(state, cell) ? noDigit(board) : digit));
  const found = placed.map((digit, cell) => isDigit(board, digit) && (state.found[cell] || state.placed[cell] !== digit));
  return { ...state, isLocked: true, placed, found, regions };
}

/**
 * Returns the state with these digits as the only notes of the cells without a digit, in the middle.
 * @param {State} state
 * @param {Map<number, number[]>} digits by cell
 * @returns {State}
 */
export function withTrueCandidates(state, digits) {
  const corner = state.corner.map((notes, cell) => (isFilled(state, cell) ? notes : []));
  const centre = state.centre.map((notes, cell) => (isFilled(state, cell) ? notes : (digits.get(cell) ?? [])));
  return { ...state, corner, centre };
}

/**
 * Returns the state after a step of an explanation. What it rules out is noted: a cell without notes gets those of
 * its candidates that are left.
 * @param {State} state
 * @param {import('../engine/api.js').Step} step
 * @param {number[][]} candidates by cell
 * @returns {State}
 */
export function withStep(state, step, candidates) {
  const { side } = state.board;
  let after = state;
  for (const { cell, digit } of step.placements) after = withDigit(after, [cellOf(cell, side)], digit);
  if (!step.eliminations.length) return after;
  const [corner, removed] = [after.corner.slice(), after.removed.slice()];
  for (const { cell: name, digit } of step.eliminations) {
    const cell = cellOf(name, side);
    removed[cell] = [...removed[cell].filter((note) => note !== digit), digit];
    const noted = corner[cell].length ? corner[cell] : candidates[cell];
    corner[cell] = noted.filter((note) => !removed[cell].includes(note));
  }
  return { ...after, corner, removed };
}

/**
 * Returns the digits that occur twice in a house, each with its cells.
 * @param {State} state
 * @returns {{digit: number, house: import('./boards.js').House, cells: number[]}[]}
 */
export function conflictsInHouses(state) {
  return state.layout.houses.flatMap((house) => {
    /** @type {Map<number, number[]>} */
    const places = new Map();
    for (const cell of house.cells) {
      const digit = digitIn(state, cell);
      if (digit !== undefined) places.set(digit, [...(places.get(digit) ?? []), cell]);
    }
    return [...places].filter(([, found]) => found.length > 1).map(([digit, found]) => ({ digit, house, cells: found }));
  });
}
