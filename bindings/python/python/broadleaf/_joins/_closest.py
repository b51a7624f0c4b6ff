"""The two boxes closest to each other."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from .. import _core
from .._input import _options, _rows
from .._input._inputs import Boxes, Columns
from .._input._rows import Missing, Rows
from . import _pairs

Found: TypeAlias = tuple[int, int, float]

#: From here on, squares of distances are normal float64 with all their digits.
_LEAST = 2.0**-480
#: Scales the least float64 to `_LEAST`.
_UP = 1074 - 480
#: Keeps the squares of the longest distances finite, also in 3D.
_DOWN = -514


def closest_pair(
    a: Any,
    b: Any = None,
    *,
    columns: Columns | None = None,
    b_columns: Columns | None = None,
    missing: Missing = "error",
    threads: int | None = None,
) -> tuple[int, int, float] | None:
    """The two boxes closest to each other, and their Euclidean distance.

    Parameters
    ----------
    a, b
        One list of boxes, or two, each in any form that `cross_pairs` takes.
    columns, b_columns, missing, threads
        As in `cross_pairs`.

    Returns
    -------
    tuple of int, int and float, or None
        Two rows, the smaller one first, or a row of `a` and a row of `b`; of pairs at the same
        computed distance, the smallest. The distance is 0 if the boxes overlap. It is computed in
        float64, in which rounding moves it by less than one part in 10**15, however short or long
        it is; above the greatest float64 it is infinite. None if there are no two boxes.

    Raises
    ------
    ValueError
        If a row is not a box.

    Examples
    --------
    >>> import broadleaf
    >>> boxes = [[0, 0, 1, 1], [9, 9, 9, 9], [4, 5, 5, 5]]
    >>> broadleaf.closest_pair(boxes)
    (0, 2, 5.0)
    >>> broadleaf.closest_pair(boxes, [[9, 8, 9, 8]])
    (1, 0, 1.0)
    """
    call = _options.call(threads, None)
    if b is None:
        lists = [_pairs._list(a, "boxes", columns, missing, None)]
    else:
        lists = list(_pairs.both(a, b, columns, b_columns, missing, None))
    for found, name in zip(lists, ("boxes",) if b is None else ("a", "b"), strict=True):
        _rows.check(found, name)
    closest = _measured([_wide(found.boxes) for found in lists], call)
    if closest is None:
        return None
    one, other, distance = closest
    return _row(lists[0], one), _row(lists[-1], other), distance


def _row(found: Rows, box: int) -> int:
    return box if found.rows is None else int(found.rows[box])


def _wide(boxes: Boxes) -> Boxes:
    """The boxes in a type in which the squares of float32 are normal numbers."""
    if isinstance(boxes, tuple):
        return tuple(_wide_part(part) for part in boxes)
    return _wide_part(boxes)


def _wide_part(part: NDArray[Any]) -> NDArray[Any]:
    return part.astype(np.float64) if part.dtype == np.float32 else part


def _measured(lists: list[Boxes], call: _options.Call | None) -> Found | None:
    """The closest boxes. Squares are compared, so extreme distances are scaled and compared again.

    The power of two depends on the first answer, which shows whether the squares of the shortest
    distances are too small or too large.
    """
    found = _compared(lists, call)
    if found is None or _LEAST <= found[2] < np.inf:
        return found
    columns = [_rows.columns_of(boxes) for boxes in lists]
    if _overlap(columns, found):
        return found
    power = _UP if found[2] < _LEAST else _DOWN
    scaled = _compared(_scaled(columns, power), call)
    if scaled is None:
        return None
    with np.errstate(over="ignore", under="ignore"):
        return *scaled[:2], float(np.ldexp(scaled[2], -power))


def _compared(lists: list[Boxes], call: _options.Call | None) -> Found | None:
    first, *rest = [_core.Packed.build(boxes, None, False, call) for boxes in lists]
    return _core.closest_pair(first, rest[0] if rest else None, call)


def _overlap(columns: list[list[NDArray[Any]]], found: Found) -> bool:
    row, second, _ = found
    one, other = columns[0], columns[-1]
    axes = len(one) // 2
    return all(
        one[axis][row] <= other[axis + axes][second]
        and other[axis][second] <= one[axis + axes][row]
        for axis in range(axes)
    )


def _scaled(columns: list[list[NDArray[Any]]], power: int) -> list[Boxes]:
    """The boxes, with coordinates times a power of two.

    Those that would be infinite become others in the same order, so far apart that the squares of
    their distances are infinite.
    """
    scaled = [list(part) for part in columns]
    axes = len(columns[0]) // 2
    for axis in range(axes):
        places = [(part, at) for part in scaled for at in (axis, axis + axes)]
        ends, ranks = np.unique(
            np.concatenate([part[at] for part, at in places]), return_inverse=True
        )
        with np.errstate(over="ignore", under="ignore"):
            values = np.ldexp(ends, power)
        far = np.isfinite(ends) & (np.abs(values) > 2.0**990)
        # There are fewer than 2**35 ends, and 2**960 is more than a unit in the last place.
        values[far] = np.copysign(2.0**1000, ends[far]) + 2.0**960 * np.flatnonzero(far)
        moved = np.split(values[ranks], np.cumsum([len(part[at]) for part, at in places])[:-1])
        for (part, at), column in zip(places, moved, strict=True):
            part[at] = column
    return [tuple(part) for part in scaled]
