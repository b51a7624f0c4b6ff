"""Pairs within a distance, on axes that may repeat."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .. import _core
from .._input import _inputs, _options
from .._input._inputs import Boxes, Columns


def periodic_pairs(
    points: Any,
    distance: float,
    periods: ArrayLike | Sequence[float | None] | None = None,
    *,
    other: Any = None,
    full: bool = False,
    columns: Columns | None = None,
    other_columns: Columns | None = None,
    threads: int | None = None,
) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
    """All pairs of points or boxes within a distance, on axes that may repeat: neighbour lists.

    An axis with a period repeats: a point at x is also at x plus each multiple of the period, its
    images. A pair is a point and an image of a point whose Euclidean distance is at most
    `distance`. All such images are pairs: where the distance exceeds half a period, two points may
    form several pairs, and a point may be near its own images.

    Parameters
    ----------
    points
        Points of shape ``(n, 2)`` or ``(n, 3)``, or boxes in any form that `self_pairs` takes. They
        may lie outside of the first period.
    distance
        The largest distance of a pair. Boxes that overlap have distance 0.
    periods
        The period of each axis, of which some may be None; or one for all axes. None repeat by
        default.
    other
        A second list: pairs are then those of a point of `points` and one of `other`.
    full
        Whether each pair within one list comes in both directions, as in a full neighbour list.
        Otherwise, it comes once: the first row is the smaller one, and of a point and its own
        image, the first number of the shift other than 0 is positive.
    columns, other_columns, threads
        As `columns`, `b_columns` and `threads` in `cross_pairs`.

    Returns
    -------
    tuple of numpy.ndarray
        The rows, of shape ``(2, m)``, sorted; and the shifts, of shape ``(m, 2)`` or ``(m, 3)``: by
        how many periods the second point of each pair moves, as in ASE and vesin.

    Raises
    ------
    ValueError
        If a box is longer than a period, or a point at infinity has one.

    Notes
    -----
    Distances are computed in float64, as ``(b - a) + shift * period`` for each axis.

    Examples
    --------
    >>> import numpy as np
    >>> import broadleaf
    >>> points, periods = np.array([[0.5, 5], [3, 5], [9, 5]]), np.array([10, 10])
    >>> (i, j), shifts = broadleaf.periodic_pairs(points, 2, periods)
    >>> i, j, shifts
    (array([0]), array([2]), array([[-1,  0]], dtype=int32))
    >>> points[j] + shifts * periods - points[i]
    array([[-1.5,  0. ]])
    """
    first = _read(points, "points", columns)
    second = None
    if other is not None:
        second = _read(other, "other", other_columns)
        if not _inputs.count(second):
            second = np.empty((0, 2 * _inputs.dimensions(first)))
        if not _inputs.count(first):
            first = np.empty((0, 2 * _inputs.dimensions(second)))
        first, second = _inputs.same_type(first, second, ("points", "other"))
    axes = _inputs.dimensions(first)
    limit = _options.number(distance, "distance")
    call = _options.call(threads, None)
    return _core.periodic_pairs(first, second, limit, _periods(periods, axes), bool(full), call)


def _read(values: Any, name: str, columns: Columns | None) -> Boxes:
    """Points or boxes as floats."""
    raw = _of_width(values, name, columns)
    if raw.missing is not None and raw.missing.any():
        raise ValueError(f"{name}: row {int(np.argmax(raw.missing))} is missing")
    boxes = _inputs.many(raw, name).boxes
    kind = _inputs.dtype(boxes)
    return boxes if kind == np.float32 else _inputs.as_type(boxes, np.dtype(np.float64), name)


def _of_width(values: Any, name: str, columns: Columns | None) -> _inputs.Raw:
    """The rows, of which those with two or three numbers are points."""
    found = _inputs.raw(values, name, columns)
    if isinstance(found.boxes, tuple):
        return found
    rows = _inputs.readable(found.boxes, name)
    if rows.ndim == 2 and rows.shape[1] in (2, 3):
        return _inputs.Raw((rows, rows), found.missing)
    return _inputs.Raw(rows, found.missing)


def _periods(periods: Any, axes: int) -> list[float | None]:
    if periods is None or np.ndim(periods) == 0:
        periods = [periods] * axes
    listed = list(periods)
    if len(listed) != axes:
        raise ValueError(f"periods: expected one for each of {axes} axes, not {len(listed)}")
    return [None if period is None else _options.number(period, "periods") for period in listed]
