/**
 * Measures requests in WebAssembly, or writes them for the native program:
 *
 *     node wasm/tests/speed.js
 *     node wasm/tests/speed.js write | cargo run --release -p dlx-api --example speed
 */

import { readFile } from 'node:fs/promises';

const root = new URL('../../', import.meta.url);
const text = (path) => readFile(new URL(`testdata/${path}`, root), 'utf8');
const puzzles = async (name, count) => {
  const lines = (await text(`sudoku/${name}.txt`)).split('\n').filter((line) => line && !line.startsWith('#'));
  return lines.slice(0, count).map((line) => ({ givens: [...line.slice(0, 81)].map((digit) => Number(digit) || 0) }));
};
const problem = async (name) => ({ problem: await text(`exact-cover/${name}.dlx`) });

/** By name of a group: the name of the request and its bodies. */
const groups = {
  'count covers, queens 12': ['cover-count', [await problem('queens12')]],
  'count covers, Langford 11': ['cover-count', [await problem('langford11')]],
  'list 9,356 covers, pentominoes 6x10': ['covers', [{ ...(await problem('pent6x10')), limit: 10_000 }]],
  'list 10,000 covers, dominoes 8x8': ['covers', [{ ...(await problem('domino8x8')), limit: 10_000 }]],
  'symmetries, soma': ['symmetries', [await problem('soma')]],
  'solve 500 hard puzzles': ['solve', await puzzles('hard', 500)],
  'explain 100 puzzles': ['explain', await puzzles('minimal', 100)],
  'generate 20 hard puzzles': ['generate', Array.from({ length: 20 }, (_, seed) => ({ board: {}, kind: 'unique', level: 'hard', seed }))],
};

if (process.argv[2] === 'write') {
  for (const [group, [name, bodies]] of Object.entries(groups)) {
    for (const body of bodies) console.log([group, name, JSON.stringify(body)].join('\t'));
  }
} else {
  const { ask } = await import(new URL('target/wasm/npm/index.js', root));
  for (const [group, [name, bodies]] of Object.entries(groups)) {
    let best = Infinity;
    for (let run = 0; run < 3; run += 1) {
      const begun = performance.now();
      for (const body of bodies) await ask(name, body);
      best = Math.min(best, performance.now() - begun);
    }
    console.log(`${group}\t${best.toFixed(1)} ms`);
  }
}
