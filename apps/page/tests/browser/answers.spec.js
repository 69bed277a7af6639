/**
 * The answers of the screen that solves: what a puzzle has, why, and the path to its solution.
 * @module
 */

import { CLASSIC, CLASSIC_SOLVED, expect, expectAccessible, HARD, open, test, untilRunning } from './fixture.js';
import { cell, digitsOf, paste, press, says } from './hands.js';

/** @typedef {import('@playwright/test').Page} Page */

const answer = (/** @type {Page} */ page) => page.locator('.answer');

/** Opens a text on the screen. @param {Page} page @param {string} text */
async function solving(page, text) {
  // The same address again would open nothing.
  await page.goto('about:blank');
  await open(page, './#/solve');
  await paste(page, text);
  await expect(page.locator('.given').first()).toBeVisible();
}

/** @param {Page} page @param {string} name */
const ask = (page, name) => page.getByRole('group', { name: 'Solve and explain' }).getByRole('button', { name, exact: true }).click();

/** The solution of the classic puzzle without the four cells of a rectangle of two digits, which leaves two solutions. */
function twoSolutions() {
  for (let one = 0; one < 81; one += 1) {
    for (let other = one + 1; other < 81; other += 1) {
      const [[row, column], [lower, right]] = [one, other].map((index) => [Math.floor(index / 9), index % 9]);
      const at = (/** @type {number} */ r, /** @type {number} */ c) => CLASSIC_SOLVED[9 * r + c];
      const isInTwoBoxes = (Math.floor(row / 3) === Math.floor(lower / 3)) !== (Math.floor(column / 3) === Math.floor(right / 3));
      if (lower > row && right > column && isInTwoBoxes && at(row, column) === at(lower, right) && at(row, right) === at(lower, column)) {
        const blank = [one, 9 * row + right, 9 * lower + column, other];
        return [...CLASSIC_SOLVED].map((digit, index) => (blank.includes(index) ? '.' : digit)).join('');
      }
    }
  }
  throw new Error('expected a rectangle of two digits, found none');
}

test('a puzzle is read, solved and cleared again', async ({ page }) => {
  await solving(page, CLASSIC);
  await says(page, '30 givens. Format: line.');
  await ask(page, 'Solve');
  await expect(answer(page)).toContainText('One solution');
  expect((await digitsOf(page)).join('')).toBe(CLASSIC_SOLVED);
  await expect(cell(page, 1, 3)).toHaveAccessibleName('row 1 column 3, found 4');
  await expectAccessible(page, 'solved');
  await press(page, 'More', 'Clear all but the givens');
  expect((await digitsOf(page)).join('')).toBe(CLASSIC);
  await page.keyboard.press('Control+z');
  expect((await digitsOf(page)).join('')).toBe(CLASSIC_SOLVED);
});

test('several solutions are shown where they differ, counted and explained', async ({ page }) => {
  await solving(page, twoSolutions());
  await ask(page, 'Solve');
  await expect(answer(page)).toContainText('Two of them differ in 4 cells');
  await ask(page, 'Count');
  await expect(answer(page)).toContainText('2 solutions');
  await press(page, 'More', 'Why none or several?');
  await expect(answer(page)).toContainText('Why there are several solutions');
  await expect(page.locator('.cell.marked').first()).toBeVisible();
  await press(page, 'More', 'True candidates');
  await expect(answer(page)).toContainText('4 cells have several digits in the solutions.');
  await expect(answer(page)).toContainText(' in 1');
});

test('a puzzle without a solution has a reason, and one with a solution what it does not need', async ({ page }) => {
  await solving(page, CLASSIC.replace('53..', '531.'));
  await ask(page, 'Solve');
  await expect(answer(page)).toContainText('No solution');
  await press(page, 'More', 'Why none or several?');
  await expect(answer(page)).toContainText('Why there is no solution');
  await expect(page.locator('.cell.marked').first()).toBeVisible();
  await solving(page, CLASSIC.replace('53', '55'));
  await ask(page, 'Solve');
  await expect(answer(page)).toContainText('5 twice in row 1');
  await solving(page, CLASSIC);
  await press(page, 'More', 'Redundant givens');
  await expect(answer(page)).toContainText('givens can go alone');
  await expect(page.locator('.cell.marked').first()).toBeVisible();
});

