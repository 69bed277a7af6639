import { expect, expectAccessible, isStatic, open, test } from './fixture.js';
import { choose, drag, place } from './hands.js';

/** @typedef {import('@playwright/test').Page} Page */

/** Returns the rules of the puzzle. @param {Page} page */
const rules = async (page) => page.locator('.rule-item[data-rule]').evaluateAll((items) => items.map((item) => /** @type {HTMLElement} */ (item).title));

/** @param {Page} page @param {string[]} wanted */
const expectRules = (page, wanted) => expect.poll(() => rules(page)).toEqual(wanted);

/** @param {Page} page */
const solutions = (page) => page.locator('[data-line=solutions] .text');

/** A grid, row by row. */
const SOLUTION = '534678912672195348198342567859761423426853791713924856961537284287419635345286179';

test('a thermometer is drawn along a diagonal, and a line that goes back gives its cells back', async ({ page }) => {
  await open(page, '#/set');
  await choose(page, 'thermo', 'Thermometers');
  await drag(page, [[2, 2], [3, 3], [4, 3], [4, 5], [4, 4]]);
  await expectRules(page, ['thermo r2c2 r3c3 r4c3 r4c4']);
  await expect(page.getByRole('heading', { name: 'Thermometers' })).toBeVisible();
});

test('a cage takes the number that is typed, and another one later', async ({ page }) => {
  await open(page, '#/set');
  await choose(page, 'killer', 'Killer cages');
  await drag(page, [[6, 6], [6, 7], [7, 7]]);
  await expectRules(page, ['different r6c6 r6c7 r7c7']);
  await page.keyboard.type('15');
  await page.keyboard.press('Enter');
  await expectRules(page, ['killer 15 r6c6 r6c7 r7c7']);
  await page.getByRole('tab', { name: 'Rules' }).click();
  await page.mouse.click(...(await place(page, 1, 1)));
  await expect(page.getByRole('heading', { name: 'Nothing is selected' })).toBeVisible();
  await page.mouse.click(...(await place(page, 7, 7)));
  await page.keyboard.type('21');
  await page.keyboard.press('Enter');
  await expectRules(page, ['killer 21 r6c6 r6c7 r7c7']);
  // What the engine refuses changes nothing.
  await page.keyboard.type('99');
  await page.keyboard.press('Enter');
  await expect(page.locator('.message')).toContainText('found 99');
  await expectRules(page, ['killer 21 r6c6 r6c7 r7c7']);
  await page.getByRole('button', { name: 'Draw again' }).click();
  await drag(page, [[1, 1], [1, 3]]);
  await expectRules(page, ['killer 21 r1c1 r1c2 r1c3']);
});

test('all is undone and redone, one stroke at a time', async ({ page }) => {
  await open(page, '#/set');
  await choose(page, 'thermo', 'Thermometers');
  await drag(page, [[1, 1], [1, 3]]);
  await expectRules(page, ['thermo r1c1 r1c2 r1c3']);
  await choose(page, 'white', 'White dots');
  await page.mouse.click(...(await place(page, 5, 5, [0.97, 0.5])));
  await expectRules(page, ['thermo r1c1 r1c2 r1c3', 'white r5c5 r5c6']);
  // Typed, as a field that is filled by a script does not change in every browser.
  await page.getByRole('textbox', { name: 'Title' }).click();
  await page.keyboard.type('Two rules');
  await page.keyboard.press('Enter');
  const undo = page.getByRole('button', { name: 'Undo' });
  await undo.click();
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('');
  await undo.click();
  await expectRules(page, ['thermo r1c1 r1c2 r1c3']);
  await undo.click();
  await expectRules(page, []);
  await expect(undo).toBeDisabled();
  await page.getByRole('button', { name: 'Redo' }).click();
  await expectRules(page, ['thermo r1c1 r1c2 r1c3']);
});

