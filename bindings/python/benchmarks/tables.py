"""Whole joins of tables: `broadleaf.sjoin` beside `geopandas.sjoin`, end to end.

Prints CPU time in milliseconds as CSV, the best of some turns in which the contenders take turns,
each with new geometries, and verifies that both find the same pairs. Rows with "boxes" are the
boxes of the same geometries, without the exact predicate: the share of a join that faster boxes can
change.

    python benchmarks/tables.py [TURNS]
"""

from __future__ import annotations

import csv
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import geopandas
import numpy as np
import shapely
from numpy.typing import NDArray
from sjoin import regions

import broadleaf

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "examples"))
from footprints import surveyed_again, town

Pairs = NDArray[np.int64]
Run = Callable[[Any, Any, str], Pairs]


def of_geopandas(a: Any, b: Any, predicate: str) -> Pairs:
    """What people do today."""
    joined = geopandas.sjoin(a, b, predicate=predicate)
    return np.array([joined.index, joined["index_right"]])


def ours(a: Any, b: Any, predicate: Any) -> Pairs:
    """Batches, as one array."""
    table = broadleaf.sjoin(a, b, predicate=predicate, threads=1).read_all()
    return np.array([column.to_numpy() for column in table.columns], np.int64)


def boxes_of_shapely(a: Any, b: Any, predicate: str) -> Pairs:
    """The tree of shapely, without a predicate."""
    found: Pairs = shapely.STRtree(b.geometry.values).query(a.geometry.values)
    return found


def our_boxes(a: Any, b: Any, predicate: str) -> Pairs:
    """Batches of the bounds."""
    return ours(a.bounds.to_numpy(), b.bounds.to_numpy(), "intersects")


STAGES: dict[str, dict[str, Run]] = {
    "join": {"broadleaf": ours, "geopandas": of_geopandas},
    "boxes": {"broadleaf": our_boxes, "shapely": boxes_of_shapely},
}


def fresh(polygons: NDArray[Any]) -> Any:
    """A table of geometries that nobody has prepared."""
    return geopandas.GeoDataFrame(geometry=shapely.from_wkb(shapely.to_wkb(polygons)))


def compare(
    runs: dict[str, Run], inputs: list[NDArray[Any]], predicate: str, turns: int
) -> tuple[dict[str, float], int]:
    """The least CPU time of each contender, and the number of pairs."""
    times, answers = dict.fromkeys(runs, np.inf), {}
    for _ in range(turns):
        for name, run in runs.items():
            a, b = map(fresh, inputs)
            start = time.process_time()
            found = run(a, b, predicate)
            times[name] = min(times[name], time.process_time() - start)
            answers[name] = found[:, np.lexsort(found[::-1])]
    first, *others = answers.values()
    assert all(np.array_equal(first, other) for other in others)
    return times, first.shape[1]


def main(turns: int = 3) -> None:
    """Compares."""
    rng = np.random.default_rng(3)
    houses = town(100_000, rng)
    points = shapely.points(rng.random((100_000, 2)) * 60)
    scenes = [
        ("100,000 houses, 90,000 of another survey", [houses, surveyed_again(houses, rng)]),
        ("100,000 points in 3,600 regions of 40 corners", [points, regions(60, 40)]),
        ("2,500 regions of 400 corners with themselves", [regions(50, 400)] * 2),
        ("400 regions of 4,000 corners with themselves", [regions(20, 4000)] * 2),
    ]
    table = csv.writer(sys.stdout, lineterminator="\n")
    table.writerow(["scene", "predicate", "stage", "contender", "pairs", "ms", "ratio"])
    for scene, inputs in scenes:
        for predicate in ("intersects", "within"):
            for stage, runs in STAGES.items():
                if stage == "boxes" and predicate != "intersects":
                    continue
                times, pairs = compare(runs, inputs, predicate, turns)
                for name, seconds in times.items():
                    ratio = seconds / times["broadleaf"]
                    figures = [pairs, f"{1e3 * seconds:.1f}", f"{ratio:.2f}"]
                    table.writerow([scene, predicate, stage, name, *figures])
                    sys.stdout.flush()


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
