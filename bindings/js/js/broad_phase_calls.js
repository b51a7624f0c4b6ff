// Calls of the module of broad phases: arguments go to its memory, and answers come from there.

import * as a from "./arguments.js";
import { contents } from "./broad_phase_module.js";
import { labelCount, writeLabels } from "./labels.js";
import { allocated, tooMany } from "./room.js";

/** Shorter lists are written number by number. */
const SHORT = 32;
/** After a longer answer than this, the module frees its memory. */
const MANY = 1 << 17;
const EMPTY = [];

// The kinds of problems that the module reports.
const UNKNOWN_ID = 0;
const INVALID = 1;
const TOO_MUCH = 2;

// The places of an answer: an address and a length for each list.
const [OFFSETS, IDS, NUMBERS] = [0, 2, 4];

/** A broad phase in the module, with its arguments and answers. */
export class Calls {
    constructor(module) {
        this.module = module;
        this.dimensions = module.dimensions;
        /** Where the report on a call begins, in words. */
        this.report = module.report / 4;
    }

    /** Writes the lists of a call; the labels are for `rows` rows. */
    give({ ids = EMPTY, numbers = EMPTY, ways = EMPTY, labels, rows = 1 }) {
        const count = labelCount(labels, rows);
        this.module.prepare(ids.length, numbers.length, ways.length, count);
        const memory = contents();
        const { words } = memory;
        write(memory.numbers, words[this.report] / 8, ids);
        write(memory.numbers, words[this.report + 1] / 8, numbers);
        write(memory.numbers, words[this.report + 2] / 8, ways);
        if (count > 0) writeLabels(words, words[this.report + 3] / 4, count, labels);
    }

    /**
     * Throws if a call had a problem. `about` says what it was about: a list of `ids` and its
     * `name`; a list of `boxes` or `points` by its name; and the `items` of its answer.
     */
    check(address, about) {
        if (address !== 0) return;
        const { words } = contents();
        const [kind, row] = [words[this.report], words[this.report + 1]];
        const { name = "ids", ids, boxes, points, items = "ids" } = about;
        if (kind === UNKNOWN_ID) throw new Error(`${name}: row ${row}: there is no box with the id ${ids[row]}`);
        if (kind === TOO_MUCH) throw tooMany(...tooMuch(this.module, items));
        if (kind !== INVALID) throw new RangeError(`${name}: row ${row}: expected a finite box`);
        const lists = boxes ?? points;
        const refuse = () => {
            throw new Error(Object.keys(lists)[0]);
        };
        a.explained(lists, this.dimensions, refuse, { points: points !== undefined });
    }

    /** The ids of an answer. */
    ids(address, about) {
        this.check(address, about);
        return this.#copied(about, () => this.#numbers(IDS));
    }

    /** The numbers of an answer. */
    numbers(address, about) {
        this.check(address, about);
        return this.#copied(about, () => this.#numbers(NUMBERS));
    }

    /** The ids and the numbers of an answer. */
    hits(address, about) {
        this.check(address, about);
        return this.#copied(about, () => [this.#numbers(IDS), this.#numbers(NUMBERS)]);
    }

    /** Where the answers to many queries begin, and finally their end. */
    offsets() {
        const { words } = contents();
        const at = words[this.report + OFFSETS] / 4;
        return words.slice(at, at + words[this.report + OFFSETS + 1]);
    }

    /** The ids of an answer in two parts. */
    halves(address, about) {
        this.check(address, about);
        const { words, numbers } = contents();
        const split = words[words[this.report + OFFSETS] / 4 + 1];
        const [from, count] = [words[this.report + IDS] / 8, words[this.report + IDS + 1]];
        return this.#copied(about, () => [
            numbers.slice(from, from + split),
            numbers.slice(from + split, from + count),
        ]);
    }

    /** The only id of an answer; negative for none. */
    id(address, about) {
        this.check(address, about);
        const { words, numbers } = contents();
        return numbers[words[this.report + IDS] / 8];
    }

    /** The only hit of an answer; undefined for a miss. */
    hit(address, about) {
        const id = this.id(address, about);
        if (id < 0) return undefined;
        const { words, numbers } = contents();
        return { id, reach: numbers[words[this.report + NUMBERS] / 8] };
    }

    #numbers(list) {
        const { words, numbers } = contents();
        const at = words[this.report + list] / 8;
        return numbers.slice(at, at + words[this.report + list + 1]);
    }

    /** What `make` copies from an answer, which is then freed if it is long. */
    #copied({ items = "ids" }, make) {
        const { words } = contents();
        const count = words[this.report + IDS + 1];
        if (count + words[this.report + NUMBERS + 1] < MANY) return make();
        try {
            return allocated(count, items, make);
        } finally {
            this.module.tidy();
        }
    }
}

function write(memory, at, list) {
    if (list.length > SHORT) memory.set(list, at);
    else for (let i = 0; i < list.length; i++) memory[at + i] = list[i];
}

/** The number of items that do not fit, as far as it is known, and the items. */
function tooMuch(module, items) {
    return items === "ids" ? ["the", "ids of the answer"] : [`more than ${module.maxPairs}`, items];
}
