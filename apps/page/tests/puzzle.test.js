import assert from 'node:assert/strict';
import test from 'node:test';

import { labelOf, plainLook } from '../js/board/grid.js';
import { NONE, pushed, redone, undone } from '../js/model/history.js';
import {
  conflictsInHouses,
  withCleared,
  withColor,
  withDigit,
  withGiven,
  withNote,
  withPen,
  withSolution,
  withStep,
  withTrueCandidates,
} from '../js/model/moves.js';
import {
  blankCells,
  blankState,
  candidatesByHouses,
  cellOf,
  digitIn,
  isComplete,
  nameOf,
  remaining,
  startedState,
  withGivensAlone,
  withLayout,
} from '../js/model/puzzle.js';
import { hiddenByFog } from '../js/model/fog.js';
import { plainLayout } from './boards.js';

const layout = plainLayout(2, 2);
const GIVENS = [1, 0, 0, 0, 0, 0, 2, 0, 0, 3, 0, 0, 0, 0, 0, 4];
const started = () => startedState(layout, GIVENS);

/** @param {Partial<import('../js/engine/api.js').Step>} parts @returns {import('../js/engine/api.js').Step} */
const step = (parts) => /** @type {any} */ ({ technique: 'Test', placements: [], eliminations: [], ...parts });

test('cells and their names', () => {
  for (let cell = 0; cell < 625; cell += 1) assert.equal(cellOf(nameOf(cell, 25), 25), cell);
  assert.equal(nameOf(26, 25), 'r2c2');
});

test('an entry removes its notes in cells that see it, and givens stay', () => {
  let state = withNote(started(), 'corner', [1, 2, 15], 4);
  assert.deepEqual(state.corner[15], [], 'a filled cell takes no note');
  state = withDigit(state, [3, 0], 4);
  assert.equal(state.placed[3], 4);
  assert.equal(state.placed[0], 0);
  assert.deepEqual([state.corner[1], state.corner[2]], [[], []]);
  const kept = withDigit(withNote(started(), 'centre', [1], 4), [3], 4, false);
  assert.deepEqual(kept.centre[1], [4]);
});

test('a note that all cells have is removed, otherwise added to all', () => {
  let state = withNote(started(), 'corner', [1], 3);
  state = withNote(state, 'corner', [1, 2], 3);
  assert.deepEqual([state.corner[1], state.corner[2]], [[3], [3]]);
  state = withNote(state, 'corner', [1, 2], 3);
  assert.deepEqual([state.corner[1], state.corner[2]], [[], []]);
});

test('clearing removes digits first, then notes, then colors', () => {
  let state = withColor(withNote(started(), 'centre', [1], 3), [1], 5);
  state = withDigit(state, [1], 2, false);
  state = withCleared(state, [1]);
  assert.deepEqual([state.placed[1], state.centre[1], state.colors[1]], [0, [3], [5]]);
  state = withCleared(state, [1]);
  assert.deepEqual([state.centre[1], state.colors[1]], [[], [5]]);
  state = withCleared(state, [1]);
  assert.deepEqual(state.colors[1], []);
  assert.equal(withCleared(started(), [0]).givens[0], 1, 'givens are fixed');
  assert.equal(withCleared({ ...started(), isLocked: false }, [0]).givens[0], 0);
});

test('0 is a digit on boards that begin with it', () => {
  const lower = { ...layout, board: { ...layout.board, values: [0, 8] } };
  const given = startedState(lower, GIVENS.map((digit) => digit - 1));
  assert.deepEqual([digitIn(given, 0), digitIn(given, 1), given.isLocked], [0, undefined, true]);
  assert.equal(digitIn(withGiven(blankState(lower), [3], 0), 3), 0);
  const placed = withDigit(given, [0, 1], 0);
  assert.deepEqual([placed.placed[0], placed.placed[1], blankCells(placed).length], [-1, 0, 11]);
  assert.equal(conflictsInHouses(placed).length, 2);
  assert.equal(digitIn(withCleared(placed, [1]), 1), undefined);
  assert.deepEqual(candidatesByHouses(given)[1], [1, 3, 4, 5, 6, 7, 8]);
  const usual = withLayout(started(), lower);
  assert.deepEqual(usual.givens.slice(0, 7), [1, -1, -1, -1, -1, -1, 2]);
  assert.deepEqual(withLayout(placed, layout).givens, GIVENS.map((digit) => Math.max(digit - 1, 0)));
  assert.equal(isComplete(withSolution(given, given.givens.map(() => 0))), true);
});

