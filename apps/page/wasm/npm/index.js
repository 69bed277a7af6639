/**
 * The functions of the package, on the calling thread.
 * @module
 */

import { compiled } from './js/address.js';
import { Fault } from './js/engine/fault.js';
import { functions } from './js/functions.js';
import { Api, initSync } from './wasm/excover.js';

export { Fault };

/** @type {Promise<void>|undefined} */
let loading;

/** @type {number|undefined} */
let seconds;

/** @type {Api|undefined} */
let api;

/** Returns the program, which is loaded once. */
async function loaded() {
  loading ??= compiled().then((module) => {
    initSync({ module });
  });
  await loading;
  api ??= new Api(seconds);
  return api;
}

/**
 * @param {string} name
 * @param {unknown} question
 * @param {(line: string) => void} onLine
 * @returns {Promise<string>}
 */
async function run(name, question, onLine) {
  const program = await loaded();
  try {
    return program.answer(name, JSON.stringify(question ?? null), onLine);
  } catch (error) {
    if (typeof error === 'string') throw new Fault(JSON.parse(error).error.message);
    // A program that has failed is of no more use.
    loading = api = undefined;
    throw error;
  }
}

export const {
  ask, solve, check, candidates, hint, explain, rate, diagnose, whyNot, generate, parse, write, count, steps, packing,
  Problem,
} = functions({
  ask: async (name, question, signal) => {
    signal?.throwIfAborted();
    return JSON.parse(await run(name, question, () => {}));
  },
  async *lines(name, question, signal) {
    signal?.throwIfAborted();
    /** @type {string[]} */
    const lines = [];
    await run(name, question, (line) => lines.push(line));
    for (const line of lines) yield JSON.parse(line);
  },
});

/** @type {typeof import('./index.d.ts').limitTime} */
export function limitTime(limit) {
  seconds = limit;
  api = undefined;
}
