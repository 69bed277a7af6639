import assert from 'node:assert/strict';
import test from 'node:test';

import { Library } from '../js/store/library.js';
import { Store } from '../js/store/store.js';

test('changes of one turn are told once, with the value before them', async () => {
  const store = new Store({ one: 1, two: 2 });
  /** @type {unknown[]} */
  const seen = [];
  const leave = store.follow((now, before) => seen.push([now, before]));
  store.set({ one: 5 });
  store.set({ two: 6 });
  assert.deepEqual(store.now, { one: 5, two: 6 });
  assert.deepEqual(seen, []);
  await Promise.resolve();
  assert.deepEqual(seen, [[{ one: 5, two: 6 }, { one: 1, two: 2 }]]);
  store.set({ one: 5 });
  await Promise.resolve();
  assert.equal(seen.length, 1, 'nothing has changed');
  leave();
  store.set({ one: 7 });
  await Promise.resolve();
  assert.equal(seen.length, 1);
});

test('a listener that changes the store is told again', async () => {
  const store = new Store({ count: 0 });
  /** @type {number[]} */
  const seen = [];
  store.follow(({ count }) => {
    seen.push(count);
    if (count < 3) store.set({ count: count + 1 });
  });
  store.set({ count: 1 });
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  assert.deepEqual(seen, [1, 2, 3]);
});

// An open channel would keep the tests from ending.
Object.assign(globalThis, { BroadcastChannel: undefined });

/** @type {import('../js/store/library.js').Game} */
const game = {
  id: 'one', version: 0, key: 'k', kind: 'play', fragment: 'b=2x2&p=1...............&e=0', title: '', level: '', source: '', shape: '4×4',
  filled: 0, blank: 15, seconds: 3, hints: 0, techniques: [], isDone: false, created: 1, moved: 1,
};

test('a record that another tab has saved meanwhile is merged, not replaced', async () => {
  const library = new Library(null);
  const first = await library.put(game, null);
  assert.equal(first.version, 1);
  const made = (/** @type {string} */ session) => ({ session, versions: [{ number: 0, fragment: first.fragment }] });
  const theirs = await library.put({ ...first, fragment: `${game.fragment}&s=.2..............`, seconds: 9 }, made('theirs'));
  const mine = await library.put({ ...first, fragment: `${game.fragment}&s=..3.............`, techniques: ['X-Wing'] }, made('mine'));
  assert.deepEqual([theirs.version, mine.version], [2, 3]);
  assert.equal(new URLSearchParams(mine.fragment).get('s'), '.23.............');
  assert.deepEqual([mine.seconds, mine.techniques], [9, ['X-Wing']]);
  assert.deepEqual(await library.get('one'), mine);
});

test('a move that another page has saved for an open tab can be taken back there', async () => {
  const library = new Library(null);
  const first = await library.put(game, null);
  const versions = ['', '&s=.2..............', ''].map((moves, number) => ({ number, fragment: game.fragment + moves }));
  const after = (/** @type {number} */ number) =>
    library.put({ ...first, fragment: versions[number].fragment, saves: { tab: number } }, { session: 'tab', versions: versions.slice(0, number + 1) });
  const others = `${game.fragment}&s=..3.............`;
  await library.put({ ...first, fragment: others, saves: { other: 1 } }, { session: 'other', versions: versions.slice(0, 1) });
  assert.equal(new URLSearchParams((await after(1)).fragment).get('s'), '.23.............');
  const last = await after(2);
  assert.deepEqual([new URLSearchParams(last.fragment).get('s'), last.saves], ['..3.............', { tab: 2, other: 1 }]);
  // A save that was begun before the last change does not undo it.
  assert.equal(new URLSearchParams((await after(1)).fragment).get('s'), '..3.............');
});

test('of two records of a game the later one is kept, and what is none is counted', async () => {
  const library = new Library(null);
  await library.put({ ...game, moved: 5 }, null);
  assert.deepEqual(await library.add([{ ...game, moved: 4, title: 'old' }, { ...game, id: 'two' }, { id: 3 }, null]), { added: 1, refused: 2 });
  assert.deepEqual((await library.all()).map(({ id, title }) => [id, title]), [['one', ''], ['two', '']]);
  assert.deepEqual(await library.add([{ ...game, moved: 6, title: 'new' }]), { added: 1, refused: 0 });
  assert.equal((await library.get('one'))?.title, 'new');
  assert.deepEqual(await library.add('x'), { added: 0, refused: 1 });
  await library.remove('one');
  assert.equal(await library.get('one'), undefined);
});
