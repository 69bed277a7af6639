/**
 * Requests to the server, as /api/v1/openapi.json describes them.
 * @module
 *
 * @typedef {import('../../types/api').components['schemas']} Schemas
 * @typedef {import('../../types/api').paths} Paths
 * @typedef {Schemas['Step']} Step
 * @typedef {Schemas['Node']} Node
 * @typedef {{side: number, box: number[], rules: string[]}} Board
 * @typedef {{board: Board, givens: number[], placed?: number[], notes?: number[][], allowed?: number[][]}} Puzzle
 */

/**
 * The body of each request, or undefined for one without.
 * @typedef {{[P in keyof Paths as P extends `/api/v1/${infer N}` ? N : never]:
 *   Paths[P] extends {post: {requestBody: {content: {'application/json': infer B}}}} ? B : undefined}} Questions
 */

/**
 * The answer to each request, or a line of it.
 * @typedef {{[P in keyof Paths as P extends `/api/v1/${infer N}` ? N : never]:
 *   Paths[P] extends {post: {responses: {200: {content: {'application/json': infer A}}}}} ? A :
 *   Paths[P] extends {post: {responses: {200: {content: {'application/x-ndjson': infer A}}}}} ? A :
 *   Paths[P] extends {get: {responses: {200: {content: {'application/json': infer A}}}}} ? A : never}} Answers
 */

const BASE = '/api/v1/';

/** An error that the server reports, or that it does not answer. */
export class Fault extends Error {}

/** The server cannot be reached. */
export class Unreachable extends Fault {}

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
 * @template {keyof Questions} N
 * @param {N} name
 * @param {Questions[N]} question
 * @returns {Promise<Answers[N]>}
 */
export async function ask(name, question) {
  return (await send(name, question)).json();
}

/**
 * Returns the lines of an answer as they come. Aborting ends the work on the server.
 * @template {'count'|'steps'} N
 * @param {N} name
 * @param {Questions[N]} question
 * @param {AbortSignal} signal
 * @returns {AsyncGenerator<Answers[N]>}
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
