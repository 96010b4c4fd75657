// Folders at the package's root for resolvers that do not read `exports` (Parcel, webpack 4, TypeScript's node10): tilewasm/geojson
// is then geojson/package.json. They are there only while npm packs: node scripts/stubs.js write (prepack), remove (postpack).

import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { core, entries, extensions } from './entries.js';
import { root, writeIfChanged } from './files.js';

const stubbed = entries.filter(({ name }) => name !== core && existsSync(join(root, 'js', `${name}.js`)));

function stub({ name, formats }) {
    const file = (format) => (formats.includes(format) ? `../dist/${name}.${extensions[format]}` : undefined);
    const types = formats.includes('cjs') ? `../dist/${name}.d.cts` : `../dist/${name}.d.mts`;
    return {
        main: file('cjs') ?? file('esm') ?? file('iife'),
        module: file('esm'),
        types: existsSync(join(root, 'dist', types.slice('../dist/'.length))) ? types : undefined,
        sideEffects: name.endsWith('-worker') ? undefined : false,
    };
}

if (process.argv[2] === 'write') {
    for (const entry of stubbed) {
        writeIfChanged(join(root, entry.name, 'package.json'), JSON.stringify(stub(entry), null, 2) + '\n');
    }
} else if (process.argv[2] === 'remove') {
    for (const { name } of entries) if (name !== core) rmSync(join(root, name), { recursive: true, force: true });
} else {
    console.error('usage: node scripts/stubs.js write|remove');
    process.exitCode = 2;
}
