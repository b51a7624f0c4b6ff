// Boxes at rest, asked again and again.

import * as a from "./arguments.js";
import { Packed } from "./core.js";
import { narrowToWide } from "./flatbush.js";
import { checkReady } from "./load.js";

const NONE = 0xffff_ffff;

export class Index {
    #tree;

    constructor(boxes, { dimensions } = {}) {
        checkReady();
        if (boxes instanceof Packed) {
            this.#tree = boxes;
            return;
        }
        const numbers = a.coordinates("boxes", boxes);
        this.#tree = Packed.build(a.kindOfBoxes(numbers, dimensions), numbers);
    }

    static from(source) {
        checkReady();
        return new Index(Packed.from(narrowToWide(a.bytesOf("source", source))));
    }

    get length() {
        return this.#tree.length;
    }

    get dimensions() {
        return a.dimensionsOfKind(this.#tree.kind);
    }

    get type() {
        return a.typeOfKind(this.#tree.kind);
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
        return this.#tree.flatbush().buffer;
    }

    search(box) {
        const window = a.few("box", box, 2 * this.dimensions, this.#tree.kind);
        return this.#tree.search(window)[1];
    }

    searchMany(boxes) {
        const windows = a.many("boxes", boxes, this.#tree.kind);
        const [offsets, ids] = this.#tree.search(windows);
        return { offsets, ids };
    }

    neighbors(point, options) {
        const { ids, distances } = this.#neighbors(
            a.few("point", point, this.dimensions, this.#tree.kind),
            options,
        );
        return { ids, distances };
    }

    neighborsMany(points, options) {
        return this.#neighbors(a.many("points", points, this.#tree.kind), options);
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
        const starts = a.many("origins", origins, this.#tree.kind);
        const ways = Float64Array.from(a.coordinates("directions", directions));
        if (starts.length !== ways.length) {
            throw new RangeError(
                `directions: expected as many numbers as origins, ${starts.length}, not ${ways.length}`,
            );
        }
        return this.#cast([starts, ways], options, false);
    }

    #ray(origin, direction) {
        return [
            a.few("origin", origin, this.dimensions, this.#tree.kind),
            Float64Array.from(a.few("direction", direction, this.dimensions, this.#tree.kind)),
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
        if (other.#tree.kind !== this.#tree.kind) {
            throw new TypeError(
                `other: expected ${this.type} in ${this.dimensions} dimensions, ` +
                    `not ${other.type} in ${other.dimensions}`,
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
