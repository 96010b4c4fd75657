// The differential test of whole tiles: makes tiles from seeds, edits their bytes, decodes them with every build, and compares
// with the model and with protobufjs. Run by tests/differential.test.js and by `npm run test:differential`; by hand:
//
//     node tests/differential/tiles.js SEED [COUNT]

import { fileURLToPath } from 'node:url';
import { CODES, readBlock } from './block-reader.js';
import { differ } from './differ.js';
import { NATIVE, NativeEngine, WasmEngine, buildEngines, sameResult } from './engines.js';
import { editTile, makeTile } from './make-tile.js';
import { differFromProtobuf } from './protobuf-oracle.js';
import { Random } from './random.js';
import { randomRequest, requestBytes } from './requests.js';
import { modelTile } from './tile-model.js';
import { WireFault, readTile } from './wire-model.js';

const BATCH = 2000;
const NONE = 0xffffffff;

const everything = requestBytes();

/** A bare message without layers may be named as something else; so may a fault that is not inside a layer. */
const isNamed = (code, fault) => code.startsWith('not-mvt:') && (fault === null || fault.layer === undefined);

function modelOf(bytes) {
    try {
        return { model: readTile(bytes), fault: null };
    } catch (fault) {
        if (fault instanceof WireFault) return { model: null, fault };
        throw fault;
    }
}

/** How a result differs from the model; null where it does not. */
function differFromModel(bytes, result) {
    const { model, fault } = modelOf(bytes);
    const code = CODES.get(result.status);
    const protobuf = differFromProtobuf(bytes, model);
    if (protobuf) return protobuf;
    if (fault) {
        if (code !== fault.code) return isNamed(code, fault) ? null : `status ${code}, expected ${fault.code}`;
        if (result.layer !== (fault.layer ?? NONE)) return `error in layer ${result.layer}, expected ${fault.layer}`;
        if (result.feature !== (fault.feature ?? NONE)) return `error in feature ${result.feature}, expected ${fault.feature}`;
        return result.offset <= bytes.length ? null : `error at byte ${result.offset} of ${bytes.length}`;
    }
    if (result.status !== 0) return model.layers.length === 0 && isNamed(code, null) ? null : `status ${code}, expected ok`;
    const expected = modelTile(model);
    const actual = readBlock(result.block);
    return differ(actual.layers, expected.layers, 'layers') ?? differ(actual.problems, expected.problems, 'problems');
}

/** Counts of how runs ended, so that a test can see that they were about something. */
class Tally {
    counts = new Map();

    add(result) {
        const code = result.status === 0 ? 'accepted' : CODES.get(result.status);
        this.counts.set(code, (this.counts.get(code) ?? 0) + 1);
    }

    /** The part of all that were accepted. */
    get accepted() {
        const all = [...this.counts.values()].reduce((sum, count) => sum + count, 0);
        return (this.counts.get('accepted') ?? 0) / all;
    }

    toString() {
        const entries = [...this.counts].sort((a, b) => b[1] - a[1]);
        return entries.map(([code, count]) => `${count.toLocaleString('en')} ${code}`).join(', ');
    }
}

/** The tile of a seed, and a request for it. */
export function inputOf(seed) {
    const random = new Random(seed);
    const bytes = makeTile(random);
    editTile(random, bytes);
    return { tile: Uint8Array.from(bytes), request: randomRequest(random) };
}

function failure(seed, what) {
    const hex = Buffer.from(inputOf(seed).tile).toString('hex');
    return new Error(`seed ${seed}: ${what}\n  tile: ${hex.slice(0, 2000)}\n  again: node tests/differential/tiles.js ${seed}`);
}

/**
 * Tests the tiles of `count` seeds from `first` on. Throws at the first difference.
 *
 * @returns {Tally} how many ended how
 */
export function testTiles(first, count) {
    const [simd, scalar] = [new WasmEngine('tilewasm'), new WasmEngine('tilewasm-scalar')];
    const natives = NATIVE.map((variant) => new NativeEngine(variant));
    const tally = new Tally();
    for (let start = first; start < first + count; start += BATCH) {
        const results = [];
        for (let seed = start; seed < Math.min(start + BATCH, first + count); seed++) {
            const { tile, request } = inputOf(seed);
            for (const asked of [everything, request]) {
                const result = simd.decode(tile, asked);
                results.push({ seed, result });
                if (!sameResult(scalar.decode(tile, asked), result)) throw failure(seed, 'the scalar module differs');
                for (const native of natives) native.add(tile, asked);
                if (asked !== everything) continue;
                tally.add(result);
                const difference = differFromModel(tile, result);
                if (difference) throw failure(seed, difference);
            }
        }
        for (const native of natives) {
            const others = native.run();
            results.forEach(({ seed, result }, i) => {
                if (!others[i] || !sameResult(others[i], result)) throw failure(seed, `the native build ${native.name} differs`);
            });
        }
    }
    return tally;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
    const [seed = 1, count = 1] = process.argv.slice(2).map(Number);
    const built = buildEngines();
    if (built) throw new Error(built);
    console.log(String(testTiles(seed, count)));
}
