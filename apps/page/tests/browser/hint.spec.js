/**
 * Hints: what they say, what they color, and where they stand.
 * @module
 */

import { CLASSIC, expect, expectAccessible, open, test } from './fixture.js';
import { cell, paste, press } from './hands.js';

/** A state with a skyscraper, a fish with a fin and chains, and no singles. */
const HARD = '.2.47.3....6..3.5......5.74........975.2...8..81...5..8.......11...5..6...4......';

/**
 * Asks for hints until the step is shown.
 * @param {import('@playwright/test').Page} page
 */
async function wholeHint(page) {
  const sheet = page.getByRole('region', { name: 'Hint' });
  await page.getByRole('button', { name: 'Hint', exact: true }).click();
  await expect(sheet).toContainText('Hint 1 of 4');
  await sheet.getByRole('button', { name: 'Which technique?' }).click();
  await expect(sheet).toContainText('Hint 2 of 4');
  await sheet.getByRole('button', { name: 'Which cells?' }).click();
  await expect(sheet).toContainText('Hint 3 of 4');
  await sheet.getByRole('button', { name: 'Show the step' }).click();
  await expect(sheet.getByRole('button', { name: 'Apply' })).toBeVisible();
  return sheet;
}

test('a hint says more with each press, up to the step with its roles and its reason', async ({ page }) => {
  await open(page);
  await paste(page, CLASSIC);
  const sheet = await wholeHint(page);
  await expect(sheet.locator('.legend')).toContainText('Placed');
  await expect(sheet.getByRole('link', { name: 'Lesson' })).toHaveAttribute('href', /^#\/learn\//);
  await sheet.locator('.sentence').first().hover();
  await expect(page.locator('.cell.named').first()).toBeVisible();
  await page.mouse.move(0, 0);
  await expect(page.locator('.cell.named')).toHaveCount(0);
  await expectAccessible(page, 'a hint');
  await page.locator('.cell.placing').click();
  await sheet.getByRole('button', { name: 'Apply' }).click();
  await expect(sheet).toBeHidden();
  await expect(page.locator('.cell:not(.given) .digit')).toHaveCount(1);
});

test('a step that is shown is the only thing that colors cells', async ({ page }) => {
  await open(page);
  await paste(page, CLASSIC);
  await expect(page.locator('.cell.peer').first()).toBeVisible();
  await wholeHint(page);
  await cell(page, 5, 5).click();
  await expect(page.locator('.cell.selected')).toHaveCount(1);
  await expect(page.locator('.cell:is(.peer, .same)')).toHaveCount(0);
});

test('roles differ in pattern, not only in color', async ({ page }) => {
  await open(page);
  await paste(page, CLASSIC);
  await wholeHint(page);
  /** What a swatch looks like but for its colors. */
  const patterns = await page.evaluate(() => ['marked', 'fin', 'victim', 'placing'].map((role) => {
    const swatch = document.createElement('span');
    swatch.className = `swatch ${role}`;
    document.querySelector('.legend')?.append(swatch);
    const { backgroundImage, boxShadow, outlineStyle } = getComputedStyle(swatch);
    const width = / (\d+)px inset/.exec(boxShadow)?.[1] ?? '0';
    return [backgroundImage === 'none' ? 'plain' : 'striped', width, outlineStyle].join();
  }));
  expect(new Set(patterns).size).toBe(patterns.length);
});

for (const [width, height] of [[320, 568], [375, 667], [390, 844]]) {
  test(`on a phone of ${width} by ${height} a hint leaves the keypad on the screen, and nothing scrolls the page`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await open(page);
    await paste(page, CLASSIC);
    const board = await page.locator('.board').boundingBox();
    const sheet = await wholeHint(page);
    for (const key of await page.locator('.key').all()) await expect(key).toBeInViewport({ ratio: 1 });
    await sheet.getByRole('button', { name: 'Make the sheet taller' }).click();
    for (const key of await page.locator('.key').all()) await expect(key).toBeInViewport({ ratio: 1 });
    expect(await page.locator('.board').boundingBox()).toEqual(board);
    expect(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight)).toBe(true);
  });
}

test('a sentence that has the focus shows its cells, and chains end at the places of their candidates', async ({ page }) => {
  await open(page);
  await paste(page, HARD);
  await press(page, 'More', 'List all steps');
  const sheet = page.getByRole('region', { name: 'Hint' });
  const group = sheet.locator('details').filter({ has: page.locator('strong', { hasText: /^Discontinuous Nice Loop$/ }) }).first();
  await expect(group).toBeVisible({ timeout: 60_000 });
  await expect(sheet.getByRole('button', { name: 'Stop' })).toBeHidden({ timeout: 60_000 });
  await group.evaluate((/** @type {HTMLDetailsElement} */ element) => {
    element.open = true;
  });
  await group.getByRole('button').first().click();
  await expect(sheet.locator('.reason')).toBeVisible();
  await sheet.locator('.sentence').first().focus();
  await expect(page.locator('.cell.named').first()).toBeVisible();
  await sheet.locator('.sentence').first().blur();
  await expect(page.locator('.cell.named')).toHaveCount(0);
  await expect(page.locator('circle.end').first()).toBeAttached();
  const far = await page.evaluate(() => {
    const notes = [...document.querySelectorAll('.cell .notes span')].filter((note) => note.textContent).map((note) => note.getBoundingClientRect());
    return [...document.querySelectorAll('circle.end')].map((end) => {
      const { left, right, top, bottom, width } = end.getBoundingClientRect();
      const distances = notes.map((note) => Math.hypot((note.left + note.right - left - right) / 2, (note.top + note.bottom - top - bottom) / 2));
      return Math.min(...distances) / width;
    });
  });
  // In widths of an end, which is about as large as a note.
  expect(Math.max(...far)).toBeLessThan(0.25);
});

test('all steps are listed by technique, shown and applied', async ({ page }) => {
  await open(page);
  await paste(page, HARD);
  await press(page, 'More', 'List all steps');
  const sheet = page.getByRole('region', { name: 'Hint' });
  await expect(sheet.locator('details').first()).toBeVisible();
  await expect(sheet.getByRole('button', { name: 'Stop' })).toBeHidden();
  await sheet.locator('details').first().getByRole('button').first().click();
  await expect(sheet.locator('.reason')).toBeVisible();
  await sheet.getByRole('button', { name: 'All steps' }).click();
  await sheet.locator('details').first().getByRole('button').first().click();
  await sheet.getByRole('button', { name: 'Apply' }).click();
  await expect(sheet).toBeHidden();
});

test('the sheet says why a digit cannot be in the selected cell', async ({ page }) => {
  await open(page);
  await paste(page, HARD);
  await press(page, 'More', 'Why not a digit?');
  const sheet = page.getByRole('region', { name: 'Hint' });
  await cell(page, 1, 3).click();
  await expect(sheet).toContainText('Why not, in r1c3?');
  await sheet.getByRole('button', { name: '1', exact: true }).click();
  await expect(sheet).toContainText('r6c3');
});
