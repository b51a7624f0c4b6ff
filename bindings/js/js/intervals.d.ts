/**
 * Intervals on a line, also by key: pairs, counts, neighbors, clusters, and what they cover.
 *
 * All functions sort the lists once, by key and start. Answers depend on the intervals alone. One
 * that does not fit into memory is a RangeError that names the number of pairs, parts or intervals.
 *
 * @example
 * import { init, intervalPairs } from "broadleaf-wasm/intervals";
 * await init();
 * const calls = Float64Array.of(9, 11, 11, 12, 9, 12); // start, end, start, end, …
 * const alarms = [Float64Array.of(10, 8), Float64Array.of(12, 10)]; // starts, ends
 * intervalPairs(calls, alarms, { by: ["a", "a", "b"], bBy: ["a", "b"] }); // [0, 0, 1, 0, 2, 1]
 */

import type { Float64s, Uint32s } from "./broadleaf.js";

/** Rows of intervals in an array that belongs to the caller. */
export type Int32s = ReturnType<typeof Int32Array.of>;
/** Typed arrays whose numbers float64 holds exactly. */
export type Numbers =
    | Float64Array
    | Float32Array
    | Int8Array
    | Uint8Array
    | Uint8ClampedArray
    | Int16Array
    | Uint16Array
    | Int32Array
    | Uint32Array;
/**
 * Numbers up to 2^53 in 64 bits, such as times in milliseconds or microseconds. One beyond that is
 * an error. Answers are float64.
 */
export type Bigs = BigInt64Array | BigUint64Array;

/**
 * Intervals: an array of rows, start 0, end 0, start 1, end 1, …, or the starts and the ends. Times
 * are numbers: `Float64Array.from(dates)` holds milliseconds.
 */
export type IntervalList = Numbers | Bigs | readonly [starts: Numbers | Bigs, ends: Numbers | Bigs];

/**
 * A key for each interval, such as chromosome, day or device. Intervals of different keys have
 * nothing in common. Numbers are compared as numbers and strings as strings. A Uint32Array is read
 * without conversion.
 */
export type Keys = Numbers | readonly (string | number)[];

export interface IntervalKeys {
    /** The keys of `a`. */
    by?: Keys;
    /** The keys of `b`. Goes together with `by`. */
    bBy?: Keys;
}

/** When two intervals are a pair. At most one of `closed`, `minOverlap` and `distance` is given. */
export interface IntervalConditions extends IntervalKeys {
    /**
     * Whether ends belong to the intervals, so that those that touch are pairs. By default,
     * intervals are half-open, `[start, end)`. One of length 0 is then a pair with those that begin
     * before it and end after it.
     */
    closed?: boolean;
    /** The least length of the common part, above 0. */
    minOverlap?: number;
    /** The largest gap between two intervals; 0 is the same as `closed`. */
    distance?: number;
}

export interface IntervalPairOptions extends IntervalConditions {
    /**
     * Whether the pairs are in lexicographic order; true by default. Otherwise, they come in the
     * order of the key and start in `a`, which is faster if that is not the order of the rows.
     */
    sort?: boolean;
}

/**
 * Loads the WebAssembly module, `intervals.wasm`. All other functions throw until this has
 * finished. Further calls cost nothing.
 *
 * Where neither downloads nor files are possible, pass the module yourself.
 */
export function init(options?: { module?: WebAssembly.Module | BufferSource }): Promise<void>;

/**
 * All pairs of an interval of `a` and one of `b` that overlap, as a flat list a0, b0, a1, b1, … of
 * rows, in lexicographic order.
 *
 * Sorts both lists and counts the partners of each row; then each pair costs one number.
 *
 * @throws RangeError that names the list, the first row with NaN or a start above its end, and its
 * numbers.
 */
export function intervalPairs(a: IntervalList, b: IntervalList, options?: IntervalPairOptions): Uint32s;
/** All pairs of overlapping intervals within one list; the smaller row of each comes first. */
export function intervalPairs(a: IntervalList, options?: Omit<IntervalPairOptions, "bBy">): Uint32s;

/** The number of intervals of `b` that each interval of `a` overlaps, without a list of pairs. */
export function countIntervalOverlaps(
    a: IntervalList,
    b: IntervalList,
    options?: IntervalConditions,
): Uint32s;

/**
 * The length of each interval of `a` that intervals of `b` cover. What several of them cover counts
 * once. A length of more than two pieces is a difference of running sums, rounded to nearest.
 */
export function intervalCoverage(a: IntervalList, b: IntervalList, options?: IntervalKeys): Float64s;

export interface NearestIntervals {
    /** The row of `b` for each row of `a`; -1 if there is none. */
    rows: Int32s;
    /** The length of the gap; NaN if there is none. */
    distances: Float64s;
}

/**
 * For each interval of `a`, the nearest one of `b` on one side: `"before"`, the one that ends last
 * of those that end at or before the start; `"after"`, the one that starts first of those that
 * start at or after the end. Of several, the smallest row.
 */
export function nearestIntervals(
    a: IntervalList,
    b: IntervalList,
    side: "before" | "after",
    options?: IntervalKeys,
): NearestIntervals;

export interface ClusterOptions {
    /**
     * The largest gap that connects two intervals. With 0, the default, they overlap or touch; with
     * null, they overlap.
     */
    gap?: number | null;
    /** A key for each interval: only those of equal keys are connected. */
    by?: Keys;
}

/** Clusters of intervals, sorted by key and start. Of keys, numbers come before strings. */
export interface IntervalClusters {
    /** The cluster of each row. */
    labels: Uint32s;
    /** The start and the end of each cluster, as rows. */
    intervals: Float64s;
    /** The number of rows in each cluster. */
    sizes: Uint32s;
    /** The first row of each cluster, which has its key. */
    rows: Uint32s;
}

/** Merges intervals that overlap, touch or are near each other into clusters. */
export function clusterIntervals(a: IntervalList, options?: ClusterOptions): IntervalClusters;

export interface IntervalParts {
    /** The row of `a` that each part belongs to. */
    rows: Uint32s;
    /** The start and the end of each part, as rows. */
    intervals: Float64s;
}

/**
 * The parts of the intervals of `a` that no interval of `b` covers, by row and start. If the rows
 * of `a` are bounds, such as whole days or chromosomes, the parts are the complement of `b`.
 */
export function subtractIntervals(a: IntervalList, b: IntervalList, options?: IntervalKeys): IntervalParts;
