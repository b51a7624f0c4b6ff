// Pairs of boxes from scratch.

import { coordinates, kindOfBoxes } from "./arguments.js";
import * as core from "./core.js";
import { checkReady } from "./load.js";

export function selfPairs(boxes, { dimensions, sorted = false } = {}) {
    checkReady();
    const numbers = coordinates("boxes", boxes);
    return core.pairs(kindOfBoxes(numbers, dimensions), numbers, undefined, Boolean(sorted));
}

export function crossPairs(first, second, { dimensions, sorted = false } = {}) {
    checkReady();
    const both = alike(first, second);
    return core.pairs(kindOfBoxes(both[0], dimensions), ...both, Boolean(sorted));
}

export function countPairs(first, ...rest) {
    checkReady();
    const [second, { dimensions } = {}] = rest.length > 1 ? rest : [undefined, ...rest];
    const both = second === undefined ? [coordinates("boxes", first)] : alike(first, second);
    return core.countPairs(kindOfBoxes(both[0], dimensions), ...both);
}

/** The coordinates of both lists in arrays of the same type. */
function alike(...lists) {
    const both = [coordinates("first", lists[0]), coordinates("second", lists[1])];
    const isMixed = both[0][Symbol.toStringTag] !== both[1][Symbol.toStringTag];
    return isMixed ? both.map((numbers) => Float64Array.from(numbers)) : both;
}
