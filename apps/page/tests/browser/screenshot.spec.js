/**
 * The picture of the page in the README.
 * @module
 */

import { expect, HARD, open, test } from './fixture.js';
import { paste } from './hands.js';

const target = process.env.CARGO_TARGET_DIR ?? new URL('../../../../target', import.meta.url).pathname;

test.use({ viewport: { width: 1280, height: 800 } });

test('a picture of the page is kept @chromium', async ({ page }) => {
  await open(page);
  await paste(page, HARD);
  await page.keyboard.press('f');
  await expect(page.locator('.corner').first()).toBeVisible();
  const hint = page.getByRole('region', { name: 'Hint' });
  for (let grade = 0; grade < 4; grade += 1) {
    await page.keyboard.press('h');
    await expect(hint).toBeVisible();
  }
  await expect(hint.getByRole('button', { name: 'Apply' })).toBeVisible();
  await page.screenshot({ path: `${target}/tmp/screenshots/readme.png` });
});
