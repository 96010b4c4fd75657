// The map: camera, tiles and picture together. Used by main.js.

import { Camera, MOST_ZOOM } from './camera.js';
import { listenToGestures } from './gestures.js';
import { hitTest } from './hit-test.js';
import { Renderer } from './renderer.js';
import { TileStore } from './tile-store.js';

/** @import { DecodedLayer, DecodedTile } from 'tilewasm' */
/** @import { Pool } from 'tilewasm/pool' */
/** @import { Source } from '../sources/source.js' */
/** @import { Address, Entry } from './tile-store.js' */

/** CSS pixels around a line or a point that count as it. */
const HIT_PIXELS = 4;

/** Tiles in view beyond which nothing is loaded: a source that begins at a deep zoom is looked at from too far. */
const MOST_TILES = 256;

/** Zooms that tiles are enlarged by: beyond it a pixel is less than float32 tells apart, and a tile unit wider than the screen. */
const MOST_ENLARGED = 10;

/** @typedef {{ tile: DecodedTile<any>, address: Address, layer: DecodedLayer<any>, feature: number }} Hit */

export class TileMap {
    camera = new Camera();
    /** Names of layers that are not drawn. @type {Set<string>} */
    hidden = new Set();
    showGrid = false;

    #element;
    #renderer;
    #pool;
    #listener;
    /** @type {TileStore | undefined} */
    #store;
    /** @type {Source | undefined} */
    #source;
    #scheduled = false;
    /** @type {Hit | undefined} */
    #hovered;
    /** @type {Hit | undefined} */
    #chosen;
    /** @type {{ entry: Entry, clip: Address }[]} */
    #drawn = [];
    /** Addresses of the tiles in view. @type {Address[]} */
    #inView = [];
    /** Whether there are too many of them to show any. */
    isTooFar = false;

