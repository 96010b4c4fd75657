// Builds the whole package into dist/: C to WebAssembly (make), generated sources, bundles. Called by build.sh.

import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { bundle, describeDist } from './bundle.js';
import { root } from './files.js';
import { generate } from './generate.js';
import { generateWorkerSource } from './worker-source.js';

const make = spawnSync('make', ['-s', `-j${availableParallelism()}`, 'wasm'], { cwd: root, stdio: 'inherit' });
if (make.error) throw make.error;
if (make.status !== 0) process.exit(make.status ?? 1);
generate();
await generateWorkerSource();
await bundle();
console.log(describeDist());
