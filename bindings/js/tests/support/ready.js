// Loads the package for the tests.

import { readFileSync } from "node:fs";
import { env } from "node:process";

import { init } from "broadleaf-wasm";
import { init as initBroadPhases } from "broadleaf-wasm/broad-phase";
import { init as initIntervals } from "broadleaf-wasm/intervals";

/**
 * Loads the module of pairs and indexes: the build that BROADLEAF_BUILD names, `portable` or
 * `simd128`, or the one that the package chooses.
 */
export function ready() {
    return init(chosen("queries"));
}

/** Loads the module of broad phases, in the same way. */
export function readyBroadPhases() {
    return initBroadPhases(chosen("broad_phase"));
}

/** Loads the module of intervals, which has one build. */
export function readyIntervals() {
    return initIntervals();
}

function chosen(module) {
    const build = env.BROADLEAF_BUILD;
    if (!build) return undefined;
    const file = build === "portable" ? `${module}.wasm` : `${module}_${build}.wasm`;
    return { module: readFileSync(new URL(`../../package/${file}`, import.meta.url)) };
}
