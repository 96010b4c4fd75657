// The tiles that everything is measured on, in groups. Used by the benchmarks and by the instruction count.

import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Paths of all .mvt and .pbf files in a folder and those below it, sorted. */
function tileFiles(folder) {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.(mvt|pbf)$/.test(name))
        .sort()
        .map((name) => join(folder, name));
}

const fixtures = join(dirname(createRequire(import.meta.url).resolve('@mapbox/mvt-fixtures')), 'real-world');

/** Folder of further real tiles, which the package does not hold: TILEWASM_CORPUS, or tests/corpus. */
export const corpusFolder = process.env.TILEWASM_CORPUS ?? join(root, 'tests/corpus');

/**
 * Paths of the tiles of a group: `streets` and `osm-qa` are the two halves of the 207 tiles of @mapbox/mvt-fixtures,
 * `fixtures` both, `corpus` the further ones (none where the folder is missing).
 */
export function tilesOf(group) {
    if (group === 'corpus') return existsSync(corpusFolder) ? tileFiles(corpusFolder) : [];
    const all = tileFiles(fixtures).filter((path) => !path.includes('/compressed/'));
    if (group === 'fixtures') return all;
    return all.filter((path) => path.includes('/osm-qa-') === (group === 'osm-qa'));
}

export const groups = ['streets', 'osm-qa', 'corpus'];
