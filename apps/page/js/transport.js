/**
 * Who answers the requests of the page: the server that it comes from. In a page without a server, scripts/wasm writes
 * `./static.js` here.
 * @module
 */

export { ask, lines } from './http.js';
