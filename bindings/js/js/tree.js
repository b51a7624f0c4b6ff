// Items with boxes that are added and removed, one by one or many at once.

import * as a from "./arguments.js";
import { Index } from "./index.js";
import { checkReady } from "./queries_module.js";

/** The sides of an item without an accessor, in the order of the numbers of a box. */
const SIDES = {
    2: ["minX", "minY", "maxX", "maxY"],
    3: ["minX", "minY", "minZ", "maxX", "maxY", "maxZ"],
};
/**
 * Comparing a box takes a part of the time in which an index takes it up: after this number of
 * comparisons per box, a new index has paid off, and at most half of all work was in vain.
 */
const COMPARISONS = 32;
/** The item of a row that was removed. */
const GONE = Symbol("gone");

/**
 * Rows of items: an index has the first ones, and the others are compared one by one until a new
 * index pays off.
 */
export class Tree {
    #dimensions;
    #toBox;
    #items = [];
    #boxes = new Float64Array(0);
    #gone = 0;
    #index;
    #comparisons = 0;

    constructor(options) {
        checkReady();
        const { dimensions = 2, toBox } = a.options(options, ["dimensions", "toBox"]);
        this.#dimensions = a.checkDimensions(dimensions);
        if (toBox !== undefined && typeof toBox !== "function") {
            throw new TypeError(`toBox: expected a function, not ${a.typeOf(toBox)}`);
        }
        this.#toBox = toBox ?? ((item) => SIDES[dimensions].map((side) => item?.[side]));
    }

    get length() {
        return this.#items.length - this.#gone;
    }

    get dimensions() {
        return this.#dimensions;
    }

    insert(item) {
        this.#add([item], [this.#boxOf("item", item)]);
        return this;
    }

    load(items) {
        if (typeof items?.[Symbol.iterator] !== "function") {
            throw new TypeError(`items: expected a list, not ${a.typeOf(items)}`);
        }
        const list = [...items];
        this.#add(list, list.map((item, row) => this.#boxOf(`items: row ${row}`, item)));
        return this;
    }

    remove(item, equals = Object.is) {
        const row = this.#rows(this.#boxOf("item", item)).find((row) => equals(item, this.#items[row]));
        if (row === undefined) return false;
        this.#items[row] = GONE;
        this.#gone++;
        // Searches skip at most as many rows as they find.
        if (2 * this.#gone > this.#items.length) this.#compact();
        return true;
    }

    clear() {
        this.#drop();
        [this.#items, this.#gone] = [[], 0];
        return this;
    }

    all() {
        return this.#items.filter((item) => item !== GONE);
    }

    search(box) {
        return this.#rows(this.#windowOf(box)).map((row) => this.#items[row]);
    }

    collides(box) {
        return this.#rows(this.#windowOf(box)).length > 0;
    }

    neighbors(point, options) {
        const [k, maxDistance] = a.neighborLimits(a.options(options, ["k", "maxDistance"]));
        a.checkPoint("point", point, this.#dimensions);
        this.#refresh();
        const near = [...this.#nearIndexed(point, k, maxDistance), ...this.#nearOthers(point, maxDistance)];
        // Rows are in order, and the sort is stable.
        near.sort((one, other) => one.distance - other.distance || one.row - other.row).splice(k);
        return {
            items: near.map(({ row }) => this.#items[row]),
            distances: Float64Array.from(near, ({ distance }) => distance),
        };
    }

    free() {
        this.clear();
    }

    [a.dispose]() {
        this.free();
    }

    /** The box of an item, checked. */
    #boxOf(name, item) {
        const box = this.#toBox(item);
        a.checkBox(name, box, this.#dimensions);
        return box;
    }

    /** The box of a search: a list of numbers, or of an item. */
    #windowOf(box) {
        if (typeof box?.length !== "number") return this.#boxOf("box", box);
        a.checkBox("box", box, this.#dimensions);
        return box;
    }

    /** Adds items, whose boxes are checked. */
    #add(items, boxes) {
        const width = 2 * this.#dimensions;
        let at = width * this.#items.length;
        if (at + width * boxes.length > this.#boxes.length) {
            const room = new Float64Array(2 * (at + width * boxes.length));
            room.set(this.#boxes);
            this.#boxes = room;
        }
        for (const box of boxes) {
            for (let i = 0; i < width; i++) this.#boxes[at++] = box[i];
        }
        for (const item of items) this.#items.push(item);
    }

    /** The rows whose boxes overlap a box, ascending. */
    #rows(box) {
        this.#refresh();
        const found = this.#index?.search(box) ?? [];
        const rows = Array.prototype.filter.call(found, (row) => this.#items[row] !== GONE);
        this.#forEachOther((row) => {
            if (this.#overlaps(row, box)) rows.push(row);
        });
        return rows;
    }

    #overlaps(row, box) {
        const [d, at] = [this.#dimensions, 2 * this.#dimensions * row];
        for (let axis = 0; axis < d; axis++) {
            if (this.#boxes[at + axis] > box[d + axis] || box[axis] > this.#boxes[at + d + axis]) return false;
        }
        return true;
    }

    /** The rows of the index that are nearest to a point: at least `k`, if there are so many. */
    #nearIndexed(point, k, maxDistance) {
        const length = this.#index?.length ?? 0;
        for (let asked = k; ; asked = 2 * asked + 1) {
            const { ids, distances } = this.#index?.neighbors(point, { k: asked, maxDistance }) ?? { ids: [] };
            const near = Array.from(ids, (row, at) => ({ row, distance: distances[at] }));
            const present = near.filter(({ row }) => this.#items[row] !== GONE);
            if (present.length >= k || ids.length < asked || asked >= length) return present;
        }
    }

    /** The rows without an index, up to a distance. */
    #nearOthers(point, maxDistance) {
        const near = [];
        this.#forEachOther((row) => {
            const distance = this.#distance(row, point);
            if (distance <= maxDistance) near.push({ row, distance });
        });
        return near;
    }

    #distance(row, point) {
        const [d, at] = [this.#dimensions, 2 * this.#dimensions * row];
        let square = 0;
        for (let axis = 0; axis < d; axis++) {
            const gap = Math.max(this.#boxes[at + axis] - point[axis], 0, point[axis] - this.#boxes[at + d + axis]);
            square += gap * gap;
        }
        return Math.sqrt(square);
    }

    /** Visits the rows that the index does not have. */
    #forEachOther(visit) {
        const first = this.#index?.length ?? 0;
        for (let row = first; row < this.#items.length; row++) {
            if (this.#items[row] !== GONE) visit(row);
        }
        this.#comparisons += this.#items.length - first;
    }

    /** Makes a new index, if it pays off. */
    #refresh() {
        if (this.#comparisons <= COMPARISONS * this.#items.length) return;
        this.#compact();
        const boxes = this.#boxes.subarray(0, 2 * this.#dimensions * this.#items.length);
        this.#index = new Index(boxes, { dimensions: this.#dimensions, order: "curve" });
    }

    /** Drops the index, and the rows of items that were removed. */
    #compact() {
        this.#drop();
        if (this.#gone === 0) return;
        const width = 2 * this.#dimensions;
        let to = 0;
        this.#items.forEach((item, row) => {
            if (item === GONE) return;
            this.#boxes.copyWithin(width * to, width * row, width * (row + 1));
            this.#items[to++] = item;
        });
        this.#items.length = to;
        this.#gone = 0;
    }

    #drop() {
        this.#index?.free();
        this.#index = undefined;
        this.#comparisons = 0;
    }
}
