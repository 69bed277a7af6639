/**
 * The library: no game and no move is lost.
 * @module
 */

import { readFile } from 'node:fs/promises';

import { CLASSIC, CLASSIC_SOLVED, expect, open, ready, test } from './fixture.js';
import { cell, enter, paste, pasteAnywhere, press } from './hands.js';
import { Tab } from './tabs.js';

/** The cells that the classic puzzle leaves blank. */
const BLANK = [...CLASSIC].flatMap((digit, index) => (digit === '.' ? [index] : []));

/**
 * Returns a source of numbers below 1 that are the same in each run.
 * @param {number} seed
 */
function randomly(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * Plays 100 random edits in a tab, which is killed now and then, and returns what must stand on the board of what the tab
 * alone has written. Both tabs color all cells, each with its own colors; digits and notes have cells of their own.
 * @param {Tab} tab
 * @param {number} number 0 or 1
 */
async function playRandomly(tab, number) {
  const random = randomly(7 + number);
  const any = (/** @type {number} */ count) => Math.floor(random() * count);
  const own = BLANK.filter((cell) => cell % 2 === number);
  /** @type {import('./tabs.js').Facts} */
  const wanted = {};
  let kills = 0;
  for (let edits = 0; edits < 100; edits += 1) {
    const digit = 1 + any(9);
    const [cell, key] = /** @type {[number, KeyboardEventInit][]} */ ([
      [own[any(own.length)], { code: `Digit${digit}`, key: `${digit}` }],
      [own[any(own.length)], { code: `Digit${digit}`, key: `${digit}`, shiftKey: true }],
      [own[any(own.length)], { code: `Digit${digit}`, key: `${digit}`, ctrlKey: true }],
      [BLANK[any(BLANK.length)], { code: `Digit${number * 4 + 1 + any(4)}`, key: '!', ctrlKey: true, shiftKey: true }],
      [own[0], { key: 'z', ctrlKey: true }],
      [own[0], { key: 'y', ctrlKey: true }],
    ])[[0, 0, 1, 1, 2, 3, 3, 4, 4, 5][any(10)]];
    Object.assign(wanted, await tab.move(cell, key));
    if (any(18) === 0) {
      await tab.kill(kills % 2 === 0);
      kills += 1;
      await tab.open();
      expect(lost(wanted, await tab.facts()), `tab ${number} after kill ${kills} and ${edits + 1} edits`).toEqual([]);
    }
  }
  expect(kills).toBeGreaterThan(2);
  return wanted;
}

/**
 * Returns what should stand on the board and does not, and the other way round.
 * @param {import('./tabs.js').Facts} wanted
 * @param {import('./tabs.js').Facts} found
 */
const lost = (wanted, found) => Object.keys(wanted).filter((name) => wanted[name] !== (found[name] ?? false))
  .map((name) => `${name}: expected ${wanted[name]}, found ${found[name] ?? false}`);

test('two tabs, 100 random edits each, killed at random: no move is lost', async ({ page, context }) => {
  // A service worker may run in the process of a tab that crashes, and what another tab is loading through it would fail.
  await context.addInitScript(() => Object.defineProperty(navigator, 'serviceWorker', { value: undefined, configurable: true }));
  await open(page);
  // No move changes cells of the other tab.
  await page.evaluate(() => localStorage.setItem('dlx-sudoku-settings', JSON.stringify({ tidies: false, checks: 'nothing' })));
  await paste(page, CLASSIC);
  const address = page.url();
  await page.close();
  const tabs = [new Tab(context, address), new Tab(context, address)];
  await Promise.all(tabs.map((tab) => tab.open()));
  const moves = await Promise.all(tabs.map(playRandomly));
  await Promise.all(tabs.map((tab, number) => tab.kill(number === 0)));
  await tabs[0].open();
  for (const wanted of moves) expect(lost(wanted, await tabs[0].facts())).toEqual([]);
});

test('thirty games are kept, found and removed @kept', async ({ page }) => {
  await open(page);
  await page.evaluate(async (classic) => {
    const request = indexedDB.open('dlx-sudoku', 1);
    const database = await new Promise((resolve) => {
      request.onsuccess = () => resolve(request.result);
    });
    const transaction = /** @type {IDBDatabase} */ (database).transaction('games', 'readwrite');
    const store = transaction.objectStore('games');
    for (let index = 0; index < 30; index += 1) {
      store.put({
        id: `game-${index}`, version: 1, key: `${index}`, kind: 'play', fragment: `b=3x3&p=${classic}&t=Number+${index}&e=0`, title: `Number ${index}`, level: 'easy',
        source: '', shape: '9×9', filled: 1, blank: 51, seconds: index, hints: 0, techniques: [], isDone: index % 2 === 0, created: index, moved: index,
      });
    }
    store.put({ id: 'broken', fragment: 3 });
    // A page that is left before the transaction is complete may take it back.
    await new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = reject;
    });
    /** @type {IDBDatabase} */ (database).close();
  }, CLASSIC);
  await page.reload();
  await ready(page);
  await page.getByRole('button', { name: 'Show 24 more' }).click();
  await expect(page.locator('.games li a')).toHaveCount(30);
  await page.getByRole('searchbox').fill('number 17');
  await expect(page.locator('.games li a')).toHaveCount(1);
  await page.getByRole('button', { name: 'Remove Number 17' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByRole('searchbox').fill('');
  await page.getByRole('combobox', { name: 'Which games' }).selectOption('done');
  await expect(page.locator('.games li a')).toHaveCount(15);
});

// WebDriver BiDi tells nothing of the downloads of Firefox.
test('all games go to a file and come back in another browser @chromium', async ({ page, browser, host }) => {
  await open(page);
  await paste(page, CLASSIC);
  await enter(page, [[1, 3, '4']]);
  await open(page);
  const coming = page.waitForEvent('download');
  await press(page, 'More', 'Save all games as a file');
  const path = await (await coming).path();
  expect(JSON.parse(await readFile(path, 'utf8')).games).toHaveLength(1);
  const fresh = await browser.newContext({ baseURL: host.url });
  const other = await fresh.newPage();
  await open(other);
  await other.locator('.library input[type=file]').setInputFiles(path);
  await expect(other.locator('.games li a')).toHaveCount(1);
  await other.locator('.games li a').click();
  await expect(cell(other, 1, 3)).toHaveText('4');
  await open(other);
  await other.locator('.library input[type=file]').setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.from('{"games":[{"id":3}]}') });
  await expect(other.getByRole('status').first()).toContainText('not a game of this page');
  await fresh.close();
});

