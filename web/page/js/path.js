/**
 * The whole path of an explanation, to step through, and the rating.
 * @module
 *
 * @typedef {import('./app.js').App} App
 */

import { ask } from './api.js';
import { byId } from './app.js';
import { showReason, statesAlong } from './hints.js';
import { toQuestion } from './puzzle.js';

class Path {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** @type {import('./api.js').Step[]} */
    this.steps = [];
    /** @type {import('./puzzle.js').State[]} */
    this.states = [];
    this.place = 0;
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
    this.states = statesAlong(state, answer.steps, candidates);
    const items = this.steps.map((step, place) => {
      const item = document.createElement('li');
      const button = document.createElement('button');
      button.type = 'button';
      button.textContent = step.text;
      button.addEventListener('click', () => this.go(place));
      item.append(button);
      return item;
    });
    byId('path-steps').replaceChildren(...items);
    byId('path').hidden = false;
    app.say(answer.text);
    this.show(0);
  }

  /** @param {number} place */
  show(place) {
    const { app } = this;
    this.place = Math.min(Math.max(place, 0), this.steps.length);
    app.clearLook();
    app.view = this.states[this.place];
    const step = this.steps[this.place];
    byId('path-steps').querySelectorAll('button').forEach((/** @type {HTMLElement} */ button, /** @type {number} */ one) => {
      if (one === this.place) {
        button.setAttribute('aria-current', 'step');
        button.scrollIntoView({ block: 'nearest' });
      } else {
        button.removeAttribute('aria-current');
      }
    });
    byId('path-back').disabled = byId('path-first').disabled = this.place === 0;
    byId('path-next').disabled = byId('path-last').disabled = this.place === this.steps.length;
    showReason('path-reason', step);
    if (step) app.showStep(step);
    else app.render();
  }

  /** @param {number} place */
  go(place) {
    this.show(place);
    const step = this.steps[this.place];
    const number = `Step ${this.place + 1} of ${this.steps.length}`;
    this.app.say(step ? `${number}: ${step.text}` : 'End of the solution path.');
  }

  close() {
    byId('path').hidden = true;
    if (!this.steps.length) return;
    this.steps = [];
    this.app.clearLook();
    this.app.render();
  }

  listen() {
    byId('explain').addEventListener('click', () => this.app.attempt(() => this.explain()));
    byId('path-first').addEventListener('click', () => this.go(0));
    byId('path-back').addEventListener('click', () => this.go(this.place - 1));
    byId('path-next').addEventListener('click', () => this.go(this.place + 1));
    byId('path-last').addEventListener('click', () => this.go(this.steps.length));
    byId('path-close').addEventListener('click', () => this.close());
    this.app.onChange(() => {
      this.steps = [];
      this.close();
    });
  }
}

/** @param {App} app */
async function rate(app) {
  const { version } = app;
  const answer = await ask('rate', toQuestion(app.state));
  if (version !== app.version) return;
  const text = byId('rating');
  text.hidden = false;
  text.textContent = answer.text;
  app.say(answer.text);
}

/** @param {App} app */
export function listenPath(app) {
  new Path(app).listen();
  byId('rate').addEventListener('click', () => app.attempt(() => rate(app)));
  app.onChange(() => {
    byId('rating').hidden = true;
  });
}
