"""Few boxes: the cost of a call, compared with shapely, rtree and NumPy, with verified answers.

    python benchmarks/few.py [--rounds 9] [--only self_pairs] [--csv FILE]
    python benchmarks/few.py --table FILE

Contenders take turns of a hundredth of a second. Times are CPU times, medians of the rounds; a
ratio compares a contender with Broadleaf in the same round. Geometries of shapely are created in
advance, unless the name of the contender contains "from an array". `--table` prints a record as the
table of the guide.
"""

from __future__ import annotations

import argparse
import csv
import sys
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any, TypeAlias

import numpy as np
import rtree
import shapely
from numpy.typing import NDArray

import broadleaf

Boxes: TypeAlias = NDArray[Any]
Ask: TypeAlias = Callable[[], Any]
#: Contenders, and a function that makes their answers comparable.
Contest: TypeAlias = tuple[dict[str, Ask], Callable[[Any], NDArray[Any]]]

SIZES = (10, 30, 100, 300, 1000, 3000)
# The least duration of a turn, in seconds.
TURN = 0.01
# NumPy compares all pairs, which takes too long for more boxes than this.
BROADCAST = 1000
OURS = "broadleaf"


def scene(count: int, seed: int, axes: int = 2, kind: str = "float64") -> Boxes:
    """Boxes with whole coordinates, each of which overlaps about four others."""
    rng = np.random.default_rng(seed)
    side = 1 << 20
    size = int(side * min(4.0 / count, 1.0) ** (1 / axes))
    mins = rng.integers(0, side, (count, axes))
    return np.concatenate([mins, mins + rng.integers(0, size + 1, (count, axes))], axis=1).astype(
        kind
    )


def each_once(pairs: Any) -> NDArray[Any]:
    """Pairs in sorted order, each once."""
    rows = np.asarray(pairs, np.int64)
    return in_order(rows[:, rows[0] < rows[1]])


def in_order(pairs: Any) -> NDArray[Any]:
    """Pairs in sorted order."""
    rows = np.asarray(pairs, np.int64)
    return rows[:, np.lexsort(rows[::-1])]


def ascending(ids: Any) -> NDArray[Any]:
    """Ids in sorted order."""
    return np.sort(np.asarray(ids, np.int64))


def overlapping(a: Boxes, b: Boxes) -> NDArray[np.bool_]:
    """The boxes that overlap, by NumPy."""
    axes = a.shape[1] // 2
    below = (a[:, None, :axes] <= b[None, :, axes:]).all(axis=2)
    above = (b[None, :, :axes] <= a[:, None, axes:]).all(axis=2)
    return np.asarray(below & above)


def self_pairs(count: int) -> Contest:
    """All pairs within a list, in 2D and `float64`."""
    boxes = scene(count, 1)
    geometries = shapely.box(*boxes.T)

    def of_rtree() -> Any:
        tree = rtree.index.Index((np.arange(count), boxes[:, :2], boxes[:, 2:]))
        ids, counts = tree.intersection_v(boxes[:, :2], boxes[:, 2:])
        return np.array([np.repeat(np.arange(count), counts.astype(np.int64)), ids])

    return {
        OURS: lambda: broadleaf.self_pairs(boxes),
        "shapely": lambda: shapely.STRtree(geometries).query(geometries),
        "shapely, from an array": lambda: _joined(shapely.box(*boxes.T)),
        "rtree": of_rtree,
        **_broadcast(boxes, boxes),
    }, each_once


def self_pairs_3d(count: int) -> Contest:
    """All pairs within a list, in 3D and `float32`, which shapely does not support."""
    boxes = scene(count, 1, 3, "float32")
    return {OURS: lambda: broadleaf.self_pairs(boxes), **_broadcast(boxes, boxes)}, each_once


def cross_pairs(count: int) -> Contest:
    """All pairs of two lists."""
    a, b = scene(count, 2), scene(count, 3)
    of_a, of_b = shapely.box(*a.T), shapely.box(*b.T)
    return {
        OURS: lambda: broadleaf.cross_pairs(a, b),
        "shapely": lambda: shapely.STRtree(of_b).query(of_a),
        **_broadcast(a, b),
    }, in_order


def build(count: int) -> Contest:
    """An index, and one window in it: shapely builds its tree on the first query."""
    boxes, window = scene(count, 1), scene(count, 4)[0]
    geometries, geometry = shapely.box(*boxes.T), shapely.box(*window)

    def of_rtree() -> Any:
        tree = rtree.index.Index((np.arange(count), boxes[:, :2], boxes[:, 2:]))
        return list(tree.intersection(window))

    return {
        OURS: lambda: broadleaf.Index(boxes).query(window),
        "broadleaf, along a curve": lambda: broadleaf.Index(boxes, order="curve").query(window),
        "shapely": lambda: shapely.STRtree(geometries).query(geometry),
        "rtree": of_rtree,
    }, ascending


