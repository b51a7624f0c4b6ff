// Invalid arguments of the queries and changes of a broad phase: errors that name the argument, the
// row and the value, after which nothing has changed.

import assert from "node:assert/strict";
import { before, test } from "node:test";

import { BroadPhase } from "broadleaf-wasm/broad-phase";
import { readyBroadPhases } from "./support/ready.js";

before(() => readyBroadPhases());

const BOXES = Float64Array.of(0, 0, 1, 1, 3, 0, 4, 1, -Infinity, 5, 0, 6);
let broadPhase;
let ids;

/** Checks that calls throw these messages and change nothing. */
function refuse(calls) {
    broadPhase = new BroadPhase({ dimensions: 2, history: 2 });
    ids = broadPhase.create(BOXES);
    broadPhase.step();
    const state = () => [broadPhase.stateHash, broadPhase.length, broadPhase.frame, broadPhase.boxes()];
    const before = state();
    for (const [call, message] of calls) assert.throws(call, { message }, String(call));
    assert.deepEqual(state(), before);
}

const NO_BOX = (name, row, id) => `${name}: row ${row}: there is no box with the id ${id}`;
const f64 = (...numbers) => Float64Array.from(numbers);

test("windows", () => {
    refuse([
        [() => broadPhase.search([0, 0, 1]), "box: expected 4 numbers, not 3"],
        [() => broadPhase.search(), "box: expected 4 numbers, not undefined"],
        [() => broadPhase.search([0, 3, 1, 2]), "box: min 3 is above max 2 on axis 1"],
        [() => broadPhase.search([0, 0, 1, 1], { mask: [1] }), "mask: expected a number, not Array"],
        [() => broadPhase.search([0, 0, 1, 1], { group: 0.5 }), "group: expected a whole number from -2147483648 to 2147483647, not 0.5"],
        [() => broadPhase.search([0, 0, 1, 1], { except: 9 }), NO_BOX("except", 0, 9)],
        [() => broadPhase.search([0, 0, 1, 1], { except: "0" }), "except: expected a number, not string"],
        [() => broadPhase.search([0, 0, 1, 1], { oneWay: 1 }), "oneWay: expected true or false, not 1"],
        [() => broadPhase.search([0, 0, 1, 1], { k: 1 }), 'options: there is no option "k" here, only category, mask, group, except, oneWay'],
        [() => broadPhase.searchMany([0, 0, 1, 1]), "boxes: expected one of Float32Array, Float64Array, Int32Array, not Array; Float64Array.from(list.flat()) makes one"],
        [() => broadPhase.searchMany(f64(0, 0, 1)), "boxes: 3 values are not a whole number of rows of 4 values"],
        [() => broadPhase.searchMany(f64(0, 0, 1, 1, 0, 0, -1, 1)), "boxes: row 1: min 0 is above max -1 on axis 0"],
        [() => broadPhase.searchMany(BOXES, { mask: [1, 2] }), "mask: expected a number, or a number for each of 3 rows, not 2 numbers"],
        [() => broadPhase.searchMany(BOXES, { mask: [1, 2, 2 ** 32] }), "mask: row 2: expected a whole number of 32 bits, not 4294967296"],
        [() => broadPhase.searchMany(BOXES, { except: f64(0, 1, 77) }), NO_BOX("except", 2, 77)],
        [() => broadPhase.searchMany(BOXES, { except: [0] }), "except: expected an id, or an id for each of 3 queries, not 1"],
        [() => broadPhase.searchMany(BOXES, { except: [0, 1, null] }), "except: row 2: expected a number, not null"],
    ]);
});

test("rays and moving boxes", () => {
    const [point, way] = [[0, 0], [1, 0]];
    const one = ["cast", "castAll", "anyHit"].flatMap((name) => [
        [() => broadPhase[name]([0], way), "origin: expected 2 numbers, not 1"],
        [() => broadPhase[name]([0, NaN], way), "origin: expected a finite number on axis 1, not NaN"],
        [() => broadPhase[name]([2, 0, 1, 1], way), "origin: min 2 is above max 1 on axis 0"],
        [() => broadPhase[name]([0, 0, Infinity, 1], way), "origin: expected a finite number on axis 2, not Infinity"],
        [() => broadPhase[name](point, [1, 0, 0]), "direction: expected 2 numbers, not 3"],
        [() => broadPhase[name](point, [Infinity, 0]), "direction: expected a finite number on axis 0, not Infinity"],
        [() => broadPhase[name](point, way, { length: -1 }), "length: expected a number of at least 0, not -1"],
        [() => broadPhase[name](point, way, { length: NaN }), "length: expected a number of at least 0, not NaN"],
        [() => broadPhase[name](point, way, { except: 1.5 }), NO_BOX("except", 0, 1.5)],
        [() => broadPhase[name](point, way, { maxDistance: 1 }), 'options: there is no option "maxDistance" here, only category, mask, group, except, oneWay, length'],
    ]);
    const many = ["castMany", "anyHitMany"].flatMap((name) => [
        [() => broadPhase[name](f64(0, 0), [1, 0]), "directions: expected one of Float32Array, Float64Array, Int32Array, not Array; Float64Array.from(list.flat()) makes one"],
        [() => broadPhase[name](f64(0, 0), f64(1, 0, 0)), "directions: expected 4 values for 2 rows, not 3"],
        [() => broadPhase[name](f64(0, 0, 0), f64(1, 0)), "origins: expected 2 values for 1 directions, or boxes, not 3"],
        [() => broadPhase[name](f64(0, 0, 0, NaN), f64(1, 0, 1, 0)), "origins: row 1: expected a finite number on axis 1, not NaN"],
        [() => broadPhase[name](f64(0, 0, 1, 1, 0, 0, -1, 1), f64(1, 0, 1, 0)), "origins: row 1: min 0 is above max -1 on axis 0"],
        [() => broadPhase[name](f64(0, 0, 0, 0), f64(1, 0, NaN, 0)), "directions: row 1: expected a finite number on axis 0, not NaN"],
        [() => broadPhase[name](f64(0, 0, 0, 0), f64(1, 0, 1, 0), { except: [0, 9] }), NO_BOX("except", 1, 9)],
    ]);
    refuse([...one, ...many]);
});