    /**
     * @param {HTMLElement} element
     * @param {HTMLCanvasElement} canvas
     * @param {Pool} pool
     * @param {{ drawn: () => void, hovered: (hit: Hit | undefined) => void, chosen: (hit: Hit | undefined) => void }} listener
     */
    constructor(element, canvas, pool, listener) {
        this.#element = element;
        this.#renderer = new Renderer(canvas, () => this.redraw());
        this.#pool = pool;
        this.#listener = listener;
        new ResizeObserver(() => this.#resize()).observe(element);
        this.#resize();
        listenToGestures(element, this.camera, {
            moved: () => this.redraw(),
            pointed: (x, y) => this.#hover(this.hitAt(x, y)),
            left: () => this.#hover(undefined),
            chosen: (x, y) => this.#choose(x, y),
        });
    }

    /** @param {Source} source */
    show(source) {
        this.#store?.close();
        this.#source = source;
        this.#chosen = undefined;
        this.#hover(undefined);
        this.#store = new TileStore(source, this.#pool, {
            changed: () => this.redraw(),
            forgotten: (tile) => this.#renderer.forget(tile),
        });
        this.camera.mostZoom = Math.min(MOST_ZOOM, source.maxZoom + MOST_ENLARGED);
        this.camera.show(source.bounds);
        if (source.zoom !== undefined) this.camera.zoom = source.zoom;
        this.redraw();
    }

    /** Tiles of the picture, each once. */
    get entries() {
        return [...new Set(this.#drawn.map(({ entry }) => entry))];
    }

    /** Addresses in view that could not be loaded, with why. */
    get failures() {
        return this.#inView.flatMap((address) => {
            const error = this.#store?.get(address)?.error;
            return error ? [{ address, error }] : [];
        });
    }

    /** Number of tiles in view that are under way. */
    get loading() {
        return this.#store?.loading ?? 0;
    }

    /** Number of tiles in view, there or not. */
    get wanted() {
        return this.#inView.length;
    }

    redraw() {
        if (this.#scheduled) return;
        this.#scheduled = true;
        requestAnimationFrame(() => {
            this.#scheduled = false;
            this.#draw();
        });
    }

    #resize() {
        const { clientWidth, clientHeight } = this.#element;
        this.camera.width = Math.max(1, clientWidth);
        this.camera.height = Math.max(1, clientHeight);
        this.redraw();
    }

    /** Zoom level of the tiles in view. */
    get tileZoom() {
        if (!this.#source) return 0;
        return Math.min(Math.max(Math.round(this.camera.zoom), this.#source.minZoom), this.#source.maxZoom);
    }

    /**
     * Addresses of the tiles in view, those in the middle last: the pool takes the newest first.
     *
     * @returns {Address[] | undefined} undefined: too many
     */
    #wanted() {
        if (!this.#source) return [];
        const z = this.tileZoom;
        const across = 2 ** z;
        const [left, top] = this.camera.toWorld(0, 0);
        const [right, bottom] = this.camera.toWorld(this.camera.width, this.camera.height);
        const clampTile = (/** @type {number} */ value) => Math.min(Math.max(Math.floor(value * across), 0), across - 1);
        const [x0, x1, y0, y1] = [clampTile(left), clampTile(right), clampTile(top), clampTile(bottom)];
        /** @type {Address[]} */
        let wanted = [];
        if (this.#source.addresses) {
            wanted = this.#source.addresses(z).filter(({ x, y }) => x >= x0 && x <= x1 && y >= y0 && y <= y1);
        } else {
            if ((x1 - x0 + 1) * (y1 - y0 + 1) > MOST_TILES) return undefined;
            for (let y = y0; y <= y1; y++) for (let x = x0; x <= x1; x++) wanted.push({ z, x, y });
        }
        if (wanted.length > MOST_TILES) return undefined;
        const distance = (/** @type {Address} */ { x, y }) => Math.hypot((x + 0.5) / across - this.camera.x, (y + 0.5) / across - this.camera.y);
        return wanted.sort((a, b) => distance(b) - distance(a));
    }

    /**
     * Lines get thinner where a tile is shown small, and wider where it is enlarged.
     *
     * @param {Address} address
     */
    #thickness({ z }) {
        return Math.min(Math.max(2 ** ((this.camera.zoom - z) / 1.5), 0.25), 4);
    }

    /** @param {Address} address */
    #place({ z, x, y }) {
        const [left, top] = this.camera.toScreen(x / 2 ** z, y / 2 ** z);
        return { x: left, y: top, size: this.camera.scale / 2 ** z };
    }

    #draw() {
        if (!this.#store) return;
        const wanted = this.#wanted();
        this.isTooFar = !wanted;
        this.#inView = wanted ?? [];
        this.#drawn = this.#store.view(this.#inView);
        this.#renderer.begin(this.camera.width, this.camera.height, this.#source?.paper);
        for (const { entry, clip } of this.#drawn) {
            const tile = /** @type {DecodedTile<any>} */ (entry.tile);
            this.#renderer.draw(tile, this.#place(entry.address), this.#place(clip), this.hidden, this.#thickness(entry.address));
        }
        if (this.showGrid) for (const address of this.#inView) this.#renderer.drawFrame(this.#place(address));
        for (const hit of [this.#hovered, this.#chosen]) if (hit && !this.hidden.has(hit.layer.name)) this.#drawHit(hit);
        this.#listener.drawn();
    }

    /** @param {Hit} hit */
    #drawHit(hit) {
        for (const { entry, clip } of this.#drawn) {
            if (entry.tile === hit.tile) this.#renderer.drawFeature(hit.tile, this.#place(hit.address), this.#place(clip), hit);
        }
    }

    /**
     * @param {number} x CSS pixels
     * @param {number} y CSS pixels
     * @returns {Hit | undefined}
     */
    hitAt(x, y) {
        const [worldX, worldY] = this.camera.toWorld(x, y);
        for (const { entry, clip } of this.#drawn) {
            const across = 2 ** clip.z;
            if (Math.floor(worldX * across) !== clip.x || Math.floor(worldY * across) !== clip.y) continue;
            const { address } = entry;
            const tile = /** @type {DecodedTile<any>} */ (entry.tile);
            const unitX = worldX * 2 ** address.z - address.x;
            const unitY = worldY * 2 ** address.z - address.y;
            const hit = hitTest(tile, unitX, unitY, HIT_PIXELS / this.#place(address).size, this.hidden);
            if (hit) return { ...hit, tile, address };
        }
        return undefined;
    }

    /** @param {Hit | undefined} hit */
    #hover(hit) {
        if (isSame(hit, this.#hovered)) return;
        this.#hovered = hit;
        this.#listener.hovered(hit);
        this.redraw();
    }

    /**
     * @param {number} x
     * @param {number} y
     */
    #choose(x, y) {
        this.#chosen = this.hitAt(x, y);
        this.#listener.chosen(this.#chosen);
        this.redraw();
    }
}

/**
 * @param {Hit | undefined} a
 * @param {Hit | undefined} b
 */
function isSame(a, b) {
    return a?.layer === b?.layer && a?.feature === b?.feature;
}
