/**
 * A worker of Node.js, with the names that a worker of a browser has.
 * @module
 */

import { parentPort } from 'node:worker_threads';

const scope = /** @type {any} */ (globalThis);
scope.self = scope;
scope.postMessage = (/** @type {unknown} */ message) => parentPort.postMessage(message);
await import('./engine/worker.js');
parentPort.on('message', (data) => scope.onmessage({ data }));