test('every puzzle of a text is reached', async ({ page }) => {
  await open(page, './#/solve');
  await paste(page, `${CLASSIC}\n${HARD}\n`);
  await expect(page.locator('.reader')).toContainText('1 of 2');
  await page.getByRole('button', { name: 'Next puzzle' }).click();
  await expect(page.locator('.reader')).toContainText('2 of 2');
  expect((await digitsOf(page)).join('')).toBe(HARD);
  await page.getByRole('button', { name: 'Puzzle before' }).click();
  expect((await digitsOf(page)).join('')).toBe(CLASSIC);
});

test('a rating is said, and an explanation is a mode with keys of its own', async ({ page }) => {
  await solving(page, CLASSIC);
  await ask(page, 'Rate');
  await expect(answer(page)).toContainText('Easy');
  await expect(answer(page)).toContainText('204');
  await expect(page.locator('.facts')).toContainText('Easy');
  await ask(page, 'Explain');
  const path = page.getByRole('region', { name: 'Path to the solution' });
  await expect(path.getByRole('heading')).toContainText('1 of 51');
  await page.keyboard.press('ArrowRight');
  await expect(path.getByRole('heading')).toContainText('2 of 51');
  await expect(cell(page, 5, 5)).toHaveText('5');
  await expectAccessible(page, 'explanation');
  const next = path.getByRole('button', { name: 'Next', exact: true });
  const place = await next.boundingBox();
  // Typing does not end it, and changes nothing.
  await page.keyboard.press('3');
  await says(page, 'An explanation is shown.');
  await page.keyboard.press('End');
  await expect(path.getByRole('heading')).toContainText('End');
  expect((await digitsOf(page)).join('')).toBe(CLASSIC_SOLVED);
  expect(await next.boundingBox(), 'the buttons stay where they are').toEqual(place);
  await page.keyboard.press('Escape');
  expect((await digitsOf(page)).join('')).toBe(CLASSIC);
  await ask(page, 'Explain');
  await expect(path.getByRole('heading')).toContainText('1 of 51');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await path.getByRole('button', { name: 'Play on from here' }).click();
  await expect(page.getByRole('timer')).toBeVisible();
  expect((await digitsOf(page)).filter((digit) => digit !== '.')).toHaveLength(32);
});

test('regions that were to be found are drawn once they are', async ({ page }) => {
  const rules = 'chaos\nregion-count r2c2 = r2c2 r1c2 r2c1 r2c3 r3c2\nall(different @r1c1 @r1c4)';
  await solving(page, `1234341.2.......\n${rules}`);
  const frames = page.locator('.overlay .region');
  await expect(frames).toHaveCount(0);
  await ask(page, 'Solve');
  await expect(answer(page)).toContainText('One solution');
  await expect(frames).toHaveCount(4);
  await expect(cell(page, 3, 3, 4)).toHaveAccessibleName(/^row 3 column 3, found 4, region D/);
  await page.keyboard.press('Control+z');
  await expect(frames).toHaveCount(0);
});

test('a count says how far it is, and its end ends its work', async ({ page, host }) => {
  await solving(page, '1'.padEnd(81, '.'));
  await ask(page, 'Count');
  await expect(answer(page)).toContainText('nodes');
  await untilRunning(host, 1);
  await page.locator('.wait').getByRole('button', { name: 'Cancel' }).click();
  await expect(answer(page)).toContainText('the count was stopped');
  await untilRunning(host, 0);
  await ask(page, 'Count');
  await untilRunning(host, 1);
  await page.goto('about:blank');
  await untilRunning(host, 0);
});
