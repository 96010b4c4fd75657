// The pool in Node's worker threads: what it gives is what decode gives, whatever way the bytes come; what fails is said; nothing waits for ever.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { Worker } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import { TileError, decode } from '../js/index.js';
import { createPool } from '../js/pool.js';

const tile = new Uint8Array(readFileSync(new URL('../node_modules/@mapbox/mvt-fixtures/real-world/chicago/13-2098-3045.mvt', import.meta.url)));
const makeWorker = () => new Worker(new URL('../js/pool-worker.js', import.meta.url));
const bytesOf = ({ buffer }) => new Uint8Array(buffer);
const codeOf = (promise) => promise.then(() => 'resolved', (error) => error.code ?? error.name);

describe('a pool', () => {
    let server;
    let address;
    let requests = [];

    before(async () => {
        const answers = {
            '/tile': (answer) => answer.end(tile),
            '/gzip': (answer) => answer.end(gzipSync(tile)),
            '/empty': (answer) => answer.writeHead(204).end(),
            '/missing': (answer) => answer.writeHead(404).end('no'),
            '/page': (answer) => answer.end('<!DOCTYPE html><title>Sorry</title>'),
            '/never': () => {},
            '/cut': (answer) => {
                answer.writeHead(200, { 'content-length': tile.length }).write(tile.subarray(0, 100));
                setTimeout(() => answer.destroy(), 20);
            },
        };
        server = createServer((request, answer) => {
            requests.push(request);
            answers[request.url](answer);
        });
        await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
        address = `http://127.0.0.1:${server.address().port}`;
    });
    after(() => {
        server.close();
        server.closeAllConnections();
    });

    /** @param {(pool: any) => Promise<void>} use */
    const withPool = async (use, options = {}) => {
        const pool = createPool({ worker: makeWorker, size: 2, ...options });
        try {
            await use(pool);
        } finally {
            pool.close();
        }
    };

    it('gives what decode gives, from bytes, an address, a Request, a function, and from gzip', () =>
        withPool(async (pool) => {
            const request = { layers: ['building'], positions: 'int16', triangles: true };
            const expected = bytesOf(decode(tile, request));
            const sources = [tile, tile.slice().buffer, `${address}/tile`, new URL(`${address}/tile`), new Request(`${address}/tile`), () => tile, async () => tile, `${address}/gzip`];
            for (const source of sources) assert.deepEqual(bytesOf(await pool.decode(source, request)), expected);
        }));

    it('sends the headers and the method that it was given', () =>
        withPool(async (pool) => {
            for (const fetch of [null, { headers: null }]) await pool.decode(`${address}/tile`, undefined, { fetch });
            requests = [];
            await pool.decode(`${address}/tile`, undefined, { fetch: { headers: { 'x-token': 'secret' } } });
            await pool.decode(new Request(`${address}/tile`, { method: 'POST', headers: { 'x-other': 'too' } }));
            assert.equal(requests[0].headers['x-token'], 'secret');
            assert.equal(requests[1].method, 'POST');
            assert.equal(requests[1].headers['x-other'], 'too');
        }));

    it('takes the signal of a Request or of the options of fetch, as fetch does', () =>
        withPool(async (pool) => {
            const signal = AbortSignal.abort();
            assert.equal(await codeOf(pool.decode(new Request(`${address}/tile`, { signal }))), signal.reason.code);
            assert.equal(await codeOf(pool.decode(`${address}/tile`, undefined, { fetch: { signal } })), signal.reason.code);
            const controller = new AbortController();
            const given = pool.decode(new Request(`${address}/never`, { signal: controller.signal }));
            controller.abort(new Error('enough'));
            await assert.rejects(given, /enough/);
            assert.ok((await pool.decode(new Request(`${address}/tile`, { signal }), undefined, { signal: new AbortController().signal })).layers.length > 0);
        }));

    it('sends of a part of a large buffer that part alone', () => {
        const archive = new Uint8Array(1e6);
        archive.set(tile, 1000);
        const part = archive.subarray(1000, 1000 + tile.length);
        const sent = [];
        const make = () => {
            const worker = makeWorker();
            const post = worker.postMessage.bind(worker);
            worker.postMessage = (message, moved) => {
                if (message.input) sent.push(message.input.bytes.buffer.byteLength);
                post(message, moved);
            };
            return worker;
        };
        return withPool(async (pool) => {
            assert.equal((await pool.decode(archive.subarray(5, 5), undefined, null)).layers.length, 0);
            for (const source of [part, () => part, new DataView(archive.buffer, 1000, tile.length)]) assert.deepEqual(bytesOf(await pool.decode(source)), bytesOf(decode(tile)));
            assert.deepEqual(sent, [0, tile.length, tile.length, tile.length]);
            assert.ok((await pool.decode(part, undefined, { transfer: true })).layers.length > 0);
            assert.deepEqual([sent.length, archive.length], [5, 0]);
        }, { worker: make });
    });

    it('takes 204 as an empty tile, other answers as errors with their status', () =>
        withPool(async (pool) => {
            assert.equal((await pool.decode(`${address}/empty`)).layers.length, 0);
            await assert.rejects(pool.decode(`${address}/missing`), (error) => error instanceof TileError && error.code === 'http-status' && error.status === 404);
            assert.equal(await codeOf(pool.decode('http://127.0.0.1:1/')), 'network');
            await assert.rejects(pool.decode(`${address}/cut`), { name: 'TileError', code: 'network', message: /\/cut could not be fetched/ });
        }));

    it('carries errors over with their class, code and place', () =>
        withPool(async (pool) => {
            await assert.rejects(pool.decode(`${address}/page`), (error) => error instanceof TileError && error.code === 'not-mvt:html');
            const cut = tile.subarray(0, tile.length - 1);
            let expected;
            try {
                decode(cut);
            } catch (error) {
                expected = error.toJSON();
            }
            await assert.rejects(pool.decode(cut), (error) => error instanceof TileError && JSON.stringify(error) === JSON.stringify(expected));
            await assert.rejects(pool.decode(tile, { positions: 'int8' }), { code: 'bad-request' });
            await assert.rejects(pool.decode(() => { throw new RangeError('mine'); }), RangeError);
            await assert.rejects(pool.decode(42), { code: 'bad-input' });
            await assert.rejects(pool.decode(() => fetch(`${address}/tile`)), { code: 'bad-input', message: /not an object of type Response.*arrayBuffer/ });
            for (const nothing of [undefined, null, 'bytes', {}, 1e12, 1n]) await assert.rejects(pool.decode(() => nothing), { code: 'bad-input', message: /must give bytes/ });
            await assert.rejects(pool.decode(tile, { layers: [() => 1] }), { name: 'TileError', code: 'bad-request', message: /cannot be sent/ });
            assert.ok((await pool.decode(tile)).layers.length > 0, 'and goes on');
        }));

    it('sends each tile once, also where others fail while the worker starts', () =>
        withPool(
            async (pool) => {
                let calls = 0;
                const tiles = [
                    pool.decode(() => {
                        throw new Error('mine');
                    }),
                    ...Array.from({ length: 3 }, () => pool.decode(tile)),
                    pool.decode(tile.slice(), undefined, { transfer: true }),
                    pool.decode(() => {
                        calls++;
                        return tile.slice();
                    }),
                ];
                const settled = await Promise.allSettled(tiles);
                assert.deepEqual(settled.map(({ status }) => status), ['rejected', ...Array(5).fill('fulfilled')]);
                assert.equal(calls, 1);
            },
            { size: 1 },
        ));

    it('asks no source of what was given up, and takes nothing after it was closed', async () => {
        let calls = 0;
        const source = () => {
            calls++;
            return tile;
        };
        const pool = createPool({ worker: makeWorker, size: 1 });
        const jobs = [
            pool.decode(() => {
                pool.close();
                return tile;
            }),
            pool.decode(source),
            pool.decode(source),
        ];
        assert.deepEqual(await Promise.all(jobs.map(codeOf)), ['closed', 'closed', 'closed']);
        assert.equal(calls, 0);
        const abort = new AbortController();
        const third = createPool({ worker: makeWorker, size: 1 });
        const aborting = { signal: abort.signal, get fetch() { abort.abort(Object.assign(new Error('gone'), { code: 'scrolled-away' })); return {}; } };
        assert.equal(await codeOf(third.decode(source, undefined, aborting)), 'scrolled-away');
        assert.equal(calls, 0);
        third.close();
        const other = createPool({ worker: makeWorker, size: 1 });
        const fetchOptions = { get headers() { other.close(); return {}; } };
        assert.equal(await codeOf(other.decode(`${address}/tile`, undefined, { fetch: fetchOptions })), 'closed');
    });

    it('settles all promises also where a worker cannot be ended or told', async () => {
        const worker = () => {
            const real = makeWorker();
            const { terminate, postMessage } = real;
            real.terminate = () => {
                terminate.call(real);
                throw new Error('not ended');
            };
            real.postMessage = (message, moved) => {
                if (message.type === 'cancel') throw new Error('not told');
                postMessage.call(real, message, moved);
            };
            return real;
        };
        const pool = createPool({ worker, size: 1 });
        const abort = new AbortController();
        await pool.decode(tile);
        const given = codeOf(pool.decode(`${address}/never`, undefined, { signal: abort.signal }));
        const left = codeOf(pool.decode(`${address}/never`));
        abort.abort(Object.assign(new Error('gone'), { code: 'scrolled-away' }));
        assert.equal(await given, 'scrolled-away');
        pool.close();
        assert.equal(await left, 'closed');
    });

    it('refuses what is no worker, and one that is made after it was closed does not live', async () => {
        for (const worker of [async () => ({}), () => ({}), () => 'tile.worker.js', () => undefined]) {
            await withPool((pool) => assert.rejects(pool.decode(tile), { code: 'worker-failed', message: /must return a Worker/ }), { worker });
        }
        const ended = new Promise((resolve) => {
            const pool = createPool({
                worker: () => {
                    pool.close();
                    const worker = makeWorker();
                    worker.on('exit', resolve);
                    return worker;
                },
            });
            pool.decode(tile).catch(() => {});
        });
        await ended;
    });

    it('keeps the bytes, or moves them where it may', () =>
        withPool(async (pool) => {
            const shared = new Uint8Array(new SharedArrayBuffer(tile.length));
            shared.set(tile);
            assert.deepEqual(bytesOf(await pool.decode(shared, undefined, { transfer: true })), bytesOf(decode(tile)));
            const kept = tile.slice();
            await pool.decode(kept);
            assert.equal(kept.length, tile.length);
            await pool.decode(kept, undefined, { transfer: true });
            assert.equal(kept.length, 0);
        }));

    it('gives up what a signal cancels, waiting or in hand', () =>
        withPool(
            async (pool) => {
                const abort = new AbortController();
                const stuck = Array.from({ length: 6 }, () => codeOf(pool.decode(`${address}/never`, undefined, { signal: abort.signal })));
                await assert.rejects(pool.decode(tile, undefined, { signal: AbortSignal.abort(new Error('before')) }), /before/);
                abort.abort(Object.assign(new Error('gone'), { code: 'scrolled-away' }));
                assert.deepEqual(await Promise.all(stuck), Array(6).fill('scrolled-away'));
                assert.equal(pool.pending, 0);
                assert.ok((await pool.decode(tile)).layers.length > 0);
            },
            { size: 1 },
        ));

    it('prefers the newest and drops the oldest beyond its queue', () =>
        withPool(
            async (pool) => {
                const order = [];
                const abort = new AbortController();
                const stuck = Array.from({ length: 4 }, () => codeOf(pool.decode(`${address}/never`, undefined, { signal: abort.signal })));
                const waiting = [1, 2, 3].map((name) => codeOf(pool.decode(() => { order.push(name); return tile; })));
                assert.equal(await waiting[0], 'dropped');
                abort.abort();
                await Promise.all([...stuck, ...waiting]);
                assert.deepEqual(order, [3, 2]);
            },
            { size: 1, queue: 2 },
        ));

    it('rejects the tiles of a worker that dies, replaces it, and goes on', () => {
        const workers = [];
        const worker = () => workers[workers.push(makeWorker()) - 1];
        return withPool(
            async (pool) => {
                await pool.decode(tile);
                const lost = codeOf(pool.decode(`${address}/never`));
                workers[0].terminate();
                assert.equal(await lost, 'worker-failed');
                assert.deepEqual(bytesOf(await pool.decode(tile)), bytesOf(decode(tile)));
                assert.equal(workers.length, 2);
            },
            { size: 1, worker },
        );
    });

    it('says why a worker cannot start, to all that wait', async () => {
        const broken = () => new Worker('throw new Error("broken script")', { eval: true });
        await withPool(async (pool) => {
            const codes = await Promise.all(Array.from({ length: 12 }, () => codeOf(pool.decode(tile))));
            assert.deepEqual(codes, Array(12).fill('worker-failed'));
        }, { worker: broken });
        await withPool((pool) => assert.rejects(pool.decode(tile), { code: 'worker-failed', message: /node:worker_threads/ }), { worker: undefined });
        assert.throws(() => createPool({ worker: 'worker.js' }), { code: 'bad-request' });
        assert.throws(() => createPool({ size: 0 }), { code: 'bad-request' });
    });

    it('rejects bytes that are detached already, and goes on', () =>
        withPool(async (pool) => {
            const gone = tile.slice();
            structuredClone(gone.buffer, { transfer: [gone.buffer] });
            for (const transfer of [true, false, true, true, true]) {
                assert.equal(await codeOf(pool.decode(gone, undefined, { transfer })), 'bad-input');
            }
            const other = new ArrayBuffer(100);
            const view = new DataView(other, 10, 20);
            structuredClone(other, { transfer: [other] });
            assert.equal(await codeOf(pool.decode(view)), 'bad-input');
            const resizable = new ArrayBuffer(100, { maxByteLength: 200 });
            const shrunk = [new Uint8Array(resizable, 0, 100), new DataView(resizable, 10, 50)];
            resizable.resize(5);
            for (const bytes of shrunk) assert.equal(await codeOf(pool.decode(() => bytes)), 'bad-input');
            assert.equal(pool.pending, 0);
            assert.deepEqual(bytesOf(await pool.decode(tile)), bytesOf(decode(tile)));
        }, { size: 1 }));

    it('rejects what a worker of another version answers, and goes on', async () => {
        const answers = [{ tilewasm: 2, buffer: new ArrayBuffer(64), integers: 'exact' }, undefined, decode(tile).toMessage()];
        const worker = {
            on(type, listener) {
                if (type === 'message') this.listener = listener;
            },
            postMessage({ type, id }) {
                if (type === 'decode') setTimeout(() => this.listener({ id, tile: answers.shift() }));
            },
            terminate() {},
        };
        await withPool(async (pool) => {
            assert.equal(await codeOf(pool.decode(tile)), 'bad-message');
            assert.equal(await codeOf(pool.decode(tile)), 'bad-message');
            assert.deepEqual(bytesOf(await pool.decode(tile)), bytesOf(decode(tile)));
            assert.equal(pool.pending, 0);
        }, { size: 1, worker: () => worker });
    });

    it('rejects everything when it is closed', async () => {
        const pool = createPool({ worker: makeWorker, size: 1 });
        const codes = Promise.all(Array.from({ length: 6 }, () => codeOf(pool.decode(`${address}/never`))));
        pool.close();
        pool.close();
        assert.deepEqual(await codes, Array(6).fill('closed'));
        assert.equal(await codeOf(pool.decode(tile)), 'closed');
    });
});
