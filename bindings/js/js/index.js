// Boxes at rest, asked again and again.

import * as a from "./arguments.js";
import { widened } from "./flatbush.js";
import { Packed } from "./queries_core.js";
import { checkReady } from "./queries_module.js";

const NONE = 0xffff_ffff;

export class Index {
    #tree;

    constructor(boxes, { dimensions, curve = false } = {}) {
        checkReady();
        if (boxes instanceof Packed) {
            this.#tree = boxes;
            return;
        }
        const numbers = a.float64("boxes", boxes);
        this.#tree = Packed.build(a.checkDimensions(dimensions), numbers, Boolean(curve));
    }

    static from(source) {
        checkReady();
        return new Index(Packed.from(widened(a.bytesOf("source", source))));
    }

    get length() {
        return this.#tree.length;
    }

    get dimensions() {
        return this.#tree.dimensions;
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
        return this.#tree.searchOne(a.few("box", box, 2 * this.dimensions));
    }

    searchMany(boxes) {
        const windows = a.float64("boxes", boxes);
        const [offsets, ids] = this.#tree.search(windows);
        return { offsets, ids };
    }

    neighbors(point, options) {
        const place = a.few("point", point, this.dimensions);
        const { ids, distances } = this.#neighbors(place, options);
        return { ids, distances };
    }

    neighborsMany(points, options) {
        return this.#neighbors(a.float64("points", points), options);
    }

    #neighbors(points, { k, maxDistance } = {}) {
        const [offsets, ids, distances] = this.#tree.neighbors(
            points,
            a.count("k", k, 1),
            a.atLeast0("maxDistance", maxDistance, Infinity),
        );
        return { offsets, ids, distances };
    }

    cast(origin, direction, options) {
        const { ids, reaches } = this.#cast(this.#ray(origin, direction), options, false);
        return ids[0] === NONE ? undefined : { id: ids[0], reach: reaches[0] };
    }

    castAll(origin, direction, options) {
        const { ids, reaches } = this.#cast(this.#ray(origin, direction), options, true);
        return { ids, reaches };
    }

    castMany(origins, directions, options) {
        const starts = a.float64("origins", origins);
        const ways = a.float64("directions", directions);
        if (starts.length !== ways.length) {
            throw new RangeError(
                `directions: expected as many numbers as origins, ${starts.length}, not ${ways.length}`,
            );
        }
        return this.#cast([starts, ways], options, false);
    }

    #ray(origin, direction) {
        return [
            a.few("origin", origin, this.dimensions),
            a.few("direction", direction, this.dimensions),
        ];
    }

    #cast([origins, directions], { length } = {}, all) {
        const limit = a.atLeast0("length", length, Infinity);
        const parts = this.#tree.cast(origins, directions, limit, all);
        const [ids, reaches] = parts.slice(-2);
        return { ids, reaches };
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
