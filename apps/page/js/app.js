/**
 * What all parts of the page share: the state with its history, the selection, what is shown besides, and the message.
 * @module
 *
 * @typedef {import('./puzzle.js').State} State
 * @typedef {import('./grid.js').Look} Look
 * @typedef {import('./keyboard.js').Mode} Mode
 */

import { ask, Fault } from './api.js';
import { layoutOf } from './boards.js';
import { button, byId } from './dom.js';
import { Grid, plainLook } from './grid.js';
import { History } from './history.js';
import { drawOverlay } from './overlay.js';
import { candidatesByHouses, cellOf, conflictsInHouses, digitIn, isComplete, isGiven, remaining, toQuestion, wrongCells } from './puzzle.js';
import { only, within } from './selection.js';
import { shownDigit } from './settings.js';

export class App {
  /**
   * @param {State} state
   * @param {import('./settings.js').Settings} settings
   */
  constructor(state, settings) {
    this.settings = settings;
    this.history = new History(state);
    /** @type {import('./selection.js').Selection} */
    this.selection = only(0);
    /** @type {Mode} */
    this.mode = 'digit';
    /** The digit chosen in the keypad. @type {number|null} */
    this.chosen = null;
    this.look = plainLook();
    /** The step that is drawn over the grid. @type {import('./api.js').Step|null} */
    this.step = null;
    /** What is shown instead of the state while an explanation is read. @type {State|null} */
    this.view = null;
    /** The cells of a rule in progress. @type {number[]} */
    this.stroke = [];
    this.showsCandidates = false;
    /** By word of a rule, what its kind requires. @type {Map<string, string>} */
    this.kinds = new Map();
    /** The solution if the puzzle has only one, once it was asked for. @type {{givens: number[], digits: number[]|null}|null} */
    this.known = null;
    /** The number of changes, so that answers about earlier states are dropped. */
    this.version = 0;
    /** What was undone or redone last, until the next change. */
    this.stepped = '';
    /** @type {((isNew: boolean) => void)[]} */
    this.listeners = [];
    /** Called when the title, the level, the rules or the settings change. @type {(() => void)[]} */
    this.viewListeners = [];
    this.grid = new Grid(byId('grid'));
  }

  /** @returns {State} */
  get state() {
    return this.history.state;
  }

  /** @param {number} digit */
  show = (digit) => shownDigit(this.settings, digit);

  /**
   * Returns a board in the style of the settings.
   * @param {import('./boards.js').Shape} shape
   */
  layout(shape) {
    const { labels, theme } = this.settings;
    return layoutOf(shape, { labels, theme });
  }

  /**
   * Shows a message, which screen readers speak too.
   * @param {string} text
   * @param {'plain'|'good'|'bad'} [kind]
   */
  say(text, kind = 'plain') {
    const message = byId('message');
    if (message.textContent !== text) message.textContent = text;
    message.dataset.kind = kind;
  }

