"""Compares broadleaf with widely used libraries, and verifies every answer.

    python benchmarks/compare.py [--sizes 10000 100000 1000000] [--only self_pairs] [--plot FILE]

Contenders take turns, so that noise on the machine affects all of them; the best time of each
counts. In a turn, a contender repeats its work for a twentieth of a second, so that the previous
contender does not matter. A contender gets no further turns after `--seconds`. Ratios are to
broadleaf on one thread, like the peers. `--cpu` measures CPU time, which is more reliable on a busy
machine.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import peers
from meshes import cloth_ball
from numpy.typing import NDArray

Times = dict[str, float]

# The least duration of a turn, in seconds.
TURN = 0.05


def scene(count: int, seed: int, overlaps: float = 4.0) -> NDArray[np.float64]:
    """Squares with whole coordinates, each of which overlaps some others on average."""
    rng = np.random.default_rng(seed)
    side = 1 << 24
    size = side * (overlaps / count) ** 0.5
    mins = rng.integers(0, side, (count, 2))
    return np.concatenate([mins, mins + rng.integers(0, int(size) + 1, (count, 2))], axis=1).astype(
        np.float64
    )


def in_order(pairs: Any) -> Any:
    """Sorts pairs, to compare answers; leaves numbers unchanged."""
    if isinstance(pairs, (tuple, int)):
        return pairs
    rows = np.asarray(pairs, dtype=np.int64)
    return rows[:, np.lexsort(rows[::-1])]


def compete(
    asks: dict[str, Callable[[], Any]], rounds: int, seconds: float, clock: Callable[[], float]
) -> Times:
    """The best time of each contender; its answers must equal those of the first one."""
    best: Times = {}
    spent = dict.fromkeys(asks, 0.0)
    expected: Any = None
    for turn in range(rounds):
        for name, ask in asks.items():
            if spent[name] > seconds:
                continue
            end = spent[name] + TURN
            while spent[name] < end:
                start = clock()
                answer = ask()
                took = clock() - start
                spent[name] += took
                best[name] = min(took, best.get(name, took))
            if turn == 0:
                answer = in_order(answer)
                expected = answer if expected is None else expected
                assert np.array_equal(answer, expected), f"{name} found something else"
    return best


def questions(size: int) -> dict[str, Callable[[], dict[str, Callable[[], Any]]]]:
    """The queries, for scenes of this size."""
    points = np.random.default_rng(5).random((size, 2))
    return {
        "self_pairs": lambda: peers.self_pairs(scene(size, 1)),
        "joins": lambda: peers.joins(scene(size, 2), scene(size, 3)),
        "windows": lambda: peers.windows(scene(size, 1), scene(size // 10, 4, 4e1 / 10)),
        "nearest": lambda: peers.nearest(points, np.random.default_rng(6).random((size // 10, 2))),
        "near_points": lambda: peers.near_points(
            np.floor(points * (1 << 24)), 2 * ((1 << 22) // int(size**0.5))
        ),
    }


def show(title: str, times: Times) -> None:
    """Prints times and ratios."""
    reference = times["broadleaf, 1 thread"]
    print(f"\n{title}")
    for name, seconds in sorted(times.items(), key=lambda item: item[1]):
        print(f"  {name:32} {1e3 * seconds:10.2f} ms   {seconds / reference:8.2f}")


def plot(results: dict[str, Times], path: Path) -> None:
    """Draws a group of bars for each query."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(9, 0.35 * sum(len(t) + 1 for t in results.values())))
    position, labels = 0, []
    for title, times in results.items():
        labels.append((position, title))
        position += 1
        for name, seconds in sorted(times.items(), key=lambda item: item[1]):
            color = "tab:green" if name.startswith("broadleaf") else "tab:gray"
            axes.barh(position, 1e3 * seconds, color=color)
            labels.append((position, name))
            position += 1
    axes.set_yticks([place for place, _ in labels], [label for _, label in labels])
    axes.set_xscale("log")
    axes.set_xlabel("milliseconds, best of several turns")
    axes.invert_yaxis()
    figure.tight_layout()
    figure.savefig(path)


def main() -> None:
    """Runs the comparison."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--sizes", type=int, nargs="*", default=[10_000, 100_000])
    parser.add_argument("--only", nargs="*")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--plot", type=Path, default=Path("compare.png"))
    parser.add_argument("--json", type=Path)
    parser.add_argument("--cpu", action="store_true")
    options = parser.parse_args()
    clock = time.process_time if options.cpu else time.perf_counter
    results: dict[str, Times] = {}
    for size in options.sizes:
        for name, prepare in questions(size).items():
            if options.only is None or name in options.only:
                title = f"{name} {size:,}"
                results[title] = compete(prepare(), options.rounds, options.seconds, clock)
                show(title, results[title])
    if options.only is None or "mesh" in options.only:
        asks = cloth_ball()
        if asks:
            results["mesh cloth-ball"] = compete(asks, options.rounds, options.seconds, clock)
            show("mesh cloth-ball", results["mesh cloth-ball"])
    if options.json is not None:
        options.json.write_text(json.dumps(results, indent=1))
    plot(results, options.plot)


if __name__ == "__main__":
    main()
