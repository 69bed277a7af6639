/**
 * Ways through several screens: from givens that are typed to a game, to paper, and to other formats and back.
 * @module
 */

import { CLASSIC, expect, open, ready, test } from './fixture.js';
import { cell, digitsOf, enter, follow, press, says } from './hands.js';

test('givens that are typed by hand become a puzzle whose givens are fixed @kept', async ({ page }) => {
  await open(page, '#/set');
  await page.getByRole('tab', { name: 'Digits' }).click();
  await cell(page, 1, 1).click();
  // Each digit goes on to the next cell; a dot leaves one blank.
  await page.keyboard.type(CLASSIC);
  expect((await digitsOf(page)).join('')).toBe(CLASSIC);
  await page.getByRole('button', { name: 'Play it' }).click();
  await expect(page).toHaveURL(/#\/play\//);
  await expect(page.locator('.given')).toHaveCount(30);
  await enter(page, [[1, 1, '9'], [1, 3, '4']]);
  await expect(cell(page, 1, 1)).toHaveText('5');
  await expect(cell(page, 1, 3)).toHaveText('4');
  await page.reload();
  await ready(page);
  await expect(page.locator('.given')).toHaveCount(30);
});

// Firefox tells of no download by WebDriver BiDi.
test('a booklet has the puzzles that were chosen @chromium', async ({ page }) => {
  await open(page, '#/set');
  await page.locator('input.title').fill('First');
  await page.getByRole('tab', { name: 'Digits' }).click();
  await cell(page, 1, 1).click();
  await page.keyboard.type('123');
  await expect(page).toHaveURL(/#\/set\/./);
  await open(page, './#/');
  await follow(page, { b: '3x3', p: CLASSIC, t: 'Second', e: '0' });
  await press(page, 'More', 'Share or save');
  await page.getByRole('dialog').getByRole('button', { name: 'Booklet…' }).click();
  const booklet = page.getByRole('dialog', { name: 'Booklet' });
  await booklet.getByLabel('First').check();
  const coming = page.waitForEvent('download');
  await booklet.getByRole('button', { name: 'Save for printing' }).click();
  const paper = await page.context().newPage();
  await paper.goto(`file://${await (await coming).path()}`);
  await says(page, 'Booklet of 2 puzzles saved.');
  await expect(paper.locator('body')).toContainText('First');
  await expect(paper.locator('body')).toContainText('Second');
  await paper.close();
});

test('a variant is generated at the level that is asked for', async ({ page }) => {
  await open(page, '#/set');
  for (const level of ['Easy', 'Hard']) {
    await page.getByRole('button', { name: 'New', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('combobox', { name: 'Level' }).selectOption(level);
    await dialog.getByText('With rules').click();
    await dialog.getByRole('checkbox', { name: 'Diagonals', exact: true }).check();
    await dialog.getByRole('button', { name: 'Generate' }).click();
    await expect(page.locator('[data-line=solutions] .text')).toHaveText('One solution');
    await expect(page.locator('[data-line=level] .text')).toContainText(level);
  }
});

/** A rule of each kind whose text says all of it, on a board of nine rows. */
const RULES = [
  'x', 'falling-diagonal', 'rising-diagonal', 'windoku', 'disjoint', 'no-boxes', 'chaos', 'anti-knight', 'anti-king', 'anti-taxicab', 'global-entropy',
  'global-modular', 'dutch-flatmates', 'diagonal-non-consecutive', 'knightmare', 'non-consecutive', 'strict-kropki', 'strict-white', 'strict-black',
  'strict-xv', 'values 0-8', 'killer 15 r1c1 r1c2', 'different r1c1 r1c2', 'sum 9 r1c1 r1c2', 'arrow r1c1 = r1c2 r1c3', 'double-arrow r1c1 r1c2 r1c3',
  'quad r1c1 = 4 5 6', 'clone r1c1 r1c2 = r3c1 r3c2', 'little-killer 20 r3c1 up-right', 'rellik 10 r1c1 r1c2', 'lunchbox 12 r1c1 r1c2 r1c3',
  'product-cage 24 r1c1 r1c2', 'difference-cage 2 r1c1 r1c2', 'quotient-cage 2 r1c1 r1c2', 'thermo r1c1 r1c2', 'slow-thermo r1c1 r1c2',
  'whisper 5 r1c1 r1c2', 'whisper 4 r1c1 r1c2', 'renban r1c1 r1c2', 'palindrome r1c1 r1c2', 'zipper r1c1 r1c2 r1c3 r1c4', 'region-sum r1c3 r1c4', 'between r1c1 r1c2 r1c3',
  'lockout 4 r1c1 r1c2 r1c3', 'entropic r1c1 r1c2 r1c3', 'modular 3 r1c1 r1c2 r1c3', 'sequence r1c1 r1c2 r1c3', 'same-difference r1c1 r1c2 r1c3',
  'nabner r1c1 r1c2', 'sum-line 10 r1c1 r1c2 r1c3', 'same-values 2 r1c1 r1c2', 'value-index r1c1 r1c2 r1c3', 'count-distinct r1c1 r1c2 r1c3',
  'white r1c1 r1c2', 'difference 3 r1c1 r1c2', 'black r1c1 r1c2', 'ratio 3 r1c1 r1c2', 'x r1c1 r1c2', 'v r1c1 r1c2', 'greater r1c1 r1c2', 'sandwich row 3 = 12',
  'x-sum column 1 top = 25', 'skyscraper row 3 left = 4', 'hidden-skyscraper row 3 left = 4', 'numbered-room row 3 right = 4', 'full-rank row 3 left = 12',
  'even r1c1', 'odd r1c1', 'minimum r1c1', 'maximum r1c1', 'equality r1c1 r1c2', 'counting-circles r1c1 r1c2', 'row-indexer r1c1', 'column-indexer r1c1',
  'box-indexer r1c1', 'straights r1c1 r1c2', 'pairs a+b >= 17 r1c1 r1c2', 'all-pairs a+b >= 17 r1c1 r1c2', 'moves 1 3 a != b', 'sum s >= 5 r1c1 r1c2',
  'product s >= 5 r1c1 r1c2', 'regex 1|2 r1c1', 'any(x r1c1 r1c2; thermo r2c1 r3c1)', 'not(x r1c1 r1c2)', 'connected 1 2 3',
];

/** What formats say in other words of the same meaning, by the rule; an empty one is in the candidates of its cells. @type {Record<string, string[]>} */
const SAME = {
  x: ['rising-diagonal; falling-diagonal'],
  windoku: [[[2, 2], [2, 6], [6, 2], [6, 6]].map(([row, column]) => `different ${[0, 1, 2, 3, 4, 5, 6, 7, 8].map((at) => `r${row + Math.floor(at / 3)}c${column + (at % 3)}`).join(' ')}`).join('; ')],
  'strict-kropki': ['strict-black; non-consecutive'],
  'strict-white': ['non-consecutive'],
  'clone r1c1 r1c2 = r3c1 r3c2': ['palindrome r1c1 r3c1; palindrome r1c2 r3c2'],
  'little-killer 20 r3c1 up-right': ['sum 20 r3c1 r2c2 r1c3'],
  'greater r1c1 r1c2': ['thermo r1c2 r1c1'],
  'minimum r1c1': ['greater r1c2 r1c1; greater r2c1 r1c1'],
  'maximum r1c1': ['greater r1c1 r1c2; greater r1c1 r2c1'],
  'even r1c1': [''],
  'odd r1c1': [''],
  'pairs a+b >= 17 r1c1 r1c2': ['pairs a in {8} and b in {9} or a in {9} and b in {8, 9} r1c1 r1c2'],
  'all-pairs a+b >= 17 r1c1 r1c2': ['all-pairs a in {8} and b in {9} or a in {9} and b in {8, 9} r1c1 r1c2'],
};

/**
 * Writes a puzzle in every format as the page does, and reads each text again. Returns what comes back changed without a word.
 * @param {import('@playwright/test').Page} page
 * @param {object[]} states parts of puzzles
 * @param {string[]} [names] of formats, if not all
 * @returns {Promise<string[]>}
 */
const roundTrip = (page, states, names = []) => page.evaluate(async ([list, known, only]) => {
  const script = /** @type {HTMLScriptElement} */ (document.querySelector('script[type=module]')).src;
  const load = (/** @type {string} */ name) => import(new URL(name, script).href);
  const [{ ask }, { written }] = await Promise.all([load('engine/api.js'), load('parts/share.js')]);
  const blank = { givens: Array(81).fill(0), placed: Array(81).fill(0), allowed: null, stated: null, title: '', author: '', ruleset: '', cosmetics: [], fog: null,
    ...Object.fromEntries(['corner', 'centre', 'colors'].map((name) => [name, Array.from({ length: 81 }, () => [])])) };
  const same = (/** @type {unknown} */ one, /** @type {unknown} */ other) => JSON.stringify(one) === JSON.stringify(other);
  /** @type {string[]} */
  const changed = [];
  const formats = await ask('formats');
  await Promise.all(formats.map(async (/** @type {{name: string}} */ { name }) => {
    // Digits alone are read only by a program that is told so, as the format says.
    if (name === 'digits' || (only.length && !only.includes(name))) return;
    for (const { rules = [], ...parts } of /** @type {any[]} */ (list)) {
      const state = { ...blank, ...parts, board: { side: 9, box: [3, 3], values: rules.includes('values 0-8') ? [0, 8] : [1, 9], rules } };
      if (rules.includes('values 0-8')) [state.givens, state.placed] = [Array(81).fill(-1), Array(81).fill(-1)];
      const what = `${name}: ${rules.join('; ')}${Object.keys(parts).join(', ')}`;
      let text = '';
      try {
        const answer = await written(state, name);
        if (answer.lost.length) continue;
        ({ text } = answer);
        const { puzzles: [puzzle] } = await ask('parse', { text });
        const back = { ...blank, ...Object.fromEntries(Object.entries(puzzle).filter(([, value]) => value !== null)) };
        const found = back.board.rules.join('; ');
        const isSame = found === rules.join('; ') || (known[rules[0]]?.includes(found) && (found || back.allowed));
        if (!isSame) changed.push(`${what}: found the rules ${back.board.rules.join('; ')}`);
        for (const part of Object.keys(parts)) {
          const [wanted, given] = part === 'placed' ? [state.placed, back.placed] : [state[part], back[part]];
          if (!same(wanted, given)) changed.push(`${what}: found ${part} ${JSON.stringify(given)?.slice(0, 60)}`);
        }
      } catch (error) {
        // A format that has no words for a puzzle says so; its own texts it must read.
        if (text) changed.push(`${what}: ${error}`);
      }
    }
  }));
  return changed;
}, /** @type {const} */ ([states, SAME, names]));

test('every rule comes back from each format that has it, and what a format leaves out is said', async ({ page }) => {
  await open(page);
  const states = (/** @type {string[]} */ list) => list.map((rule) => ({ rules: [rule], givens: Array.from({ length: 81 }, (_, cell) => (cell === 80 && rule !== 'values 0-8' ? 5 : 0)) }));
  expect(await roundTrip(page, states(RULES), ['json', 'iss', 'fpuzzles', 'sudokupad', 'killer'])).toEqual([]);
  expect(await roundTrip(page, states(['x', 'killer 15 r1c1 r1c2', 'thermo r1c1 r1c2']))).toEqual([]);
});

test('entries, notes, colors and names come back from each format that has them, and what a format leaves out is said', async ({ page }) => {
  await open(page);
  const givens = [...CLASSIC].map((digit) => Number(digit) || 0);
  const lists = (/** @type {number[]} */ list) => givens.map((digit, cell) => (digit === 0 && cell % 3 === 0 ? list : []));
  const placed = givens.map((_, cell) => (cell === 2 ? 4 : 0));
  expect(await roundTrip(page, [
    { givens }, { givens, placed }, { givens, corner: lists([1, 2]) }, { givens, centre: lists([3, 4]) }, { givens, colors: lists([2, 5]) },
    { givens, title: 'A title' }, { givens, author: 'An author' }, { givens, ruleset: 'Rules in words' },
  ])).toEqual([]);
});
