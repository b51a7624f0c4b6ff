"""Non-maximum suppression, beside the greedy loop in NumPy and torchvision on the CPU.

Prints CPU time in milliseconds as CSV, the best of some turns, and verifies that all keep the same
boxes. All run on one thread.

    python benchmarks/nms.py [TURNS]
"""

from __future__ import annotations

import csv
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import torch
import torchvision.ops
from numpy.typing import NDArray

import broadleaf

Floats = NDArray[np.float32]
Run = Callable[[Floats, Floats], Any]

#: Boxes, and boxes on each object.
SCENES = [(count, each) for count in (20_000, 100_000) for each in (3, 10, 100)]
IOU = 0.5
#: Contenders that take longer than this many seconds have one turn.
LONG = 5


def ours(boxes: Floats, scores: Floats) -> Any:
    return broadleaf.nms(boxes, scores, IOU)


def of_torchvision(boxes: Floats, scores: Floats) -> Any:
    kept = torchvision.ops.nms(torch.from_numpy(boxes), torch.from_numpy(scores), IOU)
    return kept.numpy()


def of_numpy(boxes: Floats, scores: Floats) -> Any:
    """The loop that most programs have: the best box drops all that overlap it, and so on."""
    left, top, right, bottom = boxes.T
    areas = (right - left) * (bottom - top)
    rows = np.argsort(-scores, kind="stable")
    kept = []
    while rows.size:
        best, rows = rows[0], rows[1:]
        kept.append(best)
        width = np.minimum(right[best], right[rows]) - np.maximum(left[best], left[rows])
        height = np.minimum(bottom[best], bottom[rows]) - np.maximum(top[best], top[rows])
        common = np.maximum(width, 0) * np.maximum(height, 0)
        rows = rows[common / (areas[best] + areas[rows] - common) <= IOU]
    return np.array(kept)


CONTENDERS: dict[str, Run] = {
    "broadleaf": ours,
    "numpy": of_numpy,
    "torchvision": of_torchvision,
}


def scene(rng: np.random.Generator, count: int, each: int) -> tuple[Floats, Floats]:
    """Objects in a square, of which some overlap, and boxes around each."""
    objects = count // each
    center = np.tile(rng.random((objects, 2)) * (2 * objects) ** 0.5, (each, 1))
    size = np.tile(rng.uniform(0.5, 1.5, (objects, 2)), (each, 1))
    center = center + rng.normal(0, 0.08, center.shape) * size
    size = size * rng.uniform(0.8, 1.2, size.shape)
    boxes = np.concatenate([center - size / 2, center + size / 2], axis=1).astype(np.float32)
    order = rng.permutation(len(boxes))
    return boxes[order], rng.random(len(boxes), np.float32)


def main(turns: int = 5) -> None:
    """Compares."""
    torch.set_num_threads(1)
    table = csv.writer(sys.stdout, lineterminator="\n")
    table.writerow(["boxes", "boxes an object", "contender", "kept", "ms", "ratio"])
    rng = np.random.default_rng(1)
    for count, each in SCENES:
        boxes, scores = scene(rng, count, each)
        times: dict[str, float] = dict.fromkeys(CONTENDERS, np.inf)
        answers: dict[str, Any] = {}
        for turn in range(turns):
            for name, run in CONTENDERS.items():
                if turn and times[name] > LONG:
                    continue
                start = time.process_time()
                answers[name] = run(boxes, scores)
                times[name] = min(times[name], time.process_time() - start)
        for name, kept in answers.items():
            assert np.array_equal(kept, answers["broadleaf"]), name
            ratio = times[name] / times["broadleaf"]
            table.writerow(
                [count, each, name, len(kept), f"{1e3 * times[name]:.2f}", f"{ratio:.2f}"]
            )
            sys.stdout.flush()


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
