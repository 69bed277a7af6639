/**
 * Requests to the server.
 * @module
 */

import { t } from '../words/words.js';
import { Fault, Unreachable } from './fault.js';

const BASE = '/api/v1/';

/**
 * Returns what the network gives. A connection that fails or ends early is a server that does not answer.
 * @template T
 * @param {Promise<T>} work
 * @param {AbortSignal} [signal]
 * @returns {Promise<T>}
 */
async function received(work, signal) {
  try {
    return await work;
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Unreachable(t('engine.silent'));
  }
}

/**
 * Sends a request.
 * @param {string} name
 * @param {object|undefined} question the body, if the request has one
 * @param {AbortSignal} [signal]
 * @returns {Promise<Response>}
 */
async function send(name, question, signal) {
  const body = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(question) };
  const response = await received(fetch(`${BASE}${name}`, { ...(question && body), signal: signal ?? null }), signal);
  if (!response.ok) {
    const answer = await response.json().catch(() => null);
    const message = answer?.error?.message;
    throw message ? new Fault(message, { isOfEngine: true }) : new Fault(t('engine.status', { status: response.status }));
  }
  return response;
}

/**
 * Returns the answer to a request. Aborting ends the work on the server.
 * @param {string} name
 * @param {object} [question]
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function ask(name, question, signal) {
  const response = await send(name, question, signal);
  return received(response.json(), signal);
}

/**
 * Returns the lines of an answer as they come. Aborting ends the work on the server.
 * @param {string} name
 * @param {object} question
 * @param {AbortSignal} signal
 * @returns {AsyncGenerator<any>}
 */
export async function* lines(name, question, signal) {
  const response = await send(name, question, signal);
  if (!response.body) return;
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { value, done } = await received(reader.read(), signal);
    if (done) return;
    const parts = (rest + value).split('\n');
    rest = parts.pop() ?? '';
    for (const part of parts) if (part) yield JSON.parse(part);
  }
}
