"""Converts every form in which callers have boxes to the few forms that the compiled part reads."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _arrow, _geoarrow, _geometries, _named, _numbers, _records
from ._boxes import Boxes, as_type, as_windows, count, dimensions, dtype, owned, same_type
from ._named import Columns, Found
from ._numbers import exactly, readable

__all__ = [
    "Boxes",
    "Columns",
    "Raw",
    "as_boxes",
    "as_type",
    "as_windows",
    "count",
    "dimensions",
    "dtype",
    "owned",
    "readable",
    "same_type",
]

Array: TypeAlias = NDArray[Any]

_SHAPES = (
    "expected an array of shape (n, 4) with columns min x, min y, max x, max y, or (n, 6) in 3D"
)


@dataclass(frozen=True)
class Raw:
    """The caller's boxes as numbers: rows, one row, or a tuple as in `Boxes`."""

    boxes: Boxes
    #: Which rows are missing.
    missing: NDArray[np.bool_] | None = None
    #: Whether its form is that of a single box.
    is_one: bool = False


def as_boxes(
    boxes: Any = None,
    mins: ArrayLike | None = None,
    maxs: ArrayLike | None = None,
    name: str = "boxes",
    kind: np.dtype[Any] | None = None,
) -> Boxes:
    """The boxes, without a copy if NumPy can see them in memory and the compiled part reads their
    type.

    Plain numbers of Python take the type `kind`, if given.
    """
    found = raw_or_corners(boxes, mins, maxs, name)
    if kind is not None:
        found = _weakly(boxes, found, kind)
    return present(many(found, name), name)


def present(found: Raw, name: str) -> Boxes:
    """The boxes, if none is missing."""
    if found.missing is not None and found.missing.any():
        raise ValueError(
            f"{name}: row {int(np.argmax(found.missing))} has no box: it is null; leave such rows "
            "out, as broadleaf.missing_rows lists them"
        )
    return found.boxes


def raw_or_corners(
    boxes: Any, mins: Any, maxs: Any, name: str, columns: Columns | None = None
) -> Raw:
    """Boxes, or their lower and upper corners."""
    if (mins is None) != (maxs is None):
        raise TypeError("mins and maxs go together: only one of them was given")
    if mins is not None:
        if boxes is not None:
            raise TypeError(f"either {name}, or mins and maxs: both were given")
        return _corners(mins, maxs)
    if boxes is None:
        raise TypeError(f"{name}, or mins and maxs, are missing")
    return raw(boxes, name, columns)


def raw(boxes: Any, name: str, columns: Columns | None = None) -> Raw:
    """The numbers of boxes in any form."""
    if type(boxes) is np.ndarray and boxes.dtype.kind in "fiu":
        if columns is not None:
            raise TypeError(f"{name}: columns= needs a table, not an array without names")
        return Raw(boxes)
    _refuse(boxes, name)
    if columns is None:
        bounds = _geometries.known_bounds(boxes, name)
        if bounds is not None and not hasattr(bounds, "_fields"):
            return Raw(bounds)
        boxes = boxes if bounds is None else bounds
    record = _records.record_of(boxes, name)
    if record is not None:
        return _raw(_named.boxes_of(record, name, columns))
    if columns is not None:
        raise TypeError(f"{name}: columns= needs a table, not {type(boxes).__name__}")
    if _arrow.is_arrow(boxes) and not isinstance(boxes, np.ndarray):
        if not hasattr(boxes, "iloc"):
            return _of_arrow(_arrow.read(boxes, name), name)
        boxes = np.asarray(boxes)
    if isinstance(boxes, np.ma.MaskedArray):
        array, mask = _records.unmasked(boxes)
        if array.dtype == object:
            objects = array.copy()
            objects[np.ma.getmaskarray(boxes)] = None
            return _of_objects(objects, name)
        return Raw(array, _numbers.by_row(mask))
    if isinstance(boxes, (list, tuple)):
        return _of_list(boxes, name)
    _records.refuse_sizes(boxes, f"{name}:")
    array = _numbers.array_of(boxes, name)
    return _of_objects(array, name) if array.dtype == object else Raw(array)


def _raw(found: Found) -> Raw:
    boxes = found.boxes
    if isinstance(boxes, tuple):
        kind = np.result_type(*boxes)
        boxes = tuple(exactly(part, kind, "boxes") for part in boxes)
    return Raw(boxes, found.missing, found.is_one)


def _of_arrow(data: _arrow.ArrowColumn, name: str) -> Raw:
    """An array of geometries, of lists, or of the numbers of one box."""
    found = _geoarrow.bounds(data, name, True) or _geoarrow.lists(data, name)
    if found is None:
        found = data.numbers(name)
        if found[1] is not None:
            at = int(np.argmax(found[1]))
            raise ValueError(f"{name}: number {at} of the box is null")
    return Raw(*found)


