/**
 * Keys and pointer: everything can be done with either, and undone.
 * @module
 */

import { CLASSIC, expect, expectAccessible, open, test } from './fixture.js';
import { cell, digitsOf, enter, paste, press, says } from './hands.js';

/** Where an element is. @param {import('@playwright/test').Locator} element */
const place = async (element) => JSON.stringify(await element.boundingBox());

test('a new puzzle has the focus, and keys reach it after a button was pressed', async ({ page }) => {
  await open(page);
  await page.getByRole('group', { name: 'New puzzle' }).getByRole('button', { name: 'Medium' }).click();
  await expect(page.locator('.facts')).toContainText('Medium');
  const focused = page.locator('.cell:focus');
  await expect(focused).toHaveCount(1);
  await expect(focused).not.toHaveClass(/given/);
  await page.keyboard.press('x');
  await page.keyboard.press('5');
  await expect(focused).toHaveAccessibleName(/corner notes 5/);
  await page.getByRole('group', { name: 'What keys enter' }).getByRole('button', { name: 'Digit' }).click();
  await page.keyboard.press('5');
  await expect(focused.locator('.digit')).toHaveText('5');
});

test('a conflict is named at once, and nothing moves', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 });
  await open(page);
  await paste(page, CLASSIC);
  const parts = [page.getByRole('grid'), page.locator('.keys'), page.locator('.tools')];
  const before = await Promise.all(parts.map(place));
  await enter(page, [[1, 3, '5']]);
  await says(page, 'Conflict: 5 more than once in row 1: r1c1');
  await expect(cell(page, 1, 1)).toHaveAccessibleName('row 1 column 1, given 5, in conflict');
  expect(await Promise.all(parts.map(place))).toEqual(before);
  await expectAccessible(page, 'conflict');
  await page.keyboard.press('Backspace');
  await expect(page.locator('.conflict')).toHaveCount(0);
  // Keys of other keyboards.
  await page.evaluate(() => document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'ä', bubbles: true, cancelable: true })));
  await says(page, 'Expected a digit from 1 to 9, found “ä”.');
});

test('several cells are selected and filled at once', async ({ page }) => {
  await open(page);
  await paste(page, CLASSIC);
  await cell(page, 1, 3).hover();
  await page.mouse.down();
  for (const [row, column] of [[1, 4], [2, 4]]) await cell(page, row, column).hover();
  await page.mouse.up();
  await expect(page.locator('.cell[aria-selected=true]')).toHaveCount(3);
  await page.keyboard.press('Shift+2');
  // The givens are no part of it.
  await expect(cell(page, 1, 3)).toHaveAccessibleName(/corner notes 2/);
  await expect(cell(page, 2, 4)).toHaveAccessibleName(/^row 2 column 4, given 1/);
  await cell(page, 9, 1).click({ modifiers: ['Control'] });
  await expect(page.locator('.cell[aria-selected=true]')).toHaveCount(4);
  await page.keyboard.press('v');
  await page.keyboard.press('2');
  for (const [row, column] of [[1, 3], [2, 4], [9, 1]]) await expect(cell(page, row, column)).toHaveAccessibleName(/green/);
  await page.keyboard.press('z');
  await cell(page, 6, 2).click();
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowDown');
  await expect(page.locator('.cell[aria-selected=true]')).toHaveCount(3);
  await expectAccessible(page, 'several cells');
});

test('a digit can be chosen before its cells', async ({ page }) => {
  await open(page);
  await paste(page, CLASSIC);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('switch', { name: 'Choose the digit first' }).click();
  await page.keyboard.press('Escape');
  await page.locator('.keys [data-digit="4"]').click();
  await says(page, 'Choose cells for 4.');
  await cell(page, 1, 3).click();
  await expect(cell(page, 1, 3)).toHaveText('4');
});

test('every action can be undone and redone', async ({ page }) => {
  await open(page);
  await paste(page, CLASSIC);
  await enter(page, [[1, 3, '4']]);
  await press(page, 'More', 'Write all candidates');
  await says(page, 'All candidates are written as notes.');
  await expect(cell(page, 1, 4)).toHaveAccessibleName(/corner notes/);
  await cell(page, 9, 1).click();
  await page.keyboard.press('Control+Shift+2');
  await expect(cell(page, 9, 1)).toHaveAccessibleName(/green/);
  await press(page, 'More', 'Clear all but the givens');
  const actions = ['all but the givens cleared', 'color of row 9 column 1', 'all candidates', '4 in row 1 column 3'];
  for (const words of actions) {
    await page.keyboard.press('Control+z');
    await says(page, `Undone: ${words}`);
  }
  expect((await digitsOf(page)).join('')).toBe(CLASSIC);
  await expect(cell(page, 1, 4)).toHaveAccessibleName('row 1 column 4, empty');
  for (const words of actions.toReversed()) {
    await page.keyboard.press('Control+y');
    await says(page, `Redone: ${words}`);
  }
  await page.keyboard.press('u');
  await page.keyboard.press('u');
  await expect(cell(page, 1, 3)).toHaveText('4');
});

