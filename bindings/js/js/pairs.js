// Pairs of boxes from scratch.

import * as core from "./core.js";
import { checkType, kindOfBoxes } from "./kind.js";
import { checkReady } from "./load.js";

export function selfPairs(boxes, { dimensions, sorted = false } = {}) {
    checkReady();
    const kind = kindOfBoxes("boxes", boxes, dimensions);
    return core.pairs(kind, boxes, undefined, Boolean(sorted));
}

export function crossPairs(first, second, { dimensions, sorted = false } = {}) {
    checkReady();
    return core.pairs(kindOfBoth(first, second, dimensions), first, second, Boolean(sorted));
}

export function countPairs(first, ...rest) {
    checkReady();
    const [second, { dimensions } = {}] = rest.length > 1 ? rest : [undefined, ...rest];
    if (second === undefined) {
        return core.countPairs(kindOfBoxes("boxes", first, dimensions), first, undefined);
    }
    return core.countPairs(kindOfBoth(first, second, dimensions), first, second);
}

function kindOfBoth(first, second, dimensions) {
    const kind = kindOfBoxes("first", first, dimensions);
    checkType("second", second, kind);
    return kind;
}
