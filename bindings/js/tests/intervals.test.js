// Intervals by key, compared with loops over all pairs.

import assert from "node:assert/strict";
import { before, test } from "node:test";

import {
    clusterIntervals,
    countIntervalOverlaps,
    intervalCoverage,
    intervalPairs,
    nearestIntervals,
    subtractIntervals,
} from "broadleaf-wasm/intervals";
import { generator, inOrder } from "./support/cases.js";
import { readyIntervals } from "./support/ready.js";

before(readyIntervals);

const KINDS = ["grid", "wild", "points"];
const WILD = [-Infinity, -1e300, -1, -5e-324, 0, 5e-324, 2.5, 1e300, Infinity];
const NAMES = ["a", "B", "", "1", 1, 0, -2.5];

/** Random intervals `[start, end, key]`: many touch, are equal, empty or infinite. */
function randomRows(random, kind, count) {
    const number = kind === "wild" ? () => WILD[Math.floor(9 * random())] : () => Math.floor(24 * random()) / 4;
    return Array.from({ length: count }, () => {
        const start = number();
        const end = kind === "points" && random() < 0.5 ? start : number();
        return [Math.min(start, end), Math.max(start, end), NAMES[Math.floor(7 * random() ** 2)]];
    });
}

/** Calls a check with two lists of rows of every kind and of several lengths. */
function forEachLists(check) {
    let seed = 1;
    for (const kind of KINDS) {
        for (const counts of [[0, 0], [0, 3], [4, 0], [1, 1], [9, 30], [60, 50], [200, 150]]) {
            const random = generator(seed++);
            check(...counts.map((count) => randomRows(random, kind, count)));
        }
    }
}

const flat = (rows) => Float64Array.from(rows.flatMap(([start, end]) => [start, end]));
const columns = (rows) => [0, 1].map((at) => Float64Array.from(rows, (row) => row[at]));
const keys = (rows) => rows.map(([, , key]) => key);

/** The options of keys, and whether two rows may have something in common. */
function keyings(a, b) {
    return [
        [{}, () => true],
        [{ by: keys(a), bBy: keys(b) }, (i, j) => i[2] === j[2]],
    ];
}

const CONDITIONS = [
    [{}, (a, b) => a[0] < b[1] && b[0] < a[1]],
    [{ closed: true }, (a, b) => a[0] <= b[1] && b[0] <= a[1]],
    [{ distance: 0.75 }, (a, b) => a[0] <= b[1] + 0.75 && b[0] <= a[1] + 0.75],
    [{ minOverlap: 0.5 }, (a, b) => common(a, b) && a[0] <= b[1] - 0.5 && b[0] <= a[1] - 0.5],
];

/** Whether both are long enough. */
function common(a, b) {
    return [a, b].every(([start, end]) => start !== end && end - start >= 0.5);
}

function pairsOf(a, b, isPair) {
    return Uint32Array.from(a.flatMap((i, at) => b.flatMap((j, to) => (isPair(i, j, at, to) ? [at, to] : []))));
}

test("pairs and counts equal those of two loops", () => {
    forEachLists((a, b) => {
        for (const [keyed, isEqual] of keyings(a, b)) {
            for (const [condition, meets] of CONDITIONS) {
                const options = { ...keyed, ...condition };
                const expected = pairsOf(a, b, (i, j) => isEqual(i, j) && meets(i, j));
                assert.deepEqual(intervalPairs(flat(a), columns(b), options), expected);
                const unsorted = intervalPairs(columns(a), flat(b), { ...options, sort: false });
                assert.deepEqual(inOrder(unsorted), expected);
                const counts = new Uint32Array(a.length);
                for (let at = 0; at < expected.length; at += 2) counts[expected[at]]++;
                assert.deepEqual(countIntervalOverlaps(flat(a), flat(b), options), counts);
                const { by } = keyed;
                const within = pairsOf(a, a, (i, j, at, to) => at < to && isEqual(i, j) && meets(i, j));
                assert.deepEqual(intervalPairs(flat(a), { ...condition, by }), within);
                assert.deepEqual(inOrder(intervalPairs(flat(a), { ...condition, by, sort: false })), within);
            }
        }
    });
});

/** The merged intervals of positive length that have something in common with a row, in order. */
function covering(row, b, isEqual) {
    const merged = [];
    for (const [start, end] of b.filter((other) => isEqual(row, other) && other[0] < other[1]).sort((p, q) => p[0] - q[0])) {
        const last = merged.at(-1);
        if (last && start <= last[1]) last[1] = Math.max(last[1], end);
        else merged.push([start, end]);
    }
    return merged.filter(([start, end]) => start < row[1] && row[0] < end);
}

