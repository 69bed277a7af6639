/**
 * The functions of the package over anything that answers requests.
 * @module
 *
 * @typedef {import('../index.d.ts').Puzzle} Puzzle
 * @typedef {object} Transport
 * @property {(name: string, question: unknown, signal?: AbortSignal) => Promise<any>} ask
 * @property {(name: string, question: object, signal?: AbortSignal) => AsyncGenerator<any>} lines
 */

/**
 * @param {Transport} transport
 * @returns {import('../index.d.ts').Functions}
 */
export function functions({ ask, lines }) {
  /**
   * Returns the puzzle that a text holds, and what the text says about it.
   * @param {Puzzle|string} puzzle
   * @param {AbortSignal} [signal]
   */
  async function readWhole(puzzle, signal) {
    if (typeof puzzle !== 'string') return { puzzle, words: {} };
    const { puzzles } = await ask('parse', { text: puzzle }, signal);
    const [{ board, givens, placed, allowed, notes, title, author, ruleset, solution }] = puzzles;
    return {
      puzzle: { board, givens, ...(placed && { placed }), ...(allowed && { allowed }), ...(notes && { notes }) },
      words: { title, author, ruleset, ...(solution && { solution }) },
    };
  }

  /** Returns the puzzle that a text holds. @param {Puzzle|string} puzzle @param {AbortSignal} [signal] */
  const read = async (puzzle, signal) => (await readWhole(puzzle, signal)).puzzle;

  /**
   * Returns a function that asks about a puzzle.
   * @param {string} name
   * @returns {(puzzle: Puzzle|string, options?: {signal?: AbortSignal} & object) => Promise<any>}
   */
  const about = (name) => async (puzzle, { signal, ...more } = {}) =>
    ask(name, { ...(await read(puzzle, signal)), ...more }, signal);

  class Problem {
    /** @param {string} text @param {string[]} [pieces] */
    constructor(text, pieces) {
      this.text = text;
      this.pieces = pieces;
    }

    /** @param {{limit?: number, signal?: AbortSignal}} [options] */
    covers({ limit = 1000, signal } = {}) {
      return ask('covers', { problem: this.text, limit }, signal);
    }

    /** @param {{signal?: AbortSignal}} [options] */
    async first({ signal } = {}) {
      const { covers } = await ask('covers', { problem: this.text, limit: 1 }, signal);
      return covers[0] ?? null;
    }

    /** @param {{signal?: AbortSignal}} [options] */
    async count({ signal } = {}) {
      return BigInt((await ask('cover-count', { problem: this.text }, signal)).count);
    }

    /** @param {{signal?: AbortSignal}} [options] */
    async symmetries({ signal } = {}) {
      const { order, generators, item_orbits, option_orbits } = await ask('symmetries', { problem: this.text }, signal);
      return { order: BigInt(order), generators, itemOrbits: item_orbits, optionOrbits: option_orbits };
    }

    /** @param {{limit?: number, signal?: AbortSignal}} [options] */
    async survey({ limit, signal } = {}) {
      const question = { problem: this.text, ...(this.pieces && { pieces: this.pieces }), ...(limit && { limit }) };
      const { distinct, ...found } = await ask('survey', question, signal);
      return { ...found, distinct: distinct === null ? null : BigInt(distinct) };
    }
  }

  /** Returns the rows of a drawing. @param {string|string[]} drawing */
  const rows = (drawing) => (typeof drawing === 'string' ? drawing.replace(/\n+$/, '').split('\n') : drawing);

  return {
    ask: (name, question, { signal } = {}) => ask(name, question, signal),
    solve: about('solve'),
    check: about('check'),
    candidates: async (puzzle, options) => (await about('candidates')(puzzle, options)).candidates,
    hint: (puzzle, options) => about('hint')(puzzle, /** @type {object} */ ({ grade: 'full', ...options })),
    explain: about('explain'),
    rate: about('rate'),
    diagnose: about('diagnose'),
    whyNot: (puzzle, cell, digit, options) => about('why-not')(puzzle, /** @type {object} */ ({ cell, digit, ...options })),
    write: async (text, format, { signal, ...more } = {}) => {
      const { puzzle, words } = await readWhole(text, signal);
      return ask('export', { ...puzzle, ...words, format, ...more }, signal);
    },
    parse: async (text, { signal } = {}) => (await ask('parse', { text }, signal)).puzzles,
    generate: ({ signal, ...wish } = {}) => {
      const seed = Math.floor(Math.random() * 2 ** 32);
      return ask('generate', { board: {}, kind: 'unique', seed, ...wish }, signal);
    },
    count: async (puzzle, { signal, onProgress } = {}) => {
      let last;
      for await (const { count, nodes, fraction, state } of lines('count', await read(puzzle, signal), signal)) {
        last = { count: BigInt(count), nodes, fraction, exact: state === 'exact' };
        if (state === 'running') onProgress?.(last);
      }
      if (!last) throw new Error('the count has ended without a result');
      return { count: last.count, exact: last.exact };
    },
    steps: async function* (puzzle, { signal, ...more } = {}) {
      const question = { ...(await read(puzzle, signal)), ...more };
      for await (const line of lines('steps', question, signal)) if ('steps' in line) yield line;
    },
    packing: async ({ region, pieces, ...turns }, { signal } = {}) => {
      const drawn = pieces.map(({ cells, ...piece }) => ({ ...piece, cells: rows(cells) }));
      const { problem, cells, unplaced } = await ask('packing', { region: rows(region), pieces: drawn, ...turns }, signal);
      return { problem: new Problem(problem, pieces.map(({ name }) => name)), cells, unplaced };
    },
    Problem,
  };
}
