// The files of measurements that the report is made of. Written by `npm run bench:all` into bench/results/.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const resultsFolder = fileURLToPath(new URL('../results', import.meta.url));

/** What is measured: a file NAME.json each. Those that end in -elsewhere are of another machine, put there by hand. */
export const resultNames = [
    'node', 'chromium', 'firefox', 'node-elsewhere', 'stages', 'renderers', 'count', 'kernels', 'kernels-chromium', 'kernels-elsewhere', 'triangulate', 'triangulate-chromium', 'algorithms',
    'growth', 'first-tile', 'memory', 'size',
];

/**
 * @param {string} folder
 * @returns {Record<string, any>} by name; those that are not there are left out
 */
export function readResults(folder) {
    const paths = resultNames.map((name) => [name, join(folder, `${name}.json`)]);
    return Object.fromEntries(paths.filter(([, path]) => existsSync(path)).map(([name, path]) => [name, JSON.parse(readFileSync(path, 'utf8'))]));
}