test('games of the earlier page are taken over once @kept', async ({ page }) => {
  await open(page);
  await page.evaluate((classic) => {
    const game = { id: 'x', fragment: `b=3x3&p=${classic}&s=${'..4'.padEnd(81, '.')}`, words: '9×9', seconds: 77, isDone: false, saved: 1_700_000_000_000 };
    localStorage.setItem('dlx-sudoku-games', JSON.stringify([game, { ...game, fragment: 'p=1' }, 3]));
  }, CLASSIC);
  await page.reload();
  await expect(page.locator('.games li a')).toHaveCount(1);
  await expect(page.locator('.games .time')).toHaveText('1:17');
  await page.reload();
  await ready(page);
  await expect(page.locator('.games li a')).toHaveCount(1);
});

test('a text is pasted on any screen', async ({ page }) => {
  await open(page);
  await paste(page, CLASSIC);
  await pasteAnywhere(page, CLASSIC_SOLVED.replace('5', '.'));
  await expect(page.locator('.given')).toHaveCount(80);
});

test('a link that is broken says why and leaves a page that works', async ({ page }) => {
  await open(page, './#p=123');
  await expect(page.getByRole('status').first()).toContainText('expected 81 cells for the givens, found 3');
  await open(page, './#/');
  await paste(page, CLASSIC);
  await expect(page.locator('.given')).toHaveCount(30);
});
