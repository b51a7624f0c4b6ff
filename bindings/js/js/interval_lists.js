// Checks and conversions of lists of intervals and of their keys.

import * as a from "./arguments.js";

/** Whether an argument is meant to be a list, not options. */
export function isList(value) {
    return Array.isArray(value) || ArrayBuffer.isView(value);
}

/** The starts and the ends of a list, checked. */
export function columnsOf(name, list) {
    const [starts, ends] = Array.isArray(list) && list.length === 2 ? twoColumns(name, list) : split(name, list);
    for (let row = 0; row < starts.length; row++) {
        const [start, end] = [starts[row], ends[row]];
        if (start <= end) continue;
        const problem = start > end ? `start ${start} is above end ${end}` : `not a number: start ${start}, end ${end}`;
        throw new RangeError(`${name}: row ${row}: ${problem}`);
    }
    return [starts, ends];
}

function twoColumns(name, list) {
    const [starts, ends] = ["starts", "ends"].map((column, at) => numbersOf(`${name}: ${column}`, list[at], 1));
    if (starts.length !== ends.length) {
        throw new RangeError(`${name}: expected as many ends as starts, ${starts.length}, not ${ends.length}`);
    }
    return [starts, ends];
}

/** The columns of rows. */
function split(name, list) {
    if (!ArrayBuffer.isView(list)) {
        throw new TypeError(`${name}: expected a typed array of rows, or of starts and of ends, not ${a.typeOf(list)}`);
    }
    const numbers = numbersOf(name, list, 2);
    a.checkRows(name, numbers, 2);
    const columns = [0, 1].map(() => new Float64Array(numbers.length / 2));
    columns.forEach((column, at) => {
        for (let row = 0; row < column.length; row++) column[row] = numbers[2 * row + at];
    });
    return columns;
}

/** The numbers of a typed array with some values in a row. */
function numbersOf(name, array, width) {
    const type = a.typeOf(array);
    if (!ArrayBuffer.isView(array) || type === "DataView") {
        throw new TypeError(`${name}: expected a typed array, not ${type}`);
    }
    if (!type.startsWith("Big")) return a.float64(array);
    return Float64Array.from(array, (big, at) => {
        if (Number.isSafeInteger(Number(big))) return Number(big);
        throw new RangeError(`${name}: row ${Math.floor(at / width)}: ${big} is beyond 2^53, so no exact number`);
    });
}

/** The keys of one or two lists as numbers, the same for equal keys, in the order of the keys. */
export function numbered(lists) {
    lists.forEach(({ name, keys, rows }) => {
        if (!isList(keys)) throw new TypeError(`${name}: expected an array, not ${a.typeOf(keys)}`);
        if (keys.length === rows) return;
        throw new RangeError(`${name}: expected a key for each of ${rows} rows, not ${keys.length}`);
    });
    if (lists.every(({ keys }) => a.typeOf(keys) === "Uint32Array")) return lists.map(({ keys }) => keys);
    const ranks = new Map();
    for (const list of lists) addKeys(ranks, list);
    [...ranks.keys()].sort(compare).forEach((key, rank) => ranks.set(key, rank));
    return lists.map(({ keys }) => Uint32Array.from(keys, (key) => ranks.get(key)));
}

function addKeys(ranks, { name, keys }) {
    for (let row = 0; row < keys.length; row++) {
        const key = keys[row];
        if (typeof key !== "string" && (typeof key !== "number" || Number.isNaN(key))) {
            throw new TypeError(`${name}: row ${row}: expected a string or a number, not ${a.shown(key)}`);
        }
        ranks.set(key, 0);
    }
}

/** Numbers come before strings. */
function compare(p, q) {
    if (typeof p !== typeof q) return typeof p === "number" ? -1 : 1;
    return p < q ? -1 : 1;
}
