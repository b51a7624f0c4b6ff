// The specification of a broad phase: loops over all boxes. Rows have an id, a box, a mobility and
// labels, and are in the order of slots.

const DEFAULTS = { category: 0xffff_ffff, mask: 0xffff_ffff, group: 0 };

const isIn = (mask, category) => (mask & category) !== 0;

/** Whether two boxes with these labels form a pair; one way, whether the first accepts the second. */
export function allows(a, b, oneWay = false) {
    if (a.group === b.group && a.group !== 0) return a.group > 0;
    return isIn(a.mask, b.category) && (oneWay || isIn(b.mask, a.category));
}

/** The rows that a query with these options finds. */
function found(rows, { category, mask, group, except, oneWay }) {
    const own = { category, mask, group };
    const isFiltered = oneWay || [category, mask, group].some((label) => label !== undefined);
    for (const name in own) own[name] ??= DEFAULTS[name];
    return rows.filter((row) => row.id !== except && (!isFiltered || allows(own, row, oneWay)));
}

/** Whether two boxes overlap. */
export function meet(a, b) {
    const dimensions = a.length / 2;
    for (let axis = 0; axis < dimensions; axis++) {
        if (a[axis] > b[dimensions + axis] || b[axis] > a[dimensions + axis]) return false;
    }
    return true;
}

const isActive = ({ mobility }) => mobility === "dynamic" || mobility === "sleeping";

/** All pairs of ids, as texts. */
export function pairs(rows) {
    const all = [];
    rows.forEach((a, i) => {
        for (const b of rows.slice(i + 1)) {
            if ((isActive(a) || isActive(b)) && allows(a, b) && meet(a.box, b.box)) all.push(`${a.id} ${b.id}`);
        }
    });
    return all;
}

/** The ids of the rows that overlap a window. */
export function search(rows, window, options = {}) {
    return found(rows, options).filter(({ box }) => meet(box, window)).map(({ id }) => id);
}

/** When a box first touches another on its way; undefined if it never does. */
function reach(start, direction, length, box) {
    const dimensions = direction.length;
    let [enter, exit] = [0, length];
    for (let axis = 0; axis < dimensions; axis++) {
        const low = (box[axis] - start[dimensions + axis]) / direction[axis];
        const high = (box[dimensions + axis] - start[axis]) / direction[axis];
        if (direction[axis] === 0) {
            if (start[axis] > box[dimensions + axis] || box[axis] > start[dimensions + axis]) return undefined;
            continue;
        }
        enter = Math.max(enter, Math.min(low, high));
        exit = Math.min(exit, Math.max(low, high));
    }
    return enter <= exit && enter < Infinity ? enter : undefined;
}

const boxAt = (place, dimensions) => (place.length === dimensions ? [...place, ...place] : place);

/** All hits of a ray or a moving box, by reach, then by slot. */
export function castAll(rows, origin, direction, { length = Infinity, ...options } = {}) {
    const start = boxAt(origin, direction.length);
    const hits = found(rows, options).map(({ id, box }) => ({ id, reach: reach(start, direction, length, box) }));
    // The sort is stable, and rows are in the order of slots.
    return hits.filter((hit) => hit.reach !== undefined).sort((a, b) => a.reach - b.reach);
}

/** The nearest boxes and their distances. */
export function neighbors(rows, place, { k = 1, maxDistance = Infinity, ...options } = {}) {
    const dimensions = rows[0]?.box.length / 2;
    const from = boxAt(place, dimensions);
    const distance = (box) => {
        let square = 0;
        for (let axis = 0; axis < dimensions; axis++) {
            const gap = Math.max(box[axis] - from[dimensions + axis], 0, from[axis] - box[dimensions + axis]);
            square += gap * gap;
        }
        return Math.sqrt(square);
    };
    const all = found(rows, options).map(({ id, box }) => ({ id, distance: distance(box) }));
    const near = all.filter((near) => near.distance <= maxDistance).sort((a, b) => a.distance - b.distance);
    return near.slice(0, k);
}

/** The box around all boxes. */
export function bounds(rows) {
    if (rows.length === 0) return undefined;
    const dimensions = rows[0].box.length / 2;
    const pick = (_, axis) => {
        const choose = axis < dimensions ? Math.min : Math.max;
        return rows.reduce((best, { box }) => choose(best, box[axis]), rows[0].box[axis]);
    };
    return Float64Array.from(rows[0].box, pick);
}
