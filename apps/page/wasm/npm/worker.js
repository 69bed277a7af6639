/**
 * The functions of the package, in workers: an aborted call ends its worker.
 * @module
 */

import { compiled } from './js/address.js';
import { Fault } from './js/engine/fault.js';
import { functions } from './js/functions.js';
import { Workers } from './js/engine/workers.js';

export { Fault };

/** @typedef {import('./js/engine/workers.js').Started} Started */

/** @type {Promise<WebAssembly.Module>|undefined} */
let program;

/** @type {number|undefined} */
let seconds;

/** Returns a worker of Node.js with the methods of one of a browser. @returns {Promise<Started>} */
async function thread() {
  const { Worker: Thread } = await import('node:worker_threads');
  const own = new Thread(new URL('./js/thread.js', import.meta.url), { execArgv: [] });
  /** @type {Started} */
  const worker = {
    onmessage: null,
    onerror: null,
    postMessage(/** @type {unknown} */ message) {
      own.ref();
      own.postMessage(message);
    },
    terminate() {
      own.terminate();
    },
  };
  own.on('message', (data) => {
    // A program ends while its workers are idle.
    if (!('line' in data)) own.unref();
    /** @type {any} */ (worker).onmessage?.({ data });
  });
  own.on('error', (error) => /** @type {any} */ (worker).onerror?.(error));
  return worker;
}

/** @returns {Promise<Started>} */
async function start() {
  program ??= compiled();
  program.catch(() => { program = undefined; });
  const module = await program;
  const worker = typeof Worker === 'undefined'
    ? await thread()
    : new Worker(new URL('./js/engine/worker.js', import.meta.url), { type: 'module' });
  worker.postMessage({ module, seconds });
  return worker;
}

const cores = globalThis.navigator?.hardwareConcurrency ?? 4;
const workers = new Workers(start, Math.max(2, cores), () => 'The program cannot be loaded.');

export const {
  ask, solve, check, candidates, hint, explain, rate, diagnose, whyNot, generate, parse, write, count, steps, packing,
  Problem,
} = functions({
  ask: (name, question, signal) => workers.ask(name, /** @type {object} */ (question), signal),
  lines: (name, question, signal) => workers.lines(name, question, signal),
});

/** @type {typeof import('./index.d.ts').limitTime} */
export function limitTime(limit) {
  seconds = limit;
  workers.close();
}
