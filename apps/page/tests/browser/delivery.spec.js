import { CLASSIC, expect, expectAccessible, isStatic, open, ready, test } from './fixture.js';
import { cell, enter, paste, says } from './hands.js';

/** Returns the files that were loaded: their addresses, the bytes that came, and their size. */
const loaded = () => {
  const entries = [...performance.getEntriesByType('navigation'), ...performance.getEntriesByType('resource')];
  return entries.map((entry) => {
    const { name, encodedBodySize, transferSize } = /** @type {PerformanceResourceTiming} */ (entry);
    return { name, encodedBodySize, transferSize };
  });
};

/** Waits until the service worker keeps the page. @param {import('@playwright/test').Page} page */
const kept = (page) => page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));

test('the page is small', async ({ page }) => {
  test.skip(isStatic, 'the host of the test compresses nothing');
  await open(page);
  const files = (await page.evaluate(loaded)).filter(({ name }) => !new URL(name).pathname.startsWith('/api/'));
  const total = files.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
  expect(files.length).toBeGreaterThan(10);
  expect(total).toBeGreaterThan(10_000);
  expect(total, files.map(({ name, encodedBodySize }) => `${encodedBodySize} ${name}`).join('\n')).toBeLessThan(60_000);
});

test('fixed files come once @kept', async ({ page }) => {
  test.skip(isStatic, 'the host of the test sends no headers');
  await open(page);
  await page.reload();
  await ready(page);
  const files = (await page.evaluate(loaded)).filter(({ name }) => new URL(name).pathname.startsWith('/v/'));
  expect(files.length).toBeGreaterThan(10);
  expect(files.filter(({ transferSize }) => transferSize > 0)).toEqual([]);
});

test.describe('without the host', () => {
  test.use({ complaints: /ERR_CONNECTION_REFUSED|NetworkError/ });

  test('the page starts @kept', async ({ page, host }) => {
    await open(page);
    await kept(page);
    await host.stop();
    await page.reload();
    await ready(page);
    await expectAccessible(page, 'the page without its host');
  });

  test('playing goes on', async ({ page, host }) => {
    test.skip(isStatic, 'workers in the browser answer as before');
    await open(page);
    await paste(page, CLASSIC);
    await host.stop();
    await enter(page, [[1, 3, '5']]);
    await says(page, 'Conflict: 5 more than once in row 1');
    await page.keyboard.press('4');
    await expect(page.locator('.conflict')).toHaveCount(0);
    await page.keyboard.press('Control+z');
    await says(page, 'Undone: 4 in row 1 column 3');
    await page.keyboard.press('h');
    await says(page, 'The server does not answer');
    await page.keyboard.press('Control+y');
    await expect(cell(page, 1, 3)).toHaveText('4');
  });

  test('the page of a host of files answers @kept', async ({ page, host }) => {
    test.skip(!isStatic, 'a server answers no longer once it has ended');
    await open(page);
    await kept(page);
    await host.stop();
    await page.reload();
    await ready(page);
    const answer = await page.evaluate(async () => {
      const [script] = document.querySelectorAll('script');
      const { ask } = await import(new URL('engine/api.js', script.src).href);
      return ask('solve', { board: { side: 4 }, givens: [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 0] });
    });
    expect(answer.status).toBe('unique');
  });
});

test('another version replaces the kept one, and answers are not kept @kept', async ({ page, host }) => {
  await open(page);
  await kept(page);
  await page.evaluate(async () => {
    const own = `excover ${new URL('./', location.href)} `;
    await (await caches.open(`${own}v/old/`)).put('./v/old/a.js', new Response(''));
    await (await caches.open('another')).put('./b.js', new Response(''));
    // As the browser does when it finds a service worker of another version.
    await (await navigator.serviceWorker.ready).unregister();
  });
  await open(page, host.url);
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active?.state !== 'activated') await new Promise((done) => active?.addEventListener('statechange', done));
  });
  const names = await page.evaluate(() => caches.keys());
  expect(names).toHaveLength(2);
  expect(names).toContain('another');
  const paths = await page.evaluate(async () => {
    const own = (await caches.keys()).find((name) => name.startsWith('excover '));
    const requests = await (await caches.open(own ?? '')).keys();
    return requests.map(({ url }) => new URL(url).pathname);
  });
  expect(paths.length).toBeGreaterThan(20);
  expect(paths.filter((path) => path.includes('/api/'))).toEqual([]);
  expect(paths.some((path) => path.endsWith('.wasm'))).toBe(isStatic);
});

test('the page can be installed @chromium @kept', async ({ page }) => {
  await open(page);
  await kept(page);
  const session = await page.context().newCDPSession(page);
  const { errors } = await session.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors');
  // A fresh profile is a private window, where nothing is installed.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([]);
});
