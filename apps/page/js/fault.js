/**
 * The reasons why a request has no answer.
 * @module
 */

/** The message says why the request is not answered. */
export class Fault extends Error {}

/** Nothing answers requests: the server has ended, or the program of the page cannot be loaded. */
export class Unreachable extends Fault {}
