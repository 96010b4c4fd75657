// Each line after a @ts-expect-error must not compile. Run by tests/types.test.js.

import { DecodedLayer, DecodedTile, decode, decodeInto, init, open } from '../../js/index.mjs';

declare const bytes: Uint8Array;

// @ts-expect-error a string is no bytes
decode('tile');
// @ts-expect-error no such element type
decode(bytes, { positions: 'int8' });
// @ts-expect-error a misspelt field
decode(bytes, { position: 'int16' });
// @ts-expect-error true is no element type
decode(bytes, { positions: true });
// @ts-expect-error half an address
decode(bytes, { coordinates: { x: 1, y: 2 } });
// @ts-expect-error half an affine map
decode(bytes, { coordinates: { scale: [1, 1] } });
// @ts-expect-error a layer has a name or an index, not both
decode(bytes, { layers: [{ name: 'a', index: 1 }] });
// @ts-expect-error a layer without either
decode(bytes, { layers: [{ positions: 'int16' }] });
// @ts-expect-error keys are strings
decode(bytes, { properties: [1] });
// @ts-expect-error no such type
decode(bytes, { types: ['polygons'] });
// @ts-expect-error an array is no buffer
decodeInto([], bytes);
// @ts-expect-error no such option
init({ wasmUrl: 'x.wasm' });
// @ts-expect-error not to be made by hand
new DecodedTile(new ArrayBuffer(8));
// @ts-expect-error not to be made by hand
new DecodedLayer();

const layer = decode(bytes, { positions: false }).layers[0]!;
// @ts-expect-error no geometry was asked for
layer.points.positions;

const plain = decode(bytes).layers[0]!;
// @ts-expect-error no triangles were asked for
plain.polygons.triangles.length;
// @ts-expect-error read only
plain.name = 'other';
// @ts-expect-error integers are not always numbers
const id: number | undefined = plain.id(0);
void id;

const reader = open(bytes);
// @ts-expect-error the layer is chosen already
reader.layers[0]!.decode({ layers: [] });
