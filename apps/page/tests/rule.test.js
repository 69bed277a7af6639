import assert from 'node:assert/strict';
import test from 'node:test';

import { fromFragment, partsFragment } from '../js/model/link.js';
import { areWhole, boxLetters, noRegions, painted, renamed, sizesOf, withoutRegion } from '../js/set/regions.js';
import { cellsOf, drawnAs, numberIn, read, rulesAt, write } from '../js/set/rule.js';
import { keyOf, needsNumber, toolsOf, usualNumber } from '../js/set/tools.js';
import { catalogue } from './catalogue.js';

const tools = new Map(toolsOf(catalogue).map((tool) => [keyOf(tool), tool]));

/** @param {string} key */
const tool = (key) => /** @type {import('../js/set/tools.js').Tool} */ (tools.get(key));

test('every rule that is drawn is written and read alike', () => {
  for (const text of [
    'x', 'anti-knight', 'thermo r1c1 r2c2 r3c2', 'whisper 5 r1c1 r1c2', 'sum-line 10 r1c1 r1c2', 'killer 15 r1c1 r1c2', 'sum 9 r1c1 r1c2',
    'rellik 10 r1c1 r1c2 r1c3', 'arrow r1c1 = r1c2 r1c3', 'arrow r1c1 r1c2 = r2c2 r3c3', 'white r1c1 r1c2', 'difference 3 r1c1 r1c2',
    'black r5c5 r6c5', 'ratio 3 r1c1 r1c2', 'x r1c1 r1c2', 'v r1c1 r1c2', 'greater r1c2 r1c1', 'quad r1c1 = 4 5 6', 'clone r1c1 r1c2 = r3c1 r3c2',
    'little-killer 20 r3c1 up-right', 'sandwich row 3 = 12', 'x-sum column 1 top = 25', 'skyscraper row 9 right = 3', 'full-rank row 3 left = 12',
    'even r9c9', 'different r1c1 r5c5', 'equality r1c1 r1c2', 'straights', 'straights r2c2', 'counting-circles r1c1 r2c2',
  ]) {
    const drawn = read(text, tools, 9);
    assert.notEqual(drawn.shape, 'text', text);
    assert.equal(write(drawn, 9), text);
  }
});

test('what is not drawn stays as it is written, with its cells', () => {
  for (const text of ['sum s in {5, 10} r5c1 r6c2 r5c3', 'any(x r1c1 r1c2; thermo r2c1 r3c1)', 'moves 1 3 a != b', 'values 0-8', 'pairs |a-b| >= 3 r1c1 r1c2 as whisper "Dutch whisper"']) {
    const drawn = read(text, tools, 9);
    assert.equal(drawn.shape, 'text', text);
    assert.equal(write(drawn, 9), text);
  }
  assert.deepEqual(read('any(x r1c1 r1c2; thermo r2c1 r1c2)', tools, 9).cells, [0, 1, 9]);
});

test('a killer cage without a sum says that its digits differ', () => {
  const cage = drawnAs(tool('killer'), { cells: [0, 1] });
  assert.equal(write(cage, 9), 'different r1c1 r1c2');
  assert.equal(write({ ...read('different r1c1 r1c2', tools, 9), number: '12' }, 9), 'killer 12 r1c1 r1c2');
  assert.equal(write({ ...read('killer 12 r1c1 r1c2', tools, 9), number: '' }, 9), 'different r1c1 r1c2');
});

test('a rule that lacks its number has no text', () => {
  for (const word of ['sum', 'sandwich', 'little-killer', 'quad']) {
    assert.ok(needsNumber(tool(word).shape), word);
    assert.equal(write(drawnAs(tool(word), { cells: [0], side: 'left', direction: 'down-right' }), 9), null, word);
  }
});

test('the digits of a circle are typed with spaces or without', () => {
  const circle = drawnAs(tool('quad'), { cells: [10] });
  assert.equal(write({ ...circle, number: '123' }, 9), 'quad r2c2 = 1 2 3');
  assert.equal(write({ ...circle, number: '10, 2' }, 16), 'quad r1c11 = 10 2');
});

