/**
 * Questions to the server, as /api/openapi.json describes them.
 * @module
 *
 * @typedef {{side: number, box: [number, number], rules: string[]}} Board its box in rows and columns, and rules besides
 * @typedef {{board: Board, givens: number[], placed?: number[], notes?: number[][], allowed?: number[][]}} Puzzle
 * @typedef {{text: string, digit: number, cells: string[]}} Conflict
 * @typedef {{cell: string, digit: number}} Candidate
 * @typedef {{digit: number, cells: string[]}} Node
 * @typedef {{from: Node, strength: 'strong'|'weak', to: Node}} Link
 * @typedef {{technique: string, level: string, score: number, text: string, cells: string[], houses: string[],
 *   covers: string[], fins: string[], digits: number[], sets: {cells: string[], digits: number[]}[], links: Link[],
 *   placements: Candidate[], eliminations: Candidate[], reason: string}} Step
 */

/** What the server says is wrong. */
export class Fault extends Error {}

/**
 * Sends a question.
 * @param {string} name
 * @param {object|undefined} question what is asked, where the answer depends on it
 * @param {AbortSignal} [signal]
 * @returns {Promise<Response>}
 */
async function send(name, question, signal) {
  let response;
  try {
    const body = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(question) };
    response = await fetch(`/api/${name}`, { ...(question && body), signal });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Fault('The server does not answer. Is dlx sudoku serve still running?');
  }
  if (!response.ok) {
    const answer = await response.json().catch(() => null);
    throw new Fault(answer?.error?.message ?? `The server answers with ${response.status}.`);
  }
  return response;
}

/**
 * The answer to a question.
 * @param {string} name
 * @param {object} [question]
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export async function ask(name, question, signal) {
  return (await send(name, question, signal)).json();
}

/**
 * The lines of an answer, as they come. Aborting ends the work on the server.
 * @param {string} name
 * @param {object} question
 * @param {AbortSignal} signal
 * @returns {AsyncGenerator<any>}
 */
export async function* lines(name, question, signal) {
  const response = await send(name, question, signal);
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
