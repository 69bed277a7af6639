/**
 * What a hand does on the page.
 * @module
 *
 * @typedef {import('@playwright/test').Page} Page
 */

import { expect, open } from './fixture.js';

/**
 * Returns a cell by its row and column.
 * @param {Page} page
 * @param {number} row
 * @param {number} column
 * @param {number} [side]
 */
export const cell = (page, row, column, side = 9) => page.locator(`[data-cell="${(row - 1) * side + column - 1}"]`);

/**
 * Enters digits by keys.
 * @param {Page} page
 * @param {[number, number, string][]} entries row, column and key
 */
export async function enter(page, entries) {
  for (const [row, column, key] of entries) {
    await cell(page, row, column).click();
    await page.keyboard.press(key);
  }
}

/**
 * Opens a text as if it were pasted at home.
 * @param {Page} page
 * @param {string} text
 * @param {{waits?: boolean}} [options] whether the board comes at once
 */
export async function paste(page, text, { waits = true } = {}) {
  await page.getByRole('textbox', { name: 'Paste a puzzle or a link' }).fill(text);
  await page.getByRole('button', { name: 'Open', exact: true }).click();
  if (waits) await expect(page.getByRole('grid')).toBeVisible();
}

/**
 * Pastes a text where no field has the focus.
 * @param {Page} page
 * @param {string} text
 */
export const pasteAnywhere = (page, text) => page.evaluate((pasted) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', pasted);
  const event = new ClipboardEvent('paste', { bubbles: true, cancelable: true });
  // Firefox takes no data for the event that a script makes.
  Object.defineProperty(event, 'clipboardData', { value: clipboardData });
  document.body.dispatchEvent(event);
}, text);

/**
 * Presses an entry of a menu.
 * @param {Page} page
 * @param {string} menu
 * @param {string} entry
 */
export async function press(page, menu, entry) {
  await page.getByRole('button', { name: menu, exact: true }).click();
  await page.getByRole('menu', { name: menu }).getByText(entry, { exact: true }).click();
}

/**
 * Waits until the page says these words.
 * @param {Page} page
 * @param {string|RegExp} words
 */
export const says = (page, words) => expect(page.locator('.message')).toContainText(words);

/**
 * Opens a link of the page with a puzzle.
 * @param {Page} page
 * @param {Record<string, string>} parts the parameters of the link
 */
export async function follow(page, parts) {
  await open(page, `./#${new URLSearchParams(parts)}`);
  await expect(page.getByRole('grid')).toBeVisible();
}

/** Keeps the texts that the page copies in `window.copied`. @param {Page} page */
export const catchCopies = (page) => page.addInitScript(() => {
  const writeText = async (/** @type {string} */ text) => Object.assign(window, { copied: text });
  Object.defineProperty(navigator, 'clipboard', { value: { writeText } });
});

/** Returns the text that was copied last. @param {Page} page @returns {Promise<string>} */
export const copied = (page) => page.evaluate(() => /** @type {any} */ (window).copied);

/** Returns the digits of the board, row by row; nothing without a board. @param {Page} page @returns {Promise<string[]>} */
export const digitsOf = (page) => page.locator('.cell').evaluateAll((cells) => cells.map((one) => one.querySelector('.digit')?.textContent ?? '.'));

/**
 * Returns the place on the screen of a point of the board.
 * @param {Page} page
 * @param {number} row from 1; 0 is above the board
 * @param {number} column from 1
 * @param {[number, number]} [within] the cell, from its left upper corner
 * @returns {Promise<[number, number]>}
 */
export async function place(page, row, column, [x, y] = [0.5, 0.5]) {
  const box = await page.getByRole('grid').boundingBox();
  if (!box) throw new Error('expected a grid, found none');
  return [box.x + ((column - 1 + x) * box.width) / 9, box.y + ((row - 1 + y) * box.height) / 9];
}

/**
 * Drags over cells.
 * @param {Page} page
 * @param {[number, number][]} cells rows and columns, from 1
 */
export async function drag(page, cells) {
  const [first, ...others] = await Promise.all(cells.map(([row, column]) => place(page, row, column)));
  await page.mouse.move(...first);
  await page.mouse.down();
  for (const point of others) await page.mouse.move(...point, { steps: 8 });
  await page.mouse.up();
}

/**
 * Chooses a rule of the palette of Set.
 * @param {Page} page
 * @param {string} word its key
 * @param {string} name
 */
export async function choose(page, word, name) {
  const search = page.getByRole('searchbox', { name: 'Search rules' });
  await search.fill(name);
  await page.locator(`[data-tool="${word}"].row-tool`).click();
}
