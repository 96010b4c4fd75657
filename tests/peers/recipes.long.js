// The recipes of docs/vector-tile.md in Chromium: Leaflet.VectorGrid and cesium-mvt-imagery-provider, as npm has them, draw the same tiles
// the same by tilewasm/vector-tile as by the decoders that they bundle. Run by npm run test:peers.

import assert from 'node:assert/strict';
import { createServer } from 'node:http';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { after, before, it } from 'node:test';
import { build } from 'esbuild';
import { root } from '../../scripts/files.js';
import { launchChromium, listen } from '../support/chromium.js';
import { comparePictures } from '../support/pictures.js';

const here = join(root, 'tests/peers');
const chicago = join(dirname(createRequire(import.meta.url).resolve('@mapbox/mvt-fixtures')), 'real-world/chicago');

let browser;
let server;
let address;

before(async () => {
    const { outputFiles } = await build({
        entryPoints: [join(here, 'page.js')],
        bundle: true,
        write: false,
        format: 'esm',
        logLevel: 'error',
        alias: { cesium: '@cesium/engine', 'tilewasm/vector-tile': join(root, 'dist/vector-tile.mjs') },
        nodePaths: [join(here, 'node_modules')],
    });
    server = createServer(({ url }, response) => {
        const tile = /^\/(\d+)\/(\d+)\/(\d+)\.mvt$/.exec(url);
        if (tile) {
            const file = join(chicago, `${tile.slice(1).join('-')}.mvt`);
            response.writeHead(200, { 'content-type': 'application/vnd.mapbox-vector-tile' }).end(existsSync(file) ? readFileSync(file) : '');
        } else if (url === '/page.js') {
            response.writeHead(200, { 'content-type': 'text/javascript' }).end(outputFiles[0].text);
        } else {
            const html = '<!doctype html><div id=map style="width:700px;height:600px"></div><script type=module src=page.js></script>';
            response.writeHead(200, { 'content-type': 'text/html' }).end(html);
        }
    });
    address = await listen(server);
    browser = await launchChromium();
});

after(async () => {
    await browser?.close();
    server?.close();
});

/** A page with the recipes in it, and the errors that it had. */
async function open() {
    const page = await browser.newPage({ viewport: { width: 720, height: 620 } });
    const errors = [];
    page.on('pageerror', (error) => errors.push(error.message));
    await page.goto(address);
    await page.waitForFunction(() => 'drawLeaflet' in globalThis, undefined, { timeout: 60_000 });
    return { page, errors };
}

async function comparesWell(first, second, leastColors) {
    const { different, colors } = await comparePictures(browser, first, second);
    assert.ok(colors > leastColors, `a picture of ${colors} colours is no map`);
    assert.equal(different, 0);
}

it('Leaflet.VectorGrid draws the same by _getVectorTilePromise', { timeout: 180_000 }, async () => {
    const draw = async (isOurs) => {
        const { page, errors } = await open();
        await page.evaluate((ours) => /** @type {any} */ (globalThis).drawLeaflet(ours), isOurs);
        const picture = await page.locator('#map').screenshot();
        assert.deepEqual(errors, []);
        await page.close();
        return picture;
    };
    await comparesWell(await draw(true), await draw(false), 20);
});

it('cesium-mvt-imagery-provider draws and picks the same by parseTile', { timeout: 180_000 }, async () => {
    const { page, errors } = await open();
    const draw = (isOurs, x, y) => page.evaluate((args) => /** @type {any} */ (globalThis).drawCesium(...args), [isOurs, x, y, 13]);
    let picked = 0;
    for (const [x, y] of [[2099, 3043], [2100, 3044], [2101, 3046]]) {
        const [mine, theirs] = [await draw(true, x, y), await draw(false, x, y)];
        assert.deepEqual(mine.picked, theirs.picked);
        picked += theirs.picked.length;
        const [a, b] = [mine, theirs].map(({ picture }) => Buffer.from(picture.split(',')[1], 'base64'));
        await comparesWell(a, b, 5);
    }
    assert.ok(picked > 0, 'something lies in the middle of a tile');
    assert.deepEqual(errors, []);
});
