// Finds pairs in a thread of its own, with its own module and memory.

import { init, selfPairs } from "../../package/broadleaf.js";

const isReady = init();

addEventListener("message", async ({ data: boxes }) => {
    await isReady;
    const pairs = selfPairs(boxes, { dimensions: 2 });
    postMessage({ boxes, pairs }, [boxes.buffer, pairs.buffer]);
});
