/**
 * Answers requests without a server: workers in the browser run the program in `../wasm`.
 * @module
 */

import { fetched } from './program.js';
import { Workers } from './workers.js';

/** The program, which is downloaded once. @type {Promise<WebAssembly.Module>|undefined} */
let program;

/** @typedef {{createScriptURL(url: string): any}} Policy */

/** @type {{createPolicy(name: string, rules: Policy): Policy}|undefined} */
const trustedTypes = /** @type {any} */ (globalThis).trustedTypes;

/** The policy of the page allows this worker and no other. @type {Policy|undefined} */
let policy;

/** @returns {Promise<Worker>} */
async function start() {
  const { href } = new URL('./worker.js', import.meta.url);
  policy ??= trustedTypes?.createPolicy('excover', { createScriptURL: () => href });
  const worker = new Worker(policy?.createScriptURL('') ?? href, { type: 'module' });
  program ??= fetched(new URL('../wasm/excover_bg.wasm', import.meta.url));
  try {
    worker.postMessage({ module: await program });
  } catch (error) {
    program = undefined;
    worker.terminate();
    throw error;
  }
  return worker;
}

const workers = new Workers(
  start,
  Math.max(2, globalThis.navigator?.hardwareConcurrency ?? 2),
  'The program of this page cannot be loaded. You can play on without it.',
);

/**
 * Returns the answer to a request.
 * @param {string} name
 * @param {object} [question]
 */
export const ask = (name, question) => workers.ask(name, question);

/**
 * Returns the lines of an answer as they come. Aborting ends the work.
 * @param {string} name
 * @param {object} question
 * @param {AbortSignal} signal
 */
export const lines = (name, question, signal) => workers.lines(name, question, signal);
