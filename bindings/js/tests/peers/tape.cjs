// What the tests of box-intersect need of tape.

const assert = require("node:assert/strict");
const test = require("node:test");

module.exports = (name, run) =>
    test(name, () => run({ pass() {}, end() {}, fail: assert.fail, equals: assert.equal }));
