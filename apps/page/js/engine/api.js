/**
 * The requests of the page, as /api/v1/openapi.json describes them.
 * @module
 *
 * @typedef {import('../../types/api').components['schemas']} Schemas
 * @typedef {import('../../types/api').paths} Paths
 * @typedef {Schemas['Step']} Step
 * @typedef {Schemas['Node']} Node
 * @typedef {{side: number, box: number[], values: number[], rules: string[]}} Board
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

import * as server from './http.js';

export { Fault, Unreachable } from './fault.js';

/** Who answers: the server that the page comes from, or workers in the browser if that is a host of files. */
const engine = globalThis.document?.querySelector('meta[name=engine][content=wasm]') ? import('./static.js') : server;

/**
 * Returns the answer to a request. Aborting ends the work.
 * @type {<N extends keyof Questions>(name: N, question: Questions[N], signal?: AbortSignal) => Promise<Answers[N]>}
 */
export const ask = async (name, question, signal) => (await engine).ask(name, question, signal);

/**
 * Returns the lines of an answer as they come. Aborting ends the work.
 * @type {<N extends 'count'|'steps'>(name: N, question: Questions[N], signal: AbortSignal) => AsyncGenerator<Answers[N]>}
 */
export const lines = async function* (name, question, signal) {
  yield* (await engine).lines(name, question, signal);
};
