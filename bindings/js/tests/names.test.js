// All names and options in the JavaScript columns of the page of names exist.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import * as queries from "broadleaf-wasm";
import * as broadPhases from "broadleaf-wasm/broad-phase";
import * as intervals from "broadleaf-wasm/intervals";

const read = (path) => readFileSync(new URL(path, import.meta.url), "utf8");

/** The names in the JavaScript column of every table. */
function names() {
    const rows = read("../../../docs/reference/names.md").split("\n").filter((line) => line.startsWith("|"));
    const cells = rows.map((row) => row.split("|")[4]);
    return [...new Set(cells.flatMap((cell) => [...cell.matchAll(/`(.+?)`/g)].map(([, name]) => name)))];
}

/** Whether the package exports a name, or a class with a member of that name. */
function exists([name, member]) {
    const found = queries[name] ?? broadPhases[name] ?? intervals[name];
    if (member === undefined) return found !== undefined;
    return Object.hasOwn(found.prototype, member) || Object.hasOwn(found, member);
}

test("every name of the page exists, and every option has a type", () => {
    const types = ["broadleaf", "broad_phase", "intervals", "tree"].map((name) => read(`../js/${name}.d.ts`)).join();
    const all = names();
    assert.ok(all.length > 40);
    for (const name of all) {
        const [, path, options] = name.match(/^([\w.]+)(?:\((.*)\))?$/);
        assert.ok(exists(path.split(".")), name);
        for (const option of options?.split(", ") ?? []) {
            assert.ok(new RegExp(`[ {]${option}\\?: `).test(types), name);
        }
    }
});
