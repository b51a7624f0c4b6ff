// The calls of rbush on a `Tree`.

import { Tree, init } from "broadleaf-wasm";

await init();

export default class RBush {
    #tree = new Tree({
        toBox: (item) => {
            const { minX, minY, maxX, maxY } = this.toBBox(item);
            return [minX, minY, maxX, maxY];
        },
    });

    toBBox(item) {
        return item;
    }

    insert(item) {
        if (item) this.#tree.insert(item);
        return this;
    }

    load(items) {
        this.#tree.load(items);
        return this;
    }

    remove(item, equals) {
        if (item) this.#tree.remove(item, equals);
        return this;
    }

    clear() {
        this.#tree.clear();
        return this;
    }

    search({ minX, minY, maxX, maxY }) {
        return this.#tree.search([minX, minY, maxX, maxY]);
    }

    collides({ minX, minY, maxX, maxY }) {
        return this.#tree.collides([minX, minY, maxX, maxY]);
    }

    all() {
        return this.#tree.all();
    }

    get data() {
        return this.toJSON();
    }

    toJSON() {
        return { children: this.all() };
    }

    fromJSON({ children }) {
        return this.clear().load(children);
    }
}
