// Draws decoded tiles with WebGL2, from the typed arrays as they are: fills from triangles, lines with width, points. Called by map.js.
//
// Positions are in unit coordinates (0 to 1 across the tile) as float32. A tile is uploaded when it is first drawn and given up with it.

import { PAPER, fromHex, styleOf } from './style.js';

/** @import { DecodedLayer, DecodedTile } from 'tilewasm' */

const HIGHLIGHT = /** @type {const} */ ([0.84, 0.11, 0.35, 1]);
/** CSS pixels that a point is wide: at its tile's own zoom, and at least. */
const POINT_SIZE = 5;
const LEAST_POINT_SIZE = 2;

/** Outlines are left out where tiles are shown smaller than this thickness of lines: there are too many of them to be told apart. */
const LEAST_OUTLINED = 0.75;

/** Clip space from unit coordinates: two factors, two offsets. */
const PLACE = `
uniform vec4 place;
vec2 toClip(vec2 unit) { return unit * place.xy + place.zw; }`;

const FLAT = {
    vertex: `#version 300 es
layout(location = 0) in vec2 position;
uniform float size;
${PLACE}
void main() { gl_Position = vec4(toClip(position), 0.0, 1.0); gl_PointSize = size; }`,
    fragment: `#version 300 es
precision mediump float;
uniform vec4 color;
uniform bool round;
out vec4 result;
void main() {
    if (round && distance(gl_PointCoord, vec2(0.5)) > 0.5) discard;
    result = color;
}`,
};

/** A line's segment is an instance: its two ends are neighbours in the positions; after the end of a part comes no segment. */
const LINE = {
    vertex: `#version 300 es
layout(location = 0) in vec2 start;
layout(location = 1) in vec2 end;
layout(location = 2) in float last;
uniform vec2 pixel;
uniform float width;
${PLACE}
void main() {
    vec2 from = toClip(start);
    vec2 to = toClip(end);
    vec2 along = (to - from) / pixel;
    float length = length(along);
    vec2 direction = length > 0.0 ? along / length : vec2(1.0, 0.0);
    vec2 corner = vec2(float(gl_VertexID & 1), float(gl_VertexID >> 1) * 2.0 - 1.0);
    // Half a width longer at both ends, so that corners are filled.
    vec2 offset = vec2(-direction.y, direction.x) * corner.y + direction * (corner.x * 2.0 - 1.0) * 0.5;
    vec2 place = mix(from, to, corner.x) + offset * width * 0.5 * pixel;
    gl_Position = last > 0.5 ? vec4(2.0, 2.0, 2.0, 1.0) : vec4(place, 0.0, 1.0);
}`,
    fragment: `#version 300 es
precision mediump float;
uniform vec4 color;
out vec4 result;
void main() { result = color; }`,
};

/** @typedef {{ positions: WebGLBuffer, vertices: number, array: WebGLVertexArrayObject, indices?: WebGLBuffer, count?: number, last?: WebGLBuffer }} Upload */
/** @typedef {{ name: string, fills?: Upload, lines?: Upload, points?: Upload, index: number }} UploadedLayer */

export class Renderer {
    #gl;
    #canvas;
    /** @type {ReturnType<typeof makeProgram>} */
    #flat;
    /** @type {ReturnType<typeof makeProgram>} */
    #line;
    /** A tile's outline. @type {Upload | undefined} */
    #frame;
    /** @type {Map<DecodedTile<any>, UploadedLayer[]>} */
    #uploads = new Map();

