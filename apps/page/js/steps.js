/**
 * All steps that are possible in the current state, by technique.
 * @module
 *
 * @typedef {import('./app.js').App} App
 * @typedef {import('./api.js').Step} Step
 * @typedef {{technique: string, level: string, count: number, steps: Step[]}} Group
 */

import { lines } from './api.js';
import { button, byId, input, make, makeButton, onPress, showText } from './dom.js';
import { applyStep, questionOf } from './hints.js';
import { showReason } from './reasons.js';

export class Steps {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** @type {AbortController|null} */
    this.controller = null;
    /** The step that is shown. @type {Step|null} */
    this.step = null;
  }

  async list() {
    const { app } = this;
    this.forget();
    const controller = new AbortController();
    this.controller = controller;
    button('steps-stop').disabled = false;
    showText('steps-text', 'Searching…');
    app.say('Searching for steps…');
    let found = 0;
    /** @type {{status: string, text: string}|null} */
    let end = null;
    try {
      const { without, ...question } = questionOf(app);
      for await (const line of lines('steps', { ...question, all: input('steps-all').checked }, controller.signal)) {
        if ('status' in line) {
          end = line;
        } else if (!without || !without.includes(line.technique)) {
          this.#add(line);
          found += line.count;
          showText('steps-text', `Searching: ${found} steps so far…`);
        }
      }
    } catch (error) {
      if (!controller.signal.aborted) {
        showText('steps-text', '');
        throw error;
      }
    } finally {
      if (this.controller === controller) {
        this.controller = null;
        button('steps-stop').disabled = true;
      }
    }
    if (controller.signal.aborted && byId('steps-text').hidden) return;
    const isComplete = end?.status === 'complete';
    const text = end && (isComplete || !found) ? end.text : `Stopped after ${found} steps. There may be more.`;
    showText('steps-text', text);
    app.say(text, isComplete || !end || found ? 'plain' : 'bad');
  }

  /** Adds the steps of a technique. @param {Group} group */
  #add({ technique, level, count, steps }) {
    const list = byId('steps-list');
    const number = steps.length < count ? `the first ${steps.length} of ${count}` : `${count}`;
    const summary = make('summary', {}, `${technique}: ${number} (${level.toLowerCase()})`);
    const items = steps.map((step) => {
      // The name of the technique is above.
      const item = makeButton(step.text.replace(`${step.technique}: `, ''), () => this.#show(step, item));
      return make('li', {}, item);
    });
    /** @type {Record<string, string>} */
    const attributes = list.childElementCount ? {} : { open: '' };
    list.append(make('details', attributes, summary, make('ol', { class: 'steps' }, ...items)));
    list.hidden = false;
  }

  /**
   * Shows a step over the grid, as a hint does.
   * @param {Step} step
   * @param {HTMLElement} item
   */
  #show(step, item) {
    const { app } = this;
    for (const other of byId('steps-list').querySelectorAll('[aria-current]')) other.removeAttribute('aria-current');
    item.setAttribute('aria-current', 'step');
    this.step = step;
    button('steps-apply').disabled = false;
    showReason('steps-reason', step, app);
    app.clearLook();
    app.say(step.text);
    app.showStep(step);
  }

  stop() {
    this.controller?.abort();
  }

  /** Removes the list, which is about another state. */
  forget() {
    this.stop();
    this.step = null;
    button('steps-apply').disabled = true;
    showText('steps-text', '');
    showReason('steps-reason', null, this.app);
    byId('steps-list').hidden = true;
    byId('steps-list').replaceChildren();
  }

  listen() {
    const { app } = this;
    onPress('steps', () => app.attempt(() => this.list()));
    onPress('steps-stop', () => this.stop());
    onPress('steps-apply', () => app.attempt(() => applyStep(app, this.step)));
    window.addEventListener('pagehide', () => this.stop());
    app.onChange(() => this.forget());
  }
}
