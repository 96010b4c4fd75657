// Must compile: what a request asks for shows in the types of its result. Run by tests/types.test.js, without the DOM types.

import type { DecodeRequest, DecodedTile, LayerReader, PropertyValue, TileError } from '../../js/index.mjs';
import { createDecoder, decode, decodeAsync, decodeInto, init, open } from '../../js/index.mjs';
import { createPool } from '../../js/pool.mjs';

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
function is<T extends true>(): T {
    return true as T;
}

declare const bytes: Uint8Array;

function layerOf<Layer>(tile: { layers: Layer[] }): Layer {
    return tile.layers[0]!;
}

const plain = layerOf(decode(bytes));
is<Equal<typeof plain.points.positions, Int32Array>>();
is<Equal<typeof plain.points.vertexFeature, undefined>>();
is<Equal<typeof plain.polygons.triangles, undefined>>();
is<Equal<ReturnType<typeof plain.id>, number | bigint | undefined>>();
is<Equal<ReturnType<typeof plain.properties>[string], string | number | boolean | bigint | null>>();
is<Equal<typeof plain.bboxes, Int32Array | undefined>>();

const compact = layerOf(decode(bytes, { positions: 'int16', triangles: true, vertexFeature: true, integers: 'number' }));
is<Equal<typeof compact.lines.positions, Int16Array | Int32Array>>();
is<Equal<typeof compact.lines.vertexFeature, Uint32Array>>();
is<Equal<typeof compact.polygons.triangles, Uint32Array>>();
is<Equal<typeof compact.polygons.triangleOffsets, Uint32Array>>();
is<Equal<ReturnType<typeof compact.id>, number | undefined>>();
is<Equal<ReturnType<typeof compact.properties>[string], string | number | boolean | null>>();

export async function decodeInPool(): Promise<void> {
    const pooled = layerOf(await createPool().decode('https://example.org/0/0/0.mvt', { positions: 'int16', triangles: true }));
    is<Equal<typeof pooled.polygons.triangles, Uint32Array>>();
    is<Equal<typeof pooled.polygons.positions, Int16Array | Int32Array>>();
}

const floats = layerOf(decode(bytes, { positions: 'float32' }));
is<Equal<typeof floats.points.positions, Float32Array>>();

const degrees = layerOf(decode(bytes, { coordinates: { x: 0, y: 0, z: 0 } }));
is<Equal<typeof degrees.points.positions, Float64Array>>();
const unit = layerOf(decode(bytes, { coordinates: 'unit', positions: 'float32', integers: 'string' }));
is<Equal<typeof unit.points.positions, Float32Array>>();
is<Equal<ReturnType<typeof unit.id>, string | number | undefined>>();

const none = layerOf(decode(bytes, { positions: false }));
is<Equal<typeof none.points, undefined>>();
is<Equal<ReturnType<typeof none.feature>['coordinates'], undefined>>();

const mixed = layerOf(decode(bytes, { layers: ['a', { name: 'b', positions: 'float64' }, { index: 3, positions: false }] }));
if (mixed.points) is<Equal<typeof mixed.points.positions, Int32Array | Float64Array>>();

const wide: DecodeRequest = {};
const unknown = layerOf(decode(bytes, wide));
if (unknown.points) {
    const positions: Int16Array | Int32Array | Float32Array | Float64Array = unknown.points.positions;
    void positions;
}

const feature = plain.feature(0);
if (feature.type === 'Point') is<Equal<typeof feature.coordinates, [x: number, y: number]>>();
if (feature.type === 'MultiPolygon') is<Equal<typeof feature.coordinates, [x: number, y: number][][][]>>();
for (const each of plain) is<Equal<typeof each, typeof feature>>();

const column = plain.column('name');
const values: PropertyValue[] | undefined = column?.values;
void values;

const reader = open(bytes);
const layerReader: LayerReader | undefined = reader.layer('water');
const ofReader = layerReader!.decode({ positions: 'float32' });
is<Equal<typeof ofReader.points.positions, Float32Array>>();
const whole = layerOf(reader.decode({ positions: false }));
is<Equal<typeof whole.lines, undefined>>();
reader[Symbol.dispose]();

async function others() {
    await init({ simd: false, memoryLimit: 2 ** 26 });
    await init({ wasm: Promise.resolve(new ArrayBuffer(8)) });
    const decoder = await createDecoder();
    is<Equal<ReturnType<typeof decoder.decodeInto<{}>>, ReturnType<typeof decodeInto<{}>>>>();
    const tile = await decodeAsync(Promise.resolve(bytes), { positions: 'float64' });
    is<Equal<(typeof tile.layers)[0]['points']['positions'], Float64Array>>();
    const general: DecodedTile = tile;
    const message = general.toMessage();
    const buffer: ArrayBuffer = message.buffer;
    return buffer;
}
void others;

function report(error: TileError): string {
    return `${error.code} ${error.offset ?? ''} ${error.toJSON().message}`;
}
void report;
