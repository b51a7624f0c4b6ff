// Ids of boxes of a broad phase: a slot, plus 2^25 times how often the slot was used before.

import { typeOf } from "./arguments.js";

/** The bits of a slot. */
const SLOT = 0x1ff_ffff;

/** The slots of ids. */
export function slotsOf(ids) {
    const count = idsOf("ids", ids).length;
    const slots = new Uint32Array(count);
    // `&` takes the lower 32 bits of any whole number.
    for (let at = 0; at < count; at++) slots[at] = ids[at] & SLOT;
    return slots;
}

/** A list of ids: a Float64Array, as in answers, or an array. */
export function idsOf(name, ids) {
    if (Array.isArray(ids)) {
        ids.forEach((id, row) => {
            if (typeof id === "number") return;
            throw new TypeError(`${name}: row ${row}: expected a number, not ${typeOf(id)}`);
        });
        return ids;
    }
    if (typeOf(ids) === "Float64Array") return ids;
    throw new TypeError(`${name}: expected a Float64Array or an array of ids, not ${typeOf(ids)}`);
}

/** Throws unless the id is a number. */
export function checkId(name, id) {
    if (typeof id !== "number") throw new TypeError(`${name}: expected a number, not ${typeOf(id)}`);
    return id;
}
