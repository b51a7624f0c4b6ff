// Pairs of boxes from scratch.

import * as a from "./arguments.js";
import { inRows, madeOf, presentRows, skips } from "./missing.js";
import * as core from "./queries_core.js";
import { checkReady, contents } from "./queries_module.js";
import { allocated, checkRoom, tooMany } from "./room.js";

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
/**
 * The most bytes that the module needs for each box, its copies and its keys, by the number of
 * dimensions.
 */
const BYTES = { 2: 200, 3: 300 };
/** The number of ids that stands for pairs that do not fit into memory. */
const TOO_MANY = 0xffff_ffff;
/** After more numbers or ids than this, the module frees its memory. */
const MANY = 1 << 17;

export function selfPairs(boxes, options) {
    return pairs(ask("boxes", boxes, undefined, undefined, options));
}

export function crossPairs(first, second, options) {
    return pairs(ask("first", first, "second", second, options));
}

export function countPairs(first, ...rest) {
    const [second, options] = rest.length > 1 ? rest : [undefined, ...rest];
    const question =
        second === undefined
            ? ask("boxes", first, undefined, undefined, options)
            : ask("first", first, "second", second, options);
    const { dimensions, second: other, filter, interiors } = question;
    const count = core.countPairs(dimensions, other !== undefined, filter, interiors);
    if (count < 0) refuse(question);
    return count;
}

export function missingRows(boxes, options) {
    const { dimensions } = a.options(options, ["dimensions"]);
    const numbers = a.coordinates("boxes", boxes);
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

/** The module leaves the answer in its memory: the number of ids and their address. */
function pairs(question) {
    const { dimensions, first, second, filter, interiors, sort } = question;
    const address = core.pairs(dimensions, second !== undefined, filter, interiors, sort);
    if (address === 0) refuse(question);
    const { words } = contents();
    const count = words[address / 4];
    if (count === TOO_MANY) throw tooMany(core.tooManyPairs(), "pairs");
    const at = words[address / 4 + 1] / 4;
    const found = count < MANY ? words.slice(at, at + count) : copied(words, at, count);
    // Rows keep their numbers.
    const [firsts, seconds] = [first.rows, (second ?? first).rows];
    for (let at = 0; firsts && at < found.length; at += 2) found[at] = firsts[found[at]];
    for (let at = 1; seconds && at < found.length; at += 2) found[at] = seconds[found[at]];
    return found;
}

/** A copy of the pairs, when there are so many that the module frees its own. */
function copied(words, at, count) {
    try {
        return allocated(count / 2, "pairs", () => words.slice(at, at + count));
    } finally {
        core.freePairs();
    }
}

/**
 * Writes the boxes of a query to the module, and returns its parts. Each list has the rows that
 * take part, unless all do.
 */
function ask(firstName, firstBoxes, secondName, secondBoxes, given) {
    checkReady();
    const first = { name: firstName, boxes: a.coordinates(firstName, firstBoxes), rows: undefined };
    const second = secondName && {
        name: secondName,
        boxes: a.coordinates(secondName, secondBoxes),
        rows: undefined,
    };
    const options = a.options(given, OPTIONS);
    const dimensions = a.checkDimensions(options.dimensions);
    const width = 2 * dimensions;
    const numbers = first.boxes.length + (second ? second.boxes.length : 0);
    const count = Math.floor(numbers / width);
    checkRoom(core.Packed, firstName, count, "boxes", count * BYTES[dimensions]);
    const isSkipping = skips(options.missing);
    for (const list of second ? [first, second] : [first]) {
        a.checkRows(list.name, list.boxes, width);
        if (isSkipping) list.rows = presentRows(list.boxes, dimensions);
    }
    const filter = filterOf(options, second ? [first, second] : [first], width);
    const interiors = a.flag("interiors", options.interiors);
    const sort = a.flag("sort", options.sort, true);
    write(0, first, width);
    if (second) write(1, second, width);
    return { dimensions, first, second, filter, interiors, sort, isSkipping };
}

/** Writes the boxes of a list that take part to the module. */
function write(at, { boxes, rows }, width) {
    const present = rows ? inRows(boxes, rows, width) : boxes;
    if (present.length > MANY) {
        core.copyBoxes(at, a.float64(present));
    } else {
        const address = core.writeBoxes(at, present.length);
        contents().numbers.set(present, address / 8);
    }
}

/** Throws the reason why the module refused a query. */
function refuse({ first, second, dimensions, isSkipping }) {
    const lists = { [first.name]: first.boxes };
    if (second) lists[second.name] = second.boxes;
    madeOf(lists, dimensions, isSkipping, core.refusal);
}

/** The filter by the labels of one or two lists; undefined if there are no labels. */
function filterOf({ groups, withinGroups, categories, masks }, lists, width) {
    if (withinGroups !== undefined && groups === undefined) {
        throw new TypeError("withinGroups: expected groups, too");
    }
    if ((categories === undefined) !== (masks === undefined)) {
        throw new TypeError("categories and masks go together: only one of them was given");
    }
    if (groups === undefined && categories === undefined) return undefined;
    const all = (name, labels) => (labels === undefined ? undefined : labelsOf(name, labels, lists, width));
    return new core.Filter(
        all("groups", groups),
        a.flag("withinGroups", withinGroups),
        all("categories", categories),
        all("masks", masks),
    );
}

/** The labels of all boxes; the labels of two lists are concatenated. */
function labelsOf(name, labels, lists, width) {
    const present = (title, labels, { boxes, rows }) => {
        const all = a.words(title, labels, boxes.length / width);
        return rows ? inRows(all, rows, 1) : all;
    };
    if (lists.length === 1) return present(name, labels, lists[0]);
    if (!Array.isArray(labels) || labels.length !== 2) {
        throw new TypeError(`${name}: expected two lists, for the boxes of first and of second`);
    }
    const [firsts, seconds] = lists.map((list, i) => present(`${name}, ${list.name}`, labels[i], list));
    const both = new Uint32Array(firsts.length + seconds.length);
    both.set(firsts);
    both.set(seconds, firsts.length);
    return both;
}