test('the keyboard alone does everything', async ({ page }) => {
  await open(page);
  await paste(page, CLASSIC);
  await cell(page, 1, 1).focus();
  const keys = async (/** @type {string} */ ...list) => {
    for (const key of list) await page.keyboard.press(key);
  };
  await keys('ArrowDown', 'ArrowRight', 's', 'd', 'ArrowUp');
  await expect(cell(page, 2, 3)).toBeFocused();
  await keys('w', 'a', 'Home');
  await expect(cell(page, 1, 1)).toBeFocused();
  await keys('ArrowUp', 'ArrowLeft', 'End');
  await expect(cell(page, 1, 9)).toBeFocused();
  await keys('Control+End');
  await expect(cell(page, 9, 9)).toBeFocused();
  await keys('Control+Home');
  await expect(cell(page, 1, 9)).toBeFocused();
  await keys('Home', 'd', 'd', 'Shift+1', 'Shift+2', 'Shift+4');
  await expect(cell(page, 1, 3)).toHaveAccessibleName(/corner notes 1 2 4$/);
  await keys('Shift+2', 'Control+4');
  await expect(cell(page, 1, 3)).toHaveAccessibleName(/corner notes 1 4, centre notes 4$/);
  // The grid is one stop of the tab order, and everything else has one of its own.
  await keys('Tab');
  await expect(page.locator('.cell:focus')).toHaveCount(0);
  const unreached = page.locator('button, a, select, input, textarea, summary').filter({ visible: true });
  expect(await unreached.evaluateAll((all) => all.filter((one) => /** @type {HTMLElement} */ (one).tabIndex < 0).length)).toBe(0);
  await keys('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
  await expectAccessible(page, 'keys');
  await keys('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('letters are marks in cells: written, heard, kept, undone @kept', async ({ page }) => {
  await open(page);
  await paste(page, CLASSIC);
  await cell(page, 1, 3).click();
  await page.keyboard.press('t');
  await says(page, 'Keys enter letters');
  // Letters that do something else in other modes, too.
  await page.keyboard.press('z');
  await expect(cell(page, 1, 3)).toHaveAccessibleName('row 1 column 3, empty, letter Z');
  await page.keyboard.press('H');
  await expect(cell(page, 1, 3)).toHaveAccessibleName('row 1 column 3, empty, letter H');
  await cell(page, 1, 1).click();
  await page.keyboard.press('a');
  await expect(page.locator('.message')).toBeVisible();
  await expect(cell(page, 1, 1)).toHaveAccessibleName('row 1 column 1, given 5');
  await cell(page, 1, 4).click();
  await page.locator('[data-letter=Q]').click();
  await expect(cell(page, 1, 4)).toHaveAccessibleName(/letter Q/);
  await expectAccessible(page, 'letters');
  await page.keyboard.press('Shift+2');
  await expect(cell(page, 1, 4)).toHaveAccessibleName('row 1 column 4, empty, corner notes 2, letter Q');
  await page.reload();
  await expect(cell(page, 1, 4)).toHaveAccessibleName('row 1 column 4, empty, corner notes 2, letter Q');
  await expect(cell(page, 1, 3)).toHaveAccessibleName(/letter H/);
  // A digit covers a letter, and leaves it.
  await cell(page, 1, 3).click();
  await page.keyboard.press('4');
  await expect(cell(page, 1, 3)).toHaveAccessibleName('row 1 column 3, 4');
  await page.keyboard.press('Backspace');
  await expect(cell(page, 1, 3)).toHaveAccessibleName(/letter H/);
  await page.keyboard.press('Backspace');
  await expect(cell(page, 1, 3)).toHaveAccessibleName('row 1 column 3, empty');
  await page.keyboard.press('Control+z');
  await expect(cell(page, 1, 3)).toHaveAccessibleName(/letter H/);
  await page.keyboard.press('t');
  await page.keyboard.press('h');
  await expect(cell(page, 1, 3)).toHaveAccessibleName('row 1 column 3, empty');
  await page.keyboard.press('Escape');
  await says(page, 'Keys enter digits.');
});
