/** Broad phases of moving boxes, in 2D and 3D. */

import type { BoxOptions, Coordinates, Float64s, Uint32s } from "./broadleaf.js";

/** Ids of boxes, in an array of the caller's own. */
export type Ids = ReturnType<typeof BigUint64Array.of>;

/**
 * Loads the WebAssembly module. Everything else works once this has finished; until then it throws.
 * Calling it again costs nothing.
 *
 * Pass the module of the file `broad_phase.wasm` yourself where neither downloads nor files are possible.
 */
export function init(options?: { module?: WebAssembly.Module | BufferSource }): Promise<void>;

export interface BroadPhaseOptions extends BoxOptions {
    /**
     * How far the fat box of a box reaches beyond it. Pairs are those of fat boxes, so that a box can
     * move a little at almost no cost. 0 is for exact pairs. By default an eighth of the longest side
     * of each box, which suits coordinates of any scale, and ahead in the direction of the motion.
     */
    margin?: number;
    /** How many times a displacement the fat box reaches ahead, if there is a margin; by default 2. */
    prediction?: number;
    /** How many steps the broad phase remembers, for `rewind`; by default 0. */
    history?: number;
}

export interface ProxyOptions {
    /**
     * "dynamic" boxes form pairs with all, "kinematic" and "static" ones with dynamic ones only.
     * Static boxes should rarely move.
     */
    mobility?: "dynamic" | "kinematic" | "static";
    /**
     * 32 bits, signed or not: the categories of the boxes; by default all. -1 and 4294967295 are the
     * same bits.
     */
    category?: number;
    /** 32 bits, signed or not: the categories that they form pairs with; by default all. */
    mask?: number;
    /**
     * Two boxes of the same group other than 0 form a pair if it is positive, and none if it is
     * negative, whatever their categories are. A signed number of 32 bits, by default 0.
     */
    group?: number;
}

/** Pairs of ids, one after the other: a0, b0, a1, b1 and so on, in lexicographic order. */
export interface Events {
    begun: Ids;
    ended: Ids;
}

/**
 * Boxes that come, move and go; each step reports the pairs that began and ended.
 *
 * A broad phase is deterministic: the same calls give the same ids, events and hashes on every machine.
 *
 * An id is a BigInt of a slot and a generation and is never used again. `BroadPhase.slots` are small
 * numbers, to index arrays with: a broad phase of n boxes that were created together has the slots 0 to
 * n - 1.
 */
export class BroadPhase {
    constructor(options: BroadPhaseOptions);

    /** The broad phase that was saved. */
    static restore(
        source: ArrayBufferLike | ArrayBufferView,
        options?: { history?: number },
    ): BroadPhase;

    /** Small numbers, different for all boxes that exist at the same time. */
    static slots(ids: BigUint64Array): Uint32s;

    /** The number of boxes. */
    readonly length: number;
    readonly dimensions: 2 | 3;
    /** The number of steps. */
    readonly frame: number;
    /** The number of steps that `rewind` can go back. */
    readonly history: number;
    /** A hash of everything that decides about later events, equal on all machines. */
    readonly stateHash: bigint;

    /**
     * Adds boxes and returns their ids.
     *
     * @throws Error that names the first row which is no box, or the option with a value that is no
     * label; nothing is added then.
     */
    create(boxes: Coordinates, options?: ProxyOptions): Ids;

    /**
     * Gives boxes new places: a box for each id. Displacements, rows of 2 or 3 numbers, say how far
     * each box will probably move until the next call; they are finite.
     *
     * @throws Error that names the first row which is no box or no displacement, or an id of no box;
     * nothing is moved then.
     */
    move(ids: BigUint64Array, boxes: Coordinates, options?: { displacements?: Coordinates }): void;

    /**
     * Removes boxes. Their pairs end in the next step.
     *
     * @throws Error that names an id of no box; nothing is removed then.
     */
    remove(ids: BigUint64Array): void;

    /**
     * Ends a frame, and returns the pairs that began and ended since the last one.
     *
     * @throws RangeError if it had to look at more than 16,777,216 pairs, or at more than there is
     * memory for. Nothing has changed then: the boxes can be moved or removed, and the frame ended.
     */
    step(): Events;

    /** Whether there is a box with this id. */
    has(id: bigint): boolean;
    /** The ids of all boxes, by slot. */
    ids(): Ids;
    /** The boxes with these ids, or all by slot; with `fat` the fat ones. */
    boxes(ids?: BigUint64Array, options?: { fat?: boolean }): Float64s;
    /**
     * All pairs that the events amount to, those whose fat boxes overlap, in the order of events.
     *
     * @throws RangeError if there are more than 16,777,216, or more than there is memory for.
     */
    pairs(): Ids;
    /** The `pairs` whose own boxes overlap: without what the margin adds. */
    tightPairs(): Ids;
    /** The ids of the boxes that overlap a box, by slot. */
    search(box: ArrayLike<number>): Ids;

    /** From now on remembers this number of steps. */
    remember(steps: number): void;
    /**
     * Goes back to the end of the step `steps` steps ago, by default 1; 0 undoes what changed since
     * the last one. Everything is as it was: boxes, ids, events to come, the hash.
     *
     * @throws Error if the broad phase does not remember that many steps; nothing changes then.
     */
    rewind(steps?: number): void;

    /** Makes later steps faster. Never changes an answer. */
    optimize(): void;

    /** The broad phase as bytes that mean the same on every machine, without remembered steps. */
    save(): ReturnType<typeof Uint8Array.of>;

    /**
     * Frees the memory now. A broad phase that is collected is freed, too, but only between tasks: a loop
     * that makes many without a pause has to free them. It is of no more use then, and to free it
     * again does nothing.
     */
    free(): void;
    /** The same, at the end of the block of `using`. */
    [Symbol.dispose](): void;
}