test("sweeps", () => {
    refuse([
        [() => broadPhase.sweep(9, [1, 0]), NO_BOX("id", 0, 9)],
        [() => broadPhase.sweep([0], [1, 0]), "id: expected a number, not Array"],
        [() => broadPhase.sweep(0, [1]), "displacement: expected 2 numbers, not 1"],
        [() => broadPhase.sweep(0, [1, NaN]), "displacement: expected a finite number on axis 1, not NaN"],
        [() => broadPhase.sweep(2, [1, 0]), "id: row 0: expected a finite box"],
        [() => broadPhase.sweepMany(ids, f64(1, 0, 1, 0, 1, 0)), "ids: row 2: expected a finite box"],
        [() => broadPhase.sweepMany([0, 9], f64(1, 0, 1, 0)), NO_BOX("ids", 1, 9)],
        [() => broadPhase.sweepMany([0, 1], f64(1, 0)), "displacements: expected 4 values for 2 rows, not 2"],
        [() => broadPhase.sweepMany([0, 1], f64(1, 0, Infinity, 0)), "displacements: row 1: expected a finite number on axis 0, not Infinity"],
    ]);
});

test("nearest boxes", () => {
    refuse([
        [() => broadPhase.neighbors([0]), "place: expected 2 numbers, not 1"],
        [() => broadPhase.neighbors([0, NaN]), "place: not a number on axis 1"],
        [() => broadPhase.neighbors([2, 0, 1, 1]), "place: min 2 is above max 1 on axis 0"],
        [() => broadPhase.neighbors([0, 0], { k: 0.5 }), "k: expected a whole number from 0, not 0.5"],
        [() => broadPhase.neighbors([0, 0], { maxDistance: -1 }), "maxDistance: expected a number of at least 0, not -1"],
        [() => broadPhase.neighbors([0, 0], { except: 9 }), NO_BOX("except", 0, 9)],
        [() => broadPhase.neighborsMany(f64(0)), "points: 1 values are not a whole number of rows of 2 values"],
        [() => broadPhase.neighborsMany(f64(0, 0, NaN, 0)), "points: row 1: not a number on axis 0"],
        [() => broadPhase.neighborsMany(f64(0, 0), { mask: "1" }), "mask: expected a number, or a number for each of 1 rows, not string"],
    ]);
});

test("labels, mobilities and pairs", () => {
    refuse([
        [() => broadPhase.setFilter(ids, {}), "labels: expected a category, a mask or a group"],
        [() => broadPhase.setFilter(ids, { categories: 1 }), 'options: there is no option "categories" here, only category, mask, group'],
        [() => broadPhase.setFilter([0, 9], { mask: 1 }), NO_BOX("ids", 1, 9)],
        [() => broadPhase.setFilter(ids, { group: [0, 0, 2 ** 31] }), "group: row 2: expected a whole number from -2147483648 to 2147483647, not 2147483648"],
        [() => broadPhase.setMobility([0, 9], "static"), NO_BOX("ids", 1, 9)],
        [() => broadPhase.setMobility(ids, "asleep"), 'mobility: expected "dynamic" or "kinematic" or "static" or "sleeping", not "asleep"'],
        [() => broadPhase.pairsOf([0, 9]), NO_BOX("ids", 1, 9)],
        [() => broadPhase.boxes([9]), NO_BOX("ids", 0, 9)],
        [() => broadPhase.remove([0, 1, 9]), NO_BOX("ids", 2, 9)],
        [() => broadPhase.move([0, 1], f64(0, 0, 1, 1, 0, 0, NaN, 1)), "boxes: row 1: not a number on axis 0: min 0, max NaN"],
        [() => broadPhase.move([0, 9], f64(0, 0, 1, 1, 0, 0, 1, 1)), NO_BOX("ids", 1, 9)],
        [() => broadPhase.filter("0"), "id: expected a number, not string"],
        [() => broadPhase.mobility(null), "id: expected a number, not null"],
    ]);
    assert.deepEqual([broadPhase.filter(9), broadPhase.mobility(NaN)], [undefined, undefined]);
});
