/** Items with boxes, added and removed one by one or many at once: the calls of rbush, and more. */

import type { Float64s, NeighborOptions } from "./broadleaf.js";

/** A box: min x, min y, max x, max y in 2D, or all three minima, then all three maxima. */
export type Box = ArrayLike<number>;

export interface TreeOptions<T> {
    /** The number of axes; 2 by default. */
    dimensions?: 2 | 3;
    /**
     * The box of an item: 4 numbers in 2D, 6 in 3D. By default an item has the numbers `minX`,
     * `minY`, `maxX`, `maxY`, and in 3D `minZ` and `maxZ`.
     */
    toBox?: (item: T) => Box;
}

/** The nearest items, by distance, then in the order of insertion. */
export interface NearItems<T> {
    items: T[];
    /** The distance of each item, in units of the coordinates. */
    distances: Float64s;
}

/**
 * A changing set of items of your own. Lists of items are in the order of insertion.
 *
 * The box of an item is read when it is added. To move an item, remove it before you change its
 * box, and insert it afterwards; [`BroadPhase`](./broad_phase.d.ts) is faster if most boxes move.
 *
 * A new item is compared one by one, until so many queries compared it that a new index pays off.
 * So n insertions and n queries in turn take O(n √n), and queries of a set that rests O(log n + found).
 *
 * @example
 * ```js
 * const tree = new Tree();
 * tree.load([{ minX: 0, minY: 0, maxX: 1, maxY: 1, name: "a" }]);
 * tree.search([0.5, 0.5, 2, 2])[0].name; // "a"
 * ```
 */
export class Tree<T> {
    constructor(options?: TreeOptions<T>);

    /** The number of items. */
    readonly length: number;
    readonly dimensions: 2 | 3;

    /**
     * Adds an item, also one that is there.
     *
     * @throws Error if its box is not valid; nothing is added then.
     */
    insert(item: T): this;
    /**
     * Adds items.
     *
     * @throws Error that names the first row whose box is not valid; nothing is added then.
     */
    load(items: Iterable<T>): this;
    /**
     * Removes the first item that is the given one, or that `equals` it, among those that overlap
     * the box of the given one. Returns whether there was one.
     */
    remove(item: T, equals?: (given: T, other: T) => boolean): boolean;
    /** Removes all items. */
    clear(): this;

    /** All items. */
    all(): T[];
    /** The items that overlap a box, or the box of an item. */
    search(box: Box | T): T[];
    /** Whether any item overlaps a box, or the box of an item; costs a search. */
    collides(box: Box | T): boolean;
    /** The items nearest to a point of 2 or 3 numbers; inside of a box the distance is 0. */
    neighbors(point: ArrayLike<number>, options?: NeighborOptions): NearItems<T>;

    /** Removes all items and frees the memory of the index at once. */
    free(): void;
    /** Calls `free` at the end of a `using` block. */
    [Symbol.dispose](): void;
}
