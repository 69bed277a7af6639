/**
 * A puzzle and how far somebody has come with it: plain values that are never changed, only replaced.
 * @module
 *
 * @typedef {import('./api.js').Board} Board
 * @typedef {{kind: string, name: string, cells: number[]}} House
 * @typedef {{board: Board, houses: House[], peers: number[][], cages: {sum: number, cells: number[]}[],
 *   even: Set<number>, odd: Set<number>, backdrop: Backdrop|null}} Layout
 * @typedef {{address: string, view: [number, number, number, number], insets: [number, number]}} Backdrop the picture
 *   of the rules, its place, and the space in a cell above the notes and beside them, in sides of a cell
 * @typedef {object} State
 * @property {Board} board
 * @property {Layout} layout the houses of the board, and what else its rules say
 * @property {number[]} givens by cell, 0 for a blank one
 * @property {number[]} placed by cell
 * @property {boolean[]} found whether the solver has placed the digit
 * @property {number[][]} notes by cell, ascending
 * @property {number[][]|null} allowed the candidates that the puzzle itself allows
 * @property {string} title what is said about the puzzle
 */

import { ask } from './api.js';

/** @type {Map<string, Promise<Layout>>} */
const known = new Map();

/**
 * The cell that a name such as r3c4 names.
 * @param {string} name
 * @param {number} side
 */
export function cellOf(name, side) {
  const [, row, column] = /^r(\d+)c(\d+)$/.exec(name) ?? [];
  return (Number(row) - 1) * side + Number(column) - 1;
}

/**
 * The name of a cell, such as r3c4.
 * @param {number} cell
 * @param {number} side
 */
export function nameOf(cell, side) {
  return `r${Math.floor(cell / side) + 1}c${(cell % side) + 1}`;
}

/**
 * A board as the server has it.
 * @param {{side: number, box?: [number, number], rules?: string[]}} shape
 * @returns {Promise<Layout>}
 */
function layoutOf(shape) {
  const key = JSON.stringify(shape);
  let layout = known.get(key);
  if (!layout) {
    layout = ask('board', shape).then(({ board, houses, peers, cages, even, odd, backdrop }) => {
      const cells = (/** @type {string[]} */ names) => names.map((name) => cellOf(name, board.side));
      return {
        board,
        houses: houses.map((/** @type {any} */ house) => ({ ...house, cells: cells(house.cells) })),
        peers,
        cages: cages.map((/** @type {any} */ cage) => ({ ...cage, cells: cells(cage.cells) })),
        even: new Set(cells(even)),
        odd: new Set(cells(odd)),
        backdrop: backdrop && {
          ...backdrop,
          address: URL.createObjectURL(new Blob([backdrop.svg], { type: 'image/svg+xml' })),
        },
      };
    });
    layout.catch(() => known.delete(key));
    known.set(key, layout);
  }
  return layout;
}

/**
 * The space in a cell above the notes, and at its other sides, in sides of the cell.
 * @param {Layout} layout
 * @returns {[number, number]}
 */
export function noteInsets({ backdrop }) {
  return backdrop?.insets ?? [0.04, 0.04];
}

/**
 * The blank grid of a board.
 * @param {{side: number, box?: [number, number], rules?: string[]}} shape
 * @returns {Promise<State>}
 */
export async function blank(shape) {
  const layout = await layoutOf(shape);
  const cells = shape.side * shape.side;
  return {
    board: layout.board,
    layout,
    givens: new Array(cells).fill(0),
    placed: new Array(cells).fill(0),
    found: new Array(cells).fill(false),
    notes: Array.from({ length: cells }, () => []),
    allowed: null,
    title: '',
  };
}

/**
 * The digit in a cell, or 0.
 * @param {State} state
 * @param {number} cell
 */
export function digitIn(state, cell) {
  return state.givens[cell] || state.placed[cell];
}

