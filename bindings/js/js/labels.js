// Labels of boxes, and the filters of queries by them.

import * as a from "./arguments.js";
import { checkId, idsOf } from "./ids.js";

const ALL = 0xffff_ffff;
/** The category, mask and group of a box without labels. */
const DEFAULTS = [ALL, ALL, 0];
/** The options of labels, and of queries by labels. */
export const LABELS = ["category", "mask", "group"];
export const FILTER = [...LABELS, "except", "oneWay"];

/** A label: one for all of some rows, or a list with one for each; undefined if it is not given. */
function label(name, value, rows, check, type) {
    if (value === undefined) return undefined;
    if (typeof value === "number") return check(name, value);
    if (rows === undefined) throw new TypeError(`${name}: expected a number, not ${a.typeOf(value)}`);
    if (value === null || typeof value !== "object" || value.length !== rows) {
        const given = typeof value !== "object" || value?.length === undefined ? a.typeOf(value) : `${value.length} numbers`;
        throw new TypeError(`${name}: expected a number, or a number for each of ${rows} rows, not ${given}`);
    }
    // Every number of this type is a label.
    if (a.typeOf(value) === type) return value;
    for (let row = 0; row < rows; row++) {
        if ((value[row] | 0) !== value[row]) check(`${name}: row ${row}`, value[row]);
    }
    return value;
}

/**
 * The category, mask and group of some rows; undefined if none is given. Without a number of rows,
 * each is one number.
 */
export function labelsOf({ category, mask, group }, rows) {
    if (category === undefined && mask === undefined && group === undefined) return undefined;
    return [
        label("category", category, rows, a.bits, "Uint32Array"),
        label("mask", mask, rows, a.bits, "Uint32Array"),
        label("group", group, rows, a.int32, "Int32Array"),
    ];
}

/** How many numbers the labels of some rows take in the module. */
export function labelCount(labels, rows) {
    if (labels === undefined) return 0;
    return labels.some((label) => typeof label === "object") ? 3 * rows : 3;
}

/** Writes labels to the memory of the module, those that are not given as the default. */
export function writeLabels(words, at, count, labels) {
    labels.forEach((label, column) => {
        const isList = typeof label === "object";
        const one = label ?? DEFAULTS[column];
        for (let to = column, row = 0; to < count; to += 3) words[at + to] = isList ? label[row++] : one;
    });
}

/** The bits of the labels that are not given: 1, 2 and 4. */
export function missingBits(labels) {
    return labels.reduce((bits, label, at) => (label === undefined ? bits | (1 << at) : bits), 0);
}

/** No box is excluded. */
const NO_IDS = [];

/**
 * Which boxes a query finds, from its options: the filter of the query, and boxes that it excludes.
 * Without a number of rows, there is one query.
 */
export function filterOf(options, rows) {
    const { except, oneWay } = options;
    const isOneWay = a.flag("oneWay", oneWay);
    const labels = labelsOf(options, rows) ?? (isOneWay ? [undefined, undefined, undefined] : undefined);
    return { labels, except: exceptions(except, rows), isOneWay };
}

function exceptions(except, rows) {
    if (except === undefined) return NO_IDS;
    if (typeof except === "number" || rows === undefined) return [checkId("except", except)];
    const ids = idsOf("except", except);
    if (ids.length === rows) return ids;
    throw new RangeError(`except: expected an id, or an id for each of ${rows} queries, not ${ids.length}`);
}
