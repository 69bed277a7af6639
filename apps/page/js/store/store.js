/**
 * A value that is replaced, never changed, and those who follow it.
 * @module
 */

/** @template {object} T */
export class Store {
  /** @param {T} first */
  constructor(first) {
    this.now = first;
    /** The value that the listeners saw last, while they have not seen this one. @type {T|null} */
    this.seen = null;
    /** @type {Set<(now: T, before: T) => void>} */
    this.listeners = new Set();
  }

  /**
   * Replaces some members. Listeners are told once all changes of this turn are made.
   * @param {Partial<T>} patch
   */
  set(patch) {
    const changes = Object.entries(patch).some(([name, value]) => this.now[/** @type {keyof T} */ (name)] !== value);
    if (!changes) return;
    if (!this.seen) {
      this.seen = this.now;
      queueMicrotask(() => this.tell());
    }
    this.now = { ...this.now, ...patch };
  }

  /** Tells the listeners at once. */
  tell() {
    const before = this.seen;
    if (!before) return;
    this.seen = null;
    for (const listener of [...this.listeners]) listener(this.now, before);
  }

  /**
   * Calls a function with each new value and the one before.
   * @param {(now: T, before: T) => void} listener
   * @returns {() => void} ends it
   */
  follow(listener) {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }
}
