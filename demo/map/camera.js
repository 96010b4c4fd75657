// Where the map looks: a middle in world units (0 to 1, y from the north), a zoom, a size in CSS pixels. Used by the map and its gestures.

/** CSS pixels that a tile is wide at its own zoom. */
export const TILE_SIZE = 512;

/** Whatever the source has. */
export const MOST_ZOOM = 22;

export class Camera {
    x = 0.5;
    y = 0.5;
    zoom = 1;
    mostZoom = MOST_ZOOM;
    width = 1;
    height = 1;

    /** CSS pixels that the world is wide. */
    get scale() {
        return TILE_SIZE * 2 ** this.zoom;
    }

    /**
     * @param {number} x CSS pixels from the left
     * @param {number} y CSS pixels from the top
     * @returns {[x: number, y: number]} in world units
     */
    toWorld(x, y) {
        return [this.x + (x - this.width / 2) / this.scale, this.y + (y - this.height / 2) / this.scale];
    }

    /**
     * @param {number} x world units
     * @param {number} y world units
     * @returns {[x: number, y: number]} in CSS pixels
     */
    toScreen(x, y) {
        return [(x - this.x) * this.scale + this.width / 2, (y - this.y) * this.scale + this.height / 2];
    }

    /**
     * @param {number} dx CSS pixels that the map moves to the right
     * @param {number} dy CSS pixels that the map moves down
     */
    panBy(dx, dy) {
        this.x = clamp(this.x - dx / this.scale, 0, 1);
        this.y = clamp(this.y - dy / this.scale, 0, 1);
    }

    /**
     * Zooms; what lies under a point of the screen stays there.
     *
     * @param {number} steps of zoom
     * @param {number} x CSS pixels
     * @param {number} y CSS pixels
     */
    zoomAround(steps, x = this.width / 2, y = this.height / 2) {
        const [worldX, worldY] = this.toWorld(x, y);
        this.zoom = clamp(this.zoom + steps, 0, this.mostZoom);
        const [afterX, afterY] = this.toWorld(x, y);
        this.x = clamp(this.x + worldX - afterX, 0, 1);
        this.y = clamp(this.y + worldY - afterY, 0, 1);
    }

    /**
     * Shows a box of the world whole.
     *
     * @param {[minX: number, minY: number, maxX: number, maxY: number]} box
     */
    show([minX, minY, maxX, maxY]) {
        this.x = (minX + maxX) / 2;
        this.y = (minY + maxY) / 2;
        const fit = Math.min(this.width / (maxX - minX), this.height / (maxY - minY));
        this.zoom = clamp(Math.log2((0.95 * fit) / TILE_SIZE), 0, this.mostZoom);
    }
}

/**
 * @param {number} value
 * @param {number} least
 * @param {number} most
 */
function clamp(value, least, most) {
    return Math.min(Math.max(value, least), most);
}