test('conflicts are named by house', () => {
  const state = withGiven(blankState(layout), [0, 3], 2);
  assert.deepEqual(conflictsInHouses(state).map(({ digit, house, cells }) => [digit, house.name, cells]), [[2, 'row 1', [0, 3]]]);
  assert.deepEqual(conflictsInHouses(started()), []);
});

test('an applied elimination notes its own cells only', () => {
  const before = started();
  const candidates = candidatesByHouses(before);
  assert.deepEqual(candidates[1], [2, 4]);
  const after = withStep(before, step({ eliminations: [{ cell: 'r1c2', digit: 2 }] }), candidates);
  assert.deepEqual(after.corner[1], [4]);
  assert.equal(after.corner.filter((notes) => notes.length).length, 1);
  assert.deepEqual(remaining(after, candidatesByHouses(after))[1], [4]);
  // A hint does not take a few notes of the player for all candidates.
  const noted = withNote(before, 'corner', [1], 4);
  assert.deepEqual(remaining(noted, candidates)[1], [2, 4]);
});

test('a solution marks what it has changed, and reset keeps the givens fixed', () => {
  const solution = [1, 2, 4, 3, 3, 4, 2, 1, 4, 3, 1, 2, 2, 1, 3, 4];
  const solved = withSolution(withDigit(started(), [1, 2], 2), solution);
  assert.deepEqual([solved.found[1], solved.found[2], solved.found[0]], [false, true, false]);
  const reset = withGivensAlone(solved);
  assert.equal(reset.isLocked, true);
  assert.deepEqual(reset.placed, reset.placed.map(() => 0));
});

test('regions that were found last until the puzzle is another one', () => {
  const solution = [1, 2, 4, 3, 3, 4, 2, 1, 4, 3, 1, 2, 2, 1, 3, 4];
  const solved = withSolution(started(), solution, 'AABBAABBCCDDCCDD');
  assert.equal(labelOf(solved, plainLook(), 5), 'row 2 column 2, found 4, region A');
  assert.equal(withDigit(solved, [5], 3).regions, solved.regions);
  for (const other of [withGivensAlone(solved), withGiven(solved, [5], 4), withLayout(solved, layout), withSolution(solved, solution)]) {
    assert.equal(other.regions, null);
  }
});

test('true candidates replace the notes of blank cells', () => {
  const noted = withDigit(withNote(started(), 'corner', [1, 2], 3), [5], 4);
  const state = withTrueCandidates(noted, new Map([[1, [2, 4]], [5, [1]]]));
  assert.deepEqual([state.centre[1], state.corner[1], state.corner[2], state.centre[5]], [[2, 4], [], [], []]);
});

test('changes are undone and redone', () => {
  const [first, second] = [started(), withDigit(started(), [1], 2)];
  const history = pushed(NONE, { words: '2 in r1c2', before: first, after: second });
  const back = undone(history, second);
  assert.deepEqual([back?.words, back?.state], ['2 in r1c2', first]);
  assert.equal(undone(NONE, first), undefined);
  const again = back && redone(back.history, back.state);
  assert.deepEqual([again?.words, again?.state], ['2 in r1c2', second]);
  assert.equal(redone(history, second), undefined);
});

test('undo takes back the own change, not what came from another tab meanwhile', () => {
  const before = withColor(started(), [1, 2], 1);
  const after = withColor(withNote(before, 'corner', [1], 3), [1], 2);
  const history = pushed(NONE, { words: 'x', before, after });
  const now = withPen(withColor(withNote(withDigit(after, [3], 4, false), 'corner', [1, 2], 4), [1, 2], 5), 1, 2, true);
  const back = undone(history, now);
  const wanted = withPen(withColor(withNote(withDigit(before, [3], 4, false), 'corner', [1, 2], 4), [1, 2], 5), 1, 2, true);
  assert.deepEqual(back?.state, wanted);
  assert.deepEqual(back && redone(back.history, back.state)?.state, now);
});

test('a cell takes several colors, and gives back each', () => {
  let state = withColor(withColor(started(), [1, 2], 5), [1], 3);
  assert.deepEqual([state.colors[1], state.colors[2]], [[3, 5], [5]]);
  state = withColor(state, [1, 2], 5);
  assert.deepEqual([state.colors[1], state.colors[2]], [[3], []]);
});

test('fog lifts around digits of the solution alone', () => {
  const stated = [1, 2, 4, 3, 3, 4, 2, 1, 4, 3, 1, 2, 2, 1, 3, 4];
  const state = { ...started(), stated, fog: { lit: ['r1c1'] } };
  assert.equal(hiddenByFog(state).length, 15);
  assert.equal(hiddenByFog(withDigit(state, [15 - 4], 1)).length, 15, 'a wrong digit shows nothing');
  assert.equal(hiddenByFog(withDigit(state, [1], 2)).length, 10);
});
