// Pairs of boxes from scratch.

import { checkDimensions, coordinates, float64 } from "./arguments.js";
import * as core from "./queries_core.js";
import { checkReady } from "./queries_module.js";

export function selfPairs(boxes, { dimensions, sorted = false } = {}) {
    checkReady();
    return core.pairs(...within(boxes, dimensions), undefined, Boolean(sorted));
}

export function crossPairs(first, second, { dimensions, sorted = false } = {}) {
    checkReady();
    return core.pairs(...between(first, second, dimensions), Boolean(sorted));
}

export function countPairs(first, ...rest) {
    checkReady();
    const [second, { dimensions } = {}] = rest.length > 1 ? rest : [undefined, ...rest];
    return second === undefined
        ? core.countPairs(...within(first, dimensions), undefined)
        : core.countPairs(...between(first, second, dimensions));
}

/** Boxes and their kind. */
function within(boxes, dimensions) {
    const numbers = isFloat32("boxes", boxes) ? boxes : float64("boxes", boxes);
    return [kindOf(numbers, dimensions), numbers];
}

/** Two lists of boxes of the same kind, and that kind. */
function between(first, second, dimensions) {
    const both = { first, second };
    const isNarrow = isFloat32("first", first) && isFloat32("second", second);
    const lists = Object.entries(both).map(([name, boxes]) => (isNarrow ? boxes : float64(name, boxes)));
    return [kindOf(lists[0], dimensions), ...lists];
}

function isFloat32(name, boxes) {
    return coordinates(name, boxes)[Symbol.toStringTag] === "Float32Array";
}

function kindOf(boxes, dimensions) {
    const { F32x2, F32x3, F64x2, F64x3 } = core.Kind;
    const [flat, solid] = isFloat32("boxes", boxes) ? [F32x2, F32x3] : [F64x2, F64x3];
    return checkDimensions(dimensions) === 2 ? flat : solid;
}
