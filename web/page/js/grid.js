/**
 * The grid as it is seen and heard: one element a cell, one of which is in the tab order.
 * @module
 *
 * @typedef {import('./puzzle.js').State} State
 * @typedef {object} Look what is shown beside the state
 * @property {Set<number>} conflicts cells with a digit that stands twice
 * @property {Set<number>} marked cells that a hint or an answer speaks of
 * @property {Map<number, string>} asides by cell a short text instead of notes
 * @property {Map<number, number>} placing by cell the digit that a step places
 * @property {Map<number, Set<number>>} losing by cell the candidates that a step rules out
 * @property {number[][]|null} candidates shown where there are no notes
 */

import { digitIn, noteInsets } from './puzzle.js';

/** @returns {Look} */
export function plainLook() {
  return {
    conflicts: new Set(),
    marked: new Set(),
    asides: new Map(),
    placing: new Map(),
    losing: new Map(),
    candidates: null,
  };
}

/**
 * The small digits of a cell: its notes, or else candidates that are shown; and those that a step rules out.
 * @param {State} state
 * @param {Look} look
 * @param {number} cell
 */
function notesIn(state, look, cell) {
  const own = state.notes[cell];
  const isNoted = own.length > 0;
  const notes = isNoted ? own : (look.candidates?.[cell] ?? []);
  const losing = look.losing.get(cell);
  const shown = losing ? [...new Set([...notes, ...losing])].sort((a, b) => a - b) : notes;
  return { shown, isNoted, losing };
}

/**
 * How a screen reader says a cell.
 * @param {State} state
 * @param {Look} look
 * @param {number} cell
 */
export function labelOf(state, look, cell) {
  const { side } = state.board;
  const parts = [`row ${Math.floor(cell / side) + 1} column ${(cell % side) + 1}`];
  if (state.givens[cell]) parts.push(`given ${state.givens[cell]}`);
  else if (state.found[cell]) parts.push(`found ${state.placed[cell]}`);
  else if (state.placed[cell]) parts.push(`${state.placed[cell]}`);
  else parts.push('empty');
  if (!digitIn(state, cell) && !look.asides.has(cell)) {
    const { shown, isNoted } = notesIn(state, look, cell);
    if (shown.length) parts.push(`${isNoted ? 'notes' : 'candidates'} ${shown.join(' ')}`);
  }
  if (state.layout.even.has(cell)) parts.push('even');
  if (state.layout.odd.has(cell)) parts.push('odd');
  for (const { sum, cells } of state.layout.cages) if (cells.includes(cell)) parts.push(`cage ${sum}`);
  if (look.conflicts.has(cell)) parts.push('in conflict');
  if (look.asides.has(cell)) parts.push(`solutions differ: ${look.asides.get(cell)}`);
  else if (look.placing.has(cell)) parts.push(`hint: ${look.placing.get(cell)}`);
  else if (look.losing.has(cell)) parts.push(`hint: not ${[...(look.losing.get(cell) ?? [])].join(' ')}`);
  else if (look.marked.has(cell)) parts.push('hint');
  return parts.join(', ');
}

export class Grid {
  /**
   * @param {HTMLElement} root
   * @param {(cell: number) => void} select
   */
  constructor(root, select) {
    this.root = root;
    this.board = /** @type {HTMLElement} */ (root.parentElement);
    /** The picture of the rules, under the digits. */
    this.rules = /** @type {HTMLImageElement} */ (this.board.querySelector('img'));
    this.select = select;
    /** @type {HTMLElement[]} */
    this.cells = [];
    this.shape = '';
    root.addEventListener('focusin', (event) => this.#take(event.target));
    root.addEventListener('pointerdown', (event) => this.#take(event.target));
  }

  /** @param {EventTarget|null} target */
  #take(target) {
    const cell = target instanceof HTMLElement ? target.closest('[data-cell]') : null;
    if (cell instanceof HTMLElement) this.select(Number(cell.dataset.cell));
  }

  /** @param {number} cell */
  focus(cell) {
    this.cells[cell]?.focus({ preventScroll: false });
  }

  /**
   * Makes room for the picture of the rules, which may be larger than the grid.
   * @param {State} state
   */
  #place({ board: { side, rules: texts }, layout }) {
    const { backdrop } = layout;
    const [left, top, across, down] = backdrop?.view ?? [0, 0, side, side];
    const [noteTop, noteSides] = noteInsets(layout);
    const columns = Math.ceil(Math.sqrt(side));
    const rows = Math.ceil(side / columns);
    // Two figures side by side are less than 1.3 times as wide as their font is high.
    const noteWidth = (1 - 2 * noteSides) / columns / (side > 9 ? 1.3 : 0.7);
    const noteSize = Math.min(0.25, noteWidth, (1 - noteTop - noteSides) / rows);
    const lengths = {
      side,
      across,
      down,
      left: -left,
      top: -top,
      'note-top': noteTop,
      'note-sides': noteSides,
      'note-size': noteSize,
      'note-columns': columns,
      'note-rows': rows,
    };
    for (const [name, length] of Object.entries(lengths)) this.board.style.setProperty(`--${name}`, `${length}`);
    this.board.classList.toggle('ruled', backdrop !== null);
    this.rules.hidden = backdrop === null;
    if (backdrop) this.rules.src = backdrop.address;
    this.rules.alt = texts.length ? `Rules: ${texts.join('; ')}` : '';
  }

