"""Neighbour lists in a cell that repeats, beside vesin, ASE and scipy.

Prints CPU time in milliseconds as CSV, the best of some turns, and verifies that all find the same
pairs. All run on one thread. Broadleaf sorts its answer; vesin does on demand, so that both forms
are there.

    python benchmarks/neighbours.py [TURNS]
"""

from __future__ import annotations

import csv
import sys
import time
from collections.abc import Callable
from typing import Any

import ase.neighborlist
import numpy as np
import scipy.spatial
import vesin
from numpy.typing import NDArray

import broadleaf

Points = NDArray[np.float64]
#: Rows of pairs and shifts, or pairs alone.
Answer = NDArray[np.int64]
Run = Callable[[Points, float, float], Any]

SCENES = [(100, 50), (1000, 50), (10_000, 50), (100_000, 10), (100_000, 50)]
#: More atoms than these take ASE many seconds.
MOST_OF_ASE = 10_000


def ours(full: bool) -> Run:
    """Sorted pairs and shifts."""
    return lambda points, cutoff, side: broadleaf.periodic_pairs(
        points, cutoff, side, full=full, threads=1
    )


def of_vesin(full: bool, is_sorted: bool) -> Run:
    """Pairs and shifts in a cubic cell."""

    def run(points: Points, cutoff: float, side: float) -> Any:
        finder = vesin.NeighborList(cutoff=cutoff, full_list=full, sorted=is_sorted)
        return finder.compute(points, np.eye(3) * side, True, "ijS")

    return run


def of_ase(points: Points, cutoff: float, side: float) -> Any:
    """Pairs and shifts, in both directions."""
    cell = np.eye(3) * side
    return ase.neighborlist.primitive_neighbor_list("ijS", (True,) * 3, cell, points, cutoff)


def of_scipy(points: Points, cutoff: float, side: float) -> Any:
    """Pairs without shifts, each once: correct up to half a period."""
    tree = scipy.spatial.cKDTree(points, boxsize=side)
    return tree.query_pairs(cutoff, output_type="ndarray")


CONTENDERS: dict[str, dict[str, Run]] = {
    "full": {
        "broadleaf": ours(True),
        "vesin": of_vesin(True, False),
        "vesin, sorted": of_vesin(True, True),
        "ase": of_ase,
    },
    "half": {
        "broadleaf": ours(False),
        "vesin": of_vesin(False, False),
        "vesin, sorted": of_vesin(False, True),
        "scipy, without shifts": of_scipy,
    },
}


def rows(answer: Any, is_full: bool) -> Answer:
    """Pairs and shifts as sorted rows."""
    if isinstance(answer, np.ndarray):
        found = answer
    elif len(answer) == 2:
        found = np.column_stack([answer[0].T, answer[1]])
    else:
        found = np.column_stack(answer)
    found = found.astype(np.int64)
    if not is_full:
        back = found[:, 0] > found[:, 1]
        found[back, :2] = found[back, 1::-1]
        found[back, 2:] *= -1
    return found[np.lexsort(found.T[::-1])]


def verify(answers: dict[str, Answer]) -> None:
    """All contenders have the pairs of the first."""
    first = next(iter(answers.values()))
    for name, found in answers.items():
        assert np.array_equal(first[:, : found.shape[1]], found), name


def main(turns: int = 5) -> None:
    """Compares."""
    table = csv.writer(sys.stdout, lineterminator="\n")
    table.writerow(["list", "points", "neighbours", "contender", "pairs", "ms", "ratio"])
    rng = np.random.default_rng(1)
    for count, neighbours in SCENES:
        side = count ** (1 / 3)
        cutoff = (neighbours / (4 / 3 * np.pi)) ** (1 / 3)
        points = rng.random((count, 3)) * side
        for form, contenders in CONTENDERS.items():
            runs = dict(contenders)
            if count > MOST_OF_ASE:
                runs.pop("ase", None)
            times, answers = dict.fromkeys(runs, np.inf), {}
            for _ in range(turns):
                for name, run in runs.items():
                    start = time.process_time()
                    answer = run(points, cutoff, side)
                    times[name] = min(times[name], time.process_time() - start)
                    answers[name] = rows(answer, form == "full")
            verify(answers)
            for name, seconds in times.items():
                ratio = seconds / times["broadleaf"]
                pairs = len(answers[name])
                table.writerow(
                    [form, count, neighbours, name, pairs, f"{1e3 * seconds:.2f}", f"{ratio:.2f}"]
                )
                sys.stdout.flush()


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
