"""Exact predicates of shapely for pairs of geometries, in chunks and threads."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from .._input import _numbers, _rows
from .._input._geometries import is_shapely, package
from .._input._rows import Rows

Ids: TypeAlias = NDArray[np.int64]
Exact: TypeAlias = Literal[
    "intersects",
    "contains",
    "contains_properly",
    "covers",
    "within",
    "covered_by",
    "touches",
    "crosses",
    "overlaps",
    "dwithin",
]

#: The predicates that mean the same with both sides swapped.
_SYMMETRIC = ("intersects", "touches", "overlaps", "dwithin")
#: The predicates whose opposite is faster, because it prepares the containing side.
_OPPOSITE = {"within": "contains", "covered_by": "covers"}
PREDICATES = (*_SYMMETRIC, *_OPPOSITE, "contains", "contains_properly", "covers", "crosses")

#: Pairs that a thread tests at a time.
_CHUNK = 1 << 17
#: From this many pairs for each geometry on, geometries are prepared. With 9 pairs for each of
#: 2,500 polygons of 400 corners, prepared and plain tests take as long; with 45 pairs for each of
#: 3,600 polygons of 40 corners, prepared tests take half as long.
_MIN_REPEATS = 10


def geometries_of(values: Any) -> NDArray[np.object_] | None:
    """The geometries of shapely in a list or column; None if it has others values."""
    if package(values) == "geopandas":
        found: NDArray[np.object_] = np.asarray(getattr(values, "geometry", values), object)
        return found
    if not isinstance(values, (list, tuple, np.ndarray)) or len(values) == 0:
        return None
    if isinstance(values, np.ndarray) and (values.dtype != object or values.ndim != 1):
        return None
    first = next((value for value in values if value is not None), None)
    if not is_shapely(first):
        return None
    array = np.empty(len(values), object)
    array[:] = values
    return array


def of_boxes(found: Rows, name: str) -> NDArray[np.object_]:
    """The boxes as geometries: rectangles, and lines and points without an area."""
    import shapely

    columns = _rows.columns_of(found.boxes)
    x, y, right, top = [_numbers.exactly(column, np.dtype(np.float64), name) for column in columns]
    rows = np.arange(found.total) if found.rows is None else found.rows
    is_wrong = ~np.isfinite([x, y, right, top]).all(axis=0)
    if is_wrong.any():
        at = int(np.argmax(is_wrong))
        box = [float(column[at]) for column in (x, y, right, top)]
        raise ValueError(f"{name}: row {rows[at]}: an infinite box has no geometry: {box}")
    shapes = shapely.box(x, y, right, top)
    is_flat, is_point = (x == right) | (y == top), (x == right) & (y == top)
    ends = np.stack([x, y, right, top], axis=1).reshape(-1, 2, 2)
    shapes[is_flat] = shapely.linestrings(ends[is_flat])
    shapes[is_point] = shapely.points(ends[is_point, 0])
    geometries: NDArray[np.object_] = np.full(found.total, None, object)
    geometries[rows] = shapes
    return geometries


@dataclass(frozen=True)
class Tester:
    """Tests pairs of geometries by a predicate."""

    left: NDArray[np.object_]
    right: NDArray[np.object_]
    predicate: str
    #: For ``"dwithin"``, the distance of each left row, or one for all.
    distance: float | NDArray[np.float64] | None

    def holds(self, first: Ids, second: Ids) -> NDArray[np.bool_]:
        """Which pairs of rows satisfy the predicate."""
        import shapely

        name, is_swapped = self.predicate, self.predicate in _OPPOSITE
        if name in _SYMMETRIC:
            is_swapped = len(np.unique(second)) < len(np.unique(first))
        name = _OPPOSITE.get(name, name)
        a, b = (second, first) if is_swapped else (first, second)
        ones, others = (self.right, self.left) if is_swapped else (self.left, self.right)
        arguments: list[Any] = [_prepared(ones, a), others[b]]
        if name == "dwithin":
            limits = self.distance
            arguments.append(limits[first] if isinstance(limits, np.ndarray) else limits)
        found: NDArray[np.bool_] = np.asarray(getattr(shapely, name)(*arguments), bool)
        return found


def _prepared(geometries: NDArray[np.object_], rows: Ids) -> NDArray[np.object_]:
    """The geometries of rows, prepared if that saves time.

    They are copies: a prepared geometry must not be used by two threads at once, and those of the
    caller stay as they are.
    """
    import shapely

    unique, places = np.unique(rows, return_inverse=True)
    if len(rows) < _MIN_REPEATS * len(unique):
        return geometries[rows]
    copies = shapely.force_2d(geometries[unique])
    shapely.prepare(copies)
    found: NDArray[np.object_] = copies[places]
    return found


def filtered(
    chunks: Iterable[tuple[range, Ids, Ids]], tester: Tester, threads: int | None
) -> Iterator[tuple[range, Ids, Ids]]:
    """The pairs of each chunk that satisfy the predicate, in order."""
    count = threads or len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else None
    count = count or os.cpu_count() or 1
    if count == 1:
        for rows, first, second in chunks:
            parts = [tester.holds(first[part], second[part]) for part in _parts(len(first))]
            yield _kept(rows, first, second, parts)
        return
    with ThreadPoolExecutor(count) as pool:
        waiting: deque[tuple[range, Ids, Ids, list[Future[NDArray[np.bool_]]]]] = deque()
        for rows, first, second in chunks:
            tests = [
                pool.submit(tester.holds, first[part], second[part]) for part in _parts(len(first))
            ]
            waiting.append((rows, first, second, tests))
            # The next chunk is found while this one is tested.
            if len(waiting) > 1:
                yield _finished(*waiting.popleft())
        while waiting:
            yield _finished(*waiting.popleft())


def _parts(count: int) -> list[slice]:
    return [slice(start, start + _CHUNK) for start in range(0, count, _CHUNK)]


def _finished(
    rows: range, first: Ids, second: Ids, tests: list[Future[NDArray[np.bool_]]]
) -> tuple[range, Ids, Ids]:
    return _kept(rows, first, second, [test.result() for test in tests])


def _kept(
    rows: range, first: Ids, second: Ids, parts: list[NDArray[np.bool_]]
) -> tuple[range, Ids, Ids]:
    holds = np.concatenate([np.empty(0, bool), *parts])
    return rows, first[holds], second[holds]
