"""Every form of boxes that people have, as the few forms that the compiled half reads."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ._arrow import boxes_of_arrow, is_arrow

Array: TypeAlias = NDArray[Any]
#: Rows of lower and upper corners, or a tuple: an array of lower and one of upper corners, or a
#: column for each coordinate.
Boxes: TypeAlias = Array | tuple[Array, ...]

#: The type that the compiled half reads for each type that it does not.
_WIDER = {"f2": "f4", "i1": "i4", "i2": "i4", "u1": "i4", "u2": "i4", "u4": "i8", "u8": "i8"}
_READ = ("f4", "f8", "i4", "i8")
#: From here on, float64 skips integers.
_EXACT = 2**53


def as_boxes(
    boxes: Any = None,
    mins: ArrayLike | None = None,
    maxs: ArrayLike | None = None,
    name: str = "boxes",
) -> Boxes:
    """The boxes, without a copy if NumPy can see them in memory and their type is read."""
    if (mins is None) != (maxs is None):
        raise TypeError("mins and maxs go together: only one of them was given")
    if mins is not None:
        if boxes is not None:
            raise TypeError(f"either {name}, or mins and maxs: both were given")
        return _corners(readable(mins, "mins"), readable(maxs, "maxs"))
    if boxes is None:
        raise TypeError(f"{name}, or mins and maxs, are missing")
    if is_arrow(boxes):
        return boxes_of_arrow(boxes, name)
    return _rows(_bounds(boxes), name)


def one_or_many(boxes: Any, name: str, dimensions: int, kind: np.dtype[Any]) -> tuple[Boxes, bool]:
    """The boxes, and whether it was a single one: a row, or a shapely geometry."""
    if not is_arrow(boxes):
        boxes = weakly(_bounds(boxes), kind)
        array = np.asarray(boxes)
        if array.ndim == 1 and array.size:
            return _rows(array[np.newaxis], name), True
        if array.size == 0:
            return np.empty((0, 2 * dimensions), kind), False
    return as_boxes(boxes, name=name), False


def points_or_boxes(
    places: Any, name: str, dimensions: int, kind: np.dtype[Any]
) -> tuple[Boxes, bool]:
    """Boxes, or points as flat boxes, and whether it was a single one."""
    if not is_arrow(places):
        places = weakly(_bounds(places), kind)
        array = readable(places, name)
        rows = array[np.newaxis] if array.ndim == 1 else array
        if rows.ndim == 2 and rows.shape[1] == dimensions and rows.size:
            return (rows, rows), array.ndim == 1
    return one_or_many(places, name, dimensions, kind)


def weakly(values: Any, kind: np.dtype[Any]) -> Any:
    """Plain numbers of Python have no width: as in NumPy, they take that of what they meet."""
    if isinstance(values, (list, tuple)) and kind.kind == "f":
        array = np.asarray(values)
        return array.astype(kind) if array.dtype == np.float64 else array
    return values


def same_type(a: Boxes, b: Boxes, names: tuple[str, str] = ("a", "b")) -> tuple[Boxes, Boxes]:
    """Both lists with coordinates of a type that holds those of both exactly."""
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
        return tuple(_exactly(part, wanted, name) for part in boxes)
    return _exactly(boxes, wanted, name)


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
    """The boxes with coordinates of the type of a structure, which has this number of axes."""
    if count(boxes) == 0:
        return np.empty((0, 2 * axes), kind)
    if dimensions(boxes) != axes:
        raise ValueError(f"{name}: expected {axes} dimensions, not {dimensions(boxes)}")
    return as_type(boxes, kind, name)


def as_ids(ids: ArrayLike) -> Array:
    """Ids as an array of integers."""
    array = np.asarray(ids)
    if array.size == 0:
        return np.empty(0, np.int64)
    if array.ndim != 1 or array.dtype.kind not in "iu":
        raise TypeError(f"ids: expected integers of shape (n,), not {array.dtype}, {array.shape}")
    return array


def _exactly(array: Array, wanted: np.dtype[Any], name: str) -> Array:
    if array.dtype == wanted:
        return array
    if array.dtype.kind == "f" and wanted.kind == "i":
        raise TypeError(f"{name}: {array.dtype} cannot become {wanted}")
    converted = array.astype(wanted)
    if np.can_cast(array.dtype, wanted):
        is_narrow = array.dtype == np.int64 and wanted == np.float64
        lossy = np.abs(converted) >= _EXACT if is_narrow else None
    else:
        lossy = (converted.astype(array.dtype) != array) & (array == array)
    if lossy is not None and lossy.any():
        at = tuple(np.argwhere(lossy)[0])
        raise ValueError(f"{name}: row {at[0]}: {array[at]} is not a value of {wanted}")
    return converted


def _has_bounds(boxes: Any) -> bool:
    return not isinstance(boxes, (np.ndarray, list, tuple)) and hasattr(boxes, "bounds")


def _bounds(boxes: Any) -> Any:
    """The numbers of geometries; everything else as it is."""
    if _has_bounds(boxes):  # a geometry, a GeoSeries or GeoDataFrame, a mesh of trimesh
        bounds = boxes.bounds
        return bounds.ravel().tolist() if np.shape(bounds) in ((2, 2), (2, 3)) else bounds
    array = np.asarray(boxes)
    if array.dtype == object and array.size and hasattr(array.flat[0], "bounds"):
        return np.array([geometry.bounds for geometry in array.flat], dtype=np.float64)
    return boxes


def readable(values: Any, name: str) -> Array:
    """An array of a type that is read."""
    array = np.asarray(values)
    kind = array.dtype.str[1:]
    if kind not in _READ:
        if kind not in _WIDER:
            raise TypeError(
                f"{name}: coordinates of type {array.dtype} are not supported; "
                "use float32, float64 or integers of at most 64 bits"
            )
        if kind == "u8" and array.size and array.max() > np.iinfo(np.int64).max:
            at = np.argwhere(array > np.iinfo(np.int64).max)[0]
            raise ValueError(f"{name}: row {at[0]}: {array[tuple(at)]} is above the greatest int64")
        return array.astype(_WIDER[kind])
    is_readable = array.dtype.isnative and array.flags.aligned
    if is_readable and all(stride % array.itemsize == 0 for stride in array.strides):
        return array
    return array.astype(array.dtype.newbyteorder("="))


def _rows(boxes: Any, name: str) -> Array:
    array = readable(boxes, name)
    if array.size == 0 and array.ndim == 1:
        return array.reshape(0, 4)
    if array.ndim != 2 or array.shape[1] not in (4, 6):
        raise ValueError(
            f"{name}: expected an array of shape (n, 4) with columns min x, min y, max x, max y, "
            f"or (n, 6) in 3D, not {array.shape}"
        )
    return array


def _corners(mins: Array, maxs: Array) -> tuple[Array, Array]:
    if mins.ndim != 2 or mins.shape[1] not in (2, 3):
        raise ValueError(f"mins: expected an array of shape (n, 2) or (n, 3), not {mins.shape}")
    if mins.shape != maxs.shape:
        raise ValueError(f"mins has shape {mins.shape}, maxs has {maxs.shape}")
    wider = np.result_type(mins, maxs)
    return _exactly(mins, wider, "mins"), _exactly(maxs, wider, "maxs")
