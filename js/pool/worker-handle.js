// One worker of a pool, seen from the page: its jobs, its messages, its end. Made by pool.js.

import { TileError } from '../index.js';
import { isBytes, kindOf } from './job.js';

/** @import { Bytes } from '../index.mjs' */
/** @import { Job } from './job.js' */

/**
 * A Worker of the web or of Node.
 *
 * @typedef {object} WorkerLike
 * @property {(message: unknown, transfer?: ArrayBuffer[]) => void} postMessage
 * @property {() => unknown} terminate
 * @property {(type: string, listener: (event: any) => void) => void} [addEventListener]
 * @property {(type: string, listener: (event: any) => void) => void} [on]
 * @property {boolean} [blob] made of a blob by the pool
 */

/**
 * @typedef {object} Listener
 * @property {() => void} done a job ended: there is room for another
 * @property {(error: TileError, started: boolean) => void} failed the worker is dead, its jobs are rejected
 */

export class PoolWorker {
    /** @type {WorkerLike | undefined} */
    #worker;
    #listener;
    /** @type {Map<number, Job>} */
    #jobs = new Map();
    #nextId = 1;
    /** The jobs that came before the worker have been sent: those that come now send themselves. */
    #isReady = false;
    #dead = false;

    /** The worker has answered once: what it is asked now is not lost to a script that never ran. */
    started = false;

    /**
     * @param {() => WorkerLike} make
     * @param {Promise<object>} module compiled WebAssembly
     * @param {{ memoryLimit?: number }} options of the decoder
     * @param {Listener} listener
     */
    constructor(make, module, options, listener) {
        this.#listener = listener;
        this.#start(make, module, options);
    }

    get load() {
        return this.#jobs.size;
    }

