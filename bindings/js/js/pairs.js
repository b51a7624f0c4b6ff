// Pairs of boxes from scratch.

import { checkDimensions, float64 } from "./arguments.js";
import * as core from "./queries_core.js";
import { checkReady } from "./queries_module.js";

export function selfPairs(boxes, { dimensions, sorted = false } = {}) {
    checkReady();
    const numbers = float64("boxes", boxes);
    return core.pairs(checkDimensions(dimensions), numbers, undefined, Boolean(sorted));
}

export function crossPairs(first, second, { dimensions, sorted = false } = {}) {
    checkReady();
    const both = [float64("first", first), float64("second", second)];
    return core.pairs(checkDimensions(dimensions), ...both, Boolean(sorted));
}

export function countPairs(first, ...rest) {
    checkReady();
    const [second, { dimensions } = {}] = rest.length > 1 ? rest : [undefined, ...rest];
    if (second === undefined) {
        const boxes = float64("boxes", first);
        return core.countPairs(checkDimensions(dimensions), boxes, undefined);
    }
    const both = [float64("first", first), float64("second", second)];
    return core.countPairs(checkDimensions(dimensions), ...both);
}
