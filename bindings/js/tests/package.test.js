// The package as users get it: packed, and installed into empty folders.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, gzipSync } from "node:zlib";

const here = fileURLToPath(new URL("..", import.meta.url));
/** The most compressed bytes that a page may download for each module and its JavaScript. */
const MAX_BYTES = {
    queries: 207_000,
    queries_simd128: 206_000,
    broad_phase: 240_000,
    broad_phase_simd128: 240_000,
    intervals: 60_000,
};
let folder;
let archive;

function run(program, args, options) {
    return execFileSync(program, args, { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"], ...options });
}

/** An empty folder with the packed package in it. */
function installed(name) {
    const cwd = join(folder, name);
    mkdirSync(cwd);
    writeFileSync(join(cwd, "package.json"), '{ "private": true, "type": "module" }');
    run("npm", ["install", "--silent", "--no-audit", "--no-fund", archive], { cwd });
    return cwd;
}

before(() => {
    folder = mkdtempSync(join(tmpdir(), "broadleaf-"));
    const packed = run("npm", ["pack", "--silent", "--pack-destination", folder], {
        cwd: join(here, "package"),
    });
    archive = join(folder, packed.trim());
});

after(() => rmSync(folder, { recursive: true }));

const PROGRAM = `
import { init, selfPairs } from "broadleaf-wasm";
import { BroadPhase, init as initBroadPhases } from "broadleaf-wasm/broad-phase";
import { init as initIntervals, intervalPairs } from "broadleaf-wasm/intervals";
await Promise.all([init(), initBroadPhases(), initIntervals()]);
const boxes = Float64Array.of(0, 0, 2, 2, 1, 1, 3, 3);
const broadPhase = new BroadPhase({ dimensions: 2 });
broadPhase.create(boxes);
const began = BroadPhase.slots(broadPhase.step().begun);
const pairs = [selfPairs(boxes, { dimensions: 2 }), began, intervalPairs(Float64Array.of(0, 2, 1, 3))];
console.log(pairs.map(String).join(" "));
`;

test("it works in plain Node", () => {
    const cwd = installed("node");
    writeFileSync(join(cwd, "program.js"), PROGRAM);
    assert.equal(run("node", ["program.js"], { cwd }), "0,1 0,1 0,1\n");
});

test("it builds with Vite", () => {
    const cwd = installed("vite");
    writeFileSync(join(cwd, "index.html"), '<script type="module" src="program.js"></script>');
    writeFileSync(join(cwd, "program.js"), `addEventListener("load", async () => {${wrapped()}});`);
    run("node", [join(here, "node_modules/vite/bin/vite.js"), "build", "--logLevel", "warn"], { cwd });
    const assets = readdirSync(join(cwd, "dist/assets"));
    for (const module of Object.keys(MAX_BYTES).map((name) => `${name}-`)) {
        assert.ok(assets.some((name) => name.startsWith(module) && name.endsWith(".wasm")), module);
    }
    const script = readFileSync(join(cwd, "dist/assets", assets.find((name) => name.endsWith(".js"))), "utf8");
    assert.ok(!script.includes("node:fs"));
});

/** The program with imports inside of a function. */
function wrapped() {
    return PROGRAM.replace(/import \{ (.*?) \} from (.*?);/g, (_, names, from) =>
        `const { ${names.replace(" as ", ": ")} } = await import(${from});`,
    );
}

test("downloads are small", (context) => {
    // A page loads one of the two modules that share their JavaScript.
    for (const module in MAX_BYTES) {
        const files = [`${module}.wasm`, `${module.replace("_simd128", "")}_core.js`];
        const all = Buffer.concat(files.map((file) => readFileSync(join(here, "package", file))));
        const [gzip, brotli] = [gzipSync(all, { level: 9 }).length, brotliCompressSync(all).length];
        context.diagnostic(`${module}: ${all.length} bytes, ${gzip} in gzip, ${brotli} in Brotli`);
        assert.ok(gzip < MAX_BYTES[module], `${module}: ${gzip} bytes`);
    }
});

test("its types pass tsc --strict, with and without type parameters of arrays", () => {
    // Standard libraries with and without `Symbol.dispose`.
    for (const compiler of ["typescript", "typescript-before-5.7"]) {
        for (const libraries of ["es2022,dom", "es2022,dom,esnext.disposable"]) {
            const tsc = join(here, "node_modules", compiler, "bin/tsc");
            try {
                run("node", [tsc, "--project", join(here, "tests/tsconfig.json"), "--lib", libraries]);
            } catch (error) {
                assert.fail(`${compiler}, ${libraries}: ${error.stdout}`);
            }
        }
    }
});
