// Errors for results that do not fit into memory: RangeErrors that leave everything else unchanged.

/** No check below this number of bytes: a module can always grow by that. */
const LITTLE = 1 << 26;

/** Throws if `bytes`, the memory that the results of these numbers need, is not there. */
export function checkRoom(core, name, count, things, bytes) {
    if (bytes <= LITTLE || core.hasRoom(bytes)) return;
    throw new RangeError(`${name}: ${count} ${things} do not fit into the memory of the module`);
}

/** The error for a result that is too large, with the number of its items. */
export function tooMany(count, items) {
    return new RangeError(`${count} ${items} do not fit into memory: ask for fewer at a time, or count them`);
}

/**
 * The result of `make`, a part of a result with `count` items; throws if the engine has no memory
 * for it.
 */
export function allocated(count, items, make) {
    try {
        return make();
    } catch (error) {
        throw error instanceof RangeError ? tooMany(count, items) : error;
    }
}