def _of_list(boxes: list[Any] | tuple[Any, ...], name: str) -> Raw:
    first = next((value for value in boxes if not _numbers.is_missing(value)), None)
    if _geometries.is_shapely(first):
        return Raw(_geometries.bounds_of_shapely(_objects(boxes), name))
    if isinstance(first, np.ndarray) and any(isinstance(b, np.ma.MaskedArray) for b in boxes):
        gone = np.ma.array(first, mask=True)
        return raw(np.ma.stack([gone if b is None else b for b in boxes]), name)
    if _records.have_names(boxes, name):
        return _raw(_named.boxes_of(_records.record_of_rows(boxes, name), name, None))
    if isinstance(first, np.void) and first.dtype.names:
        return raw(np.array(boxes), name)
    if first is not None and _geometries.known_bounds(first, name) is not None:
        return _of_each(boxes, name)
    array = None if boxes[:1] and boxes[0] is None else _numbers.table(boxes, name)
    if array is None:
        return _of_rows(boxes, name)
    return _of_objects(array, name) if array.dtype == object else Raw(array)


def _of_rows(boxes: Any, name: str) -> Raw:
    return Raw(*_numbers.rows_of_objects(boxes, name))


def _objects(values: Any) -> Array:
    array = np.empty(len(values), object)
    array[:] = values
    return array


def _of_each(boxes: Any, name: str) -> Raw:
    """Objects of known kinds with bounds, such as meshes."""
    missing = np.array([box is None for box in boxes], bool)
    rows = []
    for at, box in enumerate(boxes):
        row = None if box is None else raw(box, f"{name}: row {at}").boxes
        if row is not None:
            rows.append(np.ravel(np.column_stack(row) if isinstance(row, tuple) else row))
        if rows and len(rows[-1]) != len(rows[0]):
            raise ValueError(
                f"{name}: row {at} has {len(rows[-1]) // 2} dimensions, "
                f"others have {len(rows[0]) // 2}"
            )
    table = np.zeros((len(boxes), len(rows[0])))
    table[~missing] = rows
    return Raw(table, missing if missing.any() else None)


def _of_objects(array: Array, name: str) -> Raw:
    first = _numbers.first_of(array)
    if _geometries.is_shapely(first):
        if array.ndim > 1:
            raise ValueError(f"{name}: geometries of shape {array.shape}; pass one a row: ravel()")
        return Raw(_geometries.bounds_of_shapely(array.ravel(), name))
    if array.ndim == 1 and not isinstance(first, (int, float, np.number)):
        if first is None or isinstance(first, np.ndarray):
            return _of_rows(array, name)
        if isinstance(first, (list, tuple)) and not hasattr(first, "_fields"):
            return _of_rows(array, name)
        if not isinstance(first, (str, bytes)) and not isinstance(first, list):
            found = _of_things(array, first, name)
            if found is not None:
                return found
    numbers, gaps = _numbers.numbers_of_objects(array, name)
    return Raw(numbers, _numbers.by_row(gaps))


def _of_things(array: Array, first: Any, name: str) -> Raw | None:
    if _records.has_names(first) or _geometries.known_bounds(first, name) is not None:
        return _of_list(array.tolist(), name)
    return None


def _refuse(boxes: Any, name: str) -> None:
    """Raises for objects that are not lists of boxes but would become NumPy arrays of objects."""
    kind = type(boxes).__name__
    if boxes is None:
        raise TypeError(f"{name}: None is neither a list of boxes nor a box")
    if hasattr(boxes, "_compiled"):
        raise TypeError(
            f"{name}: an object of type {kind} is not a list of boxes: find the pairs of two "
            "indexes with index.cross_pairs(other), or pass its boxes()"
        )
    if isinstance(boxes, (str, bytes)) or hasattr(boxes, "__fspath__"):
        what = _numbers.short(boxes)
        raise TypeError(f"{name}: {what} is text; read the file first, as with geopandas")
    if isinstance(boxes, (Iterator, set, frozenset)) or kind in ("dict_values", "dict_keys"):
        raise TypeError(f"{name}: a {kind} has no order or is read once; pass list(...) of it")
    if hasattr(boxes, "collect") and kind == "LazyFrame":
        raise TypeError(f"{name}: a LazyFrame has no rows yet; pass its collect()")
    if isinstance(boxes, type) or callable(boxes):
        raise TypeError(f"{name}: {boxes!r} is not a list of boxes; did you mean to call it?")


def _one_or_many(found: Raw, name: str, dimensions: int, kind: np.dtype[Any]) -> tuple[Raw, bool]:
    array = found.boxes
    if isinstance(array, tuple):
        return found, found.is_one
    if array.ndim == 1 and array.size:
        missing = _any(found.missing)
        return many(Raw(array[np.newaxis], missing), name), True
    if array.size == 0:
        return Raw(np.empty((0, 2 * dimensions), kind)), False
    return many(found, name), False


