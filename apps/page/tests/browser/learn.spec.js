/**
 * Learning: the list, the example that moves, and exercises that count.
 * @module
 */

import { expect, expectAccessible, isStatic, open, test } from './fixture.js';
import { cell } from './hands.js';

/** @param {import('@playwright/test').Page} page @param {string} name */
const press = (page, name) => page.getByRole('button', { name, exact: true }).click();

/** Names, solution and steps of the exercise that the page asks for next. @param {import('@playwright/test').Page} page */
async function exercise(page) {
  test.skip(isStatic, 'workers are not asked over the network');
  const coming = page.waitForResponse((response) => response.url().includes('/generate'));
  await page.locator('.lesson .bar button', { hasText: /xercise/ }).click();
  const answer = await (await coming).json();
  await expect(page.locator('.example h2')).toHaveText('Exercise');
  return answer;
}

/** @param {string} name such as r3c4 @returns {[number, number]} */
const placeOf = (name) => /** @type {[number, number]} */ (/** @type {RegExpExecArray} */ (/r(\d)c(\d)/.exec(name)).slice(1).map(Number));

test('techniques stand in order of difficulty, with the next lesson first', async ({ page }) => {
  await open(page, './#/learn');
  await expect(page.locator('.learn-page h2')).toHaveText(['Easy', 'Medium', 'Hard', 'Unfair', 'Extreme', 'Variants']);
  await expect(page.getByRole('link', { name: 'Continue with Full House' })).toBeVisible();
  await expectAccessible(page, 'the list of lessons');
});

test('every technique of the solver is listed, rare ones too, and has a page with its text', async ({ page }) => {
  await open(page, './#/learn');
  const names = await page.locator('.lessons a bdi').allTextContents();
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThan(110);
  expect(names).toEqual(expect.arrayContaining(['Full House', 'Cage Single', 'Siamese Finned X-Wing']));
  await open(page, './#/learn/Squirmbag');
  await expect(page.locator('.lesson-text')).toContainText('five rows');
  await expect(page.locator('.facts')).toHaveText('Unfair');
});

test('an example is led through sentence by sentence', async ({ page }) => {
  await open(page, `./#/learn/${encodeURIComponent('X-Wing')}`);
  await expect(page.locator('.lesson-text')).toContainText('corners of a rectangle');
  await expect(page.locator('.example')).toContainText('Can you see it?');
  await expect(page.locator('.cell.marked')).toHaveCount(0);
  await press(page, 'Next');
  await expect(page.locator('.example li')).toHaveCount(1);
  await expect(page.locator('.cell.marked')).toHaveCount(4);
  await expect(page.locator('.spoken').first()).toBeVisible();
  await expect(page.locator('.cell.victim')).toHaveCount(0);
  await page.keyboard.press('End');
  await expect(page.locator('.cell.victim').first()).toBeVisible();
  await press(page, 'Back');
  await expect(page.locator('.cell.victim')).toHaveCount(0);
  await expectAccessible(page, 'an example');
});

test('three exercises make a lesson done, and wrong digits get a word', async ({ page }) => {
  await open(page, `./#/learn/${encodeURIComponent('Naked Single')}`);
  await expect(page.locator('.example h2')).toHaveText('Example');
  for (let count = 1; count <= 3; count += 1) {
    const { solution, steps } = await exercise(page);
    const [{ cell: name, digit }] = steps[0].placements;
    const [row, column] = placeOf(name);
    await cell(page, row, column).click();
    await page.keyboard.press(`${(digit % 9) + 1}`);
    await expect(page.locator('.word')).toHaveText(`${name} is not ${(digit % 9) + 1}. Look again.`);
    await expect(cell(page, row, column).locator('.digit')).toHaveCount(0);
    expect(solution[(row - 1) * 9 + column - 1]).toBe(digit);
    await page.keyboard.press(`${digit}`);
    await expect(page.locator('.example h2')).toHaveText(count === 3 ? 'Lesson done' : 'Found');
  }
  await expect(page.getByRole('link', { name: /^Next lesson/ })).toBeVisible();
  await open(page, './#/learn');
  await expect(page.locator('.lessons .done')).toContainText('Naked Single');
});

test('a candidate of the solution stays', async ({ page }) => {
  await open(page, `./#/learn/${encodeURIComponent('Naked Pair')}`);
  await expect(page.locator('.example h2')).toHaveText('Example');
  const { notes, solution, steps } = await exercise(page);
  const at = notes.findIndex((/** @type {number[]} */ list) => list.length > 1);
  await cell(page, Math.floor(at / 9) + 1, (at % 9) + 1).click();
  await page.keyboard.press(`${solution[at]}`);
  await expect(page.locator('.word')).toContainText('this candidate stays');
  const [{ cell: name, digit }] = steps[0].eliminations;
  await cell(page, ...placeOf(name)).click();
  await page.keyboard.press(`${digit}`);
  await expect(page.locator('.example h2')).toHaveText('Found');
});

for (const [width, height] of [[320, 568], [375, 667], [390, 844]]) {
  test(`a lesson fits a phone of ${width} by ${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await open(page, `./#/learn/${encodeURIComponent('Skyscraper')}`);
    await expect(page.locator('.example h2')).toHaveText('Example');
    await press(page, 'Next');
    await expect(page.getByRole('grid')).toBeInViewport({ ratio: 1 });
    expect(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight)).toBe(true);
    await exercise(page);
    for (const key of await page.locator('.key').all()) await expect(key).toBeInViewport({ ratio: 1 });
  });
}
test('an example leads to its step, and an exercise gives help until it is found', async ({ page }) => {
  await open(page, './#/learn');
  await page.getByRole('link', { name: /^Skyscraper/ }).first().click();
  await expect(page.getByRole('heading', { name: 'Example' })).toBeVisible();
  await page.keyboard.press('End');
  await expect(page.locator('#screen')).toContainText(/So .+\./);
  await expectAccessible(page, 'lesson');
  await page.getByRole('button', { name: 'Exercise', exact: true }).click();
  await expect(page.locator('#screen')).toContainText('Find a step by Skyscraper. Select a cell from which it removes a candidate');
  await page.getByRole('button', { name: 'Show it' }).click();
  await expect(page.locator('#screen')).toContainText('This is the step. Find the next one yourself.');
  await expect(page.locator('.victim').first()).toBeVisible();
  await expectAccessible(page, 'exercise');
});
