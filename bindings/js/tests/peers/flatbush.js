// The calls of flatbush on an `Index`.

import { Index, init } from "broadleaf-wasm";

await init();

export default class Flatbush {
    #index;
    #added = 0;

    constructor(count) {
        if (!(count > 0)) throw new Error(`expected at least one item, not ${count}`);
        this.boxes = new Float64Array(4 * count);
    }

    static from(buffer, byteOffset = 0) {
        const index = Index.from(new Uint8Array(buffer, byteOffset));
        const flatbush = new Flatbush(index.length);
        flatbush.boxes = index.boxes();
        flatbush.#index = index;
        return flatbush;
    }

    add(minX, minY, maxX = minX, maxY = minY) {
        this.boxes.set([minX, minY, maxX, maxY], 4 * this.#added);
        return this.#added++;
    }

    finish() {
        if (4 * this.#added !== this.boxes.length) throw new Error("expected more items");
        this.#index = new Index(this.boxes, { dimensions: 2 });
    }

    get data() {
        return this.#index.toFlatbush();
    }

    search(...box) {
        return [...this.#index.search(box)];
    }

    neighbors(x, y, k = Infinity, maxDistance = Infinity, filter = () => true) {
        const { ids } = this.#index.neighbors([x, y], { k: Infinity, maxDistance });
        return [...ids].filter(filter).slice(0, k);
    }
}