def one_window(count: int) -> Contest:
    """One window in an existing index: an array, and for shapely its box."""
    boxes, window = scene(count, 1), scene(count, 4)[0]
    index, tree = broadleaf.Index(boxes), shapely.STRtree(shapely.box(*boxes.T))
    other = rtree.index.Index((np.arange(count), boxes[:, :2], boxes[:, 2:]))
    mins, maxs = boxes[:, :2], boxes[:, 2:]

    def of_numpy() -> Any:
        is_hit = (mins <= window[2:]).all(axis=1) & (window[:2] <= maxs).all(axis=1)
        return np.flatnonzero(is_hit)

    return {
        OURS: lambda: index.query(window),
        "shapely, from an array": lambda: tree.query(shapely.box(*window)),
        "rtree": lambda: list(other.intersection(window)),
        "NumPy": of_numpy,
    }, ascending


def one_geometry(count: int) -> Contest:
    """One geometry of shapely as a window."""
    boxes, geometry = scene(count, 1), shapely.box(*scene(count, 4)[0])
    index, tree = broadleaf.Index(boxes), shapely.STRtree(shapely.box(*boxes.T))
    return {
        OURS: lambda: index.query(geometry),
        "shapely": lambda: tree.query(geometry),
    }, ascending


def windows(count: int) -> Contest:
    """As many windows as boxes, in an existing index."""
    boxes, asked = scene(count, 1), scene(count, 4)
    geometries = shapely.box(*asked.T)
    index, tree = broadleaf.Index(boxes), shapely.STRtree(shapely.box(*boxes.T))
    return {
        OURS: lambda: index.query(asked),
        "shapely": lambda: tree.query(geometries),
    }, in_order


def nearest(count: int) -> Contest:
    """The box nearest to one point, with all ties."""
    boxes, point = scene(count, 1), scene(count, 4)[0, :2]
    geometry = shapely.points(point)
    index, tree = broadleaf.Index(boxes), shapely.STRtree(shapely.box(*boxes.T))
    mins, maxs = boxes[:, :2], boxes[:, 2:]

    def of_numpy() -> Any:
        gaps = np.maximum(np.maximum(mins - point, point - maxs), 0)
        squares = (gaps * gaps).sum(axis=1)
        return np.flatnonzero(squares == squares.min())

    return {
        OURS: lambda: index.query_nearest(point),
        "shapely": lambda: tree.query_nearest(geometry),
        "NumPy": of_numpy,
    }, ascending


def step(count: int) -> Contest:
    """All boxes move, and pairs begin: in a broad phase, and as a difference of pair lists."""
    places = [scene(count, 1), scene(count, 1) + (1 << 18)]
    places[1][::2] -= 1 << 18
    geometries = [shapely.box(*boxes.T) for boxes in places]
    broad_phase = broadleaf.BroadPhase(margin=0)
    ids = broad_phase.create(places[1])
    broad_phase.step()
    turns = dict.fromkeys(("broadleaf", "shapely", "NumPy"), 0)
    known: dict[str, Any] = {
        "shapely": _numbers(_joined(geometries[1]), count),
        "NumPy": overlapping(places[1], places[1]),
    }

    def turn(name: str) -> int:
        turns[name] += 1
        return (turns[name] + 1) % 2

    def ours() -> Any:
        now = turn("broadleaf")
        broad_phase.move(ids, places[now])
        return now, broad_phase.slots(broad_phase.step().begun)

    def of_shapely() -> Any:
        now = turn("shapely")
        pairs = _numbers(_joined(geometries[now]), count)
        before, known["shapely"] = known["shapely"], pairs
        return now, np.divmod(np.setdiff1d(pairs, before), count)

    def of_numpy() -> Any:
        now = turn("NumPy")
        pairs = overlapping(places[now], places[now])
        before, known["NumPy"] = known["NumPy"], pairs
        return now, np.nonzero(pairs & ~before)

    def of_first(answer: Any) -> NDArray[Any]:
        # The expected answers of odd turns, which come first.
        assert answer[0] == 0
        return each_once(answer[1])

    asks = {OURS: ours, "shapely": of_shapely, "NumPy": of_numpy}
    return {name: asks[name] for name in asks if name != "NumPy" or count <= BROADCAST}, of_first


def _joined(geometries: Any) -> Any:
    return shapely.STRtree(geometries).query(geometries)