test('numbers of lines fit the side of the board', () => {
  assert.deepEqual(['whisper', 'lockout', 'modular', 'sum-line', 'thermo'].map((word) => usualNumber(tool(word), 9)), ['5', '4', '3', '10', '']);
  assert.deepEqual(['whisper', 'lockout', 'modular', 'sum-line'].map((word) => usualNumber(tool(word), 6)), ['3', '3', '3', '7']);
});

test('a mark at a point comes before the cages under it, and small cages before large ones', () => {
  const rules = ['killer 20 r1c1 r1c2 r1c3 r2c1', 'killer 3 r1c1 r1c2', 'white r1c1 r1c2', 'quad r1c1 = 1', 'even r1c1', 'skyscraper row 1 left = 4'].map((text) => read(text, tools, 9));
  assert.deepEqual(rulesAt(rules, [1, 0.5], 9), [2, 1, 0]);
  assert.deepEqual(rulesAt(rules, [0.5, 0.5], 9), [1, 0, 4]);
  assert.deepEqual(rulesAt(rules, [0.95, 0.95], 9), [3, 1, 0, 4]);
  assert.deepEqual(rulesAt(rules, [-0.5, 0.5], 9), [5]);
  assert.deepEqual(rulesAt(rules, [8.5, 8.5], 9), []);
});

test('clues read their cells from their own end', () => {
  assert.deepEqual(cellsOf(read('skyscraper row 2 right = 3', tools, 4), 4), [7, 6, 5, 4]);
  assert.deepEqual(cellsOf(read('x-sum column 1 bottom = 3', tools, 4), 4), [12, 8, 4, 0]);
  assert.deepEqual(cellsOf(read('little-killer 9 r3c1 up-right', tools, 4), 4), [8, 5, 2]);
});

test('numbers follow from a solution', () => {
  // A grid of side 4, row by row: 1234 3412 2143 4321.
  const solution = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
  const number = (/** @type {string} */ text) => numberIn(read(text, tools, 4), solution, 4);
  assert.deepEqual(
    ['killer 1 r1c1 r1c2', 'product-cage 1 r1c3 r1c4', 'difference-cage 1 r1c1 r1c4', 'quotient-cage 1 r1c2 r1c4', 'little-killer 1 r1c1 down-right', 'sandwich row 1 = 1', 'x-sum row 1 right = 1', 'skyscraper row 1 left = 1', 'hidden-skyscraper row 2 left = 1', 'numbered-room row 2 left = 1', 'quad r1c1 = 1'].map(number),
    ['3', '12', '3', '2', '10', '5', '10', '4', '1', '1', '1 2 3 4'],
  );
  assert.equal(number('full-rank row 1 left = 1'), '');
});

test('regions are painted, extended and taken over', () => {
  const first = painted(noRegions(4), [0, 1, 2, 3]);
  assert.equal(first.slice(0, 8), 'AAAA....');
  const second = painted(first, [4, 5]);
  assert.equal(painted(second, [4, 8, 9]), 'AAAABB..BB......');
  assert.equal(painted(second, [4, 0]), 'BAAABB..........');
  assert.equal(withoutRegion(second, 4), first);
  assert.deepEqual([...sizesOf(second)], [['A', 4], ['B', 2]]);
  assert.equal(areWhole(second, 4), false);
  const boxes = boxLetters({ side: 4, box: [2, 2] });
  assert.equal(boxes, 'AABBAABBCCDDCCDD');
  assert.ok(areWhole(boxes, 4));
  assert.equal(renamed('1122112233443344'), boxes);
  // A cell more here is one less there.
  assert.equal(areWhole(painted(boxes, [0, 2]), 4), false);
});

test('regions that are being drawn are kept', () => {
  const board = { side: 4, box: [2, 2], values: [1, 4], rules: [] };
  const givens = Array.from({ length: 16 }, () => 0);
  const sketch = 'AABBAABB........';
  assert.equal(fromFragment(partsFragment(board, { givens, sketch }))?.parts.sketch, sketch);
  assert.throws(() => fromFragment(`${partsFragment(board, { givens })}&j=AAB`), /expected letters or dots for 16 cells/);
});
