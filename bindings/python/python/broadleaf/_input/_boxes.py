"""Boxes as arrays: their number, dimensions and type of coordinates."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ._numbers import exactly

Array: TypeAlias = NDArray[Any]
#: Rows of lower and upper corners, or a tuple: an array of lower corners and one of upper
#: corners, or a column for each coordinate.
Boxes: TypeAlias = Array | tuple[Array, ...]


def same_type(a: Boxes, b: Boxes, names: tuple[str, str] = ("a", "b")) -> tuple[Boxes, Boxes]:
    """Both lists, converted to a type of coordinates that holds both exactly."""
    if dimensions(a) != dimensions(b):
        first, second = names
        raise ValueError(f"{first} has {dimensions(a)} dimensions, {second} has {dimensions(b)}")
    wider = np.result_type(dtype(a), dtype(b))
    return as_type(a, wider, names[0]), as_type(b, wider, names[1])


def as_type(boxes: Boxes, wanted: np.dtype[Any], name: str) -> Boxes:
    """The boxes with coordinates of this type, if it holds them exactly."""
    if dtype(boxes) == wanted:
        return boxes
    if isinstance(boxes, tuple):
        return tuple(exactly(part, wanted, name) for part in boxes)
    return exactly(boxes, wanted, name)


def dtype(boxes: Boxes) -> np.dtype[Any]:
    """The type of the coordinates."""
    return boxes[0].dtype if isinstance(boxes, tuple) else boxes.dtype


def dimensions(boxes: Boxes) -> int:
    """The number of axes."""
    if isinstance(boxes, tuple):
        return len(boxes) // 2 if boxes[0].ndim == 1 else int(boxes[0].shape[1])
    return int(boxes.shape[1] // 2)


def count(boxes: Boxes) -> int:
    """The number of boxes."""
    return len(boxes[0] if isinstance(boxes, tuple) else boxes)


def owned(boxes: Boxes, axes: int, kind: np.dtype[Any], name: str) -> Boxes:
    """The boxes with coordinates in the type of a structure that has this number of axes."""
    checked = of_axes(boxes, axes, kind, name)
    try:
        return as_type(checked, kind, name)
    except ValueError as error:
        raise ValueError(
            f"{error}; a structure of {dtype(checked)} holds and measures such numbers"
        ) from None


def as_windows(boxes: Boxes, axes: int, kind: np.dtype[Any], name: str) -> Boxes:
    """The boxes with coordinates in the type of a structure, or in a wider one."""
    checked = of_axes(boxes, axes, kind, name)
    found = dtype(checked)
    if found != kind and not (np.can_cast(found, kind) and found != np.int64):
        kind = np.dtype(np.float64 if found.kind == "f" else np.int64)
    return as_type(checked, kind, name)


def of_axes(boxes: Boxes, axes: int, kind: np.dtype[Any], name: str) -> Boxes:
    """The boxes, if they have this number of axes."""
    if count(boxes) == 0:
        return np.empty((0, 2 * axes), kind)
    if dimensions(boxes) != axes:
        raise ValueError(f"{name}: expected {axes} dimensions, not {dimensions(boxes)}")
    return boxes
