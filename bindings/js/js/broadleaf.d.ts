/**
 * All pairs of overlapping boxes, and spatial queries, in 2D and 3D. `broadleaf-wasm/broad-phase`
 * has broad phases for moving boxes.
 *
 * Boxes are closed: two that only touch overlap. Answers depend on the boxes alone.
 *
 * An answer that does not fit into memory is a RangeError that names the number of pairs, ids or
 * boxes; nothing else changes. A module has 4 GiB of memory. A sorted list of pairs can take 1 GiB,
 * which holds 2^27 pairs; an unsorted list twice as much.
 */

export { Tree } from "./tree.js";
export type { Box, NearItems, TreeOptions } from "./tree.js";

/**
 * Coordinates. Boxes are rows of four numbers, min x, min y, max x, max y, or of six, min x, min y,
 * min z, max x, max y, max z.
 *
 * A Float64Array is read without conversion. Other arrays are converted to one, which holds all of
 * their numbers exactly.
 */
export type Coordinates = Float32Array | Float64Array | Int32Array;

/**
 * The typed arrays of answers, which belong to the caller: views of an `ArrayBuffer`, which WebGL,
 * WebGPU and `Blob` accept. Written this way because typed arrays have no type parameter before
 * TypeScript 5.7.
 */
export type Uint32s = ReturnType<typeof Uint32Array.of>;
export type Float64s = ReturnType<typeof Float64Array.of>;

/** The number of coordinates of a box. */
export interface BoxOptions {
    /** The number of axes. A box has twice as many numbers. */
    dimensions: 2 | 3;
}

/** How to treat rows without a box: rows in which a number is NaN. */
export interface MissingOptions {
    /**
     * `"error"`, the default, throws an Error that names the first such row. `"skip"` leaves these
     * rows out; the others keep their numbers, and labels stay one for each row. `missingRows`
     * lists the rows without a box.
     */
    missing?: "error" | "skip";
}

/**
 * A number of 32 bits for each box, signed or not: -1 and 4294967295 are the same bits. A
 * Uint32Array is read without conversion.
 */
export type Labels = ArrayLike<number>;

/**
 * Which pairs to find, by labels of the boxes: `L` is `Labels`, or a pair of them for two lists of
 * boxes. A pair must pass both the groups and the masks.
 */
export interface PairOptions<L = Labels> extends BoxOptions, MissingOptions {
    /** The group of each box. Boxes of the same group form no pair. */
    groups?: L;
    /**
     * Whether only boxes of the same group form pairs, instead of only boxes of different groups.
     * Needs `groups`.
     */
    withinGroups?: boolean;
    /** The categories of each box, one in each bit. Needs `masks`. */
    categories?: L;
    /**
     * The categories that each box forms pairs with. The categories of each box of a pair must
     * share a bit with the mask of the other.
     */
    masks?: L;
    /**
     * Whether boxes that only touch are left out: on each axis each box must begin below where the
     * other ends, as for half-open cells such as pixels and tiles.
     */
    interiors?: boolean;
    /**
     * Whether the pairs are in lexicographic order; true by default. Without, they come sooner, in
     * an order that depends only on the boxes and the labels. `countPairs` ignores it.
     */
    sort?: boolean;
}

declare global {
    // Declared as in ES2026, for programs that are compiled against an older library.
    interface SymbolConstructor {
        readonly dispose: unique symbol;
    }
}

/**
 * Loads the WebAssembly module: `queries_simd128.wasm` if the engine has the vector instructions of
 * WebAssembly, and `queries.wasm` otherwise. Both give the same answers. All other functions throw
 * until this has finished. Further calls cost nothing.
 *
 * Where neither downloads nor files are possible, pass one of the modules yourself.
 */
export function init(options?: { module?: WebAssembly.Module | BufferSource }): Promise<void>;

/**
 * All pairs of boxes that overlap, except those that the options leave out, as a flat list a0, b0,
 * a1, b1, … of rows with a < b, in lexicographic order.
 *
 * Takes O(boxes + pairs) time where the boxes are spread evenly.
 *
 * @throws Error that names the first row that is not a box (it has NaN, or a minimum above the
 * maximum), or the first label that is not a whole number of 32 bits.
 * @throws RangeError that names the number of pairs, if they do not fit into memory.
 */
export function selfPairs(boxes: Coordinates, options: PairOptions): Uint32s;

/**
 * All pairs of a box in `first` and a box in `second` that overlap, as a flat list a0, b0, a1, b1,
 * …, where a is a row of `first` and b a row of `second`, in lexicographic order.
 *
 * @throws Error that names the list and the first row that is not a box.
 */
export function crossPairs(
    first: Coordinates,
    second: Coordinates,
    options: PairOptions<[Labels, Labels]>,
): Uint32s;

/** The rows without a box, in ascending order: rows in which a number is NaN. */
export function missingRows(boxes: Coordinates, options: BoxOptions): Uint32s;

/** The number of pairs that `selfPairs` would return. */
export function countPairs(boxes: Coordinates, options: PairOptions): number;
/** The number of pairs that `crossPairs` would return. */
export function countPairs(
    first: Coordinates,
    second: Coordinates,
    options: PairOptions<[Labels, Labels]>,
): number;

