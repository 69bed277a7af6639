/**
 * What all parts of the page share: the state with its history, what is shown beside it, and the one message.
 * @module
 *
 * @typedef {import('./puzzle.js').State} State
 * @typedef {import('./grid.js').Look} Look
 */

import { ask, Fault } from './api.js';
import { Grid, plainLook } from './grid.js';
import { History } from './history.js';
import { drawOverlay } from './overlay.js';
import { cellOf, digitIn, toQuestion } from './puzzle.js';
import { keep } from './store.js';

/**
 * The element with this id.
 * @param {string} id
 * @returns {any}
 */
export function byId(id) {
  const element = document.getElementById(id);
  if (!element) throw new Error(`no element ${id}`);
  return element;
}

export class App {
  /** @param {State} state */
  constructor(state) {
    this.history = new History(state);
    this.selected = 0;
    /** @type {'clue'|'digit'|'note'} */
    this.mode = 'clue';
    this.look = plainLook();
    /** The step that is drawn over the grid. @type {import('./api.js').Step|null} */
    this.step = null;
    /** What is shown instead of the state, while an explanation is read. @type {State|null} */
    this.view = null;
    this.showsCandidates = false;
    /** Counts changes, so that late answers about earlier states are dropped. */
    this.version = 0;
    /** What was undone or redone last, until the next change. */
    this.stepped = '';
    /** @type {(() => void)[]} */
    this.listeners = [];
    this.grid = new Grid(byId('grid'), (cell) => this.select(cell));
  }

  /** @returns {State} */
  get state() {
    return this.history.state;
  }

  /**
   * Says something, to eyes and ears alike.
   * @param {string} text
   * @param {'plain'|'good'|'bad'} [kind]
   */
  say(text, kind = 'plain') {
    const message = byId('message');
    if (message.textContent !== text) message.textContent = text;
    message.dataset.kind = kind;
  }

  /**
   * Runs something that asks the server, and says what goes wrong.
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

  /** @param {() => void} listener called after each change of the state */
  onChange(listener) {
    this.listeners.push(listener);
  }

  /**
   * Goes on to another state, which can be undone.
   * @param {string} words what is done
   * @param {State} state
   */
  change(words, state) {
    if (state === this.state) return;
    this.history.push(words, state);
    this.#changed();
  }

  undo() {
    const words = this.history.undo();
    this.#changed();
    this.#stepped(words ? `Undone: ${words}` : 'Nothing to undo');
  }

  redo() {
    const words = this.history.redo();
    this.#changed();
    this.#stepped(words ? `Redone: ${words}` : 'Nothing to redo');
  }

  /** Says what was undone or redone; what is found about the state comes behind it. @param {string} words */
  #stepped(words) {
    this.say(words);
    this.stepped = `${words}. `;
  }

  #changed() {
    this.version += 1;
    this.stepped = '';
    const { side } = this.state.board;
    this.selected = Math.min(this.selected, side * side - 1);
    this.clearLook();
    for (const listener of this.listeners) listener();
    keep(this.state);
    this.render();
    this.attempt(() => this.#check());
  }

  /** Takes away hints and answers, which speak of another state. */
  clearLook() {
    const { conflicts, candidates } = this.look;
    this.look = { ...plainLook(), conflicts, candidates };
    this.step = null;
    this.view = null;
  }

  /** Asks for the conflicts, and names them. */
  async #check() {
    const { version, state } = this;
    const question = toQuestion(state);
    const [answer, candidates] = await Promise.all([
      ask('check', question),
      this.showsCandidates ? ask('candidates', question) : null,
    ]);
    if (version !== this.version) return;
    this.look.candidates = candidates?.candidates ?? null;
    this.look.conflicts = new Set();
    for (const { cells } of answer.conflicts) {
      for (const name of cells) this.look.conflicts.add(cellOf(name, state.board.side));
    }
    const items = answer.conflicts.map((/** @type {import('./api.js').Conflict} */ conflict) => {
      const item = document.createElement('li');
      item.textContent = conflict.text;
      return item;
    });
    const list = byId('conflicts');
    list.replaceChildren(...items);
    list.hidden = !items.length;
    if (items.length) this.say(`Conflict: ${answer.conflicts[0].text}`, 'bad');
    else if (answer.solved && byId('message').dataset.kind !== 'good') {
      this.say(`${this.stepped}Solved: every cell is filled without a conflict.`, 'good');
    }
    else if (byId('message').textContent.startsWith('Conflict:')) this.say('No conflicts.');
    this.render();
  }

  /** Asks anew what follows from the state. */
  refresh() {
    this.version += 1;
    this.render();
    return this.attempt(() => this.#check());
  }

  /** @param {number} cell */
  select(cell) {
    if (cell === this.selected) return;
    this.selected = cell;
    this.render();
  }

  /** @param {number} cell */
  moveTo(cell) {
    this.select(cell);
    this.grid.focus(cell);
  }

  /** Shows a step over the grid. @param {import('./api.js').Step} step */
  showStep(step) {
    const { side } = this.state.board;
    this.step = step;
    this.look.marked = new Set([...step.cells, ...step.fins].map((name) => cellOf(name, side)));
    this.look.placing = new Map(step.placements.map(({ cell, digit }) => [cellOf(cell, side), digit]));
    this.look.losing = new Map();
    for (const { cell, digit } of step.eliminations) {
      const place = cellOf(cell, side);
      const digits = this.look.losing.get(place) ?? new Set();
      this.look.losing.set(place, digits.add(digit));
    }
    this.render();
  }

  render() {
    const state = this.view ?? this.state;
    this.grid.render(state, this.look, this.selected);
    drawOverlay(byId('overlay'), state, this.step);
    byId('undo').disabled = !this.history.past.length;
    byId('redo').disabled = !this.history.future.length;
    for (const button of document.querySelectorAll('#keypad [data-digit]')) {
      const digit = Number(/** @type {HTMLElement} */ (button).dataset.digit);
      const left = state.board.side - state.givens.filter((_, cell) => digitIn(state, cell) === digit).length;
      button.classList.toggle('used-up', digit > 0 && left <= 0);
    }
  }
}
