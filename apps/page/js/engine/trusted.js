/**
 * The addresses from which the page may load scripts besides its own modules: its worker and its service worker. The
 * policy of the page allows these and no other.
 * @module
 *
 * @typedef {{createScriptURL(url: string): any}} Policy
 */

/** @type {{createPolicy(name: string, rules: Policy): Policy}|undefined} */
const trustedTypes = /** @type {any} */ (globalThis).trustedTypes;

/** @type {Policy|undefined} */
let policy;

/** The worker that answers requests. */
export const workerAddress = () => trusted(new URL('./worker.js', import.meta.url));

/** The service worker, which is beside the page. */
export const serviceAddress = () => trusted(new URL('sw.js', document.baseURI));

/**
 * Returns an address as the browser takes it. Only this module calls it, so that no other address is trusted.
 * @param {URL} address
 */
function trusted({ href }) {
  policy ??= trustedTypes?.createPolicy('excover', { createScriptURL: (url) => url });
  return policy?.createScriptURL(href) ?? href;
}
