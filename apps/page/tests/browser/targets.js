/**
 * How fast the page is: its first paint, its reload, keys and a drag. It prints a table and times nothing against a limit;
 * `scripts/browser --targets` runs it, and the records have what it printed.
 * @module
 */

import { CLASSIC, expect, open, ready, test } from './fixture.js';
import { cell } from './hands.js';

/** The number of measurements of each kind. */
const RUNS = 5;
/** How much the processor is slowed down in a drag, as a telephone is. */
const SLOWER = 6;

/** @param {number[]} values */
const median = (values) => [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)];

/** @param {string} name @param {number[]} values @param {string} unit */
const row = (name, values, unit) =>
  console.log(`| ${name} | ${median(values).toFixed(1)} | ${Math.max(...values).toFixed(1)} | ${unit} |`);

/** Returns how long each key takes until the next frame could be drawn. @param {import('@playwright/test').Page} page @param {string[]} keys */
const keyTimes = (page, keys) => page.evaluate(async (pressed) => {
  const times = [];
  /** @type {HTMLElement} */ (document.querySelector('.cell[tabindex="0"]')).focus();
  for (const key of pressed) {
    const code = /\d/.test(key) ? `Digit${key}` : '';
    const begun = performance.now();
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, code, bubbles: true, cancelable: true }));
    // The page answers in microtasks; the position of an element needs styles and layout.
    for (let turn = 0; turn < 4; turn += 1) await Promise.resolve();
    document.querySelector('.board')?.getBoundingClientRect();
    times.push(performance.now() - begun);
    await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)));
  }
  return times;
}, keys);

const KEYS = Array.from({ length: 40 }, (_, index) => ['ArrowRight', 'ArrowDown', '5', 'ArrowLeft', 'x', '3', 'z', 'ArrowUp'][index % 8]);

test('targets @chromium', async ({ browser, host }) => {
  console.log('| what | median | most | |\n|---|---:|---:|---|');
  /** @type {Record<'paint'|'ready'|'again'|'bytes', number[]>} */
  const loads = { paint: [], ready: [], again: [], bytes: [] };
  for (let run = 0; run < RUNS; run += 1) {
    const context = await browser.newContext({ baseURL: host.url, viewport: { width: 1280, height: 900 } });
    const page = await context.newPage();
    await page.addInitScript(() => {
      new MutationObserver(() => {
        if (document.documentElement.dataset.shown !== undefined && !performance.getEntriesByName('ready').length) performance.mark('ready');
      }).observe(document, { subtree: true, attributes: true, attributeFilter: ['data-shown'] });
    });
    const timed = () => page.evaluate(() => {
      const [paint] = performance.getEntriesByName('first-contentful-paint');
      const files = /** @type {PerformanceResourceTiming[]} */ ([...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')]);
      return { paint: paint?.startTime ?? 0, ready: performance.getEntriesByName('ready')[0].startTime, bytes: files.reduce((sum, { transferSize }) => sum + transferSize, 0) };
    });
    await open(page);
    const first = await timed();
    await page.reload();
    await ready(page);
    const second = await timed();
    loads.paint.push(first.paint);
    loads.ready.push(first.ready);
    loads.again.push(second.ready);
    loads.bytes.push(second.bytes);
    await context.close();
  }
  row('first paint', loads.paint, 'ms');
  row('ready', loads.ready, 'ms');
  row('ready after a reload', loads.again, 'ms');
  row('transfer of a reload', loads.bytes, 'bytes');

  const context = await browser.newContext({ baseURL: host.url, viewport: { width: 1280, height: 900 } });
  const page = await context.newPage();
  await open(page, `./#b=3x3&p=${CLASSIC}&e=0`);
  await expect(cell(page, 1, 1)).toHaveText('5');
  row('a key on 9x9', await keyTimes(page, KEYS), 'ms');
  const notes = Array.from({ length: 625 }, () => Array.from({ length: 25 }, (_, digit) => (digit + 1).toString(36)).join('')).join('-');
  await page.goto(`./#b=5x5&p=${'.'.repeat(625)}&n=${notes}&e=0`);
  await expect(page.locator('.cell')).toHaveCount(625);
  await expect(cell(page, 25, 25, 25)).toContainText('25');
  row('a key on 25x25 with all notes', await keyTimes(page, KEYS), 'ms');

  await page.goto(`./#b=3x3&p=${CLASSIC.replace('5', '.')}&e=0`);
  await expect(page.locator('.cell')).toHaveCount(81);
  const client = await context.newCDPSession(page);
  const box = await page.locator('.grid').boundingBox();
  if (!box) throw new Error('the grid has a place');
  const [frames, longest] = [[], []].map((list) => /** @type {number[]} */ (list));
  for (let run = 0; run < RUNS; run += 1) {
    await client.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
    const counted = page.evaluate(async (count) => {
      const times = [performance.now()];
      while (times.length <= count) times.push(await new Promise((resolve) => requestAnimationFrame(resolve)));
      const gaps = times.slice(2).map((time, index) => time - times[index + 1]);
      return { rate: 1000 / (gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length), most: Math.max(...gaps) };
    }, 120);
    await page.mouse.move(box.x + 5, box.y + 5);
    await page.mouse.down();
    for (let step = 0; step < 120; step += 1) {
      const [across, down] = [(step * 37) % 100, (step * 23) % 100];
      await page.mouse.move(box.x + 5 + ((box.width - 10) * across) / 100, box.y + 5 + ((box.height - 10) * down) / 100);
    }
    await page.mouse.up();
    const { rate, most } = await counted;
    frames.push(rate);
    longest.push(most);
    await client.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  }
  row(`frames of a drag, ${SLOWER} times slower`, frames, 'a second');
  row('longest frame of it', longest, 'ms');
  await context.close();
});
