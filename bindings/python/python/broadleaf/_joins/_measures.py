"""Overlap as a measure: pairs, suppression and merging."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .. import _core
from .._input import _inputs, _numbers, _options
from .._input._inputs import Boxes, Columns
from .._input._options import Progress
from .._input._rows import Ids, Missing, Rows
from . import _pairs

#: Intersection over union, intersection over the smaller box, generalised intersection over union.
Measure: TypeAlias = Literal["iou", "ios", "giou"]
#: The box around the boxes of a cluster, or their mean weighted by scores.
Combine: TypeAlias = Literal["union", "mean"]


def iou_pairs(
    a: Any,
    b: Any = None,
    *,
    min_iou: float,
    measure: Measure = "iou",
    columns: Columns | None = None,
    b_columns: Columns | None = None,
    missing: Missing = "error",
    threads: int | None = None,
    progress: Progress | None = None,
) -> tuple[NDArray[np.int64], NDArray[Any]]:
    """All pairs of boxes that overlap by at least a share, and this share of each.

    Parameters
    ----------
    a, b
        One list of boxes, or two, each in any form that `cross_pairs` takes. float32 and float64
        are measured in their own type, integers in float64.
    min_iou
        The least measure of a pair, above 0 and at most 1.
    measure
        ``"iou"``, the intersection over the union; ``"ios"``, the intersection over the smaller
        box; or ``"giou"``, the generalised intersection over union: less by the share of the box
        around both that neither covers.
    columns, b_columns, missing, threads, progress
        As in `cross_pairs`.

    Returns
    -------
    pairs : numpy.ndarray
        Shape ``(2, m)``, in lexicographic order, as of `self_pairs` or `cross_pairs`.
    measures : numpy.ndarray
        Shape ``(m,)``, of the type of the boxes.

    Raises
    ------
    ValueError
        If a row is not a box, or `min_iou` is not above 0 and at most 1.

    Notes
    -----
    Pairs are measured while they are found, so memory holds those of the answer only. Boxes of size
    0 and of infinite size have a measure of 0.

    Examples
    --------
    >>> import broadleaf
    >>> boxes = [[0, 0, 4, 4], [1, 0, 5, 4], [3, 3, 7, 7]]
    >>> pairs, iou = broadleaf.iou_pairs(boxes, min_iou=0.5)
    >>> pairs.tolist(), iou.tolist()
    ([[0], [1]], [0.6])
    """
    least = _share(min_iou, "min_iou")
    if least == 0:
        raise ValueError(
            f"min_iou must be above 0: {min_iou}; boxes that do not overlap would be pairs; "
            "self_pairs and cross_pairs also find those that only touch"
        )
    kind = _measure(measure)
    call = _options.call(threads, progress)
    if b is None:
        first = _floats(_pairs._list(a, "boxes", columns, missing, None), "boxes")
        other, boxes = first, None
    else:
        first, other = _pairs.both(a, b, columns, b_columns, missing, None)
        first, other = _floats(first, "a"), _floats(other, "b")
        boxes = other.boxes
    found, measures = _core.iou_pairs(first.boxes, boxes, kind, least, call)
    if first.rows is not None or other.rows is not None:
        found = np.stack([first.of(found[0]), other.of(found[1])])
    return found, measures


def nms(
    boxes: Any,
    scores: ArrayLike,
    iou: float,
    groups: ArrayLike | None = None,
    *,
    measure: Measure = "iou",
    columns: Columns | None = None,
    missing: Missing = "error",
) -> Ids:
    """The boxes that no better one suppresses, from the best score on.

    This is non-maximum suppression with the rule of torchvision's ``nms``, and of ``batched_nms``
    with `groups`: from the best score on, and of equal scores from the earlier row on, a box stays
    if its measure with each box that stays is at most `iou`.

    Parameters
    ----------
    boxes
        Boxes in any form that `self_pairs` takes. float32 and float64 are measured in their own
        type, integers in float64.
    scores
        A number for each box.
    iou
        A box above this measure with a better one is suppressed; from 0 to 1.
    groups
        An integer or a text for each box, such as its class: a box suppresses boxes of its group
        only.
    measure
        As in `iou_pairs`.
    columns, missing
        As in `self_pairs`. Rows without a box are not in the answer.

    Returns
    -------
    numpy.ndarray
        The rows of the boxes that stay.

    Raises
    ------
    ValueError
        If a row is not a box, a score is NaN, or `iou` is not from 0 to 1.

    Notes
    -----
    A box is compared with the boxes near it that stay, and these are few, however many boxes there
    are on an object, unless `iou` is close to 1.

    Examples
    --------
    >>> import broadleaf
    >>> boxes = [[0, 0, 4, 4], [1, 0, 5, 4], [3, 3, 7, 7]]
    >>> broadleaf.nms(boxes, [0.7, 0.9, 0.8], iou=0.5)
    array([1, 2])
    >>> broadleaf.nms(boxes, [0.7, 0.9, 0.8], iou=0.5, groups=["car", "person", "car"])
    array([1, 2, 0])
    """
    question = _question(boxes, scores, iou, groups, measure, columns, missing)
    rows, shares = question.rows, question.scores
    kept = _core.nms(rows.boxes, shares, question.groups, question.threshold, question.measure)
    return rows.of(kept)


class Merged(NamedTuple):
    """The clusters of `merge`."""

    #: The rows of the boxes that stay, as of `nms`.
    kept: Ids
    #: For each row, the row that absorbed it: its own if it stays, -1 if it has no box.
    into: Ids
    #: A box for each row of `kept`: that of its cluster.
    boxes: NDArray[Any]


def merge(
    boxes: Any,
    scores: ArrayLike,
    iou: float,
    groups: ArrayLike | None = None,
    *,
    measure: Measure = "iou",
    combine: Combine = "union",
    columns: Columns | None = None,
    missing: Missing = "error",
) -> Merged:
    """Boxes of which each that stays absorbs those that it suppresses.

    This is greedy non-maximum merging: the boxes that stay are those of `nms`, and each other box
    is absorbed by the best of those that suppress it.

    Parameters
    ----------
    boxes, scores, iou, groups, measure, columns, missing
        As in `nms`.
    combine
        What becomes of the boxes of a cluster: their ``"union"``, the box around all of them, or
        their ``"mean"``, weighted by scores, which then must be finite and not negative.

    Returns
    -------
    Merged
        A tuple of three arrays. ``kept``: the rows of the boxes that stay. ``into``: for each row,
        the row that absorbed it, by which other columns can be grouped. ``boxes``: the box of the
        cluster of each row in ``kept``.

    Raises
    ------
    ValueError
        As `nms`, and if a score is no weight.

    Examples
    --------
    >>> import broadleaf
    >>> boxes = [[0, 0, 4, 4], [1, 0, 5, 4], [3, 3, 7, 7]]
    >>> kept, into, merged = broadleaf.merge(boxes, [0.25, 0.75, 0.5], iou=0.5)
    >>> kept, into
    (array([1, 2]), array([1, 1, 2]))
    >>> merged[0]
    array([0., 0., 5., 4.])
    >>> broadleaf.merge(boxes, [0.25, 0.75, 0.5], iou=0.5, combine="mean").boxes[0]
    array([0.75, 0.  , 4.75, 4.  ])
    """
    if not isinstance(combine, str) or combine not in ("union", "mean"):
        raise ValueError(f'combine must be "union" or "mean": {combine!r}')
    question = _question(boxes, scores, iou, groups, measure, columns, missing)
    rows, shares, is_mean = question.rows, question.scores, combine == "mean"
    if is_mean:
        _refuse(~((shares >= 0) & np.isfinite(shares)), shares, rows, "is no weight of a mean")
    kept, into, merged = _core.merge(
        rows.boxes, shares, question.groups, question.threshold, question.measure, is_mean
    )
    if rows.rows is None:
        return Merged(kept, into, merged)
    absorbers = np.full(rows.total, -1)
    absorbers[rows.rows] = rows.of(into)
    return Merged(rows.of(kept), absorbers, merged)


class _Question(NamedTuple):
    rows: Rows
    scores: NDArray[np.float64]
    groups: NDArray[np.uint32] | None
    threshold: float
    measure: Measure


def _question(
    boxes: Any,
    scores: ArrayLike,
    iou: float,
    groups: ArrayLike | None,
    measure: Measure,
    columns: Columns | None,
    missing: Missing,
) -> _Question:
    """What `nms` and `merge` are asked, checked."""
    threshold, kind = _share(iou, "iou"), _measure(measure)
    rows = _floats(_pairs._list(boxes, "boxes", columns, missing, None), "boxes")
    numbers = _numbers.numbers_only(scores, "scores")
    _check_count(numbers, rows.total, "scores")
    found = np.ascontiguousarray(rows.labels(_numbers.exactly(numbers, _FLOAT, "scores")))
    _refuse(np.isnan(found), found, rows, "is no score")
    labels = None if groups is None else rows.labels(_groups(groups, rows.total))
    return _Question(rows, found, labels, threshold, kind)


_FLOAT = np.dtype(np.float64)


def _floats(rows: Rows, name: str) -> Rows:
    """The boxes in numbers that measures are computed in."""
    if _inputs.dtype(rows.boxes).kind == "f":
        return rows
    return replace(rows, boxes=_as_floats(rows.boxes, name))


def _as_floats(boxes: Boxes, name: str) -> Boxes:
    return _inputs.as_type(boxes, _FLOAT, name)


def _share(value: float, name: str) -> float:
    share = _options.number(value, name)
    if not 0 <= share <= 1:
        raise ValueError(f"{name} must be from 0 to 1: {share}")
    return share


def _measure(measure: Measure) -> Measure:
    if not isinstance(measure, str) or measure not in ("iou", "ios", "giou"):
        raise ValueError(f'measure must be "iou", "ios" or "giou": {measure!r}')
    return measure


def _check_count(values: NDArray[Any], count: int, name: str) -> None:
    if values.shape != (count,):
        raise ValueError(f"{name}: expected one for each of {count} boxes, not {values.shape}")


def _refuse(
    is_wrong: NDArray[np.bool_], scores: NDArray[np.float64], rows: Rows, problem: str
) -> None:
    if is_wrong.any():
        at = int(np.argmax(is_wrong))
        row = at if rows.rows is None else int(rows.rows[at])
        raise ValueError(f"scores: row {row}: {scores[at]:g} {problem}")


def _groups(values: ArrayLike, count: int) -> NDArray[np.uint32]:
    """A number for each row, the same for rows of the same group."""
    array = _numbers.whole(values, "groups")
    _check_count(array, count, "groups")
    text = bytes if array.dtype.kind == "S" else str
    if array.dtype.kind in "US" and isinstance(values, (list, tuple)):
        # NumPy drops zeros at the end of a text, and makes a text of all else.
        array = np.fromiter(values, object, count)
    if array.size and array.dtype.kind == "O":
        row = next((row for row, value in enumerate(array) if not isinstance(value, text)), None)
        if row is not None:
            raise TypeError(f"groups: row {row}: {array[row]!r} is no text")
    elif array.size and array.dtype.kind not in "iuUST":
        raise TypeError(f"groups: expected integers or texts, not {array.dtype}")
    if array.dtype.kind in "iu" and array.size and 0 <= array.min() <= array.max() < 2**32:
        return np.ascontiguousarray(array, np.uint32)
    return np.unique(array, return_inverse=True)[1].astype(np.uint32)
