/**
 * Practice of one technique: a state in which a step by it is to be found.
 * @module
 *
 * @typedef {import('./app.js').App} App
 * @typedef {import('./puzzle.js').State} State
 * @typedef {import('./api.js').Step} Step
 */

import { ask } from './api.js';
import { byId } from './app.js';
import { showReason } from './hints.js';
import { anySeed } from './making.js';
import { cellOf, digitIn, fromAnswer } from './puzzle.js';

/**
 * Whether a conclusion of the step is entered: its digit is placed, or a candidate that it rules out is gone.
 * @param {State} state
 * @param {Step} step
 */
function isEntered(state, step) {
  const { side } = state.board;
  return (
    step.placements.some(({ cell, digit }) => digitIn(state, cellOf(cell, side)) === digit) ||
    step.eliminations.some(({ cell, digit }) => {
      const notes = state.notes[cellOf(cell, side)];
      return notes.length > 0 && !notes.includes(digit);
    })
  );
}

class Practice {
  /**
   * @param {App} app
   * @param {import('./entry.js').Entry} entry
   */
  constructor(app, entry) {
    this.app = app;
    this.entry = entry;
    /** The givens of the exercise. @type {number[]|null} */
    this.givens = null;
    /** The steps that can be found. @type {Step[]} */
    this.steps = [];
  }

  async begin() {
    const { app } = this;
    const { version } = app;
    const practice = byId('practice-technique').value;
    const button = byId('practice');
    button.disabled = true;
    app.say('Searching for a puzzle…');
    try {
      const wish = { board: { side: 9 }, kind: 'unique', practice, seed: anySeed() };
      const answer = await ask('generate', wish);
      if (version !== app.version) return;
      app.change(`exercise in ${practice}`, await fromAnswer(answer));
      this.entry.setMode('note');
      [this.givens, this.steps] = [app.state.givens, answer.steps];
      this.#tell(`Find a step: ${practice}. Remove a note that it rules out, or enter its digit.`);
    } finally {
      button.disabled = false;
    }
  }

  /**
   * @param {string} text
   * @param {'plain'|'good'} [kind]
   */
  #tell(text, kind) {
    byId('practice-text').hidden = false;
    byId('practice-text').textContent = text;
    this.app.say(text, kind);
  }

  /** Looks whether a step is found, after a change. */
  #look() {
    const { app } = this;
    if (app.state.givens !== this.givens) {
      this.givens = null;
      byId('practice-text').hidden = true;
      showReason('practice-reason', null);
      return;
    }
    const found = this.steps.find((step) => isEntered(app.state, step));
    showReason('practice-reason', found);
    // The message follows the one about the entry itself.
    if (found) queueMicrotask(() => this.#tell(`Found: ${found.text}`, 'good'));
  }

  async listen() {
    const { app } = this;
    byId('practice-form').addEventListener('submit', (/** @type {Event} */ event) => {
      event.preventDefault();
      app.attempt(() => this.begin());
    });
    app.onChange(() => this.#look());
    const techniques = await ask('techniques');
    const options = techniques.map((/** @type {{name: string, level: string}} */ { name, level }) => {
      const option = document.createElement('option');
      option.value = name;
      option.textContent = `${name} (${level.toLowerCase()})`;
      return option;
    });
    byId('practice-technique').replaceChildren(...options);
    byId('practice-technique').value = 'X-Wing';
  }
}

/**
 * @param {App} app
 * @param {import('./entry.js').Entry} entry
 */
export function listenPractice(app, entry) {
  return app.attempt(() => new Practice(app, entry).listen());
}
