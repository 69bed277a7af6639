/**
 * Exact cover: answers, how they are cancelled, and dancing links at work.
 * @module
 */

import { expect, open, test, untilRunning } from './fixture.js';
import { says } from './hands.js';

test('a count is cancelled, and its work ends', async ({ page, host }) => {
  await open(page, './#/cover');
  await page.getByRole('tab', { name: 'A problem as text' }).click();
  // Perfect matchings of a complete graph: far more than can be counted soon.
  const points = Array.from({ length: 60 }, (_, index) => `p${index}`);
  const pairs = points.flatMap((one, index) => points.slice(index + 1).map((other) => `${one} ${other}`));
  await page.locator('textarea:visible').fill([points.join(' '), ...pairs].join('\n'));
  const count = page.getByRole('button', { name: 'Count', exact: true });
  await count.click();
  await untilRunning(host, 1);
  await page.locator('.wait').getByRole('button', { name: 'Cancel' }).click();
  await untilRunning(host, 0);
  await expect(page.locator('.wait')).toHaveCount(0);
  await count.click();
  await untilRunning(host, 1);
  // So does leaving the page.
  await page.goto('about:blank');
  await untilRunning(host, 0);
});

test('covers, their number and symmetries of a problem', async ({ page }) => {
  await open(page, './#/cover');
  await page.getByRole('tab', { name: 'A problem as text' }).click();
  await page.locator('textarea:visible').fill('a b c d\na b\nb c\nc d\nd a\n');
  await page.getByRole('button', { name: 'Find covers' }).click();
  await says(page, '2 covers.');
  await page.getByRole('button', { name: 'Symmetries' }).click();
  await expect(page.getByRole('region', { name: 'Answer' })).toContainText('8 symmetries.');
  await page.getByRole('button', { name: 'Count', exact: true }).click();
  await expect(page.getByRole('region', { name: 'Answer' })).toContainText('2 covers.');
});

test('the links that dance agree with the engine', async ({ page }) => {
  await open(page, './#/cover');
  await page.getByRole('tab', { name: 'Watch links dance' }).click();
  const press = (/** @type {string} */ name) => page.getByRole('button', { name, exact: true }).click();
  const words = page.locator('.happening');
  for (const problem of ['textbook', 'sudoku4', 'pentominoes', 'own']) {
    await page.getByRole('combobox', { name: 'Problem' }).selectOption(problem);
    await expect(words).toContainText(/^0 of/);
    await expect(page.locator('.proof')).toContainText('The engine found the same');
    await press('Forward');
    await expect(words).toContainText(/^1 of/);
    await press('Last');
    await expect(page.getByRole('button', { name: 'Forward' })).toBeDisabled();
    await press('Back');
    await press('First');
    await expect(words).toContainText(/^0 of/);
    await expect(page.locator('.small-board')).toBeVisible({ visible: problem !== 'textbook' });
  }
  await page.locator('.dance textarea').fill('a b c\na b\nc\nb c\na');
  await press('Show');
  await expect(page.locator('.proof')).toContainText('The engine found the same: 2 covers');
  await page.locator('.happening').click();
  await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement).blur());
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowLeft']) await page.keyboard.press(key);
  await expect(words).toContainText(/^1 of/);
  await page.keyboard.press('End');
  await expect(page.getByRole('button', { name: 'Forward' })).toBeDisabled();
  await page.keyboard.press('Home');
  await page.getByLabel('Speed').fill('10');
  await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement).blur());
  await page.keyboard.press(' ');
  await expect(words).toContainText(/^([6-9]|\d\d) of/);
  await page.keyboard.press(' ');
});
