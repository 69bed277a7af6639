/**
 * Answers requests without a server: workers in the browser run the program in `../../wasm`.
 * @module
 */

import { t } from '../words/words.js';
import { fetched } from './program.js';
import { workerAddress } from './trusted.js';
import { Workers } from './workers.js';

/** The program, which is downloaded once. @type {Promise<WebAssembly.Module>|undefined} */
let program;

/** @returns {Promise<Worker>} */
async function start() {
  const worker = new Worker(workerAddress(), { type: 'module' });
  program ??= fetched(new URL('../../wasm/excover_bg.wasm', import.meta.url));
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
  () => t('engine.missing'),
);

/**
 * Returns the answer to a request. Aborting ends the work.
 * @param {string} name
 * @param {object} [question]
 * @param {AbortSignal} [signal]
 */
export const ask = (name, question, signal) => workers.ask(name, question, signal);

/**
 * Returns the lines of an answer as they come. Aborting ends the work.
 * @param {string} name
 * @param {object} question
 * @param {AbortSignal} signal
 */
export const lines = (name, question, signal) => workers.lines(name, question, signal);
