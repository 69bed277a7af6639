/**
 * Where the program is, and how it is read.
 * @module
 */

import { fetched } from './engine/program.js';

/** @returns {Promise<WebAssembly.Module>} */
export async function compiled() {
  const address = new URL('../wasm/excover_bg.wasm', import.meta.url);
  if (address.protocol !== 'file:') return fetched(address);
  const { readFile } = await import('node:fs/promises');
  return WebAssembly.compile(await readFile(address));
}
