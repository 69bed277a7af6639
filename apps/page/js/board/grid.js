/**
 * The cells of the grid. The board with its lines and rules is a picture below the digits, from the same drawing as
 * the pictures of the command line.
 * @module
 *
 * @typedef {import('../model/puzzle.js').State} State
 * @typedef {object} Look what is shown besides the state
 * @property {Set<number>} conflicts cells whose digits contradict each other
 * @property {Set<number>} wrong cells whose digit is not that of the solution
 * @property {Set<number>} marked cells of a hint or an answer
 * @property {Set<number>} fins the fins of a fish
 * @property {Map<number, string>} asides by cell a short text instead of notes
 * @property {Map<number, number>} placing by cell the digit that a step places
 * @property {Map<number, Set<number>>} losing by cell the candidates that a step rules out
 * @property {number[][]|null} left by cell the candidates at a step that is shown, each at its own place instead of the notes
 * @property {number[][]|null} candidates by cell, shown where there are no notes
 * @property {Set<number>} named cells that a sentence of a reason names
 * @property {Map<number, Map<number, import('../engine/api.js').Schemas['Role']>>} spoken by cell the candidates of which that
 *   sentence speaks, each with how it does
 * @property {boolean} isSolved whether every cell is filled as the rules require
 */

import { h, update } from '../parts/dom.js';
import { digitIn, digitsOf, isFilled, isGiven } from '../model/puzzle.js';
import { t, used } from '../words/words.js';

/** The names of the colors. @type {import('../words/words.js').Key[]} */
export const COLOR_KEYS = ['color.none', 'color.1', 'color.2', 'color.3', 'color.4', 'color.5', 'color.6', 'color.7', 'color.8', 'color.9'];

/** @returns {Look} */
export function plainLook() {
  return {
    conflicts: new Set(),
    wrong: new Set(),
    marked: new Set(),
    fins: new Set(),
    asides: new Map(),
    placing: new Map(),
    losing: new Map(),
    left: null,
    candidates: null,
    named: new Set(),
    spoken: new Map(),
    isSolved: false,
  };
}

/**
 * Returns a cell as it is spoken.
 * @param {number} cell
 * @param {number} side
 */
export const spokenName = (cell, side) => t('cell.name', { row: Math.floor(cell / side) + 1, column: (cell % side) + 1 });

/**
 * Returns the candidates that a cell shows, each digit at its own place: the candidates at the step that is shown; without a
 * step, the candidates of a cell without notes, if they are switched on. The digits that the step names are always among them.
 * @param {State} state
 * @param {Look} look
 * @param {number} cell
 */
function candidatesIn(state, look, cell) {
  const losing = look.losing.get(cell);
  const placing = look.placing.get(cell);
  const spoken = look.spoken.get(cell);
  const hasNotes = state.corner[cell].length > 0 || state.centre[cell].length > 0;
  const base = look.left?.[cell] ?? (hasNotes ? [] : (look.candidates?.[cell] ?? []));
  const extra = [...(losing ?? []), ...(placing !== undefined && base.length ? [placing] : []), ...(spoken?.keys() ?? [])];
  return { shown: [...new Set([...base, ...extra])].sort((a, b) => a - b), losing, placing, spoken };
}

/**
 * Returns a cell in words, for screen readers.
 * @param {State} state
 * @param {Look} look
 * @param {number} cell
 * @param {Map<number, string[]>} rules by cell, what its rules require
 */
