"""Intervals on a line: pairs, counts, neighbors, clusters, and what they cover."""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import DTypeLike, NDArray

from .. import _core
from ._lines import Lines, Names

Ids: TypeAlias = NDArray[np.int64]
Lengths: TypeAlias = NDArray[Any]


def interval_pairs(
    a: Any,
    b: Any = None,
    *,
    by: Any = None,
    b_by: Any = None,
    closed: bool = False,
    min_overlap: Any = None,
    distance: Any = None,
    columns: Names | None = None,
    b_columns: Names | None = None,
    sort: bool = True,
    dtype: DTypeLike = np.int64,
) -> NDArray[Any]:
    """All pairs of intervals that overlap, between two lists or within one, also by key.

    Parameters
    ----------
    a, b
        Intervals of integers, floats, times or durations: an array of shape ``(n, 2)`` with starts
        and ends, a tuple of two columns, or a table of pandas, polars or Arrow. Without `b`, pairs
        are within `a`.
    by, b_by
        A key for each interval, such as chromosome, day or device: only intervals of equal keys are
        pairs. A column of integers, text, times or categories, the name of a column of the table,
        or a tuple of several. A name is that of both tables unless `b_by` is another.
    closed
        Whether ends belong to the intervals, so that those that touch are pairs. By default,
        intervals are half-open: ``[start, end)``.
    min_overlap
        The least length of the common part, above 0.
    distance
        The largest gap between two intervals; 0 is the same as `closed`. Lengths of times are
        durations, such as ``datetime.timedelta``.
    columns, b_columns
        The names of the starts and ends in a table: ``("start", "end")`` by default.
    sort
        Whether pairs are sorted. Otherwise, they come in the order of the key and start in `a`,
        which is faster if that is not the order of the rows.
    dtype
        ``numpy.int64``, or ``numpy.uint32`` for answers that take half the memory.

    Returns
    -------
    numpy.ndarray
        The rows of each pair, of shape ``(2, m)``. Within one list, the smaller row comes first.

    Raises
    ------
    ValueError
        If a start is above its end, or a number, time or key is missing.
    TypeError
        If keys are of different kinds, such as times and integers.

    Notes
    -----
    An interval of length 0 is a half-open pair with those that begin before it and end after it.
    Integers and times are exact. Floats are compared as ``float64``; `min_overlap` and `distance`
    are subtracted from and added to ends, rounded to nearest. Times with a zone are compared and
    returned as UTC, which times without one are taken for.

    The calls sort both lists and count the partners of each row; then each pair costs one number.

    Examples
    --------
    >>> import broadleaf
    >>> talks, breaks = [[9, 10], [10, 12], [11, 12]], [[10, 11]]
    >>> broadleaf.interval_pairs(talks, breaks)
    array([[1],
           [0]])
    >>> broadleaf.interval_pairs(talks, breaks, closed=True)
    array([[0, 1, 2],
           [0, 0, 0]])
    >>> broadleaf.interval_pairs(talks, breaks, by=["Ada", "Ada", "Bo"], b_by=["Bo"], closed=True)
    array([[2],
           [0]])
    """
    lists = [a] if b is None else [a, b]
    if b is None and (b_by is not None or b_columns is not None):
        raise TypeError("b_by and b_columns need a second list")
    length = min_overlap if distance is None else distance
    lines = Lines.read(lists, (by, b_by), (columns, b_columns), length)
    rule = _rule(lines, closed, min_overlap, distance)
    if np.dtype(dtype) not in (np.int64, np.uint32):
        raise TypeError(f"dtype must be int64 or uint32, not {np.dtype(dtype)}")
    first, second = (lines.lists[0], None) if b is None else lines.both
    is_short = np.dtype(dtype) == np.uint32
    return _core.interval_pairs(first, second, rule, bool(sort), is_short)


def count_interval_overlaps(
    a: Any,
    b: Any,
    *,
    by: Any = None,
    b_by: Any = None,
    closed: bool = False,
    min_overlap: Any = None,
    distance: Any = None,
    columns: Names | None = None,
    b_columns: Names | None = None,
) -> Ids:
    """The number of intervals of `b` that each interval of `a` overlaps, without a list of pairs.

    Parameters
    ----------
    a, b, by, b_by, closed, min_overlap, distance, columns, b_columns
        As in `interval_pairs`.

    Returns
    -------
    numpy.ndarray
        A number for each row of `a`.

    Examples
    --------
    >>> import broadleaf
    >>> broadleaf.count_interval_overlaps([[0, 8], [8, 16]], [[2, 4], [3, 5], [7, 9]])
    array([3, 1])
    """
    length = min_overlap if distance is None else distance
    lines = Lines.read([a, b], (by, b_by), (columns, b_columns), length)
    return _core.interval_counts(*lines.both, _rule(lines, closed, min_overlap, distance))


def interval_coverage(
    a: Any,
    b: Any,
    *,
    by: Any = None,
    b_by: Any = None,
    columns: Names | None = None,
    b_columns: Names | None = None,
) -> Lengths:
    """The length of each interval of `a` that intervals of `b` cover.

    What several of them cover counts once.

    Parameters
    ----------
    a, b, by, b_by, columns, b_columns
        As in `interval_pairs`.

    Returns
    -------
    numpy.ndarray
        A length for each row of `a`: ``int64``, ``float64``, or durations.

    Examples
    --------
    >>> import broadleaf
    >>> broadleaf.interval_coverage([[0, 8], [8, 16]], [[2, 4], [3, 5], [7, 9]])
    array([4, 1])
    """
    lines = Lines.read([a, b], (by, b_by), (columns, b_columns))
    return lines.lengths(_core.interval_coverage(*lines.both))


