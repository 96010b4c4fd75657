// Valid polygons of any number of vertices, of kinds that ask for different work. Rings are flat coordinates, closed.

function random(seed) {
    let state = seed;
    return () => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return state / 2 ** 32;
    };
}

function close(ring) {
    ring.push(ring[0], ring[1]);
    return ring;
}

/** A coast: a circle with bays on every scale, as midpoints moved in and out. In polar order, so it never crosses itself. */
function coast(vertices) {
    const next = random(1);
    const radii = new Float64Array(vertices).fill(1);
    for (let step = 1, size = 0.35; step < vertices; step *= 2, size *= 0.75) {
        const bumps = Float64Array.from({ length: step + 1 }, () => (next() - 0.5) * size);
        for (let i = 0; i < vertices; i++) {
            const at = (i / vertices) * step;
            const part = at - Math.floor(at);
            radii[i] += bumps[Math.floor(at)] * (1 - part) + bumps[(Math.floor(at) + 1) % step] * part;
        }
    }
    const ring = [];
    for (let i = 0; i < vertices; i++) {
        const angle = (2 * Math.PI * i) / vertices;
        const radius = Math.max(0.05, radii[i]) * 4e8;
        ring.push(Math.round(radius * Math.cos(angle)), Math.round(radius * Math.sin(angle)));
    }
    return [close(ring)];
}

/** A comb: every second vertex turns between up and down, and the sweep line crosses all teeth at once. */
function comb(vertices) {
    const next = random(2);
    const ring = [];
    for (let i = 0; i < vertices - 2; i++) ring.push(8 * i, i % 2 ? 10 + Math.floor(next() * 5) : 1000 + Math.floor(next() * 500));
    ring.push(8 * vertices, 0, -8, 0);
    return [close(ring)];
}

/** A spiral corridor of short edges. */
function spiral(vertices) {
    const half = vertices >> 1;
    const turns = Math.max(1, Math.sqrt(half) / 4);
    const wall = (i, inner) => {
        const angle = (2 * Math.PI * turns * i) / half;
        const radius = 1e8 * (0.1 + (0.8 * i) / half) + (inner ? 0 : 0.3e8 / turns);
        return [Math.round(radius * Math.cos(angle)), Math.round(radius * Math.sin(angle))];
    };
    const ring = [];
    for (let i = 0; i < half; i++) ring.push(...wall(i, true));
    for (let i = half - 1; i >= 0; i--) ring.push(...wall(i, false));
    return [close(ring)];
}

/** A square full of holes of ten vertices: 10,000 of them at 100,000 vertices. */
function holes(vertices) {
    const next = random(3);
    const count = Math.max(1, Math.floor(vertices / 10));
    const side = Math.ceil(Math.sqrt(count));
    const rings = [close([-50, -50, 100 * side, -50, 100 * side, 100 * side, -50, 100 * side])];
    for (let i = 0; i < count; i++) {
        const ring = [];
        for (let k = 0; k < 10; k++) {
            const angle = (-2 * Math.PI * k) / 10;
            const radius = 15 + 25 * next();
            ring.push(100 * (i % side) + Math.round(radius * Math.cos(angle)), 100 * Math.floor(i / side) + Math.round(radius * Math.sin(angle)));
        }
        rings.push(close(ring));
    }
    return rings;
}

export const growthShapes = { coast, comb, spiral, holes };
