// What the package uses of Node.js.

declare module 'node:fs/promises' {
  export function readFile(path: URL): Promise<Uint8Array<ArrayBuffer>>;
}

declare module 'node:worker_threads' {
  export class Worker {
    constructor(address: URL, options: { execArgv: string[] });
    on(event: 'message' | 'error', listener: (value: any) => void): void;
    postMessage(message: unknown): void;
    terminate(): void;
    ref(): void;
    unref(): void;
  }
  export const parentPort: {
    on(event: 'message', listener: (value: any) => void): void;
    postMessage(message: unknown): void;
  };
}
