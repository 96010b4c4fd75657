// What the exact figures are measured against. The anchor is fast-mvt, a Rust reader, counted in the same way on the same tiles.

export const goals = {
    /** Million instructions over the 207 tiles. */
    instructions: {
        structure: { goal: 70, anchor: 540.2 },
        geometry: { goal: 200, anchor: 1029.7 },
        properties: { goal: 210, anchor: 879.1 },
        all: { goal: 342, anchor: 1367.0 },
    },
    /** Bytes of an open tile's tables a byte of tile. */
    tables: { goal: 0.75, anchor: 1.82 },
    /** Allocations over the 207 tiles, all work. */
    allocations: { goal: 0, anchor: 328481 },
};
