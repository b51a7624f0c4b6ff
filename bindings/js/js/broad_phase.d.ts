/** Broad phases for moving boxes, in 2D and 3D: events, pairs, and queries. */

import type {
    BoxOptions,
    Coordinates,
    Float64s,
    Hit,
    Labels,
    NeighborOptions,
    Uint32s,
} from "./broadleaf.js";

export type { Hit, NeighborOptions } from "./broadleaf.js";

/**
 * Ids of boxes: whole numbers, exact, in an array that belongs to the caller.
 *
 * An id is a slot below 2^25, plus 2^25 times the number of boxes that had the slot before. So the
 * ids of n boxes that were created together are 0 to n - 1. An id is not reused before its slot has
 * had 268,435,456 boxes, unless `rewind` undoes its creation: drop such ids. `id & 0x1ffffff` is the
 * slot, as is `BroadPhase.slots`. Lists are in the order of slots, then of ids.
 */
export type Ids = Float64s;
/** Ids as arguments: a Float64Array, as in answers, or an array of numbers. */
export type IdList = Float64Array | readonly number[];
/** A number from 0 to 255 for each query, in an array that belongs to the caller. */
export type Uint8s = ReturnType<typeof Uint8Array.of>;

/**
 * Loads the WebAssembly module: `broad_phase_simd128.wasm` if the engine has the vector
 * instructions of WebAssembly, and `broad_phase.wasm` otherwise. Both give the same answers. All
 * other functions throw until this has finished. Further calls cost nothing.
 *
 * Where neither downloads nor files are possible, pass one of the modules yourself.
 */
export function init(options?: { module?: WebAssembly.Module | BufferSource }): Promise<void>;

export interface BroadPhaseOptions extends BoxOptions {
    /**
     * How far the fat box around each box extends beyond it, in units of the coordinates. Pairs are
     * pairs of fat boxes, so a box can move a little at almost no cost. 0 gives exact pairs. The
     * default is an eighth of the longest side of each box, which suits coordinates of any scale,
     * and more in the direction of motion.
     */
    margin?: number;
    /** How many displacements ahead the fat box reaches, unless the margin is 0; 2 by default. */
    prediction?: number;
    /** How many steps the broad phase keeps for `rewind`; 0 by default. */
    history?: number;
}

/**
 * How boxes move. `"dynamic"` and `"sleeping"` boxes form pairs with all boxes, `"kinematic"` and
 * `"static"` boxes only with dynamic and sleeping ones. A sleeping box keeps its pairs and costs
 * nothing while it rests. Static boxes have no margin and should rarely move.
 */
export type Mobility = "dynamic" | "kinematic" | "static" | "sleeping";

/**
 * Labels, which decide which boxes form pairs. Two boxes of the same group other than 0 form a pair
 * if the group is positive, and none if it is negative, whatever their categories. In all other
 * cases the categories of each box must share a bit with the mask of the other.
 */
export interface Filter {
    /** The categories of a box, one in each bit; all 32 by default. */
    category: number;
    /** The categories that it forms pairs with; all by default. */
    mask: number;
    /** A signed number of 32 bits; 0, the default, is no group. */
    group: number;
}

/**
 * Labels of several boxes: each one number for all, or a list with a number for each box. Numbers
 * have 32 bits, signed or not: -1 and 4294967295 are the same bits. A group is signed.
 */
export interface FilterOptions {
    category?: number | Labels;
    mask?: number | Labels;
    group?: number | Labels;
}

export interface ProxyOptions extends FilterOptions {
    /** `"dynamic"` by default. */
    mobility?: Mobility;
}

/**
 * Which boxes a query finds; all by default. With a category, a mask or a group, the query finds
 * the boxes that would form a pair with a box of these labels, whatever their mobilities.
 */
export interface QueryOptions extends Partial<Filter> {
    /** The id of a box that is not found, or -1 for none. */
    except?: number;
    /**
     * Whether the masks of the boxes are ignored: the mask of the query must share a bit with the
     * categories of a box, not the other way around. False by default.
     */
    oneWay?: boolean;
}

/** `QueryOptions` of many queries: each one value for all, or a list with one for each. */
export interface QueriesOptions extends FilterOptions {
    except?: number | IdList;
    oneWay?: boolean;
}

export interface CastLength {
    /** The length of a ray or of the way of a box, in multiples of the direction. */
    length?: number;
}

