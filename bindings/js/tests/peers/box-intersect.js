// The calls of box-intersect, for boxes of any number of dimensions: the pairs of their first
// dimensions, compared in the others.

import { crossPairs, init, selfPairs } from "broadleaf-wasm";

await init();

/** Boxes in 2D or 3D. One that box-intersect ignores, below its own minimum, is missing. */
function flat(boxes, own, dimensions) {
    return Float64Array.from(boxes.flatMap((box) => {
        const isBox = box.slice(0, own).every((min, axis) => min <= box[own + axis]);
        const corner = (at) => Array.from({ length: dimensions }, (_, axis) => (axis < own ? box[at + axis] : 0));
        const row = [...corner(0), ...corner(own)];
        return isBox ? row : row.fill(NaN);
    }));
}

export default function boxIntersect(boxes, ...rest) {
    const [others, visit] = rest.length === 2 ? rest : [undefined, rest[0]];
    const own = boxes[0].length / 2;
    const dimensions = own < 3 ? 2 : 3;
    const options = { dimensions, missing: "skip" };
    const first = flat(boxes, own, dimensions);
    const pairs = others ? crossPairs(first, flat(others, own, dimensions), options) : selfPairs(first, options);
    for (let at = 0; at < pairs.length; at += 2) {
        const [a, b] = [boxes[pairs[at]], (others ?? boxes)[pairs[at + 1]]];
        let meet = true;
        for (let axis = dimensions; axis < own; axis++) meet &&= a[axis] <= b[own + axis] && b[axis] <= a[own + axis];
        if (meet) visit(pairs[at], pairs[at + 1]);
    }
}
