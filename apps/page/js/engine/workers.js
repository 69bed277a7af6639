/**
 * Requests to workers. A worker answers one request at a time, and a request that is aborted ends its worker: nothing
 * else stops a computation there.
 * @module
 *
 * @typedef {{name: string, body: string}} Request
 * @typedef {{ready: true}|{line: string}|{answer: string}|{fault: string}|{broken: string}} Reply the first message; or a line of the answer; or its end, as
 *   JSON; or the reason why there is none, as JSON; or the message of an error after which the worker is of no use
 * @typedef {Pick<Worker, 'postMessage'|'terminate'|'onmessage'|'onerror'>} Started a worker
 */

import { Fault, Unreachable } from './fault.js';

/** Waits until a worker can answer requests. @param {Started} worker */
const ready = (worker) =>
  new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) => ('broken' in data ? reject(new Error(data.broken)) : resolve(undefined));
    worker.onerror = reject;
  });

export class Workers {
  /**
   * @param {() => Promise<Started>} start starts a worker, whose first message says that it is ready
   * @param {number} most the most workers at a time; further requests wait
   * @param {() => string} unreachable returns the message if a worker cannot be started
   */
  constructor(start, most, unreachable) {
    this.unreachable = unreachable;
    this.start = start;
    this.most = most;
    this.started = 0;
    /** @type {Started[]} */
    this.idle = [];
    /** @type {(() => void)[]} */
    this.waiting = [];
  }

  /** Returns a worker that is idle or new, once there may be one. @param {AbortSignal} [signal] */
  async #take(signal) {
    while (!signal?.aborted && !this.idle.length && this.started >= this.most) await this.#turn(signal);
    if (signal?.aborted) {
      this.#wake();
      throw signal.reason;
    }
    const idle = this.idle.pop();
    if (idle) return idle;
    this.started += 1;
    /** @type {Started|undefined} */
    let worker;
    try {
      worker = await this.start();
      await ready(worker);
      return worker;
    } catch (error) {
      console.error(error);
      worker?.terminate();
      this.#left();
      throw new Unreachable(this.unreachable());
    }
  }

  /** Waits until a worker is idle or has ended, or the request is aborted. @param {AbortSignal} [signal] */
  async #turn(signal) {
    /** @type {() => void} */
    let own = () => {};
    await new Promise((resolve) => {
      own = () => resolve(undefined);
      this.waiting.push(own);
      signal?.addEventListener('abort', own, { once: true });
    });
    this.waiting = this.waiting.filter((other) => other !== own);
  }

  #wake() {
    this.waiting.shift()?.();
  }

  /** A worker has ended. */
  #left() {
    this.started -= 1;
    this.#wake();
  }

  /** @param {Started} worker */
  #give(worker) {
    this.idle.push(worker);
    this.#wake();
  }

  /**
   * Runs a request on a worker.
   * @param {string} name
   * @param {object|undefined} question
   * @param {(line: string) => void} onLine
   * @param {AbortSignal} [signal]
   * @returns {Promise<string>} the answer
   */
  async #run(name, question, onLine, signal) {
    const worker = await this.#take(signal);
    const end = () => {
      worker.onmessage = worker.onerror = null;
      worker.terminate();
      this.#left();
    };
    return new Promise((resolve, reject) => {
      const abort = () => {
        end();
        reject(signal?.reason);
      };
      const fail = () => {
        signal?.removeEventListener('abort', abort);
        end();
        reject(new Fault('internal error: a search failed; please report this puzzle'));
      };
      worker.onerror = fail;
      worker.onmessage = ({ data }) => {
        const reply = /** @type {Reply} */ (data);
        if ('line' in reply) {
          onLine(reply.line);
        } else if ('broken' in reply) {
          console.error(reply.broken);
          fail();
        } else {
          signal?.removeEventListener('abort', abort);
          this.#give(worker);
          if ('answer' in reply) resolve(reply.answer);
          else if ('fault' in reply) reject(new Fault(JSON.parse(reply.fault).error.message, { isOfEngine: true }));
        }
      };
      if (signal?.aborted) {
        abort();
        return;
      }
      signal?.addEventListener('abort', abort, { once: true });
      worker.postMessage({ name, body: JSON.stringify(question ?? null) });
    });
  }

  /**
   * Returns the answer to a request.
   * @param {string} name
   * @param {object} [question]
   * @param {AbortSignal} [signal]
   * @returns {Promise<any>}
   */
  async ask(name, question, signal) {
    return JSON.parse(await this.#run(name, question, () => {}, signal));
  }

  /**
   * Returns the lines of an answer as they come. Aborting ends the work.
   * @param {string} name
   * @param {object} question
   * @param {AbortSignal} [signal]
   * @returns {AsyncGenerator<any>}
   */
  async *lines(name, question, signal) {
    const leaving = new AbortController();
    const either = signal ? AbortSignal.any([signal, leaving.signal]) : leaving.signal;
    /** @type {string[]} */
    const come = [];
    let wake = () => {};
    let isOver = false;
    const onLine = (/** @type {string} */ line) => {
      come.push(line);
      wake();
    };
    const run = this.#run(name, question, onLine, either).finally(() => {
      isOver = true;
      wake();
    });
    // What it failed with is thrown at the end of the lines.
    run.catch(() => {});
    try {
      for (;;) {
        const line = come.shift();
        if (line !== undefined) yield JSON.parse(line);
        else if (isOver) break;
        else await new Promise((resolve) => { wake = () => resolve(undefined); });
      }
      await run;
    } finally {
      leaving.abort();
    }
  }

  /** Ends all idle workers. */
  close() {
    for (const worker of this.idle.splice(0)) {
      worker.terminate();
      this.#left();
    }
  }
}
