/**
 * All pairs of overlapping boxes, spatial queries and collision worlds in 2D and 3D.
 *
 * Boxes are closed: two that only touch overlap. Answers depend on nothing but the boxes.
 */

/**
 * Coordinates. Boxes are rows of four numbers, min x, min y, max x, max y, or of six, min x, min y,
 * min z, max x, max y, max z.
 *
 * A Float32Array is computed with as it is. An Int32Array is converted to a Float64Array, which
 * holds every number of it.
 */
export type Coordinates = Float32Array | Float64Array | Int32Array;

/** The type of the coordinates that a structure holds. */
export type CoordinateType = "float32" | "float64";

/** How many numbers a box has. */
export interface BoxOptions {
    /** The number of axes. A box has twice as many numbers. */
    dimensions: 2 | 3;
}

export interface PairOptions extends BoxOptions {
    /**
     * Whether the pairs are in lexicographic order. If not, which is the default, they come in an
     * order that depends on the boxes alone, and sooner.
     */
    sorted?: boolean;
}

/**
 * Loads the WebAssembly module. Everything else works once this has finished; until then it throws.
 * Calling it again costs nothing.
 *
 * The engine's features decide which module is loaded. Pass one yourself where neither downloads
 * nor files are possible.
 */
export function init(options?: { module?: WebAssembly.Module | BufferSource }): Promise<void>;

/**
 * All pairs of boxes that overlap, one after the other: a0, b0, a1, b1 and so on, where a and b are
 * rows and a < b.
 *
 * Costs O(boxes + pairs) where the boxes are spread evenly.
 *
 * @throws Error that names the first row which is no box: NaN, or a minimum above the maximum.
 */
export function selfPairs(boxes: Coordinates, options: PairOptions): Uint32Array;

/**
 * All pairs of a box in `first` and a box in `second` that overlap, one after the other: a0, b0, a1,
 * b1 and so on, where a is a row of `first` and b one of `second`.
 *
 * @throws Error that names the list and the first row which is no box.
 */
export function crossPairs(
    first: Coordinates,
    second: Coordinates,
    options: PairOptions,
): Uint32Array;

/** The number of pairs that `selfPairs` returns. */
export function countPairs(boxes: Coordinates, options: BoxOptions): number;
/** The number of pairs that `crossPairs` returns. */
export function countPairs(first: Coordinates, second: Coordinates, options: BoxOptions): number;

/** Answers to many questions, one after the other. */
export interface ManyIds {
    /**
     * Where the answer to each question begins in `ids`, and at the end the length of `ids`: one
     * number more than there are questions.
     */
    offsets: Uint32Array;
    ids: Uint32Array;
}

export interface Neighbors {
    /** The nearest boxes, by distance, then by id. */
    ids: Uint32Array;
    /** How far away each is. */
    distances: Float64Array;
}

export interface NeighborOptions {
    /** The largest number of boxes, by default 1. */
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
    ids: Uint32Array;
    reaches: Float64Array;
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
    constructor(boxes: Coordinates, options: BoxOptions);

    /**
     * The index in the bytes that `data` returned, or that another binding of Broadleaf saved, or of
     * a flatbush file of version 3. Boxes of integers become boxes of float64.
     *
     * The bytes of a flatbush file are all checked; for other bytes, `validate` does.
     *
     * @throws Error that says what is wrong with the bytes.
     */
    static from(source: ArrayBufferLike | ArrayBufferView): Index;

    /** The number of boxes. */
    readonly length: number;
    readonly dimensions: 2 | 3;
    readonly type: CoordinateType;
    /** The box around all boxes; undefined if there are none. */
    readonly bounds: Float32Array | Float64Array | undefined;
    /** A copy of the bytes of the tree, for a file. */
    readonly data: ArrayBuffer;

    /** All boxes, by id. */
    boxes(): Float32Array | Float64Array;

    /**
     * The index as a flatbush file, which `Flatbush.from` opens.
     *
     * @throws Error if it has 3 dimensions.
     */
    toFlatbush(): ArrayBuffer;

    /** The ids of the boxes that overlap a box, ascending. */
    search(box: ArrayLike<number>): Uint32Array;
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
    selfPairs(): Uint32Array;
    /** All pairs of a box here and one in an index of the same type, in lexicographic order. */
    crossPairs(other: Index): Uint32Array;
    /** The number of pairs within the index, or with another one. */
    countPairs(other?: Index): number;

    /** Reads every byte of the tree, and throws an Error if it is damaged. */
    validate(): void;

