import assert from 'node:assert/strict';
import test from 'node:test';

import { besideAt, besidesOf, borderAt, cellAt, cornerAt, isNearMiddle, movedTo } from '../js/set/places.js';

test('a point means a cell, or none beside the board', () => {
  assert.equal(cellAt([8.9, 0.1], 9), 8);
  assert.equal(cellAt([0, 8.99], 9), 72);
  for (const point of /** @type {[number, number][]} */ ([[-0.1, 3], [9, 3], [3, 9.2]])) assert.equal(cellAt(point, 9), -1);
});

test('a border means the cells beside it, and the middle of a cell none', () => {
  assert.deepEqual(borderAt([0.95, 0.5], 9), [0, 1]);
  assert.deepEqual(borderAt([1.05, 0.5], 9), [0, 1]);
  assert.deepEqual(borderAt([4.5, 2.9], 9), [22, 31]);
  assert.equal(borderAt([4.5, 4.5], 9), null);
  // The edge of the board is no border of two cells.
  assert.equal(borderAt([0.05, 0.5], 9), null);
});

test('a corner means the four cells around it', () => {
  assert.equal(cornerAt([1.9, 7.95], 9), 64);
  assert.equal(cornerAt([0.2, 0.2], 9), -1);
  assert.equal(cornerAt([8.9, 4], 9), -1);
});

test('a line goes through the cells near whose middles it passes', () => {
  assert.ok(isNearMiddle([3.5, 4.3]));
  assert.ok(!isNearMiddle([3.95, 4.05]));
});

test('clues stand beside rows and columns', () => {
  assert.deepEqual(besideAt([-0.5, 2.5], 9, false), { side: 'left', place: 2 });
  assert.deepEqual(besideAt([9.3, 8.5], 9, false), { side: 'right', place: 8 });
  assert.deepEqual(besideAt([3.5, -0.2], 9, false), { side: 'top', place: 3 });
  assert.deepEqual(besideAt([3.5, 9.2], 9, false), { side: 'bottom', place: 3 });
  for (const point of /** @type {[number, number][]} */ ([[-0.5, -0.5], [3, 3], [12, 3], [-1.5, 3]])) assert.equal(besideAt(point, 9, false), null);
});

test('the half of a place decides where a diagonal goes', () => {
  assert.deepEqual(besideAt([3.2, -0.5], 9, true), { direction: 'down-left', cells: [2] });
  assert.deepEqual(besideAt([3.8, -0.5], 9, true), { direction: 'down-right', cells: [4] });
  assert.deepEqual(besideAt([-0.5, 3.2], 9, true), { direction: 'up-right', cells: [18] });
  assert.deepEqual(besideAt([9.5, 3.8], 9, true), { direction: 'down-left', cells: [44] });
  // Where only one diagonal begins, it is meant.
  assert.deepEqual(besideAt([0.2, -0.5], 9, true), { direction: 'down-right', cells: [1] });
  assert.deepEqual(besideAt([-0.5, -0.5], 9, true), { direction: 'down-right', cells: [0] });
});

test('a cell of the edge has the places beside it', () => {
  assert.deepEqual(besidesOf(0, 9, false), [{ side: 'left', place: 0 }, { side: 'top', place: 0 }]);
  assert.deepEqual(besidesOf(44, 9, false), [{ side: 'right', place: 4 }]);
  assert.deepEqual(besidesOf(40, 9, false), []);
  assert.deepEqual(besidesOf(4, 9, true).map((place) => 'direction' in place && place.direction), ['down-left', 'down-right']);
  assert.deepEqual(besidesOf(40, 9, true), []);
});

test('a copy keeps its shape and stays on the board', () => {
  assert.deepEqual(movedTo([0, 1, 9], 40, 9), [40, 41, 49]);
  assert.deepEqual(movedTo([40, 41, 49], 0, 9), [0, 1, 9]);
  assert.equal(movedTo([0, 1], 8, 9), null);
  assert.equal(movedTo([0, 1], 0, 9), null);
});
