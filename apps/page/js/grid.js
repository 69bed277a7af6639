/**
 * The cells of the grid. The board with its lines and rules is a picture below the digits, from the same drawing as
 * the pictures of the command line.
 * @module
 *
 * @typedef {import('./puzzle.js').State} State
 * @typedef {import('./selection.js').Selection} Selection
 * @typedef {object} Look what is shown besides the state
 * @property {Set<number>} conflicts cells whose digits contradict each other
 * @property {Set<number>} wrong cells whose digit is not that of the solution
 * @property {Set<number>} marked cells of a hint or an answer
 * @property {Map<number, string>} asides by cell a short text instead of notes
 * @property {Map<number, number>} placing by cell the digit that a step places
 * @property {Map<number, Set<number>>} losing by cell the candidates that a step rules out
 * @property {number[][]|null} candidates by cell, shown where there are no notes
 * @property {Set<number>} named cells that a sentence of a reason names
 * @property {Map<number, Map<number, import('./api.js').Schemas['Role']>>} spoken by cell the candidates of which that
 *   sentence speaks, each with how it does
 */

import { make } from './dom.js';
import { digitIn, digitsOf, isFilled, isGiven, spokenName } from './puzzle.js';

/** The names of the colors, as they are spoken. */
export const COLOR_NAMES = ['none', 'grey', 'green', 'orange', 'red', 'yellow', 'blue', 'purple', 'teal', 'brown'];

/** @returns {Look} */
export function plainLook() {
  return {
    conflicts: new Set(),
    wrong: new Set(),
    marked: new Set(),
    asides: new Map(),
    placing: new Map(),
    losing: new Map(),
    candidates: null,
    named: new Set(),
    spoken: new Map(),
  };
}

/**
 * Returns the digits at fixed places in a cell: its corner notes, or else candidates that are shown; and those that a
 * step is about.
 * @param {State} state
 * @param {Look} look
 * @param {number} cell
 */
function notesIn(state, look, cell) {
  const own = state.corner[cell];
  const isNoted = own.length > 0;
  const losing = look.losing.get(cell);
  const placing = look.placing.get(cell);
  const base = isNoted ? own : (look.candidates?.[cell] ?? []);
  const spoken = look.spoken.get(cell);
  const extra = [...(losing ?? []), ...(placing !== undefined && base.length ? [placing] : []), ...(spoken?.keys() ?? [])];
  return { shown: [...new Set([...base, ...extra])].sort((a, b) => a - b), isNoted, losing, spoken };
}

/**
 * Returns a cell in words, for screen readers.
 * @param {State} state
 * @param {Look} look
 * @param {number} cell
 */
export function labelOf(state, look, cell) {
  const parts = [spokenName(cell, state.board.side)];
  if (isGiven(state, cell)) parts.push(`given ${state.givens[cell]}`);
  else if (state.found[cell]) parts.push(`found ${state.placed[cell]}`);
  else parts.push(`${digitIn(state, cell) ?? 'empty'}`);
  if (!isFilled(state, cell) && !look.asides.has(cell)) {
    const { shown, isNoted } = notesIn(state, look, cell);
    if (shown.length) parts.push(`${isNoted ? 'notes' : 'candidates'} ${shown.join(' ')}`);
    if (state.centre[cell].length) parts.push(`centre notes ${state.centre[cell].join(' ')}`);
  }
  if (state.colors[cell]) parts.push(COLOR_NAMES[state.colors[cell]]);
  if (state.regions) parts.push(`region ${state.regions[cell]}`);
  if (state.layout.even.has(cell)) parts.push('even');
  if (state.layout.odd.has(cell)) parts.push('odd');
  for (const { sum, cells } of state.layout.cages) if (cells.includes(cell)) parts.push(`cage ${sum}`);
  if (look.conflicts.has(cell)) parts.push('in conflict');
  if (look.wrong.has(cell)) parts.push('wrong');
  if (look.asides.has(cell)) parts.push(`solutions differ: ${look.asides.get(cell)}`);
  else if (look.placing.has(cell)) parts.push(`hint: ${look.placing.get(cell)}`);
  else if (look.losing.has(cell)) parts.push(`hint: not ${[...(look.losing.get(cell) ?? [])].join(' ')}`);
  else if (look.marked.has(cell)) parts.push('hint');
  return parts.join(', ');
}

/**
 * Returns the columns and rows of the places of notes in a cell.
 * @param {import('./api.js').Board} board
 */
export function notePlaces(board) {
  const { length } = digitsOf(board);
  const columns = Math.ceil(Math.sqrt(length));
  return { columns, rows: Math.ceil(length / columns) };
}

