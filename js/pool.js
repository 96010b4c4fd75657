// tilewasm/pool: tiles fetched and decoded in workers. The public entry; js/pool-worker.js is what runs in them.

import { DecodedTile, TileError, compile } from './index.js';
import { source as workerSource } from './generated/pool-worker-source.js';
import { PoolWorker } from './pool/worker-handle.js';
import { toJob } from './pool/job.js';

/** @import { PoolOptions, PoolDecodeOptions, PoolSource } from './pool.mjs' */
/** @import { Bytes, DecodeRequest } from './index.mjs' */
/** @import { Job } from './pool/job.js' */
/** @import { WorkerLike } from './pool/worker-handle.js' */

/** Jobs that a worker has at a time: while one is decoded the answers to the others arrive. */
const JOBS_PER_WORKER = 4;

/** Jobs that wait, at most: beyond it the oldest is given up, which a map has long scrolled away from. */
const MOST_WAITING = 512;

/** @param {PoolOptions} [options] */
export function createPool(options = {}) {
    return new Pool(options);
}

class Pool {
    #options;
    #size;
    #mostWaiting;
    /** @type {PoolWorker[]} */
    #workers = [];
    /** The newest last; taken from the end. @type {Job[]} */
    #waiting = [];
    /** @type {Promise<object> | undefined} the compiled module, sent to every worker */
    #module;
    #closed = false;

    /** @param {PoolOptions} options */
    constructor({ worker, size = defaultSize(), queue = MOST_WAITING, simd, memoryLimit }) {
        if (worker !== undefined && typeof worker !== 'function') {
            throw new TileError('bad-request', 'options.worker must be a function that makes a Worker: () => new Worker(...)');
        }
        for (const [name, value] of Object.entries({ size, queue })) {
            if (!(Number.isInteger(value) && value > 0)) throw new TileError('bad-request', `options.${name} must be a whole number above 0`);
        }
        this.#options = { worker, simd, memoryLimit };
        this.#size = size;
        this.#mostWaiting = queue;
    }

    get size() {
        return this.#size;
    }

    get pending() {
        return this.#workers.reduce((sum, worker) => sum + worker.load, this.#waiting.length);
    }

    /**
     * @param {PoolSource} source
     * @param {DecodeRequest} [request]
     * @param {PoolDecodeOptions} [options]
     * @returns {Promise<DecodedTile>}
     */
    async decode(source, request, options) {
        if (this.#closed) throw closedError();
        const given = options ?? {};
        const signal = given.signal ?? given.fetch?.signal ?? /** @type {any} */ (source)?.signal; // the last one a Request's
        signal?.throwIfAborted();
        const job = toJob(source, request, given);
        signal?.throwIfAborted(); // once more: the caller's getters have run
        const message = new Promise((resolve, reject) => {
            job.resolve = resolve;
            job.reject = reject;
        });
        const giveUp = () => this.#giveUp(job, signal?.reason);
        signal?.addEventListener('abort', giveUp, { once: true });
        try {
            this.#enqueue(job);
            return DecodedTile.from(await message);
        } finally {
            signal?.removeEventListener('abort', giveUp);
        }
    }

    close() {
        if (this.#closed) return;
        this.#closed = true;
        for (const worker of this.#workers) worker.stop(closedError());
        for (const job of this.#waiting) job.reject(closedError());
        this.#workers = [];
        this.#waiting = [];
    }

    /** @param {Job} job */
    #enqueue(job) {
        if (this.#closed) {
            job.reject(closedError()); // by a getter of the caller's meanwhile
            return;
        }
        this.#waiting.push(job);
        if (this.#waiting.length > this.#mostWaiting) {
            this.#waiting.shift()?.reject(new TileError('dropped', `${this.#mostWaiting} newer tiles are waiting for the pool; ask again if this one is still wanted`));
        }
        this.#assign();
    }

    /** Hands waiting jobs, the newest first, to the workers with the least to do. */
    #assign() {
        while (this.#waiting.length > 0) {
            const worker = this.#freeWorker();
            if (!worker) return;
            worker.run(/** @type {Job} */ (this.#waiting.pop()));
        }
    }

    #freeWorker() {
        const idle = this.#workers.find((worker) => worker.load === 0);
        if (idle) return idle;
        if (this.#workers.length < this.#size) return this.#addWorker();
        const least = this.#workers.reduce((a, b) => (b.load < a.load ? b : a));
        return least.load < JOBS_PER_WORKER ? least : undefined;
    }

    #addWorker() {
        const { worker: make, simd, memoryLimit } = this.#options;
        this.#module ??= compile({ simd });
        const worker = new PoolWorker(() => (make ?? makeBlobWorker)(), this.#module, { memoryLimit }, {
            done: () => this.#assign(),
            failed: (error, started) => this.#replace(worker, error, started),
        });
        this.#workers.push(worker);
        return worker;
    }

    /**
     * A worker died. One that had worked before is replaced when there is work; where none comes to life all that waits would wait for ever.
     *
     * @param {PoolWorker} worker
     * @param {TileError} error
     * @param {boolean} started
     */
    #replace(worker, error, started) {
        this.#workers = this.#workers.filter((each) => each !== worker);
        if (error.code === 'wasm-blocked' || error.code === 'wasm-unavailable') this.#module = undefined;
        if (started || this.#workers.some((each) => each.started)) {
            this.#assign();
            return;
        }
        const jobs = this.#waiting;
        this.#waiting = [];
        for (const job of jobs) job.reject(error);
    }

    /**
     * @param {Job} job
     * @param {unknown} reason
     */
    #giveUp(job, reason) {
        this.#waiting = this.#waiting.filter((each) => each !== job);
        for (const worker of this.#workers) worker.cancel(job);
        job.reject(reason);
        this.#assign();
    }
}

function closedError() {
    return new TileError('closed', 'the pool was closed');
}

/** A core is left to the page. */
function defaultSize() {
    return Math.min(4, Math.max(1, (globalThis.navigator?.hardwareConcurrency ?? 4) - 1));
}

/**
 * The self-contained worker as a blob: for pages whose Content-Security-Policy allows it.
 *
 * @returns {WorkerLike}
 */
function makeBlobWorker() {
    const { Worker, URL, Blob } = /** @type {any} */ (globalThis);
    if (typeof Worker !== 'function') {
        throw new TileError(
            'worker-failed',
            "there is no global Worker here; in Node: import { Worker } from 'node:worker_threads' and " +
                "createPool({ worker: () => new Worker(new URL('./tile.worker.js', import.meta.url)) }) with import 'tilewasm/pool-worker' in that file",
        );
    }
    const url = URL.createObjectURL(new Blob([workerSource], { type: 'text/javascript' }));
    const worker = newWorker(Worker, url);
    worker.blob = true;
    // The URL may go once the worker has read it: ten seconds are long for a script that is in memory. Bun need not wait for it to end.
    /** @type {any} */ (setTimeout(() => URL.revokeObjectURL(url), 10_000)).unref?.();
    return worker;
}

/**
 * A classic worker, which older browsers know; Deno knows modules only and throws.
 *
 * @param {any} Worker
 * @param {string} url
 */
function newWorker(Worker, url) {
    try {
        return new Worker(url);
    } catch (error) {
        if (/** @type {any} */ (error)?.name !== 'NotSupportedError') throw error;
        return new Worker(url, { type: 'module' });
    }
}
