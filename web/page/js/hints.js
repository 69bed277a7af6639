/**
 * Hints in three grades, notes, and candidates.
 * @module
 *
 * @typedef {import('./app.js').App} App
 */

import { ask } from './api.js';
import { byId } from './app.js';
import { cellOf, digitIn, toQuestion, withStep } from './puzzle.js';

/** What a hint tells, from least to most. */
const GRADES = /** @type {const} */ (['vague', 'where', 'full']);

/**
 * Applies a step, if there is one.
 * @param {App} app
 * @param {import('./api.js').Step|null} step
 */
export async function carryOut(app, step) {
  if (!step) return;
  const { state, version } = app;
  const { candidates } = await ask('candidates', toQuestion(state));
  if (version !== app.version) return;
  app.change(step.text, withStep(state, step, candidates));
  app.say(`Done: ${step.text}`);
}

/**
 * Shows the reason for a step in an element, or hides it.
 * @param {string} id
 * @param {import('./api.js').Step|null|undefined} step
 */
export function showReason(id, step) {
  byId(id).hidden = !step;
  byId(id).textContent = step?.reason ?? '';
}

export class Hints {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** How many grades have been told of the hint for the state as it is. */
    this.told = 0;
    /** @type {import('./api.js').Step|null} */
    this.step = null;
  }

  forget() {
    this.told = 0;
    this.step = null;
    byId('hint-do').disabled = true;
    byId('hint-text').hidden = true;
    showReason('hint-reason', null);
  }

  /** @param {number} grade 0 to 2 */
  async tell(grade) {
    const { app } = this;
    const { state, version } = app;
    const answer = await ask('hint', { ...toQuestion(state), notes: state.notes, grade: GRADES[grade] });
    if (version !== app.version) return;
    this.told = Math.max(this.told, grade + 1);
    app.clearLook();
    const text = byId('hint-text');
    text.hidden = false;
    text.textContent = answer.text;
    app.say(answer.text, answer.status === 'step' || answer.status === 'solved' ? 'plain' : 'bad');
    const { side } = state.board;
    if (answer.status === 'mistake' && grade > 0) {
      app.look.marked = new Set(answer.cells.map((/** @type {string} */ name) => cellOf(name, side)));
    }
    if (answer.status === 'step' && grade === 1) {
      app.look.marked = new Set(answer.cells.map((/** @type {string} */ name) => cellOf(name, side)));
    }
    this.step = answer.step ?? null;
    byId('hint-do').disabled = !this.step;
    showReason('hint-reason', this.step);
    if (this.step) app.showStep(this.step);
    else app.render();
  }

  /** One grade more than was told. */
  more() {
    return this.tell(Math.min(this.told, GRADES.length - 1));
  }

  async autoNotes() {
    const { app } = this;
    const { state, version } = app;
    const { candidates } = await ask('candidates', toQuestion(state));
    if (version !== app.version) return;
    app.change('auto-notes', { ...state, notes: candidates });
    app.say('All candidates are written as notes.');
  }

  clearNotes() {
    const { app } = this;
    app.change('notes cleared', { ...app.state, notes: app.state.notes.map(() => []) });
    app.say('Notes cleared.');
  }

  listen() {
    const { app } = this;
    GRADES.forEach((grade, number) => {
      byId(`hint-${grade}`).addEventListener('click', () => app.attempt(() => this.tell(number)));
    });
    byId('hint-do').addEventListener('click', () => app.attempt(() => carryOut(app, this.step)));
    byId('notes-auto').addEventListener('click', () => app.attempt(() => this.autoNotes()));
    byId('notes-none').addEventListener('click', () => this.clearNotes());
    byId('show-candidates').addEventListener('change', (/** @type {Event} */ event) => {
      app.showsCandidates = /** @type {HTMLInputElement} */ (event.target).checked;
      app.refresh();
    });
    app.onChange(() => this.forget());
  }
}

/**
 * The states of an explanation: before each step, and after the last.
 * @param {import('./puzzle.js').State} state
 * @param {import('./api.js').Step[]} steps
 * @param {number[][]} candidates
 */
export function statesAlong(state, steps, candidates) {
  let before = { ...state, notes: state.notes.map((_, cell) => (digitIn(state, cell) ? [] : candidates[cell])) };
  const states = [before];
  for (const step of steps) {
    before = withStep(before, step, candidates);
    states.push(before);
  }
  return states;
}