export function labelOf(state, look, cell, rules = new Map()) {
  const parts = [spokenName(cell, state.board.side)];
  if (isGiven(state, cell)) parts.push(t('cell.given', { digit: state.givens[cell] }));
  else if (state.found[cell]) parts.push(t('cell.found', { digit: state.placed[cell] }));
  else parts.push(`${digitIn(state, cell) ?? t('cell.empty')}`);
  if (!isFilled(state, cell) && !look.asides.has(cell)) {
    const { shown } = candidatesIn(state, look, cell);
    if (shown.length) parts.push(t('cell.candidates', { digits: shown.join(' ') }));
    if (state.corner[cell].length) parts.push(t('cell.corner', { digits: state.corner[cell].join(' ') }));
    if (state.centre[cell].length) parts.push(t('cell.centre', { digits: state.centre[cell].join(' ') }));
  }
  if (!isFilled(state, cell) && state.letters[cell]) parts.push(t('cell.letter', { letter: state.letters[cell] }));
  parts.push(...state.colors[cell].map((color) => t(COLOR_KEYS[color])));
  if (state.regions) parts.push(t('cell.region', { name: state.regions[cell] }));
  parts.push(...(rules.get(cell) ?? []));
  if (look.conflicts.has(cell)) parts.push(t('cell.conflict'));
  if (look.wrong.has(cell)) parts.push(t('cell.wrong'));
  if (look.asides.has(cell)) parts.push(t('cell.differ', { what: look.asides.get(cell) ?? '' }));
  else if (look.placing.has(cell)) parts.push(t('cell.placing', { digit: look.placing.get(cell) ?? '' }));
  else if (look.losing.has(cell)) parts.push(t('cell.losing', { digits: [...(look.losing.get(cell) ?? [])].join(' ') }));
  else if (look.marked.has(cell) || look.fins.has(cell)) parts.push(t('cell.marked'));
  return parts.join(', ');
}

/**
 * Returns the columns and rows of the places of candidates in a cell.
 * @param {import('../engine/api.js').Board} board
 */
export function notePlaces(board) {
  const { length } = digitsOf(board);
  const columns = Math.ceil(Math.sqrt(length));
  return { columns, rows: Math.ceil(length / columns) };
}

/**
 * The places of corner notes by their number, in reading order: first the corners, then the sides.
 * @type {Record<number, string[]>}
 */
const CORNERS = {
  1: ['nw'],
  2: ['nw', 'ne'],
  3: ['nw', 'ne', 'sw'],
  4: ['nw', 'ne', 'sw', 'se'],
  5: ['nw', 'n', 'ne', 'sw', 'se'],
  6: ['nw', 'n', 'ne', 'sw', 's', 'se'],
  7: ['nw', 'n', 'ne', 'w', 'sw', 's', 'se'],
  8: ['nw', 'n', 'ne', 'w', 'e', 'sw', 's', 'se'],
};

export class Grid {
  /** @param {HTMLElement} board the element with the size of the whole picture */
  constructor(board) {
    this.board = board;
    this.root = h('div.grid', { role: 'grid', 'aria-multiselectable': 'true', inputmode: 'none' });
    this.picture = h('img.picture', { alt: '' });
    /** Whether nothing is colored that follows the selection: beside a step it would be taken for a part of it. */
    this.isQuiet = false;
    board.append(this.root, this.picture);
    /** @type {HTMLElement[]} */
    this.cells = [];
    this.side = 0;
    /** The rules of each cell in words. @type {Map<number, string[]>} */
    this.rules = new Map();
    /** By cell what it showed last: most cells do not change with a move. @type {unknown[][]} */
    this.shown = [];
  }

