/**
 * Measures requests in WebAssembly, or writes them for the native program:
 *
 *     node apps/page/wasm/tests/speed.js
 *     node apps/page/wasm/tests/speed.js write | cargo run --release -p dlx-api --example speed
 */

import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** Returns the milliseconds that this thread has run, which other programs on the machine do not change. Linux only. */
const processorTime = () => Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e6;

const root = new URL('../../../../', import.meta.url);
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
  const { ask } = await import(new URL(process.env.DLX_NPM ?? 'target/wasm/npm/', root) + 'index.js');
  for (const [group, [name, bodies]] of Object.entries(groups)) {
    const repeat = async () => {
      for (const body of bodies) await ask(name, body);
    };
    // The program is compiled again while it runs, to faster code.
    for (const end = performance.now() + 1000; performance.now() < end;) await repeat();
    const [begun, end] = [processorTime(), performance.now() + 2000];
    let runs = 0;
    for (; performance.now() < end; runs += 1) await repeat();
    console.log(`${group}\t${((processorTime() - begun) / runs).toFixed(1)} ms`);
  }
}
