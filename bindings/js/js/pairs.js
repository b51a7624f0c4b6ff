// Pairs of boxes from scratch.

import * as a from "./arguments.js";
import { pairsOf } from "./found.js";
import { inRows, madeOf, presentRows, skips } from "./missing.js";
import * as core from "./queries_core.js";
import { checkReady } from "./queries_module.js";
import { checkRoom } from "./room.js";

const OPTIONS = [
    "dimensions",
    "groups",
    "withinGroups",
    "categories",
    "masks",
    "interiors",
    "sort",
    "missing",
];
/** What the module needs at most for a box, by the number of dimensions: itself, its copies and keys. */
const BYTES = { 2: 200, 3: 300 };

export function selfPairs(boxes, options) {
    return pairs([["boxes", boxes]], options);
}

export function crossPairs(first, second, options) {
    return pairs([["first", first], ["second", second]], options);
}

export function countPairs(first, ...rest) {
    const [second, options] = rest.length > 1 ? rest : [undefined, ...rest];
    const lists = second === undefined ? [["boxes", first]] : [["first", first], ["second", second]];
    const { question, understood } = ask(lists, options);
    return understood(() => core.countPairs(...question));
}

export function missingRows(boxes, options) {
    const { dimensions } = a.options(options, ["dimensions"]);
    const numbers = a.float64("boxes", boxes);
    a.checkRows("boxes", numbers, 2 * a.checkDimensions(dimensions));
    const present = presentRows(numbers, dimensions);
    if (present === undefined) return new Uint32Array();
    const count = Math.floor(boxes.length / (2 * dimensions));
    const missing = new Uint32Array(count - present.length);
    for (let row = 0, at = 0, to = 0; row < count; row++) {
        if (present[at] === row) at++;
        else missing[to++] = row;
    }
    return missing;
}

function pairs(lists, options) {
    const { question, rows, sort, understood } = ask(lists, options);
    const found = pairsOf(understood(() => core.pairs(...question, sort)));
    // Rows keep their numbers.
    const [first, second] = lists.length > 1 ? rows : [rows[0], rows[0]];
    for (let at = 0; first && at < found.length; at += 2) found[at] = first[found[at]];
    for (let at = 1; second && at < found.length; at += 2) found[at] = second[found[at]];
    return found;
}

/**
 * What every form of the answer asks the module for, of one or two lists with their names, and the
 * rows of each list that take part, if these are not all.
 */
function ask(lists, given) {
    checkReady();
    const all = lists.map(([name, boxes]) => a.float64(name, boxes));
    const options = a.options(given, OPTIONS);
    const dimensions = a.checkDimensions(options.dimensions);
    const counts = all.map(({ length }) => Math.floor(length / (2 * dimensions)));
    const count = counts.reduce((sum, count) => sum + count);
    checkRoom(core.Packed, lists[0][0], count, "boxes", count * BYTES[dimensions]);
    const isSkipping = skips(options.missing);
    lists.forEach(([name], i) => a.checkRows(name, all[i], 2 * dimensions));
    const rows = all.map((boxes) => (isSkipping ? presentRows(boxes, dimensions) : undefined));
    const [first, second] = all.map((boxes, i) => (rows[i] ? inRows(boxes, rows[i], 2 * dimensions) : boxes));
    const filter = filterOf(options, counts, rows);
    const named = Object.fromEntries(lists.map(([name], i) => [name, all[i]]));
    return {
        question: [dimensions, first, second, filter, a.flag("interiors", options.interiors)],
        rows,
        sort: a.flag("sort", options.sort, true),
        understood: (make) => madeOf(named, dimensions, isSkipping, make),
    };
}

/**
 * The filter by the labels of lists of these lengths, of which some rows may be left out; undefined if
 * every pair is wanted.
 */
function filterOf({ groups, withinGroups, categories, masks }, counts, rows) {
    if (withinGroups !== undefined && groups === undefined) {
        throw new TypeError("withinGroups: expected groups, too");
    }
    if ((categories === undefined) !== (masks === undefined)) {
        throw new TypeError("categories and masks go together: only one of them was given");
    }
    if (groups === undefined && categories === undefined) return undefined;
    const all = (name, labels) => (labels === undefined ? undefined : labelsOf(name, labels, counts, rows));
    return new core.Filter(
        all("groups", groups),
        a.flag("withinGroups", withinGroups),
        all("categories", categories),
        all("masks", masks),
    );
}

/** The labels of all boxes: of one list, or of two, one after the other. */
function labelsOf(name, labels, counts, rows) {
    const inPresent = (all, i) => (rows[i] ? inRows(all, rows[i], 1) : all);
    if (counts.length === 1) return inPresent(a.words(name, labels, counts[0]), 0);
    if (!Array.isArray(labels) || labels.length !== 2) {
        throw new TypeError(`${name}: expected two lists, for the boxes of first and of second`);
    }
    const [firsts, seconds] = ["first", "second"].map((list, i) =>
        inPresent(a.words(`${name}, ${list}`, labels[i], counts[i]), i),
    );
    const both = new Uint32Array(firsts.length + seconds.length);
    both.set(firsts);
    both.set(seconds, firsts.length);
    return both;
}
