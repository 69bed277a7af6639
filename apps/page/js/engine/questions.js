/**
 * Questions to the engine: one at a time of each kind, each with its own end. A question that is asked again ends the one
 * before, and the answers of others are not touched.
 * @module
 *
 * @typedef {{kind: string, words: string, since: number, cancel: () => void}} Busy a question that is waited for
 */

import { ask, lines } from './api.js';
import { Store } from '../store/store.js';

export class Questions {
  constructor() {
    /** @type {Map<string, AbortController>} */
    this.open = new Map();
    /** What is waited for, for the eyes of the user. */
    this.busy = new Store({ list: /** @type {readonly Busy[]} */ ([]) });
  }

  /**
   * @param {string} kind
   * @param {string} words
   */
  #begin(kind, words) {
    this.cancel(kind);
    const controller = new AbortController();
    this.open.set(kind, controller);
    if (words) {
      const busy = { kind, words, since: Date.now(), cancel: () => controller.abort() };
      this.busy.set({ list: [...this.busy.now.list, busy] });
      controller.signal.addEventListener('abort', () => this.#over(kind, controller));
    }
    return controller;
  }

  /**
   * @param {string} kind
   * @param {AbortController} controller
   */
  #over(kind, controller) {
    if (this.open.get(kind) !== controller) return;
    this.open.delete(kind);
    this.busy.set({ list: this.busy.now.list.filter((other) => other.kind !== kind) });
  }

  /** Ends a question. @param {string} kind */
  cancel(kind) {
    this.open.get(kind)?.abort();
    this.open.delete(kind);
  }

  /** Ends all questions whose kinds begin so. @param {string} start */
  cancelAll(start = '') {
    for (const kind of [...this.open.keys()]) if (kind.startsWith(start)) this.cancel(kind);
  }

  /**
   * Returns the answer, or nothing if the question was ended.
   * @template {keyof import('./api.js').Questions} N
   * @param {string} kind
   * @param {N} name the request
   * @param {import('./api.js').Questions[N]} question
   * @param {string} [words] what is waited for, if the user is to see it
   * @returns {Promise<import('./api.js').Answers[N]|undefined>}
   */
  async ask(kind, name, question, words = '') {
    const controller = this.#begin(kind, words);
    const { signal } = controller;
    try {
      const answer = await ask(name, question, signal);
      return signal.aborted ? undefined : answer;
    } catch (error) {
      if (signal.aborted) return undefined;
      throw error;
    } finally {
      this.#over(kind, controller);
    }
  }

  /**
   * Returns the lines of an answer as they come. They end when the question is ended; `wasEnded` is told so.
   * @template {'count'|'steps'} N
   * @param {string} kind
   * @param {N} name the request
   * @param {import('./api.js').Questions[N]} question
   * @param {{words?: string, wasEnded?: () => void}} [options]
   * @returns {AsyncGenerator<import('./api.js').Answers[N]>}
   */
  async *lines(kind, name, question, { words = '', wasEnded } = {}) {
    const controller = this.#begin(kind, words);
    const { signal } = controller;
    try {
      for await (const line of lines(name, question, signal)) {
        if (signal.aborted) break;
        yield line;
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    } finally {
      if (signal.aborted) wasEnded?.();
      else controller.abort();
      this.#over(kind, controller);
    }
  }
}
