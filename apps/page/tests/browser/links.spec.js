/**
 * Puzzles that come from elsewhere and go there.
 * @module
 */

import { CLASSIC, expect, expectAccessible, open, ready, test } from './fixture.js';
import { catchCopies, cell, copied, digitsOf, enter, follow, paste, pasteAnywhere, press, says } from './hands.js';

const ROWS = Array.from({ length: 9 }, (_, row) => CLASSIC.slice(9 * row, 9 * row + 9));
const grid = (/** @type {string} */ blank) => ROWS.join('\n').replaceAll('.', blank);

/** Texts with the classic puzzle, by what they are. */
const TEXTS = {
  line: CLASSIC,
  'SadMan Sudoku': `#ATester\n${ROWS.join('\n')}\n`,
  'HoDoKu': `:0000:x:${CLASSIC}:::`,
  JSON: JSON.stringify({ givens: CLASSIC }),
  'online judge': `1\n${grid('0')}\n`,
  dashes: grid('-'),
  crosses: grid('x'),
  'question marks': grid('?'),
  'with a title': `From the newspaper\n${grid('.')}`,
  'cells of a spreadsheet': ROWS.map((row) => [...row].map((digit) => digit.replace('.', '')).join('\t')).join('\n'),
  'link of SudokuWiki': `https://www.sudokuwiki.org/sudoku.htm?bd=${CLASSIC.replaceAll('.', '0')}`,
};

test('texts in every form are read, by the field and by the clipboard', async ({ page }) => {
  for (const [what, text] of Object.entries(TEXTS)) {
    await open(page, './#/');
    await pasteAnywhere(page, text);
    await expect(page.getByRole('grid'), what).toBeVisible();
    expect((await digitsOf(page)).join(''), what).toBe(CLASSIC);
  }
});

test('a text that is no puzzle says what was expected', async ({ page }) => {
  await open(page);
  await paste(page, CLASSIC.slice(1), { waits: false });
  await says(page, '80');
  await expect(page.getByRole('grid')).toHaveCount(0);
});

for (const [fragment, words] of [
  ['p=123', 'expected 81 cells for the givens, found 3'],
  ['b=77x3&p=1', 'expected boxes'],
  [`p=${CLASSIC}&r=thermometer%20r1c1`, 'thermometer'],
  ['nonsense', 'The link holds no puzzle.'],
]) {
  test(`a bad link leaves a working page: ${fragment.slice(0, 20)}`, async ({ page }) => {
    await open(page, `./#${fragment}`);
    await says(page, words);
    await page.getByRole('button', { name: 'Play an easy one' }).click();
    await expect(page.locator('.given').first()).toBeVisible();
  });
}

test('links hold the puzzle, and the state of solving it if that is wanted @kept', async ({ page, browser, host }) => {
  await catchCopies(page);
  await open(page);
  await paste(page, CLASSIC);
  await enter(page, [[1, 3, '4'], [1, 4, 'Shift+2']]);
  await page.keyboard.press('Shift+6');
  const name = 'row 1 column 4, empty, corner notes 2 6';
  await expect(cell(page, 1, 4)).toHaveAccessibleName(name);
  await page.reload();
  await ready(page);
  await expect(cell(page, 1, 4)).toHaveAccessibleName(name);
  await press(page, 'More', 'Share or save');
  const share = page.getByRole('dialog', { name: 'Share or save' });
  await expectAccessible(page, 'share');
  const link = async () => {
    await share.getByRole('button', { name: 'Copy a link' }).click();
    await says(page, 'Link copied.');
    return copied(page);
  };
  const bare = await link();
  await share.getByLabel('with my digits and notes').check();
  const whole = await link();
  const fresh = await browser.newContext({ baseURL: host.url });
  const other = await fresh.newPage();
  await open(other, bare);
  await expect(other.getByRole('grid')).toBeVisible();
  expect((await digitsOf(other)).join('')).toBe(CLASSIC);
  // The same address in the same window changes the fragment alone.
  await other.goto(whole);
  await expect(cell(other, 1, 3)).toHaveText('4');
  await expect(cell(other, 1, 4)).toHaveAccessibleName(name);
  await open(other, './#/');
  await paste(other, whole, { waits: false });
  await other.getByRole('dialog').getByRole('button', { name: 'Continue' }).click();
  await expect(cell(other, 1, 3)).toHaveText('4');
  await fresh.close();
});

test('an export says what it leaves out', async ({ page }) => {
  await catchCopies(page);
  await open(page);
  await follow(page, { b: '3x3', p: CLASSIC, r: 'killer 14 r1c1 r1c2 r2c1;x', e: '0' });
  await press(page, 'More', 'Share or save');
  const share = page.getByRole('dialog', { name: 'Share or save' });
  const copy = async (/** @type {string} */ format) => {
    await share.getByLabel('Format').selectOption(format);
    await share.getByRole('button', { name: 'Copy', exact: true }).click();
    await says(page, `Copied as ${format}.`);
  };
  await copy('line');
  await says(page, 'This format leaves out');
  expect(await copied(page)).toBe(CLASSIC);
  await copy('fpuzzles');
  await expect(page.locator('.message')).not.toContainText('leaves out');
  expect(await copied(page)).toMatch(/^[A-Za-z0-9+/=]{100,}$/);
});

test('an export says that letters and lines of the pen are left out', async ({ page }) => {
  await catchCopies(page);
  await open(page);
  await follow(page, { b: '3x3', p: CLASSIC, v: `..H${'.'.repeat(78)}`, d: '2-3', e: '0' });
  await press(page, 'More', 'Share or save');
  const share = page.getByRole('dialog', { name: 'Share or save' });
  await share.getByLabel('with my digits and notes').check();
  await share.getByLabel('Format').selectOption('sudokupad');
  await share.getByRole('button', { name: 'Copy', exact: true }).click();
  await says(page, 'letters, lines of the pen');
});

test('a link is drawn as a QR code, unless it is too long for one', async ({ page }) => {
  await open(page);
  await follow(page, { b: '3x3', p: CLASSIC, e: '0' });
  await press(page, 'More', 'Share or save');
  const share = page.getByRole('dialog', { name: 'Share or save' });
  await share.getByRole('button', { name: 'QR code' }).click();
  const code = page.getByRole('dialog', { name: 'QR code' });
  await expect(code.getByRole('img', { name: 'QR code of a link to the puzzle' })).toBeVisible();
  await expectAccessible(page, 'a QR code');
  for (const dialog of [code, share]) {
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
  await follow(page, { b: '3x3', p: `.${CLASSIC.slice(1)}`, w: 'Rules in many words. '.repeat(200), e: '0' });
  await press(page, 'More', 'Share or save');
  await share.getByRole('button', { name: 'QR code' }).click();
  await says(page, 'The link is too long for a QR code');
});

// WebDriver BiDi tells nothing of the downloads of Firefox.
test('a QR code is saved as a picture @chromium', async ({ page }) => {
  await open(page);
  await follow(page, { b: '3x3', p: CLASSIC, e: '0' });
  await press(page, 'More', 'Share or save');
  await page.getByRole('dialog', { name: 'Share or save' }).getByRole('button', { name: 'QR code' }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('dialog', { name: 'QR code' }).getByRole('button', { name: 'Save', exact: true }).click();
  expect((await download).suggestedFilename()).toBe('sudoku-link.svg');
});
