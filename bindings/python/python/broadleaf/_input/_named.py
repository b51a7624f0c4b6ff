"""Reads named columns by their names, in any order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from .. import _core
from . import _geoarrow, _numbers
from ._arrow import Mask
from ._records import ArrowTableColumn, Geometries, Record, either, text_of

Array: TypeAlias = NDArray[Any]
#: The name of a column of structs or geometries, or the names of columns of coordinates: text,
#: or anything else that a data frame has as a name, such as numbers.
Columns: TypeAlias = str | Sequence[Any]

_WAY_OUT = (
    'say which columns are the boxes with columns=("min x", "min y", "max x", "max y"), with '
    'columns="geometry" for one column of structs or geometries, or pass an array of shape (n, 4)'
)


@dataclass(frozen=True)
class Found:
    """Boxes found by name: a column for each coordinate, or rows."""

    boxes: Array | tuple[Array, ...]
    missing: Mask
    is_one: bool = False


def boxes_of(record: Record, name: str, columns: Columns | None) -> Found:
    """The boxes in the columns that `columns` names, or else in columns with recognized names."""
    if isinstance(columns, str):
        found = _of_column(record, _place(record, columns, name), f"{name}.{columns}", True)
        if found is None:
            raise TypeError(f"{name}: the column {columns} has neither structs nor geometries")
        return found
    try:
        wanted = None if columns is None else _list_of(columns)
        kind, first, second = _core.box_columns(record.names, wanted)
    except ValueError as error:
        place = None if columns is not None else _place_inside(record, name)
        if place is None:
            raise ValueError(f"{name}: {error}; {_WAY_OUT}") from None
        inner = f"{name}.{record.names[place]}"
        # `_place_inside` found a box in this column.
        return cast("Found", _of_column(record, place, inner, False))
    return _of_columns(record, name, kind, first, second)


def _list_of(columns: Any) -> list[str]:
    if isinstance(columns, (Mapping, set, frozenset)) or not isinstance(columns, Iterable):
        raise TypeError(
            f"columns must be a name, or a list of names in their order, not {columns!r}"
        )
    return [text_of(column) for column in columns]


def _place(record: Record, column: str, name: str) -> int:
    if record.names.count(column) != 1:
        raise ValueError(f"{name}: expected one column {column} among {record.names}")
    return record.names.index(column)


def points_of(record: Record, name: str) -> Array:
    """Points or vectors, as rows, from columns with recognized names."""
    try:
        kind, axes, _ = _core.box_columns(record.names, None)
    except ValueError as error:
        raise ValueError(f"{name}: {error}; pass an array of shape (n, 2) or (n, 3)") from None
    if kind != "points":
        raise ValueError(f"{name}: expected points, not boxes: {', '.join(record.names)}")
    columns = []
    for at in axes:
        numbers, gaps = record.column(at).numbers(f"{name}.{record.names[at]}")
        missing = either(record.missing, gaps)
        if missing is not None and missing.any():
            raise ValueError(f"{name}: row {int(np.argmax(missing))} is null")
        columns.append(numbers)
    rows = np.stack(columns, axis=1)
    return rows[0] if record.is_one else rows


def names_of(record: Record, name: str) -> Columns:
    """The value of `columns` that selects the boxes which recognized names select."""
    try:
        _, first, second = _core.box_columns(record.names, None)
    except ValueError as error:
        place = _place_inside(record, name)
        if place is None:
            raise ValueError(f"{name}: {error}; {_WAY_OUT}") from None
        return record.names[place]
    return [record.names[at] for at in dict.fromkeys(first + second)]


def _place_inside(record: Record, name: str) -> int | None:
    """The only column with boxes inside: structs, as in bbox of GeoParquet, or geometries."""
    structs = []
    for at in range(len(record.names)):
        fields = record.column(at).record()
        if fields is not None and _has_boxes(fields):
            structs.append(at)
    places = structs or [at for at in range(len(record.names)) if _is_geometry(record, at)]
    if len(places) > 1:
        names = ", ".join(record.names[at] for at in places)
        raise ValueError(f"{name}: more than one column could be the boxes: {names}; {_WAY_OUT}")
    return places[0] if places else None


def _has_boxes(record: Record) -> bool:
    try:
        _core.box_columns(record.names, None)
    except ValueError:
        return False
    return True


def _is_geometry(record: Record, at: int) -> bool:
    column = record.column(at)
    return isinstance(column, Geometries) or (
        isinstance(column, ArrowTableColumn) and _geoarrow.is_geometry(column.data)
    )


def _of_column(record: Record, at: int, name: str, is_chosen: bool) -> Found | None:
    column = record.column(at)
    inner = column.record()
    if inner is not None:
        found = boxes_of(inner, name, None)
        return Found(found.boxes, either(record.missing, found.missing), record.is_one)
    bounds = column.bounds(name, is_chosen)
    if bounds is None:
        return None
    return Found(bounds[0], either(record.missing, bounds[1]), record.is_one)


def _of_columns(record: Record, name: str, kind: str, first: list[int], second: list[int]) -> Found:
    missing = record.missing
    if len(first) == 1:
        names = [record.names[at] for at in dict.fromkeys(first + second)]
        raise ValueError(f"{name}: {', '.join(names)} are boxes of one axis; 2 or 3 are needed")
    parts, masks = {}, []
    for at in dict.fromkeys(first + second):
        numbers, gaps = record.column(at).numbers(f"{name}.{record.names[at]}")
        parts[at] = _numbers.readable(numbers, f"{name}.{record.names[at]}")
        masks.append(gaps)
    lower, upper = [parts[at] for at in first], [parts[at] for at in second]
    lengths = {record.names[at]: len(part) for at, part in parts.items()}
    if len(set(lengths.values())) > 1:
        raise ValueError(f"{name}: the columns have different lengths: {lengths}")
    for gaps in masks:
        missing = either(missing, gaps)
    if kind == "sizes":
        upper = [
            _end(low, size, missing, f"{name}.{record.names[at]}")
            for low, size, at in zip(lower, upper, second, strict=True)
        ]
    return Found((*lower, *upper), missing, record.is_one)


def _end(lower: Array, size: Array, missing: Mask, name: str) -> Array:
    """The upper ends. Sums of floats are rounded to nearest."""
    negative = size < 0 if missing is None else (size < 0) & ~missing
    if negative.any():
        at = int(np.argmax(negative))
        raise ValueError(f"{name}: row {at}: the size {size[at]} is negative")
    kind = np.result_type(lower, size)
    with np.errstate(over="ignore"):
        end = np.add(lower, size, dtype=kind)
    if kind.kind == "i" and (end < lower).any():
        at = int(np.argmax(end < lower))
        raise ValueError(f"{name}: row {at}: {lower[at]} and {size[at]} are above {kind}")
    return end
