import assert from 'node:assert/strict';
import test from 'node:test';

import { fragmentIn, fromFragment, toFragment } from '../js/model/link.js';
import { startedState } from '../js/model/puzzle.js';
import { plainLayout } from './boards.js';

const layout = plainLayout(2, 2);
const GIVENS = [1, 0, 0, 0, 0, 0, 2, 0, 0, 3, 0, 0, 0, 0, 0, 4];

test('a state comes back from its link', () => {
  const lists = GIVENS.map((given) => (given ? [] : [1, 2]));
  const state = startedState(layout, GIVENS, {
    placed: GIVENS.map((given, cell) => (given || cell > 3 ? 0 : 3)),
    found: GIVENS.map((_, cell) => cell === 1),
    corner: lists,
    centre: GIVENS.map(() => [4]),
    colors: GIVENS.map((_, cell) => (cell % 3 ? [cell % 9 + 1] : [2, 5])),
    pen: ['0-1', '4-8'],
    cosmetics: [{ kind: 'line', points: [[0.5, 0.5], [1.5, 2]], color: '#123456', width: 0.2 }, { kind: 'text', at: [2, 2], text: '5 & 6', size: 0.4 }],
    fog: { lit: ['r1c1', 'r4c4'] },
    removed: GIVENS.map((_, cell) => (cell === 5 ? [3] : [])),
    stated: GIVENS.map((_, cell) => (cell % 4) + 1),
    title: 'Try & see #1',
    author: 'A. Setter',
    ruleset: 'Usual rules;\nand more.',
    level: 'Easy',
  });
  const read = fromFragment(toFragment(state));
  if (!read) throw new Error('a puzzle expected');
  assert.deepEqual(read.shape, { side: 4, box: [2, 2], values: [1, 4], rules: [] });
  for (const [name, value] of Object.entries(read.parts)) {
    assert.deepEqual(value, state[/** @type {keyof typeof state} */ (name)], name);
  }
});

test('rules travel with the link', () => {
  const state = { ...startedState(layout, GIVENS), board: { ...layout.board, rules: ['x', 'thermo r1c1 r2c1'] } };
  assert.deepEqual(fromFragment(toFragment(state))?.shape.rules, ['x', 'thermo r1c1 r2c1']);
});

test('a digit 0 travels with the link', () => {
  const board = { ...layout.board, values: [0, 8], rules: ['values 0-8'] };
  const givens = GIVENS.map((given) => given - 1);
  const placed = givens.map((given, cell) => (given < 0 && cell === 2 ? 0 : -1));
  const corner = givens.map((given) => (given < 0 ? [0, 8] : []));
  const state = startedState({ ...layout, board }, givens, { placed, corner });
  const read = fromFragment(toFragment(state));
  assert.deepEqual(read?.shape.values, [0, 8]);
  assert.deepEqual([read?.parts.givens, read?.parts.placed, read?.parts.corner], [givens, placed, corner]);
  assert.equal(read?.parts.isLocked, true);
});

test('letters in cells travel with the link', () => {
  const letters = GIVENS.map((given, cell) => (given ? '' : 'AZ'[cell % 2]));
  assert.deepEqual(fromFragment(toFragment(startedState(layout, GIVENS, { letters })))?.parts.letters, letters);
  assert.throws(() => fromFragment(`p=${'.'.repeat(81)}&v=AB`), /expected letters or dots for 81 cells/);
});

test('what is wrong with a link is said', () => {
  assert.equal(fromFragment(''), null);
  assert.equal(fromFragment('x=1'), null);
  assert.throws(() => fromFragment('p=123'), /expected 81 cells for the givens, found 3/);
  assert.throws(() => fromFragment('b=99x99&p=1'), /expected boxes such as 3x3/);
  assert.throws(() => fromFragment(`p=${'z'.repeat(81)}`), /expected digits up to 9/);
  assert.throws(() => fromFragment(`p=${'.'.repeat(81)}&n=1-2`), /expected 81 lists of notes, found 2/);
});

test('links of this page are recognized in pasted text', () => {
  assert.equal(fragmentIn(' http://localhost:8000/#b=3x3&p=123 \n'), 'b=3x3&p=123');
  assert.equal(fragmentIn('https://example.org/?p=3#top'), null);
  assert.equal(fragmentIn('53..7....'), null);
});

test('whether givens are fixed is stored, not guessed', () => {
  const blank = startedState(layout, GIVENS.map(() => 0));
  assert.equal(fromFragment(toFragment({ ...blank, isLocked: true }))?.parts.isLocked, true);
  assert.equal(fromFragment(toFragment({ ...startedState(layout, GIVENS), isLocked: false }))?.parts.isLocked, false);
});

test('one color in a cell, as in earlier links, is read', () => {
  assert.deepEqual(fromFragment(`b=2x2&p=${'.'.repeat(16)}&c=3${'.'.repeat(15)}`)?.parts.colors?.slice(0, 2), [[3], []]);
});

test('drawings that are none are refused', () => {
  for (const text of ['{', '{}', '[1]', '[{"kind":"line"}]', '[{"kind":"shape","at":[1]}]', '[null]']) {
    assert.throws(() => fromFragment(`p=${'.'.repeat(81)}&g=${encodeURIComponent(text)}`), /expected drawings/, text);
  }
  assert.throws(() => fromFragment(`p=${'.'.repeat(81)}&d=1-99`), /expected lines/);
});