def nearest_intervals(
    a: Any,
    b: Any,
    side: Literal["before", "after"],
    *,
    by: Any = None,
    b_by: Any = None,
    columns: Names | None = None,
    b_columns: Names | None = None,
) -> tuple[Ids, Lengths]:
    """For each interval of `a`, the nearest one of `b` before or after it.

    Parameters
    ----------
    a, b, by, b_by, columns, b_columns
        As in `interval_pairs`.
    side
        ``"before"``: of the intervals that end at or before the start, the one that ends last.
        ``"after"``: of those that start at or after the end, the one that starts first. Of several,
        the smallest row.

    Returns
    -------
    tuple of numpy.ndarray
        The row of `b` for each row of `a`, and the length of the gap. If there is none, the row is
        -1, and the gap -1, NaN or NaT.

    Examples
    --------
    >>> import broadleaf
    >>> genes, peaks = [[50, 60], [90, 95]], [[10, 20], [55, 65], [70, 80]]
    >>> broadleaf.nearest_intervals(genes, peaks, "before")
    (array([0, 2]), array([30, 10]))
    >>> broadleaf.nearest_intervals(genes, peaks, "after")
    (array([ 2, -1]), array([10, -1]))
    """
    if side not in ("before", "after"):
        raise ValueError(f'side must be "before" or "after": {side!r}')
    lines = Lines.read([a, b], (by, b_by), (columns, b_columns))
    rows, distances = _core.nearest_intervals(*lines.both, side == "after")
    lengths = lines.lengths(distances)
    if lengths.dtype.kind == "m":
        lengths[rows < 0] = "NaT"
    return rows, lengths


class IntervalClusters(NamedTuple):
    """Clusters of intervals, sorted by key and start."""

    #: The cluster of each row.
    labels: Ids
    #: The start and the end of each cluster, of shape ``(k, 2)``.
    intervals: NDArray[Any]
    #: The number of rows in each cluster.
    sizes: Ids
    #: The first row of each cluster, which has its key.
    rows: Ids


def cluster_intervals(
    a: Any, *, gap: Any = 0, by: Any = None, columns: Names | None = None
) -> IntervalClusters:
    """Merges intervals that overlap, touch or are near each other into clusters.

    Parameters
    ----------
    a, by, columns
        As in `interval_pairs`.
    gap
        The largest gap that connects two intervals. With 0, they overlap or touch; with None, they
        overlap.

    Returns
    -------
    IntervalClusters
        The cluster of each row as ``labels``; the bounds of each cluster as ``intervals``, their
        ``sizes``, and their first ``rows``.

    Examples
    --------
    >>> import broadleaf
    >>> found = broadleaf.cluster_intervals([[8, 9], [0, 5], [5, 7]])
    >>> found.labels
    array([1, 0, 0])
    >>> found.intervals
    array([[0, 7],
           [8, 9]])
    """
    lines = Lines.read([a], (by, None), (columns, None), gap)
    # Of times, too, 0 needs no unit.
    is_zero = isinstance(gap, (int, float)) and gap == 0
    reach = None if gap is None else 0 if is_zero else _length(lines, gap, "gap")
    labels, starts, ends, sizes = _core.cluster_intervals(lines.lists[0], reach)
    rows = np.empty(len(sizes), np.int64)
    # Of several rows, the last one assigned stays.
    rows[labels[::-1]] = np.arange(len(labels))[::-1]
    return IntervalClusters(labels, _rows(lines, starts, ends), sizes, rows)


def subtract_intervals(
    a: Any,
    b: Any,
    *,
    by: Any = None,
    b_by: Any = None,
    columns: Names | None = None,
    b_columns: Names | None = None,
) -> tuple[Ids, NDArray[Any]]:
    """The parts of the intervals of `a` that no interval of `b` covers.

    If the rows of `a` are bounds, such as whole days or chromosomes, the parts are the complement
    of `b`: what it leaves uncovered.

    Parameters
    ----------
    a, b, by, b_by, columns, b_columns
        As in `interval_pairs`.

    Returns
    -------
    tuple of numpy.ndarray
        The row of `a` that each part belongs to, and the start and end of each part, of shape
        ``(k, 2)``; sorted by row and start.

    Examples
    --------
    >>> import broadleaf
    >>> day, meetings = [[0, 24]], [[9, 11], [13, 15]]
    >>> rows, free = broadleaf.subtract_intervals(day, meetings)
    >>> free
    array([[ 0,  9],
           [11, 13],
           [15, 24]])
    """
    lines = Lines.read([a, b], (by, b_by), (columns, b_columns))
    rows, starts, ends = _core.subtract_intervals(*lines.both)
    return rows, _rows(lines, starts, ends)


def _rows(lines: Lines, starts: NDArray[Any], ends: NDArray[Any]) -> NDArray[Any]:
    return lines.coordinates(np.stack([starts, ends], axis=1))


def _rule(lines: Lines, closed: bool, min_overlap: Any, distance: Any) -> tuple[str, Any]:
    """The condition of a pair, as the compiled part names it."""
    if sum((bool(closed), min_overlap is not None, distance is not None)) > 1:
        raise ValueError("closed, min_overlap and distance exclude each other")
    if min_overlap is not None:
        return "overlap", _length(lines, min_overlap, "min_overlap", is_least=True)
    if distance is not None:
        return "distance", _length(lines, distance, "distance")
    return ("closed" if closed else "half-open"), None


def _length(lines: Lines, length: Any, name: str, is_least: bool = False) -> int | float:
    found = lines.number(length, name, round_up=is_least)
    if found < 0 or (is_least and found == 0):
        raise ValueError(f"{name} must be {'above' if is_least else 'at least'} 0: {length}")
    return found
