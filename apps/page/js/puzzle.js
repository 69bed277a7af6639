/**
 * A puzzle and the state of solving it: plain values that are never changed, only replaced.
 *
 * Lists of digits are those of the server: a blank cell is one less than the least digit of the board, which is 0, or -1 on
 * a board with a digit 0.
 * @module
 *
 * @typedef {import('./api.js').Board} Board
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
 * @property {number[]} colors by cell, 0 for none
 * @property {number[][]} removed by cell the candidates that applied steps have ruled out
 * @property {number[][]|null} allowed the candidates that the puzzle itself allows
 * @property {string|null} regions a letter for each cell: the regions of the only solution, once they are found on a board
 *   whose regions are part of its solutions
 * @property {number[]|null} stated the solution that the text of the puzzle states; cells where it states none are blank
 * @property {string} title
 * @property {string} author
 * @property {string} ruleset the rules in words
 * @property {string} level the level in words, if it is known
 * @typedef {'corner'|'centre'} NoteKind
 */

/** The number of colors of cells. */
export const COLORS = 9;

/**
 * Returns what stands for no digit on a board.
 * @param {Board} board
 */
const noDigit = ({ values: [least] }) => least - 1;

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
 * Returns the name of a cell as it is spoken.
 * @param {number} cell
 * @param {number} side
 */
export function spokenName(cell, side) {
  return `row ${Math.floor(cell / side) + 1} column ${(cell % side) + 1}`;
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
  const zeros = () => Array.from({ length: cells }, () => 0);
  const lists = () => Array.from({ length: cells }, () => /** @type {number[]} */ ([]));
  return {
    board,
    layout,
    isLocked: false,
    givens: blanks(),
    placed: blanks(),
    found: zeros().map(() => false),
    corner: lists(),
    centre: lists(),
    colors: zeros(),
    removed: lists(),
    allowed: null,
    regions: null,
    stated: null,
    title: '',
    author: '',
    ruleset: '',
    level: '',
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
 * Returns the state with a color in these cells; or without it, if all of them have it.
 * @param {State} state
 * @param {Iterable<number>} cells
 * @param {number} color
 * @returns {State}
 */
export function withColor(state, cells, color) {
  const list = [...cells];
  const colors = state.colors.slice();
  const isRemoved = list.every((cell) => colors[cell] === color);
  for (const cell of list) colors[cell] = isRemoved ? 0 : color;
  return { ...state, colors };
}

/**
 * Returns the state with these cells cleared: of their digits if any has one that may be removed, otherwise of notes,
 * otherwise of colors.
 * @param {State} state
 * @param {Iterable<number>} cells
 * @returns {State}
 */
export function withCleared(state, cells) {
  const list = [...cells].filter((cell) => !state.isLocked || !isGiven(state, cell));
  if (list.some((cell) => isFilled(state, cell))) {
    return state.isLocked ? withDigit(state, list, null) : withGiven(state, list, null);
  }
  if (list.some((cell) => state.corner[cell].length || state.centre[cell].length)) {
    const [corner, centre] = [state.corner.slice(), state.centre.slice()];
    for (const cell of list) corner[cell] = centre[cell] = [];
    return { ...state, corner, centre };
  }
  const colors = state.colors.slice();
  for (const cell of cells) colors[cell] = 0;
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
 * Returns the state at the beginning of the puzzle. Givens stay fixed.
 * @param {State} state
 * @returns {State}
 */
export function withGivensAlone(state) {
  const { layout, givens, allowed, stated, title, author, ruleset, level } = state;
  return startedState(layout, givens, { allowed, stated, title, author, ruleset, level });
}

/**
 * Returns the state after a step of an explanation. What it rules out is noted: a cell without notes gets those of
 * its candidates that are left.
 * @param {State} state
 * @param {import('./api.js').Step} step
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
 * Returns the digits that occur twice in a house, each with its cells.
 * @param {State} state
 * @returns {{text: string, cells: number[]}[]}
 */
export function conflictsInHouses(state) {
  const { side } = state.board;
  return state.layout.houses.flatMap(({ name, cells }) => {
    /** @type {Map<number, number[]>} */
    const places = new Map();
    for (const cell of cells) {
      const digit = digitIn(state, cell);
      if (digit !== undefined) places.set(digit, [...(places.get(digit) ?? []), cell]);
    }
    return [...places].filter(([, found]) => found.length > 1).map(([digit, found]) => {
      const names = found.map((cell) => nameOf(cell, side));
      const times = found.length === 2 ? 'twice' : `${found.length} times`;
      return { text: `${digit} ${times} in ${name}: ${names.slice(0, -1).join(', ')} and ${names.at(-1)}`, cells: found };
    });
  });
}

/**
 * Returns the puzzle as the server takes it.
 * @param {State} state
 * @param {number[][]} [notes] the remaining candidates, by cell
 * @returns {import('./api.js').Puzzle}
 */
export function toQuestion(state, notes) {
  const { board, givens, placed, allowed } = state;
  return { board, givens, placed, ...(allowed && { allowed }), ...(notes && { notes }) };
}