def points_or_boxes(
    places: Any, name: str, dimensions: int, kind: np.dtype[Any], columns: Columns | None = None
) -> tuple[Raw, bool]:
    """Boxes, or points as flat boxes, and whether a single one was passed."""
    found = _weakly(places, raw(places, name, columns), kind)
    if not isinstance(found.boxes, tuple):
        array = readable(found.boxes, name)
        rows = array[np.newaxis] if array.ndim == 1 else array
        if rows.ndim == 2 and rows.shape[1] == dimensions and rows.size:
            is_one = array.ndim == 1
            return Raw((rows, rows), _any(found.missing) if is_one else found.missing), is_one
    return _one_or_many(found, name, dimensions, kind)


def _any(missing: NDArray[np.bool_] | None) -> NDArray[np.bool_] | None:
    """Whether a number of the only box is missing."""
    return None if missing is None else np.array([missing.any()])


def windows(
    boxes: Any, name: str, dimensions: int, kind: np.dtype[Any], columns: Columns | None
) -> tuple[Raw, bool]:
    """The boxes, and whether a single one was passed: a row, or a shapely geometry."""
    found = _weakly(boxes, raw(boxes, name, columns), kind)
    return _one_or_many(found, name, dimensions, kind)


def _weakly(values: Any, found: Raw, kind: np.dtype[Any]) -> Raw:
    """Plain numbers of Python take the type of the structure, as they do in NumPy."""
    array = found.boxes
    if kind.kind != "f" or not _is_plain(values) or isinstance(array, tuple):
        return found
    if array.dtype != np.float64:
        return found
    with np.errstate(over="ignore"):
        rounded = array.astype(kind)
    # Numbers that are too large must not become infinite.
    if (np.isinf(rounded) & np.isfinite(array)).any():
        return found
    return Raw(rounded, found.missing, found.is_one)


def _is_plain(values: Any) -> bool:
    """Whether the first number in lists of lists is a plain number of Python."""
    while type(values) in (list, tuple) and values:
        values = values[0]
    return type(values) in (int, float)


def points(values: Any, name: str) -> Array:
    """Rows of points or vectors; the columns of a table are found by name."""
    found = named_points(values, name)
    return _numbers.numbers_only(values, name) if found is None else found


def named_points(values: Any, name: str) -> Array | None:
    """Rows of points or vectors, if they have names."""
    if type(values) is not np.ndarray or values.dtype.names:
        record = _records.record_of(values, name)
        if record is None and isinstance(values, (list, tuple)):
            is_named = _records.have_names(values, name)
            record = _records.record_of_rows(values, name) if is_named else None
        if record is not None:
            return _named.points_of(record, name)
    return None


def as_ids(ids: ArrayLike) -> Array:
    """Ids as an array of integers."""
    array = _numbers.whole(ids, "ids")
    if array.size == 0:
        return np.empty(0, np.int64)
    if array.ndim != 1 or array.dtype.kind not in "iu":
        raise TypeError(f"ids: expected integers of shape (n,), not {array.dtype}, {array.shape}")
    return array


def many(found: Raw, name: str) -> Raw:
    """Many boxes, in a form that the compiled half reads."""
    if isinstance(found.boxes, tuple):
        parts = tuple(readable(part, name) for part in found.boxes)
        return Raw(parts, found.missing)
    array = readable(found.boxes, name)
    if array.size == 0 and array.ndim == 1:
        return Raw(array.reshape(0, 4))
    if array.ndim != 2 or array.shape[1] not in (4, 6):
        raise ValueError(f"{name}: {_SHAPES}, not {array.shape}")
    return Raw(array, found.missing)


def _corners(mins: Any, maxs: Any) -> Raw:
    (lower, gone), (upper, lost) = _part(mins, "mins"), _part(maxs, "maxs")
    if lower.ndim != 2 or lower.shape[1] not in (2, 3):
        raise ValueError(f"mins: expected an array of shape (n, 2) or (n, 3), not {lower.shape}")
    if lower.shape != upper.shape:
        raise ValueError(f"mins has shape {lower.shape}, maxs has {upper.shape}")
    wider = np.result_type(lower, upper)
    parts = exactly(lower, wider, "mins"), exactly(upper, wider, "maxs")
    return Raw(parts, _records.either(gone, lost))


def _part(values: Any, name: str) -> tuple[Array, NDArray[np.bool_] | None]:
    """The corners of one side, and which rows are missing."""
    if isinstance(values, np.ma.MaskedArray):
        numbers, mask = _records.unmasked(values)
        return readable(numbers, name), _numbers.by_row(mask)
    is_list = isinstance(values, (list, tuple))
    is_table = not isinstance(values, np.ndarray) and _records.record_of(values, name) is not None
    if is_table or (is_list and _records.have_names(values, name)):
        raise TypeError(f"{name}: a table; pass all columns together as the boxes")
    array = _numbers.table(values, name) if is_list else _numbers.array_of(values, name)
    if array is None or (array.dtype == object and array.ndim == 1):
        return _numbers.rows_of_objects(values if array is None else array, name)
    if array.dtype == object:
        numbers, gaps = _numbers.numbers_of_objects(array, name)
        return numbers, _numbers.by_row(gaps)
    return readable(array, name), None
