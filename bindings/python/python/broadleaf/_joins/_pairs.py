"""Pairs of boxes from scratch."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .. import _core
from .._input import _inputs, _options, _rows
from .._input._inputs import Columns
from .._input._options import Progress
from .._input._rows import Longitude, Missing, Rows


def self_pairs(
    boxes: Any = None,
    *,
    mins: ArrayLike | None = None,
    maxs: ArrayLike | None = None,
    interiors: bool = False,
    sort: bool = True,
    limit: int | None = None,
    groups: ArrayLike | None = None,
    categories: ArrayLike | None = None,
    masks: ArrayLike | None = None,
    columns: Columns | None = None,
    missing: Missing = "error",
    longitude: Longitude | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> NDArray[np.int64]:
    """All pairs of boxes that overlap.

    Boxes are closed: two that only touch overlap, unless `interiors` excludes them. This is the
    fastest way if all boxes are new; to query the same boxes again, build an `Index`.

    Parameters
    ----------
    boxes
        An array of shape ``(n, 4)`` with the columns min x, min y, max x, max y, or ``(n, 6)`` with
        min x, min y, min z, max x, max y, max z. Or geometries of shapely and geopandas, which
        stand for their bounds. Or a table with named columns in any order: a data frame, a dict of
        columns, a structured array, a table or struct of Arrow. Or a list of rows with names:
        dicts, named tuples, dataclasses, rows of a data frame.
    mins, maxs
        Instead of `boxes`: the lower and the upper corners, of shape ``(n, 2)`` or ``(n, 3)``.
    interiors
        Whether boxes that only touch are left out: on each axis each box must begin below where the
        other ends. Use this for half-open cells such as pixels and tiles, instead of shrinking
        them.
    sort
        Whether the pairs are in lexicographic order. Without, they come sooner, in an order that
        depends only on the boxes, groups and masks.
    limit
        The largest number of pairs to return: the first ones in the order of the answer. No memory
        is needed for more.
    groups
        An integer for each box. Boxes of the same group form no pair.
    categories, masks
        32 bits for each box. The categories of each box of a pair must share a bit with the mask of
        the other.
    columns
        Which columns of a table hold the boxes: the names of min x, min y, max x, max y (six in
        3D), or of x and y of points, or of one column of structs or geometries. By default,
        well-known names are recognized.
    missing
        What to do with rows that have no box, because they are null, masked, empty or NaN:
        ``"error"``, or ``"skip"``. Rows keep their numbers, and `missing_rows` lists those without
        a box.
    longitude
        The axis, ``"x"`` or ``"y"``, whose coordinates are degrees from -180 to 180. A box whose
        minimum on this axis is above its maximum crosses the antimeridian: it reaches from the
        minimum to 180, and from -180 to the maximum.
    threads
        The largest number of threads; all processors by default. Few boxes take one thread. The
        answer does not depend on it.
    progress
        A function that is called with the number of pairs found so far, about ten times a second
        after the first second; or a progress bar of tqdm.

    Returns
    -------
    numpy.ndarray
        Shape ``(2, m)``: the indices of the first and of the second box of each pair. The first is
        the smaller one.

    Raises
    ------
    ValueError
        If a row is not a box: it has NaN, or a minimum above the maximum. If the names of a table
        do not tell which columns hold the boxes.

    Notes
    -----
    Takes O(n + m) time where the boxes are spread evenly. float32, float64, int32 and int64 arrays
    are read in place if their rows have no gaps. No other thread may change them during the call.

    Examples
    --------
    >>> import numpy as np
    >>> import broadleaf
    >>> boxes = np.array([[0, 0, 2, 2], [5, 5, 6, 6], [2, 1, 3, 3], [3, 3, 5, 5]])
    >>> broadleaf.self_pairs(boxes)
    array([[0, 1, 2],
           [2, 3, 3]])
    >>> broadleaf.self_pairs(boxes, groups=[0, 0, 1, 1])
    array([[0, 1],
           [2, 3]])
    >>> broadleaf.self_pairs(boxes, interiors=True).shape
    (2, 0)
    """
    # The path of most calls, without the checks that other inputs and options need.
    is_plain = mins is maxs is groups is categories is masks is columns is longitude is None
    is_all = limit is None and threads is None and progress is None and missing == "error"
    if is_plain and is_all and _core.are_rows(boxes):
        return _core.pairs(boxes, None, None, bool(interiors), bool(sort), None, None)
    rows = _rows.read(boxes, mins, maxs, "boxes", columns, missing, longitude)
    wanted = _options.labels([rows.total], groups, categories, masks)
    call = _options.call(threads, progress)
    return _pairs(rows, None, wanted, bool(interiors), bool(sort), _options.limit(limit), call)


def cross_pairs(
    a: Any,
    b: Any,
    *,
    interiors: bool = False,
    sort: bool = True,
    limit: int | None = None,
    groups: tuple[ArrayLike, ArrayLike] | None = None,
    categories: tuple[ArrayLike, ArrayLike] | None = None,
    masks: tuple[ArrayLike, ArrayLike] | None = None,
    columns: Columns | None = None,
    b_columns: Columns | None = None,
    missing: Missing = "error",
    longitude: Longitude | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> NDArray[np.int64]:
    """All pairs of a box in `a` and a box in `b` that overlap.

    Parameters
    ----------
    a, b
        Two lists of boxes, each in any form that `self_pairs` takes, or a tuple of lower and upper
        corners. If their types differ, both are converted to a type that holds both exactly.
    groups, categories, masks
        As in `self_pairs`: a tuple of the arrays for `a` and for `b`.
    columns, b_columns
        As `columns` in `self_pairs`. `b_columns` names the columns of `b`, if they have other
        names.
    interiors, sort, limit, missing, longitude, threads, progress
        As in `self_pairs`.

    Returns
    -------
    numpy.ndarray
        Shape ``(2, m)``: indices in `a`, indices in `b`.

    Examples
    --------
    >>> import broadleaf
    >>> points = [[5, 5, 5, 5], [1, 7, 1, 7]]
    >>> rooms = [[0, 0, 9, 1], [0, 0, 1, 9]]
    >>> broadleaf.cross_pairs(points, rooms)
    array([[1],
           [1]])
    """
    is_plain = groups is categories is masks is columns is b_columns is longitude is None
    is_all = limit is None and threads is None and progress is None and missing == "error"
    if is_plain and is_all and _core.are_rows(a, b):
        return _core.pairs(a, b, None, bool(interiors), bool(sort), None, None)
    first, second = both(a, b, columns, b_columns, missing, longitude)
    wanted = _options.labels([first.total, second.total], groups, categories, masks)
    call = _options.call(threads, progress)
    return _pairs(first, second, wanted, bool(interiors), bool(sort), _options.limit(limit), call)


def count_pairs(
    a: Any,
    b: Any = None,
    *,
    interiors: bool = False,
    groups: Any = None,
    categories: Any = None,
    masks: Any = None,
    columns: Columns | None = None,
    b_columns: Columns | None = None,
    missing: Missing = "error",
    longitude: Longitude | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> int:
    """The number of pairs of `self_pairs(a)`, or of `cross_pairs(a, b)`.

    The pairs are not stored, so their number is not limited by memory, unless boxes cross the
    antimeridian.

    Examples
    --------
    >>> import broadleaf
    >>> row = [[x, 0, x + 1, 1] for x in range(10)]
    >>> broadleaf.count_pairs(row)
    9
    >>> broadleaf.count_pairs(row, [[0, 0, 4.5, 1]])
    5
    """
    second: Rows | None
    if b is None:
        first, second = _list(a, "boxes", columns, missing, longitude), None
        counts = [first.total]
    else:
        first, second = both(a, b, columns, b_columns, missing, longitude)
        counts = [first.total, second.total]
    wanted = _options.labels(counts, groups, categories, masks)
    call = _options.call(threads, progress)
    if first.is_cut or (second is not None and second.is_cut):
        return int(_pairs(first, second, wanted, bool(interiors), False, None, call).shape[1])
    of_boxes = _rows.labels(wanted, [first] if second is None else [first, second])
    other = None if second is None else second.boxes
    return _core.count_pairs(first.boxes, other, of_boxes, bool(interiors), call)


def _pairs(
    first: Rows,
    second: Rows | None,
    wanted: _options.Labels | None,
    interiors: bool,
    sort: bool,
    limit: int | None,
    call: _options.Call | None,
) -> NDArray[np.int64]:
    """The pairs of rows."""
    of_boxes = _rows.labels(wanted, [first] if second is None else [first, second])
    other = None if second is None else second.boxes
    # Rows over the antimeridian have two boxes, so that a pair may be found twice.
    is_cut = first.is_cut or (second is not None and second.is_cut)
    most = None if is_cut else limit
    found = _core.pairs(first.boxes, other, of_boxes, interiors, sort, most, call)
    pairs = _rows.pairs(found, first, second)
    return pairs[:, :limit] if is_cut else pairs


def _list(
    boxes: Any, name: str, columns: Columns | None, missing: Missing, longitude: Longitude | None
) -> Rows:
    """Boxes in any form, including a tuple of corners."""
    if type(boxes) is tuple and len(boxes) == 2 and np.ndim(boxes[0]) == 2:
        return _rows.read(None, *boxes, name, columns, missing, longitude)
    return _rows.read(boxes, None, None, name, columns, missing, longitude)


def _is_array(boxes: Any) -> bool:
    return isinstance(boxes, np.ndarray) and not boxes.dtype.names


def both(
    a: Any,
    b: Any,
    columns: Columns | None,
    b_columns: Columns | None,
    missing: Missing,
    longitude: Longitude | None,
    names: tuple[str, str] = ("a", "b"),
) -> tuple[Rows, Rows]:
    """Two lists of boxes, with coordinates of one type."""
    # One set of names applies to both lists, except to a list without names.
    a_columns = None if _is_array(a) and not _is_array(b) else columns
    if b_columns is None and not _is_array(b):
        b_columns = columns
    first = _list(a, names[0], a_columns, missing, longitude)
    second = _list(b, names[1], b_columns, missing, longitude)
    one, other = first.boxes, second.boxes
    if _inputs.count(one) == 0:
        one = np.empty((0, 2 * _inputs.dimensions(other)), _inputs.dtype(other))
    if _inputs.count(other) == 0:
        other = np.empty((0, 2 * _inputs.dimensions(one)), _inputs.dtype(one))
    one, other = _inputs.same_type(one, other, names)
    return replace(first, boxes=one), replace(second, boxes=other)
