// What does not fit into memory: a RangeError, after which everything is as it was.

/** Up to this number of bytes nobody asks whether there is room: a module can always grow by that. */
const LITTLE = 1 << 26;

/** Refuses numbers for which there is no room: `bytes` is what is needed for all that is made of them. */
export function checkRoom(core, name, count, things, bytes) {
    if (bytes <= LITTLE || core.hasRoom(bytes)) return;
    throw new RangeError(`${name}: ${count} ${things} do not fit into the memory of the module`);
}

/** The error for a result that is too large, with the number of its items. */
export function tooMany(count, items) {
    return new RangeError(`${count} ${items} do not fit into memory: ask for fewer at a time, or count them`);
}

/** What a function makes, a part of a result with a number of items, if the engine has memory for it. */
export function allocated(count, items, make) {
    try {
        return make();
    } catch (error) {
        throw error instanceof RangeError ? tooMany(count, items) : error;
    }
}