/** The parts of a row without what covers it. */
function partsOf([start, end], covers) {
    const bounds = [start, ...covers.flat(), end];
    const parts = [];
    for (let at = 0; at < bounds.length; at += 2) {
        const part = [Math.max(bounds[at], start), Math.min(bounds[at + 1], end)];
        if (part[0] < part[1]) parts.push(part);
    }
    return parts;
}

test("coverage and parts equal those of merged intervals", () => {
    forEachLists((a, b) => {
        for (const [keyed, isEqual] of keyings(a, b)) {
            const covers = a.map((row) => covering(row, b, isEqual));
            const lengths = intervalCoverage(columns(a), columns(b), keyed);
            a.forEach(([start, end], row) => {
                const pieces = covers[row].map((piece) => Math.min(piece[1], end) - Math.max(piece[0], start));
                const length = pieces.reduce((sum, piece) => sum + piece, 0);
                // Sums of pieces round differently from differences of running sums.
                const close = Math.abs(lengths[row] - length) <= 1e-12 * length;
                assert.ok(lengths[row] === length || close, `row ${row}: ${lengths[row]}, not ${length}`);
            });
            const parts = a.map((row, at) => partsOf(row, covers[at]));
            const found = subtractIntervals(flat(a), flat(b), keyed);
            assert.deepEqual([...found.rows], parts.flatMap((some, row) => some.map(() => row)));
            assert.deepEqual([...found.intervals], parts.flat(2));
        }
    });
});

/** The nearest row on a side, and the gap. */
function nearestOf(row, b, side, isEqual) {
    const gaps = b.map((other) => {
        const [from, to] = side === "before" ? [other[1], row[0]] : [row[1], other[0]];
        return !isEqual(row, other) || from > to ? undefined : [from, to];
    });
    let best = -1;
    gaps.forEach((gap, at) => {
        if (gap === undefined) return;
        const [from, to] = gaps[best] ?? [];
        if (best < 0 || gap[0] > from || gap[1] < to) best = at;
    });
    if (best < 0) return [-1, NaN];
    const [from, to] = gaps[best];
    return [best, from === to ? 0 : to - from];
}

test("nearest intervals equal those of a loop", () => {
    forEachLists((a, b) => {
        for (const [keyed, isEqual] of keyings(a, b)) {
            for (const side of ["before", "after"]) {
                const expected = a.map((row) => nearestOf(row, b, side, isEqual));
                const { rows, distances } = nearestIntervals(flat(a), columns(b), side, keyed);
                assert.deepEqual(rows, Int32Array.from(expected, ([row]) => row));
                assert.deepEqual(distances, Float64Array.from(expected, ([, distance]) => distance));
            }
        }
    });
});

/** The least row that each row is connected with. */
function leastRows(a, meets) {
    const least = a.map((_, row) => row);
    for (let isDone = false; !isDone; ) {
        isDone = true;
        a.forEach((i, at) => {
            a.forEach((j, to) => {
                if (least[to] <= least[at] || !meets(i, j)) return;
                least[to] = least[at];
                isDone = false;
            });
        });
    }
    return least;
}

test("clusters connect the rows that pairs connect, in the order of key and start", () => {
    forEachLists((a) => {
        for (const [{ by }, isEqual] of keyings(a, a)) {
            for (const [gap, meets] of [[undefined, CONDITIONS[1][1]], [0.75, CONDITIONS[2][1]], [null, CONDITIONS[0][1]]]) {
                const { labels, intervals, sizes, rows } = clusterIntervals(flat(a), { gap, by });
                const least = leastRows(a, (i, j) => isEqual(i, j) && meets(i, j));
                assert.deepEqual(least, Array.from(labels, (label) => rows[label]));
                rows.forEach((first, label) => {
                    const members = a.filter((_, row) => labels[row] === label);
                    assert.equal(sizes[label], members.length);
                    const bounds = [Math.min(...members.map((row) => row[0])), Math.max(...members.map((row) => row[1]))];
                    assert.deepEqual([...intervals.slice(2 * label, 2 * label + 2)], bounds);
                });
                for (let label = 1; label < rows.length; label++) {
                    const [last, next] = [rows[label - 1], rows[label]];
                    const [p, q] = by ? [by[last], by[next]] : [0, 0];
                    const isAhead = typeof p === typeof q ? p < q : typeof p === "number";
                    assert.ok(p === q ? intervals[2 * label - 2] <= intervals[2 * label] : isAhead);
                }
            }
        }
    });
});

test("lengths may be infinite", () => {
    const list = Float64Array.of(-Infinity, -Infinity, 0, 1, 5, Infinity, -Infinity, Infinity);
    assert.equal(intervalPairs(list, { distance: Infinity }).length, 12);
    assert.deepEqual(intervalPairs(list, { minOverlap: Infinity }), Uint32Array.of(2, 3));
    assert.deepEqual(clusterIntervals(list, { gap: Infinity }).sizes, Uint32Array.of(4));
});

