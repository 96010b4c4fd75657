// TileError, the one kind of error that the library throws on purpose, and the sentences of statuses that come from C.
// Used by every other file of the wrapper.

import { statusCodes, statusTexts } from './generated/statuses.js';

/** @import { Problem } from './index.mjs' */

/**
 * @typedef {object} Place where a fault was found; what is not known is undefined
 * @property {number} [offset] byte of the tile
 * @property {number} [layer] number of the layer in the tile
 * @property {number} [feature] number of the feature in its layer
 * @property {unknown} [cause] the error behind this one
 */

export class TileError extends Error {
    /**
     * @param {string} code one of the table in docs/errors.md
     * @param {string} message what was found and what to do about it
     * @param {Place} [place]
     */
    constructor(code, message, { offset, layer, feature, cause } = {}) {
        super(message);
        this.code = code;
        this.offset = offset;
        this.layer = layer;
        this.feature = feature;
        if (cause !== undefined) this.cause = cause;
    }

    /** A plain object that structured cloning and JSON keep whole, unlike errors themselves. */
    toJSON() {
        const { name, code, message, offset, layer, feature } = this;
        return { name, code, message, offset, layer, feature };
    }

    /**
     * The error again from what toJSON gave, on the other side of a postMessage.
     *
     * @param {{ code: string, message: string, offset?: number, layer?: number, feature?: number }} json
     */
    static from(json) {
        return new TileError(json.code, json.message, json);
    }
}
// The class's own name is another one once it is minified, and consoles show both.
for (const place of [TileError, TileError.prototype]) Object.defineProperty(place, 'name', { value: 'TileError', configurable: true, writable: true });

/**
 * The error of a status that C returned.
 *
 * @param {number} status
 * @param {Place} [place]
 */
export function statusError(status, place = {}) {
    const parts = [];
    if (place.layer !== undefined) parts.push(`layer ${place.layer}`);
    if (place.feature !== undefined) parts.push(`feature ${place.feature}`);
    if (place.offset !== undefined) parts.push(`byte ${place.offset}`);
    const { code, message } = describeStatus(status);
    return new TileError(code, parts.length > 0 ? `${message} (${parts.join(', ')})` : message, place);
}

/**
 * @param {number} status
 * @returns {Pick<Problem, 'code' | 'message'>}
 */
export function describeStatus(status) {
    return { code: statusCodes[status] ?? 'unknown', message: statusTexts[status] ?? `unknown status ${status}` };
}

/**
 * @param {{ name: string, index: number, length: number }} layer
 * @param {unknown} feature what was asked for
 */
export function noSuchFeature({ name, index, length }, feature) {
    return new TileError('bad-feature', `the layer '${name}' has no feature ${describe(feature)}; it has ${length}`, {
        layer: index,
        feature: /** @type {number} */ (feature),
    });
}

/**
 * What a value is, for messages about arguments: "a Promise", "null", "the string 'abc'".
 *
 * @param {unknown} value
 */
export function describe(value) {
    if (typeof value === 'string') return `the string ${JSON.stringify(value.slice(0, 40))}`;
    if (value === null || (typeof value !== 'object' && typeof value !== 'function')) return String(value);
    if (typeof value === 'function') return 'a function';
    return `an object of type ${Object.prototype.toString.call(value).slice(8, -1)}`;
}
