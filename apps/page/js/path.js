/**
 * The explanation as a mode: all steps to the solution, with the grid at each of them.
 * @module
 *
 * @typedef {import('./app.js').App} App
 * @typedef {import('./puzzle.js').State} State
 * @typedef {import('./api.js').Step} Step
 */

import { ask } from './api.js';
import { button, byId, makeButton, make, onPress, showText } from './dom.js';
import { cellOf, remaining, toQuestion, withDigit } from './puzzle.js';
import { showReason } from './reasons.js';

/**
 * Returns the state before each step, and the one after the last: with all candidates as notes, as they are at the
 * step.
 * @param {State} state
 * @param {Step[]} steps
 * @param {number[][]} candidates at the first step
 * @returns {State[]}
 */
export function statesAlong(state, steps, candidates) {
  const { side } = state.board;
  const states = [{ ...state, corner: candidates }];
  for (const step of steps) {
    let after = states[states.length - 1];
    for (const { cell, digit } of step.placements) after = withDigit(after, [cellOf(cell, side)], digit);
    const corner = after.corner.slice();
    for (const { cell: name, digit } of step.eliminations) {
      const cell = cellOf(name, side);
      corner[cell] = corner[cell].filter((note) => note !== digit);
    }
    states.push({ ...after, corner });
  }
  return states;
}

export class Path {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** @type {Step[]} */
    this.steps = [];
    /** @type {State[]} */
    this.states = [];
    this.at = 0;
  }

  async explain() {
    const { app } = this;
    const { state, version } = app;
    app.say('Explaining…');
    const question = toQuestion(state);
    const [answer, { candidates }] = await Promise.all([ask('explain', question), ask('candidates', question)]);
    if (version !== app.version) return;
    if (!answer.steps.length) {
      app.say(answer.text, answer.status === 'solved' ? 'good' : 'bad');
      return;
    }
    this.steps = answer.steps;
    this.states = statesAlong(state, answer.steps, remaining({ ...state, corner: state.corner.map(() => []) }, candidates));
    const items = this.steps.map((step, index) => make('li', {}, makeButton(step.text, () => this.go(index))));
    byId('path-steps').replaceChildren(...items);
    showText('path-text', answer.text);
    document.body.dataset.mode = 'path';
    document.body.classList.add('sheet');
    this.go(0);
    byId('path-steps').focus();
  }

  /** @param {number} index */
  go(index) {
    const { app } = this;
    this.at = Math.min(Math.max(index, 0), this.steps.length);
    app.clearLook();
    app.view = this.states[this.at];
    const step = this.steps[this.at];
    byId('path-steps').querySelectorAll('button').forEach((item, number) => {
      if (number === this.at) {
        item.setAttribute('aria-current', 'step');
        item.scrollIntoView({ block: 'nearest' });
      } else {
        item.removeAttribute('aria-current');
      }
    });
    button('path-first').disabled = button('path-back').disabled = this.at === 0;
    button('path-next').disabled = button('path-last').disabled = this.at === this.steps.length;
    showReason('path-reason', step, app);
    app.say(step ? `Step ${this.at + 1} of ${this.steps.length}: ${step.text}` : 'End of the explanation.');
    if (step) app.showStep(step);
    else app.render();
  }

  close() {
    delete document.body.dataset.mode;
    showText('path-text', '');
    if (!this.steps.length) return;
    this.steps = [];
    this.app.clearLook();
    this.app.say('');
    this.app.render();
    this.app.focus();
  }

  /** Makes the state that is shown the current one. */
  playOn() {
    const { app } = this;
    const { view } = app;
    const number = this.at;
    if (!view) return;
    this.close();
    app.change(`steps up to ${number}`, { ...view, isLocked: true });
    app.say(`Play on from step ${number + 1}.`);
  }

  listen() {
    onPress('explain', () => this.app.attempt(() => this.explain()));
    onPress('path-first', () => this.go(0));
    onPress('path-back', () => this.go(this.at - 1));
    onPress('path-next', () => this.go(this.at + 1));
    onPress('path-last', () => this.go(this.steps.length));
    onPress('path-close', () => this.close());
    onPress('path-play', () => this.playOn());
    document.addEventListener('keydown', (event) => {
      if (!this.steps.length || document.querySelector('dialog[open]')) return;
      const places = {
        ArrowLeft: this.at - 1,
        ArrowUp: this.at - 1,
        ArrowRight: this.at + 1,
        ArrowDown: this.at + 1,
        Home: 0,
        End: this.steps.length,
      };
      if (event.key === 'Escape') this.close();
      else if (event.key in places) this.go(places[/** @type {keyof typeof places} */ (event.key)]);
      else return;
      event.preventDefault();
    }, { capture: true });
    this.app.onChange(() => {
      this.steps = [];
      this.close();
    });
  }
}
