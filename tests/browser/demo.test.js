// The demo page in Chromium: what it draws, opens, shows and measures; what it says of files that are no tiles. Built as users build it.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { after, before, beforeEach, describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import { root } from '../../scripts/files.js';
import { makeMBTiles, makePMTiles } from '../support/archives.js';
import { launchChromium, serveDemo } from '../support/chromium.js';

const chicago = (z, x, y) => readFileSync(join(root, `node_modules/@mapbox/mvt-fixtures/real-world/chicago/${z}-${x}-${y}.mvt`));
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const WATER = [157, 195, 221];
const LAND = [233, 226, 208];

describe('the demo page', { timeout: 240_000 }, () => {
    let server;
    let browser;
    let page;
    let address;
    const complaints = [];

    before(async () => {
        ({ server, address } = await serveDemo());
        browser = await launchChromium();
    });
    after(async () => {
        await browser?.close();
        server?.close();
    });
    beforeEach(async () => {
        await page?.close();
        page = await browser.newPage({ viewport: { width: 1100, height: 700 } });
        complaints.length = 0;
        page.on('pageerror', (error) => complaints.push(error.message));
        page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
        await page.goto(address);
        await ready();
    });

    const ready = () => page.waitForFunction(() => document.documentElement.dataset.ready === 'true' && /** @type {any} */ (globalThis).demo.map.loading === 0);

    /** The colour of the map at a point of the world, as it is on the screen. */
    const colorAt = (longitude, latitude) =>
        page.evaluate(
            async ([lon, lat]) => {
                const { map } = /** @type {any} */ (globalThis).demo;
                await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
                const sine = Math.sin((lat * Math.PI) / 180);
                const [x, y] = map.camera.toScreen(lon / 360 + 0.5, 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI));
                const canvas = document.getElementById('canvas');
                const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext('2d');
                copy.drawImage(canvas, 0, 0);
                const ratio = canvas.width / canvas.clientWidth;
                return [...copy.getImageData(Math.round(x * ratio), Math.round(y * ratio), 1, 1).data.slice(0, 3)];
            },
            [longitude, latitude],
        );

    const near = (found, expected, what) =>
        assert.ok(found.every((channel, i) => Math.abs(channel - expected[i]) <= 3), `${what}: ${found}, expected about ${expected}`);

    const openFile = async (name, content) => {
        await page.setInputFiles('#file', { name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) });
        await page.waitForFunction((title) => document.title.startsWith(title) || !document.getElementById('error').hidden, name.split('.')[0]);
        await ready();
    };

    const show = async (id) => {
        await page.selectOption('#dataset', id);
        await page.waitForFunction(() => /** @type {any} */ (globalThis).demo.map.entries.length > 0 && document.title !== 'World (Natural Earth), tilewasm');
        await ready();
    };

    it('opens with the world: land is land, the sea is not', async () => {
        for (const [place, longitude, latitude] of [['Brazil', -52, -9], ['Siberia', 100, 65], ['Australia', 134, -25], ['Kansas', -98, 38.5], ['Sahara', 5, 27]]) {
            near(await colorAt(longitude, latitude), LAND, place);
        }
        const sea = await colorAt(-30, 5);
        for (const [longitude, latitude] of [[-140, 20], [75, -30], [150, 35]]) assert.deepEqual(await colorAt(longitude, latitude), sea);
        assert.notDeepEqual(sea, LAND);
        assert.match(await page.textContent('#attribution'), /Natural Earth/);
        assert.deepEqual(complaints, []);
    });

    it('shows a city, its layers, and the feature that is pointed at', async () => {
        await show('chicago');
        near(await colorAt(-87.59, 41.875), WATER, 'Lake Michigan');
        assert.match(await page.textContent('#attribution'), /OpenStreetMap/);
        const layers = await page.$$eval('#panel-layers tbody tr', (rows) => rows.map((row) => row.textContent));
        assert.ok(layers.some((text) => /water27/.test(text.replace(/\s/g, ''))), 'the water layer has 27 features in 30 tiles');
        await page.uncheck('#layer-road');
        await page.uncheck('#layer-water');
        await page.waitForTimeout(100);
        assert.notDeepEqual(await colorAt(-87.59, 41.875), WATER);
        await page.check('#layer-water');
        const [x, y] = await page.evaluate(() => {
            const { map } = /** @type {any} */ (globalThis).demo;
            const box = document.getElementById('map').getBoundingClientRect();
            const sine = Math.sin((41.875 * Math.PI) / 180);
            const [left, top] = map.camera.toScreen(-87.59 / 360 + 0.5, 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI));
            return [left + box.left, top + box.top];
        });
        await page.mouse.move(x, y);
        await page.waitForFunction(() => /^water/.test(document.getElementById('status').textContent));
        await page.mouse.click(x, y);
        assert.match(await page.textContent('#feature-title'), /^water /);
        assert.equal(await page.getAttribute('#tab-feature', 'aria-selected'), 'true');
        await page.click('#tab-table');
        await page.selectOption('#table-layer', 'road');
        assert.ok((await page.$$eval('#panel-table tbody tr', (rows) => rows.map((row) => row.firstChild.firstChild.firstChild.textContent))).includes('oneway'));
    });

    it('pans and zooms by mouse, wheel and keyboard, and enlarges tiles beyond the deepest zoom', async () => {
        const camera = () => page.evaluate(() => ({ ...(({ x, y, zoom }) => ({ x, y, zoom }))(/** @type {any} */ (globalThis).demo.map.camera) }));
        const start = await camera();
        await page.mouse.move(400, 400);
        await page.mouse.down();
        await page.mouse.move(300, 380, { steps: 4 });
        await page.mouse.up();
        const dragged = await camera();
        assert.ok(dragged.x > start.x && dragged.y > start.y);
        await page.mouse.wheel(0, -480);
        await page.waitForFunction((zoom) => /** @type {any} */ (globalThis).demo.map.camera.zoom > zoom + 1, start.zoom);
        await page.focus('#map');
        await page.keyboard.press('ArrowLeft');
        await page.keyboard.press('-');
        const moved = await camera();
        assert.ok(moved.x < dragged.x && moved.zoom > start.zoom + 1 && moved.zoom < start.zoom + 2);
        await page.click('#zoom-in');
        await page.evaluate(() => Object.assign(/** @type {any} */ (globalThis).demo.map.camera, { x: 0.356, y: 0.526, zoom: 9 }));
        await page.click('#zoom-out');
        await page.mouse.move(1090, 10);
        await ready();
        near(await colorAt(-52, -9), LAND, 'Brazil, enlarged from zoom 5');
    });

    it('opens a tile from a file, gzipped or not, and lists its problems', async () => {
        const tile = chicago(13, 2102, 3044);
        for (const [name, content] of [['plain.mvt', tile], ['zipped.pbf', gzipSync(tile)]]) {
            await openFile(name, content);
            assert.equal(await page.isHidden('#error'), true, await page.textContent('#error'));
            assert.match(await page.textContent('#summary'), /^1 tiles/);
        }
        await openFile('odd.mvt', readFileSync(join(root, 'tests/cases/tiles/g34-too-few-vertices.mvt')));
        await page.click('#tab-problems');
        assert.match(await page.textContent('#panel-problems'), /geometry:too-few-points/);
    });

    it('opens PMTiles and MBTiles archives', async () => {
        const tiles = [[2101, 3044], [2102, 3044]].map(([x, y]) => ({ z: 13, x, y, data: new Uint8Array(chicago(13, x, y)) }));
        await openFile('city.pmtiles', makePMTiles(tiles, { bounds: [-87.66, 41.87, -87.58, 41.9], metadata: { name: 'city', attribution: '<a href="#">Somebody</a>' } }));
        near(await colorAt(-87.59, 41.885), WATER, 'Lake Michigan from PMTiles');
        assert.equal(await page.textContent('#attribution'), 'Somebody');
        const zipped = tiles.map((tile) => ({ ...tile, data: new Uint8Array(gzipSync(tile.data)) }));
        await openFile('town.mbtiles', await makeMBTiles(zipped, { name: 'town', format: 'pbf', bounds: '-87.66,41.87,-87.58,41.9' }));
        near(await colorAt(-87.59, 41.885), WATER, 'Lake Michigan from MBTiles');
        await openFile('pictures.pmtiles', makePMTiles(tiles, { bounds: [-87.66, 41.87, -87.58, 41.9], tileType: 2 }));
        assert.match(await page.textContent('#error'), /PNG tiles/);
    });

    it('opens a template and a TileJSON by address', async () => {
        await page.fill('#url', `${address}data/chicago/{z}/{x}/{y}.mvt`);
        await page.click('#address button');
        await page.waitForFunction(() => /^127/.test(document.title));
        await page.fill('#url', `${address}data/index.json`);
        await page.click('#address button');
        await page.waitForFunction(() => /without "tiles"/.test(document.getElementById('error').textContent));
        await page.fill('#url', address);
        await page.click('#address button');
        await page.waitForFunction(() => /HTML page/.test(document.getElementById('error').textContent));
    });

    it('says what a file is that is no tile', async () => {
        for (const [name, content, expected] of [
            ['page.mvt', '<!DOCTYPE html><title>404</title>', /HTML page.*\[not-mvt:html\]/],
            ['rubbish.pbf', Buffer.concat([gzipSync('not a tile').subarray(0, 20), Buffer.alloc(20, 0xff)]), /gzip.*damaged.*\[bad-gzip\]/],
            ['cut.mvt', chicago(13, 2102, 3044).subarray(0, 1000), /\[truncated\]/],
        ]) {
            await openFile(name, content);
            assert.match(await page.textContent('#error'), expected);
        }
        assert.ok(await page.evaluate(() => /** @type {any} */ (globalThis).demo.map.entries.length > 0), 'the map stays');
    });

    it('measures the tiles in view beside the peers', async () => {
        await openFile('small.mvt', readFileSync(join(root, 'build/demo-data/data/world/2/2/1.mvt')));
        await page.click('#tab-measure');
        await page.click('#measure-start');
        await page.waitForSelector('#measure-summary', { timeout: 120_000 });
        assert.match(await page.textContent('#measure-summary'), /1 tiles.*medians of \d+ rounds/);
        const lines = await page.$$eval('#measure-result li', (items) => items.map((item) => item.textContent));
        assert.equal(lines.length, 5);
        for (const line of lines) assert.match(line, /[\d.]+ ms/);
        assert.equal(await page.isVisible('#measure-copy'), true);
    });

    it('has no failings that axe-core finds, in any panel', async () => {
        await page.evaluate(axe);
        for (const tab of ['layers', 'feature', 'table', 'problems', 'measure']) {
            await page.click(`#tab-${tab}`);
            const { violations } = await page.evaluate(() => /** @type {any} */ (globalThis).axe.run());
            assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`), [], tab);
        }
    });
});