    /**
     * @param {HTMLCanvasElement} canvas
     * @param {() => void} restored is told that everything must be drawn again
     */
    constructor(canvas, restored) {
        const gl = canvas.getContext('webgl2', { antialias: true, preserveDrawingBuffer: true });
        if (!gl) throw new Error('this browser has no WebGL2, which the map is drawn with');
        this.#gl = gl;
        this.#canvas = canvas;
        [this.#flat, this.#line] = makePrograms(gl);
        // The browser takes the graphics card away when a driver fails or a laptop sleeps. It gives it back, without what was on it, if asked to.
        canvas.addEventListener('webglcontextlost', (event) => event.preventDefault());
        canvas.addEventListener('webglcontextrestored', () => {
            [this.#flat, this.#line] = makePrograms(gl);
            this.#uploads.clear();
            this.#frame = undefined;
            restored();
        });
    }

    /**
     * Begins a picture.
     *
     * @param {number} width CSS pixels
     * @param {number} height CSS pixels
     * @param {string} [paper] colour, as #rrggbb
     */
    begin(width, height, paper = PAPER) {
        const gl = this.#gl;
        const ratio = globalThis.devicePixelRatio || 1;
        const [w, h] = [Math.max(1, Math.round(width * ratio)), Math.max(1, Math.round(height * ratio))];
        if (this.#canvas.width !== w) this.#canvas.width = w;
        if (this.#canvas.height !== h) this.#canvas.height = h;
        gl.viewport(0, 0, w, h);
        gl.disable(gl.SCISSOR_TEST);
        gl.clearColor(...fromHex(paper));
        gl.clear(gl.COLOR_BUFFER_BIT);
        gl.enable(gl.SCISSOR_TEST);
        gl.enable(gl.BLEND);
        gl.blendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    }

    /**
     * Draws one tile, clipped to a box of the screen: its own place, or where a child is missing the child's.
     *
     * @param {DecodedTile<any>} tile
     * @param {{ x: number, y: number, size: number }} place of the tile, CSS pixels
     * @param {{ x: number, y: number, size: number }} clip CSS pixels
     * @param {Set<string>} hidden names of layers
     * @param {number} [thickness] factor of the lines' widths
     */
    draw(tile, place, clip, hidden, thickness = 1) {
        if (!this.#setClip(clip)) return;
        const layers = this.#upload(tile);
        const matrix = this.#matrix(place);
        for (const kind of /** @type {const} */ (['fills', 'lines', 'points'])) {
            for (const layer of layers) {
                const upload = layer[kind];
                const { color, width, opacity } = styleOf(layer.name);
                if (!upload || hidden.has(layer.name)) continue;
                if (opacity === 0 && (kind === 'fills' || thickness < LEAST_OUTLINED)) continue;
                const [red, green, blue] = color;
                const size = Math.max(LEAST_POINT_SIZE, POINT_SIZE * Math.min(thickness, 1));
                this.#drawGroup(kind, upload, matrix, { color: kind === 'fills' ? [red, green, blue, opacity] : color, width: width * thickness, size });
            }
        }
    }

    /**
     * Draws one feature again, in the colour of the chosen.
     *
     * @param {DecodedTile<any>} tile
     * @param {{ x: number, y: number, size: number }} place
     * @param {{ x: number, y: number, size: number }} clip
     * @param {{ layer: DecodedLayer<any>, feature: number }} hit
     */
    drawFeature(tile, place, clip, { layer, feature }) {
        if (!this.#setClip(clip)) return;
        const uploaded = this.#upload(tile).find((each) => each.index === layer.index);
        if (!uploaded) return;
        const matrix = this.#matrix(place);
        const style = { color: HIGHLIGHT, width: styleOf(layer.name).width + 2, size: 1.6 * POINT_SIZE };
        for (const [kind, group, range] of featureRanges(layer, feature)) {
            const upload = uploaded[kind];
            if (upload) this.#drawGroup(kind, upload, matrix, style, range(group));
        }
    }

    /**
     * Draws the outline of a tile's place.
     *
     * @param {{ x: number, y: number, size: number }} place
     */
    drawFrame(place) {
        if (!this.#setClip({ ...place, size: place.size + 1 })) return;
        const gl = this.#gl;
        const { program, uniforms } = this.#flat;
        gl.useProgram(program);
        gl.bindVertexArray((this.#frame ??= this.#uploadPositions({ positions: new Float32Array([0, 0, 1, 0, 1, 1, 0, 1]) })).array);
        gl.uniform4fv(uniforms.place, this.#matrix(place));
        gl.uniform4fv(uniforms.color, [0.2, 0.2, 0.2, 1]);
        gl.uniform1i(uniforms.round, 0);
        gl.drawArrays(gl.LINE_LOOP, 0, 4);
    }

    /** @param {DecodedTile<any>} tile */
    forget(tile) {
        const gl = this.#gl;
        for (const layer of this.#uploads.get(tile) ?? []) {
            for (const upload of [layer.fills, layer.lines, layer.points]) {
                if (!upload) continue;
                gl.deleteVertexArray(upload.array);
                for (const buffer of [upload.positions, upload.indices, upload.last]) gl.deleteBuffer(buffer ?? null);
            }
        }
        this.#uploads.delete(tile);
    }

    /** @param {{ x: number, y: number, size: number }} clip */
    #setClip({ x, y, size }) {
        const ratio = this.#canvas.width / this.#canvas.clientWidth;
        const left = Math.max(0, Math.round(x * ratio));
        const top = Math.max(0, Math.round(y * ratio));
        const right = Math.min(this.#canvas.width, Math.round((x + size) * ratio));
        const bottom = Math.min(this.#canvas.height, Math.round((y + size) * ratio));
        if (right <= left || bottom <= top || this.#gl.isContextLost()) return false;
        this.#gl.scissor(left, this.#canvas.height - bottom, right - left, bottom - top);
        return true;
    }

    /** @param {{ x: number, y: number, size: number }} place */
    #matrix({ x, y, size }) {
        const { clientWidth: width, clientHeight: height } = this.#canvas;
        return [(2 * size) / width, (-2 * size) / height, (2 * x) / width - 1, 1 - (2 * y) / height];
    }

    /**
     * @param {'fills' | 'lines' | 'points'} kind
     * @param {Upload} upload
     * @param {number[]} matrix
     * @param {{ color: readonly number[], width: number, size: number }} style
     * @param {[first: number, count: number]} [range] of indices, segments or points; all of them unless given
     */
    #drawGroup(kind, upload, matrix, style, range = [0, upload.count ?? upload.vertices]) {
        const gl = this.#gl;
        const { program, uniforms } = kind === 'lines' ? this.#line : this.#flat;
        gl.useProgram(program);
        gl.bindVertexArray(upload.array);
        gl.uniform4fv(uniforms.place, matrix);
        gl.uniform4fv(uniforms.color, [...style.color]);
        if (kind === 'lines') {
            this.#drawSegments(upload, style.width, range);
            return;
        }
        gl.uniform1i(uniforms.round, Number(kind === 'points'));
        gl.uniform1f(uniforms.size, style.size * (globalThis.devicePixelRatio || 1));
        if (kind === 'fills') gl.drawElements(gl.TRIANGLES, range[1], gl.UNSIGNED_INT, 4 * range[0]);
        else gl.drawArrays(gl.POINTS, range[0], range[1]);
    }

    /**
     * @param {Upload} upload
     * @param {number} width
     * @param {[first: number, count: number]} range
     */
    #drawSegments(upload, width, [first, count]) {
        const gl = this.#gl;
        const { uniforms } = this.#line;
        const { clientWidth, clientHeight } = this.#canvas;
        gl.uniform2f(uniforms.pixel, 2 / clientWidth, 2 / clientHeight);
        gl.uniform1f(uniforms.width, width);
        gl.bindBuffer(gl.ARRAY_BUFFER, upload.positions);
        gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 8, 8 * first);
        gl.vertexAttribPointer(1, 2, gl.FLOAT, false, 8, 8 * (first + 1));
        gl.bindBuffer(gl.ARRAY_BUFFER, upload.last ?? null);
        gl.vertexAttribPointer(2, 1, gl.UNSIGNED_BYTE, false, 1, first);
        gl.drawArraysInstanced(gl.TRIANGLE_STRIP, 0, 4, count - 1);
    }

    /** @param {DecodedTile<any>} tile */
    #upload(tile) {
        let layers = this.#uploads.get(tile);
        if (layers) return layers;
        layers = tile.layers.map((layer) => ({
            name: layer.name,
            index: layer.index,
            fills: layer.polygons?.triangles?.length ? this.#uploadFills(layer.polygons) : undefined,
            lines: this.#uploadLinesOf(layer),
            points: layer.points?.positions.length ? this.#uploadPositions(layer.points) : undefined,
        }));
        layers.sort((a, b) => styleOf(a.name).order - styleOf(b.name).order);
        this.#uploads.set(tile, layers);
        return layers;
    }

    /** @param {any} group */
    #uploadPositions(group) {
        const gl = this.#gl;
        const array = /** @type {WebGLVertexArrayObject} */ (gl.createVertexArray());
        gl.bindVertexArray(array);
        const positions = makeBuffer(gl, gl.ARRAY_BUFFER, group.positions);
        gl.enableVertexAttribArray(0);
        gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 8, 0);
        return { positions, vertices: group.positions.length / 2, array };
    }

    /** @param {any} group */
    #uploadFills(group) {
        const gl = this.#gl;
        const upload = this.#uploadPositions(group);
        return { ...upload, indices: makeBuffer(gl, gl.ELEMENT_ARRAY_BUFFER, group.triangles), count: group.triangles.length };
    }

    /** Its lines, or where it has none and its fills are not drawn, its rings. @param {DecodedLayer<any>} layer */
    #uploadLinesOf({ name, lines, polygons }) {
        if (lines?.positions.length) return this.#uploadLines(lines, lines.partOffsets);
        return styleOf(name).opacity === 0 && polygons?.positions.length ? this.#uploadLines(polygons, polygons.ringOffsets) : undefined;
    }

    /**
     * @param {any} group
     * @param {Uint32Array} partOffsets
     */
    #uploadLines(group, partOffsets) {
        const gl = this.#gl;
        const upload = this.#uploadPositions(group);
        const last = new Uint8Array(upload.vertices);
        for (let part = 1; part < partOffsets.length; part++) last[partOffsets[part] - 1] = 1;
        const buffer = makeBuffer(gl, gl.ARRAY_BUFFER, last);
        for (const location of [0, 1, 2]) {
            gl.enableVertexAttribArray(location);
            gl.vertexAttribDivisor(location, 1);
        }
        return { ...upload, last: buffer };
    }
}

/**
 * What of a layer's groups belongs to a feature: ranges of triangle indices, of segments, of points.
 *
 * @param {DecodedLayer<any>} layer
 * @param {number} feature
 * @returns {['fills' | 'lines' | 'points', any, (group: any) => [first: number, count: number]][]}
 */
function featureRanges(layer, feature) {
    const row = (/** @type {any} */ group) => group?.featureIndex.indexOf(feature) ?? -1;
    const [polygon, line, point] = [row(layer.polygons), row(layer.lines), row(layer.points)];
    const range = (/** @type {Uint32Array} */ offsets, /** @type {number} */ at) => /** @type {[number, number]} */ ([offsets[at], offsets[at + 1] - offsets[at]]);
    if (polygon >= 0) return [['fills', layer.polygons, (group) => range(group.triangleOffsets, polygon)]];
    if (point >= 0) return [['points', layer.points, (group) => range(group.geometryOffsets, point)]];
    if (line < 0) return [];
    return [
        [
            'lines',
            layer.lines,
            (group) => {
                const first = group.partOffsets[group.geometryOffsets[line]];
                return [first, group.partOffsets[group.geometryOffsets[line + 1]] - first];
            },
        ],
    ];
}

/**
 * @param {WebGL2RenderingContext} gl
 * @param {number} target
 * @param {ArrayBufferView} data
 */
function makeBuffer(gl, target, data) {
    const buffer = /** @type {WebGLBuffer} */ (gl.createBuffer());
    gl.bindBuffer(target, buffer);
    gl.bufferData(target, /** @type {any} */ (data), gl.STATIC_DRAW);
    return buffer;
}

/** @param {WebGL2RenderingContext} gl */
function makePrograms(gl) {
    return [makeProgram(gl, FLAT, ['place', 'color', 'size', 'round']), makeProgram(gl, LINE, ['place', 'color', 'pixel', 'width'])];
}

/**
 * @param {WebGL2RenderingContext} gl
 * @param {{ vertex: string, fragment: string }} source
 * @param {string[]} names of uniforms
 */
function makeProgram(gl, source, names) {
    const program = /** @type {WebGLProgram} */ (gl.createProgram());
    for (const [type, text] of /** @type {const} */ ([
        [gl.VERTEX_SHADER, source.vertex],
        [gl.FRAGMENT_SHADER, source.fragment],
    ])) {
        const shader = /** @type {WebGLShader} */ (gl.createShader(type));
        gl.shaderSource(shader, text);
        gl.compileShader(shader);
        gl.attachShader(program, shader);
    }
    gl.linkProgram(program);
    if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(`shader: ${gl.getProgramInfoLog(program)}`);
    const uniforms = Object.fromEntries(names.map((name) => [name, gl.getUniformLocation(program, name)]));
    return { program, uniforms };
}
