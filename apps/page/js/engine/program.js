/**
 * The program that answers requests, as WebAssembly.
 * @module
 */

/**
 * Downloads and compiles it.
 * @param {URL} address
 * @returns {Promise<WebAssembly.Module>}
 */
export async function fetched(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} has status ${response.status}`);
  // Some servers do not know the type of the file.
  const isKnown = response.headers.get('content-type') === 'application/wasm';
  return isKnown ? WebAssembly.compileStreaming(response) : WebAssembly.compile(await response.arrayBuffer());
}
