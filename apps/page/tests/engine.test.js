import assert from 'node:assert/strict';
import test from 'node:test';

import { ask, lines } from '../js/engine/api.js';
import { Fault, Unreachable } from '../js/engine/fault.js';

/**
 * Answers all requests of a test, and returns them.
 * @param {import('node:test').TestContext} context
 * @param {(signal: AbortSignal|null) => Promise<Response>} answer
 */
function answering(context, answer) {
  /** @type {{url: string, body: any}[]} */
  const asked = [];
  context.mock.method(globalThis, 'fetch', (/** @type {string} */ url, /** @type {any} */ { body, signal }) => {
    asked.push({ url, body: body && JSON.parse(body) });
    return answer(signal);
  });
  return asked;
}

/** Answers never, until the request is aborted. @param {AbortSignal|null} signal @returns {Promise<Response>} */
const never = (signal) =>
  new Promise((_, reject) => {
    if (signal?.aborted) reject(signal.reason);
    signal?.addEventListener('abort', () => reject(signal.reason));
  });

test('without a word of the page the server is asked', async (context) => {
  const asked = answering(context, async () => Response.json({ status: 'unique' }));
  assert.deepEqual(await ask('solve', /** @type {any} */ ({ givens: [] })), { status: 'unique' });
  assert.deepEqual(await ask('formats', undefined), { status: 'unique' });
  assert.deepEqual(asked, [
    { url: '/api/v1/solve', body: { givens: [] } },
    { url: '/api/v1/formats', body: undefined },
  ]);
});

test('a question that is aborted ends its request, and is no fault', async (context) => {
  answering(context, never);
  const controller = new AbortController();
  const asked = ask('solve', /** @type {any} */ ({}), controller.signal);
  controller.abort();
  await assert.rejects(asked, (error) => error.name === 'AbortError' && !(error instanceof Fault));
  await assert.rejects(ask('solve', /** @type {any} */ ({}), AbortSignal.abort()), { name: 'AbortError' });
});

test('a fault of the server has its message, and no answer another', async (context) => {
  const error = { error: { message: 'expected 81 cells, found 3' } };
  answering(context, async () => Response.json(error, { status: 422 }));
  await assert.rejects(ask('solve', /** @type {any} */ ({})), new Fault('expected 81 cells, found 3', { isOfEngine: true }));
  context.mock.restoreAll();
  answering(context, () => Promise.reject(new TypeError('failed')));
  await assert.rejects(ask('solve', /** @type {any} */ ({})), Unreachable);
});

test('lines are divided where they end, not where their parts end', async (context) => {
  const parts = ['{"count":"1"}\n{"cou', 'nt":"2"}\n'];
  answering(context, async () => new Response(ReadableStream.from(parts.map((part) => new TextEncoder().encode(part)))));
  const counts = [];
  for await (const { count } of lines('count', /** @type {any} */ ({}), new AbortController().signal)) counts.push(count);
  assert.deepEqual(counts, ['1', '2']);
});

test('a connection that ends within an answer is a server that does not answer', async (context) => {
  const cut = () => new Response(new ReadableStream({
    start(stream) {
      stream.enqueue(new TextEncoder().encode('{"count":'));
      stream.error(new TypeError('Error in input stream'));
    },
  }));
  answering(context, async () => cut());
  await assert.rejects(ask('solve', /** @type {any} */ ({})), Unreachable);
  await assert.rejects(lines('count', /** @type {any} */ ({}), new AbortController().signal).next(), Unreachable);
});