    /** Frees the memory now and not when the index is collected. It is of no more use then. */
    free(): void;
}

export interface WorldOptions extends BoxOptions {
    /** The type of the coordinates, by default "float64". */
    type?: CoordinateType;
    /**
     * How far the fat box of a box reaches beyond it. Pairs are those of fat boxes, so that a box can
     * move a little at almost no cost. 0 is for exact pairs; by default 0.1, and ahead in the
     * direction of the motion.
     */
    margin?: number;
    /** How many times a displacement the fat box reaches ahead, if there is a margin; by default 2. */
    prediction?: number;
    /** How many steps the world remembers, for `rewind`; by default 0. */
    history?: number;
}

export interface ProxyOptions {
    /**
     * "dynamic" boxes form pairs with all, "kinematic" and "static" ones with dynamic ones only.
     * Static boxes should rarely move.
     */
    mobility?: "dynamic" | "kinematic" | "static";
    /** 32 bits: the categories of the boxes; by default all. */
    category?: number;
    /** 32 bits: the categories that they form pairs with; by default all. */
    mask?: number;
    /**
     * Two boxes of the same group other than 0 form a pair if it is positive, and none if it is
     * negative, whatever their categories are.
     */
    group?: number;
}

/** Pairs of ids, one after the other: a0, b0, a1, b1 and so on, in lexicographic order. */
export interface Events {
    begun: BigUint64Array;
    ended: BigUint64Array;
}

/**
 * Boxes that come, move and go; each step reports the pairs that began and ended.
 *
 * A world is deterministic: the same calls give the same ids, events and hashes on every machine.
 *
 * An id is a BigInt of a slot and a generation and is never used again. `World.slots` are small
 * numbers, to index arrays with: a world of n boxes that were created together has the slots 0 to
 * n - 1.
 */
export class World {
    constructor(options: WorldOptions);

    /** The world that was saved. */
    static restore(
        source: ArrayBufferLike | ArrayBufferView,
        options?: { history?: number },
    ): World;

    /** Small numbers, different for all boxes that exist at the same time. */
    static slots(ids: BigUint64Array): Uint32Array;

    /** The number of boxes. */
    readonly length: number;
    readonly dimensions: 2 | 3;
    readonly type: CoordinateType;
    /** The number of steps. */
    readonly frame: number;
    /** The number of steps that `rewind` can go back. */
    readonly history: number;
    /** A hash of everything that decides about later events, equal on all machines. */
    readonly stateHash: bigint;

    /** Adds boxes and returns their ids. */
    create(boxes: Coordinates, options?: ProxyOptions): BigUint64Array;

    /**
     * Gives boxes new places: a box for each id. Displacements, rows of 2 or 3 numbers, say how far
     * each box will probably move until the next call.
     *
     * @throws Error that names the first row which is no box, or an id of no box; nothing is moved
     * then.
     */
    move(ids: BigUint64Array, boxes: Coordinates, options?: { displacements?: Coordinates }): void;

    /**
     * Removes boxes. Their pairs end in the next step.
     *
     * @throws Error that names an id of no box; nothing is removed then.
     */
    remove(ids: BigUint64Array): void;

    /** Ends a frame, and returns the pairs that began and ended since the last one. */
    step(): Events;

    /** Whether there is a box with this id. */
    has(id: bigint): boolean;
    /** The ids of all boxes, by slot. */
    ids(): BigUint64Array;
    /** The boxes with these ids, or all by slot; with `fat` the fat ones. */
    boxes(ids?: BigUint64Array, options?: { fat?: boolean }): Float32Array | Float64Array;
    /** All pairs of boxes that overlap now; with `fat` those of fat boxes, as in events. */
    pairs(options?: { fat?: boolean }): BigUint64Array;
    /** The ids of the boxes that overlap a box. */
    search(box: ArrayLike<number>): BigUint64Array;

    /** From now on remembers this number of steps. */
    remember(steps: number): void;
    /**
     * Goes back to the end of the step `steps` steps ago, by default 1; 0 undoes what changed since
     * the last one. Everything is as it was: boxes, ids, events to come, the hash.
     *
     * @throws Error if the world does not remember that many steps; nothing changes then.
     */
    rewind(steps?: number): void;

    /** Makes later steps faster. Never changes an answer. */
    optimize(): void;

    /** The world as bytes that mean the same on every machine, without remembered steps. */
    save(): Uint8Array;

    /** Frees the memory now and not when the world is collected. It is of no more use then. */
    free(): void;
}
