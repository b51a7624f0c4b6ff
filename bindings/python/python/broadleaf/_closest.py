"""The two boxes closest to each other."""

from __future__ import annotations

from typing import Any

import numpy as np

from . import _core, _options, _pairs
from ._inputs import Columns
from ._rows import Missing, Rows, check


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
        Two rows, the smaller one first, or a row of `a` and a row of `b`; of several closest pairs,
        the smallest. The distance is 0 if the boxes overlap, and computed in the type of the boxes,
        of integers in float64. None if there are no two boxes.

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
        first = _pairs._list(a, "boxes", columns, missing, None)
        second = None
    else:
        first, second = _pairs.both(a, b, columns, b_columns, missing, None)
    other = None if second is None else _tree(second, "b", call)
    return _core.closest_pair(_tree(first, "boxes" if b is None else "a", call), other, call)


def _tree(found: Rows, name: str, call: _options.Call | None) -> _core.Packed:
    check(found, name)
    ids = None if found.rows is None else found.rows.astype(np.uint32)
    return _core.Packed.build(found.boxes, ids, False, call)
