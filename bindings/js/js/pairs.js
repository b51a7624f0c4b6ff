// Pairs of boxes from scratch.

import * as a from "./arguments.js";
import { pairsOf } from "./found.js";
import * as core from "./queries_core.js";
import { checkReady } from "./queries_module.js";
import { checkRoom } from "./room.js";

const OPTIONS = ["dimensions", "groups", "withinGroups", "categories", "masks", "sorted"];

/** What the module needs at most for a box, by the number of dimensions: itself, its copies and keys. */
const BYTES = { 2: 200, 3: 300 };

export function selfPairs(boxes, options) {
    const question = ask([["boxes", boxes]], options);
    return pairsOf(core.pairs(...question, a.flag("sorted", options.sorted)));
}

export function crossPairs(first, second, options) {
    const question = ask([["first", first], ["second", second]], options);
    return pairsOf(core.pairs(...question, a.flag("sorted", options.sorted)));
}

export function countPairs(first, ...rest) {
    const [second, options] = rest.length > 1 ? rest : [undefined, ...rest];
    const lists = second === undefined ? [["boxes", first]] : [["first", first], ["second", second]];
    return core.countPairs(...ask(lists, options));
}

/** What every form of the answer asks the module for, of one or two lists with their names. */
function ask(lists, given) {
    checkReady();
    const [first, second] = lists.map(([name, boxes]) => a.float64(name, boxes));
    const options = a.options(given, OPTIONS);
    const dimensions = a.checkDimensions(options.dimensions);
    const both = second === undefined ? [first] : [first, second];
    const counts = both.map(({ length }) => Math.floor(length / (2 * dimensions)));
    const count = counts.reduce((sum, count) => sum + count);
    checkRoom(core.Packed, lists[0][0], count, "boxes", count * BYTES[dimensions]);
    return [dimensions, first, second, filterOf(options, counts)];
}

/** The filter by the labels of lists of these lengths; undefined if every pair is wanted. */
function filterOf({ groups, withinGroups, categories, masks }, counts) {
    if (withinGroups !== undefined && groups === undefined) {
        throw new TypeError("withinGroups: expected groups, too");
    }

    if ((categories === undefined) !== (masks === undefined)) {
        throw new TypeError("categories and masks go together: only one of them was given");
    }
    if (groups === undefined && categories === undefined) return undefined;
    const all = (name, labels) => (labels === undefined ? undefined : labelsOf(name, labels, counts));
    return new core.Filter(
        all("groups", groups),
        a.flag("withinGroups", withinGroups),
        all("categories", categories),
        all("masks", masks),
    );
}

/** The labels of all boxes: of one list, or of two, one after the other. */
function labelsOf(name, labels, counts) {
    if (counts.length === 1) return a.words(name, labels, counts[0]);
    if (!Array.isArray(labels) || labels.length !== 2) {
        throw new TypeError(`${name}: expected two lists, for the boxes of first and of second`);
    }
    const [firsts, seconds] = ["first", "second"].map((list, at) => a.words(`${name}, ${list}`, labels[at], counts[at]));
    const both = new Uint32Array(firsts.length + seconds.length);
    both.set(firsts);
    both.set(seconds, firsts.length);
    return both;
}
