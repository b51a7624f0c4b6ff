// What the tests of detect-collisions need of jest, and rbush for the CommonJS module that extends
// it.

import assert from "node:assert/strict";
import * as test from "node:test";

import RBush from "./index.js";

const CHECKS = {
    toBe: assert.equal,
    toStrictEqual: assert.deepEqual,
    toBeTruthy: assert.ok,
    toBeGreaterThan: (value, bound) => assert.ok(value > bound),
    toBeLessThan: (value, bound) => assert.ok(value < bound),
    toThrow: (call) => assert.throws(call),
};

function expect(value) {
    const checks = { not: {} };
    for (const [name, check] of Object.entries(CHECKS)) {
        checks[name] = (...rest) => check(value, ...rest);
        checks.not[name] = (...rest) => assert.throws(() => check(value, ...rest));
    }
    return checks;
}

const { beforeEach, describe, it } = test;
Object.assign(globalThis, { RBush, beforeEach, describe, expect, it });
