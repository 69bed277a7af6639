/**
 * A tab in which a test plays by keys, and which it kills. What each key changes is read in the same task of the page, so
 * that the moves of other tabs are never taken for it.
 * @module
 *
 * @typedef {Record<string, string|boolean>} Facts what stands on the board: by cell the digit, and by cell and digit the notes
 *   and colors
 */

import { ready } from './fixture.js';

/** In the page: reads the board from the names of its cells. @returns {Facts} */
function read() {
  /** @type {Facts} */
  const facts = {};
  document.querySelectorAll('.cell:not(.given)').forEach((cell) => {
    const name = /** @type {HTMLElement} */ (cell).dataset.cell;
    const [, digit, ...parts] = (cell.getAttribute('aria-label') ?? '').split(', ');
    facts[`${name} digit`] = digit;
    for (const part of parts) {
      const [, kind, digits] = /^(corner|centre) notes (.*)$/.exec(part) ?? [];
      // The name of a color is one word; that of a rule or a conflict is a sentence.
      for (const one of kind ? digits.split(' ') : [part]) facts[`${name} ${kind ?? 'other'} ${one}`] = true;
    }
  });
  return facts;
}

/** In the page: makes `window.move`, which presses keys and returns what they change. */
function listen() {
  const source = /** @type {any} */ (window);
  source.move = async (/** @type {number} */ cell, /** @type {KeyboardEventInit} */ key) => {
    const element = document.querySelector(`[data-cell="${cell}"]`);
    if (!element) throw new Error('expected a board');
    // Within this function no other tab is heard: promises alone are waited for.
    const before = source.readBoard();
    for (const type of ['pointerdown', 'pointerup']) element.dispatchEvent(new PointerEvent(type, { bubbles: true, cancelable: true }));
    element.dispatchEvent(new KeyboardEvent('keydown', { ...key, bubbles: true, cancelable: true }));
    for (let turn = 0; turn < 3; turn += 1) await Promise.resolve();
    const after = source.readBoard();
    /** @type {Facts} */
    const changes = {};
    for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
      if (before[name] !== after[name]) changes[name] = after[name] ?? false;
    }
    return changes;
  };
}

export class Tab {
  /**
   * @param {import('@playwright/test').BrowserContext} context
   * @param {string} address of the game
   */
  constructor(context, address) {
    this.context = context;
    this.address = address;
    /** @type {import('@playwright/test').Page|null} */
    this.page = null;
  }

  /** Opens the game. */
  async open() {
    this.page = await this.context.newPage();
    await this.page.addInitScript(`window.readBoard = ${read}; (${listen})();`);
    await this.page.goto(this.address);
    await ready(this.page);
  }

  /** Returns what stands on the board. @returns {Promise<Facts>} */
  async facts() {
    if (!this.page) throw new Error('the tab is closed');
    return this.page.evaluate(() => /** @type {any} */ (window).readBoard());
  }

  /**
   * Presses a key in a cell, and returns what it changes.
   * @param {number} cell
   * @param {KeyboardEventInit} key
   * @returns {Promise<Facts>}
   */
  async move(cell, key) {
    if (!this.page) throw new Error('the tab is closed');
    return this.page.evaluate(([target, pressed]) => /** @type {any} */ (window).move(target, pressed), /** @type {const} */ ([cell, key]));
  }

  /** Ends the tab without a warning: by closing it, or, where the browser can, by a crash. @param {boolean} crashes */
  async kill(crashes) {
    const { page, context } = this;
    if (!page) return;
    this.page = null;
    if (crashes && context.browser()?.browserType().name() === 'chromium') {
      const session = await context.newCDPSession(page);
      const crashed = page.waitForEvent('crash');
      session.send('Page.crash').catch(() => {});
      await crashed;
    }
    await page.close({ runBeforeUnload: false });
  }
}
