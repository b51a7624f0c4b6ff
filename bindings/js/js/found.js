// Copies answers from the memory of a module.

import { allocated, tooMany } from "./room.js";

/** The lists that an answer can have. */
export const OFFSETS = 0;
export const IDS = 1;
export const NUMBERS = 2;

/** Functions that copy answers, given the function that returns views of the module's memory. */
export function copier(contents) {
    /** Copies some lists of an answer, which is then freed. `count` is the number of its items. */
    function copies(found, items, lists, count = found.length(IDS)) {
        try {
            const { tooMany: all, isPart } = found;
            if (all !== undefined) throw tooMany(isPart ? `more than ${all - 1}` : all, items);
            return allocated(count, items, () => lists.map((list) => copy(found, list)));
        } finally {
            found.free();
        }
    }

    /** Copies the pairs of an answer, which is then freed. */
    function pairsOf(found) {
        const [ids] = copies(found, "pairs", [IDS], found.length(IDS) / 2);
        return ids;
    }

    function copy(found, list) {
        const [address, length] = [found.place(list), found.length(list)];
        const { words, numbers } = contents();
        const all = list === NUMBERS ? numbers : words;
        const at = address / all.BYTES_PER_ELEMENT;
        return all.slice(at, at + length);
    }

    return { copies, pairsOf };
}
