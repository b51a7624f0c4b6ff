// Pairs of boxes from scratch.

import { checkDimensions, float64, words } from "./arguments.js";
import * as core from "./queries_core.js";
import { checkReady } from "./queries_module.js";

export function selfPairs(boxes, options = {}) {
    const question = ask([["boxes", boxes]], options);
    return core.pairs(...question, Boolean(options.sorted));
}

export function crossPairs(first, second, options = {}) {
    const question = ask([["first", first], ["second", second]], options);
    return core.pairs(...question, Boolean(options.sorted));
}

export function countPairs(first, ...rest) {
    const [second, options = {}] = rest.length > 1 ? rest : [undefined, ...rest];
    const lists = second === undefined ? [["boxes", first]] : [["first", first], ["second", second]];
    return core.countPairs(...ask(lists, options));
}

/** What every form of the answer asks the module for, of one or two lists with their names. */
function ask(lists, options) {
    checkReady();
    const [first, second] = lists.map(([name, boxes]) => float64(name, boxes));
    const dimensions = checkDimensions(options.dimensions);
    const both = second === undefined ? [first] : [first, second];
    const counts = both.map(({ length }) => Math.floor(length / (2 * dimensions)));
    return [dimensions, first, second, filterOf(options, counts)];
}

/** The filter by the labels of lists of these lengths; undefined if every pair is wanted. */
function filterOf({ groups, withinGroups = false, categories, masks }, counts) {
    if ((categories === undefined) !== (masks === undefined)) {
        throw new TypeError("categories and masks go together: only one of them was given");
    }
    if (groups === undefined && categories === undefined) return undefined;
    const all = (name, labels) => (labels === undefined ? undefined : labelsOf(name, labels, counts));
    return new core.Filter(
        all("groups", groups),
        Boolean(withinGroups),
        all("categories", categories),
        all("masks", masks),
    );
}

/** The labels of all boxes: of one list, or of two, one after the other. */
function labelsOf(name, labels, counts) {
    if (counts.length === 1) return words(name, labels, counts[0]);
    if (!Array.isArray(labels) || labels.length !== 2) {
        throw new TypeError(`${name}: expected two lists, for the boxes of first and of second`);
    }
    const [a, b] = ["first", "second"].map((list, at) => words(`${name}, ${list}`, labels[at], counts[at]));
    const both = new Uint32Array(a.length + b.length);
    both.set(a);
    both.set(b, a.length);
    return both;
}
