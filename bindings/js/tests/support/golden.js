// The golden trace of the package: the same operations and queries as in
// `crates/broadleaf-golden/src/package.rs`, and the same hash, for Node and browsers.

const ROUNDS = 4;
const BOXES = 150;
const QUESTIONS = 12;
const STEPS = 16;
const CHANGES = 12;
const MOBILITIES = ["dynamic", "kinematic", "static"];

/** The random number generator of all golden traces. */
class Script {
    #state = 2n;

    below(bound) {
        const next = this.#state * 6_364_136_223_846_793_005n + 1_442_695_040_888_963_407n;
        this.#state = BigInt.asUintN(64, next);
        return Number(this.#state >> 32n) % bound;
    }

    corner(dimensions) {
        const choice = this.below(8);
        return Array.from({ length: dimensions }, () => {
            if (choice < 3) return 64 * this.below(16) - 512;
            if (choice < 7) return this.below(6_000) - 3_000;
            return 100_000_000 + this.below(3_000);
        });
    }

    point(dimensions) {
        return this.corner(dimensions).map((steps) => steps / 64);
    }

    box(dimensions) {
        const min = this.corner(dimensions);
        const choice = this.below(40);
        const max = min.map((at) => {
            if (choice === 0) return at + this.below(50_000_000);
            return at + (choice < 20 ? 64 * this.below(4) : this.below(500));
        });
        return [...min, ...max].map((steps) => steps / 64);
    }

    direction(dimensions) {
        return Array.from({ length: dimensions }, () =>
            this.below(4) === 0 ? 0 : (this.below(200) - 100) / 16,
        );
    }

    length() {
        return this.below(1_000) / 64;
    }
}

/** FNV-1a over the bytes of words of 64 bits, lowest byte first. */
class Hash {
    #hash = 0xcbf2_9ce4_8422_2325n;

    word(word) {
        let rest = BigInt(word);
        for (let byte = 0; byte < 8; byte++) {
            this.#hash = BigInt.asUintN(64, (this.#hash ^ (rest & 0xffn)) * 0x0100_0000_01b3n);
            rest >>= 8n;
        }
    }

    list(words) {
        for (const word of words) this.word(word);
        this.word(words.length);
    }

    pairs(pairs) {
        const halves = Array.from({ length: pairs.length / 2 }, (_, at) => 2 * at);
        this.list(halves.map((at) => (BigInt(pairs[at]) << 32n) | BigInt(pairs[at + 1])));
    }

    hits(ids, reaches) {
        this.list([...ids].flatMap((id, at) => [bitsOf(reaches[at]), id]));
    }

    toString() {
        return this.#hash.toString(16).padStart(16, "0");
    }
}

function bitsOf(number) {
    return new BigUint64Array(Float64Array.of(number).buffer)[0];
}

/** Ids of a broad phase as the native library has them: the slot, and the generation above it. */
function bitsOfIds(ids) {
    return Array.from(ids, (id) => (BigInt(Math.floor(id / 2 ** 25)) << 32n) | BigInt(id % 2 ** 25));
}

/** The hash of the trace, played with the functions of the package. */
export function golden(broadleaf, dimensions) {
    const [script, hash] = [new Script(), new Hash()];
    const boxes = () =>
        Float64Array.from(Array.from({ length: BOXES }, () => script.box(dimensions)).flat());
    for (let round = 0; round < ROUNDS; round++) {
        const lists = [boxes(), boxes()];
        findPairs(broadleaf, script, hash, lists, dimensions);
        const trees = ["cuts", "curve"].map(
            (order, i) => new broadleaf.Index(lists[i], { dimensions, order }),
        );
        ask(script, hash, trees);
    }
    for (const margin of [0, 30 / 64]) {
        live(script, hash, new broadleaf.BroadPhase({ dimensions, margin, prediction: 2, history: 4 }));
    }
    return String(hash);
}

function findPairs({ countPairs, crossPairs, selfPairs }, script, hash, [first, second], dimensions) {
    const both = (label) => [0, 1].map(() => Array.from({ length: BOXES }, label));
    const groups = both(() => script.below(5));
    const layers = both(() => layerOf(script));
    const [categories, masks] = ["category", "mask"].map((name) =>
        layers.map((list) => Uint32Array.from(list, (layer) => layer[name])),
    );
    hash.pairs(selfPairs(first, { dimensions, sort: false }));
    hash.pairs(selfPairs(first, { dimensions }));
    hash.pairs(selfPairs(first, { dimensions, groups: groups[0] }));
    hash.word(countPairs(first, { dimensions, groups: groups[0], withinGroups: true }));
    hash.pairs(crossPairs(first, second, { dimensions, sort: false }));
    const filter = { groups, categories, masks };
    hash.pairs(crossPairs(first, second, { dimensions, ...filter }));
}

function layerOf(script) {
    return { category: 1 << script.below(4), mask: script.below(16) };
}

function ask(script, hash, trees) {
    for (const { data } of trees) hash.list(new Uint8Array(data));
    const [index, other] = trees;
    const { dimensions } = index;
    hash.list([...index.bounds].map(bitsOf));
    hash.pairs(index.pairs());
    hash.pairs(index.crossPairs(other));
    for (let question = 0; question < QUESTIONS; question++) {
        hash.list(index.search(script.box(dimensions)));
        const point = script.point(dimensions);
        const all = { k: BOXES, maxDistance: script.length() };
        for (const options of [{ k: 6 }, all]) {
            const { ids, distances } = index.neighbors(point, options);
            hash.hits(ids, distances);
        }
        const [origin, direction] = [script.point(dimensions), script.direction(dimensions)];
        const hit = index.cast(origin, direction);
        hash.hits(hit ? [hit.id] : [], hit ? [hit.reach] : []);
        const { ids, reaches } = index.castAll(origin, direction, { length: 8 });
        hash.hits(ids, reaches);
    }
    index.free();
    other.free();
}

/** Runs a broad phase that rewinds two of every five steps. */
function live(script, hash, broadPhase) {
    for (let change = 0; change < CHANGES; change++) create(script, broadPhase);
    for (let step = 1; step <= STEPS; step++) {
        for (let count = 0; count < CHANGES; count++) change(script, broadPhase);
        const { begun, ended } = broadPhase.step();
        const found = broadPhase.search(script.box(broadPhase.dimensions));
        for (const ids of [begun, ended, broadPhase.tightPairs(), found]) hash.list(bitsOfIds(ids));
        hash.word(broadPhase.stateHash);
        if (step % 5 === 0) {
            broadPhase.rewind(2);
            hash.word(broadPhase.stateHash);
        }
    }
    hash.list(bitsOfIds(broadPhase.pairs()));
    broadPhase.free();
}

function create(script, broadPhase) {
    const mobility = MOBILITIES[script.below(3)];
    const layers = layerOf(script);
    const group = script.below(5) - 2;
    const box = Float64Array.from(script.box(broadPhase.dimensions));
    broadPhase.create(box, { mobility, ...layers, group });
}

/** Adds, removes or moves a box. */
function change(script, broadPhase) {
    const ids = broadPhase.ids();
    const choice = script.below(8);
    if (ids.length === 0 || choice < 3) {
        create(script, broadPhase);
        return;
    }
    const at = script.below(ids.length);
    const id = ids.slice(at, at + 1);
    if (choice === 3) {
        broadPhase.remove(id);
        return;
    }
    const box = Float64Array.from(script.box(broadPhase.dimensions));
    broadPhase.move(id, box, { displacements: Float64Array.from(script.direction(broadPhase.dimensions)) });
}
