// A plain page without a bundler. A worker finds the pairs; arrays travel there and back without a
// copy.

import { init, selfPairs } from "../../package/broadleaf.js";

/** What a worker answers to boxes, which it gets and returns. */
function pairsInWorker(worker, boxes) {
    return new Promise((resolve, reject) => {
        worker.onmessage = ({ data }) => resolve(data);
        worker.onerror = reject;
        worker.postMessage(boxes, [boxes.buffer]);
    });
}

const worker = new Worker("worker.js", { type: "module" });
const boxes = Float64Array.from({ length: 4 * 5000 }, (_, i) => ((7919 * (i >> 2)) % 997) + (i % 4 < 2 ? 0 : 9) + (i % 2) * ((i >> 2) % 89));
const answer = await pairsInWorker(worker, boxes);
await init();
const own = selfPairs(answer.boxes, { dimensions: 2 });
const isSame = own.length === answer.pairs.length && own.every((id, at) => id === answer.pairs[at]);
document.querySelector("#answer").textContent =
    `${answer.pairs.length / 2} pairs, ${isSame ? "the same" : "others"} here, ${boxes.length} numbers left behind`;
