/** What scripts/wasm puts here: the program as WebAssembly, and the module that loads it. */
export class Api {
  constructor(seconds?: number);
  answer(name: string, body: string, send: (line: string) => void): string;
}
export function initSync(module: { module: BufferSource | WebAssembly.Module }): unknown;
