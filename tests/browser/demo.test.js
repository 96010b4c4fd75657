// The demo page, built as users build it: what it draws, opens, shows and measures; what it says of files that are no tiles. In Chromium;
// `npm run test:browsers` adds Firefox and WebKitGTK. UPDATE_PICTURES=1 renews the reference picture, demo-world.png.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { root } from '../../scripts/files.js';
import { POLICY, staticServer } from '../../scripts/serve.js';
import { makeMBTiles, makePMTiles } from '../support/archives.js';
import { buildDemo, listen } from '../support/chromium.js';
import { engineNames, launchEngine } from '../support/engines/index.js';
import { readByProtobuf } from '../support/oracle.js';
import { comparePictures, settledPicture } from '../support/pictures.js';
import { polygon, writeTile } from '../support/write-tile.js';

const chicago = (z, x, y) => readFileSync(join(root, `node_modules/@mapbox/mvt-fixtures/real-world/chicago/${z}-${x}-${y}.mvt`));
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** A tile that one feature covers. */
const covered = (name) => writeTile([{ name, features: [polygon([[[0, 0], [4096, 0], [4096, 4096], [0, 4096]]])] }]);
const picturePath = join(root, 'tests/browser/demo-world.png');
const examples = readdirSync(join(root, 'demo/examples'), { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? entry.name : [])).sort();

const WATER = [157, 195, 221];
const LAND = [233, 226, 208];
const SEA = [207, 224, 234];
/** In Lake Michigan. */
const LAKE = [-87.59, 41.875];

