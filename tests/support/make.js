// Runs make for tests that need something built, one at a time in this folder.

import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { root } from '../../scripts/files.js';

/**
 * @param {...string} targets
 * @returns {string} what the compiler said where it failed, '' where all is well
 */
export function make(...targets) {
    mkdirSync(join(root, 'build'), { recursive: true });
    const args = ['build/.lock', 'make', '-s', `-j${availableParallelism()}`, ...targets];
    const { status, stdout, stderr, error } = spawnSync('flock', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 });
    if (error) throw error;
    return status === 0 ? '' : `${stdout}${stderr}` || `make ended with ${status}`;
}
