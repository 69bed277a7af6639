/**
 * All steps that are possible in the state as it is, by technique.
 * @module
 *
 * @typedef {import('./app.js').App} App
 * @typedef {import('./api.js').Step} Step
 * @typedef {{technique: string, level: string, count: number, steps: Step[]}} Group
 */

import { lines } from './api.js';
import { byId } from './app.js';
import { carryOut } from './hints.js';
import { toQuestion } from './puzzle.js';

class Steps {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** @type {AbortController|null} */
    this.controller = null;
    /** The step that is shown. @type {Step|null} */
    this.step = null;
    /** The reason for it, below it in the list. */
    this.reason = document.createElement('p');
    this.reason.className = 'reason';
  }

  async list() {
    const { app } = this;
    this.forget();
    const controller = new AbortController();
    this.controller = controller;
    byId('steps-stop').disabled = false;
    byId('steps-text').hidden = false;
    byId('steps-text').textContent = 'Searching…';
    app.say('Searching for steps…');
    let found = 0;
    let end = null;
    try {
      const question = { ...toQuestion(app.state), notes: app.state.notes, all: byId('steps-all').checked };
      for await (const line of lines('steps', question, controller.signal)) {
        if ('status' in line) {
          end = line;
          continue;
        }
        this.#add(line);
        found += line.count;
        byId('steps-text').textContent = `Searching: ${found} steps so far…`;
      }
    } catch (error) {
      if (!controller.signal.aborted) {
        byId('steps-text').hidden = true;
        throw error;
      }
    } finally {
      if (this.controller === controller) {
        this.controller = null;
        byId('steps-stop').disabled = true;
      }
    }
    if (controller.signal.aborted && byId('steps-text').hidden) return;
    const isComplete = end?.status === 'complete';
    const text = isComplete || (end && !found) ? end.text : `Stopped after ${found} steps. There may be more.`;
    byId('steps-text').textContent = text;
    app.say(text, isComplete || !end || found ? 'plain' : 'bad');
  }

  /** Adds the steps of a technique. @param {Group} group */
  #add({ technique, level, count, steps }) {
    const list = byId('steps-list');
    const details = document.createElement('details');
    details.open = !list.childElementCount;
    const summary = document.createElement('summary');
    const number = steps.length < count ? `the first ${steps.length} of ${count}` : `${count}`;
    summary.textContent = `${technique}: ${number} (${level.toLowerCase()})`;
    const items = document.createElement('ol');
    items.className = 'steps';
    items.append(...steps.map((step) => this.#item(step)));
    details.append(summary, items);
    list.append(details);
    list.hidden = false;
  }

  /** @param {Step} step */
  #item(step) {
    const item = document.createElement('li');
    const button = document.createElement('button');
    button.type = 'button';
    // The name of the technique is above.
    button.textContent = step.text.replace(`${step.technique}: `, '');
    button.addEventListener('click', () => this.#show(step, button));
    item.append(button);
    return item;
  }

  /**
   * Shows a step over the grid, as a hint does.
   * @param {Step} step
   * @param {HTMLElement} button
   */
  #show(step, button) {
    const { app } = this;
    for (const other of byId('steps-list').querySelectorAll('[aria-current]')) other.removeAttribute('aria-current');
    button.setAttribute('aria-current', 'step');
    this.step = step;
    byId('steps-do').disabled = false;
    this.reason.textContent = step.reason;
    button.after(this.reason);
    app.clearLook();
    app.say(step.text);
    app.showStep(step);
    byId('board').scrollIntoView({ block: 'nearest' });
  }

  stop() {
    this.controller?.abort();
  }

  /** Takes away the list, which is one of another state. */
  forget() {
    this.stop();
    this.step = null;
    byId('steps-do').disabled = true;
    byId('steps-text').hidden = true;
    byId('steps-list').hidden = true;
    byId('steps-list').replaceChildren();
  }

  listen() {
    const { app } = this;
    byId('steps').addEventListener('click', () => app.attempt(() => this.list()));
    byId('steps-stop').addEventListener('click', () => this.stop());
    window.addEventListener('pagehide', () => this.stop());
    byId('steps-do').addEventListener('click', () => app.attempt(() => carryOut(app, this.step)));
    app.onChange(() => this.forget());
  }
}

/** @param {App} app */
export function listenSteps(app) {
  const steps = new Steps(app);
  steps.listen();
  return steps;
}
