/**
 * Requests to the server.
 * @module
 */

import { Fault, Unreachable } from './fault.js';

const BASE = '/api/v1/';

/**
 * Sends a request.
 * @param {string} name
 * @param {object|undefined} question the body, if the request has one
 * @param {AbortSignal} [signal]
 * @returns {Promise<Response>}
 */
async function send(name, question, signal) {
  let response;
  try {
    const body = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(question) };
    response = await fetch(`${BASE}${name}`, { ...(question && body), signal: signal ?? null });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Unreachable('The server does not answer: start “dlx sudoku serve” again. You can play on without it.');
  }
  if (!response.ok) {
    const answer = await response.json().catch(() => null);
    throw new Fault(answer?.error?.message ?? `The server answers with status ${response.status}.`);
  }
  return response;
}

/**
 * Returns the answer to a request.
 * @param {string} name
 * @param {object} [question]
 * @returns {Promise<any>}
 */
export async function ask(name, question) {
  return (await send(name, question)).json();
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
    const { value, done } = await reader.read();
    if (done) return;
    const parts = (rest + value).split('\n');
    rest = parts.pop() ?? '';
    for (const part of parts) if (part) yield JSON.parse(part);
  }
}
