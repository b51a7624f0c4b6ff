/**
 * All pairs of overlapping boxes, and spatial queries, in 2D and 3D. `broadleaf-wasm/broad-phase` has
 * broad phases of moving boxes.
 *
 * Boxes are closed: two that only touch overlap. Answers depend on nothing but the boxes.
 *
 * What does not fit into memory is a RangeError that names the number of pairs, ids or boxes. A module
 * has 4 GiB of memory, and a list of pairs 1 GiB, or 2^27 pairs; twice as many if they are not sorted.
 * Everything is as it was then.
 */

/**
 * Coordinates. Boxes are rows of four numbers, min x, min y, max x, max y, or of six, min x, min y,
 * min z, max x, max y, max z.
 *
 * A Float64Array is read as it is. Other arrays are converted to one, which holds all of their
 * numbers.
 */
export type Coordinates = Float32Array | Float64Array | Int32Array;

/**
 * Typed arrays of the caller's own, as all answers are: views of an `ArrayBuffer`, which WebGL, WebGPU
 * and `Blob` take. Before TypeScript 5.7 the types of arrays had no parameter for that, so it is not
 * written here.
 */
export type Uint32s = ReturnType<typeof Uint32Array.of>;
export type Float64s = ReturnType<typeof Float64Array.of>;

/** How many numbers a box has. */
export interface BoxOptions {
    /** The number of axes. A box has twice as many numbers. */
    dimensions: 2 | 3;
}

/** What happens to rows without a box: those with a number that is NaN. */
export interface MissingOptions {
    /**
     * `"error"`, by default, throws an Error that names the first such row. `"skip"` leaves them out;
     * the others keep their numbers, and labels are those of all rows. `missingRows` lists them.
     */
    missing?: "error" | "skip";
}

/**
 * A number of 32 bits for each box, signed or not: -1 and 4294967295 are the same bits. A Uint32Array
 * is read as it is.
 */
export type Labels = ArrayLike<number>;

/**
 * Which pairs are wanted, by labels of the boxes: `L` is `Labels`, or two lists of them where there
 * are two lists of boxes. A pair has to pass the groups and the masks.
 */
export interface PairOptions<L = Labels> extends BoxOptions, MissingOptions {
    /** The group of each box: boxes of the same group make no pair. */
    groups?: L;
    /**
     * Whether only boxes of the same group make pairs, instead of only those of different ones. It
     * goes together with `groups`.
     */
    withinGroups?: boolean;
    /** The categories of each box, one in each bit. They go together with `masks`. */
    categories?: L;
    /**
     * The categories that each box forms pairs with. A pair needs a bit of the first box's
     * categories in the second one's mask, and the other way round.
     */
    masks?: L;
    /**
     * Whether boxes that only touch are no pair: on each axis each box must begin below where the
     * other ends, as half-open cells such as pixels and tiles do.
     */
    interiors?: boolean;
    /**
     * Whether the pairs are in lexicographic order, as they are by default. If not, they come in an
     * order that depends on the boxes and the labels alone, and sooner. `countPairs` ignores it.
     */
    sort?: boolean;
}

declare global {
    // As in the library of ES2026, for programs that are compiled without it.
    interface SymbolConstructor {
        readonly dispose: unique symbol;
    }
}

/**
 * Loads the WebAssembly module: the file `queries_simd128.wasm` if the engine has the vector
 * instructions of WebAssembly, and `queries.wasm` if not. Their answers are the same. Everything else
 * works once this has finished; until then it throws. Calling it again costs nothing.
 *
 * Pass the module of one of the files yourself where neither downloads nor files are possible.
 */
export function init(options?: { module?: WebAssembly.Module | BufferSource }): Promise<void>;

/**
 * All pairs of boxes that overlap, without those that the options leave out, one after the other:
 * a0, b0, a1, b1 and so on, where a and b are rows and a < b, in lexicographic order.
 *
 * Costs O(boxes + pairs) where the boxes are spread evenly.
 *
 * @throws Error that names the first row which is no box: NaN, or a minimum above the maximum; or the
 * first label which is no whole number of 32 bits.
 * @throws RangeError that names the number of pairs, if these are too many for the memory.
 */
export function selfPairs(boxes: Coordinates, options: PairOptions): Uint32s;

/**
 * All pairs of a box in `first` and a box in `second` that overlap, one after the other: a0, b0, a1,
 * b1 and so on, where a is a row of `first` and b one of `second`, in lexicographic order.
 *
 * @throws Error that names the list and the first row which is no box.
 */
export function crossPairs(
    first: Coordinates,
    second: Coordinates,
    options: PairOptions<[Labels, Labels]>,
): Uint32s;

/** The rows without a box: those with a number that is NaN, ascending. */
export function missingRows(boxes: Coordinates, options: BoxOptions): Uint32s;

