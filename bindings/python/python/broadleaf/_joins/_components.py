"""Rows that pairs connect."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .. import _core
from .._input import _numbers, _options
from .._input._rows import Ids


def components(pairs: ArrayLike, count: int) -> Ids:
    """The connected components of rows that form pairs.

    Parameters
    ----------
    pairs
        Shape ``(2, m)``: rows from 0 to ``count - 1``, as `self_pairs` returns them.
    count
        The number of rows.

    Returns
    -------
    numpy.ndarray
        Shape ``(count,)``: for each row, the smallest row of its component, which is its own if it
        is in no pair.

    Raises
    ------
    ValueError
        If a pair has a row that there is not.

    Notes
    -----
    Takes O(n + m log n) time, and the memory of the answer.

    Examples
    --------
    >>> import broadleaf
    >>> boxes = [[0, 0, 2, 2], [9, 9, 9, 9], [4, 4, 5, 5], [1, 1, 4, 4]]
    >>> broadleaf.components(broadleaf.self_pairs(boxes), len(boxes))
    array([0, 1, 0, 0])
    """
    rows = _options.whole(count, "count", 0, 2**32)
    array = _numbers.whole(pairs, "pairs")
    if array.ndim != 2 or len(array) != 2:
        raise ValueError(f"pairs: expected an array of shape (2, m), not {array.shape}")
    if array.dtype.kind not in "iu" and array.size:
        raise TypeError(f"pairs: expected integers, not {array.dtype}")
    first, second = _ids(array[0], rows), _ids(array[1], rows)
    return _core.components(first, second, rows)


def _ids(values: NDArray[np.integer], rows: int) -> Ids:
    is_wrong = (values < 0) | (values >= rows)
    if is_wrong.any():
        at = int(np.argmax(is_wrong))
        raise ValueError(f"pairs: column {at}: {values[at]} is not a row from 0 to {rows - 1}")
    return np.ascontiguousarray(values, np.int64)
