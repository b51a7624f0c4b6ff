// Boxes that are added, moved and removed, the pairs that begin and end, and queries.

import * as a from "./arguments.js";
import { Calls } from "./broad_phase_calls.js";
import * as core from "./broad_phase_core.js";
import { checkReady, contents } from "./broad_phase_module.js";
import { checkId, idsOf, slotsOf } from "./ids.js";
import { FILTER, LABELS, filterOf, labelsOf, missingBits } from "./labels.js";
import { checkRoom } from "./room.js";

export { init } from "./broad_phase_module.js";

const MOBILITIES = ["dynamic", "kinematic", "static", "sleeping"];
/** The most bytes that the module needs for a new box: all lists of a broad phase may double. */
const CREATED = 1000;
/** The most bytes that it needs for an id and its box, or for a query. */
const ASKED = 150;
/** The most bytes that it needs for each byte of a saved broad phase. */
const READ = 16;
const OPTIONS = ["dimensions", "margin", "prediction", "history"];
const CAST = [...FILTER, "length"];
const NEIGHBORS = [...FILTER, "k", "maxDistance"];
/** What a cast finds. */
const [FIRST, ALL, ANY] = [0, 1, 2];

export class BroadPhase {
    #calls;
    #dimensions;

    constructor(options = {}) {
        checkReady();
        const isMade = options instanceof core.BroadPhase;
        const { dimensions, margin, prediction, history } = isMade ? {} : a.options(options, OPTIONS);
        const steps = a.count("history", history, 0);
        const module = isMade
            ? options
            : core.BroadPhase.empty(
                  a.checkDimensions(dimensions),
                  a.atLeast0("margin", margin),
                  a.below("prediction", prediction, 2, 2 ** 24),
              );
        this.#calls = new Calls(module);
        this.#dimensions = module.dimensions;
        if (!isMade) this.remember(steps);
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

    static slots(ids) {
        return slotsOf(ids);
    }

    /** The broad phase in the module; throws if it was freed. */
    get #live() {
        return a.live("broad phase", this.#calls);
    }

    get #module() {
        return this.#live.module;
    }

    get length() {
        return this.#module.length;
    }

    get dimensions() {
        return this.#dimensions;
    }

    get frame() {
        return this.#module.frame;
    }

    get history() {
        return this.#module.history;
    }

    get stateHash() {
        return this.#module.stateHash;
    }

    get bounds() {
        const bounds = this.#live.numbers(this.#module.bounds(), {});
        return bounds.length > 0 ? bounds : undefined;
    }

    // Changes.

