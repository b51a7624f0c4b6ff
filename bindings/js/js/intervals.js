// Intervals on a line, also by key.

import * as a from "./arguments.js";
import { IDS, NUMBERS, copier } from "./found.js";
import { columnsOf, isList, numbered } from "./interval_lists.js";
import * as core from "./intervals_core.js";
import { checkReady, contents } from "./intervals_module.js";
import { checkRoom } from "./room.js";

export { init } from "./intervals_module.js";

/**
 * The most bytes that the module needs for each row: its columns, two sorted copies, and what the
 * answer has for it.
 */
const BYTES = 160;
const KEYS = ["by", "bBy"];
const CONDITIONS = ["closed", "minOverlap", "distance"];
const { copies, pairsOf } = copier(contents);

export function intervalPairs(first, ...rest) {
    const [second, given] = rest.length === 1 && !isList(rest[0]) ? [undefined, rest[0]] : rest;
    checkReady();
    const options = a.options(given, [...KEYS, ...CONDITIONS, "sort"]);
    const sort = a.flag("sort", options.sort, true);
    const condition = conditionOf(options);
    const [list, other] = listsOf(second === undefined ? [first] : [first, second], options);
    return pairsOf(core.pairs(list, other, new core.Condition(...condition), sort));
}

export function countIntervalOverlaps(first, second, given) {
    const options = a.options(given, [...KEYS, ...CONDITIONS]);
    const condition = conditionOf(options);
    const lists = twoLists(first, second, options);
    return copies(core.counts(...lists, new core.Condition(...condition)), "counts", [IDS])[0];
}

export function intervalCoverage(first, second, options) {
    return copies(core.coverage(...twoLists(first, second, a.options(options, KEYS))), "lengths", [NUMBERS])[0];
}

export function nearestIntervals(first, second, side, options) {
    const isAfter = a.oneOf("side", side, ["before", "after"]) === "after";
    const lists = twoLists(first, second, a.options(options, KEYS));
    const [rows, distances] = copies(core.nearest(...lists, isAfter), "rows", [IDS, NUMBERS]);
    return { rows: new Int32Array(rows.buffer), distances };
}

export function clusterIntervals(first, given) {
    checkReady();
    const { gap = 0, by } = a.options(given, ["gap", "by"]);
    const reach = gap === null ? undefined : lengthOf("gap", gap, "a number of at least 0, or null", 0);
    const [list] = listsOf([first], { by });
    const [labels, intervals] = copies(core.clusters(list, reach), "rows", [IDS, NUMBERS]);
    return { labels, intervals, ...membersOf(labels, intervals.length / 2) };
}

export function subtractIntervals(first, second, options) {
    const lists = twoLists(first, second, a.options(options, KEYS));
    const [rows, intervals] = copies(core.subtract(...lists), "parts", [IDS, NUMBERS]);
    return { rows, intervals };
}

/** The number of rows of each cluster, and the first of them. */
function membersOf(labels, count) {
    const [sizes, rows] = [new Uint32Array(count), new Uint32Array(count)];
    labels.forEach((label, row) => {
        if (sizes[label]++ === 0) rows[label] = row;
    });
    return { sizes, rows };
}

/** Two lists in the module. */
function twoLists(first, second, options) {
    checkReady();
    return listsOf([first, second], options);
}

/** One or two lists in the module, from the arguments `a` and `b`. */
function listsOf(lists, { by, bBy }) {
    const columns = lists.map((list, at) => columnsOf("ab"[at], list));
    const keys = keysOf(columns, by, bBy);
    const rows = columns.reduce((sum, [starts]) => sum + starts.length, 0);
    checkRoom(core, "a", rows, "intervals", BYTES * rows);
    return columns.map(([starts, ends], at) => new core.List(starts, ends, keys[at]));
}

function keysOf(columns, by, bBy) {
    if (columns.length === 1 && bBy !== undefined) throw new TypeError("bBy: expected a second list, too");
    if (by === undefined && bBy === undefined) return [];
    if (columns.length === 2 && (by === undefined || bBy === undefined)) {
        throw new TypeError("by and bBy go together: only one of them was given");
    }
    const given = [["by", by], ["bBy", bBy]].slice(0, columns.length);
    return numbered(given.map(([name, keys], at) => ({ name, keys, rows: columns[at][0].length })));
}

/** When two intervals are a pair, as the module takes it. */
function conditionOf({ closed, minOverlap, distance }) {
    const isClosed = a.flag("closed", closed);
    if (isClosed + (minOverlap !== undefined) + (distance !== undefined) > 1) {
        throw new TypeError("closed, minOverlap and distance exclude each other");
    }
    return [
        isClosed,
        lengthOf("minOverlap", minOverlap, "a number above 0", Number.MIN_VALUE),
        lengthOf("distance", distance, "a number of at least 0", 0),
    ];
}

/** A number that is not below the least; undefined if it is not given. */
function lengthOf(name, value, expected, least) {
    if (value === undefined || (typeof value === "number" && value >= least)) return value;
    const Problem = typeof value === "number" ? RangeError : TypeError;
    throw new Problem(`${name}: expected ${expected}, not ${a.shown(value)}`);
}