test('a region that was drawn and undone can be drawn again @kept', async ({ page }) => {
  await open(page, '#/set');
  await choose(page, 'regions', 'Jigsaw');
  await drag(page, [[1, 1], [1, 9]]);
  await expect(page.locator('.sketch')).toHaveCount(1);
  await page.keyboard.press('Control+z');
  await expect(page.locator('.sketch')).toHaveCount(0);
  for (let row = 1; row < 9; row += 1) await drag(page, [[row, 1], [row, 9]]);
  await expect(page.locator('.sketch')).toHaveCount(8);
  // The regions in progress outlive the page.
  await expect.poll(() => page.url()).toMatch(/#\/set\/.+/);
  await page.reload();
  await expect(page.locator('.sketch')).toHaveCount(8);
  await choose(page, 'regions', 'Jigsaw');
  await drag(page, [[9, 1], [9, 9]]);
  await expectRules(page, [`regions ${[...'ABCDEFGHI'].map((letter) => letter.repeat(9)).join('')}`]);
});

test('clues stand beside the board, and marks between cells', async ({ page }) => {
  await open(page, '#/set');
  await choose(page, 'skyscraper', 'Skyscrapers');
  await expect(page.locator('.surface .place').first()).toBeAttached();
  await page.mouse.click(...(await place(page, 0, 4)));
  await expect(page.locator('.surface .pending').first()).toBeAttached();
  await page.keyboard.type('3');
  await page.keyboard.press('Enter');
  await expectRules(page, ['skyscraper column 4 top = 3']);
  await choose(page, 'little-killer', 'Little killer');
  await page.mouse.click(...(await place(page, 0, 7, [0.2, 0.5])));
  await page.keyboard.type('22');
  await page.keyboard.press('Enter');
  await expectRules(page, ['skyscraper column 4 top = 3', 'little-killer 22 r1c6 down-left']);
  await choose(page, 'quad', 'Quadruples');
  await page.mouse.click(...(await place(page, 8, 2, [0.95, 0.95])));
  await page.keyboard.type('13');
  await page.keyboard.press('Enter');
  await choose(page, 'x', 'XV: X');
  await drag(page, [[5, 5], [6, 5]]);
  await expectRules(page, ['skyscraper column 4 top = 3', 'little-killer 22 r1c6 down-left', 'quad r8c2 = 1 3', 'x r5c5 r6c5']);
});

test('the keyboard alone draws', async ({ page }) => {
  await open(page, '#/set');
  await choose(page, 'thermo', 'Thermometers');
  await page.getByRole('gridcell').first().focus();
  for (const key of ['Enter', 'ArrowRight', 'Enter', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
  await expect(page.locator('.message')).toContainText('3 cells: row 1 column 1, row 1 column 2, and row 2 column 2');
  await page.keyboard.press('Enter');
  await expectRules(page, ['thermo r1c1 r1c2 r2c2']);
  await page.keyboard.press('Delete');
  await expectRules(page, []);
});

test('the number of solutions is known after each stroke', async ({ page }) => {
  await open(page, '#/set');
  await expect(solutions(page)).toContainText('At least');
  await page.getByRole('tab', { name: 'Digits' }).click();
  await page.getByRole('gridcell').first().click();
  // A grid without its last three rows: what is known follows the digits.
  await page.keyboard.type(SOLUTION.slice(0, 63));
  await expect(solutions(page)).toHaveText(/^(One solution|\d+ solutions)$/);
  await page.keyboard.type(SOLUTION.slice(63, 72));
  await expect(solutions(page)).toHaveText('One solution');
  await expect(page.locator('[data-line=level] .text')).toContainText('Easy');
  await page.getByRole('button', { name: 'Candidates' }).click();
  await expect(page.getByRole('gridcell').last()).toHaveAccessibleName(/candidates 9/);
  await page.getByRole('tab', { name: 'Draw' }).click();
  await choose(page, 'killer', 'Killer cages');
  await drag(page, [[9, 7], [9, 8]]);
  // The sum is that of the only solution.
  await expectRules(page, ['killer 8 r9c7 r9c8']);
  await page.keyboard.type('4');
  await page.keyboard.press('Enter');
  await expect(solutions(page)).toHaveText('No solution');
  await page.getByRole('button', { name: 'Why?' }).click();
  await page.getByRole('button', { name: 'killer 4 r9c7 r9c8', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Killer cages' })).toBeVisible();
});

test('sums are those of the stated solution', async ({ page }) => {
  await open(page, '#/set');
  await page.getByRole('tab', { name: 'Digits' }).click();
  await page.getByRole('gridcell').first().click();
  await page.keyboard.type(SOLUTION);
  await page.getByRole('tab', { name: 'About' }).click();
  await page.getByRole('button', { name: 'Take the solution found' }).click();
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Remove all givens' }).click();
  await page.getByRole('tab', { name: 'Draw' }).click();
  await choose(page, 'killer', 'Killer cages');
  await drag(page, [[1, 1], [1, 3]]);
  await choose(page, 'x-sum', 'X-sums');
  await page.mouse.click(...(await place(page, 2, 0)));
  await expectRules(page, ['killer 12 r1c1 r1c2 r1c3', 'x-sum row 2 left = 30']);
  await choose(page, 'quad', 'Quadruples');
  await page.mouse.click(...(await place(page, 8, 8, [0.95, 0.95])));
  await expectRules(page, ['killer 12 r1c1 r1c2 r1c3', 'x-sum row 2 left = 30', 'quad r8c8 = 3 5 7 9']);
  await page.getByRole('tab', { name: 'Rules' }).click();
  await page.getByRole('button', { name: /^Killer cages 12/ }).click();
  await page.keyboard.press('Delete');
  await expectRules(page, ['x-sum row 2 left = 30', 'quad r8c8 = 3 5 7 9']);
});

test('marks are set and removed, copies placed, and cages extended', async ({ page }) => {
  await open(page, '#/set');
  await choose(page, 'even', 'Even cells');
  await drag(page, [[1, 1], [1, 3]]);
  await expectRules(page, ['even r1c1 r1c2 r1c3']);
  await page.mouse.click(...(await place(page, 1, 2)));
  await expectRules(page, ['even r1c1 r1c3']);
  await choose(page, 'clone', 'Clones');
  await drag(page, [[3, 1], [3, 2]]);
  await page.mouse.click(...(await place(page, 6, 8)));
  await expectRules(page, ['even r1c1 r1c3', 'clone r3c1 r3c2 = r6c8 r6c9']);
  await choose(page, 'killer', 'Killer cages');
  await drag(page, [[8, 1], [8, 2]]);
  await expectRules(page, ['even r1c1 r1c3', 'clone r3c1 r3c2 = r6c8 r6c9', 'different r8c1 r8c2']);
  await page.keyboard.down('Shift');
  await page.mouse.click(...(await place(page, 9, 2)));
  await page.keyboard.up('Shift');
  await expectRules(page, ['even r1c1 r1c3', 'clone r3c1 r3c2 = r6c8 r6c9', 'different r8c1 r8c2 r9c2']);
});

test('drawings and fog are kept, and undone @kept', async ({ page }) => {
  await open(page, '#/set');
  await choose(page, 'brush/line', 'a line without a meaning');
  await drag(page, [[7, 1], [7, 4]]);
  await choose(page, 'brush/fog', 'hides the board');
  await drag(page, [[4, 4], [4, 6]]);
  await expect(page.locator('.overlay .fog')).toHaveCount(78);
  await expect.poll(() => page.url()).toMatch(/#\/set\/.+/);
  await page.reload();
  await expect(page.locator('.overlay.under polyline')).toHaveCount(1);
  await expect(page.locator('.overlay .fog')).toHaveCount(78);
  await page.getByRole('tab', { name: 'Rules' }).click();
  await page.getByRole('button', { name: 'Remove Line' }).click();
  await expect(page.locator('.overlay.under polyline')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.locator('.overlay.under polyline')).toHaveCount(1);
});

test('a puzzle is generated with rules that are drawn, and what it does not need is removed', async ({ page }) => {
  await open(page, '#/set');
  await page.getByRole('button', { name: 'New', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Size' }).selectOption('6');
  await dialog.getByText('With rules').click();
  await dialog.getByRole('checkbox', { name: 'Thermometers', exact: true }).check();
  await dialog.getByText('More', { exact: true }).click();
  await dialog.getByRole('textbox', { name: 'Seed' }).fill('7');
  await dialog.getByRole('button', { name: 'Generate' }).click();
  await expect(page.locator('.message')).toContainText('seed 7');
  await expect(solutions(page)).toHaveText('One solution');
  const drawn = await rules(page);
  expect(drawn.every((rule) => rule.startsWith('thermo '))).toBe(true);
  expect(drawn.length).toBeGreaterThan(0);
  // A given more than the puzzle needs is found, and removed.
  await page.getByRole('button', { name: 'Candidates' }).click();
  await expect(page.locator('.notes.faint').first()).toBeAttached();
  const blank = page.locator('.cell:has(.notes.faint)').first();
  const name = await blank.getAttribute('aria-label');
  const [, digit] = /candidates (\d)/.exec(name ?? '') ?? [];
  await page.getByRole('tab', { name: 'Digits' }).click();
  await blank.click();
  await page.keyboard.press(digit);
  await expect(page.locator('[data-line=needs] .text')).toContainText('Not needed');
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Remove what is not needed' }).click();
  await expect(page.locator('.message')).toContainText('Removed:');
  await expect(page.locator('[data-line=needs] .text')).toHaveText('Every given and every rule is needed');
});

/** Opens the dialog of new puzzles. @param {Page} page */
async function asked(page) {
  await page.getByRole('button', { name: 'New', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'New puzzle' });
  const part = async (/** @type {string} */ name) => dialog.locator('summary').getByText(name, { exact: true }).click();
  return { dialog, part, generate: () => dialog.getByRole('button', { name: 'Generate' }).click() };
}

/** Returns the digits of the cells, row by row. @param {Page} page */
const digits = (page) => page.locator('.cell').evaluateAll((cells) => cells.map((cell) => cell.querySelector('.digit')?.textContent ?? '.').join(''));

test('a puzzle is generated with a symmetry and a number of givens, and then in the same cells', async ({ page }) => {
  await open(page, '#/set');
  const { dialog, part, generate } = await asked(page);
  await part('Givens');
  await dialog.getByLabel('Symmetry').selectOption('half turn');
  await dialog.getByRole('textbox', { name: 'Their number' }).fill('30-32');
  await part('More');
  await dialog.getByRole('textbox', { name: 'Seed' }).fill('4');
  const blank = '.'.repeat(81);
  await expect.poll(() => digits(page)).toBe(blank);
  await generate();
  await expect(page.locator('.message')).toContainText('seed 4');
  // The message may be there before the board is drawn.
  await expect.poll(() => digits(page)).not.toBe(blank);
  const places = (/** @type {string} */ text) => text.replace(/[^.]/g, 'X');
  const first = await digits(page);
  expect([...places(first)].reverse().join('')).toBe(places(first));
  const { length } = first.replaceAll('.', '');
  expect(length >= 30 && length <= 32).toBe(true);
  const again = await asked(page);
  await again.part('Givens');
  await again.dialog.getByLabel('Symmetry').selectOption('the same cells as now');
  await expect(again.dialog.getByRole('textbox', { name: 'Their number' })).toBeDisabled();
  await again.part('More');
  await again.dialog.getByRole('textbox', { name: 'Seed' }).fill('5');
  await again.generate();
  await expect(page.locator('.message')).toContainText('seed 5');
  await expect.poll(() => digits(page)).not.toBe(first);
  expect(places(await digits(page))).toBe(places(first));
  await expect(solutions(page)).toHaveText('One solution');
});

test('a puzzle is generated for the techniques that it needs and allows', async ({ page }) => {
  // Firefox tells a test nothing of what a request has sent.
  await page.addInitScript(() => {
    const { fetch } = window;
    window.fetch = (address, options) => {
      if (`${address}`.endsWith('generate')) Object.assign(window, { asked: options?.body });
      return fetch(address, options);
    };
  });
  await open(page, '#/set');
  const { dialog, part, generate } = await asked(page);
  await part('Needs techniques');
  await dialog.getByRole('group', { name: 'Needs techniques' }).getByRole('checkbox', { name: 'Naked Pair', exact: true }).check();
  await part('Allows only techniques');
  for (const name of ['Full House', 'Naked Single', 'Hidden Single']) {
    await dialog.getByRole('group', { name: 'Allows only techniques' }).getByRole('checkbox', { name, exact: true }).check();
  }
  await generate();
  await expect(page.locator('.message')).toContainText('Generated:');
  await expect(page.locator('[data-line=level] .text')).toContainText('Medium');
  // Workers are not asked over the network.
  if (isStatic) return;
  const asks = await page.evaluate(() => /** @type {any} */ (window).asked);
  expect(JSON.parse(asks)).toMatchObject({ needs: ['Naked Pair'], only: ['Full House', 'Naked Single', 'Hidden Single'] });
});

test('wishes that no puzzle can meet are refused with a reason, and stay', async ({ page }) => {
  await open(page, '#/set');
  const { dialog, part, generate } = await asked(page);
  await part('Givens');
  const number = dialog.getByRole('textbox', { name: 'Their number' });
  for (const [typed, words] of [['many', 'found “many”'], ['10-16', 'expected at least 17 clues'], ['30-20', 'the smaller number of clues first']]) {
    await number.fill(typed);
    await generate();
    await expect(page.locator('.message')).toContainText(words);
    await expect(number).toHaveValue(typed);
  }
  await number.fill('');
  await part('Needs techniques');
  await dialog.getByRole('group', { name: 'Needs techniques' }).getByRole('checkbox', { name: 'X-Wing', exact: true }).check();
  await dialog.getByLabel('Level').selectOption('Easy');
  await generate();
  await expect(page.locator('.message')).toContainText('expected a technique that level easy allows, found X-Wing');
  await part('More');
  await dialog.getByRole('combobox', { name: 'Solutions' }).selectOption({ index: 1 });
  await expect(number).toBeDisabled();
  await expectAccessible(page, 'wishes');
  await generate();
  await expect(page.locator('.message')).toContainText('Generated:');
});

test('a draft that is left untouched is not kept, and one that is played comes back', async ({ page }) => {
  await open(page, '#/set');
  await page.getByRole('link', { name: 'Play', exact: true }).first().click();
  await expect(page.getByText('Games that you begin are kept here.')).toBeVisible();
  await page.getByRole('link', { name: 'Set', exact: true }).first().click();
  await choose(page, 'thermo', 'Thermometers');
  await drag(page, [[1, 1], [1, 3]]);
  await expectRules(page, ['thermo r1c1 r1c2 r1c3']);
  await expect.poll(() => page.url()).toMatch(/#\/set\/.+/);
  const address = page.url();
  await page.getByRole('button', { name: 'Play it' }).click();
  // The menu of the screen before is gone once that of the game is there.
  await expect(page.getByRole('button', { name: 'Hint' })).toBeVisible();
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Edit as a setter' }).click();
  await expectRules(page, ['thermo r1c1 r1c2 r1c3']);
  await expect.poll(() => page.url()).toBe(address);
});

test('two tabs have the same draft, and come to rest @kept', async ({ page, context }) => {
  await open(page, '#/set');
  await choose(page, 'thermo', 'Thermometers');
  await drag(page, [[1, 1], [1, 3]]);
  await expectRules(page, ['thermo r1c1 r1c2 r1c3']);
  await expect.poll(() => page.url()).toMatch(/#\/set\/.+/);
  const other = await context.newPage();
  await open(other, page.url());
  await expectRules(other, ['thermo r1c1 r1c2 r1c3']);
  await other.getByRole('tab', { name: 'Digits' }).click();
  await other.getByRole('gridcell').nth(9).click();
  await other.keyboard.type(SOLUTION.slice(9));
  await expect(page.getByRole('gridcell').last()).toHaveAccessibleName(/given 9/);
  const version = () => page.evaluate(() => new Promise((resolve) => {
    const request = indexedDB.open('dlx-sudoku', 1);
    request.onsuccess = () => {
      const found = request.result.transaction('games').objectStore('games').getAll();
      found.onsuccess = () => resolve(found.result[0].version);
    };
  }));
  // Each tab asks for the level, and keeps it; then nothing changes any more.
  await expect.poll(async () => {
    const before = await version();
    await page.waitForTimeout(1500);
    return (await version()) === before;
  }).toBe(true);
  await expect(solutions(page)).toHaveText(await solutions(other).innerText());
});

test('a puzzle is sent as a link with its rules, and played', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']).catch(() => {});
  await open(page, '#/set');
  await choose(page, 'thermo', 'Thermometers');
  await drag(page, [[1, 1], [1, 3]]);
  await expectRules(page, ['thermo r1c1 r1c2 r1c3']);
  await page.getByRole('button', { name: 'Share' }).click();
  await page.evaluate(() => {
    navigator.clipboard.writeText = async (text) => {
      document.body.dataset.copied = text;
    };
  });
  await page.getByRole('button', { name: 'Copy a link' }).click();
  await expect(page.locator('body')).toHaveAttribute('data-copied', /thermo\+r1c1\+r1c2\+r1c3/);
  const link = await page.locator('body').getAttribute('data-copied');
  await page.goto(link ?? '');
  await expect(page).toHaveURL(/#\/play\//);
  await expect(page.getByRole('gridcell').first()).toHaveAccessibleName(/thermometer/);
});

test('every rule of the catalogue is accepted as it is drawn', async ({ page }) => {
  await open(page, '#/set');
  const refused = await page.evaluate(async () => {
    const load = (/** @type {string} */ path) => import(new URL(path, document.querySelector('script')?.src).href);
    const [{ ask }, { toolsOf, keyOf, usualNumber }, { drawnAs, numberIn, read, write }] = await Promise.all(['engine/api.js', 'set/tools.js', 'set/rule.js'].map(load));
    const tools = new Map(toolsOf(await ask('rules')).map((/** @type {any} */ tool) => [keyOf(tool), tool]));
    const digits = [...'534678912672195348198342567859761423426853791713924856961537284287419635345286179'].map(Number);
    const found = [];
    for (const tool of tools.values()) {
      const own = {
        line: { cells: [0, 1, 2, 3], number: usualNumber(tool, 9) }, pair: { cells: [0, 1] }, cage: { cells: tool.word === 'quotient-cage' ? [3, 28] : [0, 1, 2] },
        cells: { cells: [0, 1] }, marks: { cells: [0, 10] }, arrow: { cells: [0, 1, 2] }, quad: { cells: [0] }, clone: { cells: [0, 1, 9, 10], head: 2 },
        outside: { side: 'left', place: 2 }, diagonal: { cells: [2], direction: 'down-left' }, regions: { text: [...'ABCDEFGHI'].map((letter) => letter.repeat(9)).join('') },
        board: {}, text: { text: tool.example },
      }[/** @type {string} */ (tool.shape)];
      const drawn = drawnAs(tool, own);
      const hasNumber = ['cage', 'quad', 'outside', 'diagonal'].includes(tool.shape);
      const number = hasNumber ? numberIn(drawn, digits, 9) : '';
      if (hasNumber) drawn.number = number || '5';
      const text = write(drawn, 9);
      // Doppelgangers need a digit 0, and another one more than there are cells.
      const board = { side: 9, rules: tool.word === 'doppelganger' ? ['values 0-9', text] : [text] };
      try {
        const answer = await ask('board', board);
        const again = read(answer.rules.at(-1).text, tools, 9);
        if (again.shape !== tool.shape || write(again, 9) !== answer.rules.at(-1).text) found.push(`${text} is read as ${again.shape}`);
        // A number that is taken from a solution holds in it.
        if (number && !(await ask('check', { board, givens: digits })).solved) found.push(`${text} does not hold`);
      } catch (error) {
        found.push(`${text}: ${error}`);
      }
    }
    return { found, count: tools.size };
  });
  expect(refused.found).toEqual([]);
  expect(refused.count).toBeGreaterThan(80);
});

test('the screen of setters is accessible', async ({ page }) => {
  await open(page, '#/set');
  await expectAccessible(page, 'a blank draft');
  await choose(page, 'killer', 'Killer cages');
  await drag(page, [[1, 1], [1, 2]]);
  await expectRules(page, ['different r1c1 r1c2']);
  await expectAccessible(page, 'a cage that is selected');
  for (const name of ['Rules', 'Digits', 'About']) {
    await page.getByRole('tab', { name }).click();
    await expectAccessible(page, name);
  }
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await expectAccessible(page, 'the dialog of new puzzles');
});

test('a number that is still typed goes along when the puzzle is played', async ({ page }) => {
  await open(page, './#/set');
  await choose(page, 'killer', 'Killer cages');
  await drag(page, [[5, 1], [5, 2], [6, 2]]);
  // A cage without a sum is called by the tool that draws it.
  await expect(page.getByRole('heading', { name: 'Killer cages' })).toBeVisible();
  await expect(page.locator('.inspect')).toHaveAttribute('data-state', 'rule');
  await page.keyboard.type('15');
  await page.getByRole('button', { name: 'Play it' }).click();
  await expect(page.locator('.rules p')).toContainText('15');
});

/** Makes the engine slow to answer how boards look, so that one change is under way while the next is made. @param {Page} page */
const slow = (page) => page.route('**/api/v1/board', async (route) => {
  await new Promise((resolve) => setTimeout(resolve, 700));
  await route.continue();
});

test('a number that is still typed goes to its own cage, and the next one to the next cage', async ({ page }) => {
  test.skip(isStatic, 'workers are not asked over the network');
  await open(page, './#/set');
  await choose(page, 'killer', 'Killer cages');
  await drag(page, [[1, 1], [1, 2]]);
  await drag(page, [[5, 5], [5, 6]]);
  await expectRules(page, ['different r1c1 r1c2', 'different r5c5 r5c6']);
  await page.getByRole('tab', { name: 'Rules' }).click();
  await page.mouse.click(...(await place(page, 1, 1)));
  await slow(page);
  await page.keyboard.type('15');
  await page.mouse.click(...(await place(page, 5, 5)));
  await expectRules(page, ['killer 15 r1c1 r1c2', 'different r5c5 r5c6']);
  await page.keyboard.type('7');
  await page.keyboard.press('Enter');
  await expectRules(page, ['killer 15 r1c1 r1c2', 'killer 7 r5c5 r5c6']);
});

test('digits that are typed before the cage is there are its number', async ({ page }) => {
  test.skip(isStatic, 'workers are not asked over the network');
  await open(page, './#/set');
  await choose(page, 'killer', 'Killer cages');
  await slow(page);
  await drag(page, [[1, 1], [1, 2]]);
  await page.keyboard.type('15');
  await expect(page.getByRole('textbox', { name: 'Number' })).toHaveValue('15');
  await page.keyboard.press('Enter');
  await expectRules(page, ['killer 15 r1c1 r1c2']);
  await expect(page.getByRole('gridcell', { name: '1', exact: true })).toHaveCount(0);
});

test('a number that is still typed is what Undo undoes', async ({ page }) => {
  test.skip(isStatic, 'workers are not asked over the network');
  await open(page, './#/set');
  await choose(page, 'killer', 'Killer cages');
  await drag(page, [[1, 1], [1, 2]]);
  await expectRules(page, ['different r1c1 r1c2']);
  await slow(page);
  await page.keyboard.type('15');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('button', { name: 'Redo' })).toBeEnabled();
  await expectRules(page, ['different r1c1 r1c2']);
  await page.getByRole('button', { name: 'Redo' }).click();
  await expectRules(page, ['killer 15 r1c1 r1c2']);
});

test('a title that is still typed, and a number, stay when the screen is left', async ({ page }) => {
  await open(page, './#/set');
  await choose(page, 'killer', 'Killer cages');
  await drag(page, [[1, 1], [1, 2]]);
  await expectRules(page, ['different r1c1 r1c2']);
  await page.keyboard.type('15');
  const leaveAndReturn = async () => {
    await page.evaluate(() => {
      location.hash = '#/learn';
    });
    await expect(page.getByRole('heading', { name: 'Learn' })).toBeVisible();
    await page.getByRole('link', { name: 'Set', exact: true }).first().click();
    await expect(page.getByRole('grid')).toBeVisible();
  };
  await leaveAndReturn();
  await expectRules(page, ['killer 15 r1c1 r1c2']);
  await page.getByRole('textbox', { name: 'Title' }).click();
  await page.keyboard.type('Not yet done');
  await leaveAndReturn();
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Not yet done');
});

test('a rule in words that is refused stays, to be corrected', async ({ page }) => {
  await open(page, './#/set');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'A rule in words' }).click();
  const field = page.getByRole('dialog').getByRole('textbox');
  await field.fill('thermo r1c1 r1c2\nkiller 99 r5c5 r5c6\nx');
  await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
  await expect(page.locator('.message')).toContainText('found 99');
  await expect(field).toHaveValue('killer 99 r5c5 r5c6\nx');
  await field.fill('thermo r5c5 r6c6\nx');
  await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
  await expectRules(page, ['thermo r1c1 r1c2', 'thermo r5c5 r6c6', 'x']);
});

test('on a phone the palette stays below what is chosen, and nothing of the card is cut', async ({ page }) => {
  for (const [width, height] of [[320, 568], [390, 844], [768, 1024]]) {
    await page.setViewportSize({ width, height });
    await open(page, './#/set');
    await choose(page, 'killer', 'Killer cages');
    await drag(page, [[1, 1], [1, 2]]);
    await expectRules(page, ['different r1c1 r1c2']);
    await page.keyboard.type('15');
    await page.keyboard.press('Enter');
    await expectRules(page, ['killer 15 r1c1 r1c2']);
    await expect(page.getByRole('button', { name: 'As text' })).toBeVisible();
    const cut = await page.locator('.inspect').evaluate((card) => card.scrollHeight - card.clientHeight);
    expect(cut, `${width}x${height}`).toBeLessThanOrEqual(1);
    await expect(page.locator('.palette')).toBeVisible({ visible: height > 700 });
    // The next size begins with a draft of its own.
    await page.keyboard.press('Delete');
    await expectRules(page, []);
  }
});