def _numbers(pairs: Any, count: int) -> Any:
    """A number for each pair, for comparison."""
    return pairs[0] * count + pairs[1]


def _broadcast(a: Boxes, b: Boxes) -> dict[str, Ask]:
    if len(a) > BROADCAST:
        return {}
    return {"NumPy": lambda: np.nonzero(overlapping(a, b))}


CONTESTS: dict[str, tuple[str, Callable[[int], Contest]]] = {
    "self_pairs": ("`self_pairs`", self_pairs),
    "self_pairs_3d": ("`self_pairs`, 3D, `float32`", self_pairs_3d),
    "cross_pairs": ("`cross_pairs`", cross_pairs),
    "build": ("`Index` and one window", build),
    "one_window": ("`Index.query`, one array", one_window),
    "one_geometry": ("`Index.query`, one geometry", one_geometry),
    "windows": ("`Index.query`, as many windows", windows),
    "nearest": ("`Index.query_nearest`, one point", nearest),
    "step": ("`BroadPhase.move` and `step`", step),
}


def timed(ask: Ask) -> float:
    """The time of one call, in µs of CPU time."""
    repeats = 1
    while True:
        start = time.process_time()
        for _ in range(repeats):
            ask()
        took = time.process_time() - start
        if took >= TURN:
            return 1e6 * took / repeats
        repeats *= 2


def compete(contest: Contest, rounds: int) -> list[tuple[str, list[float]]]:
    """The times of each contender; its answers must equal those of the first one."""
    asks, comparable = contest
    expected = None
    for name, ask in asks.items():
        answer = comparable(ask())
        expected = answer if expected is None else expected
        assert np.array_equal(answer, expected), f"{name} found something else"
    times: list[tuple[str, list[float]]] = [(name, []) for name in asks]
    for _ in range(rounds):
        for name, some in times:
            some.append(timed(asks[name]))
    return times


def rows_of(question: str, count: int, rounds: int) -> list[list[str]]:
    """The rows of a record."""
    found = compete(CONTESTS[question][1](count), rounds)
    own = found[0][1]
    rows = []
    for name, times in found:
        ratios = [time / reference for time, reference in zip(times, own, strict=True)]
        spread = f"{median(ratios):.2f} ({min(ratios):.2f} to {max(ratios):.2f})"
        rows.append([question, str(count), name, f"{median(times):.2f}", spread])
    return rows


HEADER = ["question", "boxes", "contender", "us", "ratio"]


def table(record: Path) -> str:
    """A record as the table of the README: our time, and how many times as long the fastest other
    contender takes."""
    cells: dict[tuple[str, str], list[tuple[str, float, float]]] = {}
    with record.open(newline="", encoding="utf-8") as file:
        for row in csv.DictReader(file):
            found = cells.setdefault((row["question"], row["boxes"]), [])
            found.append((row["contender"], float(row["us"]), float(row["ratio"].split()[0])))
    lines = ["| | " + " | ".join(f"{size:,}" for size in SIZES) + " |"]
    lines.append("|---" * (len(SIZES) + 1) + "|")
    for question, (title, _) in CONTESTS.items():
        shown = []
        for size in SIZES:
            ours, *others = cells[question, str(size)]
            text = f"{ours[1]:.3g}" if ours[1] < 100 else f"{ours[1]:.0f}"
            others = [other for other in others if not other[0].startswith(OURS)]
            if others:
                name, _, ratio = min(others, key=lambda other: other[2])
                times = f"{ratio:.2g}" if ratio < 100 else f"{ratio:.0f}"
                text += f" ({name.partition(',')[0]} {times})"
            shown.append(text)
        lines.append(f"| {title} | " + " | ".join(shown) + " |")
    return "\n".join(lines) + "\n"


def main() -> None:
    """Runs the comparison."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--sizes", type=int, nargs="*", default=SIZES)
    parser.add_argument("--only", nargs="*", choices=CONTESTS, default=list(CONTESTS))
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--csv", type=Path)
    parser.add_argument("--table", type=Path)
    options = parser.parse_args()
    if options.table is not None:
        print(table(options.table), end="")
        return
    rows = [HEADER]
    for question in options.only:
        for count in options.sizes:
            found = rows_of(question, count, options.rounds)
            rows += found
            for row in found:
                print(f"{row[0]:14} {row[1]:>5}  {row[2]:24} {row[3]:>10} µs  {row[4]}")
            sys.stdout.flush()
    if options.csv is not None:
        with options.csv.open("w", newline="", encoding="utf-8") as file:
            csv.writer(file, lineterminator="\n").writerows(rows)


if __name__ == "__main__":
    main()
