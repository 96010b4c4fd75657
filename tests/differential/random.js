// Random numbers that a seed makes again. Used by all of tests/differential.

/** The generator of Bob Jenkins' small family ("sfc32"): quick, and good enough to find bugs with. */
export class Random {
    #a;
    #b;
    #c;
    #counter = 1;

    /** @param {number} seed */
    constructor(seed) {
        this.#a = seed | 0;
        this.#b = 0x9e3779b9 | 0;
        this.#c = Math.trunc(seed / 0x100000000) | 0;
        for (let i = 0; i < 12; i++) this.bits();
    }

    /** 32 random bits, as an unsigned number. */
    bits() {
        const sum = (this.#a + this.#b + this.#counter++) | 0;
        this.#a = this.#b ^ (this.#b >>> 9);
        this.#b = (this.#c + (this.#c << 3)) | 0;
        this.#c = (((this.#c << 21) | (this.#c >>> 11)) + sum) | 0;
        return sum >>> 0;
    }

    /** An integer from 0 to limit - 1. */
    below(limit) {
        return Math.floor((this.bits() / 0x100000000) * limit);
    }

    /** An integer from low to high, both included. */
    between(low, high) {
        return low + this.below(high - low + 1);
    }

    /** True once in so many times. */
    once(times) {
        return this.below(times) === 0;
    }

    /** One of the list. */
    pick(list) {
        return list[this.below(list.length)];
    }

    /** A number of random size: as many small ones as large ones. */
    sized(mostBits) {
        const bits = this.below(mostBits + 1);
        return bits === 0 ? 0 : this.bits() >>> (32 - Math.min(bits, 32));
    }
}
