// Hand-written loops for few boxes, for rows of numbers in a typed array.

/** All pairs by a sweep along the first axis. */
export function sweep(boxes, dimensions) {
    const width = 2 * dimensions;
    const order = Array.from({ length: boxes.length / width }, (_, row) => row * width);
    order.sort((a, b) => boxes[a] - boxes[b]);
    const pairs = [];
    for (let i = 0; i < order.length; i++) {
        const a = order[i];
        for (let j = i + 1; j < order.length && boxes[order[j]] <= boxes[a + dimensions]; j++) {
            if (meet(boxes, a, boxes, order[j], dimensions, 1)) pairs.push(a / width, order[j] / width);
        }
    }
    return pairs;
}

/** All pairs of two lists, by two loops. */
export function everyCross(first, second, dimensions) {
    const width = 2 * dimensions;
    const pairs = [];
    for (let a = 0; a < first.length; a += width) {
        for (let b = 0; b < second.length; b += width) {
            if (meet(first, a, second, b, dimensions, 0)) pairs.push(a / width, b / width);
        }
    }
    return pairs;
}

/** All pairs of two lists by a sweep along the first axis. */
export function sweepCross(first, second, dimensions) {
    const width = 2 * dimensions;
    const sorted = (boxes) =>
        Array.from({ length: boxes.length / width }, (_, row) => row * width).sort((a, b) => boxes[a] - boxes[b]);
    const [firsts, seconds] = [sorted(first), sorted(second)];
    const pairs = [];
    for (let i = 0, j = 0; i < firsts.length && j < seconds.length; ) {
        if (first[firsts[i]] <= second[seconds[j]]) {
            const a = firsts[i++];
            for (let k = j; k < seconds.length && second[seconds[k]] <= first[a + dimensions]; k++) {
                if (meet(first, a, second, seconds[k], dimensions, 1)) pairs.push(a / width, seconds[k] / width);
            }
        } else {
            const b = seconds[j++];
            for (let k = i; k < firsts.length && first[firsts[k]] <= second[b + dimensions]; k++) {
                if (meet(first, firsts[k], second, b, dimensions, 1)) pairs.push(firsts[k] / width, b / width);
            }
        }
    }
    return pairs;
}

/** All pairs by a grid whose cells are as large as the largest box. */
export function grid(boxes, dimensions, side) {
    const width = 2 * dimensions;
    const cells = new Map();
    const pairs = [];
    for (let at = 0; at < boxes.length; at += width) {
        const [x, y, z] = [0, 1, 2].map((axis) => (axis < dimensions ? Math.floor(boxes[at + axis] / side) : 0));
        const deep = dimensions > 2 ? 1 : 0;
        for (let k = z - deep; k <= z + deep; k++) {
            for (let j = y - 1; j <= y + 1; j++) {
                for (let i = x - 1; i <= x + 1; i++) {
                    for (const other of cells.get((k * 4096 + j) * 4096 + i) ?? []) {
                        if (meet(boxes, at, boxes, other, dimensions, 0)) pairs.push(other / width, at / width);
                    }
                }
            }
        }
        const key = (z * 4096 + y) * 4096 + x;
        const cell = cells.get(key);
        if (cell) cell.push(at);
        else cells.set(key, [at]);
    }
    return pairs;
}

/** The rows of the boxes that overlap a box. */
export function scan(boxes, box, dimensions) {
    const ids = [];
    for (let at = 0; at < boxes.length; at += 2 * dimensions) {
        if (meet(boxes, at, box, 0, dimensions, 0)) ids.push(at / (2 * dimensions));
    }
    return ids;
}

/** The rows of the nearest boxes to a point, by their distances. */
export function nearest(boxes, point, dimensions, k) {
    const found = [];
    for (let at = 0; at < boxes.length; at += 2 * dimensions) {
        let square = 0;
        for (let axis = 0; axis < dimensions; axis++) {
            const away = Math.max(boxes[at + axis] - point[axis], 0, point[axis] - boxes[at + dimensions + axis]);
            square += away * away;
        }
        found.push({ id: at / (2 * dimensions), square });
    }
    found.sort((a, b) => a.square - b.square || a.id - b.id);
    return found.slice(0, k).map(({ id }) => id);
}

/** The row of the first box on a ray. */
export function firstHit(boxes, origin, direction, dimensions) {
    let first;
    for (let at = 0; at < boxes.length; at += 2 * dimensions) {
        let [begin, end] = [0, first?.reach ?? Infinity];
        for (let axis = 0; axis < dimensions; axis++) {
            const inverse = 1 / direction[axis];
            const [a, b] = [boxes[at + axis] - origin[axis], boxes[at + dimensions + axis] - origin[axis]];
            begin = Math.max(begin, Math.min(a * inverse, b * inverse));
            end = Math.min(end, Math.max(a * inverse, b * inverse));
        }
        if (begin <= end && !(first?.reach <= begin)) first = { id: at / (2 * dimensions), reach: begin };
    }
    return first;
}

/** The pairs that begin and end when boxes have moved, given the previous pairs. */
export function changes(before, boxes, dimensions) {
    const pairs = sweep(boxes, dimensions);
    const now = new Set();
    const begun = [];
    for (let at = 0; at < pairs.length; at += 2) {
        const [a, b] = [pairs[at], pairs[at + 1]];
        const key = a < b ? a * 65_536 + b : b * 65_536 + a;
        now.add(key);
        if (!before.has(key)) begun.push(key);
    }
    const ended = [];
    for (const key of before) if (!now.has(key)) ended.push(key);
    return { now, begun, ended };
}

/** Whether two boxes overlap on the axes from `from` on. */
function meet(first, a, second, b, dimensions, from) {
    for (let axis = from; axis < dimensions; axis++) {
        if (first[a + axis] > second[b + dimensions + axis] || second[b + axis] > first[a + dimensions + axis]) return false;
    }
    return true;
}
