// Random boxes, and brute force.

/** Numbers from 0 to 1, the same in every run. */
export function generator(seed) {
    let state = seed >>> 0;
    return () => {
        state = (state + 0x6d2b79f5) >>> 0;
        let mixed = Math.imul(state ^ (state >>> 15), state | 1);
        mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
        return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
    };
}

/** Random boxes on a coarse grid, so that many touch or are equal. */
export function randomBoxes(Type, random, dimensions, count) {
    const scale = Type === Int32Array ? 1 : 0.25;
    const boxes = new Type(2 * dimensions * count);
    for (let row = 0; row < boxes.length; row += 2 * dimensions) {
        for (let axis = 0; axis < dimensions; axis++) {
            const min = Math.floor(40 * random()) - 20;
            boxes[row + axis] = min * scale;
            boxes[row + dimensions + axis] = (min + Math.floor(8 * random() ** 2)) * scale;
        }
    }
    return boxes;
}

/** Calls a check with lists of boxes of every type and of several lengths. */
export function forEachCase(check) {
    let seed = 1;
    for (const Type of [Float32Array, Float64Array, Int32Array]) {
        for (const dimensions of [2, 3]) {
            for (const count of [0, 1, 2, 17, 60, 300]) {
                const random = generator(seed++);
                const boxes = () => randomBoxes(Type, random, dimensions, count);
                check(random, dimensions, boxes(), boxes);
            }
        }
    }
}

/** Whether two boxes overlap, given their arrays and rows. */
export function overlap(first, a, second, b, dimensions) {
    const [i, j] = [2 * dimensions * a, 2 * dimensions * b];
    for (let axis = 0; axis < dimensions; axis++) {
        if (first[i + axis] > second[j + dimensions + axis]) return false;
        if (second[j + axis] > first[i + dimensions + axis]) return false;
    }
    return true;
}

/** All pairs between two lists, in lexicographic order. */
export function bruteCross(first, second, dimensions, admits = () => true) {
    const pairs = [];
    for (let a = 0; a < first.length / (2 * dimensions); a++) {
        for (let b = 0; b < second.length / (2 * dimensions); b++) {
            if (admits(a, b) && overlap(first, a, second, b, dimensions)) pairs.push(a, b);
        }
    }
    return Uint32Array.from(pairs);
}

/** All pairs within a list, in lexicographic order. */
export function brutePairs(boxes, dimensions) {
    return bruteCross(boxes, boxes, dimensions, (a, b) => a < b);
}

/** The same pairs in lexicographic order. */
export function inOrder(pairs) {
    const rows = Array.from({ length: pairs.length / 2 }, (_, i) => [pairs[2 * i], pairs[2 * i + 1]]);
    return Uint32Array.from(rows.sort((p, q) => p[0] - q[0] || p[1] - q[1]).flat());
}
