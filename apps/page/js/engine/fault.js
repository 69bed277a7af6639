/**
 * The reasons why a request has no answer.
 * @module
 */

/** The message says why the request is not answered. */
export class Fault extends Error {
  /** @param {string} message @param {{isOfEngine?: boolean}} [options] whether the engine says it, in English */
  constructor(message, { isOfEngine = false } = {}) {
    super(message);
    this.isOfEngine = isOfEngine;
  }
}

/** Nothing answers requests: the server has ended, or the program of the page cannot be loaded. */
export class Unreachable extends Fault {}
