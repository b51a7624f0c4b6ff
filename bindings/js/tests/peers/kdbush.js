// The calls of kdbush on an `Index`.

import { Index, init } from "broadleaf-wasm";

await init();

export default class KDBush {
    #index;
    #added = 0;

    constructor(count) {
        this.boxes = new Float64Array(4 * count);
    }

    static from(buffer) {
        const index = Index.from(buffer);
        const kdbush = new KDBush(0);
        kdbush.boxes = index.boxes();
        kdbush.#index = index;
        return kdbush;
    }

    add(x, y) {
        this.boxes.set([x, y, x, y], 4 * this.#added);
        return this.#added++;
    }

    finish() {
        if (4 * this.#added !== this.boxes.length) throw new Error("expected more points");
        this.#index = new Index(this.boxes, { dimensions: 2 });
        return this;
    }

    get data() {
        return this.#index.data;
    }

    range(...box) {
        return [...this.#index.search(box)];
    }

    within(x, y, maxDistance) {
        return [...this.#index.neighbors([x, y], { k: Infinity, maxDistance }).ids];
    }

    withinInto(x, y, maxDistance, out) {
        const ids = this.within(x, y, maxDistance);
        ids.forEach((id, at) => (out[at] = id));
        return ids.length;
    }
}