    create(boxes, options) {
        const given = a.options(options, ["mobility", ...LABELS]);
        const numbers = a.coordinates("boxes", boxes);
        a.checkRows("boxes", numbers, 2 * this.#dimensions);
        const rows = numbers.length / (2 * this.#dimensions);
        this.#checkRoom("boxes", rows, CREATED);
        const mobility = mobilityOf(given.mobility ?? "dynamic");
        const calls = this.#live;
        calls.give({ numbers, labels: labelsOf(given, rows), rows });
        return calls.ids(calls.module.create(mobility), { boxes: { boxes: numbers } });
    }

    move(ids, boxes, options) {
        const { displacements } = a.options(options, ["displacements"]);
        const calls = this.#live;
        const numbers = a.coordinates("boxes", boxes);
        const rows = idsOf("ids", ids).length;
        checkCount("boxes", numbers, 2 * this.#dimensions * rows, `${rows} ids`);
        const ways = displacements === undefined ? undefined : this.#ways("displacements", displacements, rows);
        this.#checkRoom("ids", rows, ASKED);
        calls.give({ ids, numbers, ways });
        calls.check(calls.module.move(), { ids, boxes: { boxes: numbers } });
    }

    remove(ids) {
        const calls = this.#giveIds(ids);
        calls.check(calls.module.remove(), { ids });
    }

    setFilter(ids, labels) {
        const rows = idsOf("ids", ids).length;
        const all = labelsOf(a.options(labels, LABELS), rows);
        if (all === undefined) throw new TypeError("labels: expected a category, a mask or a group");
        const calls = this.#giveIds(ids, { labels: all, rows });
        calls.check(calls.module.setFilter(missingBits(all)), { ids });
    }

    setMobility(ids, mobility) {
        const code = mobilityOf(mobility);
        const calls = this.#giveIds(ids);
        calls.check(calls.module.setMobility(code), { ids });
    }

    optimize() {
        this.#module.optimize();
    }

    // What the boxes are.

    has(id) {
        return this.#module.contains(checkId("id", id));
    }

    ids() {
        return this.#live.ids(this.#module.ids(), {});
    }

    boxes(ids = this.ids(), options) {
        const { fat } = a.options(options, ["fat"]);
        const isFat = a.flag("fat", fat);
        const calls = this.#giveIds(ids);
        return calls.numbers(calls.module.boxes(isFat), { ids });
    }

    filter(id) {
        if (!this.#module.config(checkId("id", id))) return undefined;
        const [, category, mask, group] = this.#config();
        return { category, mask, group: group | 0 };
    }

    mobility(id) {
        if (!this.#module.config(checkId("id", id))) return undefined;
        return MOBILITIES[this.#config()[0]];
    }

    #config() {
        return contents().words.subarray(this.#live.report, this.#live.report + 4);
    }

    // Pairs.

    step() {
        const calls = this.#live;
        const [begun, ended] = calls.halves(calls.module.step(), { items: "pairs" });
        return { begun, ended };
    }

    pairs() {
        return this.#live.ids(this.#module.pairs(true), { items: "pairs" });
    }

    tightPairs() {
        return this.#live.ids(this.#module.pairs(false), { items: "pairs" });
    }

    pairsOf(ids) {
        const calls = this.#giveIds(ids);
        return calls.ids(calls.module.pairsOf(), { ids, items: "pairs" });
    }

    // Windows.

    search(box, options) {
        a.checkBox("box", box, this.#dimensions);
        const { labels, except, isOneWay } = filterOf(a.options(options, FILTER));
        const calls = this.#live;
        calls.give({ ids: except, numbers: box, labels });
        return calls.ids(calls.module.search(isOneWay), { name: "except", ids: except });
    }

    searchMany(boxes, options) {
        const numbers = a.coordinates("boxes", boxes);
        a.checkRows("boxes", numbers, 2 * this.#dimensions);
        const rows = numbers.length / (2 * this.#dimensions);
        const { except, isOneWay } = this.#giveMany(options, FILTER, rows, { numbers });
        const calls = this.#live;
        const about = { name: "except", ids: except, boxes: { boxes: numbers } };
        const ids = calls.ids(calls.module.search(isOneWay), about);
        return { offsets: calls.offsets(), ids };
    }

    // Rays, and boxes that move.

    cast(origin, direction, options) {
        const [address, about] = this.#cast(origin, direction, options, FIRST);
        return this.#live.hit(address, about);
    }

    castAll(origin, direction, options) {
        const [address, about] = this.#cast(origin, direction, options, ALL);
        const [ids, reaches] = this.#live.hits(address, about);
        return { ids, reaches };
    }

    anyHit(origin, direction, options) {
        const [address, about] = this.#cast(origin, direction, options, ANY);
        return this.#live.id(address, about) === 1;
    }

    castMany(origins, directions, options) {
        const [address, about] = this.#castMany(origins, directions, options, FIRST);
        const [ids, reaches] = this.#live.hits(address, about);
        return { ids, reaches };
    }

    anyHitMany(origins, directions, options) {
        const [address, about] = this.#castMany(origins, directions, options, ANY);
        return new Uint8Array(this.#live.ids(address, about));
    }

    sweep(id, displacement) {
        const ids = [checkId("id", id)];
        a.checkVector("displacement", displacement, this.#dimensions);
        const calls = this.#live;
        calls.give({ ids, ways: displacement });
        return calls.hit(calls.module.sweep(), { name: "id", ids });
    }

    sweepMany(ids, displacements) {
        const ways = this.#ways("displacements", displacements, idsOf("ids", ids).length);
        const calls = this.#giveIds(ids, { ways });
        const [found, reaches] = calls.hits(calls.module.sweep(), { ids });
        return { ids: found, reaches };
    }

    #cast(origin, direction, options, wanted) {
        const given = a.options(options, CAST);
        a.checkVector("direction", direction, this.#dimensions);
        this.#checkOrigin(origin);
        const length = a.atLeast0("length", given.length, Infinity);
        const { labels, except, isOneWay } = filterOf(given);
        const calls = this.#live;
        calls.give({ ids: except, numbers: origin, ways: direction, labels });
        return [calls.module.cast(isOneWay, wanted, length), { name: "except", ids: except }];
    }

    /** Throws unless an origin is a point, or a box. */
    #checkOrigin(origin) {
        if (origin?.length !== 2 * this.#dimensions) return a.checkVector("origin", origin, this.#dimensions);
        a.checkBox("origin", origin, this.#dimensions);
        return a.checkVector("origin", origin, 2 * this.#dimensions);
    }

    #castMany(origins, directions, options, wanted) {
        const given = a.options(options, CAST);
        const rows = directions?.length / this.#dimensions;
        const ways = this.#ways("directions", directions, Math.ceil(rows) || 0);
        const numbers = a.coordinates("origins", origins);
        const isBoxes = numbers.length === 2 * ways.length;
        if (!isBoxes) checkCount("origins", numbers, ways.length, `${rows} directions, or boxes`);
        a.checkFinite("origins", numbers, isBoxes ? 2 * this.#dimensions : this.#dimensions);
        const length = a.atLeast0("length", given.length, Infinity);
        const { except, isOneWay } = this.#giveMany(given, CAST, rows, { numbers, ways });
        const lists = { origins: numbers };
        const about = { name: "except", ids: except, ...(isBoxes ? { boxes: lists } : { points: lists }) };
        return [this.#module.cast(isOneWay, wanted, length), about];
    }

    // Nearest boxes.

    neighbors(place, options) {
        const given = a.options(options, NEIGHBORS);
        if (place?.length === 2 * this.#dimensions) a.checkBox("place", place, this.#dimensions);
        else a.checkPoint("place", place, this.#dimensions);
        const [k, distance] = a.neighborLimits(given);
        const { labels, except, isOneWay } = filterOf(given);
        const calls = this.#live;
        calls.give({ ids: except, numbers: place, labels });
        const address = calls.module.nearest(isOneWay, 1, k, distance);
        const [ids, distances] = calls.hits(address, { name: "except", ids: except });
        return { ids, distances };
    }

    neighborsMany(points, options) {
        const given = a.options(options, NEIGHBORS);
        const numbers = a.coordinates("points", points);
        a.checkRows("points", numbers, this.#dimensions);
        const rows = numbers.length / this.#dimensions;
        const [k, distance] = a.neighborLimits(given);
        const { except, isOneWay } = this.#giveMany(given, NEIGHBORS, rows, { numbers });
        const calls = this.#live;
        const about = { name: "except", ids: except, points: { points: numbers } };
        const [ids, distances] = calls.hits(calls.module.nearest(isOneWay, rows, k, distance), about);
        return { offsets: calls.offsets(), ids, distances };
    }

    // What several calls share.

    /** Writes ids, and further lists, to the module. */
    #giveIds(ids, lists = {}) {
        this.#checkRoom("ids", idsOf("ids", ids).length, ASKED);
        const calls = this.#live;
        calls.give({ ids, ...lists });
        return calls;
    }

    /** Writes the lists of many queries and their filter to the module. Returns the filter. */
    #giveMany(options, names, rows, lists) {
        const filter = filterOf(a.options(options, names), rows);
        this.#checkRoom("queries", rows, ASKED);
        this.#live.give({ ids: filter.except, labels: filter.labels, rows, ...lists });
        return filter;
    }

    /** Throws if there is no memory for this number of boxes or queries. */
    #checkRoom(name, count, bytes) {
        checkRoom(core.BroadPhase, name, count, name === "queries" ? "queries" : "boxes", count * bytes);
    }

    /** Finite rows, one for each of some ids or queries. */
    #ways(name, list, rows) {
        const ways = a.coordinates(name, list);
        checkCount(name, ways, rows * this.#dimensions, `${rows} rows`);
        a.checkFinite(name, ways, this.#dimensions);
        return ways;
    }

    // History.

    remember(steps) {
        this.#module.remember(a.count("steps", steps));
    }

    rewind(steps) {
        this.#module.rewind(a.count("steps", steps, 1));
    }

    save() {
        return this.#module.save();
    }

    free() {
        this.#calls?.module.free();
        this.#calls = undefined;
    }

    [a.dispose]() {
        this.free();
    }
}

/** Throws unless a list has a number of values. */
function checkCount(name, list, expected, rows) {
    if (list.length === expected) return;
    throw new RangeError(`${name}: expected ${expected} values for ${rows}, not ${list.length}`);
}

function mobilityOf(mobility) {
    return MOBILITIES.indexOf(a.oneOf("mobility", mobility, MOBILITIES));
}