for (const engineName of engineNames()) describe(`the demo page in ${engineName}`, { timeout: 600_000 }, () => {
    const inChromium = engineName === 'chromium';
    let server;
    let engine;
    /** @type {import('../support/engines/page.js').Page} */
    let page;
    let address;

    before(async () => {
        buildDemo();
        server = staticServer(join(root, 'demo'), { 'content-security-policy': POLICY });
        address = `${await listen(server)}dist/`;
        engine = await launchEngine(engineName);
    });
    after(async () => {
        await engine?.close();
        server?.close();
        server?.closeAllConnections();
    });
    beforeEach(async () => {
        await page?.close();
        page = await engine.newPage({ width: 1100, height: 700 });
        await page.goto(address);
        await ready();
    });

    const ready = () => page.waitFor(() => document.documentElement.dataset.ready === 'true' && globalThis.demo?.map.loading === 0);

    /** Where a point of the world is in the window, CSS pixels. */
    const placeOf = ([longitude, latitude]) =>
        page.evaluate(
            ([lon, lat]) => {
                const box = document.getElementById('map').getBoundingClientRect();
                const sine = Math.sin((lat * Math.PI) / 180);
                const [left, top] = globalThis.demo.map.camera.toScreen(lon / 360 + 0.5, 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI));
                return [left + box.left, top + box.top];
            },
            [longitude, latitude],
        );

    /** The colour of the map at a point of the world, as it was drawn. */
    const colorAt = async (longitude, latitude) =>
        page.evaluate(
            async ([x, y]) => {
                await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
                const canvas = document.getElementById('canvas');
                const box = canvas.getBoundingClientRect();
                const ratio = canvas.width / canvas.clientWidth;
                const copy = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d');
                copy.drawImage(canvas, -Math.round((x - box.left) * ratio), -Math.round((y - box.top) * ratio));
                return [...copy.getImageData(0, 0, 1, 1).data.slice(0, 3)];
            },
            await placeOf([longitude, latitude]),
        );

    const near = (found, expected, what) =>
        assert.ok(found.every((channel, i) => Math.abs(channel - expected[i]) <= 3), `${what}: ${found}, expected about ${expected}`);

    const openFile = async (name, content) => {
        await page.drop(name, content);
        await page.waitFor((title) => document.title.startsWith(title) || !document.getElementById('error').hidden, name.split('.')[0]);
        await ready();
    };

    const openAddress = async (url) => {
        await page.fill('#url', url);
        await page.click('#address button');
    };

    const show = async (id, name) => {
        await page.fill('#dataset', id);
        await page.waitFor((title) => document.title.startsWith(title) && globalThis.demo.map.entries.length > 0, name);
        await ready();
    };

    const camera = () => page.evaluate(() => (({ x, y, zoom }) => ({ x, y, zoom }))(globalThis.demo.map.camera));

    /** Notes each text that an element has from now on; `noted` gives them. */
    const note = (selector) =>
        page.evaluate((each) => {
            globalThis.noted = [];
            new MutationObserver(() => globalThis.noted.push(document.querySelector(each).textContent)).observe(document.querySelector(each), { childList: true, characterData: true, subtree: true });
        }, selector);
    const noted = () => page.evaluate(() => globalThis.noted);

    it('opens with the world: land is land, sea is sea', async () => {
        for (const [place, longitude, latitude] of [['Brazil', -52, -9], ['Siberia', 100, 65], ['Australia', 134, -25], ['Kansas', -98, 38.5], ['Sahara', 5, 27]]) {
            near(await colorAt(longitude, latitude), LAND, place);
        }
        for (const [longitude, latitude] of [[-30, 5], [-140, 20], [75, -30], [150, 35]]) near(await colorAt(longitude, latitude), SEA, `${longitude}, ${latitude}`);
        assert.match(await page.text('#attribution'), /Natural Earth/);
        assert.deepEqual(page.complaints, []);
    });

    it('shows a city, its layers, and the feature that is pointed at, as an independent decoder reads it', async () => {
        await note('#progress-text');
        await show('chicago', 'Chicago');
        assert.ok((await noted()).some((text) => /^\d+ of 30 tiles are there$/.test(text)), `progress: ${await noted()}`);
        near(await colorAt(...LAKE), WATER, 'Lake Michigan');
        assert.match(await page.text('#attribution'), /OpenStreetMap/);
        const layers = await page.evaluate(() => [...document.querySelectorAll('#panel-layers tbody tr')].map((row) => row.textContent));
        assert.ok(layers.some((text) => /water27/.test(text.replace(/\s/g, ''))), 'the water layer has 27 features in 30 tiles');
        await page.click('#layer-road');
        await page.click('#layer-water');
        assert.notDeepEqual(await colorAt(...LAKE), WATER);
        await page.click('#layer-water');
        near(await colorAt(...LAKE), WATER, 'Lake Michigan');
        const [x, y] = await placeOf(LAKE);
        await page.move(x, y);
        await page.waitFor(() => document.getElementById('status').textContent.startsWith('water'));
        await page.clickAt(x, y);
        const [, id] = /^water, (?:id (\d+)|no id)$/.exec(await page.text('#feature-title'));
        const [, feature, tileX, tileY] = /^\w+, feature (\d+) of tile 13\/(\d+)\/(\d+)/.exec(await page.text('#panel-feature p'));
        const expected = readByProtobuf(chicago(13, tileX, tileY)).find(({ name }) => name === 'water').features[feature];
        assert.equal(id, expected.id === undefined ? undefined : String(expected.id));
        assert.equal(await page.evaluate(() => document.getElementById('tab-feature').getAttribute('aria-selected')), 'true');
        await page.click('#tab-table');
        await page.fill('#table-layer', 'road');
        const keys = await page.evaluate(() => [...document.querySelectorAll('#panel-table tbody tr')].map((row) => row.firstChild.firstChild.firstChild.textContent));
        assert.ok(keys.includes('oneway'));
        await page.evaluate(() => {
            document.getElementById('table-layer').focus();
            globalThis.demo.map.camera.zoom = 14;
            globalThis.demo.map.redraw();
        });
        await page.waitFor(() => globalThis.demo.map.entries.length < 20);
        assert.equal(await page.evaluate(() => document.activeElement.id), 'table-layer');
    });

    it('pans and zooms by mouse, wheel and keyboard, and enlarges tiles beyond the deepest zoom', async () => {
        const start = await camera();
        await page.move(400, 400);
        await page.down();
        await page.move(350, 390);
        await page.move(300, 380);
        await page.up();
        const dragged = await camera();
        assert.ok(dragged.x > start.x && dragged.y > start.y);
        await page.wheel(400, 400, -480);
        await page.waitFor((zoom) => globalThis.demo.map.camera.zoom > zoom + 1, start.zoom);
        await page.evaluate(() => document.getElementById('map').focus());
        const turned = await camera();
        await page.press('ArrowLeft');
        await page.press('-');
        const moved = await camera();
        assert.ok(moved.x < turned.x && moved.zoom === turned.zoom - 0.5);
        await page.press('Enter');
        assert.equal(await page.evaluate(() => document.getElementById('tab-feature').getAttribute('aria-selected') === 'true' || globalThis.demo.map.hitAt(globalThis.demo.map.camera.width / 2, globalThis.demo.map.camera.height / 2) === undefined), true);
        for (let i = 0; i < 50; i++) await page.press('+');
        assert.equal((await camera()).zoom, 5 + 10, 'no further than positions are exact');
        await page.evaluate(() => void Object.assign(globalThis.demo.map.camera, { x: 0.356, y: 0.526, zoom: 9 }));
        await page.click('#zoom-out');
        await page.move(1090, 10);
        await ready();
        near(await colorAt(-52, -9), LAND, 'Brazil, enlarged from zoom 5');
    });

    it('opens a tile that is dropped, gzipped or not, and lists its problems', async () => {
        const tile = chicago(13, 2102, 3044);
        for (const [name, content] of [['plain.mvt', tile], ['zipped.pbf', gzipSync(tile)]]) {
            await openFile(name, content);
            assert.equal(await page.isVisible('#error'), false, await page.text('#error'));
            assert.match(await page.text('#summary'), /^1 tile at zoom 0/);
        }
        await openFile('odd.mvt', readFileSync(join(root, 'tests/cases/tiles/g34-too-few-vertices.mvt')));
        await page.click('#tab-problems');
        assert.match(await page.text('#panel-problems'), /geometry:too-few-points/);
    });

    it('opens PMTiles and MBTiles archives, and shows how far it has come', async () => {
        const bounds = [-87.66, 41.87, -87.58, 41.9];
        const tiles = [[2101, 3044], [2102, 3044]].map(([x, y]) => ({ z: 13, x, y, data: new Uint8Array(chicago(13, x, y)) }));
        await openFile('city.pmtiles', makePMTiles(tiles, { bounds, metadata: { name: 'city', attribution: '<a href="#">Somebody</a>' } }));
        near(await colorAt(-87.59, 41.885), WATER, 'Lake Michigan from PMTiles');
        assert.equal(await page.text('#attribution'), 'Somebody');
        await page.evaluate(() => {
            globalThis.demo.map.camera.zoom = 2;
            globalThis.demo.map.redraw();
        });
        await page.waitFor(() => /Zoom in: the tiles of city begin at zoom 13/.test(document.getElementById('too-far').textContent));
        await note('#progress-text');
        const filler = { z: 13, x: 0, y: 0, data: new Uint8Array(9_000_000) };
        const zipped = [filler, ...tiles.map((tile) => ({ ...tile, data: new Uint8Array(gzipSync(tile.data)) }))];
        await openFile('town.mbtiles', await makeMBTiles(zipped, { name: 'town', format: 'pbf', bounds: bounds.join(',') }));
        near(await colorAt(-87.59, 41.885), WATER, 'Lake Michigan from MBTiles');
        assert.equal(await page.isVisible('#too-far'), false);
        const shares = (await noted()).flatMap((text) => /^Opening town\.mbtiles: (\d+) %$/.exec(text)?.[1] ?? []).map(Number);
        assert.ok(shares.length >= 2 && shares.every((share, i) => share <= 100 && share >= (shares[i - 1] ?? 0)) && shares.some((share) => share > 0), `progress: ${shares}`);
        await openFile('pictures.pmtiles', makePMTiles(tiles, { bounds, tileType: 2 }));
        assert.match(await page.text('#error'), /PNG tiles/);
        assert.equal(await page.isVisible('#progress'), false);
    });

    it('finds a place to look at where an archive says none, or one across the 180th meridian', async () => {
        const tiles = [{ z: 0, x: 0, y: 0, data: covered('all') }];
        for (const [bounds, x, zoom] of [[[170, -20, -170, 20], 355 / 360, 3], [[0, 0, 0, 0], 0.5, 0], [[20, 90, 10, -90], 0.5, 0]]) {
            await openFile('place.pmtiles', makePMTiles(tiles, { bounds }));
            const found = await camera();
            assert.ok(Math.abs(found.x - x) < 0.02 && Math.floor(found.zoom) === zoom, `${bounds}: ${JSON.stringify(found)}`);
        }
        await openFile('place.mbtiles', await makeMBTiles(tiles, { format: 'pbf', bounds: 'nowhere' }));
        assert.equal((await camera()).x, 0.5);
        await openFile('place.mbtiles', await makeMBTiles([{ z: 13, x: 2101, y: 3044, data: covered('all') }], { format: 'pbf' }));
        const { x, y } = await camera();
        assert.deepEqual([x * 8192, y * 8192], [2101.5, 3044.5]);
        await openFile('place.mbtiles', await makeMBTiles(tiles, { format: 'pbf' }));
        assert.match(await page.text('#summary'), /^1 tile at zoom 0, 1 feature/);
    });

    it('opens a template and a TileJSON by address', async () => {
        await openAddress(`${address}data/chicago/{z}/{x}/{y}.mvt`);
        await page.waitFor(() => /^127/.test(document.title) && /answered 404|status 404|404/.test(document.getElementById('error').textContent));
        await page.evaluate(() => {
            Object.assign(globalThis.demo.map.camera, { x: 2100.05 / 8192, y: 3042.05 / 8192, zoom: 12.6 });
            globalThis.demo.map.redraw();
        });
        await page.waitFor(() => globalThis.demo.map.entries.length > 0 && globalThis.demo.map.failures.length > 0 && globalThis.demo.map.loading === 0);
        assert.equal(await page.isVisible('#error'), false, 'tiles that the server does not have are empty places');
        await openAddress(`${address}data/index.json`);
        await page.waitFor(() => /without "tiles"/.test(document.getElementById('error').textContent));
        await openAddress(address);
        await page.waitFor(() => /HTML page/.test(document.getElementById('error').textContent));
        await openAddress(`${address}data/chicago/{y}/{x}/{z}.mvt`);
        await page.waitFor(() => /chicago\/0\/0\/0\.mvt answered 404/.test(document.getElementById('error').textContent));
        await openAddress('https://');
        await page.waitFor(() => /"https:\/\/" is no address/.test(document.getElementById('error').textContent));
        await openAddress('http://elsewhere.invalid/tiles.json');
        await page.waitFor(() => /Access-Control-Allow-Origin.*Content-Security-Policy/.test(document.getElementById('error').textContent));
    });

    it('says what a file is that is no tile', async () => {
        const archive = makePMTiles([{ z: 0, x: 0, y: 0, data: covered('all') }], { bounds: [-10, -10, 10, 10] });
        for (const [name, content, expected] of [
            ['page.mvt', Buffer.from('<!DOCTYPE html><title>404</title>'), /HTML page.*\[not-mvt:html\]/],
            ['rubbish.pbf', Buffer.concat([gzipSync('not a tile').subarray(0, 20), Buffer.alloc(20, 0xff)]), /gzip.*damaged.*\[bad-gzip\]/],
            ['cut.mvt', chicago(13, 2102, 3044).subarray(0, 1000), /\[truncated\]/],
            ['cut.pmtiles', archive.subarray(0, 100), /damaged or cut off/],
            ['brotli.pmtiles', Buffer.from(archive).fill(3, 98, 99), /compressed with brotli/],
        ]) {
            await openFile(name, content);
            assert.match(await page.text('#error'), expected);
        }
        assert.ok(await page.evaluate(() => globalThis.demo.map.entries.length > 0), 'the map stays');
    });

    it('says why something could not be opened until something else is, while tiles come and go', async () => {
        await show('chicago', 'Chicago');
        await openFile('page.mvt', Buffer.from('<html>'));
        assert.match(await page.text('#error'), /HTML page/);
        await page.evaluate(() => {
            globalThis.demo.map.camera.zoom = 14;
            globalThis.demo.map.redraw();
        });
        await page.waitFor(() => globalThis.demo.map.entries.length < 10);
        await ready();
        assert.match(await page.text('#error'), /HTML page/);
        await page.evaluate(() => {
            const dataTransfer = new DataTransfer();
            for (const name of ['a.mvt', 'b.mvt']) dataTransfer.items.add(new File([], name));
            document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
        });
        assert.match(await page.text('#error'), /2 files were dropped/);
        await openFile('all.mvt', covered('all'));
        assert.equal(await page.isVisible('#error'), false);
    });

    it('tells nothing of what was pointed at in the data before', async () => {
        await openFile('all.mvt', covered('all'));
        await page.move(300, 300);
        await page.waitFor(() => document.getElementById('status').textContent === 'all');
        await page.drop('none.mvt', new Uint8Array(0));
        await page.waitFor(() => document.title.startsWith('none'));
        assert.equal(await page.text('#status'), '');
    });

    it('draws nothing of a hidden layer, not even the feature that was chosen', async () => {
        await openFile('all.mvt', covered('all'));
        await page.clickAt(300, 300);
        near(await colorAt(0, 0), [214, 28, 89], 'the chosen feature');
        await page.click('#tab-layers');
        await page.click('#layer-all');
        near(await colorAt(0, 0), [244, 241, 234], 'the paper');
    });

    it('takes files that are dragged, and leaves text to the address field', async () => {
        const dragged = await page.evaluate(() =>
            ['Files', 'text/plain'].map((type) => {
                const dataTransfer = new DataTransfer();
                if (type === 'Files') dataTransfer.items.add(new File([], 'a.mvt'));
                else dataTransfer.setData(type, 'https://…');
                document.getElementById('drop-hint').hidden = true;
                const event = new DragEvent('dragover', { dataTransfer, bubbles: true, cancelable: true });
                document.getElementById('url').dispatchEvent(event);
                return [event.defaultPrevented, !document.getElementById('drop-hint').hidden];
            }),
        );
        assert.deepEqual(dragged, [[true, true], [false, false]]);
    });

    it('says how many problems there are beyond those that it lists', async () => {
        await openFile('odd.mvt', writeTile([{ name: 'odd', features: Array.from({ length: 1500 }, () => ({ type: 'polygon', geometry: [9, 0, 0] })) }]));
        await page.click('#tab-problems');
        assert.equal(await page.evaluate(() => document.querySelectorAll('#panel-problems tbody tr').length), 200);
        assert.match(await page.text('#panel-problems'), /the first of [1-9],\d{3} problems/);
    });

    it('leaves to the browser the keys that are its own', async () => {
        const start = await camera();
        const taken = await page.evaluate(() =>
            [{ key: '+', ctrlKey: true }, { key: '-', metaKey: true }, { key: 'ArrowLeft', altKey: true }].map((init) => {
                const event = new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true });
                document.getElementById('map').dispatchEvent(event);
                return event.defaultPrevented;
            }),
        );
        assert.deepEqual(taken, [false, false, false]);
        assert.deepEqual(await camera(), start);
    });

    it('measures the tiles in view beside the peers, shows how far it has come, and copies the result', async () => {
        await openFile('small.mvt', readFileSync(join(root, 'build/demo-data/data/world/2/2/1.mvt')));
        await page.click('#tab-measure');
        await note('#measure-stage');
        await page.evaluate(() => {
            const bar = document.querySelector('#panel-measure progress');
            globalThis.shares = [];
            new MutationObserver(() => globalThis.shares.push(bar.value)).observe(bar, { attributes: true, attributeFilter: ['value'] });
        });
        await page.click('#measure-start');
        await page.waitFor(() => document.getElementById('measure-summary'), undefined, 120_000);
        assert.match(await page.text('#measure-summary'), /1 tile, .*medians of \d+ rounds/);
        assert.ok((await noted()).some((text) => text === 'Decoding 1 tile, each decoder in its turn'), `stages: ${await noted()}`);
        const shares = await page.evaluate(() => globalThis.shares);
        assert.ok(new Set(shares.filter((share) => share > 0 && share < 1)).size >= 3, `shares: ${shares}`);
        const lines = await page.evaluate(() => [...document.querySelectorAll('#measure-result li')].map((item) => item.textContent));
        assert.equal(lines.length, 5);
        for (const line of lines) assert.match(line, /[\d.]+ ms/);

        if (inChromium) await page.playwright.context().grantPermissions(['clipboard-read', 'clipboard-write']);
        // Elsewhere nothing may read the clipboard: what is written is caught.
        else await page.evaluate(() => void Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => (globalThis.copied = text) } }));
        await page.click('#measure-copy');
        await page.waitFor(() => /^Copied/.test(document.getElementById('measure-stage').textContent));
        const copied = JSON.parse(await page.evaluate(() => globalThis.copied ?? navigator.clipboard.readText()));
        assert.equal(copied.tiles, 1);
        assert.deepEqual(copied.candidates.map(({ name }) => name), lines.map((line) => line.split(':')[0]));
        assert.ok(copied.candidates.every(({ milliseconds }) => milliseconds >= 0));
        assert.ok(copied.engine.length > 10);

        await page.click('#measure-start');
        await page.waitFor(() => document.getElementById('measure-start').textContent === 'Stop' && /^Decoding/.test(document.getElementById('measure-stage').textContent));
        await page.click('#measure-start');
        await page.waitFor(() => document.getElementById('measure-start').textContent !== 'Stop' && document.getElementById('measure-stage').textContent === 'Stopped');

        // Decoded in less than a tick of the browser's clock.
        await openFile('all.mvt', covered('all'));
        await page.click('#measure-start');
        await page.waitFor(() => /^1 tile, \d+ B, 1 feature/.test(document.getElementById('measure-summary').textContent), undefined, 120_000);
        for (const line of await page.evaluate(() => [...document.querySelectorAll('#measure-result li')].map((item) => item.textContent))) {
            assert.match(line, /: 0\.\d*[1-9]\d* ms(, \d+\.\d times as long)?$/);
        }
    });

    it('is reached by keyboard: every control in its turn, seen when it has the focus; arrows move between tabs', async () => {
        const wanted = await page.evaluate(() =>
            [...document.querySelectorAll('a[href], button, input, select, [tabindex="0"]')].filter((each) => each.checkVisibility() && each.tabIndex >= 0).map((each) => each.id || each.textContent),
        );
        for (const id of ['dataset', 'url', 'open-file', 'map', 'zoom-in', 'zoom-out', 'tab-layers', 'panel-layers', 'grid', 'OpenLayers']) assert.ok(wanted.includes(id), `${id} of ${wanted}`);
        await page.evaluate(() => document.activeElement?.blur());
        const reached = [];
        const hidden = [];
        for (let i = 0; i < wanted.length + 5 && reached.length < wanted.length; i++) {
            await page.press('Tab');
            const [name, outline] = await page.evaluate(() => {
                const found = document.activeElement;
                return [found === document.body ? undefined : found.id || found.textContent, getComputedStyle(found).outlineStyle];
            });
            if (name === undefined || name === null) continue;
            reached.push(name);
            if (outline === 'none') hidden.push(name);
        }
        assert.deepEqual(reached, wanted);
        assert.deepEqual(hidden, [], 'focus that is not to be seen');
        await page.evaluate(() => document.getElementById('tab-layers').focus());
        for (const tab of ['feature', 'table', 'problems', 'measure', 'layers']) {
            await page.press('ArrowRight');
            assert.deepEqual(await page.evaluate((id) => [document.activeElement.id, document.getElementById(`panel-${id}`).checkVisibility()], tab), [`tab-${tab}`, true]);
        }
        for (const [key, tab] of [['End', 'measure'], ['Home', 'layers']]) {
            await page.press(key);
            assert.equal(await page.evaluate(() => document.activeElement.id), `tab-${tab}`);
        }
    });

    it('links an example for each map library; each opens and draws without an error', async () => {
        const links = await page.evaluate(() => [...document.querySelectorAll('nav a')].map((link) => link.href));
        assert.deepEqual(links.map((link) => link.split('/').at(-2)).sort(), examples);
        for (const link of links) {
            page.complaints.length = 0;
            await page.goto(link);
            await page.waitFor(() => document.documentElement.dataset.ready === 'true', undefined, 60_000);
            assert.deepEqual(page.complaints, [], link);
        }
    });

    it('does all of this in a folder of a server, under a strict Content-Security-Policy', async () => {
        assert.equal((await fetch(address)).headers.get('content-security-policy'), POLICY);
        const refused = await page.evaluate(async () => {
            const directives = [];
            document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => directives.push(effectiveDirective));
            document.body.append(Object.assign(document.createElement('script'), { textContent: 'globalThis.ran = true' }));
            document.body.append(Object.assign(document.createElement('script'), { src: 'data:text/javascript,globalThis.ran = true' }));
            document.head.append(Object.assign(document.createElement('style'), { textContent: 'body { color: red }' }));
            await new Promise((resolve) => setTimeout(resolve, 300));
            return { ran: globalThis.ran ?? false, directives: [...new Set(directives)].sort() };
        });
        assert.deepEqual(refused, { ran: false, directives: ['script-src-elem', 'style-src-elem'] });
    });

    if (!inChromium) return;

    it('draws the world as in the committed picture', async () => {
        await page.playwright.setViewportSize({ width: 720, height: 640 });
        await ready();
        const map = page.playwright.locator('#map');
        const picture = await settledPicture(map);
        if (process.env.UPDATE_PICTURES) writeFileSync(picturePath, picture);
        const same = await comparePictures(engine.browser, picture, readFileSync(picturePath));
        assert.ok(same.different < 0.002 && same.colors > 10, `${100 * same.different} % of the pixels differ from ${picturePath}, ${same.colors} colours; UPDATE_PICTURES=1 renews it`);
        await page.click('#layer-borders');
        const without = await comparePictures(engine.browser, await settledPicture(map), readFileSync(picturePath));
        assert.ok(without.different > 0.004, `the borders are ${100 * without.different} % of the picture`);
    });

    it('pans and zooms by touch', async () => {
        const touch = await page.playwright.context().newCDPSession(page.playwright);
        const send = (type, ...points) => touch.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
        const start = await camera();
        await send('touchStart', [300, 300]);
        await send('touchMove', [250, 280]);
        await send('touchMove', [200, 260]);
        await send('touchEnd');
        const panned = await camera();
        assert.ok(panned.x > start.x && panned.y > start.y && panned.zoom === start.zoom);
        await send('touchStart', [300, 300], [340, 300]);
        await send('touchMove', [260, 300], [380, 300]);
        await send('touchMove', [220, 300], [420, 300]);
        await send('touchEnd');
        const pinched = await camera();
        assert.ok(Math.abs(pinched.zoom - start.zoom - Math.log2(200 / 40)) < 0.01, `zoom from ${start.zoom} to ${pinched.zoom}`);
    });

    it('counts the rows of a TileJSON from the south where it says "tms"', async () => {
        const asked = [];
        await page.playwright.route('**/south/**', (route) => {
            const { pathname } = new URL(route.request().url());
            if (pathname.endsWith('.json')) return route.fulfill({ json: { tiles: ['{z}/{x}/{y}.mvt'], scheme: 'tms', name: 'South', minzoom: 2, maxzoom: 2, bounds: [10, 45, 20, 50] } });
            asked.push(pathname.split('/south/')[1]);
            return route.fulfill({ body: Buffer.from(covered('all')) });
        });
        await openAddress(`${address}south/tiles.json`);
        await page.waitFor(() => document.title.startsWith('South'));
        await ready();
        assert.deepEqual(asked, ['2/2/2.mvt']);
    });

    it('chooses nothing by the right button; says that a folder is no file', async () => {
        await openFile('all.mvt', covered('all'));
        await page.playwright.mouse.click(300, 300, { button: 'right' });
        assert.equal(await page.isVisible('#panel-feature'), false);
        const devtools = await page.playwright.context().newCDPSession(page.playwright);
        const data = { items: [], files: [join(root, 'demo')], dragOperationsMask: 1 };
        for (const type of ['dragEnter', 'dragOver', 'drop']) await devtools.send('Input.dispatchDragEvent', { type, x: 300, y: 300, data });
        await page.waitFor(() => /it is a folder/.test(document.getElementById('error').textContent));
    });

    it('draws again when the graphics card was lost and is back', async () => {
        await page.click('#grid');
        near(await colorAt(-52, -9), LAND, 'Brazil');
        const loss = await page.playwright.evaluateHandle(() => document.getElementById('canvas').getContext('webgl2').getExtension('WEBGL_lose_context'));
        await loss.evaluate((each) => each.loseContext());
        await page.wheel(300, 300, -30);
        await loss.evaluate((each) => new Promise((resolve) => {
            document.getElementById('canvas').addEventListener('webglcontextrestored', resolve);
            each.restoreContext();
        }));
        await ready();
        near(await colorAt(-52, -9), LAND, 'Brazil');
        near(await colorAt(-30, 5), SEA, 'the Atlantic');
        assert.deepEqual(page.complaints, []);
    });

    it('says so where there is no WebGL2', async () => {
        await page.playwright.addInitScript(() => void (HTMLCanvasElement.prototype.getContext = () => null));
        await page.goto(address);
        await page.waitFor(() => /no WebGL2.*another browser/.test(document.getElementById('error').textContent));
    });

    it('has no failings that axe-core finds, in any panel, on a desk and on a phone', async () => {
        for (const size of [{ width: 1100, height: 700 }, { width: 390, height: 844 }, { width: 320, height: 568 }]) {
            await page.playwright.setViewportSize(size);
            await page.playwright.evaluate(axe);
            for (const tab of ['layers', 'feature', 'table', 'problems', 'measure']) {
                await page.click(`#tab-${tab}`);
                const violations = await page.evaluate(async () => (await globalThis.axe.run()).violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`));
                assert.deepEqual(violations, [], `${tab}, ${size.width} pixels wide`);
            }
            assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= globalThis.innerWidth), 'nothing sticks out');
        }
    });
});

it('docs/demo.md tells the policy that the tests send', () => {
    assert.ok(readFileSync(join(root, 'docs/demo.md'), 'utf8').includes(`Content-Security-Policy: ${POLICY}\n`));
});
