/**
 * Makes the page start without a network, and lets the browser install it.
 * @module
 */

import { serviceAddress } from './trusted.js';

/** Starts the service worker, where the browser has them: not in all private windows, and only on trusted hosts. */
export async function keepOffline() {
  try {
    await navigator.serviceWorker?.register(serviceAddress());
  } catch (error) {
    // The page works without it.
    console.info(`The page is not kept for offline use: ${error}`);
  }
}