export class Grid {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.board = /** @type {HTMLElement} */ (root.parentElement);
    this.picture = /** @type {HTMLImageElement} */ (this.board.querySelector('img'));
    /** @type {HTMLElement[]} */
    this.cells = [];
    /** The board that the cells are those of. @type {import('./boards.js').Layout|null} */
    this.layout = null;
  }

  /**
   * Returns the cell of an element, or -1.
   * @param {EventTarget|null} target
   */
  cellAt(target) {
    const cell = target instanceof Element ? target.closest('[data-cell]') : null;
    return cell instanceof HTMLElement ? Number(cell.dataset.cell) : -1;
  }

  /** @param {number} cell */
  focus(cell) {
    this.cells[cell]?.focus({ preventScroll: true });
  }

  /** @returns {boolean} */
  get hasFocus() {
    return this.root.contains(document.activeElement);
  }

  /**
   * Makes the cells of a board.
   * @param {import('./boards.js').Layout} layout
   */
  #build(layout) {
    if (layout === this.layout) return;
    const { side } = layout.board;
    const hasSide = this.layout?.board.side === side;
    this.layout = layout;
    const { view: [left, top, across, down], insets: [noteTop, noteSides], address } = layout.backdrop;
    const { columns, rows } = notePlaces(layout.board);
    // Two figures side by side are about 1.15 times as wide as their font is high; the rest keeps them apart.
    const noteWidth = (1 - 2 * noteSides) / columns / (layout.board.values[1] > 9 ? 1.6 : 0.7);
    const lengths = {
      side,
      across,
      down,
      left: -left,
      top: -top,
      'note-top': noteTop,
      'note-sides': noteSides,
      'note-size': Math.min(0.25, noteWidth, (1 - noteTop - noteSides) / rows),
      'note-columns': columns,
      'note-rows': rows,
    };
    for (const [name, length] of Object.entries(lengths)) this.board.style.setProperty(`--${name}`, `${length}`);
    this.picture.src = address;
    this.picture.alt = layout.rules.map(({ sentence }) => sentence).join(' ');
    if (hasSide) return;
    this.root.setAttribute('aria-rowcount', `${side}`);
    this.root.setAttribute('aria-colcount', `${side}`);
    this.cells = [];
    const lines = Array.from({ length: side }, (_, row) => {
      const line = make('div', { role: 'row', 'aria-rowindex': `${row + 1}` });
      for (let column = 0; column < side; column += 1) {
        const attributes = { role: 'gridcell', 'aria-colindex': `${column + 1}`, class: 'cell', tabindex: '-1' };
        const cell = make('div', { ...attributes, 'data-cell': `${row * side + column}` });
        this.cells.push(cell);
        line.append(cell);
      }
      return line;
    });
    this.root.replaceChildren(...lines);
  }

  /**
   * @param {State} state
   * @param {Look} look
   * @param {Selection} selection
   * @param {{show: (digit: number) => string, digit: number|null}} options how a digit is written, and the digit that
   *   is highlighted, if one is
   */
  render(state, look, selection, { show, digit: chosen }) {
    this.#build(state.layout);
    const isOne = selection.cells.size === 1;
    const digit = chosen ?? (isOne ? digitIn(state, selection.active) : undefined);
    const peers = new Set(isOne ? state.layout.peers[selection.active] : []);
    this.cells.forEach((element, cell) => {
      const own = digitIn(state, cell);
      const classes = [
        'cell',
        isGiven(state, cell) && 'given',
        state.found[cell] && 'found',
        look.conflicts.has(cell) && 'conflict',
        look.wrong.has(cell) && 'wrong',
        look.marked.has(cell) && 'marked',
        look.named.has(cell) && 'named',
        look.placing.has(cell) && 'placing',
        look.asides.has(cell) && 'differing',
        peers.has(cell) && 'peer',
        digit !== undefined && own === digit && 'same',
        digit !== undefined && own === undefined && state.corner[cell].includes(digit) && 'noted',
      ];
      const name = classes.filter(Boolean).join(' ');
      if (element.className !== name) element.className = name;
      const attributes = {
        tabindex: cell === selection.active ? '0' : '-1',
        'aria-label': labelOf(state, look, cell),
        'aria-selected': `${selection.cells.has(cell)}`,
        'aria-readonly': `${state.isLocked && isGiven(state, cell)}`,
        'aria-invalid': `${look.conflicts.has(cell) || look.wrong.has(cell)}`,
        'data-color': `${state.colors[cell]}`,
      };
      for (const [key, value] of Object.entries(attributes)) {
        if (element.getAttribute(key) !== value) element.setAttribute(key, value);
      }
      this.#fill(element, state, look, cell, show);
    });
  }

  /**
   * Writes the content of a cell, if it has changed.
   * @param {HTMLElement} element
   * @param {State} state
   * @param {Look} look
   * @param {number} cell
   * @param {(digit: number) => string} show
   */
  #fill(element, state, look, cell, show) {
    const digit = digitIn(state, cell);
    const { shown, isNoted, losing, spoken } = notesIn(state, look, cell);
    const aside = look.asides.get(cell) ?? '';
    const placing = look.placing.get(cell);
    const centre = state.centre[cell];
    const { board } = state;
    const isBlank = digit === undefined;
    const greatest = board.values[1];
    const key = JSON.stringify([isBlank ? [shown, isNoted, centre, board.values, show(greatest)] : show(digit), [...(losing ?? [])], aside, placing ?? null, [...(spoken ?? [])]]);
    if (element.dataset.key === key) return;
    element.dataset.key = key;
    const text = isBlank ? aside || (placing !== undefined && !shown.length ? show(placing) : '') : show(digit);
    if (text) {
      const kind = isBlank ? (aside ? 'aside' : 'digit coming') : 'digit';
      element.replaceChildren(make('span', { class: kind }, text));
      return;
    }
    const parts = [];
    if (shown.length) {
      // Every digit has its own place, whether it is shown or not, so that nothing moves.
      const places = digitsOf(board).map((note) => {
        const role = spoken?.get(note);
        const own = losing?.has(note) ? 'lost' : placing === note ? 'taken' : '';
        const kind = [own, role && `spoken ${role}`].filter(Boolean).join(' ');
        // The blank after each separates them where they are read as one text.
        return make('span', kind ? { class: kind } : {}, shown.includes(note) ? `${show(note)} ` : '');
      });
      parts.push(make('span', { class: isNoted ? 'notes' : 'notes faint' }, ...places));
    }
    // Shown by the style sheet, as the text of a cell is that of its name, where these come after the corner notes.
    if (centre.length) parts.push(make('span', { class: 'centre', 'data-text': centre.map(show).join(greatest > 9 ? ' ' : '') }));
    element.replaceChildren(...parts);
  }
}
