// The types of the package as a program sees them: the compiler is the test.

import { Problem, ask, count, generate, solve, steps } from 'excover';
import type { Puzzle, Solution } from 'excover';
import { rate } from 'excover/worker';

const puzzle: Puzzle = { board: { side: 4, rules: ['x'] }, givens: [1, 0, 0, 0] };
const solution: Solution = await solve(puzzle);
export const digits: number[] | null = solution.solution;
export const isUnique: boolean = solution.status === 'unique';
// @ts-expect-error A status is one of four words.
export const isUnclear: boolean = solution.status === 'unclear';
// @ts-expect-error A puzzle is a text or an object.
await solve(81);

export const number: bigint = (await count('...', { onProgress: ({ count, fraction }) => [count, fraction] })).count;
export const level: string | null = (await rate('...', { signal: AbortSignal.timeout(100) })).level;
export const made: number[] = (await generate({ board: { side: 6 }, level: 'hard', drawn: ['thermo'] })).solution;
// @ts-expect-error There is no such level.
await generate({ level: 'impossible' });
for await (const { technique, steps: found } of steps(puzzle)) found.map(({ reason }) => `${technique}: ${reason}`);

const problem = new Problem('a b\na\nb\n');
export const first: number[] | null = await problem.first();
export const order: bigint = (await problem.symmetries()).order;
export const kinds: string[] = (await ask('rules', undefined)).map(({ word }) => word);
// @ts-expect-error There is no such request.
await ask('nothing', undefined);
