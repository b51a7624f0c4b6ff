// Boxes at rest, asked again and again.

import * as a from "./arguments.js";
import { widened } from "./flatbush.js";
import { Packed } from "./queries_core.js";
import { checkReady, contents } from "./queries_module.js";

function build(boxes, options) {
    const { dimensions, order = "curve" } = a.options(options, ["dimensions", "order"]);
    const numbers = a.float64("boxes", boxes);
    const alongCurve = a.oneOf("order", order, ["curve", "cuts"]) === "curve";
    return Packed.build(a.checkDimensions(dimensions), numbers, alongCurve);
}

/** The largest number of neighbours, and how far away they may be. */
function limits(options) {
    const { k, maxDistance } = a.options(options, ["k", "maxDistance"]);
    // No more boxes than that have ids.
    const most = k === Infinity ? 0xffff_ffff : a.count("k", k, 1);
    return [most, a.atLeast0("maxDistance", maxDistance, Infinity)];
}

function lengthOf(options) {
    const { length } = a.options(options, ["length"]);
    return a.atLeast0("length", length, Infinity);
}

// The module leaves the answer to one question in its memory: the number of ids, the address of the
// reaches, and the ids.

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

    /** The tree of the module, as long as it has not been freed. */
    get #live() {
        return a.live("index", this.#tree);
    }

    static from(source) {
        checkReady();
        return new Index(Packed.from(widened(a.bytesOf("source", source))));
    }

    get length() {
        return this.#live.length;
    }

    get dimensions() {
        return this.#dimensions;
    }

    get bounds() {
        const bounds = this.#live.bounds();
        return bounds.length > 0 ? bounds : undefined;
    }

    get data() {
        return this.#live.bytes().buffer;
    }

    boxes() {
        return this.#live.boxes();
    }

    toFlatbush() {
        if (this.dimensions !== 2) {
            throw new Error("a flatbush file has boxes in 2 dimensions, not in 3");
        }
        return this.#live.flatbush().buffer;
    }

    search(box) {
        a.checkBox("box", box, this.#dimensions);
        return idsAt(this.#live.searchOne(box[0], box[1], box[2], box[3], box[4], box[5]));
    }

    searchMany(boxes) {
        const windows = a.float64("boxes", boxes);
        const [offsets, ids] = this.#live.search(windows);
        return { offsets, ids };
    }

    neighbors(point, options) {
        a.checkPoint("point", point, this.#dimensions);
        const [k, distance] = limits(options);
        const address = this.#live.neighborsOne(point[0], point[1], point[2], k, distance);
        return { ids: idsAt(address), distances: reachesAt(address) };
    }

    neighborsMany(points, options) {
        const places = a.float64("points", points);
        const [offsets, ids, distances] = this.#live.neighbors(places, ...limits(options));
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
        [["origins", starts], ["directions", ways]].forEach(([name, vectors]) =>
            a.checkFinite(name, vectors, this.#dimensions),
        );
        if (starts.length !== ways.length) {
            throw new RangeError(
                `directions: expected as many numbers as origins, ${starts.length}, not ${ways.length}`,
            );
        }
        const [ids, reaches] = this.#live.cast(starts, ways, lengthOf(options));
        return { ids, reaches };
    }

    #castOne(o, d, options, all) {
        a.checkVector("origin", o, this.#dimensions);
        a.checkVector("direction", d, this.#dimensions);
        return this.#live.castOne(o[0], o[1], o[2], d[0], d[1], d[2], lengthOf(options), all);
    }

    selfPairs() {
        return this.#live.selfPairs();
    }

    crossPairs(other) {
        return this.#live.crossPairs(this.#alike(other));
    }

    countPairs(other) {
        return other === undefined
            ? this.#live.countSelfPairs()
            : this.#live.countCrossPairs(this.#alike(other));
    }

    #alike(other) {
        if (!(other instanceof Index)) {
            throw new TypeError(`other: expected an Index, not ${a.typeOf(other)}`);
        }
        if (other.dimensions !== this.dimensions) {
            throw new TypeError(
                `other: expected ${this.dimensions} dimensions, not ${other.dimensions}`,
            );
        }
        return other.#live;
    }

    validate() {
        this.#live.validate();
    }

    free() {
        this.#tree?.free();
        this.#tree = undefined;
    }

    [a.dispose]() {
        this.free();
    }
}
