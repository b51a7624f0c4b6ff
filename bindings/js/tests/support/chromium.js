// The browser of the tests.

import { execFileSync } from "node:child_process";

/** The time limit of every step on a busy machine, in milliseconds. */
export const PATIENCE = 120_000;

/** The path of the browser: `chromium` on the search path, or named by CHROMIUM; undefined if there is none. */
export function browserPath() {
    if (process.env.CHROMIUM) return process.env.CHROMIUM;
    try {
        return execFileSync("sh", ["-c", "command -v chromium"], { encoding: "utf8" }).trim();
    } catch {
        return undefined;
    }
}
