// The test suites of other packages, with this package behind their calls. Each suite is cloned
// with git into a temporary folder; without a network, it is skipped. Tests of what a structure is
// like inside must fail, and all others must pass.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const here = fileURLToPath(new URL(".", import.meta.url));
/** The time limits of a clone, and of a suite on a busy machine, in milliseconds. */
const PATIENCE = { clone: 60_000, suite: 300_000 };

const PEERS = [
    {
        name: "rbush",
        from: "mourner/rbush",
        tag: "v4.0.1",
        suites: ["test/test.js"],
        // Heights of nodes.
        inside: [
            "constructor uses 9 max entries by default",
            "#load handles the insertion of maxEntries + 2 empty bboxes",
            "#insert handles the insertion of maxEntries + 2 empty bboxes",
            "#load properly splits tree root when merging trees of the same height",
            "#insert adds an item to an existing tree correctly",
            "#insert forms a valid tree if items are inserted one by one",
        ],
    },
    {
        name: "flatbush",
        from: "mourner/flatbush",
        tag: "v4.5.0",
        suites: ["test.js"],
        // Arrays of nodes, alignment, and the kind of the buffer.
        inside: [
            "indexes a bunch of rectangles",
            "skips sorting less than nodeSize number of rectangles",
            "throws an error when reconstructing an index from array buffer if not 8-byte aligned",
            "reconstructs an index from a Uint8Array",
            "creates an index using SharedArrayBuffer",
        ],
    },
    {
        name: "kdbush",
        from: "mourner/kdbush",
        tag: "v4.1.0",
        suites: ["test.js"],
        inside: ["creates an index", "creates an index using SharedArrayBuffer"],
        // Ids come in another order.
        adapt: (text) =>
            text.replace(
                /assert\.deepEqual\(result, (\[.*?\])/g,
                "assert.deepEqual([...result].sort((a, b) => a - b), $1.sort((a, b) => a - b)",
            ),
    },
    {
        name: "box-intersect",
        from: "mikolalysenko/box-intersect",
        tag: "master",
        suites: ["test/full.js", "test/bipartite.js"],
        inside: [],
        // From a CommonJS module to an ES module.
        adapt: (text) =>
            `import boxIntersect from "../index.js";
            import { createRequire } from "node:module";
            const require = createRequire(import.meta.url);
            ${text.replace("var boxIntersect = require('../index')", "")}`,
    },
    {
        // Its systems extend rbush.
        name: "detect-collisions",
        from: "Prozi/detect-collisions",
        tag: "v9.27.6",
        calls: "rbush",
        suites: ["src/system.spec.js", "src/utils.spec.js", "src/intersect.spec.js"].concat(
            ["box", "circle", "ellipse", "line", "point", "polygon"].map((name) => `src/bodies/${name}.spec.js`),
        ),
        inside: [],
        setup: "jest.js",
        adapt: (text) => text.replace(/require\("?'?(\.\/|\.\.\/)*(\.|src)'?"?\)/g, "require('detect-collisions')"),
        install: "detect-collisions@9.27.6",
        // The copy of rbush in the package.
        replaced: "node_modules/detect-collisions/dist/external/rbush.js",
    },
];

/** Clones a repository into a folder. Returns whether that was possible. */
function isCloned({ from, tag }, folder) {
    const options = ["-c", "advice.detachedHead=false", "clone", "--quiet", "--depth", "1", "--branch", tag];
    const environment = { ...process.env, GIT_TERMINAL_PROMPT: "0" };
    const { status } = spawnSync("git", [...options, `https://github.com/${from}`, folder], {
        env: environment,
        timeout: PATIENCE.clone,
    });
    return status === 0;
}

/** Puts the suites of a clone beside our own calls, in a folder. */
function assemble({ name, calls = name, suites, setup, adapt = (text) => text }, clone, folder) {
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
    copyFileSync(join(here, "peers", `${calls}.js`), join(folder, "index.js"));
    if (setup) {
        copyFileSync(join(here, "peers", setup), join(folder, setup));
        mkdirSync(join(folder, "src"));
        writeFileSync(join(folder, "src/package.json"), '{ "type": "commonjs" }');
    }
    for (const suite of suites) {
        mkdirSync(dirname(join(folder, suite)), { recursive: true });
        writeFileSync(join(folder, suite), adapt(readFileSync(join(clone, suite), "utf8")));
    }
    if (name !== "box-intersect") return;
    cpSync(join(clone, "test/util"), join(folder, "test/util"), { recursive: true });
    writeFileSync(join(folder, "test/util/package.json"), '{ "type": "commonjs" }');
    mkdirSync(join(folder, "node_modules/tape"), { recursive: true });
    copyFileSync(join(here, "peers/tape.cjs"), join(folder, "node_modules/tape/index.cjs"));
    writeFileSync(join(folder, "node_modules/tape/package.json"), '{ "main": "index.cjs" }');
}

/** Installs the package that a suite tests, with our own calls in it. Returns whether that was possible. */
function isInstalled({ install, replaced }, folder) {
    if (!install) return true;
    const options = ["--silent", "--no-audit", "--no-fund", "--no-save", "--ignore-scripts"];
    const { status } = spawnSync("npm", ["install", ...options, install], { cwd: folder, timeout: PATIENCE.clone });
    if (status === 0) {
        writeFileSync(join(folder, replaced), "exports.__esModule = true; exports.default = globalThis.RBush;");
    }
    return status === 0;
}

/** The names of the tests of a suite that pass and that fail. */
function results(folder, { suites, setup }) {
    // Without the variable of the outer tests, which changes the output.
    const { NODE_TEST_CONTEXT: _, ...env } = process.env;
    const options = { encoding: "utf8", env, timeout: PATIENCE.suite, maxBuffer: 1 << 28 };
    const before = setup ? [`--import=${join(folder, setup)}`] : [];
    let text = "";
    for (const suite of suites) {
        const arguments_ = ["--test-reporter=tap", ...before, join(folder, suite)];
        const { stdout, stderr } = spawnSync(process.execPath, arguments_, options);
        const hasTests = /^ok /m.test(stdout);
        text += `${stdout}${stderr}\n${hasTests ? "" : `not ok 0 - ${suite} has no tests that pass`}\n`;
    }
    const names = (word) =>
        [...text.matchAll(new RegExp(`^ *${word} \\d+ - (.*)$`, "gm"))].map(([, name]) => name.replaceAll("\\#", "#"));
    return { passed: names("ok"), failed: names("not ok"), text };
}

for (const peer of PEERS) {
    test(`the tests of ${peer.name} pass`, (context) => {
        const folder = mkdtempSync(join(here, "peer-"));
        try {
            const clone = join(folder, "clone");
            if (!isCloned(peer, clone)) return context.skip(`https://github.com/${peer.from} cannot be cloned`);
            assemble(peer, clone, folder);
            if (!isInstalled(peer, folder)) return context.skip(`${peer.install} cannot be installed`);
            const { passed, failed, text } = results(folder, peer);
            assert.deepEqual(failed.sort(), [...peer.inside].sort(), text.slice(0, 5000));
            context.diagnostic(`${peer.name}: ${passed.length} pass, ${failed.length} are about the inside`);
        } finally {
            rmSync(folder, { recursive: true });
        }
    });
}
