/**
 * The service worker: it keeps the files of one version of the page, so that the page starts without a network. Requests
 * to the API are not its business.
 * @module
 */

/** The part of addresses that all fixed files of this version share. */
const VERSION = 'v/VERSION/';

/** All addresses of this version, relative to the page. */
const FILES = ['FILES'];

/** How long the host may take to answer before the page comes from the cache, in ms. */
const PATIENCE = 3000;

const worker = /** @type {ServiceWorkerGlobalScope} */ (/** @type {unknown} */ (self));
const { scope } = worker.registration;

/** Other pages of the same host have caches too. */
const OWN = `excover ${scope} `;
const CACHE = OWN + VERSION;
const INDEX = new URL('index.html', scope).href;

/** Fetches all files. Fixed ones may come from the cache of HTTP. */
async function install() {
  const cache = await caches.open(CACHE);
  await Promise.all(FILES.map(async (path) => {
    const address = new URL(path === 'index.html' ? './' : path, scope);
    const response = await fetch(address, { cache: path.startsWith(VERSION) ? 'default' : 'no-cache' });
    if (!response.ok) throw new Error(`${address} has status ${response.status}`);
    if (path.endsWith('.html') && !(await response.clone().text()).includes(VERSION)) {
      throw new Error(`${address} is of another version`);
    }
    await cache.put(path === 'index.html' ? INDEX : address, response);
  }));
}

/** Removes the files of other versions. By then no page uses them. */
async function activate() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith(OWN) && name !== CACHE).map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/** @param {string} address */
const kept = async (address) => (await caches.open(CACHE)).match(address, { ignoreVary: true });

/**
 * Returns the newest file, or the one of the cache if the host does not answer soon.
 * @param {Request} request
 * @param {string} address
 */
async function newest(request, address) {
  const old = await kept(address);
  const signal = old ? AbortSignal.timeout(PATIENCE) : null;
  try {
    const response = await fetch(request, { cache: 'no-cache', signal });
    // A host may be there and the page gone for a while.
    return response.status >= 500 && old ? old : response;
  } catch (error) {
    if (old) return old;
    throw error;
  }
}

worker.addEventListener('install', (event) => event.waitUntil(install()));
worker.addEventListener('activate', (event) => event.waitUntil(activate()));
worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const address = new URL(request.url);
  address.hash = address.search = '';
  if (request.method !== 'GET' || !address.href.startsWith(scope)) return;
  const path = address.href.slice(scope.length) || 'index.html';
  if (path.startsWith(VERSION)) event.respondWith(kept(address.href).then((file) => file ?? fetch(request)));
  else if (FILES.includes(path)) event.respondWith(newest(request, new URL(path, scope).href));
});
