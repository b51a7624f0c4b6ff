"""Two vendors' building footprints: which of one vendor overlap which of the other.

Compares `geopandas.sjoin` with `broadleaf.cross_pairs`, followed by the same exact test, and saves
`footprints.png`.

    python examples/footprints.py [BUILDINGS]
"""

from __future__ import annotations

import sys
import time
from typing import Any

import geopandas
import matplotlib
import numpy as np
import shapely
from numpy.typing import NDArray

import broadleaf

matplotlib.use("Agg")
from matplotlib import pyplot


def town(count: int, rng: np.random.Generator) -> NDArray[Any]:
    """Houses along the streets of a town, as rotated rectangles."""
    side = int(count**0.5 * 25)
    x, y = rng.uniform(0, side, count), np.round(rng.uniform(0, side, count) / 40) * 40
    width, depth = rng.uniform(6, 18, count), rng.uniform(6, 14, count)
    angle = rng.normal(0, 0.2, count)
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]]) / 2
    local = corners[None] * np.stack([width, depth], axis=1)[:, None]
    turn = np.stack([np.cos(angle), -np.sin(angle), np.sin(angle), np.cos(angle)], axis=1)
    houses: NDArray[Any] = shapely.polygons(
        local @ turn.reshape(-1, 2, 2) + np.stack([x, y], axis=1)[:, None]
    )
    return houses


def surveyed_again(houses: NDArray[Any], rng: np.random.Generator) -> NDArray[Any]:
    """Another vendor's houses: mostly the same, slightly displaced, in another order."""
    kept = rng.permutation(len(houses))[: int(0.9 * len(houses))]
    moved = shapely.get_coordinates(houses[kept]).reshape(-1, 5, 2)
    moved += rng.normal(0, 1.5, (len(kept), 1, 2))
    houses_elsewhere: NDArray[Any] = shapely.polygons(moved)
    return houses_elsewhere


def with_geopandas(ours: NDArray[Any], theirs: NDArray[Any]) -> NDArray[np.int64]:
    """The usual way today."""
    frames = [geopandas.GeoDataFrame(geometry=list(houses)) for houses in (ours, theirs)]
    joined = geopandas.sjoin(*frames, predicate="intersects")
    return np.array([joined.index, joined["index_right"]])


def with_broadleaf(ours: NDArray[Any], theirs: NDArray[Any]) -> NDArray[np.int64]:
    """Candidates by their boxes, followed by the same exact test."""
    pairs = broadleaf.cross_pairs(shapely.bounds(ours), shapely.bounds(theirs))
    return pairs[:, shapely.intersects(ours[pairs[0]], theirs[pairs[1]])]


def main(count: int = 100_000) -> None:
    """Joins, compares and draws."""
    rng = np.random.default_rng(3)
    ours = town(count, rng)
    theirs = surveyed_again(ours, rng)
    times = {}
    answers = []
    for join in (with_geopandas, with_broadleaf):
        start = time.perf_counter()
        answers.append(join(ours, theirs))
        times[join.__name__] = time.perf_counter() - start
        print(f"{join.__name__:16} {1e3 * times[join.__name__]:8.1f} ms")
    order = np.lexsort(answers[0][::-1])
    assert np.array_equal(answers[0][:, order], answers[1])
    boxes = [shapely.bounds(houses) for houses in (ours, theirs)]
    start = time.perf_counter()
    candidates = broadleaf.cross_pairs(*boxes)
    print(f"{'only the boxes':16} {1e3 * (time.perf_counter() - start):8.1f} ms")
    print(f"{candidates.shape[1]} candidates, {answers[1].shape[1]} pairs")

    missing = np.setdiff1d(np.arange(len(ours)), answers[1][0])
    window = shapely.box(0, 0, 400, 300)
    figure, axes = pyplot.subplots(figsize=(8, 6))
    for houses, color in ((ours, "tab:blue"), (theirs, "tab:orange"), (ours[missing], "tab:red")):
        seen = houses[shapely.intersects(houses, window)]
        geopandas.GeoSeries(seen).plot(ax=axes, color=color, alpha=0.5)
    axes.set_xlim(0, 400)
    axes.set_ylim(0, 300)
    axes.set_title(f"{len(missing)} of {len(ours)} houses (red) are missing in the second survey")
    figure.savefig("footprints.png")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
