/**
 * Writing into the grid, by keyboard and by keypad.
 * @module
 *
 * @typedef {import('./app.js').App} App
 */

import { ask } from './api.js';
import { byId } from './app.js';
import { listen } from './keys.js';
import { digitIn, toQuestion, withClue, withDigit, withNote } from './puzzle.js';

/**
 * A cell in words.
 * @param {number} cell
 * @param {number} side
 */
const words = (cell, side) => `row ${Math.floor(cell / side) + 1} column ${(cell % side) + 1}`;

export class Entry {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** The digit that the next one may be written behind, as 1 before 2 for 12; and its cell. */
    this.begun = { cell: -1, digit: 0 };
  }

  /** @param {'clue'|'digit'|'note'} mode */
  setMode(mode) {
    this.app.mode = mode;
    const radio = document.querySelector(`#modes input[value="${mode}"]`);
    if (radio instanceof HTMLInputElement) radio.checked = true;
  }

  /** Writes as suits the state: clues into a blank grid, digits into a puzzle. */
  suitMode() {
    this.setMode(this.app.state.givens.some(Boolean) ? 'digit' : 'clue');
  }

  toggleNotes() {
    this.setMode(this.app.mode === 'note' ? 'digit' : 'note');
    this.app.say(this.app.mode === 'note' ? 'Keys enter notes.' : 'Keys enter digits.');
  }

  /**
   * Writes a digit, or empties the cell for 0.
   * @param {number} key the digit of one key or button
   * @param {boolean} asNote
   */
  write(key, asNote) {
    const { app } = this;
    const { state, selected: cell } = app;
    const { side } = state.board;
    const isNote = (asNote || app.mode === 'note') && key > 0;
    const joined = this.begun.cell === cell && !isNote ? 10 * this.begun.digit + key : 0;
    const digit = joined > 9 && joined <= side ? joined : key;
    this.begun = { cell, digit: isNote || digit > 9 ? 0 : digit };
    if (digit > side) {
      app.say(`Expected a digit from 1 to ${side}, found ${digit}.`, 'bad');
      return;
    }
    const place = words(cell, side);
    if (app.mode === 'clue' && !isNote) {
      if (state.givens[cell] === digit && !state.placed[cell]) return;
      app.change(digit ? `given ${digit} in ${place}` : `${place} cleared`, withClue(state, cell, digit));
      this.#sayWritten(digit, place);
    } else if (state.givens[cell]) {
      app.say(`${place} holds the given ${state.givens[cell]}. Choose “givens” to change it.`, 'bad');
    } else if (isNote && digitIn(state, cell)) {
      app.say(`${place} holds ${digitIn(state, cell)}. Clear it to enter notes.`, 'bad');
    } else if (isNote) {
      const has = state.notes[cell].includes(digit);
      app.change(`note ${digit} in ${place}`, withNote(state, cell, digit));
      app.say(`Note ${digit} ${has ? 'removed' : 'added'}.`);
    } else {
      if (state.placed[cell] === digit && !state.found[cell] && (digit || !state.notes[cell].length)) return;
      const after = withDigit(state, cell, digit);
      if (!digit && !state.placed[cell]) after.notes[cell] = [];
      app.change(digit ? `${digit} in ${place}` : `${place} cleared`, after);
      this.#sayWritten(digit, place);
    }
  }

  /**
   * @param {number} digit
   * @param {string} place
   */
  #sayWritten(digit, place) {
    this.app.say(digit ? `${digit} in ${place}.` : `${place} cleared.`);
  }

  /** Writes the digit of a cell that has one candidate. */
  async accept() {
    const { app } = this;
    const { state, selected, version } = app;
    if (digitIn(state, selected)) return;
    const answer = await ask('candidates', toQuestion(state));
    if (version !== app.version) return;
    const left = answer.candidates[selected];
    if (left.length !== 1) {
      app.say(left.length ? `This cell has ${left.length} candidates: ${left.join(', ')}.` : 'This cell has no candidates.');
      return;
    }
    this.setMode(app.mode === 'clue' ? 'digit' : app.mode);
    const place = words(selected, state.board.side);
    app.change(`${left[0]} in ${place}`, withDigit(state, selected, left[0]));
    this.#sayWritten(left[0], place);
  }

  /** Makes the buttons of the keypad, for touch and mouse. */
  drawKeypad() {
    const { side } = this.app.state.board;
    const keypad = byId('keypad');
    if (keypad.dataset.side === `${side}`) return;
    keypad.dataset.side = `${side}`;
    const buttons = Array.from({ length: side + 1 }, (_, place) => {
      const digit = (place + 1) % (side + 1);
      const button = document.createElement('button');
      button.type = 'button';
      button.dataset.digit = `${digit}`;
      button.textContent = digit ? `${digit}` : '⌫';
      button.setAttribute('aria-label', digit ? `${digit}` : 'Clear the cell');
      button.addEventListener('click', () => {
        this.begun.cell = -1;
        this.write(digit, false);
        this.begun.cell = -1;
      });
      return button;
    });
    keypad.replaceChildren(...buttons);
  }

  /** @param {Record<string, () => void>} actions by letter */
  listen(actions) {
    const { app } = this;
    listen(byId('grid'), {
      state: () => app.state,
      selected: () => app.selected,
      move: (cell) => app.moveTo(cell),
      write: (digit, asNote) => this.write(digit, asNote),
      refuse: (character) =>
        app.say(`Expected a digit from 1 to ${app.state.board.side}, found “${character}”.`, 'bad'),
      accept: () => app.attempt(() => this.accept()),
      actions: { n: () => this.toggleNotes(), ...actions },
    });
    byId('modes').addEventListener('change', (/** @type {Event} */ event) => {
      if (event.target instanceof HTMLInputElement) this.setMode(/** @type {any} */ (event.target.value));
    });
    app.onChange(() => this.drawKeypad());
    this.drawKeypad();
  }
}
