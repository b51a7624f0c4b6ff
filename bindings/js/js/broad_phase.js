// Boxes that are added, moved and removed, and the pairs that begin and end.

import * as a from "./arguments.js";
import { allocated, checkRoom, tooMany } from "./room.js";
import * as core from "./broad_phase_core.js";
import { checkReady, contents } from "./broad_phase_module.js";

export { init } from "./broad_phase_module.js";

const MOBILITIES = ["dynamic", "kinematic", "static"];
const ALL = 0xffff_ffff;
/** The most bytes that the module needs for a new box: all lists of a broad phase may double. */
const CREATED = 1000;
/** The most bytes that it needs for an id and its box. */
const ASKED = 150;
/** The most bytes that it needs for each byte of a saved broad phase. */
const READ = 16;
const OPTIONS = ["dimensions", "margin", "prediction", "history"];
const LABELS = ["mobility", "category", "mask", "group"];

export class BroadPhase {
    #broadPhase;
    #dimensions;

    constructor(options = {}) {
        checkReady();
        if (options instanceof core.BroadPhase) {
            this.#broadPhase = options;
            this.#dimensions = options.dimensions;
            return;
        }
        const { dimensions, margin, prediction, history } = a.options(options, OPTIONS);
        const steps = a.count("history", history, 0);
        this.#broadPhase = core.BroadPhase.empty(
            a.checkDimensions(dimensions),
            a.atLeast0("margin", margin),
            a.below("prediction", prediction, 2, 2 ** 24),
        );
        this.#dimensions = dimensions;
        this.remember(steps);
    }

    static restore(source, options) {
        checkReady();
        const steps = a.count("history", a.options(options, ["history"]).history, 0);
        const bytes = a.bytesOf("source", source);
        checkRoom(core.BroadPhase, "source", bytes.length, "bytes", READ * bytes.length);
        const broadPhase = new BroadPhase(core.BroadPhase.restore(bytes));
        broadPhase.remember(steps);
        return broadPhase;
    }

    /** The broad phase in the module; throws if it was freed. */
    get #live() {
        return a.live("broad phase", this.#broadPhase);
    }

    static slots(ids) {
        // The lower halves of the ids: every engine is little-endian.
        const halves = new Uint32Array(idsOf(ids).buffer, ids.byteOffset, 2 * ids.length);
        const slots = new Uint32Array(ids.length);
        for (let at = 0; at < slots.length; at++) slots[at] = halves[2 * at];
        return slots;
    }

    get length() {
        return this.#live.length;
    }

    get dimensions() {
        return this.#dimensions;
    }

    get frame() {
        return this.#live.frame;
    }

    get history() {
        return this.#live.history;
    }

    get stateHash() {
        return this.#live.stateHash;
    }

    create(boxes, options) {
        const { mobility = "dynamic", category, mask, group } = a.options(options, LABELS);
        this.#checkRoom("boxes", boxes?.length / (2 * this.dimensions), CREATED);
        const numbers = a.float64(a.coordinates("boxes", boxes));
        const labels = [
            MOBILITIES.indexOf(a.oneOf("mobility", mobility, MOBILITIES)),
            a.bits("category", category, ALL),
            a.bits("mask", mask, ALL),
            a.int32("group", group, 0),
        ];
        const create = () => this.#live.create(numbers, ...labels);
        return a.explained({ boxes: numbers }, this.dimensions, create);
    }

    move(ids, boxes, options) {
        const { displacements } = a.options(options, ["displacements"]);
        const live = this.#live;
        const places = a.coordinates("boxes", boxes);
        const count = idsOf(ids).length;
        const expected = count * 2 * this.#dimensions;
        if (places.length !== expected) {
            throw new RangeError(
                `boxes: expected ${expected} values for ${count} ids, not ${places.length}`,
            );
        }
        const ways = displacements === undefined ? undefined : this.#displacements(displacements, count);
        this.#checkRoom("ids", count, ASKED);
        const at = live.writeMove(count, expected, ways ? ways.length : 0) / 4;
        const { words, numbers, bigs } = contents();
        bigs.set(ids, words[at] / 8);
        numbers.set(places, words[at + 1] / 8);
        if (ways) numbers.set(ways, words[at + 2] / 8);
        a.explained({ boxes: places }, this.#dimensions, () => live.move());
    }

    /** Throws if there is no memory for this number of boxes. */
    #checkRoom(name, count, bytes) {
        if (count >= 0) checkRoom(core.BroadPhase, name, count, "boxes", count * bytes);
    }

    /** How far each box will probably move. */
    #displacements(displacements, count) {
        const ways = a.coordinates("displacements", displacements);
        const expected = count * this.#dimensions;
        if (ways.length !== expected) {
            throw new RangeError(
                `displacements: expected ${expected} values for ${count} ids, not ${ways.length}`,
            );
        }
        a.checkFinite("displacements", ways, this.#dimensions);
        return ways;
    }

    remove(ids) {
        idsOf(ids);
        this.#checkRoom("ids", ids.length, ASKED);
        this.#live.remove(ids);
    }

    step() {
        const address = this.#live.step();
        if (address === 0) throw tooMany(`more than ${this.#live.maxPairs}`, "pairs");
        const { words, bigs } = contents();
        const [begun, ended] = [words[address / 4], words[address / 4 + 1]];
        const at = words[address / 4 + 2] / 8;
        return {
            begun: events(bigs, at, begun),
            ended: events(bigs, at + begun, ended),
        };
    }

    has(id) {
        if (typeof id !== "bigint") throw new TypeError(`id: expected a BigInt, not ${a.typeOf(id)}`);
        // The module would truncate longer ids.
        return id === BigInt.asUintN(64, id) && this.#live.contains(id);
    }

    ids() {
        return this.#live.ids();
    }

    boxes(ids = this.ids(), options) {
        const { fat } = a.options(options, ["fat"]);
        idsOf(ids);
        this.#checkRoom("ids", ids.length, ASKED);
        return this.#live.boxes(ids, a.flag("fat", fat));
    }

    pairs() {
        return this.#pairs(true);
    }

    tightPairs() {
        return this.#pairs(false);
    }

    /** The pairs of all events, or only pairs whose boxes overlap without margins. */
    #pairs(fat) {
        const pairs = allocated("all", "pairs", () => this.#live.pairs(fat));
        if (pairs === undefined) throw tooMany(`more than ${this.#live.maxPairs}`, "pairs");
        return pairs;
    }

    search(box) {
        a.checkBox("box", box, this.dimensions);
        return this.#live.search(Float64Array.from(box));
    }

    remember(steps) {
        this.#live.remember(a.count("steps", steps));
    }

    rewind(steps) {
        this.#live.rewind(a.count("steps", steps, 1));
    }

    optimize() {
        this.#live.optimize();
    }

    save() {
        return this.#live.save();
    }

    free() {
        this.#broadPhase?.free();
        this.#broadPhase = undefined;
    }

    [a.dispose]() {
        this.free();
    }
}

/** The pairs of a step that began, or that ended. */
function events(bigs, at, count) {
    return allocated("the", "pairs of the step", () => bigs.slice(at, at + count));
}

function idsOf(ids) {
    if (a.typeOf(ids) !== "BigUint64Array") {
        throw new TypeError(`ids: expected a BigUint64Array, not ${a.typeOf(ids)}`);
    }
    return ids;
}
