/**
 * What every test in a browser gets: a host of the page of its own, a fresh profile, and a failure if the console
 * complains or the page asks another host. In Firefox the service worker is there in tests that have `@kept` in their names:
 * those of the service worker, and those that load the page again. In Chromium it is there in all.
 * @module
 */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';

import { test as base, expect } from '@playwright/test';

export { expect };

const target = process.env.CARGO_TARGET_DIR ?? new URL('../../../../target', import.meta.url).pathname;

/** The folder that scripts/wasm makes, if its page is tested. */
const folder = process.env.DLX_STATIC_PAGE;

/** True if workers in the browser answer the requests. */
export const isStatic = folder !== undefined;

/**
 * Where the page comes from.
 * @typedef {object} Host
 * @property {string} url the address of the page, which ends with a slash
 * @property {() => Promise<void>} stop ends it
 */

/** Starts the server of the command line. @returns {Promise<Host>} */
async function serve() {
  const program = process.env.DLX ?? `${target}/debug/dlx`;
  const server = spawn(program, ['sudoku', 'serve', '--port', '0', '--quiet'], { stdio: ['ignore', 'pipe', 'inherit'] });
  // A program that cannot be started is an error of the test.
  const failed = once(server, 'error').then(([error]) => Promise.reject(error));
  const lines = createInterface(server.stdout);
  const [url] = await Promise.race([once(lines, 'line'), failed]);
  const stop = async () => {
    if (server.exitCode !== null) return;
    server.kill('SIGINT');
    await once(server, 'exit');
  };
  return { url, stop };
}

/** The folder on the host that has the page. Everything must work below any path. */
const PLACE = '/some/folder/';

/** @type {Record<string, string>} */
const KINDS = {
  css: 'text/css',
  html: 'text/html',
  js: 'text/javascript',
  svg: 'image/svg+xml',
  wasm: 'application/wasm',
  webmanifest: 'application/manifest+json',
};

/** Starts a server of files that knows nothing of the page, as any host of static files. @returns {Promise<Host>} */
async function serveFiles() {
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://host');
    const name = pathname.startsWith(PLACE) ? pathname.slice(PLACE.length) || 'index.html' : '';
    const kind = KINDS[name.split('.').pop() ?? ''];
    const bytes = kind && !name.includes('..') ? await readFile(`${folder}/${name}`).catch(() => null) : null;
    response.writeHead(bytes ? 200 : 404, { 'content-type': kind ?? 'text/plain' });
    response.end(bytes);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const stop = async () => {
    if (!server.listening) return;
    server.close();
    server.closeAllConnections();
    await once(server, 'close');
  };
  return { url: `http://127.0.0.1:${port}${PLACE}`, stop };
}

const axe = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/**
 * @typedef {object} Options
 * @property {RegExp} complaints what the console may say in a test: usually only that a request was rejected
 */

/** @type {import('@playwright/test').TestType<import('@playwright/test').PlaywrightTestArgs & import('@playwright/test').PlaywrightTestOptions & Options & {host: Host}, import('@playwright/test').PlaywrightWorkerArgs & import('@playwright/test').PlaywrightWorkerOptions>} */
export const test = base.extend({
  complaints: [/status of 422/, { option: true }],
  host: async ({}, use) => {
    const host = await (isStatic ? serveFiles() : serve());
    await use(host);
    await host.stop();
  },
  baseURL: ({ host }, use) => use(host.url),
  context: async ({ context, host, complaints, browserName }, use, { tags }) => {
    // To keep all files takes most of the requests of a test, and Firefox tells the test of each.
    if (browserName === 'firefox' && !tags.includes('@kept')) await context.addInitScript(() => Object.defineProperty(navigator, 'serviceWorker', { value: undefined, configurable: true }));
    /** @type {string[]} */
    const found = [];
    const complain = (/** @type {string} */ text) => complaints.test(text) || found.push(text);
    context.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complain(`${message.text()} (${message.location().url})`);
    });
    context.on('weberror', (error) => complain(`${error.error().stack ?? error.error()}`));
    const { origin } = new URL(host.url);
    context.on('request', (request) => {
      const { protocol, origin: asked } = new URL(request.url());
      if (protocol.startsWith('http') && asked !== origin) complain(`a request to ${request.url()}`);
    });
    await use(context);
    expect(found, 'complaints of the console, and requests to other hosts').toEqual([]);
  },
});

/**
 * Goes to an address of the page, and waits for its screen.
 * @param {import('@playwright/test').Page} page
 * @param {string} [path]
 */
export async function open(page, path = './') {
  await page.goto(path);
  await ready(page);
}

/** Waits until the page shows the screen of its address. @param {import('@playwright/test').Page} page */
export async function ready(page) {
  await page.waitForFunction(() => {
    const { shown } = document.documentElement.dataset;
    // A draft gets an address of its own while it is shown.
    return shown === location.hash || (shown === '#/set' && location.hash.startsWith('#/set/'));
  }, null, { timeout: 30_000 });
}

/**
 * Expects that no rule of accessibility is broken.
 * @param {import('@playwright/test').Page} page
 * @param {string} what what the page shows
 */
export async function expectAccessible(page, what) {
  // Once in each document. A value at the end, such as all that axe is, would be sent back.
  if (!await page.evaluate(() => 'axe' in window)) await page.evaluate(`${axe}; window.axe = axe; undefined;`);
  const broken = await page.evaluate(async () => {
    const { violations } = await /** @type {any} */ (window).axe.run(document, { resultTypes: ['violations'] });
    return violations.map((/** @type {any} */ { id, help, nodes }) =>
      `${id}: ${help}: ${nodes.map((/** @type {any} */ node) => node.target.join(' ')).join('; ')}`);
  });
  expect(broken, what).toEqual([]);
}

/** The puzzle of the Wikipedia article, and its solution. */
export const CLASSIC = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
export const CLASSIC_SOLVED = '534678912672195348198342567859761423426853791713924856961537284287419635345286179';

/** The first of testdata/sudoku/hard.txt. */
export const HARD = '.28...............7.....36...3....7.1.798.......14...6.75.12.4.4...9.6....63.....';

/** The state of an X-Wing. */
export const X_WING = ':0000:x:67.+9+8.+1..4+8216+53+7+91.+92+7..8.+3+4+1+8+52..7+7+2+8+6..+45+3+59+6347+21+896.+4.8+7..+8.4+7.....+2.75.68..:185 386 539 985::';

/**
 * Waits until the server runs this number of searches. A host of files cannot say how many there are: that cancelling ends
 * a worker is tested in workers.test.js.
 * @param {Host} host
 * @param {number} wanted
 */
export async function untilRunning(host, wanted) {
  if (isStatic) return;
  await expect.poll(async () => (await (await fetch(`${host.url}api/v1/status`)).json()).running).toBe(wanted);
}
