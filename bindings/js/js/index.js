// Boxes at rest, queried many times.

import * as a from "./arguments.js";
import { widened } from "./flatbush.js";
import { IDS, NUMBERS, OFFSETS, copier } from "./found.js";
import { inRows, madeOf, presentRows, skips } from "./missing.js";
import { Packed } from "./queries_core.js";
import { checkReady, contents } from "./queries_module.js";
import { allocated, checkRoom } from "./room.js";

/**
 * The most bytes that the module needs to build a tree, for each box, by the number of dimensions.
 */
const BUILT = { 2: 200, 3: 300 };
/** The most bytes that it needs for each byte of a file. */
const READ = 4;
/** The most bytes that it needs for each of many queries, without the answer. */
const ASKED = 200;
/** The most bytes that it needs for each item of the answer to a single query. */
const FOUND = 64;
const { copies, pairsOf } = copier(contents);

function build(boxes, options) {
    const { dimensions, order = "cuts", missing } = a.options(options, ["dimensions", "order", "missing"]);
    const numbers = a.float64(a.coordinates("boxes", boxes));
    const alongCurve = a.oneOf("order", order, ["cuts", "curve"]) === "curve";
    a.checkDimensions(dimensions);
    const count = Math.floor(numbers.length / (2 * dimensions));
    checkRoom(Packed, "boxes", count, "boxes", count * BUILT[dimensions]);
    a.checkRows("boxes", numbers, 2 * dimensions);
    const isSkipping = skips(missing);
    const rows = isSkipping ? presentRows(numbers, dimensions) : undefined;
    const present = rows ? inRows(numbers, rows, 2 * dimensions) : numbers;
    const build = () => Packed.build(dimensions, present, alongCurve, rows);
    return madeOf({ boxes: numbers }, dimensions, isSkipping, build);
}

function limits(options) {
    return a.neighborLimits(a.options(options, ["k", "maxDistance"]));
}

function lengthOf(options) {
    const { length } = a.options(options, ["length"]);
    return a.atLeast0("length", length, Infinity);
}

// The module leaves the answer to a single query in its memory: the number of ids, the address of
// the reaches, and the ids.

function idsAt(address) {
    const { words } = contents();
    const [at, count] = [address / 4, words[address / 4]];
    return allocated(count, "ids", () => words.slice(at + 2, at + 2 + count));
}

function reachesAt(address) {
    const { words, numbers } = contents();
    const [at, count] = [words[address / 4 + 1] / 8, words[address / 4]];
    return allocated(count, "numbers", () => numbers.slice(at, at + count));
}

export class Index {
    #tree;
    #dimensions;
    #length;

    constructor(boxes, options) {
        checkReady();
        this.#tree = boxes instanceof Packed ? boxes : build(boxes, options);
        this.#dimensions = this.#tree.dimensions;
        this.#length = this.#tree.length;
    }

    /** The numbers of many queries, if there is memory for them. */
    #questions(name, questions) {
        const numbers = a.float64(a.coordinates(name, questions));
        this.#checkRoom(name, numbers.length, "numbers", ASKED);
        return numbers;
    }

    #checkRoom(name, count, things, bytes) {
        checkRoom(Packed, name, count, things, count * bytes);
    }

    /** Throws unless there is memory for an answer to a single query that holds all boxes. */
    #checkRoomForAll() {
        this.#checkRoom("index", this.#length, "boxes", FOUND);
    }

    /** The tree in the module; throws if it was freed. */
    get #live() {
        return a.live("index", this.#tree);
    }

    static from(source) {
        checkReady();
        const bytes = widened(a.bytesOf("source", source));
        checkRoom(Packed, "source", bytes.length, "bytes", READ * bytes.length);
        return new Index(Packed.from(bytes));
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
        const [at, length] = [this.#live.bytesAt(), this.#live.byteLength()];
        return allocated(length, "bytes", () => contents().words.buffer.slice(at, at + length));
    }

    boxes() {
        return copies(this.#live.boxes(), "boxes", [NUMBERS], this.length)[0];
    }

    ids() {
        return copies(this.#live.boxes(), "boxes", [IDS], this.length)[0];
    }

    toFlatbush() {
        if (this.dimensions !== 2) {
            throw new Error("a flatbush file has boxes in 2 dimensions, not in 3");
        }
        this.#checkRoom("index", this.length, "boxes", BUILT[2]);
        return this.#live.flatbush().buffer;
    }

    search(box) {
        a.checkBox("box", box, this.#dimensions);
        this.#checkRoomForAll();
        return idsAt(this.#live.searchOne(box[0], box[1], box[2], box[3], box[4], box[5]));
    }

    searchMany(boxes) {
        const windows = this.#questions("boxes", boxes);
        const found = a.explained({ boxes: windows }, this.#dimensions, () => this.#live.search(windows));
        const [offsets, ids] = copies(found, "ids", [OFFSETS, IDS]);
        return { offsets, ids };
    }

    neighbors(point, options) {
        a.checkPoint("point", point, this.#dimensions);
        const [k, distance] = limits(options);
        this.#checkRoomForAll();
        const address = this.#live.neighborsOne(point[0], point[1], point[2], k, distance);
        return { ids: idsAt(address), distances: reachesAt(address) };
    }

    neighborsMany(points, options) {
        const places = this.#questions("points", points);
        const within = limits(options);
        const ask = () => this.#live.neighbors(places, ...within);
        const found = a.explained({ points: places }, this.#dimensions, ask, { points: true });
        const [offsets, ids, distances] = copies(found, "ids", [OFFSETS, IDS, NUMBERS]);
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
        const starts = this.#questions("origins", origins);
        const ways = this.#questions("directions", directions);
        [["origins", starts], ["directions", ways]].forEach(([name, vectors]) =>
            a.checkFinite(name, vectors, this.#dimensions),
        );
        if (starts.length !== ways.length) {
            throw new RangeError(
                `directions: expected as many numbers as origins, ${starts.length}, not ${ways.length}`,
            );
        }
        const length = lengthOf(options);
        const cast = () => this.#live.cast(starts, ways, length);
        const found = a.explained({ origins: starts }, this.#dimensions, cast, { points: true });
        const [ids, reaches] = copies(found, "ids", [IDS, NUMBERS]);
        return { ids, reaches };
    }

    #castOne(o, d, options, all) {
        a.checkVector("origin", o, this.#dimensions);
        a.checkVector("direction", d, this.#dimensions);
        this.#checkRoomForAll();
        return this.#live.castOne(o[0], o[1], o[2], d[0], d[1], d[2], lengthOf(options), all);
    }

    pairs() {
        return pairsOf(this.#live.pairs());
    }

    crossPairs(other) {
        return pairsOf(this.#live.crossPairs(this.#alike(other)));
    }

    countPairs(other) {
        return other === undefined
            ? this.#live.countPairs()
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
