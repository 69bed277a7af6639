/**
 * Practice of one technique: a state in which a step by it is to be found.
 * @module
 *
 * @typedef {import('./app.js').App} App
 * @typedef {import('./puzzle.js').State} State
 * @typedef {import('./api.js').Step} Step
 */

import { ask } from './api.js';
import { byId, onPress, select, showText, whileDisabled } from './dom.js';
import { cellOf, digitIn } from './puzzle.js';
import { showReason } from './reasons.js';
import { stateOf } from './reading.js';

/** Returns a seed at random. */
export const anySeed = () => crypto.getRandomValues(new Uint32Array(1))[0];

/**
 * Returns true if a conclusion of the step is entered: its digit is placed, or a candidate that it rules out is gone.
 * @param {State} state
 * @param {Step} step
 */
export function isEntered(state, step) {
  const { side } = state.board;
  return (
    step.placements.some(({ cell, digit }) => digitIn(state, cellOf(cell, side)) === digit) ||
    step.eliminations.some(({ cell, digit }) => {
      const notes = state.corner[cellOf(cell, side)];
      return notes.length > 0 && !notes.includes(digit);
    })
  );
}

export class Practice {
  /**
   * @param {App} app
   * @param {import('./entry.js').Entry} entry
   */
  constructor(app, entry) {
    this.app = app;
    this.entry = entry;
    /** The steps that can be found. @type {Step[]} */
    this.steps = [];
  }

  async begin() {
    const { app } = this;
    const { version } = app;
    const practice = select('practice-technique').value;
    app.say('Searching for a puzzle…');
    const answer = await ask('generate', { board: { side: 9 }, kind: 'unique', practice, seed: anySeed() });
    if (version !== app.version) return;
    app.open(`exercise in ${practice}`, await stateOf(app, { ...answer, title: `Practice: ${practice}` }));
    this.entry.setMode('corner');
    this.steps = answer.steps ?? [];
    this.#tell(`Find a step: ${practice}. Remove a note that it rules out, or enter its digit.`);
  }

  /**
   * @param {string} text
   * @param {'plain'|'good'} [kind]
   */
  #tell(text, kind) {
    showText('practice-text', text);
    this.app.say(text, kind);
  }

  /** Looks whether a step is found, after a change. @param {boolean} isNew */
  #look(isNew) {
    if (isNew) {
      this.steps = [];
      showText('practice-text', '');
      showReason('practice-reason', null, this.app);
      return;
    }
    const found = this.steps.find((step) => isEntered(this.app.state, step));
    showReason('practice-reason', found, this.app);
    // The message follows the one about the entry itself.
    if (found) queueMicrotask(() => this.#tell(`Found: ${found.text}`, 'good'));
  }

  listen() {
    const { app } = this;
    onPress('practice', () => app.attempt(() => whileDisabled('practice', () => this.begin())));
    app.onChange((isNew) => this.#look(isNew));
  }

  /** @param {{name: string, level: string}[]} techniques */
  offer(techniques) {
    const options = techniques.map(({ name, level }) => new Option(`${name} (${level.toLowerCase()})`, name));
    byId('practice-technique').replaceChildren(...options);
    select('practice-technique').value = 'X-Wing';
  }
}
