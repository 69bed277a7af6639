/**
 * The pictures of the page in the README and in the chapter on playing.
 * @module
 */

import { expect, HARD, open, test, X_WING } from './fixture.js';
import { choose, drag, paste } from './hands.js';

/** @typedef {import('@playwright/test').Page} Page */

const target = process.env.CARGO_TARGET_DIR ?? new URL('../../../../target', import.meta.url).pathname;

/** Keeps a picture of what the page shows. @param {Page} page @param {string} file */
const keep = (page, file) => page.screenshot({ path: `${target}/tmp/screenshots/${file}`, ...(file.endsWith('.jpg') && { quality: 60 }) });

/** Asks for the whole hint. @param {Page} page */
async function askForHint(page) {
  await expect(page.locator('.corner').first()).toBeVisible();
  const hint = page.getByRole('region', { name: 'Hint' });
  for (let grade = 0; grade < 4; grade += 1) {
    await page.keyboard.press('h');
    await expect(hint).toBeVisible();
  }
  await expect(hint.getByRole('button', { name: 'Apply' })).toBeVisible();
}

test.describe('in the README', () => {
  test.use({ viewport: { width: 1280, height: 800 } });

  test('a picture of the page is kept @chromium', async ({ page }) => {
    await open(page);
    await paste(page, HARD);
    await page.keyboard.press('f');
    await askForHint(page);
    await keep(page, 'readme.png');
  });
});

test.describe('in the guide', () => {
  test.use({ viewport: { width: 960, height: 640 }, colorScheme: 'light' });

  test.beforeEach(async ({ page }) => {
    // The puzzles of the day are those of one day.
    await page.clock.setFixedTime(new Date('2026-12-01T12:00:00'));
  });

  test('a picture of a game with a hint, and then of the first screen, is kept @chromium', async ({ page }) => {
    await open(page);
    await paste(page, X_WING);
    await askForHint(page);
    await keep(page, 'page-play.jpg');
    await open(page);
    await expect(page.getByRole('link', { name: 'Continue' })).toBeVisible();
    await keep(page, 'page-home.jpg');
  });

  test('a picture of a lesson is kept @chromium', async ({ page }) => {
    await open(page, `./#/learn/${encodeURIComponent('X-Wing')}`);
    await expect(page.locator('.example')).toContainText('Can you see it?');
    await page.keyboard.press('End');
    await expect(page.locator('.cell.victim').first()).toBeVisible();
    await keep(page, 'page-learn.jpg');
  });

  test('a picture of a puzzle with rules that is being set is kept @chromium', async ({ page }) => {
    await open(page, '#/set');
    await choose(page, 'thermo', 'Thermometers');
    await drag(page, [[2, 2], [3, 3], [4, 3], [4, 4]]);
    await drag(page, [[8, 8], [7, 8], [6, 8]]);
    await choose(page, 'killer', 'Killer cages');
    await drag(page, [[6, 2], [7, 2], [7, 3]]);
    await expect(page.locator('.rule-item[data-rule]')).toHaveCount(3);
    await page.keyboard.type('15');
    await page.keyboard.press('Enter');
    await expect(page.getByTitle('killer 15 r6c2 r7c2 r7c3')).toHaveCount(1);
    await keep(page, 'page-set.jpg');
  });
});
