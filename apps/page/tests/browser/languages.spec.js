/**
 * The page in other languages: longer words have their room, and a script from right to left mirrors all but the board.
 * @module
 *
 * @typedef {import('@playwright/test').Page} Page
 */

import ar from '../../js/words/ar.js';
import { CLASSIC, CLASSIC_SOLVED, expect, expectAccessible, open, test, X_WING } from './fixture.js';
import { cell, pasteAnywhere } from './hands.js';

/**
 * Opens the page in a language.
 * @param {Page} page
 * @param {string} language
 */
async function speak(page, language) {
  await page.addInitScript((name) => {
    // A blank page, which comes first in Firefox, keeps nothing.
    if (location.protocol.startsWith('http')) localStorage.setItem('dlx-sudoku-settings', JSON.stringify({ language: name }));
  }, language);
  await open(page);
}

/**
 * Returns what is wider than its place: the page, or what stands on a button or in a choice.
 * @param {Page} page
 * @returns {Promise<string[]>}
 */
const tooWide = (page) => page.evaluate(() => {
  const { scrollWidth, clientWidth } = document.documentElement;
  const found = scrollWidth > clientWidth ? [`the page is ${scrollWidth} pixels wide`] : [];
  for (const element of document.querySelectorAll('button, .button, div.row, label.row, .card, dialog, h1, h2')) {
    const { left, right, width } = element.getBoundingClientRect();
    if (!width || element.closest('.grid, nav')) continue;
    const words = document.createRange();
    words.selectNodeContents(element);
    const inner = words.getBoundingClientRect();
    const isCut = element instanceof HTMLButtonElement && inner.width > width + 1;
    if (isCut || left < -1 || right > clientWidth + 1) found.push(`${element.tagName} ${element.className}: ${element.textContent?.slice(0, 40)}`);
  }
  return found;
});

/** The smallest phones and usual ones. */
const PHONES = [{ width: 320, height: 568 }, { width: 390, height: 844 }];

for (const language of ['en', 'de', 'ar']) {
  test(`words have their room on phones in ${language}`, async ({ page }) => {
    for (const viewport of PHONES) {
      await page.setViewportSize(viewport);
      await speak(page, language);
      await open(page, `./#b=3x3&p=${CLASSIC}`);
      await expect(page.getByRole('grid')).toBeVisible();
      expect(await tooWide(page), 'play').toEqual([]);
      await open(page, './#/');
      await expect(page.locator('.games li a').first()).toBeVisible();
      expect(await tooWide(page), 'home').toEqual([]);
      for (const button of await page.locator('.top .ends button').all()) {
        await button.click();
        await expect(page.getByRole('dialog')).toBeVisible();
        expect(await tooWide(page), 'a dialog').toEqual([]);
        await page.keyboard.press('Escape');
      }
      for (const place of ['learn', 'solve', 'set']) {
        await open(page, `./#/${place}`);
        await expect(page.locator(`body[data-place=${place}] h1`).first()).toBeAttached();
        if (place === 'solve') {
          await page.locator('.solve .open textarea').fill(CLASSIC);
          await page.locator('.solve .open .main').click();
          await expect(page.locator('.solve .open')).toBeHidden();
        }
        expect(await tooWide(page), place).toEqual([]);
      }
      await open(page, './#/cover');
      const tabs = page.getByRole('tab');
      await expect(tabs).toHaveCount(3);
      for (const tab of await tabs.all()) {
        await tab.click();
        expect(await tooWide(page), 'exact cover').toEqual([]);
      }
      // The place of the page is seen, though the places may be wider than the header.
      await expect(page.locator('nav [aria-current]')).toBeInViewport({ ratio: 0.8 });
    }
  });
}

test('a language from right to left mirrors the page, and neither the board nor the keypad', async ({ page }) => {
  await speak(page, 'ar');
  await open(page, `./#b=3x3&p=${CLASSIC}`);
  await expect(page.locator('html[dir=rtl][lang=ar]')).toBeAttached();
  const left = (/** @type {import('@playwright/test').Locator} */ one) => one.evaluate((element) => element.getBoundingClientRect().left);
  expect(await left(cell(page, 1, 1))).toBeLessThan(await left(cell(page, 1, 9)));
  expect(await left(page.locator('.key[data-digit="1"]'))).toBeLessThan(await left(page.locator('.key[data-digit="3"]')));
  expect(await left(page.locator('aside.side'))).toBeLessThan(await left(page.getByRole('grid')));
  await cell(page, 1, 3).click();
  await page.keyboard.press('ArrowRight');
  await expect(cell(page, 1, 4)).toBeFocused();
  await expectAccessible(page, 'a game in Arabic');
});

test('a path is walked to the right by its buttons, as by the arrow keys, in every language', async ({ page }) => {
  await speak(page, 'ar');
  await open(page, './#/solve');
  await page.locator('.solve .open textarea').fill(CLASSIC);
  await page.locator('.solve .open .main').click();
  await page.locator('.questions .main').click();
  // Buttons that are not there yet would all be at the same place.
  await expect(page.locator('.path .controls .tool').first()).toBeVisible();
  const places = await page.locator('.path .controls .tool').evaluateAll((tools) => tools.map((tool) => ({
    left: tool.getBoundingClientRect().left, scale: getComputedStyle(/** @type {Element} */ (tool.querySelector('.icon'))).scale,
  })));
  expect(places.map(({ left }) => left)).toEqual(places.map(({ left }) => left).sort((one, other) => one - other));
  expect(places.map(({ scale }) => scale)).toEqual(['none', 'none', 'none', 'none']);
});

