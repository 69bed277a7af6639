/**
 * Files for the user.
 * @module
 */

import { h } from './dom.js';

/** The file types of formats that are not plain text. @type {Record<string, string>} */
const TYPES = { json: 'application/json', svg: 'image/svg+xml', opensudoku: 'application/xml', csv: 'text/csv', html: 'text/html' };

/** The endings of files. @type {Record<string, string>} */
const ENDINGS = { sdk: 'sdk', sdx: 'sdx', json: 'json', svg: 'svg', opensudoku: 'opensudoku', csv: 'csv', html: 'html', png: 'png' };

/**
 * Gives a text to the user as a file.
 * @param {string} name
 * @param {string} format
 * @param {string} text
 */
export function saveFile(name, format, text) {
  saveBlob(name, format, new Blob([text], { type: TYPES[format] ?? 'text/plain' }));
}

/**
 * @param {string} name
 * @param {string} format
 * @param {Blob} blob
 */
export function saveBlob(name, format, blob) {
  const address = URL.createObjectURL(blob);
  h('a', { href: address, download: `${name}.${ENDINGS[format] ?? 'txt'}` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
