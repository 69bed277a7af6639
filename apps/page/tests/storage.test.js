import assert from 'node:assert/strict';
import test from 'node:test';

import { earlierGames, isGame } from '../js/store/library.js';
import { mergedFragments } from '../js/store/merge.js';
import { figures } from '../js/store/statistics.js';
import { loadSettings } from '../js/store/settings.js';
import { load, loadList, isText } from '../js/store/storage.js';

/** @type {Map<string, string>} */
const kept = new Map();
Object.assign(globalThis, { localStorage: { getItem: (/** @type {string} */ name) => kept.get(name) ?? null } });

const DEFAULTS = loadSettings();

const WRONG = ['{}', '[]', 'null', '0', 'true', '"x"', '[null]', '[[]]', '[{}]', '[1, "x"]', '{', '', '{"length": 1}'];

/** @param {string} text */
function isJson(text) {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** @type {import('../js/store/library.js').Game} */
const game = {
  id: 'one', version: 1, key: 'k', kind: 'play', fragment: 'b=2x2&p=1...............&e=0', title: '', level: 'easy', source: '', shape: '4×4',
  filled: 0, blank: 15, seconds: 3, hints: 0, techniques: [], isDone: false, created: 1, moved: 1_700_000_000_000,
};

test('a stored entry of any content leaves a page that works', () => {
  for (const text of WRONG) {
    for (const name of ['games', 'settings', 'place']) kept.set(`dlx-sudoku-${name}`, text);
    assert.deepEqual(earlierGames(), [], text);
    assert.equal(isGame(JSON.parse(isJson(text) ? text : 'null')), false, text);
    assert.deepEqual(loadSettings(), DEFAULTS, text);
    assert.equal(typeof load('place', 'play', isText), 'string', text);
  }
  kept.clear();
});

test('a record of a game is one with every member', () => {
  assert.equal(isGame(game), true);
  for (const name of Object.keys(game)) assert.equal(isGame({ ...game, [name]: undefined }), false, name);
});

test('what is right in a stored list stays', () => {
  kept.set('dlx-sudoku-words', '["a", 1, "b", null]');
  assert.deepEqual(loadList('words', isText), ['a', 'b']);
  const old = { fragment: 'b=2x2&p=1...............', seconds: 3, saved: 5 };
  kept.set('dlx-sudoku-games', JSON.stringify([{ ...old, seconds: '3' }, old, {}, 3]));
  assert.deepEqual(earlierGames(), [old]);
  kept.clear();
});

test('moves of two tabs are merged cell by cell', () => {
  const base = 'b=2x2&p=1...............&s=.2..............&e=0';
  const theirs = 'b=2x2&p=1...............&s=.2..3...........&n=--1--------------'.slice(0, -1) + '&e=0';
  const mine = 'b=2x2&p=1...............&s=.4......1.......&k=--3-------------&e=0';
  const merged = new URLSearchParams(mergedFragments(base, theirs, mine));
  assert.equal(merged.get('s'), '.4..3...1.......');
  assert.equal(merged.get('n'), '--1-------------');
  assert.equal(merged.get('k'), '--3-------------');
});

test('notes, colors and lines of two tabs are merged one by one', () => {
  const fragment = (/** @type {string} */ notes, /** @type {string} */ colors, /** @type {string} */ lines) =>
    `b=2x2&p=1...............&n=-${notes}--------------&k=${colors}---------------&d=${lines}&e=0`;
  const merged = new URLSearchParams(mergedFragments(fragment('12', '5', '1-2'), fragment('124', '56', '0-1.1-2'), fragment('23', '15', '2-3')));
  assert.deepEqual(['n', 'k', 'd'].map((key) => merged.get(key)?.replaceAll(/^-|-+$/g, '')), ['234', '156', '0-1.2-3']);
});

test('the first moves of two tabs are merged too', () => {
  const base = 'b=2x2&p=1...............&e=0';
  const merged = mergedFragments(base, `${base}&s=.2..............`, `${base}&s=...3............`);
  assert.equal(new URLSearchParams(merged).get('s'), '.2.3............');
});

test('a digit that one tab removes does not come back by the move of another', () => {
  const base = 'b=2x2&p=1...............&s=.23.............&e=0';
  const merged = mergedFragments(base, 'b=2x2&p=1...............&s=.2..............&e=0', 'b=2x2&p=1...............&s=.234............&e=0');
  assert.equal(new URLSearchParams(merged).get('s'), '.2.4............');
});

test('another puzzle in the same record is not mixed with the first', () => {
  const mine = 'b=2x2&p=1...............&r=x&e=0';
  assert.equal(mergedFragments('b=2x2&p=1...............&e=0', 'b=2x2&p=1...............&s=.2..............&e=0', mine), mine);
});

test('a streak goes on until a day without a solved game', () => {
  const day = (/** @type {number} */ date) => new Date(2026, 10, date, 12).getTime();
  const done = [28, 27, 26, 24].map((date) => ({ ...game, isDone: true, moved: day(date), seconds: date }));
  assert.deepEqual(figures(done, new Date(2026, 10, 28)), { solved: 4, streak: 3, best: 24 });
  assert.deepEqual(figures(done, new Date(2026, 10, 29)).streak, 3, 'today is not over');
  assert.deepEqual(figures(done, new Date(2026, 10, 30)).streak, 0);
  assert.deepEqual(figures([{ ...game, isDone: true, hints: 1 }], new Date(2026, 10, 28)).best, 0);
});

test('settings of another version are left out one by one', () => {
  const settings = { theme: 'pink', text: 'large', letters: 'yes', labels: false, without: [1], more: true };
  kept.set('dlx-sudoku-settings', JSON.stringify(settings));
  assert.deepEqual(loadSettings(), { ...DEFAULTS, text: 'large', labels: false });
  kept.clear();
});