  /**
   * Returns the cell of an element, or -1.
   * @param {EventTarget|null} target
   */
  cellAt(target) {
    const cell = target instanceof Element ? target.closest('[data-cell]') : null;
    return cell instanceof HTMLElement && this.root.contains(cell) ? Number(cell.dataset.cell) : -1;
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
   * Shows the picture of a board.
   * @param {import('../model/boards.js').Layout} layout
   * @param {import('../model/boards.js').Backdrop} backdrop
   */
  dress(layout, { address, view: [left, top, across, down], insets: [noteTop, noteSides] }) {
    const { side, values: [, greatest] } = layout.board;
    const { columns, rows } = notePlaces(layout.board);
    // Two figures side by side are about 1.15 times as wide as their font is high; the rest keeps them apart.
    const noteWidth = (1 - 2 * noteSides) / columns / (greatest > 9 ? 1.6 : 0.7);
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
    this.rules = new Map();
    this.shown = [];
    const note = (/** @type {number} */ cell, /** @type {string} */ words) => this.rules.set(cell, [...(this.rules.get(cell) ?? []), words]);
    for (const { text, sentence } of layout.rules) {
      // Every rule that names cells is heard at them.
      const names = [...new Set(text.match(/\br\d+c\d+\b/g) ?? [])];
      for (const name of names) {
        const [, row, column] = (/^r(\d+)c(\d+)$/.exec(name) ?? []).map(Number);
        note((row - 1) * side + column - 1, sentence || text);
      }
    }
  }

  /** Makes the cells of a board. @param {number} side */
  #build(side) {
    if (side === this.side) return;
    this.side = side;
    update(this.root, { 'aria-rowcount': side, 'aria-colcount': side });
    this.cells = [];
    this.shown = [];
    const lines = Array.from({ length: side }, (_, row) => {
      const line = h('div', { role: 'row', 'aria-rowindex': row + 1 });
      for (let column = 0; column < side; column += 1) {
        const cell = h('div.cell', { role: 'gridcell', 'aria-colindex': column + 1, tabindex: -1, 'data-cell': row * side + column });
        this.cells.push(cell);
        line.append(cell);
      }
      return line;
    });
    this.root.replaceChildren(...lines);
  }

  /**
   * @param {State} state
   * @param {import('../store/desk.js').View} view
   * @param {{show: (digit: number) => string, notes: 'corners'|'places'}} options how a digit is written, and where corner notes stand
   */
  render(state, { look, selection, chosen, highlighted }, { show, notes }) {
    const { side, values: [, greatest] } = state.board;
    this.#build(side);
    const isOne = selection.cells.size === 1;
    const isFollowed = isOne && !this.isQuiet;
    const digit = chosen ?? highlighted ?? (isFollowed ? digitIn(state, selection.active) : undefined);
    const peers = new Set(isFollowed ? state.layout.peers[selection.active] : []);
    const has = (/** @type {number} */ cell) =>
      (look.left?.[cell] ?? look.candidates?.[cell] ?? [...state.corner[cell], ...state.centre[cell]]);
    this.cells.forEach((element, cell) => {
      const own = digitIn(state, cell);
      const isHighlighted = highlighted === 0
        ? own === undefined && new Set(has(cell)).size === 2
        : digit !== undefined && own === undefined && has(cell).includes(digit);
      const content = [
        own, state.givens[cell], state.found[cell], state.corner[cell], state.centre[cell], state.colors[cell], state.letters[cell], state.regions,
        look.conflicts.has(cell), look.wrong.has(cell), look.marked.has(cell), look.fins.has(cell), look.named.has(cell), look.asides.get(cell),
        look.placing.get(cell), look.losing.get(cell), look.left?.[cell], look.candidates?.[cell], look.spoken.get(cell), state.board, show(greatest), notes, used(),
      ];
      const ground = [peers.has(cell), digit !== undefined && own === digit, isHighlighted, selection.cells.has(cell), cell === selection.active, isOne];
      const before = this.shown[cell] ?? [];
      const isSame = content.every((part, index) => part === before[index]);
      if (isSame && ground.every((part, index) => part === before[content.length + index])) return;
      this.shown[cell] = [...content, ...ground];
      const classes = [
        'cell',
        isGiven(state, cell) && 'given',
        state.found[cell] && 'found',
        peers.has(cell) && 'peer',
        digit !== undefined && own === digit && 'same',
        isHighlighted && 'noted',
        selection.cells.has(cell) && 'selected',
        !isOne && cell === selection.active && 'active',
        look.marked.has(cell) && 'marked',
        look.fins.has(cell) && 'fin',
        look.losing.has(cell) && 'victim',
        look.named.has(cell) && 'named',
        look.placing.has(cell) && 'placing',
        look.asides.has(cell) && 'differing',
        look.conflicts.has(cell) && 'conflict',
        look.wrong.has(cell) && 'wrong',
      ];
      element.className = classes.filter(Boolean).join(' ');
      update(element, { tabindex: cell === selection.active ? 0 : -1, 'aria-selected': `${selection.cells.has(cell)}` });
      if (isSame) return;
      update(element, {
        'aria-label': labelOf(state, look, cell, this.rules),
        'aria-readonly': `${state.isLocked && isGiven(state, cell)}`,
        'aria-invalid': `${look.conflicts.has(cell) || look.wrong.has(cell)}`,
      });
      const colors = state.colors[cell];
      const isPainted = colors.length > 0 && !look.conflicts.has(cell) && !look.wrong.has(cell);
      element.style.setProperty('--paint', isPainted ? painted(colors) : 'none');
      this.#fill(element, state, look, cell, show, notes);
    });
  }