test('a language is chosen in the settings, and holds at once and after a reload @kept', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByLabel('Language').selectOption('de');
  await expect(page.locator('html[lang=de]')).toBeAttached();
  await expect(page.locator('nav').getByText('Lösen', { exact: true })).toBeAttached();
  await page.reload();
  await expect(page.locator('nav').getByText('Lösen', { exact: true })).toBeAttached();
});

/** The Latin words that the Arabic catalogue has too, such as names of programs, and the format of a picture. */
const KNOWN = new Set(['svg', ...(JSON.stringify(Object.values(ar)).match(/[A-Za-z]{3,}/g) ?? [])]);

/**
 * Returns the Latin words of the page outside elements in English: those that the page should have said in its own language.
 * @param {Page} page
 * @returns {Promise<string[]>}
 */
async function untranslated(page) {
  const texts = await page.evaluate(() => {
    /** @type {string[]} */
    const found = [];
    const nodes = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    // Names of the page and of games, and texts in fields, are not words of the page.
    while (nodes.nextNode()) if (!nodes.currentNode.parentElement?.closest('body [lang], .brand, textarea, script, style')) found.push(nodes.currentNode.textContent ?? '');
    for (const element of document.querySelectorAll('[aria-label], [placeholder], [title]')) {
      // The name of a cell has the rules of the engine in it.
      if (element.closest('body [lang], [data-cell]')) continue;
      for (const name of ['aria-label', 'placeholder', 'title']) found.push(element.getAttribute(name) ?? '');
    }
    return found;
  });
  // Names that are quoted in a sentence are set apart from it by marks of direction.
  return texts.filter((text) => (text.replaceAll(/\u2068[^\u2069]*\u2069/g, '').match(/[A-Za-z]{3,}/g) ?? []).some((word) => !KNOWN.has(word)));
}

test('in Arabic the page writes no English word, and what the engine writes is marked as English', async ({ page }) => {
  await speak(page, 'ar');
  const expectArabic = async (/** @type {string} */ what) => expect.soft(await untranslated(page), what).toEqual([]);
  await expectArabic('home');
  for (const button of await page.locator('.top .ends button').all()) {
    await button.click();
    await page.locator('dialog summary').click({ timeout: 500 }).catch(() => {});
    await expectArabic('a dialog');
    await page.keyboard.press('Escape');
  }
  await open(page, `./#b=3x3&p=${CLASSIC}&r=${encodeURIComponent('x;killer 14 r1c1 r1c2 r2c1')}`);
  await expect(page.getByRole('grid')).toBeVisible();
  await expect(page.locator('.rules p [lang=en][dir=ltr]')).toHaveCount(2);
  await page.locator('.rules button').click();
  await expectArabic('the rules');
  await page.keyboard.press('Escape');
  await open(page, './#/');
  await pasteAnywhere(page, X_WING);
  await expect(page.getByRole('grid')).toBeVisible();
  for (let grade = 0; grade < 4; grade += 1) {
    await page.keyboard.press('h');
    await expect(page.locator('.hint [lang=en]').first()).toBeVisible();
    await expectArabic(`grade ${grade + 1} of a hint`);
  }
  await expect(page.locator('.hint h2 [lang=en][dir=ltr]')).toHaveText('X-Wing');
  await page.keyboard.press('l');
  await expect(page.locator('.hint .groups details').first()).toBeVisible({ timeout: 60_000 });
  await expectArabic('all steps');
  await page.locator('.with-menu button').first().click();
  await expectArabic('the menu');
  await page.locator('.menu button', { hasText: ar['more.share'] }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectArabic('sharing');
  await page.keyboard.press('Escape');
  await open(page, `./#p=.${CLASSIC_SOLVED.slice(1)}`);
  await cell(page, 1, 1).click();
  await page.keyboard.press('5');
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await open(page, './#/learn');
  await expect(page.locator('.lessons a').first()).toBeVisible();
  await expectArabic('the lessons');
  await open(page, './#/learn/Naked%20Single');
  await expect(page.locator('.lesson .example h2')).toHaveText(ar['learn.example']);
  await page.keyboard.press('End');
  await expect(page.locator('.example li').first()).toBeVisible();
  await expectArabic('a lesson');
  await open(page, './#/solve');
  await page.locator('.solve .open textarea').fill(CLASSIC);
  await page.locator('.solve .open .main').click();
  const questions = page.locator('.questions > button:not(.main)');
  await expect(questions.first()).toBeVisible();
  for (const question of await questions.all()) {
    await question.click();
    await expect(page.locator('.answer')).toBeVisible();
    await expect(page.locator('.answer progress')).toHaveCount(0);
    await expectArabic('an answer');
  }
  await open(page, './#/cover');
  await expect(page.getByRole('tab')).toHaveCount(3);
  for (const tab of await page.getByRole('tab').all()) {
    await tab.click();
    await expectArabic('exact cover');
  }
});