  /**
   * Runs something that may fail, and says why it did.
   * @param {() => Promise<void>} work
   */
  async attempt(work) {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Fault)) throw error;
      this.say(error.message, 'bad');
    }
  }

  /** @param {(isNew: boolean) => void} listener called after each change of the state; `isNew` for another puzzle */
  onChange(listener) {
    this.listeners.push(listener);
  }

  /**
   * Goes on to another state of the puzzle, which can be undone.
   * @param {string} words what is done
   * @param {State} state
   */
  change(words, state) {
    if (state === this.state) return;
    this.history.push(words, state);
    this.#changed(false);
  }

  /**
   * Opens another puzzle. This can be undone too.
   * @param {string} words
   * @param {State} state
   */
  open(words, state) {
    this.history.push(words, state);
    const first = state.givens.findIndex((_, cell) => !isGiven(state, cell));
    this.selection = only(Math.max(first, 0));
    this.#changed(true);
    this.focus();
  }

  undo() {
    const { givens } = this.state;
    const words = this.history.undo();
    this.#changed(givens !== this.state.givens && this.state.isLocked);
    this.#stepped(words ? `Undone: ${words}` : 'Nothing to undo');
  }

  redo() {
    const { givens } = this.state;
    const words = this.history.redo();
    this.#changed(givens !== this.state.givens && this.state.isLocked);
    this.#stepped(words ? `Redone: ${words}` : 'Nothing to redo');
  }

  /** @param {string} words */
  #stepped(words) {
    this.say(words);
    this.stepped = `${words}. `;
  }

  /** @param {boolean} isNew */
  #changed(isNew) {
    this.version += 1;
    this.stepped = '';
    this.selection = within(this.selection, this.state.board.side);
    this.clearLook();
    this.#showConflicts(conflictsInHouses(this.state));
    for (const listener of this.listeners) listener(isNew);
    this.render();
    this.attempt(() => this.#check());
  }

  /** Removes hints and answers, which are about another state. */
  clearLook() {
    const { conflicts, candidates } = this.look;
    this.look = { ...plainLook(), conflicts, candidates };
    this.step = null;
    this.view = null;
  }

  /**
   * Marks and names the conflicts.
   * @param {{text: string, cells: number[]}[]} conflicts
   * @returns {boolean} whether there are any
   */
  #showConflicts(conflicts) {
    const shown = this.settings.checks === 'nothing' && this.state.isLocked ? [] : conflicts;
    this.look.conflicts = new Set(shown.flatMap(({ cells }) => cells));
    if (shown.length) {
      const more = shown.length > 1 ? ` There ${shown.length === 2 ? 'is 1 more conflict' : `are ${shown.length - 1} more conflicts`}.` : '';
      this.say(`Conflict: ${shown[0].text}.${more}`, 'bad');
    } else if (byId('message').textContent?.startsWith('Conflict:')) {
      this.say('No conflicts.');
    }
    return shown.length > 0;
  }

  /** Asks for what follows from the state: conflicts with rules, wrong digits, candidates. */
  async #check() {
    const { version, state, settings } = this;
    const needsServer = state.board.rules.length > 0;
    const question = toQuestion(state);
    const checksSolution = settings.checks === 'solution' && state.isLocked;
    const [answer, candidates, solution] = await Promise.all([
      needsServer ? ask('check', question) : null,
      this.showsCandidates ? ask('candidates', question) : null,
      checksSolution ? this.solution() : null,
    ]);
    if (version !== this.version) return;
    this.look.candidates = candidates?.candidates ?? null;
    const { side } = state.board;
    const conflicts = answer
      ? answer.conflicts.map(({ text, cells }) => ({
          text,
          cells: cells.map((name) => cellOf(name, side)),
        }))
      : conflictsInHouses(state);
    const hasConflicts = this.#showConflicts(conflicts);
    if (solution) {
      this.look.wrong = new Set(wrongCells(state, solution));
    }
    if (conflicts.length === 0 && isComplete(state) && byId('message').dataset.kind !== 'good') {
      const isSolved = answer?.solved ?? true;
      const words = isSolved ? 'Solved: every cell is filled without a conflict.' : 'Every cell is filled, but some rule does not hold.';
      this.say(`${this.stepped}${words}`, isSolved ? 'good' : 'bad');
    } else if (!hasConflicts && this.look.wrong.size) {
      this.say('A digit is wrong.', 'bad');
    }
    this.render();
  }

  /** Returns the only solution of the puzzle, or null. */
  async solution() {
    const { state } = this;
    if (this.known?.givens !== state.givens) {
      const answer = await ask('solve', { ...toQuestion(state), placed: undefined });
      this.known = { givens: state.givens, digits: answer.status === 'unique' ? answer.solution : null };
    }
    return this.known.digits;
  }

  /** Asks again what follows from the state. */
  refresh() {
    this.version += 1;
    this.render();
    return this.attempt(() => this.#check());
  }

  /**
   * Changes what is said about the puzzle, which is not undone.
   * @param {{title?: string, level?: string}} words
   */
  retitle(words) {
    this.history.state = { ...this.state, ...words };
    this.announceView();
  }

  /** Tells the parts of the page that show the title, the rules or the settings. */
  announceView() {
    for (const listener of this.viewListeners) listener();
  }

  /** Draws the board anew after a change of the settings. */
  async restyle() {
    const layout = await this.layout(this.state.board);
    // The same state on the same board, drawn otherwise: nothing to undo.
    this.history.state = { ...this.state, layout };
    this.announceView();
    await this.refresh();
  }

  /**
   * Selects cells.
   * @param {import('./selection.js').Selection} selection
   * @param {{focuses?: boolean}} [options] whether the focus goes to the active cell, which takes a layout of the page
   */
  select(selection, { focuses = true } = {}) {
    this.selection = selection;
    this.render();
    if (focuses) this.grid.focus(selection.active);
  }

  /** Puts the focus into the grid. */
  focus() {
    this.grid.focus(this.selection.active);
  }

  /** Shows a step over the grid. @param {import('./api.js').Step} step */
  showStep(step) {
    const { side } = this.state.board;
    this.step = step;
    this.look.marked = new Set([...step.marks.cells, ...step.marks.fins].map((name) => cellOf(name, side)));
    this.look.placing = new Map(step.placements.map(({ cell, digit }) => [cellOf(cell, side), digit]));
    this.look.losing = new Map();
    for (const { cell: name, digit } of step.eliminations) {
      const cell = cellOf(name, side);
      this.look.losing.set(cell, (this.look.losing.get(cell) ?? new Set()).add(digit));
    }
    this.render();
  }

  /**
   * Shows the cells and the candidates of which a sentence speaks, or nothing.
   * @param {import('./reasons.js').Sentence|null} sentence
   */
  light(sentence) {
    const { look } = this;
    if (!sentence && !look.named.size && !look.spoken.size) return;
    const state = this.view ?? this.state;
    const { side } = state.board;
    look.named = new Set((sentence?.cells ?? []).map((name) => cellOf(name, side)));
    look.spoken = new Map();
    // A sentence about several cells and digits speaks of those that are candidates.
    const left = sentence ? remaining(state, candidatesByHouses(state)) : [];
    for (const { cell: name, digit, role } of sentence?.candidates ?? []) {
      const cell = cellOf(name, side);
      if (left[cell].includes(digit)) look.spoken.set(cell, (look.spoken.get(cell) ?? new Map()).set(digit, role));
    }
    this.render();
  }

  render() {
    const state = this.view ?? this.state;
    this.grid.render(state, this.look, this.selection, { show: this.show, digit: this.chosen });
    drawOverlay(byId('overlay'), state, this.step, this.stroke);
    button('undo').disabled = !this.history.past.length;
    button('redo').disabled = !this.history.future.length;
    const counts = new Array(state.board.values[1] + 1).fill(0);
    for (let cell = 0; cell < state.givens.length; cell += 1) {
      const digit = digitIn(state, cell);
      if (digit !== undefined) counts[digit] += 1;
    }
    for (const key of byId('keypad').querySelectorAll('[data-digit]')) {
      const digit = Number(/** @type {HTMLElement} */ (key).dataset.digit);
      key.classList.toggle('used-up', this.mode === 'digit' && counts[digit] >= state.board.side);
      const pressed = `${digit === this.chosen}`;
      if (key.getAttribute('aria-pressed') !== pressed) key.setAttribute('aria-pressed', pressed);
    }
  }
}