test("all types of numbers and keys give the same answers", () => {
    const random = generator(9);
    const rows = randomRows(random, "grid", 50).map(([start, end]) => [4 * start, 4 * end]);
    const ids = rows.map(() => Math.floor(3 * random()));
    const [list, by] = [flat(rows), Uint32Array.from(ids)];
    const expected = intervalPairs(list, { by });
    assert.ok(expected.length > 100);
    for (const Type of [Float32Array, Int8Array, Uint8Array, Int16Array, Uint16Array, Int32Array, Uint32Array]) {
        assert.deepEqual(intervalPairs(new Type(list), { by: new Type(by) }), expected);
    }
    for (const Type of [BigInt64Array, BigUint64Array]) {
        const starts = Type.from(rows, ([start]) => BigInt(start));
        assert.deepEqual(intervalPairs([starts, Type.from(rows, ([, end]) => BigInt(end))], { by: ids }), expected);
    }
    assert.deepEqual(intervalPairs(list, list, { by, bBy: ids }), intervalPairs(list, list, { by: ids, bBy: by }));
    assert.deepEqual(intervalPairs(list, { by: ids.map((id) => `device ${id}`) }), expected);
    const days = ["2026-01-01", "2026-01-02", "2026-01-04"].map((day) => new Date(day));
    const day = Float64Array.from([days[0], days[1], days[1], days[2]]);
    assert.deepEqual([...intervalCoverage(day, day)], [86_400_000, 2 * 86_400_000]);
});

test("an error names the argument, the row and the value", () => {
    const list = Float64Array.of(0, 1, 2, 3);
    const cases = [
        [[Float64Array.of(0, 1, 2, NaN)], "a: row 1: not a number: start 2, end NaN"],
        [[list, Float32Array.of(5, 4)], "b: row 0: start 5 is above end 4"],
        [[[new Float64Array(2), new Float64Array(3)]], "a: expected as many ends as starts, 2, not 3"],
        [[Float64Array.of(0, 1, 2)], "a: 3 values are not a whole number of rows of 2 values"],
        [[BigInt64Array.of(0n, 1n, 2n, 2n ** 53n)], "a: row 1: 9007199254740992 is beyond 2^53, so no exact number"],
        [[[[new Date()], [new Date()]]], "a: starts: expected a typed array, not Array"],
        [[[0, 1, 2]], "a: expected a typed array of rows, or of starts and of ends, not Array"],
        [[list, null, {}], "b: expected a typed array of rows, or of starts and of ends, not null"],
        [[list, list, { by: [1, 2] }], "by and bBy go together: only one of them was given"],
        [[list, { by: [1, 2], bBy: [1, 2] }], "bBy: expected a second list, too"],
        [[list, { by: [1] }], "by: expected a key for each of 2 rows, not 1"],
        [[list, { by: "ab" }], "by: expected an array, not string"],
        [[list, list, { by: [1, 2], bBy: ["x", null] }], "bBy: row 1: expected a string or a number, not null"],
        [[list, { by: [1, NaN] }], "by: row 1: expected a string or a number, not NaN"],
        [[list, { closed: 1 }], "closed: expected true or false, not 1"],
        [[list, { closed: true, distance: 1 }], "closed, minOverlap and distance exclude each other"],
        [[list, { minOverlap: 0 }], "minOverlap: expected a number above 0, not 0"],
        [[list, { distance: NaN }], "distance: expected a number of at least 0, not NaN"],
        [[list, { gap: 1 }], 'options: there is no option "gap" here, only by, bBy, closed, minOverlap, distance, sort'],
    ];
    for (const [given, message] of cases) assert.throws(() => intervalPairs(...given), { message });
    assert.throws(() => clusterIntervals(list, { gap: -1 }), {
        message: "gap: expected a number of at least 0, or null, not -1",
    });
    assert.throws(() => nearestIntervals(list, list, "left"), {
        message: 'side: expected "before" or "after", not "left"',
    });
    for (const call of [countIntervalOverlaps, intervalCoverage, subtractIntervals]) {
        assert.throws(() => call(list), { name: "TypeError", message: /^b: expected a typed array of rows/ });
    }
});

test("an answer that does not fit into memory is an error with the number of its items", () => {
    const all = new Float64Array(80_000).map((_, at) => at % 2);
    assert.throws(() => intervalPairs(all, all), {
        name: "RangeError",
        message: /^1600000000 pairs do not fit into memory/,
    });
    const points = Float64Array.from({ length: 80_000 }, (_, at) => (at + (at % 2) / 2) / 80_000);
    assert.throws(() => subtractIntervals(all, points), { name: "RangeError", message: / parts do not fit into memory/ });
    assert.deepEqual(intervalPairs(all.subarray(0, 4)), Uint32Array.of(0, 1));
});
