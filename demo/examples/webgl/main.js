// A tile's polygons into WebGL2 without a library: positions, triangles and vertexFeature go into buffers as they are decoded.

import { decode } from 'tilewasm';

const url = new URL('../../data/chicago/13/2102/3044.mvt', document.baseURI);
const tile = decode(await (await fetch(url)).arrayBuffer(), {
    layers: ['water', 'landuse', 'building'],
    positions: 'int16', // 4 bytes a vertex; a layer that leaves the range comes as int32
    triangles: true,
    vertexFeature: true,
    properties: false,
});

const gl = /** @type {WebGL2RenderingContext} */ (/** @type {HTMLCanvasElement} */ (document.getElementById('canvas')).getContext('webgl2', { preserveDrawingBuffer: true }));
const program = makeProgram(
    `#version 300 es
    in vec2 position;
    in uint feature;
    uniform float extent;
    uniform vec3 base;
    flat out vec3 color;
    void main() {
        gl_Position = vec4(position / extent * vec2(2, -2) + vec2(-1, 1), 0, 1);
        // Each feature a shade of its own, from its number.
        color = base * (0.75 + 0.25 * fract(float(feature) * 0.618));
    }`,
    `#version 300 es
    precision mediump float;
    flat in vec3 color;
    out vec4 result;
    void main() { result = vec4(color, 1); }`,
);
const colors = { water: [0.62, 0.77, 0.87], landuse: [0.79, 0.86, 0.71], building: [0.8, 0.73, 0.68] };

gl.clearColor(0.957, 0.945, 0.918, 1);
gl.clear(gl.COLOR_BUFFER_BIT);
gl.useProgram(program);
for (const layer of tile.layers) {
    const { positions, triangles, vertexFeature } = layer.polygons;
    if (triangles.length === 0) continue;
    bind('position', positions);
    gl.vertexAttribPointer(gl.getAttribLocation(program, 'position'), 2, positions instanceof Int16Array ? gl.SHORT : gl.INT, false, 0, 0);
    bind('feature', vertexFeature);
    gl.vertexAttribIPointer(gl.getAttribLocation(program, 'feature'), 1, gl.UNSIGNED_INT, 0, 0);
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, triangles, gl.STATIC_DRAW);
    gl.uniform1f(gl.getUniformLocation(program, 'extent'), layer.extent);
    gl.uniform3fv(gl.getUniformLocation(program, 'base'), colors[/** @type {keyof typeof colors} */ (layer.name)]);
    gl.drawElements(gl.TRIANGLES, triangles.length, gl.UNSIGNED_INT, 0);
}
document.documentElement.dataset.ready = 'true';

/**
 * @param {string} attribute
 * @param {Int16Array | Int32Array | Uint32Array} data
 */
function bind(attribute, data) {
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ARRAY_BUFFER, /** @type {any} */ (data), gl.STATIC_DRAW);
    gl.enableVertexAttribArray(gl.getAttribLocation(program, attribute));
}

/**
 * @param {string} vertex
 * @param {string} fragment
 */
function makeProgram(vertex, fragment) {
    const made = /** @type {WebGLProgram} */ (gl.createProgram());
    for (const [type, source] of /** @type {const} */ ([[gl.VERTEX_SHADER, vertex], [gl.FRAGMENT_SHADER, fragment]])) {
        const shader = /** @type {WebGLShader} */ (gl.createShader(type));
        gl.shaderSource(shader, source);
        gl.compileShader(shader);
        gl.attachShader(made, shader);
    }
    gl.linkProgram(made);
    if (!gl.getProgramParameter(made, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(made) ?? 'the shaders do not link');
    return made;
}
