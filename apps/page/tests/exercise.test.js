import assert from 'node:assert/strict';
import test from 'node:test';

import { helpOf, verdict } from '../js/model/exercise.js';
import { statesAlong } from '../js/model/path.js';
import { withDigit, withNote } from '../js/model/moves.js';
import { startedState } from '../js/model/puzzle.js';
import { plainLayout } from './boards.js';

const SOLUTION = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
const layout = plainLayout(2, 2);
const corner = SOLUTION.map((digit, cell) => (cell < 2 ? [] : [digit, (digit % 4) + 1].sort()));
const state = startedState(layout, SOLUTION.map((digit, cell) => (cell < 2 ? digit : 0)), { corner });

/** @param {{placements?: any[], eliminations?: any[]}} what @returns {any} */
const step = (what) => ({ placements: [], eliminations: [], marks: { houses: [], cells: [], links: [], digits: [] }, ...what });

test('a conclusion of a step is found, other entries are judged by the solution', () => {
  const steps = [step({ placements: [{ cell: 'r1c3', digit: 3 }], eliminations: [{ cell: 'r1c4', digit: 1 }] })];
  const judge = (/** @type {import('../js/model/puzzle.js').State} */ after) => verdict(state, after, steps, SOLUTION);
  assert.deepEqual(judge(withDigit(state, [2], 3)), { kind: 'found', step: steps[0] });
  assert.deepEqual(judge(withDigit(state, [2], 4)), { kind: 'digit', cell: 2, digit: 4 });
  assert.deepEqual(judge(withDigit(state, [15], 1)), { kind: 'other', cell: 15, digit: 1 });
  assert.deepEqual(judge(withNote(state, 'corner', [3], 1)), { kind: 'found', step: steps[0] });
  assert.deepEqual(judge(withNote(state, 'corner', [3], 4)), { kind: 'note', cell: 3, digit: 4 });
  assert.deepEqual(judge(withNote(state, 'corner', [4], 4)), { kind: 'other', cell: 4, digit: 4 });
  assert.equal(judge(withNote(state, 'centre', [4], 4)), null);
  assert.equal(judge(state), null);
});

test('help goes from the place to the digits, of a single too', () => {
  assert.deepEqual(helpOf(step({ placements: [{ cell: 'r3c1', digit: 2 }] })), { houses: ['r3'], cells: [], digits: [2] });
});

test('the states along an explanation lose what the steps rule out', () => {
  const steps = [step({ eliminations: [{ cell: 'r1c3', digit: 4 }] }), step({ placements: [{ cell: 'r1c3', digit: 3 }] })];
  const [first, second, last] = statesAlong(state, steps, corner);
  assert.deepEqual(first.corner[2], [3, 4]);
  assert.deepEqual(second.corner[2], [3]);
  assert.equal(last.placed[2], 3);
  // The digit is gone from the notes that see it.
  assert.deepEqual(last.corner[6], corner[6].filter((digit) => digit !== 3));
});
