"""The partners of consecutive rows, a bounded number of pairs at a time."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .. import _core
from .._input import _inputs, _numbers, _options, _rows
from .._input._rows import Rows

Ids: TypeAlias = NDArray[np.int64]
Distance: TypeAlias = float | NDArray[np.float64] | None
#: The length of the gap between two boxes, or its largest extent along an axis.
Metric: TypeAlias = Literal["euclidean", "chebyshev"]

#: The rows of the first chunk: of the next ones, as many as find about the pairs of a batch.
_FIRST = 1 << 12
_MOST = 1 << 20
#: A bound of the rounding errors of distances.
_ROUNDING = 16 * float(np.finfo(np.float64).eps)


@dataclass(frozen=True)
class Sides:
    """The boxes of the left rows, by row, and a tree of the boxes of the right rows."""

    left: Rows
    right: Rows
    tree: _core.Packed
    interiors: bool
    distance: Distance
    #: None if whatever may be within the distance is wanted, because shapely measures it then.
    metric: Metric | None

    @classmethod
    def new(
        cls, left: Rows, right: Rows, interiors: bool, distance: Distance, metric: Metric | None
    ) -> Sides:
        # A chunk of rows counts its own from 0.
        _rows.check(left, "left")
        _rows.check(right, "right")
        if distance is not None:
            left, right = _as_floats(left, "left"), _as_floats(right, "right")
        tree = _core.Packed.build(right.boxes, None, False, None)
        return cls(_by_row(left), right, tree, interiors, distance, metric)

    def chunks(self, batch: int, threads: int | None) -> Iterator[tuple[range, Ids, Ids]]:
        """Consecutive rows of the left side, and their pairs, sorted."""
        call = _options.call(threads, None)
        start, size = 0, min(_FIRST, batch)
        while start < self.left.total:
            stop = min(start + size, self.left.total)
            first, second = self._pairs(start, stop, call)
            yield range(start, stop), first, second
            wanted = batch * (stop - start) // max(len(first), 1)
            size = max(min(wanted, 8 * size, _MOST), 1)
            start = stop

    def _pairs(self, start: int, stop: int, call: _options.Call | None) -> tuple[Ids, Ids]:
        rows = self.left.rows
        ends = (start, stop) if rows is None else np.searchsorted(rows, (start, stop))
        part = slice(*map(int, ends))
        boxes = _slice(self.left.boxes, part)
        relate = "interiors" if self.interiors else None
        if self.distance is not None:
            boxes = _grown(boxes, _of(self.distance, self.left, part))
        found = self.tree.query(boxes, relate, call)
        first, second = self.left.of(found[0] + part.start), self.right.of(found[1])
        if self.left.is_cut or self.right.is_cut:
            return tuple(_rows.distinct(first, second))
        if self.distance is not None and self.metric is not None:
            is_near = self._are_near(found[0] + part.start, found[1])
            first, second = first[is_near], second[is_near]
        return first, second

    def _are_near(self, a: Ids, b: Ids) -> NDArray[np.bool_]:
        """Which boxes are within the distance."""
        limit: Any = self.distance
        if isinstance(limit, np.ndarray):
            limit = limit[self.left.of(a)]
        one = [column[a] for column in _rows.columns_of(self.left.boxes)]
        other = [column[b] for column in _rows.columns_of(self.right.boxes)]
        axes, ways = len(one) // 2, ((one, other), (other, one))
        # On each axis, where a box starts and the other one ends, both ways.
        gaps = [[(low[axis], high[axis + axes]) for low, high in ways] for axis in range(axes)]
        with np.errstate(invalid="ignore", over="ignore"):
            if self.metric == "chebyshev":
                within = [_at_most(*way, limit) for both in gaps for way in both]
                return np.asarray(np.logical_and.reduce(within))
            unit = _unit(limit)
            # One of both ways is a gap at most. The difference of equal infinities is none.
            longest = [np.fmax(*(start - end for start, end in both)) for both in gaps]
            square = sum(np.square(np.fmax(gap, 0.0) * unit) for gap in longest)
            # Not the squares: the root of a rounded one is a distance as it is reported.
            return np.asarray(np.sqrt(square) <= limit * unit)


def _unit(limit: Any) -> Any:
    """The power of two that makes a distance about 1, so that its square is a normal float64.

    Gaps of pairs are hardly longer than the distance. 2**1022 makes the least float 2**-52.
    """
    power = np.frexp(np.maximum(limit, 5e-324))[1]
    return np.ldexp(1.0, np.clip(-power, -1022, 1022))


def _at_most(start: Any, end: Any, limit: Any) -> NDArray[np.bool_]:
    """Whether ``start - end`` is at most the limit, without a rounding error.

    Where the rounded difference is the limit, what rounding took away decides: D. E. Knuth's
    two-sum.
    """
    gap = start - end
    part = gap - start
    rest = (start - (gap - part)) - (end + part)
    # Of infinite numbers it is NaN, and nothing was taken away.
    return np.asarray(~(gap > limit) & ~((gap == limit) & (rest > 0)))


def distance_of(value: ArrayLike | None, metric: Metric, rows: int) -> tuple[Distance, Metric]:
    """One distance, or one for each left row, and how it is measured."""
    if not isinstance(metric, str) or metric not in ("euclidean", "chebyshev"):
        raise ValueError(f'metric must be "euclidean" or "chebyshev": {metric!r}')
    if value is None and metric != "euclidean":
        raise ValueError(f"metric={metric!r} goes with a distance")
    return _limit(value, rows), metric


def _limit(value: ArrayLike | None, rows: int) -> Distance:
    if value is None:
        return None
    if np.ndim(value) == 0:
        limit = _options.number(value, "distance")
        if not limit >= 0:
            raise ValueError(f"distance must not be negative: {limit}")
        return limit
    limits = _numbers.numbers_only(value, "distance").astype(np.float64)
    if limits.shape != (rows,):
        raise ValueError(
            f"distance: expected one number, or one for each of {rows} left rows, "
            f"not {limits.shape}"
        )
    if not (limits >= 0).all():
        row = int(np.argmin(limits >= 0))
        raise ValueError(f"distance: row {row}: {limits[row]} is not at least 0")
    return limits


def _as_floats(rows: Rows, name: str) -> Rows:
    columns = _rows.columns_of(rows.boxes)
    floats = tuple(_numbers.exactly(part, np.dtype(np.float64), name) for part in columns)
    return replace(rows, boxes=floats)


def _by_row(rows: Rows) -> Rows:
    """Boxes in the order of their rows."""
    if not rows.is_cut or rows.rows is None:
        return rows
    order = np.argsort(rows.rows, kind="stable")
    return replace(rows, boxes=_rows.take(rows.boxes, order), rows=rows.rows[order])


def _slice(boxes: _inputs.Boxes, part: slice) -> _inputs.Boxes:
    if isinstance(boxes, tuple):
        return tuple(column[part] for column in boxes)
    return boxes[part]


def _of(distance: float | NDArray[np.float64], rows: Rows, part: slice) -> Any:
    if not isinstance(distance, np.ndarray):
        return distance
    return distance[part] if rows.rows is None else distance[rows.rows[part]]


def _grown(boxes: _inputs.Boxes, distance: Any) -> _inputs.Boxes:
    """Boxes that overlap whatever is within a distance of the given ones."""
    columns = _rows.columns_of(boxes)
    axes = len(columns) // 2
    with np.errstate(over="ignore", invalid="ignore"):
        by = distance * (1 + _ROUNDING)
        lower = [np.nextafter(column - by, -np.inf) for column in columns[:axes]]
        upper = [np.nextafter(column + by, np.inf) for column in columns[axes:]]
    # Infinite numbers less an infinite distance.
    lower = [np.where(np.isnan(column), -np.inf, column) for column in lower]
    upper = [np.where(np.isnan(column), np.inf, column) for column in upper]
    return (*lower, *upper)
