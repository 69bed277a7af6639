import assert from 'node:assert/strict';
import test from 'node:test';

import { commandOf } from '../js/model/keyboard.js';
import { between, extended, only, toggled, within } from '../js/model/selection.js';

/** @param {string} key @param {Partial<import('../js/model/keyboard.js').Key>} [held] */
function pressed(key, held = {}, /** @type {Parameters<typeof commandOf>[1]} */ grid = { active: 40, side: 9, hasLetters: false }) {
  const code = /^\d$/.test(key) ? `Digit${key}` : '';
  return commandOf({ key, code, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held }, grid);
}

test('arrows move, and Shift selects more', () => {
  assert.deepEqual(pressed('ArrowLeft'), { kind: 'move', cell: 39, extends: false });
  assert.deepEqual(pressed('ArrowDown', { shiftKey: true }), { kind: 'move', cell: 49, extends: true });
  assert.deepEqual(pressed('w'), { kind: 'move', cell: 31, extends: false });
  assert.deepEqual(pressed('ArrowUp', {}, { active: 3, side: 9, hasLetters: false }), { kind: 'move', cell: 3, extends: false });
  assert.deepEqual(pressed('End', { ctrlKey: true }), { kind: 'move', cell: 76, extends: false });
});

test('digits are entered in the mode of what is held', () => {
  assert.deepEqual(pressed('5'), { kind: 'write', digit: 5, mode: null });
  assert.deepEqual(pressed('%', { code: 'Digit5', shiftKey: true }), { kind: 'write', digit: 5, mode: 'corner' });
  assert.deepEqual(pressed('5', { ctrlKey: true }), { kind: 'write', digit: 5, mode: 'centre' });
  assert.deepEqual(pressed('5', { ctrlKey: true, shiftKey: true }), { kind: 'write', digit: 5, mode: 'color' });
});

test('0 is a digit, which the board may not have, and a dot clears', () => {
  assert.deepEqual(pressed('0'), { kind: 'write', digit: 0, mode: null });
  assert.deepEqual(pressed('.'), { kind: 'write', digit: null, mode: null });
});

test('letters are digits on large boards if they are wanted', () => {
  const large = { active: 0, side: 16, hasLetters: true };
  assert.deepEqual(pressed('g', {}, large), { kind: 'write', digit: 16, mode: null });
  assert.deepEqual(pressed('a', {}, large), { kind: 'write', digit: 10, mode: null });
  assert.deepEqual(pressed('h', {}, large), { kind: 'action', name: 'hint' });
  // A board may have more digits than cells in a row.
  assert.deepEqual(pressed('g', {}, { active: 0, side: 9, most: 16, hasLetters: true }), { kind: 'write', digit: 16, mode: null });
});

test('keys of the browser are left alone', () => {
  assert.equal(pressed('r', { ctrlKey: true }), undefined);
  assert.equal(pressed('ArrowLeft', { altKey: true }), undefined);
  assert.equal(pressed('F5'), undefined);
  assert.deepEqual(pressed('z', { ctrlKey: true, shiftKey: true }), { kind: 'action', name: 'redo' });
  assert.deepEqual(pressed('ä'), { kind: 'refused', character: 'ä' });
});

test('a selection grows, loses cells and is never empty', () => {
  const two = extended(only(3), 4);
  assert.deepEqual([...two.cells], [3, 4]);
  assert.deepEqual([...toggled(two, 3).cells], [4]);
  assert.deepEqual([...toggled(only(3), 3).cells], [3]);
  assert.deepEqual(within(extended(only(80), 2), 4), only(2));
});

test('a fast pointer skips no cell', () => {
  assert.deepEqual(between(0, 3, 9), [1, 2, 3]);
  assert.deepEqual(between(0, 20, 9), [10, 20]);
  assert.deepEqual(between(5, 5, 9), [5]);
});
