/**
 * Every screen on every size, in both themes.
 * @module
 */

import { CLASSIC, expect, expectAccessible, open, test } from './fixture.js';
import { cell, enter, follow, paste } from './hands.js';

/** The sizes of screens: a name, whether it is touched, and its width and height. */
const SIZES = /** @type {const} */ ([
  ['a laptop', false, 1280, 800],
  ['a wide screen', false, 1920, 1080],
  ['a laptop at 200 %', false, 640, 400],
  ['a phone', true, 390, 844],
  ['a small phone', true, 320, 568],
  ['a phone sideways', true, 844, 390],
  ['a tablet', true, 820, 1180],
]);

/** Expects that the whole element is on the screen. @param {import('@playwright/test').Locator} element @param {string} what */
async function expectSeen(element, what) {
  const { left, top, right, bottom, width, height } = await element.evaluate((one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    return { left, top, right, bottom, width: innerWidth, height: innerHeight };
  });
  const isSeen = left >= -0.5 && top >= -0.5 && right <= width + 0.5 && bottom <= height + 0.5 && right > left;
  expect(isSeen, `${what} is seen as a whole: ${JSON.stringify({ left, top, right, bottom, width, height })}`).toBe(true);
}

for (const [name, hasTouch, width, height] of SIZES) {
  test.describe(`on ${name}`, () => {
    test.use({ viewport: { width, height }, hasTouch });

    test(`the board and its keys are seen${hasTouch ? ' @chromium' : ''}`, async ({ page }) => {
      await open(page);
      await expectAccessible(page, 'home');
      await paste(page, CLASSIC);
      for (const part of [page.getByRole('grid'), page.locator('.keys'), page.locator('.modes'), page.getByRole('button', { name: 'Undo' })]) {
        await expectSeen(part, `${part}`);
      }
      const board = await page.getByRole('grid').boundingBox();
      expect(board?.width, 'the board is large').toBeGreaterThan(width < height ? 0.75 * width : 0.7 * height);
      await expectAccessible(page, 'play');
      // Nothing is scrolled sideways.
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      // A hint hides neither the board nor the keys.
      await page.getByRole('button', { name: 'Hint', exact: true }).click();
      await expect(page.getByRole('region', { name: 'Hint' })).toContainText('Look at');
      await expectSeen(page.getByRole('grid'), 'the board beside a hint');
      await expectSeen(page.locator('.keys'), 'the keypad beside a hint');
      const smaller = await page.getByRole('grid').boundingBox();
      expect(smaller?.width, 'the board beside a hint').toBeGreaterThan(0.75 * (board?.width ?? Infinity));
      await expectAccessible(page, 'hint');
    });
  });
}

test.describe('by touch', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('keys can be hit, and no keyboard opens @chromium', async ({ page }) => {
    await open(page);
    await paste(page, CLASSIC);
    const sizes = await page.locator('.keys button').evaluateAll((keys) => keys.map((key) => {
      const { width, height } = key.getBoundingClientRect();
      return Math.min(width, height);
    }));
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(43);
    await cell(page, 1, 3).tap();
    await page.locator('.keys [data-digit="4"]').tap();
    await expect(cell(page, 1, 3)).toHaveText('4');
    expect(await page.evaluate(() => document.activeElement?.matches('input, textarea, [contenteditable]'))).toBe(false);
  });
});

for (const theme of ['light', 'dark']) {
  test(`no rule of accessibility is broken in the ${theme} theme`, async ({ page }) => {
    await open(page);
    await page.getByRole('button', { name: 'Settings' }).click();
    await page.getByLabel('Theme').selectOption(theme);
    await page.getByText('Techniques that hints use').click();
    await expect(page.getByRole('checkbox', { name: 'X-Wing Hard', exact: true })).toBeVisible();
    await expectAccessible(page, 'settings');
    await page.keyboard.press('Escape');
    await expectAccessible(page, 'home');
    await paste(page, CLASSIC);
    await enter(page, [[1, 3, '4'], [1, 4, '5'], [2, 2, 'Shift+2'], [3, 1, 'Control+1'], [5, 2, 'Control+Shift+4']]);
    await expectAccessible(page, 'play');
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await expectAccessible(page, 'menu');
    await page.keyboard.press('Escape');
    await follow(page, { b: '3x3', p: '.'.repeat(81), r: 'killer 14 r1c1 r1c2 r2c1;x;thermo r5c5 r5c6 r5c7;anti-knight', e: '0' });
    await expectAccessible(page, 'variant');
    for (const place of ['learn', 'solve', 'set', 'cover']) {
      await open(page, `./#/${place}`);
      await expect(page.locator(`nav [data-place=${place}]`)).toHaveAttribute('aria-current', 'page');
      await expectAccessible(page, place);
    }
    for (const tab of ['A problem as text', 'Watch links dance']) {
      await page.getByRole('tab', { name: tab }).click();
      await expectAccessible(page, tab);
    }
  });
}

test('boards of sixteen and more digits are played', async ({ page }) => {
  await open(page);
  await follow(page, { b: '4x4', p: '1'.padEnd(256, '.'), e: '0' });
  await expect(page.getByRole('gridcell')).toHaveCount(256);
  await cell(page, 1, 2, 16).click();
  await page.keyboard.type('16');
  await expect(cell(page, 1, 2, 16).locator('.digit')).toHaveText('16');
  await page.keyboard.press('Backspace');
  await expect(cell(page, 1, 2, 16)).toHaveAccessibleName('row 1 column 2, empty');
  await page.keyboard.press('f');
  await expect(page.locator('.message')).toContainText('All candidates');
  await expectAccessible(page, 'a board of sixteen digits');
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('switch', { name: 'Letters' }).click();
  await page.keyboard.press('Escape');
  await expect(page.locator('.keys [data-digit="16"]')).toContainText('G');
  await follow(page, { b: '5x5', p: '.'.repeat(625), e: '0' });
  await expect(page.getByRole('gridcell')).toHaveCount(625);
});
