/**
 * Playing: what the keys do, what is said, and that nothing is guessed.
 * @module
 */

import { CLASSIC, CLASSIC_SOLVED, expect, isStatic, open, ready, test } from './fixture.js';
import { cell, digitsOf, enter, paste, press } from './hands.js';

test('a newcomer plays within one press', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: 'Play an easy one' }).click();
  await expect(page.getByRole('grid')).toBeVisible();
  const blank = page.locator('.cell:not(.given)').first();
  await blank.click();
  await page.keyboard.press('5');
  await expect(blank.locator('.digit')).toHaveText('5');
});

test('a game that was begun is continued or started over, and never lost', async ({ page }) => {
  await open(page);
  await paste(page, CLASSIC);
  await enter(page, [[1, 3, '4'], [1, 4, '6']]);
  await open(page);
  await paste(page, CLASSIC, { waits: false });
  const dialog = page.getByRole('dialog', { name: 'Continue or start over?' });
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(cell(page, 1, 3)).toHaveText('4');
  await open(page);
  await paste(page, CLASSIC, { waits: false });
  await page.getByRole('dialog').getByRole('button', { name: 'Start over' }).click();
  await expect(cell(page, 1, 3)).toHaveText('');
  await open(page);
  await expect(page.locator('.games li a')).toHaveCount(2);
});

test('a puzzle without givens stays a puzzle after a reload, a reset and as a link @kept', async ({ page, context }) => {
  await open(page);
  const rules = 'killer 3 r1c1 r1c2';
  await open(page, `./#b=3x3&p=${'.'.repeat(81)}&r=${encodeURIComponent(rules)}&e=0`);
  await enter(page, [[1, 1, '1']]);
  await expect(cell(page, 1, 1)).not.toHaveClass(/given/);
  await page.reload();
  await ready(page);
  await expect(cell(page, 1, 1)).toHaveText('1');
  await expect(cell(page, 1, 1)).not.toHaveClass(/given/);
  await press(page, 'More', 'Clear all but the givens');
  await enter(page, [[2, 2, '7']]);
  await expect(cell(page, 2, 2)).not.toHaveClass(/given/);
  const other = await context.newPage();
  await other.goto(page.url());
  await ready(other);
  await expect(cell(other, 2, 2)).not.toHaveClass(/given/);
});

test('a change of the settings is not undone', async ({ page }) => {
  await open(page);
  await paste(page, CLASSIC);
  await enter(page, [[1, 3, '4']]);
  const across = () => page.locator('.board').evaluate((board) => board.style.getPropertyValue('--across'));
  const before = await across();
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('switch', { name: 'Numbers of rows and columns' }).click();
  await page.keyboard.press('Escape');
  await expect.poll(across).not.toBe(before);
  const labelled = await across();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(cell(page, 1, 3)).toHaveText('');
  expect(await across()).toBe(labelled);
});

test('undo ends at the beginning of the game', async ({ page }) => {
  await open(page);
  await paste(page, CLASSIC);
  await open(page);
  await paste(page, CLASSIC.replace('53', '..'));
  await expect(page.getByRole('button', { name: 'Undo' })).toBeDisabled();
  await page.keyboard.press('Control+z');
  await expect(cell(page, 1, 1)).toHaveText('');
  await expect(page.locator('.given')).toHaveCount(28);
});

test('a paused game takes nothing and shows nothing', async ({ page }) => {
  await open(page);
  await paste(page, CLASSIC);
  await cell(page, 1, 3).click();
  await page.keyboard.press('p');
  await expect(page.getByRole('grid')).toBeHidden();
  await page.keyboard.press('4');
  await page.keyboard.press('h');
  await page.keyboard.press('Control+z');
  await expect(page.locator('.keys [data-digit="4"]')).toBeDisabled();
  const time = await page.getByRole('timer').textContent();
  await page.waitForTimeout(1500);
  await expect(page.getByRole('timer')).toHaveText(time ?? '');
  await page.getByRole('button', { name: 'Paused. Continue' }).click();
  await expect(cell(page, 1, 3)).toHaveText('');
  await expect(page.locator('.hint')).toBeHidden();
});

test('a hint that is asked for while notes are written is shown', async ({ page }) => {
  test.skip(isStatic, 'workers are not asked over the network');
  await open(page);
  await paste(page, CLASSIC);
  await page.route('**/api/v1/candidates', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    await route.continue();
  });
  await page.keyboard.press('f');
  await page.keyboard.press('h');
  await expect(page.locator('.hint')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeEnabled();
  await expect(page.locator('.hint')).toBeVisible();
});

