// Rows without a box: rows in which a number is NaN.

import * as a from "./arguments.js";

const HINT = 'rows without a box are left out with missing: "skip"';

/** Whether rows without a box are left out; by default they are an error. */
export function skips(missing = "error") {
    return a.oneOf("missing", missing, ["error", "skip"]) === "skip";
}

/** The rows that have a box; undefined if all do. */
export function presentRows(numbers, dimensions) {
    const width = 2 * dimensions;
    const rows = new Uint32Array(Math.floor(numbers.length / width));
    let count = 0;
    for (let row = 0; row < rows.length; row++) {
        let isBox = true;
        for (let at = row * width; at < (row + 1) * width; at++) isBox &&= !Number.isNaN(numbers[at]);
        if (isBox) rows[count++] = row;
    }
    return count < rows.length ? rows.slice(0, count) : undefined;
}

/** The chosen rows of boxes, or of any list with `width` values in a row. */
export function inRows(values, rows, width) {
    const some = new values.constructor(rows.length * width);
    for (let to = 0; to < rows.length; to++) {
        for (let at = 0; at < width; at++) some[to * width + at] = values[rows[to] * width + at];
    }
    return some;
}

/** Whether a row has no box. */
function isMissing(numbers, row, dimensions) {
    const width = 2 * dimensions;
    return numbers.subarray(row * width, (row + 1) * width).some(Number.isNaN);
}

/**
 * The result of the module for boxes. Errors about a row without a box get a hint on how to leave
 * it out.
 */
export function madeOf(lists, dimensions, isSkipping, make) {
    const isLeftOut = (list, row) => isSkipping && isMissing(list, row, dimensions);
    try {
        return a.explained(lists, dimensions, make, { isLeftOut });
    } catch (error) {
        if (error.message.includes("not a number")) error.message += `; ${HINT}`;
        throw error;
    }
}