/** Pairs of ids as a flat list a0, b0, a1, b1, …, in lexicographic order of slots. */
export interface Events {
    begun: Ids;
    ended: Ids;
}

/** The boxes that were hit: ids and reaches. */
export interface BoxHits {
    ids: Ids;
    reaches: Float64s;
}

/** The nearest boxes, by distance, then by slot. */
export interface NearBoxes {
    ids: Ids;
    /** The distance of each box, in units of the coordinates. */
    distances: Float64s;
}

/** The answers to many queries, concatenated. */
export interface Offsets {
    /**
     * Where the answer to each query begins in the other lists, and finally their length: one
     * number more than there are queries.
     */
    offsets: Uint32s;
}

/**
 * Boxes that are added, moved and removed; each step reports the pairs that began and ended, and
 * queries find boxes by windows, rays, moving boxes and distance.
 *
 * A broad phase is deterministic: the same calls give the same ids, events and hashes on every
 * machine. Queries compare the boxes themselves, without margins, as they are at the call; they
 * need no step.
 *
 * An error about a row names the argument, the row and the value, and nothing has changed then.
 *
 * @example
 * ```js
 * const [ALLY, ENEMY] = [1, 2];
 * const broadPhase = new BroadPhase({ dimensions: 2 });
 * const ids = broadPhase.create(Float64Array.of(0, 0, 1, 1, 3, 0, 4, 1), { category: [ALLY, ENEMY] });
 * broadPhase.step().begun; // Float64Array []
 * broadPhase.neighbors([0.5, 0.5], { mask: ENEMY }).ids; // Float64Array [1]
 * broadPhase.cast([0.5, 0.5], [1, 0], { except: ids[0] }); // { id: 1, reach: 2.5 }
 * ```
 */
export class BroadPhase {
    constructor(options: BroadPhaseOptions);

    /**
     * Restores a broad phase that `save` saved.
     *
     * @throws Error that says what is wrong with the bytes.
     */
    static restore(
        source: ArrayBufferLike | ArrayBufferView,
        options?: { history?: number },
    ): BroadPhase;

    /**
     * The slots of ids: small numbers, different for all boxes that exist at the same time, to
     * index your own arrays with.
     */
    static slots(ids: IdList): Uint32s;

    /** The number of boxes. */
    readonly length: number;
    readonly dimensions: 2 | 3;
    /** The box around all boxes; undefined without boxes. Takes O(n). */
    readonly bounds: Float64s | undefined;
    /** How many steps the broad phase has made. */
    readonly frame: number;
    /** The number of steps that `rewind` can go back. */
    readonly history: number;
    /** A hash of all state that affects later events, equal on all machines. */
    readonly stateHash: bigint;

    /**
     * Adds boxes and returns their ids.
     *
     * @throws Error that names the first row that is not a box, or an option with an invalid value;
     * no box is added then.
     */
    create(boxes: Coordinates, options?: ProxyOptions): Ids;

    /**
     * Moves boxes to new positions, one box for each id. Displacements are finite rows of 2 or 3
     * numbers: how far each box will probably move until the next call.
     *
     * @throws Error that names the first row that is not a box or a displacement, or an id without
     * a box; no box is moved then.
     */
    move(ids: IdList, boxes: Coordinates, options?: { displacements?: Coordinates }): void;

    /**
     * Removes boxes. Their pairs end in the next step.
     *
     * @throws Error that names an id without a box; no box is removed then.
     */
    remove(ids: IdList): void;

    /**
     * Replaces labels of boxes; those that are not given stay. Pairs begin and end accordingly in
     * the next step, and queries use the new labels at once.
     */
    setFilter(ids: IdList, labels: FilterOptions): void;

    /** Replaces the mobility of boxes. Pairs begin and end accordingly in the next step. */
    setMobility(ids: IdList, mobility: Mobility): void;

    /**
     * Ends a frame, and returns the pairs that began and ended in it. An ended pair can contain ids
     * of removed boxes.
     *
     * @throws RangeError if it has to compare more than 16,777,216 pairs, or more than fit into
     * memory. Nothing has changed then: boxes can be moved or removed, and the frame ended.
     */
    step(): Events;

    /** Whether there is a box with this id. */
    has(id: number): boolean;
    /** The ids of all boxes, by slot. */
    ids(): Ids;
    /** The boxes with these ids, or all by slot; with `fat` the fat ones. */
    boxes(ids?: IdList, options?: { fat?: boolean }): Float64s;
    /** The labels of a box; undefined if there is none with this id. */
    filter(id: number): Filter | undefined;
    /** The mobility of a box; undefined if there is none with this id. */
    mobility(id: number): Mobility | undefined;

