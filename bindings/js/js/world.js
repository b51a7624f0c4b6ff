// Boxes that come, move and go, and the pairs that begin and end.

import * as a from "./arguments.js";
import * as core from "./core.js";
import { checkReady } from "./load.js";

const MOBILITIES = ["dynamic", "kinematic", "static"];
const ALL = 0xffff_ffff;

export class World {
    #world;

    constructor(options = {}) {
        checkReady();
        if (options instanceof core.World) {
            this.#world = options;
            return;
        }
        const { dimensions, type = "float64", margin, prediction, history } = options;
        const kind = a.kindOf(type, dimensions);
        const extension = margin === undefined ? undefined : a.atLeast0("margin", margin);
        this.#world = core.World.empty(kind, extension, a.atLeast0("prediction", prediction, 2));
        this.remember(history ?? 0);
    }

    static restore(source, { history } = {}) {
        checkReady();
        const world = new World(core.World.restore(a.bytesOf("source", source)));
        world.remember(history ?? 0);
        return world;
    }

    get length() {
        return this.#world.length;
    }

    get dimensions() {
        return a.dimensionsOfKind(this.#world.kind);
    }

    get type() {
        return a.typeOfKind(this.#world.kind);
    }

    get frame() {
        return this.#world.frame;
    }

    get history() {
        return this.#world.history;
    }

    get stateHash() {
        return this.#world.stateHash;
    }

    create(boxes, { mobility = "dynamic", category = ALL, mask = ALL, group = 0 } = {}) {
        const at = MOBILITIES.indexOf(mobility);
        if (at < 0) {
            throw new TypeError(`mobility: expected one of ${MOBILITIES.join(", ")}, not ${mobility}`);
        }
        return this.#world.create(this.#own("boxes", boxes), at, category, mask, group);
    }

    move(ids, boxes, { displacements } = {}) {
        const places = this.#own("boxes", boxes);
        const expected = idsOf(ids).length * 2 * this.dimensions;
        if (places.length !== expected) {
            throw new RangeError(
                `boxes: expected ${expected} values for ${ids.length} ids, not ${places.length}`,
            );
        }
        const ways = displacements && this.#own("displacements", displacements);
        if (ways && 2 * ways.length !== expected) {
            throw new RangeError(
                `displacements: expected ${expected / 2} values for ${ids.length} ids, ` +
                    `not ${ways.length}`,
            );
        }
        this.#world.move(ids, places, ways);
    }

    remove(ids) {
        this.#world.remove(idsOf(ids));
    }

    step() {
        const [begun, ended] = this.#world.step();
        return { begun, ended };
    }

    has(id) {
        return this.#world.contains(BigInt(id));
    }

    ids() {
        return this.#world.ids();
    }

    boxes(ids = this.ids(), { fat = false } = {}) {
        return this.#world.boxes(idsOf(ids), Boolean(fat));
    }

    pairs({ fat = false } = {}) {
        return this.#world.pairs(Boolean(fat));
    }

    search(box) {
        return this.#world.search(a.few("box", box, 2 * this.dimensions, this.#world.kind));
    }

    remember(steps) {
        this.#world.remember(a.count("steps", steps));
    }

    rewind(steps = 1) {
        this.#world.rewind(a.count("steps", steps));
    }

    optimize() {
        this.#world.optimize();
    }

    save() {
        return this.#world.save();
    }

    free() {
        this.#world.free();
    }

    #own(name, array) {
        return a.many(name, array, this.#world.kind);
    }

    static slots(ids) {
        // The lower halves of the ids, in the order of bytes that every engine has.
        const halves = new Uint32Array(idsOf(ids).buffer, ids.byteOffset, 2 * ids.length);
        return halves.filter((_, at) => at % 2 === 0);
    }
}

function idsOf(ids) {
    if (Object.prototype.toString.call(ids) !== "[object BigUint64Array]") {
        throw new TypeError("ids: expected a BigUint64Array");
    }
    return ids;
}