test('a full board with a wrong digit gets a word even without checks', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByLabel('Checked while playing').selectOption('nothing');
  await page.keyboard.press('Escape');
  const wrong = CLASSIC_SOLVED.replace(/^534/, '.34');
  await paste(page, wrong);
  await enter(page, [[1, 1, '6']]);
  await expect(page.getByRole('status').first()).toContainText('Conflict: 6 more than once in');
  await enter(page, [[1, 1, '5']]);
  await expect(page.getByRole('dialog', { name: 'Solved' })).toBeVisible();
});

test('the level that was asked for last is the one that comes', async ({ page }) => {
  await open(page);
  const levels = page.getByRole('group', { name: 'New puzzle' });
  // Both in one turn of the page, as the first puzzle may be there before a second click.
  await levels.evaluate((element) => {
    const [first, ...others] = element.querySelectorAll('button');
    first.click();
    others[others.length - 1].click();
  });
  await expect(page.locator('.facts')).toContainText('Extreme');
});

test('a conflict is red in the row of the cursor too', async ({ page }) => {
  await open(page);
  await paste(page, CLASSIC);
  await enter(page, [[1, 3, '5']]);
  await expect(cell(page, 1, 1)).toHaveClass(/conflict/);
  const back = (/** @type {import('@playwright/test').Locator} */ one) => one.evaluate((element) => getComputedStyle(element).backgroundColor);
  const red = await page.evaluate(() => {
    const probe = document.createElement('div');
    probe.style.backgroundColor = 'var(--bad-back)';
    document.body.append(probe);
    const color = getComputedStyle(probe).backgroundColor;
    probe.remove();
    return color;
  });
  expect(await back(cell(page, 1, 1))).toBe(red);
});

test('Space and N switch notes, and notes stand in the corners and the centre', async ({ page }) => {
  await open(page);
  await paste(page, CLASSIC);
  await cell(page, 1, 3).click();
  await page.keyboard.press(' ');
  await page.keyboard.press('1');
  await page.keyboard.press('2');
  await page.keyboard.press('4');
  await page.keyboard.press('n');
  await page.keyboard.press('Control+1');
  await page.keyboard.press('Control+2');
  await expect(cell(page, 1, 3)).toHaveAccessibleName(/corner notes 1 2 4, centre notes 1 2/);
  const boxes = await cell(page, 1, 3).evaluate((element) => {
    const around = element.getBoundingClientRect();
    return [...element.querySelectorAll('.corner, .centre')].map((note) => {
      const box = note.getBoundingClientRect();
      return [(box.left + box.width / 2 - around.left) / around.width, (box.top + box.height / 2 - around.top) / around.height];
    });
  });
  const [first, second, third, centre] = boxes;
  expect(first[0] < 0.3 && first[1] < 0.3).toBe(true);
  expect(second[0] > 0.7 && second[1] < 0.3).toBe(true);
  expect(third[0] < 0.3 && third[1] > 0.7).toBe(true);
  expect(Math.abs(centre[0] - 0.5) < 0.05 && Math.abs(centre[1] - 0.5) < 0.1).toBe(true);
});

test('two notes on a large board are two notes after a while, and 12 at once', async ({ page }) => {
  await open(page);
  await open(page, `./#b=4x4&p=${'1'.padEnd(256, '.')}&e=0`);
  await cell(page, 1, 2, 16).click();
  await page.keyboard.press('x');
  await page.keyboard.press('1');
  await page.waitForTimeout(1700);
  await page.keyboard.press('2');
  await expect(cell(page, 1, 2, 16)).toHaveAccessibleName(/corner notes 1 2$/);
  await cell(page, 1, 3, 16).click();
  await page.keyboard.type('12');
  await expect(cell(page, 1, 3, 16)).toHaveAccessibleName(/corner notes 12$/);
});

test('cells take several colors, and the pen draws and removes lines @kept', async ({ page }) => {
  await open(page);
  await paste(page, CLASSIC);
  await cell(page, 1, 3).click();
  await page.keyboard.press('v');
  await page.keyboard.press('2');
  await page.keyboard.press('4');
  await expect(cell(page, 1, 3)).toHaveAccessibleName(/green, red/);
  await page.keyboard.press('b');
  await cell(page, 3, 4).hover();
  await page.mouse.down();
  await cell(page, 3, 6).hover();
  await page.mouse.up();
  await expect(page.locator('line.pen')).toHaveCount(2);
  await page.reload();
  await ready(page);
  await expect(page.locator('line.pen')).toHaveCount(2);
  await expect(cell(page, 1, 3)).toHaveAccessibleName(/green, red/);
});

