// Boxes that come, move and go, and the pairs that begin and end.

import * as a from "./arguments.js";
import * as core from "./world_core.js";
import { checkReady } from "./world_module.js";

export { init } from "./world_module.js";

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
        const { dimensions, margin, prediction, history } = options;
        this.#world = core.World.empty(
            a.checkDimensions(dimensions),
            margin === undefined ? undefined : a.atLeast0("margin", margin),
            a.atLeast0("prediction", prediction, 2),
        );
        this.remember(history ?? 0);
    }

    static restore(source, { history } = {}) {
        checkReady();
        const world = new World(core.World.restore(a.bytesOf("source", source)));
        world.remember(history ?? 0);
        return world;
    }

    static slots(ids) {
        // The lower halves of the ids, in the order of bytes that every engine has.
        const halves = new Uint32Array(idsOf(ids).buffer, ids.byteOffset, 2 * ids.length);
        return halves.filter((_, at) => at % 2 === 0);
    }

    get length() {
        return this.#world.length;
    }

    get dimensions() {
        return this.#world.dimensions;
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
        return this.#world.create(a.float64("boxes", boxes), at, category, mask, group);
    }

    move(ids, boxes, { displacements } = {}) {
        const places = a.float64("boxes", boxes);
        const expected = idsOf(ids).length * 2 * this.dimensions;
        if (places.length !== expected) {
            throw new RangeError(
                `boxes: expected ${expected} values for ${ids.length} ids, not ${places.length}`,
            );
        }
        const ways = displacements && a.float64("displacements", displacements);
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
        return this.#world.search(a.few("box", box, 2 * this.dimensions));
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
}

function idsOf(ids) {
    if (Object.prototype.toString.call(ids) !== "[object BigUint64Array]") {
        throw new TypeError("ids: expected a BigUint64Array");
    }
    return ids;
}
