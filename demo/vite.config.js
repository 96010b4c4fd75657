// The demo's build: static files that any host can serve, under a Content-Security-Policy too. Used by scripts/demo.js.

import { existsSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const dist = (name) => fileURLToPath(new URL(`../dist/${name}`, import.meta.url));

/** The map, and each example: demo/examples/NAME/index.html. */
const here = fileURLToPath(new URL('.', import.meta.url));
const examples = readdirSync(`${here}examples`).filter((name) => existsSync(`${here}examples/${name}/index.html`));
const pages = [`${here}index.html`, ...examples.map((name) => `${here}examples/${name}/index.html`)];

export default defineConfig({
    root: fileURLToPath(new URL('.', import.meta.url)),
    base: './',
    publicDir: fileURLToPath(new URL('../build/demo-data', import.meta.url)),
    resolve: {
        alias: [
            { find: /^tilewasm$/, replacement: dist('index.mjs') },
            { find: /^tilewasm\/(.+)$/, replacement: dist('$1.mjs') },
        ],
    },
    build: {
        target: 'es2022',
        assetsInlineLimit: 0,
        emptyOutDir: true,
        chunkSizeWarningLimit: 2000,
        rollupOptions: { input: pages },
    },
    worker: { format: 'es' },
});
