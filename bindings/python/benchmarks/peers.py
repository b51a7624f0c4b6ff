"""The same queries for every library, each in the fastest way that it offers.

An answer is an array of shape `(2, m)`. The time includes everything that a library has to build
for its queries, except geometries of shapely, which its users already have.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

import broadleaf

Boxes: TypeAlias = NDArray[np.float64]
Pairs: TypeAlias = NDArray[Any]
Ask: TypeAlias = Callable[[], Pairs]
Asks: TypeAlias = dict[str, Ask]


def self_pairs(boxes: Boxes) -> Asks:
    """All pairs within a list."""
    return {
        "broadleaf": lambda: broadleaf.self_pairs(boxes),
        "broadleaf, 1 thread": lambda: broadleaf.self_pairs(boxes, threads=1),
        "broadleaf, 1 thread, unsorted": lambda: broadleaf.self_pairs(boxes, threads=1, sort=False),
        **{name: _halved(ask) for name, ask in _joins(boxes, boxes).items()},
        **_box_intersect(boxes),
    }


def joins(a: Boxes, b: Boxes) -> Asks:
    """All pairs of a box of one list and one of another."""
    return {
        "broadleaf": lambda: broadleaf.cross_pairs(a, b),
        "broadleaf, 1 thread": lambda: broadleaf.cross_pairs(a, b, threads=1),
        "broadleaf, 1 thread, unsorted": lambda: broadleaf.cross_pairs(a, b, threads=1, sort=False),
        **_joins(a, b),
    }


def windows(boxes: Boxes, asked: Boxes) -> Asks:
    """Many windows in a tree that is already built."""
    import rtree
    import shapely

    index = broadleaf.Index(boxes)
    tree = shapely.STRtree(shapely.box(*boxes.T))
    tree.query(shapely.box(0, 0, 0, 0))  # builds it
    geometries = shapely.box(*asked.T)
    other = rtree.index.Index((np.arange(len(boxes)), boxes[:, :2], boxes[:, 2:]))

    def of_rtree() -> Pairs:
        return _rows(*other.intersection_v(asked[:, :2], asked[:, 2:]))

    asks: Asks = {
        "broadleaf": lambda: index.query(asked),
        "broadleaf, 1 thread": lambda: index.query(asked, threads=1),
        "shapely": lambda: tree.query(geometries),
        "rtree": of_rtree,
    }
    geoindex = _geoindex()
    if geoindex is not None:
        third = _geoindex_tree(geoindex, boxes)

        def of_geoindex() -> Pairs:
            # It has no query for many windows.
            found = [geoindex.search(third, *window).to_numpy() for window in asked.tolist()]
            return _rows(np.concatenate(found), np.array([len(ids) for ids in found]))

        asks["geoindex-rs"] = of_geoindex
    return asks


def nearest(points: NDArray[np.float64], asked: NDArray[np.float64]) -> Asks:
    """The eight nearest points of each point, with no two equally near."""
    import scipy.spatial

    index = broadleaf.Index(mins=points, maxs=points)
    tree = scipy.spatial.cKDTree(points)

    def of_scipy() -> Pairs:
        ids = tree.query(asked, k=8)[1]
        return _rows(ids.ravel(), np.full(len(asked), 8))

    return {
        "broadleaf": lambda: index.query_nearest(asked, k=8),
        "broadleaf, 1 thread": lambda: index.query_nearest(asked, k=8, threads=1),
        "scipy": of_scipy,
    }


def near_points(points: NDArray[np.float64], distance: float) -> Asks:
    """All pairs of points at most this far apart on every axis."""
    import scipy.spatial

    half = distance / 2

    def ours(threads: int | None) -> Pairs:
        return broadleaf.self_pairs(mins=points - half, maxs=points + half, threads=threads)

    def of_scipy() -> Pairs:
        tree = scipy.spatial.cKDTree(points)
        pairs: Pairs = tree.query_pairs(distance, p=np.inf, output_type="ndarray").T
        return pairs

    return {
        "broadleaf": lambda: ours(None),
        "broadleaf, 1 thread": lambda: ours(1),
        "scipy": of_scipy,
    }


def _joins(a: Boxes, b: Boxes) -> Asks:
    import geopandas
    import rtree
    import shapely

    geometries = [shapely.box(*boxes.T) for boxes in (a, b)]
    frames = [geopandas.GeoDataFrame(geometry=list(each)) for each in geometries]

    def of_shapely() -> Pairs:
        pairs: Pairs = shapely.STRtree(geometries[1]).query(geometries[0])
        return pairs

    def of_geopandas() -> Pairs:
        # A copy has no tree yet.
        joined = geopandas.sjoin(frames[0], frames[1].copy(), predicate="intersects")
        return np.array([joined.index, joined["index_right"]])

    def of_rtree() -> Pairs:
        tree = rtree.index.Index((np.arange(len(b)), b[:, :2], b[:, 2:]))
        return _rows(*tree.intersection_v(a[:, :2], a[:, 2:]))

    asks: Asks = {"shapely": of_shapely, "geopandas": of_geopandas, "rtree": of_rtree}
    geoindex = _geoindex()
    if geoindex is not None:

        def of_geoindex() -> Pairs:
            left = _geoindex_tree(geoindex, a)
            right = left if a is b else _geoindex_tree(geoindex, b)
            found = geoindex.tree_join(left, right)
            return np.array([found["left"].to_numpy(), found["right"].to_numpy()])

        asks["geoindex-rs"] = of_geoindex
    return asks


def _geoindex() -> Any:
    try:
        return importlib.import_module("geoindex_rs").rtree
    except ImportError:
        print("geoindex-rs is not installed")
        return None


def _geoindex_tree(geoindex: Any, boxes: Boxes) -> Any:
    builder = geoindex.RTreeBuilder(len(boxes))
    builder.add(*(np.ascontiguousarray(column) for column in boxes.T))
    return builder.finish()


def _box_intersect(boxes: Boxes) -> Asks:
    """box-intersect-lib takes integers: x, y, width and height, without the upper ends."""
    try:
        import box_intersect_lib_py
    except ImportError:
        print("box-intersect-lib-py is not installed")
        return {}
    corners = boxes.astype(np.int32)
    sizes = corners[:, 2:] - corners[:, :2] + 1
    rows = np.concatenate([corners[:, :2], sizes], axis=1)

    def ask() -> Pairs:
        found = box_intersect_lib_py.find_intersecting_boxes(rows)
        pairs = _rows(np.concatenate(found), np.array([len(ids) for ids in found]))
        return pairs[:, pairs[0] < pairs[1]]

    return {"box-intersect-lib": ask}


def _rows(ids: NDArray[Any], counts: NDArray[Any]) -> Pairs:
    return np.array([np.repeat(np.arange(len(counts)), counts.astype(np.int64)), ids])


def _halved(ask: Ask) -> Ask:
    """Each pair once, from a join of a list with itself."""

    def each_once() -> Pairs:
        pairs = ask()
        return pairs[:, pairs[0] < pairs[1]]

    return each_once
