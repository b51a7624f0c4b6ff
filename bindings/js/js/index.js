// Boxes at rest, asked again and again.

import * as a from "./arguments.js";
import { widened } from "./flatbush.js";
import { Packed } from "./queries_core.js";
import { checkReady, contents } from "./queries_module.js";

function build(boxes, { dimensions, order = "curve" } = {}) {
    const numbers = a.float64("boxes", boxes);
    const alongCurve = a.oneOf("order", order, ["curve", "cuts"]) === "curve";
    return Packed.build(a.checkDimensions(dimensions), numbers, alongCurve);
}

/** The largest number of neighbours, and how far away they may be. */
function limits({ k, maxDistance } = {}) {
    return [a.count("k", k, 1), a.atLeast0("maxDistance", maxDistance, Infinity)];
}

function lengthOf({ length } = {}) {
    return a.atLeast0("length", length, Infinity);
}

// The module leaves the answer to one question in its memory: the number of ids, the address of the
// reaches, and the ids. A question that it refuses has no address: asked again, as one of many, it
// throws the error.

function idsAt(address) {
    const { words } = contents();
    const at = address / 4;
    return words.slice(at + 2, at + 2 + words[at]);
}

function reachesAt(address) {
    const { words, numbers } = contents();
    const at = words[address / 4 + 1] / 8;
    return numbers.slice(at, at + words[address / 4]);
}

export class Index {
    #tree;
    #dimensions;

    constructor(boxes, options) {
        checkReady();
        this.#tree = boxes instanceof Packed ? boxes : build(boxes, options);
        this.#dimensions = this.#tree.dimensions;
    }

    static from(source) {
        checkReady();
        return new Index(Packed.from(widened(a.bytesOf("source", source))));
    }

    get length() {
        return this.#tree.length;
    }

    get dimensions() {
        return this.#dimensions;
    }

    get bounds() {
        const bounds = this.#tree.bounds();
        return bounds.length > 0 ? bounds : undefined;
    }

    get data() {
        return this.#tree.bytes().buffer;
    }

    boxes() {
        return this.#tree.boxes();
    }

    toFlatbush() {
        if (this.dimensions !== 2) {
            throw new Error("a flatbush file has boxes in 2 dimensions, not in 3");
        }
        return this.#tree.flatbush().buffer;
    }

    search(box) {
        a.checkLength("box", box, 2 * this.#dimensions);
        const address = this.#tree.searchOne(box[0], box[1], box[2], box[3], box[4], box[5]);
        if (address === 0) this.searchMany(Float64Array.from(box));
        return idsAt(address);
    }

    searchMany(boxes) {
        const windows = a.float64("boxes", boxes);
        const [offsets, ids] = this.#tree.search(windows);
        return { offsets, ids };
    }

    neighbors(point, options) {
        a.checkLength("point", point, this.#dimensions);
        const [k, distance] = limits(options);
        const address = this.#tree.neighborsOne(point[0], point[1], point[2], k, distance);
        if (address === 0) this.neighborsMany(Float64Array.from(point));
        return { ids: idsAt(address), distances: reachesAt(address) };
    }

    neighborsMany(points, options) {
        const places = a.float64("points", points);
        const [offsets, ids, distances] = this.#tree.neighbors(places, ...limits(options));
        return { offsets, ids, distances };
    }

    cast(origin, direction, options) {
        const address = this.#castOne(origin, direction, options, false);
        const { words, numbers } = contents();
        const at = address / 4;
        return words[at] ? { id: words[at + 2], reach: numbers[words[at + 1] / 8] } : undefined;
    }

    castAll(origin, direction, options) {
        const address = this.#castOne(origin, direction, options, true);
        return { ids: idsAt(address), reaches: reachesAt(address) };
    }

    castMany(origins, directions, options) {
        const starts = a.float64("origins", origins);
        const ways = a.float64("directions", directions);
        if (starts.length !== ways.length) {
            throw new RangeError(
                `directions: expected as many numbers as origins, ${starts.length}, not ${ways.length}`,
            );
        }
        const [ids, reaches] = this.#tree.cast(starts, ways, lengthOf(options));
        return { ids, reaches };
    }

    #castOne(o, d, options, all) {
        a.checkLength("origin", o, this.#dimensions);
        a.checkLength("direction", d, this.#dimensions);
        const length = lengthOf(options);
        const address = this.#tree.castOne(o[0], o[1], o[2], d[0], d[1], d[2], length, all);
        if (address === 0) this.castMany(Float64Array.from(o), Float64Array.from(d));
        return address;
    }

    selfPairs() {
        return this.#tree.selfPairs();
    }

    crossPairs(other) {
        return this.#tree.crossPairs(this.#alike(other));
    }

    countPairs(other) {
        return other === undefined
            ? this.#tree.countSelfPairs()
            : this.#tree.countCrossPairs(this.#alike(other));
    }

    #alike(other) {
        if (!(other instanceof Index)) throw new TypeError("other: expected an Index");
        if (other.dimensions !== this.dimensions) {
            throw new TypeError(
                `other: expected ${this.dimensions} dimensions, not ${other.dimensions}`,
            );
        }
        return other.#tree;
    }

    validate() {
        this.#tree.validate();
    }

    free() {
        this.#tree.free();
    }
}
