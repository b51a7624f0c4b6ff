"""Boxes for property tests: ties, flat and infinite boxes, every layout in memory."""

from __future__ import annotations

from typing import Any

import hypothesis.extra.numpy as arrays
import numpy as np
from hypothesis import strategies as st
from numpy.typing import NDArray

KINDS = ("f4", "f8", "i4", "i8", "i2", "u1", "u4", "f2", ">f8", ">i4")


@st.composite
def boxes(
    draw: st.DrawFn, dimensions: int | None = None, kinds: tuple[str, ...] = KINDS, most: int = 24
) -> NDArray[Any]:
    """Boxes on a small lattice, so that many tie and touch; some floats are infinite."""
    axes = dimensions or draw(st.sampled_from((2, 3)))
    count = draw(st.integers(0, most))
    ends = draw(arrays.arrays(np.int8, (2, count, axes), elements=st.integers(0, 9)))
    kind = np.dtype(draw(st.sampled_from(kinds)))
    corners = np.sort(ends, axis=0).astype(np.float64)
    if kind.kind == "f" and count and draw(st.booleans()):
        corners[0, draw(st.integers(0, count - 1))] = -np.inf
        corners[1, draw(st.integers(0, count - 1))] = np.inf
    return np.concatenate(list(corners), axis=1).astype(kind)


@st.composite
def laid_out(draw: st.DrawFn, array: NDArray[Any]) -> NDArray[Any]:
    """The same numbers in another memory layout."""
    layout = draw(st.sampled_from(("rows", "columns", "every second", "reversed", "inside")))
    if layout == "columns":
        array = np.asfortranarray(array)
    elif layout == "every second":
        array = np.repeat(array, 2, axis=0)[::2]
    elif layout == "reversed":
        array = np.ascontiguousarray(array[::-1, ::-1])[::-1, ::-1]
    elif layout == "inside":
        array = np.pad(array, ((0, 0), (1, 2)))[:, 1:-2]
    if draw(st.booleans()):
        array.flags.writeable = False
    return array
