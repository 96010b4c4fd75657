// The demo's build: static files that any host can serve, under a Content-Security-Policy too. Used by scripts/demo.js.

import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const dist = (name) => fileURLToPath(new URL(`../dist/${name}`, import.meta.url));

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
    build: { target: 'es2022', assetsInlineLimit: 0, emptyOutDir: true, chunkSizeWarningLimit: 2000 },
    worker: { format: 'es' },
});
