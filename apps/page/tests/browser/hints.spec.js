/**
 * Hints: each says more, what it says is drawn, and it can be applied.
 * @module
 */

import { CLASSIC, expect, expectAccessible, HARD, open, test, untilRunning, X_WING } from './fixture.js';
import { cell, enter, follow, paste, says } from './hands.js';

const hint = (/** @type {import('@playwright/test').Page} */ page) => page.getByRole('region', { name: 'Hint' });

/** Asks until the step is said in full. @param {import('@playwright/test').Page} page */
async function inFull(page) {
  for (const grade of [1, 2, 3]) {
    await page.keyboard.press('h');
    await expect(hint(page)).toContainText(`Hint ${grade} of 4`);
  }
  await page.keyboard.press('h');
  await expect(hint(page).getByRole('button', { name: 'Apply' })).toBeVisible();
}

/** Applies the step, and returns it in words. @param {import('@playwright/test').Page} page */
async function apply(page) {
  await hint(page).getByRole('button', { name: 'Apply' }).click();
  await expect(hint(page)).toBeHidden();
  await says(page, 'Applied: ');
  return (await page.locator('.message').textContent()) ?? '';
}

test('hints say more each time, and the step can be applied', async ({ page }) => {
  await open(page);
  await paste(page, CLASSIC);
  const board = await page.getByRole('grid').boundingBox();
  const press = (/** @type {string} */ name) => hint(page).getByRole('button', { name }).click();
  await page.getByRole('button', { name: 'Hint', exact: true }).click();
  await expect(hint(page)).toContainText('Look at');
  await press('Which technique?');
  await expect(hint(page)).toContainText('Naked Single');
  await press('Which cells?');
  await expect(cell(page, 5, 5)).toHaveAccessibleName('row 5 column 5, empty, hint');
  await press('Show the step');
  await expect(hint(page).getByRole('heading')).toHaveText('Naked Single');
  await expect(hint(page)).toContainText('r5c5 is 5');
  await expect(cell(page, 5, 5)).toHaveAccessibleName(/hint: 5/);
  await expectAccessible(page, 'hint');
  expect(await apply(page)).toContain('Naked Single: r5c5=5');
  await expect(cell(page, 5, 5)).toHaveAccessibleName('row 5 column 5, 5');
  expect(await page.getByRole('grid').boundingBox()).toEqual(board);
});

test('an elimination notes its own cells alone, and is not told again', async ({ page }) => {
  await open(page);
  await paste(page, HARD);
  await expect(page.locator('.given').first()).toBeVisible();
  let applied = '';
  for (let step = 0; step < 40 && !applied.includes('<>'); step += 1) {
    await inFull(page);
    applied = await apply(page);
  }
  expect(applied).toContain('<>');
  const noted = await page.locator('.cell').evaluateAll((cells) => cells.filter((one) => /notes/.test(one.getAttribute('aria-label') ?? '')).length);
  expect(noted).toBeGreaterThan(0);
  expect(noted).toBeLessThan(12);
  await inFull(page);
  expect(await apply(page)).not.toBe(applied);
});

/** Lists all steps of the state, and shows the X-Wing. @param {import('@playwright/test').Page} page */
async function showXWing(page) {
  await paste(page, X_WING);
  await page.keyboard.press('l');
  await expect(hint(page).getByRole('status')).toContainText(/^\d+ steps\.$/);
  const group = hint(page).locator('details').filter({ has: page.locator('strong', { hasText: /^X-Wing$/ }) });
  await expect(group.locator('summary')).toHaveText('X-Wing 1 Hard');
  await group.evaluate((/** @type {HTMLDetailsElement} */ element) => {
    element.open = true;
  });
  await group.getByRole('button', { name: '5 r17 c39 => r8c9<>5' }).click();
}

test('all steps are listed, and one is shown and applied', async ({ page }) => {
  await open(page);
  await showXWing(page);
  await expect(hint(page).getByRole('heading')).toHaveText('X-Wing');
  await expect(hint(page)).toContainText('r8c9 cannot be 5');
  await expect(cell(page, 8, 9)).toHaveAccessibleName(/hint: not 5/);
  await expectAccessible(page, 'a step of the list');
  await hint(page).getByRole('button', { name: 'All steps' }).click();
  await expect(hint(page).locator('details').first()).toBeVisible();
  await hint(page).getByRole('button', { name: '5 r17 c39 => r8c9<>5' }).click();
  expect(await apply(page)).toContain('X-Wing');
  await expect(cell(page, 8, 9)).not.toHaveAccessibleName(/5/);
});

test('a list of steps is stopped, and its work ends', async ({ page, host }) => {
  await open(page);
  await follow(page, { b: '4x4', p: '1'.padEnd(256, '.'), e: '0' });
  await page.keyboard.press('l');
  await hint(page).getByRole('switch', { name: 'rare techniques too' }).click();
  await untilRunning(host, 1);
  await hint(page).getByRole('button', { name: 'Stop' }).click();
  await expect(hint(page).getByRole('status')).toContainText('Stopped after 0 steps. There may be more.');
  await untilRunning(host, 0);
});

test('a wrong digit is marked as such when it is asked for, or at once', async ({ page }) => {
  await open(page);
  await paste(page, CLASSIC);
  // No conflict, but not the digit of the solution.
  await enter(page, [[1, 3, '1']]);
  await expect(page.locator('.cell.wrong')).toHaveCount(0);
  await page.getByRole('button', { name: 'Check', exact: true }).click();
  await says(page, 'Wrong: r1c3.');
  await expect(page.locator('.cell.wrong')).toHaveCount(1);
  await expect(cell(page, 1, 3)).toHaveAccessibleName(/, wrong/);
  await page.keyboard.press('h');
  await expect(hint(page)).toContainText('wrong');
  await expect(page.locator('.cell.marked')).toHaveCount(0);
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByLabel('Checked while playing').selectOption('solution');
  await page.keyboard.press('Escape');
  await enter(page, [[1, 3, '4']]);
  await expect(page.locator('.cell.wrong')).toHaveCount(0);
  await enter(page, [[1, 3, '1']]);
  await expect(page.locator('.cell.wrong')).toHaveCount(1);
});
