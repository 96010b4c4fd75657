// The published declarations of tilewasm/pool.

import type { Bytes, DecodeRequest, DecodedTile, ShapeOfRequest } from './index.mjs';

/** What of a worker a pool uses: a `Worker` of the web, or one of `node:worker_threads`. */
export interface PoolWorkerLike {
    postMessage(message: any, transfer?: any): void;
    terminate(): unknown;
    /** One of the two: the web's, or Node's. */
    addEventListener?(type: string, listener: (event: any) => void): void;
    on?(type: string, listener: (event: any) => void): unknown;
}

/** Options of a pool. */
export interface PoolOptions {
    /**
     * Makes one worker, by a line that every bundler understands:
     * `() => new Worker(new URL('./tile.worker.js', import.meta.url), { type: 'module' })`, with `import 'tilewasm/pool-worker'` in
     * that file; with Node's Worker leave the second argument out. Without it the workers are made from a blob, which a Content-Security-Policy must allow (`worker-src blob:`).
     */
    worker?: () => PoolWorkerLike;
    /** Number of workers, started when there is work. Default: one less than there are processors, 1 to 4. */
    size?: number;
    /** Most tiles that wait; beyond it the oldest is rejected with code `dropped`. Default 512. */
    queue?: number;
    /** Which inlined module the workers get, as in `init`. */
    simd?: 'auto' | boolean;
    /** Most bytes of WebAssembly memory a worker, as in `init`. */
    memoryLimit?: number;
}

/** Where a tile comes from: an address or Request, fetched in the worker; bytes; or a function that is called when its turn has come. It holds a place in the pool until it settles, so it must not wait for another tile of the same pool. */
export type PoolSource = string | { readonly href: string } | { readonly url: string; readonly headers: Iterable<[string, string]> } | Bytes | (() => Promise<Bytes> | Bytes);

/** Options of one tile. */
export interface PoolDecodeOptions {
    /** Gives the tile up: it leaves the queue, its fetch is aborted, the promise is rejected with the signal's reason. */
    signal?: { readonly aborted: boolean; readonly reason: any; throwIfAborted(): void; addEventListener(...args: any[]): void; removeEventListener(...args: any[]): void };
    /** Options of `fetch`: headers, credentials and so on. */
    fetch?: { headers?: Record<string, string> | Iterable<[string, string]>; [option: string]: unknown };
    /** true: bytes are moved to the worker and gone here. Default: they are copied. */
    transfer?: boolean;
}

/** Workers that decode tiles. */
export interface Pool {
    /** Number of workers, at most. */
    readonly size: number;
    /** Tiles that are waiting or in hand. */
    readonly pending: number;
    /**
     * Fetches where needed, inflates gzip and decodes in a worker; the newest tile goes first. One buffer is moved back.
     *
     * Rejected with a TileError as `decodeAsync` is, and with the codes `http-status` (the error has `status`), `network`, `dropped`,
     * `worker-failed`, `closed`; or with the signal's reason. 204 and an empty answer are a tile without layers.
     */
    decode<Request extends DecodeRequest = {}>(
        source: PoolSource,
        request?: Request,
        options?: PoolDecodeOptions,
    ): Promise<DecodedTile<ShapeOfRequest<Request>>>;
    /** Ends the workers; what waits is rejected with code `closed`. */
    close(): void;
}

/** Makes a pool. No worker is started before the first tile. */
export function createPool(options?: PoolOptions): Pool;
