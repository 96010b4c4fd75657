// Builds the demo page: node scripts/demo.js [OUT]. Called by `./build.sh demo`, which serves it, or leaves it in OUT.

import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'vite';
import { makeData } from '../demo/make-data.js';
import { root } from './files.js';

const out = resolve(process.argv[2] ?? join(root, 'demo/dist'));
const data = join(root, 'build/demo-data/data');
const newest = (...files) => Math.max(...files.map((file) => statSync(join(root, file)).mtimeMs));

if (!existsSync(join(data, 'index.json')) || statSync(join(data, 'index.json')).mtimeMs < newest('demo/make-data.js', 'package-lock.json')) {
    makeData(data);
}
await build({ configFile: join(root, 'demo/vite.config.js'), build: { outDir: out }, logLevel: 'warn' });
console.log(`demo: ${out}`);
