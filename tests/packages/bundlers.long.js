// The installed package through every bundler, and in Chromium: main thread, pool, tilewasm/vector-tile and loaders.gl's worker decode
// a real tile. Run by `npm run test:packages`; BUNDLER=webpack runs one of tools/ alone.

import { copyFileSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { assertOutcome } from './expected.js';
import { closeBrowser, outcomeOf, serve } from './page.js';
import { realTile } from './tarball.js';

after(closeBrowser);

const tools = ['vite', 'webpack', 'esbuild', 'rollup', 'parcel', 'bun', 'next'].filter((name) => name === (process.env.BUNDLER ?? name));

for (const tool of tools) {
    // A tool that cannot be installed fails here, and says that it is missing.
    const { default: ways } = await import(`./tools/${tool}.js`).catch((error) => ({ default: { [tool]: () => Promise.reject(error) } }));
    for (const [name, build] of Object.entries(ways)) {
        test(name, async () => {
            const built = await build();
            if (built.folder) addPageAndTile(built);
            const { address, close } = built.folder ? await serve(built.folder) : built;
            try {
                assertOutcome(await outcomeOf(address), name);
            } finally {
                await close();
            }
        });
    }
}

/** The page too, where a bundler makes scripts only. */
function addPageAndTile({ folder, classic }) {
    copyFileSync(realTile, join(folder, 'tile.mvt'));
    const page = join(folder, 'index.html');
    const script = classic ? '<script src="main.js"></script>' : '<script type="module" src="main.js"></script>';
    if (!existsSync(page)) writeFileSync(page, `<!doctype html><meta charset="utf-8" /><title>tilewasm</title><body>${script}</body>`);
}