/** The number of pairs that `selfPairs` returns. */
export function countPairs(boxes: Coordinates, options: PairOptions): number;
/** The number of pairs that `crossPairs` returns. */
export function countPairs(
    first: Coordinates,
    second: Coordinates,
    options: PairOptions<[Labels, Labels]>,
): number;

export interface IndexOptions extends BoxOptions, MissingOptions {
    /**
     * How the boxes are ordered: by median `"cuts"`, by default, or along a Hilbert `"curve"`, with
     * which the build takes 0.4 to 0.6 of the time and a search up to 1.13 times as long. A curve
     * pays where questions are few. The answers are the same.
     */
    order?: "cuts" | "curve";
}

/** Answers to many questions, one after the other. */
export interface ManyIds {
    /**
     * Where the answer to each question begins in `ids`, and at the end the length of `ids`: one
     * number more than there are questions.
     */
    offsets: Uint32s;
    ids: Uint32s;
}

export interface Neighbors {
    /** The nearest boxes, by distance, then by id. */
    ids: Uint32s;
    /** How far away each is. */
    distances: Float64s;
}

export interface NeighborOptions {
    /** The largest number of boxes, by default 1; `Infinity` for all. */
    k?: number;
    /** How far away a box may be. */
    maxDistance?: number;
}

export interface CastOptions {
    /** How far the ray goes, in lengths of its direction. */
    length?: number;
}

export interface Hit {
    id: number;
    /** Where the ray meets the box, in lengths of its direction; 0 if it begins inside. */
    reach: number;
}

export interface Hits {
    ids: Uint32s;
    reaches: Float64s;
}

/**
 * A packed tree: boxes at rest, asked again and again. The id of a box is its row.
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
     * @throws Error that names the first row which is no box.
     */
    constructor(boxes: Coordinates, options: IndexOptions);

    /**
     * The index in the bytes that `data` returned, or that another binding of Broadleaf saved, or of
     * a flatbush file of version 3. Boxes of other numbers become boxes of float64.
     *
     * The bytes of a flatbush file are all checked; for other bytes, `validate` does.
     *
     * @throws Error that says what is wrong with the bytes.
     */
    static from(source: ArrayBufferLike | ArrayBufferView): Index;

    /** The number of boxes. */
    readonly length: number;
    readonly dimensions: 2 | 3;
    /** The box around all boxes; undefined if there are none. */
    readonly bounds: Float64s | undefined;
    /** A copy of the bytes of the tree, for a file. */
    readonly data: ArrayBuffer;

    /** All boxes, by id. */
    boxes(): Float64s;
    /** The ids of all boxes, ascending: their rows, without those that were left out. */
    ids(): Uint32s;

    /**
     * The index as a flatbush file, which `Flatbush.from` opens.
     *
     * @throws Error if it has 3 dimensions or no boxes, or if rows were left out of it: flatbush
     * numbers its boxes from 0 on.
     */
    toFlatbush(): ArrayBuffer;

    /** The ids of the boxes that overlap a box, ascending. */
    search(box: ArrayLike<number>): Uint32s;
    /** The same for many boxes: much less work for each than one by one. */
    searchMany(boxes: Coordinates): ManyIds;

    /** The boxes that are nearest to a point. */
    neighbors(point: ArrayLike<number>, options?: NeighborOptions): Neighbors;
    /** The same for many points: rows of 2 or 3 numbers. */
    neighborsMany(points: Coordinates, options?: NeighborOptions): ManyIds & Neighbors;

    /**
     * The first box that a ray hits, the smallest id among equally near ones; undefined if there is
     * none.
     */
    cast(
        origin: ArrayLike<number>,
        direction: ArrayLike<number>,
        options?: CastOptions,
    ): Hit | undefined;
    /** Everything that a ray hits, by reach, then by id. */
    castAll(origin: ArrayLike<number>, direction: ArrayLike<number>, options?: CastOptions): Hits;
    /**
     * The first box that each ray hits. A ray that hits nothing has the id 4294967295 and the reach
     * Infinity.
     */
    castMany(origins: Coordinates, directions: Coordinates, options?: CastOptions): Hits;

    /** All pairs within the index, a0, b0, a1, b1 and so on, in lexicographic order. */
    pairs(): Uint32s;
    /**
     * All pairs of a box here and one in an index of the same dimensions, in lexicographic order.
     */
    crossPairs(other: Index): Uint32s;
    /** The number of pairs within the index, or with another one. */
    countPairs(other?: Index): number;

    /** Reads every byte of the tree, and throws an Error if it is damaged. */
    validate(): void;

    /**
     * Frees the memory now. An index that is collected is freed, too, but only between tasks: a loop
     * that builds many without a pause has to free them. It is of no more use then, and to free it
     * again does nothing.
     */
    free(): void;
    /** The same, at the end of the block of `using`. */
    [Symbol.dispose](): void;
}
