/**
 * The current state, the states before it, and those that were undone.
 * @module
 *
 * @typedef {import('./puzzle.js').State} State
 * @typedef {{words: string, state: State}} Entry what was done, and the state before or after it
 */

/** The most changes that can be undone. */
const MOST = 1000;

export class History {
  /** @param {State} state */
  constructor(state) {
    this.state = state;
    /** @type {Entry[]} */
    this.past = [];
    /** @type {Entry[]} */
    this.future = [];
  }

  /**
   * Goes on to another state.
   * @param {string} words what is done, such as "5 in row 3 column 4"
   * @param {State} state
   */
  push(words, state) {
    this.past.push({ words, state: this.state });
    if (this.past.length > MOST) this.past.shift();
    this.future = [];
    this.state = state;
  }

  /** Goes back. Returns what was undone, or nothing. */
  undo() {
    return this.#move(this.past, this.future);
  }

  /** Goes forward again. Returns what was redone, or nothing. */
  redo() {
    return this.#move(this.future, this.past);
  }

  /**
   * @param {Entry[]} from
   * @param {Entry[]} to
   */
  #move(from, to) {
    const entry = from.pop();
    if (!entry) return undefined;
    to.push({ words: entry.words, state: this.state });
    this.state = entry.state;
    return entry.words;
  }
}
