"""What `geopandas.sjoin` gains end to end: boxes by Broadleaf, followed by the same exact test.

Prints the best CPU time of several turns, and verifies that both find the same pairs.

    python benchmarks/sjoin.py [TURNS]
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import geopandas
import numpy as np
import shapely
from numpy.typing import NDArray

import broadleaf

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "examples"))
from footprints import surveyed_again, town

Polygons = NDArray[Any]
Pairs = NDArray[np.int64]


def regions(side: int, corners: int) -> Polygons:
    """Municipalities: a grid of neighbors whose borders have many corners."""
    rng = np.random.default_rng(5)
    angles = np.sort(rng.random((side * side, corners)), axis=1) * 2 * np.pi
    radii = 0.62 + 0.04 * rng.random((side * side, corners))
    x, y = np.divmod(np.arange(side * side), side)
    points = np.stack([np.cos(angles), np.sin(angles)], axis=2) * radii[:, :, None]
    found: Polygons = shapely.polygons(points + np.stack([x, y], axis=1)[:, None])
    return found


def geopandas_join(a: Any, b: Any) -> Pairs:
    """The usual way today."""
    joined = geopandas.sjoin(a, b, predicate="intersects")
    return np.array([joined.index, joined["index_right"]])


def join(a: Any, b: Any) -> Pairs:
    """The same with boxes by Broadleaf; prepared geometries are tested faster."""
    pairs = broadleaf.cross_pairs(a, b)
    first, second = a.geometry.values[pairs[0]], b.geometry.values[pairs[1]]
    first, second = np.asarray(first), np.asarray(second)
    shapely.prepare(first)
    return pairs[:, shapely.intersects(first, second)]


def boxes_only(a: Any, b: Any) -> Pairs:
    """Only the pairs of boxes."""
    return broadleaf.cross_pairs(a, b)


def best(run: Callable[[Any, Any], Pairs], inputs: list[Polygons], turns: int) -> tuple[Any, float]:
    """The answer, and the least CPU time of several turns, each with new geometries."""
    times, answer = [], None
    for _ in range(turns):
        frames = [
            geopandas.GeoDataFrame(geometry=shapely.from_wkb(shapely.to_wkb(polygons)))
            for polygons in inputs
        ]
        start = time.process_time()
        answer = run(*frames)
        times.append(time.process_time() - start)
    return answer, min(times)


def main(turns: int = 3) -> None:
    """Compares."""
    rng = np.random.default_rng(3)
    houses = town(100_000, rng)
    points = shapely.points(rng.random((100_000, 2)) * 60)
    scenes = {
        "100,000 houses, 90,000 of another survey": [houses, surveyed_again(houses, rng)],
        "100,000 points in 3,600 regions of 40 corners": [points, regions(60, 40)],
        "2,500 regions of 400 corners with themselves": [regions(50, 400)] * 2,
        "400 regions of 4,000 corners with themselves": [regions(20, 4000)] * 2,
    }
    for name, inputs in scenes.items():
        theirs, before = best(geopandas_join, inputs, turns)
        ours, after = best(join, inputs, turns)
        candidates, boxes = best(boxes_only, inputs, turns)
        assert np.array_equal(theirs[:, np.lexsort(theirs[::-1])], ours)
        print(
            f"{name}: sjoin {1e3 * before:.0f} ms, with cross_pairs {1e3 * after:.0f} ms "
            f"({before / after:.2f} times), of which boxes {1e3 * boxes:.0f} ms; "
            f"{candidates.shape[1]} candidates, {ours.shape[1]} pairs",
            flush=True,
        )


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
