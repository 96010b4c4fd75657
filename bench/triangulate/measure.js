// Times triangulateInto(), triangulate() and earcut on the same polygons. Runs in Node and in pages.

import earcut from 'earcut';
import { triangulate } from '../../dist/index.mjs';
import { interleave, median, ratio } from '../measure.js';
import { recyclingTriangles } from '../support/recycle.js';
import { earcutMisses, ourMisses, sumOfMisses } from './areas.js';
import { polygonsOfTile } from './polygons.js';
import { growthShapes } from './shapes.js';

/** Vertices of a polygon without the closing ones, at most. */
const sizes = [
    { label: 'at most 8', most: 8 },
    { label: '9 to 16', most: 16 },
    { label: '17 to 32', most: 32 },
    { label: '33 to 256', most: 256 },
    { label: 'more than 256', most: Infinity },
];

/** Where earcut took so long, it gets one pass only on ten times as many vertices; none where it took three times as long. */
const SLOW_MILLISECONDS = 20;

/** What the passes return goes here, so that no engine finds the work useless. */
let sink = 0;

const triangulateRecycled = recyclingTriangles();

/** Polygons of one call: arrays for triangulate(), and what earcut takes for each. */
class Batch {
    positions = [];
    ringOffsets = [0];
    polygonOffsets = [0];
    earcuts = [];

    /** @param {number[][]} rings flat coordinates, closed */
    add(rings) {
        const coordinates = [];
        const holes = [];
        rings.forEach((ring, i) => {
            if (i > 0) holes.push(coordinates.length / 2);
            for (const coordinate of ring) this.positions.push(coordinate);
            // earcut closes rings itself.
            for (let k = 0; k + 2 < ring.length; k++) coordinates.push(ring[k]);
            this.ringOffsets.push(this.positions.length / 2);
        });
        this.polygonOffsets.push(this.ringOffsets.length - 1);
        this.earcuts.push({ coordinates, holes });
    }

    freeze() {
        this.positions = Int32Array.from(this.positions);
        this.ringOffsets = Uint32Array.from(this.ringOffsets);
        this.polygonOffsets = Uint32Array.from(this.polygonOffsets);
        return this;
    }

    ours() {
        return triangulateRecycled(this).triangles.length;
    }

    fresh() {
        return triangulate(this.positions, this.ringOffsets, this.polygonOffsets).triangles.length;
    }

    theirs() {
        let sum = 0;
        for (const { coordinates, holes } of this.earcuts) sum += earcut(coordinates, holes).length;
        return sum;
    }

    get vertices() {
        return this.positions.length / 2 - (this.ringOffsets.length - 1);
    }
}

/** Adds the batches of a tile: its polygons of each size. */
function addTile(bytes, batches) {
    const own = sizes.map(() => new Batch());
    for (const rings of polygonsOfTile(bytes)) {
        const vertices = rings.reduce((sum, ring) => sum + ring.length / 2 - 1, 0);
        own[sizes.findIndex(({ most }) => vertices <= most)].add(rings);
    }
    own.forEach((batch, size) => {
        if (batch.earcuts.length > 0) batches[size].push(batch.freeze());
    });
}

function describe(label, batches) {
    return {
        label,
        polygons: batches.reduce((sum, batch) => sum + batch.earcuts.length, 0),
        vertices: batches.reduce((sum, batch) => sum + batch.vertices, 0),
    };
}

/** How many polygons the triangles of both sides miss; NaN for earcut where that would take minutes. */
function checkAreas(label, batches, withEarcut) {
    const ours = sumOfMisses(batches.map(ourMisses));
    const theirs = withEarcut ? sumOfMisses(batches.map((batch) => earcutMisses(batch, batch.earcuts))) : undefined;
    if (ours.area > (theirs?.area ?? 0)) throw new Error(`${label}: triangles miss an area of ${ours.area} in sum, earcut ${theirs?.area}`);
    return { missed: ours.polygons, theirMissed: theirs?.polygons ?? NaN };
}

async function measureBatches(label, batches, options) {
    const areas = checkAreas(label, batches, true);
    const pass = (side) => ({ pass: () => batches.forEach((batch) => (sink += batch[side]())) });
    const times = await interleave({ ours: pass('ours'), fresh: pass('fresh'), theirs: pass('theirs') }, options);
    return {
        ...describe(label, batches),
        ...areas,
        ours: median(times.ours),
        fresh: median(times.fresh),
        theirs: median(times.theirs),
        ratio: ratio(times.theirs, times.ours),
        freshRatio: ratio(times.theirs, times.fresh),
    };
}

/** With one pass of earcut, where it takes seconds, or none, where it would take minutes. */
async function measureAlone(label, batches, options, passes) {
    const areas = checkAreas(label, batches, false);
    const pass = (side) => ({ pass: () => batches.forEach((batch) => (sink += batch[side]())) });
    const times = await interleave({ ours: pass('ours'), fresh: pass('fresh') }, options);
    const [ours, fresh] = [median(times.ours), median(times.fresh)];
    const start = performance.now();
    if (passes > 0) pass('theirs').pass();
    const theirs = passes > 0 ? performance.now() - start : NaN;
    return { ...describe(label, batches), ...areas, ours, fresh, theirs, ratio: theirs / ours, freshRatio: theirs / fresh };
}

/**
 * The polygons of real tiles by size, and all of them.
 *
 * @param {(group: string) => Promise<Uint8Array[]>} readTiles
 * @param {object} options of interleave
 */
export async function measureSizes(readTiles, options) {
    const batches = sizes.map(() => []);
    for (const group of ['streets', 'osm-qa']) for (const bytes of await readTiles(group)) addTile(bytes, batches);
    const lines = [];
    for (const [i, { label }] of sizes.entries()) lines.push(await measureBatches(label, batches[i], options));
    lines.push(await measureBatches('all', batches.flat(), options));
    return lines;
}

/**
 * Single polygons from 10 to 100,000 vertices.
 *
 * @param {unknown} _ no tiles are read
 * @param {object} options of interleave
 */
export async function measureGrowth(_, options) {
    const lines = [];
    for (const [name, make] of Object.entries(growthShapes)) {
        let theirs = 0;
        for (const vertices of [10, 100, 1000, 10000, 100000]) {
            const batch = new Batch();
            batch.add(make(vertices));
            const label = `${name}, ${vertices}`;
            const settings = { ...options, budget: options.budget / 4 };
            const line = theirs < SLOW_MILLISECONDS
                ? await measureBatches(label, [batch.freeze()], settings)
                : await measureAlone(label, [batch.freeze()], settings, theirs < 3 * SLOW_MILLISECONDS ? 1 : 0);
            theirs = line.theirs;
            lines.push({ shape: name, size: vertices, ...line });
        }
    }
    return lines;
}