export interface IndexOptions extends BoxOptions, MissingOptions {
    /**
     * How the boxes are ordered: by median `"cuts"`, the default, or along a Hilbert `"curve"`,
     * which builds 1.7 to 2.5 times as fast, but makes a search take up to 1.13 times as long. A
     * curve pays off for few queries. The answers are the same.
     */
    order?: "cuts" | "curve";
}

/** The answers to many queries, concatenated. */
export interface ManyIds {
    /**
     * Where the answer to each query begins in `ids`, and finally the length of `ids`: one number
     * more than there are queries.
     */
    offsets: Uint32s;
    ids: Uint32s;
}

export interface Neighbors {
    /** The nearest boxes, by distance, then by id. */
    ids: Uint32s;
    /** The distance of each box. */
    distances: Float64s;
}

export interface NeighborOptions {
    /** The largest number of boxes; 1 by default, `Infinity` for all. */
    k?: number;
    /** The largest distance of a box. */
    maxDistance?: number;
}

export interface CastOptions {
    /** The length of the ray, in multiples of its direction. */
    length?: number;
}

export interface Hit {
    id: number;
    /** Where the ray enters the box, as a multiple of its direction; 0 if it begins inside. */
    reach: number;
}

export interface Hits {
    ids: Uint32s;
    reaches: Float64s;
}

/**
 * A packed tree: boxes at rest, queried many times. The id of a box is its row.
 *
 * @example
 * ```js
 * const index = new Index(Float64Array.of(0, 0, 2, 2, 5, 5, 6, 6), { dimensions: 2 });
 * index.search([1, 1, 5, 5]); // Uint32Array [0, 1]
 * ```
 */
export class Index {
    /**
     * Builds the tree in O(n log n).
     *
     * @throws Error that names the first row that is not a box.
     */
    constructor(boxes: Coordinates, options: IndexOptions);

    /**
     * Opens an index from the bytes of `data`, from bytes that another binding of Broadleaf saved,
     * or from a flatbush file of version 3. Boxes of other number types become boxes of float64.
     *
     * The bytes of a flatbush file are checked completely; use `validate` to check other bytes.
     *
     * @throws Error that describes what is wrong with the bytes.
     */
    static from(source: ArrayBufferLike | ArrayBufferView): Index;

    /** The number of boxes. */
    readonly length: number;
    readonly dimensions: 2 | 3;
    /** The box around all boxes; undefined if the index is empty. */
    readonly bounds: Float64s | undefined;
    /** A copy of the bytes of the tree, for a file. */
    readonly data: ArrayBuffer;

    /** All boxes in order of their ids. */
    boxes(): Float64s;
    /** The ids of all boxes, ascending: their rows, except rows that were left out. */
    ids(): Uint32s;

    /**
     * The index as a flatbush file, which `Flatbush.from` opens.
     *
     * @throws Error if it has 3 dimensions or no boxes, or if rows were left out, since flatbush
     * numbers its boxes without gaps.
     */
    toFlatbush(): ArrayBuffer;

    /** The ids of the boxes that overlap a box, ascending. */
    search(box: ArrayLike<number>): Uint32s;
    /** Searches for many boxes at once, with much less work for each. */
    searchMany(boxes: Coordinates): ManyIds;

    /** The boxes nearest to a point. */
    neighbors(point: ArrayLike<number>, options?: NeighborOptions): Neighbors;
    /** The boxes nearest to each of many points: rows of 2 or 3 numbers. */
    neighborsMany(points: Coordinates, options?: NeighborOptions): ManyIds & Neighbors;

    /**
     * The first box that a ray hits; the smallest id if several are hit at once; undefined for a
     * miss.
     */
    cast(
        origin: ArrayLike<number>,
        direction: ArrayLike<number>,
        options?: CastOptions,
    ): Hit | undefined;
    /** All boxes that a ray hits, by reach, then by id. */
    castAll(origin: ArrayLike<number>, direction: ArrayLike<number>, options?: CastOptions): Hits;
    /**
     * The first box that each ray hits. A miss has the id 4294967295 and the reach Infinity.
     */
    castMany(origins: Coordinates, directions: Coordinates, options?: CastOptions): Hits;

    /** All pairs within the index, as a flat list a0, b0, a1, b1, …, in lexicographic order. */
    pairs(): Uint32s;
    /**
     * All pairs of a box of this index and a box of another one of the same dimensions, in
     * lexicographic order.
     */
    crossPairs(other: Index): Uint32s;
    /** The number of pairs within the index, or with another one. */
    countPairs(other?: Index): number;

    /** Reads every byte of the tree and throws an Error if it is damaged. */
    validate(): void;

    /**
     * Frees the memory at once. A garbage-collected index is freed as well, but only between tasks,
     * so a loop that builds many without a pause must free them. A freed index cannot be used;
     * freeing it again does nothing.
     */
    free(): void;
    /** Calls `free` at the end of a `using` block. */
    [Symbol.dispose](): void;
}
