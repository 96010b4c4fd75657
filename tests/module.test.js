// Loading: which module is taken, what init takes, and what each way of failing says.

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { scalar, simd } from '../js/generated/modules.js';
import { unpack } from '../js/unpack.js';
import { point, writeTile } from './support/write-tile.js';

const bytes = writeTile([{ name: 'l', features: [point(1, 2)] }]);
const simdBytes = unpack(simd);
const scalarBytes = unpack(scalar);
const index = new URL('../js/index.js', import.meta.url).href;

let copies = 0;
/** The main entry with a default decoder of its own. */
const fresh = () => import(`${index}?copy=${copies++}`);

/** Runs `test` while properties of WebAssembly are others. */
async function withWebAssembly(changes, test) {
    const before = Object.getOwnPropertyDescriptors(WebAssembly);
    Object.defineProperties(WebAssembly, Object.fromEntries(Object.entries(changes).map(([key, value]) => [key, { ...before[key], value }])));
    try {
        return await test();
    } finally {
        Object.defineProperties(WebAssembly, before);
    }
}

/** Which modules were compiled during `test`, by their lengths. */
async function compiledDuring(test) {
    const lengths = [];
    const { Module, compile } = WebAssembly;
    class Watched {
        constructor(code) {
            lengths.push(code.length);
            return new Module(code);
        }
    }
    const watchedCompile = (code) => {
        lengths.push(code.length);
        return compile(code);
    };
    await withWebAssembly({ Module: Watched, compile: watchedCompile }, test);
    return lengths;
}

describe('importing', () => {
    it('does nothing: no module is compiled, nothing asked of WebAssembly', async () => {
        const source = `
            let touched = [];
            globalThis.WebAssembly = new Proxy(WebAssembly, { get: (target, key) => (touched.push(key), target[key]) });
            for (const name of ['fetch', 'TextDecoder', 'TextEncoder', 'FinalizationRegistry', 'DecompressionStream']) {
                Object.defineProperty(globalThis, name, { get() { touched.push(name); } });
            }
            await import(${JSON.stringify(index)});
            if (touched.length > 0) throw new Error(String(touched));`;
        const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', source], { encoding: 'utf8' });
        assert.equal(status, 0, stderr);
    });
});

describe('the inlined modules', () => {
    it('the one with SIMD is taken where the engine has SIMD, else the scalar one', async () => {
        const { validate } = WebAssembly;
        // Run in a process of its own: modules are compiled once a process.
        const source = (setup, call) => `
            const lengths = [];
            const { Module, validate } = WebAssembly;
            WebAssembly.Module = class { constructor(code) { lengths.push(code.length); return new Module(code); } };
            ${setup}
            const tilewasm = await import(${JSON.stringify(index)});
            ${call}
            console.log(JSON.stringify(lengths));`;
        const run = (setup, call) => {
            const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', source(setup, call)], { encoding: 'utf8' });
            assert.equal(stderr, '');
            return JSON.parse(stdout);
        };
        const decodeTwice = 'tilewasm.decode(new Uint8Array(0)); tilewasm.decode(new Uint8Array(0));';
        assert.equal(typeof validate, 'function');
        assert.deepEqual(run('', decodeTwice), [simdBytes.length]);
        assert.deepEqual(run('WebAssembly.validate = () => false;', decodeTwice), [scalarBytes.length]);
    });

    it('the probe is a module that needs SIMD and bulk memory', () => {
        const source = readFileSync(new URL('../js/compile.js', import.meta.url), 'utf8');
        const probe = Uint8Array.from(source.match(/PROBE = \[([^\]]*)\]/)[1].split(',').filter((text) => text.trim()), Number);
        assert.equal(WebAssembly.validate(probe), true);
        const text = Buffer.from(probe).toString('hex');
        assert.match(text, /fc0b00/); // memory.fill
        assert.match(text, /fd0f/); // i8x16.splat
    });

    it('options.simd chooses', async () => {
        const { createDecoder } = await fresh();
        for (const wanted of ['auto', true, false]) assert.equal((await createDecoder({ simd: wanted })).decode(bytes).layers.length, 1);
        await withWebAssembly({ validate: () => false }, async () => {
            assert.equal((await createDecoder({ simd: 'auto' })).decode(bytes).layers.length, 1);
            await assert.rejects(createDecoder({ simd: true }), { name: 'TileError', code: 'wasm-unavailable', message: /no WebAssembly SIMD/ });
        });
    });
});

