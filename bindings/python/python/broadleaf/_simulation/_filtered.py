"""Queries of a broad phase that find some of its boxes only."""

from __future__ import annotations

from typing import Any

import numpy as np

from .. import _core
from .._input import _numbers
from .._structures._structure import Queries

#: The least and the greatest value of each label, and of an id.
LIMITS = {
    "category": (0, 2**32 - 1),
    "mask": (0, 2**32 - 1),
    "group": (-(2**31), 2**31 - 1),
    "except_": (-(2**63), 2**63 - 1),
}


class Filtered(Queries):
    """A `BroadPhase` without the boxes that a filter leaves out, made by `BroadPhase.filtered`.

    It has the queries of the broad phase, and answers them by the boxes and labels of the moment.
    """

    __slots__ = ()

    _compiled: _core.BroadPhase

    def __init__(self, compiled: _core.BroadPhase) -> None:
        self._compiled = compiled

    def __repr__(self) -> str:
        return f"<broadleaf.Filtered: {self.dimensions}D, {self._compiled.dtype}>"


def labels(name: str, values: Any) -> list[int] | None:
    """The labels of queries: one for all, or one for each."""
    if values is None:
        return None
    array = np.atleast_1d(_numbers.whole(values, name))
    if array.ndim != 1:
        raise ValueError(f"{name}: expected a number or a row of numbers, not {array.shape}")
    if array.size and array.dtype.kind not in "iu":
        raise TypeError(f"{name}: expected integers, not {array.dtype}")
    least, greatest = LIMITS[name]
    outside = (array < least) | (array > greatest)
    if outside.any():
        row = int(np.argmax(outside))
        raise ValueError(f"{name}: row {row}: {array[row]} is not from {least} to {greatest}")
    found: list[int] = array.tolist()
    return found
