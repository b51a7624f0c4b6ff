/** Broad phases for moving boxes, in 2D and 3D. */

import type { BoxOptions, Coordinates, Float64s, Uint32s } from "./broadleaf.js";

/** Ids of boxes, in an array that belongs to the caller. */
export type Ids = ReturnType<typeof BigUint64Array.of>;

/**
 * Loads the WebAssembly module. All other functions throw until this has finished. Further calls
 * cost nothing.
 *
 * Where neither downloads nor files are possible, pass the module `broad_phase.wasm` yourself.
 */
export function init(options?: { module?: WebAssembly.Module | BufferSource }): Promise<void>;

export interface BroadPhaseOptions extends BoxOptions {
    /**
     * How far the fat box around each box extends beyond it. Pairs are pairs of fat boxes, so a box
     * can move a little at almost no cost. 0 gives exact pairs. The default is an eighth of the
     * longest side of each box, which suits coordinates of any scale, and more in the direction of
     * motion.
     */
    margin?: number;
    /** How many displacements ahead the fat box reaches, unless the margin is 0; 2 by default. */
    prediction?: number;
    /** How many steps the broad phase keeps for `rewind`; 0 by default. */
    history?: number;
}

export interface ProxyOptions {
    /**
     * `"dynamic"` boxes form pairs with all boxes, `"kinematic"` and `"static"` boxes only with
     * dynamic ones. Static boxes should rarely move.
     */
    mobility?: "dynamic" | "kinematic" | "static";
    /**
     * The categories of the boxes, 32 bits, signed or not; all by default. -1 and 4294967295 are
     * the same bits.
     */
    category?: number;
    /** The categories that they form pairs with, 32 bits, signed or not; all by default. */
    mask?: number;
    /**
     * Two boxes of the same group other than 0 form a pair if it is positive, and none if it is
     * negative, whatever their categories. A signed number of 32 bits; 0 by default.
     */
    group?: number;
}

/** Pairs of ids as a flat list a0, b0, a1, b1, …, in lexicographic order. */
export interface Events {
    begun: Ids;
    ended: Ids;
}

/**
 * Boxes that are added, moved and removed; each step reports the pairs that began and ended.
 *
 * A broad phase is deterministic: the same calls give the same ids, events and hashes on every
 * machine.
 *
 * An id is a BigInt made of a slot and a generation, and is never reused. `BroadPhase.slots` are
 * small numbers to index arrays with: a broad phase of n boxes that were created together has the
 * slots 0 to n - 1.
 */
export class BroadPhase {
    constructor(options: BroadPhaseOptions);

    /** Restores a broad phase that `save` saved. */
    static restore(
        source: ArrayBufferLike | ArrayBufferView,
        options?: { history?: number },
    ): BroadPhase;

    /** Small numbers, different for all boxes that exist at the same time. */
    static slots(ids: BigUint64Array): Uint32s;

    /** The number of boxes. */
    readonly length: number;
    readonly dimensions: 2 | 3;
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
    move(ids: BigUint64Array, boxes: Coordinates, options?: { displacements?: Coordinates }): void;

    /**
     * Removes boxes. Their pairs end in the next step.
     *
     * @throws Error that names an id without a box; no box is removed then.
     */
    remove(ids: BigUint64Array): void;

    /**
     * Ends a frame, and returns the pairs that began and ended in it.
     *
     * @throws RangeError if it has to compare more than 16,777,216 pairs, or more than fit into
     * memory. Nothing has changed then: boxes can be moved or removed, and the frame ended.
     */
    step(): Events;

    /** Whether there is a box with this id. */
    has(id: bigint): boolean;
    /** The ids of all boxes, by slot. */
    ids(): Ids;
    /** The boxes with these ids, or all by slot; with `fat` the fat ones. */
    boxes(ids?: BigUint64Array, options?: { fat?: boolean }): Float64s;
    /**
     * All pairs whose fat boxes overlap, the sum of all events so far, in the order of events.
     *
     * @throws RangeError if there are more than 16,777,216 pairs, or more than fit into memory.
     */
    pairs(): Ids;
    /** The `pairs` whose boxes overlap even without their margins. */
    tightPairs(): Ids;
    /** The ids of the boxes that overlap a box, by slot. */
    search(box: ArrayLike<number>): Ids;

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