/**
 * @template T
 * @param {T[]} list
 * @param {number} place
 * @param {T} value
 */
function withItem(list, place, value) {
  const copy = list.slice();
  copy[place] = value;
  return copy;
}

/**
 * With a clue in the cell, or none for 0.
 * @param {State} state
 * @param {number} cell
 * @param {number} digit
 * @returns {State}
 */
export function withClue(state, cell, digit) {
  return {
    ...state,
    givens: withItem(state.givens, cell, digit),
    placed: withItem(state.placed, cell, 0),
    found: withItem(state.found, cell, false),
    notes: withItem(state.notes, cell, []),
    title: '',
  };
}

/**
 * With a digit in the cell, or none for 0; the peers lose their notes of it.
 * @param {State} state
 * @param {number} cell
 * @param {number} digit
 * @returns {State}
 */
export function withDigit(state, cell, digit) {
  const notes = state.notes.slice();
  if (digit) {
    notes[cell] = [];
    for (const peer of state.layout.peers[cell]) notes[peer] = notes[peer].filter((note) => note !== digit);
  }
  return {
    ...state,
    placed: withItem(state.placed, cell, digit),
    found: withItem(state.found, cell, false),
    notes,
  };
}

/**
 * With the note taken in, or out if it is there.
 * @param {State} state
 * @param {number} cell
 * @param {number} digit
 * @returns {State}
 */
export function withNote(state, cell, digit) {
  const before = state.notes[cell];
  const has = before.includes(digit);
  const after = has ? before.filter((note) => note !== digit) : [...before, digit].sort((a, b) => a - b);
  return { ...state, notes: withItem(state.notes, cell, after) };
}

/**
 * With the digits of a solution in all cells that hold another one or none.
 * @param {State} state
 * @param {number[]} solution
 * @returns {State}
 */
export function withSolution(state, solution) {
  const placed = solution.map((digit, cell) => (state.givens[cell] ? 0 : digit));
  const found = placed.map((digit, cell) => digit > 0 && (state.found[cell] || state.placed[cell] !== digit));
  return { ...state, placed, found, notes: state.notes.map(() => []) };
}

/**
 * With nothing but the clues.
 * @param {State} state
 * @returns {State}
 */
export function withCluesAlone(state) {
  return {
    ...state,
    placed: state.placed.map(() => 0),
    found: state.found.map(() => false),
    notes: state.notes.map(() => []),
  };
}

/**
 * With what a step of an explanation says. Where a cell has no notes, it gets the candidates that are left.
 * @param {State} state
 * @param {import('./api.js').Step} step
 * @param {number[][]} candidates
 * @returns {State}
 */
export function withStep(state, step, candidates) {
  const { side } = state.board;
  let after = state;
  for (const { cell, digit } of step.placements) after = withDigit(after, cellOf(cell, side), digit);
  if (!step.eliminations.length) return after;
  const notes = after.notes.map((list, cell) => (list.length || digitIn(after, cell) ? list : candidates[cell]));
  for (const { cell, digit } of step.eliminations) {
    const place = cellOf(cell, side);
    notes[place] = notes[place].filter((note) => note !== digit);
  }
  return { ...after, notes };
}

/**
 * The puzzle as the server takes it. Cells without notes have all candidates.
 * @param {State} state
 * @returns {import('./api.js').Puzzle}
 */
export function toQuestion(state) {
  const { board, givens, placed, allowed } = state;
  const question = { board, givens, placed };
  return allowed ? { ...question, allowed } : question;
}

/**
 * A puzzle that the server has read.
 * @param {any} answer
 * @returns {Promise<State>}
 */
export async function fromAnswer(answer) {
  const state = await blank(answer.board);
  const { givens, placed, notes, allowed, title } = answer;
  return {
    ...state,
    givens,
    placed: placed ?? state.placed,
    notes: notes ?? state.notes,
    allowed: allowed ?? null,
    title: title ?? '',
  };
}