    /**
     * All pairs whose fat boxes overlap, the sum of all events so far, in the order of events.
     *
     * @throws RangeError if there are more than 16,777,216 pairs, or more than fit into memory.
     */
    pairs(): Ids;
    /** The `pairs` whose boxes overlap even without their margins. */
    tightPairs(): Ids;
    /** The `pairs` with at least one of these boxes, each once, in the order of `pairs`. */
    pairsOf(ids: IdList): Ids;

    /** The ids of the boxes that overlap a box, by slot. */
    search(box: ArrayLike<number>, options?: QueryOptions): Ids;
    /** Searches for many boxes at once, with less work for each. */
    searchMany(boxes: Coordinates, options?: QueriesOptions): Offsets & { ids: Ids };

    /**
     * The first box that a ray hits, or that a moving box touches: `origin` is a point of 2 or 3
     * numbers or a box of 4 or 6, all finite. The smallest slot if several are hit at once;
     * undefined for a miss.
     */
    cast(
        origin: ArrayLike<number>,
        direction: ArrayLike<number>,
        options?: QueryOptions & CastLength,
    ): Hit | undefined;
    /** All boxes that a ray or a moving box hits, by reach, then by slot. */
    castAll(
        origin: ArrayLike<number>,
        direction: ArrayLike<number>,
        options?: QueryOptions & CastLength,
    ): BoxHits;
    /** Whether a ray or a moving box hits any box: faster than `cast` where something is hit. */
    anyHit(
        origin: ArrayLike<number>,
        direction: ArrayLike<number>,
        options?: QueryOptions & CastLength,
    ): boolean;
    /**
     * The first box that each of many rays or moving boxes hits. `origins` has a point, or a box,
     * for each direction. A miss has the id -1 and the reach Infinity.
     */
    castMany(
        origins: Coordinates,
        directions: Coordinates,
        options?: QueriesOptions & CastLength,
    ): BoxHits;
    /** 1 for each ray or moving box that hits any box, 0 for the others: lines of sight. */
    anyHitMany(
        origins: Coordinates,
        directions: Coordinates,
        options?: QueriesOptions & CastLength,
    ): Uint8s;

    /**
     * What a box first touches when it is displaced: a `cast` of the box with its own labels that
     * does not find the box itself. The reach is the part of the displacement, from 0 to 1, 0 if it
     * touches at once; undefined if the way is free. The box does not move.
     *
     * @throws RangeError if the box is infinite.
     */
    sweep(id: number, displacement: ArrayLike<number>): Hit | undefined;
    /** `sweep` of many boxes. A free way has the id -1 and the reach Infinity. */
    sweepMany(ids: IdList, displacements: Coordinates): BoxHits;

    /**
     * The boxes nearest to a point of 2 or 3 numbers, or to a box of 4 or 6, by distance, then by
     * slot. With `k: Infinity` and a `maxDistance`, all within the distance.
     */
    neighbors(place: ArrayLike<number>, options?: QueryOptions & NeighborOptions): NearBoxes;
    /** The boxes nearest to each of many points: rows of 2 or 3 numbers. */
    neighborsMany(points: Coordinates, options?: QueriesOptions & NeighborOptions): Offsets & NearBoxes;

    /** Sets the number of steps that are kept from this call on, for `rewind`. */
    remember(steps: number): void;
    /**
     * Goes back to the end of the step `steps` steps ago, 1 by default; 0 undoes the changes after
     * the last step. This restores the boxes, the ids, the hash and the events to come.
     *
     * @throws Error if the broad phase does not keep that many steps; nothing changes then.
     */
    rewind(steps?: number): void;

    /** Makes later steps faster, without a change to any answer. */
    optimize(): void;

    /** The broad phase as bytes, the same on every machine, without the steps kept for `rewind`. */
    save(): ReturnType<typeof Uint8Array.of>;

    /**
     * Frees the memory at once. A garbage-collected broad phase is freed as well, but only between
     * tasks, so a loop that makes many without a pause must free them. A freed broad phase cannot
     * be used; freeing it again does nothing.
     */
    free(): void;
    /** Calls `free` at the end of a `using` block. */
    [Symbol.dispose](): void;
}
