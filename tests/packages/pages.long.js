// The installed package in a page without a bundler: a module script, classic and module workers, and under Content-Security-Policies.
// Run by `npm run test:packages`.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, describe, it } from 'node:test';
import { assertFeatures, assertTile } from './expected.js';
import { closeBrowser, outcomeOf, serve } from './page.js';
import { application } from './tarball.js';

const ofApp = (name) => readFileSync(new URL(`app/${name}`, import.meta.url), 'utf8');
const page = '<!doctype html><meta charset="utf-8" /><title>tilewasm</title><script type="module" src="plain.js"></script>';
const folder = application('plain', { 'index.html': page, 'plain.js': ofApp('plain.js'), 'classic.js': ofApp('classic.js') });

after(closeBrowser);

async function load(policy) {
    const { address, close } = await serve(folder, policy);
    try {
        return await outcomeOf(address);
    } finally {
        close();
    }
}

function assertDecoded(outcome, ...names) {
    for (const name of names) {
        assert.equal(outcome[name].error, undefined, `${name}: ${outcome[name].error?.message}`);
        assertTile(outcome[name].value, name);
    }
}

const fromFiles = ['tile', 'tileLater', 'tileOfPool', 'tileOfClassicPool', 'tileOfClassicWorker'];

describe('a page with <script type="module">', () => {
    it('decodes on its own thread, in module and classic workers, and in the loaders worker', async () => {
        const outcome = await load();
        assertDecoded(outcome, ...fromFiles, 'tileOfBlobPool');
        assert.equal(outcome.loaded.value.type, 'done');
        assertFeatures(outcome.loaded.value.payload.result);
    });
});

describe('a Content-Security-Policy', () => {
    it("with script-src 'self' 'wasm-unsafe-eval' lets everything work but a worker made of a blob, which says what to do", async () => {
        const outcome = await load("default-src 'self'; script-src 'self' 'wasm-unsafe-eval'");
        assertDecoded(outcome, ...fromFiles);
        assertFeatures(outcome.loaded.value.payload.result);
        assert.equal(outcome.tileOfBlobPool.error?.code, 'worker-failed');
        assert.match(outcome.tileOfBlobPool.error.message, /add 'blob:' to its worker-src/);
    });

    it("with worker-src 'self' blob: lets that one work too", async () => {
        const outcome = await load("default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'self' blob:");
        assertDecoded(outcome, ...fromFiles, 'tileOfBlobPool');
    });

    it("without 'wasm-unsafe-eval' gives an error that names it, everywhere", async () => {
        const outcome = await load("default-src 'self'");
        const advice = /Content-Security-Policy is set, add 'wasm-unsafe-eval' to its script-src/;
        for (const name of ['tile', 'tileLater', 'tileOfPool', 'tileOfClassicPool', 'tileOfBlobPool']) {
            assert.equal(outcome[name].error?.code, 'wasm-blocked', name);
            assert.match(outcome[name].error.message, advice, name);
        }
        assert.equal(outcome.tileOfClassicWorker.value.error.code, 'wasm-blocked');
        assert.equal(outcome.loaded.value.type, 'error');
        assert.match(outcome.loaded.value.payload.error, advice);
    });
});