describe('init', () => {
    it('takes bytes, a view, a module, a Response, or a promise of one', async () => {
        const offset = new Uint8Array(scalarBytes.length + 3);
        offset.set(scalarBytes, 3);
        const forms = [
            simdBytes,
            scalarBytes.buffer,
            offset.subarray(3),
            Buffer.from(scalarBytes),
            await WebAssembly.compile(simdBytes),
            new Response(scalarBytes),
            Promise.resolve(new Response(simdBytes, { headers: { 'content-type': 'text/plain' } })),
            Promise.resolve(simdBytes),
        ];
        for (const wasm of forms) {
            const { init, decode } = await fresh();
            assert.equal(await init({ wasm }), undefined);
            assert.equal(decode(bytes).layers.length, 1);
        }
    });

    it('is memoised: many calls, one compilation', async () => {
        const { init, decode } = await fresh();
        const wasm = scalarBytes;
        const lengths = await compiledDuring(async () => {
            await Promise.all([init({ wasm }), init(), init({ wasm })]);
            await init();
            decode(bytes);
        });
        assert.deepEqual(lengths, [scalarBytes.length]);
    });

    it('with other options than before rejects', async () => {
        const { init, decode } = await fresh();
        await init({ simd: false });
        await init({ simd: false });
        await init();
        await assert.rejects(init({ simd: true }), { name: 'TileError', code: 'already-initialized' });
        await assert.rejects(init({}), { code: 'already-initialized' });
        assert.equal(decode(bytes).layers.length, 1);
        const other = await fresh();
        other.decode(bytes);
        await other.init();
        await other.init({ simd: 'auto' });
        await assert.rejects(other.init({ memoryLimit: 2 ** 21 }), { code: 'already-initialized' });
        const pending = await fresh();
        const first = pending.init({ simd: false });
        await assert.rejects(pending.init({ simd: true }), { code: 'already-initialized' });
        await first;
    });

    it('applies its options to decodes that come before it is done', async () => {
        const { init, decode } = await fresh();
        const done = init({ memoryLimit: 2 ** 20 });
        assert.throws(() => decode(new Uint8Array(2 ** 21)), { code: 'memory-limit' });
        await done;
        assert.throws(() => decode(new Uint8Array(2 ** 21)), { code: 'memory-limit' });
        const other = await fresh();
        const loading = other.init({ wasm: Promise.resolve(scalarBytes) });
        assert.throws(() => other.decode(bytes), { name: 'TileError', code: 'not-initialized', message: /await it/ });
        assert.equal((await other.decodeAsync(bytes)).layers.length, 1);
        await loading;
    });

    it('may be tried again after a failure, with other options too', async () => {
        const { init, decode } = await fresh();
        await assert.rejects(init({ wasm: Promise.reject(new Error('offline')) }), /offline/);
        await assert.rejects(init({ wasm: new Uint8Array(3) }), { code: 'not-wasm' });
        await init({ simd: false });
        assert.equal(decode(bytes).layers.length, 1);
    });

    it('names what is no module', async () => {
        const page = '<!DOCTYPE html><html><body>not found</body></html>';
        const withUrl = (response, url) => Object.defineProperty(response, 'url', { value: url });
        const refused = [
            [new TextEncoder().encode(page), /a page that begins with "<!DOCTYPE html>/],
            [withUrl(new Response(page), 'https://example.org/x.wasm'), /from https:\/\/example\.org\/x\.wasm .* a page/],
            [withUrl(new Response(page, { status: 404, statusText: 'Not Found' }), 'https://example.org/y.wasm'), /404 Not Found .* from https:\/\/example\.org\/y\.wasm/],
            [new Uint8Array(0), /nothing at all/],
            [Uint8Array.of(1, 2, 3), /something that begins with "\\u0001/],
            ['/tilewasm.wasm', /options\.wasm must be bytes, a WebAssembly\.Module or a Response, not the string/],
            [5, /not 5/],
            [null, /not null/],
            [{}, /type Object/],
        ];
        for (const [wasm, message] of refused) {
            const { init } = await fresh();
            await assert.rejects(init({ wasm }), { name: 'TileError', code: 'not-wasm', message });
        }
    });

    it('names a module of something else', async () => {
        const { init } = await fresh();
        const other = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0);
        await assert.rejects(init({ wasm: other }), { name: 'TileError', code: 'not-wasm', message: /not of this version of tilewasm/ });
        await assert.rejects(init({ wasm: scalarBytes.subarray(0, 100) }), { name: 'TileError', code: 'wasm-blocked' });
    });
});

describe('an engine that refuses', () => {
    const blocked = {
        Chromium: new WebAssembly.CompileError("WebAssembly.Module(): Refused to compile or instantiate WebAssembly module because neither 'wasm-eval' nor 'unsafe-eval' is an allowed source"),
        Firefox: new WebAssembly.CompileError("call to WebAssembly.Module() blocked by CSP"),
        WebKit: new EvalError("Refused to create a WebAssembly object because 'unsafe-eval' or 'wasm-unsafe-eval' is not an allowed source"),
        workerd: new WebAssembly.CompileError('WebAssembly.Module(): Wasm code generation disallowed by embedder'),
    };
    const throwing = (error) => {
        return class {
            constructor() {
                throw error;
            }
        };
    };

    for (const [engine, error] of Object.entries(blocked)) {
        it(`by policy: ${engine}`, async () => {
            const { decode, init } = await fresh();
            // Modules that were compiled before in this process are kept, so the refusal comes when one is instantiated, as in WebKit.
            await withWebAssembly({ Module: throwing(error), Instance: throwing(error), compile: () => Promise.reject(error) }, async () => {
                const expected = { name: 'TileError', code: 'wasm-blocked', message: /'wasm-unsafe-eval'.*workerd/, cause: error };
                assert.throws(() => decode(bytes), expected);
                await assert.rejects(init(), expected);
            });
            assert.equal(decode(bytes).layers.length, 1);
        });
    }

    it('to compile synchronously: says await init()', async () => {
        const { decode } = await fresh();
        const error = new RangeError('WebAssembly.Compile is disallowed on the main thread, if the buffer size is larger than 4KB. Use WebAssembly.compile, or compile on a worker thread.');
        await withWebAssembly({ Instance: throwing(error) }, () => {
            assert.throws(() => decode(bytes), { name: 'TileError', code: 'wasm-sync', message: /await init\(\)/ });
        });
    });

    it('for want of memory', async () => {
        const { decode } = await fresh();
        await withWebAssembly({ Instance: throwing(new RangeError('WebAssembly.Instance(): Out of memory: Cannot allocate Wasm memory for new instance')) }, () => {
            assert.throws(() => decode(bytes), { name: 'TileError', code: 'out-of-memory' });
        });
    });

    it('that has no WebAssembly at all', () => {
        const source = `
            const { decode, decodeAsync } = await import(${JSON.stringify(index)});
            for (const attempt of [() => decode(new Uint8Array(0)), () => decodeAsync(new Uint8Array(0))]) {
                try { await attempt(); } catch (error) { console.log(error.name, error.code); }
            }`;
        const { stdout, stderr } = spawnSync(process.execPath, ['--jitless', '--input-type=module', '-e', source], { encoding: 'utf8' });
        assert.equal(stdout, 'TileError wasm-unavailable\nTileError wasm-unavailable\n', stderr);
    });

    it('code from strings: nothing here needs it', () => {
        const source = `
            const { decode } = await import(${JSON.stringify(index)});
            console.log(decode(new Uint8Array(0)).layers.length);`;
        const { stdout, stderr } = spawnSync(process.execPath, ['--disallow-code-generation-from-strings', '--input-type=module', '-e', source], { encoding: 'utf8' });
        assert.equal(stdout, '0\n', stderr);
    });
});
