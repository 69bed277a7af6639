/**
 * Solving and explaining: long questions show that they run, answers stay, and what is said are sentences.
 * @module
 */

import { CLASSIC, CLASSIC_SOLVED, expect, expectAccessible, open, test } from './fixture.js';
import { cell, digitsOf, press } from './hands.js';

/** A puzzle with several solutions, and one with none. */
const SEVERAL = CLASSIC.replace('79', '..');
const NONE = CLASSIC.replace('53..', '53.2');

/**
 * Opens a text on the screen that solves.
 * @param {import('@playwright/test').Page} page
 * @param {string} text
 */
async function take(page, text) {
  // The same address again would not load the page anew.
  await page.goto('about:blank');
  await open(page, './#/solve');
  await page.getByRole('textbox', { name: 'Paste a puzzle or a link' }).fill(text);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
}

/** @param {import('@playwright/test').Page} page @param {string} name */
const press1 = (page, name) => page.getByRole('button', { name, exact: true }).click();

test('a puzzle is solved, and several solutions show where they differ', async ({ page }) => {
  await take(page, CLASSIC);
  await press1(page, 'Solve');
  await expect(page.locator('.answer')).toContainText('One solution');
  expect((await digitsOf(page)).join('')).toBe(CLASSIC_SOLVED);
  await take(page, SEVERAL);
  await press1(page, 'Solve');
  await expect(page.locator('.answer')).toContainText('Several solutions');
  await expect(page.locator('.cell.differing').first()).toContainText('or');
  await expectAccessible(page, 'several solutions');
});

test('why a puzzle has one solution is no list of digits', async ({ page }) => {
  await take(page, CLASSIC);
  await press(page, 'More', 'Why none or several?');
  const answer = page.locator('.answer');
  await expect(answer).toContainText('exactly one solution');
  expect(await page.locator('body').innerText()).not.toContain(CLASSIC_SOLVED);
  await take(page, NONE);
  await press(page, 'More', 'Why none or several?');
  await expect(answer).toContainText('Why there is no solution');
  await expect(page.locator('.cell.marked').first()).toBeVisible();
});

test('a long question shows that it runs, and can be cancelled', async ({ page }) => {
  await take(page, `${'.'.repeat(80)}1`);
  await press1(page, 'Count');
  const wait = page.locator('.wait');
  await expect(wait).toContainText('Counting');
  await expect(page.locator('.answer progress')).toBeVisible();
  // A press may be slow, and the seconds that are told go on meanwhile.
  await wait.getByRole('button', { name: 'Cancel' }).click({ delay: 1200 });
  await expect(wait).toHaveCount(0);
  await expect(page.locator('.answer')).toContainText('At least');
});

test('what has nothing to do with a question does not drop its answer', async ({ page }) => {
  await page.route('**/rate', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await route.continue();
  });
  await take(page, CLASSIC);
  await press1(page, 'Rate');
  await cell(page, 1, 3).click();
  await page.keyboard.press('4');
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('switch', { name: 'Numbers of rows and columns' }).click();
  await page.keyboard.press('Escape');
  await expect(page.locator('.answer')).toContainText('Hardest step');
  await expect(cell(page, 1, 3)).toHaveText('4');
});

test('two questions do not end each other', async ({ page }) => {
  await take(page, `${'.'.repeat(80)}1`);
  await press1(page, 'Count');
  await press1(page, 'Solve');
  await expect(page.locator('.answer')).toContainText('Several solutions');
  await expect(page.locator('.wait')).toContainText('Counting');
});

test('the path is read beside the board, by keys and without colors of the selection', async ({ page }) => {
  await take(page, CLASSIC);
  await press1(page, 'Explain');
  const path = page.getByRole('region', { name: 'Path to the solution' });
  await expect(path).toContainText('1 of 51');
  await expect(page.getByRole('grid')).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('ArrowRight');
  await expect(path).toContainText('2 of 51');
  await cell(page, 5, 5).click();
  await expect(page.locator('.cell:is(.peer, .same)')).toHaveCount(0);
  await page.keyboard.press('End');
  expect((await digitsOf(page)).join('')).toBe(CLASSIC_SOLVED);
  await page.keyboard.press('Home');
  await expect(path).toContainText('1 of 51');
  await expectAccessible(page, 'a path');
  await page.keyboard.press('Escape');
  await expect(path).toBeHidden();
  await expect(cell(page, 1, 3)).toHaveText('');
});

test('one plays on from a step of the path', async ({ page }) => {
  await take(page, CLASSIC);
  await press1(page, 'Explain');
  for (let step = 0; step < 3; step += 1) await press1(page, 'Next');
  await press1(page, 'Play on from here');
  await expect(page).toHaveURL(/#\/play\//);
  await expect(page.locator('.cell:not(.given) .digit')).toHaveCount(3);
});

test('the puzzles of a text follow one another', async ({ page }) => {
  await take(page, `${CLASSIC}\n${SEVERAL}\n`);
  await expect(page.locator('.reader')).toContainText('1 of 2');
  await expect(cell(page, 9, 9)).toHaveText('9');
  await press1(page, 'Next puzzle');
  await expect(cell(page, 9, 9)).toHaveText('');
});

test('what cannot be read is refused in a sentence, and a link of Penpa is not taken for one of ours', async ({ page }) => {
  await take(page, '12345');
  const message = page.locator('.message');
  await expect(message).toHaveText(/^The text cannot be read as a puzzle: .*\.$/);
  await take(page, 'https://swaroopg92.github.io/penpa-edit/#m=edit&p=7VRdb9pADH/nr6j8fA+5');
  await expect(message).toHaveText(/^The text cannot be read as a puzzle/);
});

test('one given is called so, and candidates and redundant givens are told', async ({ page }) => {
  await take(page, `${'.'.repeat(80)}1`);
  await expect(page.locator('.facts')).toHaveText('1 given');
  await take(page, SEVERAL);
  await press(page, 'More', 'True candidates');
  await expect(page.locator('.answer')).toContainText('Digits of solutions');
  await expect(page.locator('.centre').first()).toBeVisible();
  await take(page, CLASSIC);
  await press(page, 'More', 'Redundant givens');
  await expect(page.locator('.answer')).toContainText('Not needed');
});