    /**
     * @param {() => WorkerLike} make
     * @param {Promise<object>} module
     * @param {{ memoryLimit?: number }} options
     */
    async #start(make, module, options) {
        try {
            const compiled = await module;
            if (this.#dead) return;
            const worker = checkedWorker(make());
            if (this.#dead) {
                end(worker); // the pool was closed by the function that made it
                return;
            }
            this.#worker = worker;
            this.#listen(worker);
            worker.postMessage({ type: 'start', module: compiled, options });
            // The loop comes to the jobs too that are added while it runs, as where one fails at once and makes room.
            for (const [id, job] of this.#jobs) this.#send(id, job);
            this.#isReady = true;
        } catch (error) {
            this.#die(error instanceof TileError ? error : failure(error, false, false));
        }
    }

    /** @param {WorkerLike} worker */
    #listen(worker) {
        const blob = worker.blob === true;
        const failed = (/** @type {any} */ event) => this.#die(failure(event, blob, this.started));
        if (worker.addEventListener) {
            worker.addEventListener('message', (event) => this.#receive(event.data));
            worker.addEventListener('error', failed);
            worker.addEventListener('messageerror', failed);
        } else {
            worker.on?.('message', (message) => this.#receive(message));
            worker.on?.('error', failed);
            worker.on?.('messageerror', failed);
            worker.on?.('exit', (code) => failed(new Error(`it ended with code ${code}`)));
        }
    }

    /** @param {Job} job */
    run(job) {
        const id = this.#nextId++;
        this.#jobs.set(id, job);
        if (this.#isReady) this.#send(id, job);
    }

    /** @param {Job} job */
    cancel(job) {
        for (const [id, each] of this.#jobs) {
            if (each !== job) continue;
            this.#jobs.delete(id);
            try {
                this.#worker?.postMessage({ type: 'cancel', id });
            } catch {
                // The answer will come and find nobody.
            }
        }
    }

    /** @param {TileError} error what its jobs are rejected with */
    stop(error) {
        this.#dead = true;
        for (const job of this.#jobs.values()) job.reject(error);
        this.#jobs.clear();
        end(this.#worker);
    }

    /**
     * @param {number} id
     * @param {Job} job
     */
    async #send(id, job) {
        try {
            const input = 'load' in job.input ? { bytes: asBytes(await job.input.load()) } : job.input;
            if (!this.#jobs.has(id) || this.#dead) return;
            if ('bytes' in input) input.bytes = toSend(input.bytes, job.transfer);
            this.#post({ type: 'decode', id, input, request: job.request }, 'bytes' in input ? [bufferOf(input.bytes)] : [], job.transfer);
        } catch (error) {
            // The caller's own function, or something that cannot be sent.
            this.#jobs.delete(id);
            job.reject(error);
            this.#listener.done();
        }
    }

    /**
     * @param {object} message
     * @param {(ArrayBuffer | SharedArrayBuffer)[]} buffers in it
     * @param {boolean} transfer
     */
    #post(message, buffers, transfer) {
        // Shared memory stays where it is.
        const moved = /** @type {ArrayBuffer[]} */ (buffers.filter((buffer) => transfer && kindOf(buffer) === 'ArrayBuffer'));
        try {
            this.#worker?.postMessage(message, moved);
        } catch (cause) {
            const text = /** @type {any} */ (cause)?.message ?? cause;
            throw new TileError('bad-request', `the request or the bytes cannot be sent to a worker (${text})`, { cause });
        }
    }

    /** @param {any} answer */
    #receive(answer) {
        if (answer?.type === 'started') {
            this.started = true;
            return;
        }
        if (answer?.type === 'failed') {
            this.#die(answer.error ? toError(answer.error) : failure(undefined, false, this.started));
            return;
        }
        const job = this.#jobs.get(answer?.id);
        if (!job) return; // cancelled meanwhile
        this.#jobs.delete(answer.id);
        if (answer.error) job.reject(toError(answer.error));
        else job.resolve(answer.tile);
        this.#listener.done();
    }

    /** @param {TileError} error */
    #die(error) {
        if (this.#dead) return;
        this.stop(error);
        this.#listener.failed(error, this.started);
    }
}

/**
 * Ends a worker. One that cannot be ended is no concern of those who wait.
 *
 * @param {WorkerLike | undefined} worker
 */
async function end(worker) {
    try {
        await worker?.terminate();
    } catch {
        // nothing is left to do
    }
}

/**
 * @param {any} worker what the application's function made
 * @returns {WorkerLike}
 */
function checkedWorker(worker) {
    const methods = [worker?.postMessage, worker?.terminate, worker?.addEventListener ?? worker?.on];
    if (methods.every((method) => typeof method === 'function')) return worker;
    const hint = typeof worker?.then === 'function' ? '; make it without await' : '';
    throw new TileError('worker-failed', `options.worker must return a Worker, not an object of type ${kindOf(worker)}${hint}`);
}

/**
 * @param {unknown} given what the caller's function gave
 * @returns {Bytes}
 */
function asBytes(given) {
    if (isBytes(given)) return given;
    const kind = kindOf(given);
    const hint = kind === 'Response' || kind === 'Blob' ? '; let it give await (await fetch(url)).arrayBuffer(), or hand the pool the URL' : '';
    throw new TileError('bad-input', `the function must give bytes, not an object of type ${kind}${hint}`);
}

/**
 * Bytes as a message is to have them. It takes along the whole buffer of a view: of a tile in an archive that is in memory, all of the
 * archive. So of a part of a buffer goes a copy, unless the buffer is to be moved. Node sends bytes that are gone without a word, and the
 * worker never sees the message; so they are refused here.
 *
 * @param {any} bytes
 * @param {boolean} transfer
 * @returns {Bytes}
 */
function toSend(bytes, transfer) {
    const buffer = bufferOf(bytes);
    try {
        const all = new Uint8Array(buffer); // refuses a detached one
        bytes.keys?.(); // refuses a typed array that its buffer has become too small for
        const { byteOffset = 0, byteLength } = bytes; // refuses such a DataView
        const isPart = byteLength < all.length && kindOf(buffer) === 'ArrayBuffer';
        return isPart && !transfer ? all.slice(byteOffset, byteOffset + byteLength) : bytes;
    } catch (cause) {
        throw new TileError('bad-input', 'the bytes are detached: their ArrayBuffer was transferred to another thread already, or made smaller', { cause });
    }
}

/**
 * @param {any} bytes
 * @returns {ArrayBuffer | SharedArrayBuffer}
 */
function bufferOf(bytes) {
    return ArrayBuffer.isView(bytes) ? bytes.buffer : bytes;
}

/**
 * A TileError again, with the status of the server's answer where it was that.
 *
 * @param {any} json
 */
function toError(json) {
    const error = TileError.from(json);
    return json.status === undefined ? error : Object.assign(error, { status: json.status });
}

/**
 * @param {any} cause an error, or an event that tells little
 * @param {boolean} blob made of a blob by the pool
 * @param {boolean} started it had answered before
 */
function failure(cause, blob, started) {
    const text = cause?.message ? ` (${cause.message})` : '';
    if (started) return new TileError('worker-failed', `a worker of the pool died${text}; its tiles are rejected and it is replaced`, { cause });
    if (!blob) {
        return new TileError(
            'worker-failed',
            `the pool's worker did not start${text}: look whether its file is found, and arrives as JavaScript. All that it holds is ` +
                "import 'tilewasm/pool-worker', and a bundler must bundle it too",
            { cause },
        );
    }
    return new TileError(
        'worker-failed',
        `the pool's blob worker did not start${text}: where a Content-Security-Policy is set, add 'blob:' to its worker-src, or start the worker ` +
            "from a file: createPool({ worker: () => new Worker(new URL('./tile.worker.js', import.meta.url), { type: 'module' }) }) " +
            "with import 'tilewasm/pool-worker' in that file",
        { cause },
    );
}