  /**
   * Writes the content of a cell.
   * @param {HTMLElement} element
   * @param {State} state
   * @param {Look} look
   * @param {number} cell
   * @param {(digit: number) => string} show
   * @param {'corners'|'places'} notes
   */
  #fill(element, state, look, cell, show, notes) {
    const digit = digitIn(state, cell);
    const { shown, losing, placing, spoken } = candidatesIn(state, look, cell);
    const aside = look.asides.get(cell) ?? '';
    const [corner, centre] = look.left ? [[], []] : [state.corner[cell], state.centre[cell]];
    const { board } = state;
    const isBlank = digit === undefined;
    const greatest = board.values[1];
    const text = isBlank ? aside || (placing !== undefined && !shown.length ? show(placing) : '') : show(digit);
    if (text) {
      element.replaceChildren(h(isBlank ? (aside ? 'span.aside' : 'span.digit.coming') : 'span.digit', {}, text));
      return;
    }
    const parts = [];
    const letter = state.letters[cell];
    if (letter) parts.push(h(shown.length || corner.length || centre.length ? 'span.letter.behind' : 'span.letter', { 'data-text': letter }));
    const atPlaces = (/** @type {number[]} */ list, /** @type {(note: number) => string} */ kind) =>
      // Every digit has its own place, whether it is shown or not, so that nothing moves. The blank after each separates
      // them where they are read as one text.
      digitsOf(board).map((note) => h('span', { class: kind(note) || null }, list.includes(note) ? `${show(note)} ` : ''));
    if (shown.length) {
      const kind = (/** @type {number} */ note) => {
        const role = spoken?.get(note);
        const own = losing?.has(note) ? 'lost' : placing === note ? 'taken' : '';
        return [own, role && `spoken ${role}`].filter(Boolean).join(' ');
      };
      parts.push(h('span.notes.faint', {}, ...atPlaces(shown, kind)));
    }
    if (corner.length) {
      const places = notes === 'corners' ? CORNERS[corner.length] : undefined;
      if (places) parts.push(...corner.map((note, index) => h(`span.corner.${places[index]}`, {}, `${show(note)} `)));
      else parts.push(h('span.notes', {}, ...atPlaces(corner, () => '')));
    }
    if (centre.length) {
      const words = centre.map(show).join(greatest > 9 ? ' ' : '');
      // Shown by the style sheet, as the text of a cell is that of its name, where these come after the corner notes.
      parts.push(h('span.centre', { 'data-length': Math.min(9, words.length), 'data-text': words }));
    }
    element.replaceChildren(...parts);
  }
}

/** Returns the background of a cell with these colors, each in its own sector. @param {number[]} colors */
function painted(colors) {
  if (colors.length === 1) return `linear-gradient(var(--color-${colors[0]}) 0 0)`;
  const turn = 360 / colors.length;
  const sectors = colors.map((color, index) => `var(--color-${color}) ${index * turn}deg ${(index + 1) * turn}deg`);
  return `conic-gradient(from 45deg, ${sectors.join(', ')})`;
}
