// The real tiles that tests read: those of @mapbox/mvt-fixtures, and those of a folder named by TILEWASM_CORPUS where it is set.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const fixtures = dirname(fileURLToPath(import.meta.resolve('@mapbox/mvt-fixtures')));
const realWorld = join(fixtures, 'real-world');

/** The 2.1 schema, as the specification has it. */
export const schemaPath = join(fixtures, 'vector-tile-spec/2.1/vector_tile.proto');

/** The 74 synthetic fixtures: `{ id, description, validity, bytes }`. */
export function syntheticFixtures() {
    const folder = join(fixtures, 'fixtures');
    return readdirSync(folder)
        .sort()
        .map((id) => {
            const { description, validity } = JSON.parse(readFileSync(join(folder, id, 'info.json'), 'utf8'));
            return { id, description, validity, bytes: new Uint8Array(readFileSync(join(folder, id, 'tile.mvt'))) };
        });
}

/** Real tiles by group: 'streets', 'osm-qa', and 'corpus' where there is one. Bytes are read one tile at a time. */
export function realTiles() {
    const groups = { streets: [], 'osm-qa': [] };
    for (const folder of readdirSync(realWorld).sort()) {
        if (folder === 'compressed') continue;
        const group = folder.startsWith('osm-qa') ? 'osm-qa' : 'streets';
        groups[group].push(...tilesOf(join(realWorld, folder), realWorld));
    }
    const corpus = process.env.TILEWASM_CORPUS;
    if (corpus && existsSync(corpus)) groups.corpus = tilesOf(corpus, corpus);
    return groups;
}

function tilesOf(folder, root) {
    return readdirSync(folder)
        .filter((name) => name.endsWith('.mvt'))
        .sort()
        .map((name) => ({ name: relative(root, join(folder, name)), read: () => new Uint8Array(readFileSync(join(folder, name))) }));
}