  /** @param {State} state */
  #build(state) {
    const { side } = state.board;
    const shape = JSON.stringify(state.board);
    if (shape === this.shape) return;
    this.shape = shape;
    this.#place(state);
    this.root.setAttribute('aria-rowcount', `${side}`);
    this.root.setAttribute('aria-colcount', `${side}`);
    this.root.dataset.side = `${side}`;
    this.cells = [];
    const { houses } = state.layout;
    // The box or region of each cell: lines between two of them are thick.
    /** @type {number[]} */
    const parts = [];
    houses.filter(({ kind }) => kind === 'box' || kind === 'region').forEach(({ cells }, part) => {
      for (const cell of cells) parts[cell] = part;
    });
    const rows = Array.from({ length: side }, (_, row) => {
      const line = document.createElement('div');
      line.setAttribute('role', 'row');
      line.setAttribute('aria-rowindex', `${row + 1}`);
      for (let column = 0; column < side; column += 1) {
        const cell = document.createElement('div');
        cell.setAttribute('role', 'gridcell');
        cell.setAttribute('aria-colindex', `${column + 1}`);
        const number = row * side + column;
        cell.dataset.cell = `${number}`;
        cell.className = 'cell';
        cell.classList.toggle('below', row > 0 && parts[number] !== parts[number - side]);
        cell.classList.toggle('beside', column > 0 && parts[number] !== parts[number - 1]);
        cell.tabIndex = -1;
        this.cells.push(cell);
        line.append(cell);
      }
      return line;
    });
    this.root.replaceChildren(...rows);
  }

  /**
   * @param {State} state
   * @param {Look} look
   * @param {number} selected
   */
  render(state, look, selected) {
    this.#build(state);
    const digit = digitIn(state, selected);
    const peers = new Set(state.layout.peers[selected]);
    this.cells.forEach((element, cell) => {
      const own = digitIn(state, cell);
      element.tabIndex = cell === selected ? 0 : -1;
      element.setAttribute('aria-label', labelOf(state, look, cell));
      element.setAttribute('aria-selected', `${cell === selected}`);
      element.setAttribute('aria-readonly', `${state.givens[cell] > 0}`);
      element.setAttribute('aria-invalid', `${look.conflicts.has(cell)}`);
      element.classList.toggle('given', state.givens[cell] > 0);
      element.classList.toggle('found', state.found[cell]);
      element.classList.toggle('conflict', look.conflicts.has(cell));
      element.classList.toggle('marked', look.marked.has(cell));
      element.classList.toggle('placing', look.placing.has(cell));
      element.classList.toggle('differing', look.asides.has(cell));
      element.classList.toggle('peer', peers.has(cell));
      element.classList.toggle('same', digit > 0 && own === digit && cell !== selected);
      this.#fill(element, state, look, cell);
    });
  }

  /**
   * Writes what stands in a cell. What is there already stays, so that nothing flickers.
   * @param {HTMLElement} element
   * @param {State} state
   * @param {Look} look
   * @param {number} cell
   */
  #fill(element, state, look, cell) {
    const digit = digitIn(state, cell);
    const { shown, isNoted, losing } = notesIn(state, look, cell);
    const aside = look.asides.get(cell);
    const key = JSON.stringify([digit, digit ? [] : shown, [...(losing ?? [])], aside, look.placing.get(cell), isNoted]);
    if (element.dataset.key === key) return;
    element.dataset.key = key;
    if (digit || aside || (look.placing.has(cell) && !shown.length)) {
      const text = document.createElement('span');
      text.className = digit ? 'digit' : aside ? 'aside' : 'digit coming';
      text.textContent = `${digit || aside || look.placing.get(cell)}`;
      element.replaceChildren(text);
      return;
    }
    if (!shown.length) {
      element.replaceChildren();
      return;
    }
    const list = document.createElement('span');
    list.className = isNoted ? 'notes' : 'notes faint';
    for (let note = 1; note <= state.board.side; note += 1) {
      const place = document.createElement('span');
      // The blank behind each parts them where the text is read as one.
      if (shown.includes(note)) place.textContent = `${note} `;
      if (losing?.has(note)) place.className = 'lost';
      if (look.placing.get(cell) === note) place.className = 'taken';
      list.append(place);
    }
    element.replaceChildren(list);
  }
}
