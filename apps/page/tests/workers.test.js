import assert from 'node:assert/strict';
import test from 'node:test';

import { Fault, Unreachable } from '../js/engine/fault.js';
import { Workers } from '../js/engine/workers.js';

/** A worker that answers `echo` with its body, `lines` with two lines, and anything else never. */
class Double {
  /** @type {((event: {data: any}) => void)|null} */ onmessage = null;
  onerror = null;
  hasEnded = false;

  constructor() {
    setTimeout(() => this.#reply({ ready: true }));
  }

  /** @param {object} data */
  #reply(data) {
    this.onmessage?.({ data });
  }

  /** @param {{name: string, body: string}} request */
  postMessage({ name, body }) {
    setTimeout(() => {
      if (name === 'echo') this.#reply({ answer: body });
      if (name === 'fault') this.#reply({ fault: '{"error":{"message":"expected this, found that"}}' });
      if (name === 'trap') this.#reply({ broken: 'unreachable' });
      if (name === 'lines' || name === 'count') this.#reply({ line: '{"count":"1"}' });
      if (name === 'lines') {
        this.#reply({ line: '{"count":"2"}' });
        this.#reply({ answer: '' });
      }
    });
  }

  terminate() {
    this.hasEnded = true;
  }
}

/** @param {number} most */
function doubles(most) {
  /** @type {Double[]} */
  const started = [];
  const workers = new Workers(async () => {
    started.push(new Double());
    return /** @type {any} */ (started[started.length - 1]);
  }, most, () => 'no worker');
  return { workers, started };
}

test('a worker answers one request after the other', async () => {
  const { workers, started } = doubles(2);
  assert.deepEqual(await workers.ask('echo', { a: 1 }), { a: 1 });
  assert.deepEqual(await workers.ask('echo', { a: 2 }), { a: 2 });
  await assert.rejects(workers.ask('fault'), new Fault('expected this, found that', { isOfEngine: true }));
  assert.equal(started.length, 1);
});

test('requests wait for a worker when there are as many as there may be', async () => {
  const { workers, started } = doubles(2);
  const answers = await Promise.all([1, 2, 3, 4, 5].map((number) => workers.ask('echo', { number })));
  assert.deepEqual(answers.map(({ number }) => number), [1, 2, 3, 4, 5]);
  assert.equal(started.length, 2);
});

test('lines come one by one', async () => {
  const { workers } = doubles(1);
  const counts = [];
  for await (const { count } of workers.lines('lines', {})) counts.push(count);
  assert.deepEqual(counts, ['1', '2']);
});

test('a request that is aborted ends its worker, and another one answers what waits', async () => {
  const { workers, started } = doubles(1);
  const controller = new AbortController();
  const read = (async () => {
    for await (const { count } of workers.lines('count', {}, controller.signal)) assert.equal(count, '1');
  })();
  const next = workers.ask('echo', { after: true });
  await new Promise((resolve) => { setTimeout(resolve, 20); });
  assert.equal(started.length, 1);
  controller.abort();
  await assert.rejects(read, { name: 'AbortError' });
  assert.ok(started[0].hasEnded);
  assert.deepEqual(await next, { after: true });
  assert.equal(started.length, 2);
});

test('leaving the lines early ends the worker', async () => {
  const { workers, started } = doubles(1);
  for await (const { count } of workers.lines('count', {})) if (count === '1') break;
  assert.ok(started[0].hasEnded);
});

test('a request that is aborted while it waits does not hold up others', async () => {
  const { workers, started } = doubles(1);
  const [first, second] = [new AbortController(), new AbortController()];
  const running = workers.ask('never', {}, first.signal);
  const waiting = workers.ask('echo', {}, second.signal);
  const last = workers.ask('echo', { last: true });
  second.abort();
  await assert.rejects(waiting, { name: 'AbortError' });
  first.abort();
  await assert.rejects(running, { name: 'AbortError' });
  assert.deepEqual(await last, { last: true });
  assert.equal(started.length, 2);
});

test('a worker that breaks is replaced', async (context) => {
  context.mock.method(console, 'error', () => {});
  const { workers, started } = doubles(1);
  await assert.rejects(workers.ask('trap'), /internal error/);
  assert.deepEqual(await workers.ask('echo', 7), 7);
  assert.equal(started.length, 2);
});

test('a worker that cannot be started is said', async (context) => {
  context.mock.method(console, 'error', () => {});
  const workers = new Workers(() => Promise.reject(new Error('404')), 1, () => 'no worker');
  await assert.rejects(workers.ask('echo'), Unreachable);
  await assert.rejects(workers.ask('echo'), /no worker/);
});
