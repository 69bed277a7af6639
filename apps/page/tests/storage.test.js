import assert from 'node:assert/strict';
import test from 'node:test';

import { Games } from '../js/games.js';
import { loadSettings } from '../js/settings.js';
import { load, loadList, isText } from '../js/storage.js';

/** @type {Map<string, string>} */
const kept = new Map();
Object.assign(globalThis, { localStorage: { getItem: (/** @type {string} */ name) => kept.get(name) ?? null } });

const DEFAULTS = loadSettings();

const WRONG = ['{}', '[]', 'null', '0', 'true', '"x"', '[null]', '[[]]', '[{}]', '[1, "x"]', '{', '', '{"length": 1}'];

const game = {
  id: 'one',
  fragment: 'b=2x2&p=1...............',
  words: 'A game',
  seconds: 3,
  isDone: false,
  saved: 1_700_000_000_000,
};

test('a stored entry of any content leaves a page that works', () => {
  for (const text of WRONG) {
    for (const name of ['games', 'settings', 'place']) kept.set(`dlx-sudoku-${name}`, text);
    const { games, last } = new Games(/** @type {never} */ (null));
    assert.deepEqual([games, last], [[], undefined], text);
    assert.deepEqual(loadSettings(), DEFAULTS, text);
    assert.equal(typeof load('place', 'play', isText), 'string', text);
  }
  kept.clear();
});

test('what is right in a stored list stays', () => {
  const changes = [{ fragment: 'b=9x9&p=1' }, { seconds: -1 }, { seconds: '3' }, { saved: 1e300 }, { isDone: 1 }, { id: null }];
  const wrong = changes.map((change) => ({ ...game, ...change }));
  kept.set('dlx-sudoku-games', JSON.stringify([...wrong, game, {}, 3]));
  assert.deepEqual(new Games(/** @type {never} */ (null)).games, [game]);
  kept.set('dlx-sudoku-words', '["a", 1, "b", null]');
  assert.deepEqual(loadList('words', isText), ['a', 'b']);
  kept.clear();
});

test('settings of another version are left out one by one', () => {
  const settings = { theme: 'pink', text: 'large', letters: 'yes', labels: false, without: [1], more: true };
  kept.set('dlx-sudoku-settings', JSON.stringify(settings));
  assert.deepEqual(loadSettings(), { ...DEFAULTS, text: 'large', labels: false });
  kept.clear();
});
