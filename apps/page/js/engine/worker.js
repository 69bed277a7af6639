/**
 * A worker that answers requests with the program in `../../wasm`. The first message is the compiled program, and the time
 * limit of requests if it is not that of the page.
 * @module
 *
 * @typedef {import('./workers.js').Reply} Reply
 */

import { Api, initSync } from '../../wasm/excover.js';

/** @type {Api|undefined} */
let api;

/** @param {Reply} message */
const reply = (message) => self.postMessage(message);

/** @param {{data: {module: WebAssembly.Module, seconds?: number}|import('./workers.js').Request}} event */
self.onmessage = ({ data }) => {
  try {
    if ('module' in data) {
      initSync({ module: data.module });
      api = new Api(data.seconds);
      reply({ ready: true });
    } else {
      reply({ answer: /** @type {Api} */ (api).answer(data.name, data.body, (/** @type {string} */ line) => reply({ line })) });
    }
  } catch (error) {
    reply(typeof error === 'string' ? { fault: error } : { broken: `${error}` });
  }
};
