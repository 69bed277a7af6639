import assert from 'node:assert/strict';
import test from 'node:test';

import { conclusionOf, divided, housesText, notationOf, partsOf } from '../js/parts/step.js';

/** @param {Partial<import('../js/engine/api.js').Step['marks']>} marks @returns {any} */
const step = (marks, more = {}) => ({
  marks: { houses: [], covers: [], cells: [], fins: [], digits: [], sets: [], links: [], trail: [], ...marks },
  placements: [],
  eliminations: [],
  ...more,
});

test('a long reason is divided at its numbers', () => {
  const texts = ['Suppose that r1c1 is 2.', 'Then r1c2 is 3.', 'Then r3c2 is not 3.', 'So r1c1 is not 2.'];
  const numbers = [undefined, 1, 2, undefined];
  const sentences = /** @type {any[]} */ (texts.map((text, index) => ({ text, number: numbers[index], cells: [], houses: [], candidates: [] })));
  const [lead, first, second, last] = sentences;
  assert.deepEqual(divided(sentences), { lead: [lead], steps: [[first], [second, last]] });
  assert.deepEqual(divided([lead]), { lead: [lead], steps: [] });
});

test('houses of a kind are named together', () => {
  assert.equal(housesText(['r1', 'r5']), 'rows 1 and 5');
  assert.equal(housesText(['c3']), 'column 3');
  assert.equal(housesText(['r1', 'b2', 'r4']), 'rows 1 and 4 and box 2');
});

test('the houses of a fish are its base and its cover, those of other steps houses', () => {
  const fish = step({ houses: ['r1', 'r5'], covers: ['c2', 'c6'], cells: ['r1c2', 'r5c6'], fins: ['r5c5'], digits: [4] }, { eliminations: [{ cell: 'r6c6', digit: 4 }] });
  assert.deepEqual(partsOf(fish).map(({ role, name, text }) => [role, name, text]), [
    ['house', 'step.base', 'rows 1 and 5'],
    ['cover', 'step.cover', 'columns 2 and 6'],
    ['marked', 'step.cells', 'r1c2, r5c6'],
    ['fin', 'step.fins', 'r5c5'],
    ['victim', 'step.removed', 'r6c6 ≠ 4'],
  ]);
  const single = step({ houses: ['b1'], cells: ['r1c1'] }, { placements: [{ cell: 'r1c1', digit: 9 }] });
  assert.deepEqual(partsOf(single).map(({ name }) => name), ['step.houses', 'step.cells', 'step.placed']);
});

test('a conclusion names the cells of a digit once', () => {
  const eliminations = [{ cell: 'r1c1', digit: 2 }, { cell: 'r1c1', digit: 12 }, { cell: 'r1c9', digit: 2 }];
  const show = (/** @type {number} */ digit) => (digit > 9 ? 'C' : `${digit}`);
  assert.equal(conclusionOf(step({}, { eliminations }), show), 'r1c1, r1c9 ≠ 2; r1c1 ≠ C');
});

test('the signs of a step do not repeat its name', () => {
  const technique = 'Forcing Net Contradiction';
  assert.equal(notationOf(/** @type {any} */ ({ technique: 'X-Wing', text: 'X-Wing: 5 r17 c39 => r8c9<>5' })), '5 r17 c39 => r8c9<>5');
  assert.equal(notationOf(/** @type {any} */ ({ technique, text: `${technique} in b7 for 6 => r7c3<>2` })), 'in b7 for 6 => r7c3<>2');
});
