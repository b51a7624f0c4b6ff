"""Pairs of boxes from scratch."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core, _inputs, _options
from ._options import Progress


def self_pairs(
    boxes: Any = None,
    *,
    mins: ArrayLike | None = None,
    maxs: ArrayLike | None = None,
    sort: bool = True,
    limit: int | None = None,
    groups: ArrayLike | None = None,
    categories: ArrayLike | None = None,
    masks: ArrayLike | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> NDArray[np.int64]:
    """All pairs of boxes that overlap.

    Boxes are closed: two that only touch overlap. This is the fastest way if all boxes are new;
    to ask about the same boxes again, build an `Index`.

    Parameters
    ----------
    boxes
        An array of shape ``(n, 4)`` with the columns min x, min y, max x, max y, or ``(n, 6)`` with
        min x, min y, min z, max x, max y, max z. Also whatever has such ``bounds``: shapely
        geometries, a GeoSeries; and Arrow struct arrays with the fields xmin, ymin, xmax, ymax.
    mins, maxs
        Instead of `boxes`: the lower and the upper corners, of shape ``(n, 2)`` or ``(n, 3)``.
    sort
        Whether the pairs are in lexicographic order. If not, they come in an order that depends on
        the boxes, groups and masks alone, and sooner.
    limit
        The largest number of pairs: the first ones in the order of the answer. Memory for more is
        not needed.
    groups
        An integer for each box. Boxes of the same group make no pair.
    categories, masks
        32 bits for each box. A pair needs a bit of the first box's category in the second one's
        mask, and the other way round.
    threads
        The greatest number of threads; all processors by default. Few boxes are left to one. The
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
        If a row is not a box: it has NaN, or a minimum above the maximum.

    Notes
    -----
    Costs O(n + m) where the boxes are spread evenly. float32, float64, int32 and int64 are read in
    place, with any strides. They must not be changed during the call by another thread.

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
    """
    checked = _inputs.as_boxes(boxes, mins, maxs)
    wanted = _options.labels([_inputs.count(checked)], groups, categories, masks)
    call = _options.Call(threads, progress)
    return _core.pairs(checked, None, wanted, bool(sort), _options.limit(limit), call)


def cross_pairs(
    a: Any,
    b: Any,
    *,
    sort: bool = True,
    limit: int | None = None,
    groups: tuple[ArrayLike, ArrayLike] | None = None,
    categories: tuple[ArrayLike, ArrayLike] | None = None,
    masks: tuple[ArrayLike, ArrayLike] | None = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> NDArray[np.int64]:
    """All pairs of a box in `a` and a box in `b` that overlap.

    Parameters
    ----------
    a, b
        Two lists of boxes, each in any form that `self_pairs` takes, or a tuple of lower and upper
        corners. If their types differ, both are converted to one that holds both exactly.
    groups, categories, masks
        As in `self_pairs`, a tuple of the arrays for `a` and for `b`.
    sort, limit, threads, progress
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
    first, second = _both(a, b)
    counts = [_inputs.count(first), _inputs.count(second)]
    wanted = _options.labels(counts, groups, categories, masks)
    call = _options.Call(threads, progress)
    return _core.pairs(first, second, wanted, bool(sort), _options.limit(limit), call)


def count_pairs(
    a: Any,
    b: Any = None,
    *,
    groups: Any = None,
    categories: Any = None,
    masks: Any = None,
    threads: int | None = None,
    progress: Progress | None = None,
) -> int:
    """The number of pairs of `self_pairs(a)`, or of `cross_pairs(a, b)`.

    The pairs are not stored, so there may be any number of them.

    Examples
    --------
    >>> import broadleaf
    >>> row = [[x, 0, x + 1, 1] for x in range(10)]
    >>> broadleaf.count_pairs(row)
    9
    >>> broadleaf.count_pairs(row, [[0, 0, 4.5, 1]])
    5
    """
    if b is None:
        first = _list(a, "boxes")
        second = None
        counts = [_inputs.count(first)]
    else:
        first, second = _both(a, b)
        counts = [_inputs.count(first), _inputs.count(second)]
    wanted = _options.labels(counts, groups, categories, masks)
    return _core.count_pairs(first, second, wanted, _options.Call(threads, progress))


def _list(boxes: Any, name: str) -> _inputs.Boxes:
    """Boxes in any form, also a tuple of corners."""
    if isinstance(boxes, tuple) and len(boxes) == 2 and np.ndim(boxes[0]) == 2:
        return _inputs.as_boxes(mins=boxes[0], maxs=boxes[1])
    return _inputs.as_boxes(boxes, name=name)


def _both(a: Any, b: Any) -> tuple[_inputs.Boxes, _inputs.Boxes]:
    first, second = _list(a, "a"), _list(b, "b")
    if _inputs.count(first) == 0 and isinstance(first, np.ndarray):
        first = np.empty((0, 2 * _inputs.dimensions(second)), _inputs.dtype(second))
    if _inputs.count(second) == 0 and isinstance(second, np.ndarray):
        second = np.empty((0, 2 * _inputs.dimensions(first)), _inputs.dtype(first))
    return _inputs.same_type(first, second)