test('a mark is come back to', async ({ page }) => {
  await open(page);
  await paste(page, CLASSIC);
  await enter(page, [[1, 3, '4']]);
  await page.keyboard.press('m');
  await enter(page, [[1, 4, '6'], [1, 6, '8']]);
  await press(page, 'More', 'Back to the mark');
  await expect(cell(page, 1, 3)).toHaveText('4');
  await expect(cell(page, 1, 4)).toHaveText('');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(cell(page, 1, 6)).toHaveText('8');
});

test('the rules of a variant are read in full, and heard at their cells', async ({ page }) => {
  await open(page);
  const rules = ['killer 3 r1c1 r1c2', 'thermo r3c3 r4c3 r5c3', 'x', 'anti-knight', 'whisper 5 r9c1 r9c2 r9c3', 'renban r7c7 r7c8 r7c9'];
  await open(page, `./#b=3x3&p=${'.'.repeat(81)}&r=${encodeURIComponent(rules.join(';'))}&e=0`);
  await page.getByRole('region', { name: 'Rules' }).getByRole('button', { name: 'In full' }).click();
  const dialog = page.getByRole('dialog');
  for (const words of ['diagonal', 'knight', 'differ', 'increase', 'without a gap']) await expect(dialog).toContainText(words);
  await page.keyboard.press('Escape');
  await expect(cell(page, 4, 3)).toHaveAccessibleName(/increas/);
  await expect(cell(page, 9, 2)).toHaveAccessibleName(/differ/);
});

test('the combinations of a cage are listed at its cells', async ({ page }) => {
  await open(page);
  await open(page, `./#b=3x3&p=${'.'.repeat(81)}&r=${encodeURIComponent('killer 4 r1c1 r1c2')}&e=0`);
  await cell(page, 1, 1).click();
  await expect(page.locator('.combinations')).toContainText('4 in 2:');
  await expect(page.locator('.combinations .set')).toHaveText(['13']);
});

test('the solved game says its time and offers the next one', async ({ page }) => {
  await open(page);
  await paste(page, `.${CLASSIC_SOLVED.slice(1)}`);
  await enter(page, [[1, 1, '5']]);
  await expect(page.getByRole('dialog', { name: 'Solved' })).toContainText('Time');
  await page.keyboard.press('Escape');
  await open(page);
  await expect(page.locator('.games')).toContainText('solved');
  expect(await digitsOf(page)).toEqual([]);
});

// Only Chromium is told to show what it would print.
test('a page of paper is black on white, with the rules in full @chromium', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await open(page);
  const rules = ['x', 'killer 3 r1c1 r1c2', 'anti-knight', 'anti-king', 'windoku'];
  await open(page, `./#b=3x3&p=${CLASSIC}&r=${encodeURIComponent(rules.join(';'))}&e=0`);
  await expect(page.locator('.given .digit').first()).toBeVisible();
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  const colors = await page.evaluate(() => {
    const given = /** @type {HTMLElement} */ (document.querySelector('.given .digit'));
    return [getComputedStyle(given).color, getComputedStyle(document.documentElement).colorScheme];
  });
  expect(colors[0]).toBe('rgb(0, 0, 0)');
  expect(colors[1]).toContain('light');
  const text = page.locator('.rules p');
  expect(await text.evaluate((element) => element.scrollHeight <= element.clientHeight + 1)).toBe(true);
});

test('after a variant comes another one of its kind', async ({ page }) => {
  await open(page, `./#b=2x2&p=123434122143432.&r=${encodeURIComponent('thermo r1c1 r1c2')}&e=0`);
  await cell(page, 4, 4, 4).click();
  await page.keyboard.press('1');
  await page.getByRole('dialog', { name: 'Solved' }).getByRole('button', { name: 'Another one like it' }).click();
  await expect.poll(() => page.locator('.cell:not(.given)').count()).toBeGreaterThan(1);
  await expect(page.locator('.cell')).toHaveCount(16);
  await expect(page.locator('.rules p')).toContainText('thermometer');
});
