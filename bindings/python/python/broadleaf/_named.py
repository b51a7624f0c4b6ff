"""Whatever has names is read by name, in any order: data frames, Arrow and Polars tables and
structs, structured arrays, dicts of columns, named tuples."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias, cast

import numpy as np
from numpy.typing import NDArray

from . import _arrow, _core, _geoarrow, _geometries, _numbers
from ._arrow import ArrowColumn, Mask

Array: TypeAlias = NDArray[Any]
#: The name of a column of structs or geometries, or the names of columns of coordinates.
Columns: TypeAlias = str | Sequence[str]

_WAY_OUT = (
    'say which columns are the boxes with columns=("min x", "min y", "max x", "max y"), with '
    'columns="geometry" for one column of structs or geometries, or pass an array of shape (n, 4)'
)


class Column(Protocol):
    """A column of a table."""

    def numbers(self, name: str) -> tuple[Array, Mask]:
        """The numbers, and which are missing."""

    def record(self) -> Record | None:
        """The columns inside, if it is a column of structs."""

    def bounds(self, name: str, is_chosen: bool) -> tuple[Array, Mask] | None:
        """Rows of bounds, if it is a column of geometries, or of lists if that is chosen."""


@dataclass(frozen=True)
class Record:
    """Columns with names."""

    names: list[str]
    column: Callable[[int], Column]
    missing: Mask = None
    is_one: bool = False


@dataclass(frozen=True)
class Found:
    """Boxes that were found by name: a column for each coordinate, or rows."""

    boxes: Array | tuple[Array, ...]
    missing: Mask
    is_one: bool = False


def boxes_of(record: Record, name: str, columns: Columns | None) -> Found:
    """The boxes in the columns that `columns` names, or else in those whose names say it."""
    if isinstance(columns, str):
        found = _of_column(record, _place(record, columns, name), f"{name}.{columns}", True)
        if found is None:
            raise TypeError(f"{name}: the column {columns} has neither structs nor geometries")
        return found
    try:
        wanted = None if columns is None else list(columns)
        kind, first, second = _core.box_columns(record.names, wanted)
    except ValueError as error:
        place = None if columns is not None else _place_inside(record, name)
        if place is None:
            raise ValueError(f"{name}: {error}; {_WAY_OUT}") from None
        inner = f"{name}.{record.names[place]}"
        # The column has a box, or it would not have been found.
        return cast("Found", _of_column(record, place, inner, False))
    return _of_columns(record, name, kind, first, second)


def _place(record: Record, column: str, name: str) -> int:
    if record.names.count(column) != 1:
        raise ValueError(f"{name}: there is no one column {column}: there are {record.names}")
    return record.names.index(column)


def points_of(record: Record, name: str) -> Array:
    """The points, or the vectors, in the columns whose names say it: as rows."""
    try:
        kind, axes, _ = _core.box_columns(record.names, None)
    except ValueError as error:
        raise ValueError(f"{name}: {error}; pass an array of shape (n, 2) or (n, 3)") from None
    if kind != "points":
        raise ValueError(f"{name}: boxes in place of points: there are {', '.join(record.names)}")
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
    """What `columns` must be for the boxes that the names alone say."""
    try:
        _, first, second = _core.box_columns(record.names, None)
    except ValueError as error:
        place = _place_inside(record, name)
        if place is None:
            raise ValueError(f"{name}: {error}; {_WAY_OUT}") from None
        return record.names[place]
    return [record.names[at] for at in dict.fromkeys(first + second)]


def _place_inside(record: Record, name: str) -> int | None:
    """The one column with boxes inside: of structs, as bbox of GeoParquet, or of geometries."""
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
    parts = {}
    for at in dict.fromkeys(first + second):
        numbers, gaps = record.column(at).numbers(f"{name}.{record.names[at]}")
        parts[at] = _numbers.readable(numbers, f"{name}.{record.names[at]}")
        missing = either(missing, gaps)
    lower, upper = [parts[at] for at in first], [parts[at] for at in second]
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


def either(a: Mask, b: Mask) -> Mask:
    """Where one of both is true."""
    if a is None or b is None:
        return b if a is None else a
    return a | b


# The kinds of columns.


@dataclass(frozen=True)
class ArrowTableColumn:
    """A column of Arrow."""

    data: ArrowColumn

    def numbers(self, name: str) -> tuple[Array, Mask]:
        return self.data.numbers(name)

    def record(self) -> Record | None:
        return record_of_arrow(self.data)

    def bounds(self, name: str, is_chosen: bool) -> tuple[Array, Mask] | None:
        found = _geoarrow.bounds(self.data, name, is_chosen)
        return _geoarrow.lists(self.data, name) if found is None and is_chosen else found


@dataclass(frozen=True)
class Numbers:
    """Numbers of NumPy, perhaps masked."""

    values: Any
    missing: Mask = None

    def numbers(self, name: str) -> tuple[Array, Mask]:
        array, masked = unmasked(self.values)
        if array.dtype == object:
            array, masked = _numbers.numbers_of_objects(array, name)
        if array.ndim != 1:
            raise ValueError(f"{name}: expected one number a row, not shape {array.shape}")
        return array, either(self.missing, masked)

    def record(self) -> Record | None:
        return record_of_array(self.values) if self.values.dtype.names else None

    def bounds(self, name: str, is_chosen: bool) -> tuple[Array, Mask] | None:
        array, masked = unmasked(self.values)
        if not is_chosen or array.ndim != 2:
            return None
        return array, _numbers.by_row(masked)


@dataclass(frozen=True)
class Geometries:
    """Geometries of shapely, or their WKB or WKT."""

    values: Any

    def numbers(self, name: str) -> tuple[Array, Mask]:
        raise TypeError(f"{name}: geometries are no coordinates")

    def record(self) -> Record | None:
        return None

    def bounds(self, name: str, is_chosen: bool) -> tuple[Array, Mask] | None:
        first = _numbers.first_of(self.values)
        if isinstance(first, bytes):
            return _geometries.bounds_of_wkb(list(self.values), name), None
        if isinstance(first, str):
            return _geometries.bounds_of_texts(list(self.values), name), None
        return _geometries.bounds_of_shapely(np.asarray(self.values, object), name), None


def unmasked(values: Any) -> tuple[Array, Mask]:
    """The array, and what is masked in it."""
    if isinstance(values, np.ma.MaskedArray):
        mask = np.ma.getmaskarray(values)
        return np.asarray(values.data), mask if mask.any() else None
    return np.asarray(values), None


def column_of(value: Any, name: str) -> Column:
    """A column in any form."""
    if hasattr(value, "iloc"):
        return _column_of_pandas(value, name)
    if _arrow.is_arrow(value) and not isinstance(value, np.ndarray):
        return ArrowTableColumn(_arrow.read(value, name))
    array = value if isinstance(value, np.ndarray) else np.asarray(value)
    return _column_of_objects(array) if array.dtype == object else Numbers(array)


def _column_of_objects(array: Array) -> Column:
    first = _numbers.first_of(array)
    if _geometries.is_shapely(first) or isinstance(first, bytes):
        return Geometries(array)
    if isinstance(first, (list, tuple, np.ndarray)):
        return Numbers(*_numbers.rows_of_objects(array, "boxes"))
    return Numbers(array)


def _column_of_pandas(series: Any, name: str) -> Column:
    values = series.array if hasattr(series, "array") else series
    if hasattr(values, "__arrow_array__") and "Arrow" in type(values).__name__:
        return ArrowTableColumn(_arrow.read(values.__arrow_array__(), name))
    missing = np.asarray(values.isna()) if hasattr(values, "isna") else None
    if hasattr(values, "_mask") or type(values).__name__ in ("IntegerArray", "FloatingArray"):
        numbers = values.to_numpy(dtype=values.dtype.numpy_dtype, na_value=0)
        return Numbers(numbers, missing)
    return column_of(np.asarray(values), name)


# What has names.


def record_of(value: Any, name: str) -> Record | None:
    """The columns of an object, if it has names."""
    if isinstance(value, Mapping):
        return _record_of_mapping(value, name)
    if isinstance(value, tuple) and hasattr(value, "_fields"):
        return _record_of_mapping(dict(zip(value._fields, value, strict=True)), name)
    if isinstance(value, (np.ndarray, np.void)):
        return record_of_array(value) if value.dtype.names else None
    if hasattr(value, "iloc"):
        return _record_of_pandas(value, name)
    if _arrow.is_arrow(value):
        return record_of_arrow(_arrow.read(value, name))
    if hasattr(value, "fetch_arrow_table"):  # a relation of an older DuckDB
        return record_of_arrow(_arrow.read(value.fetch_arrow_table(), name))
    return None


def _record_of_mapping(values: Mapping[Any, Any], name: str) -> Record:
    names = [str(key) for key in values]
    parts = list(values.values())
    is_one = bool(parts) and all(np.ndim(part) == 0 and not _is_column(part) for part in parts)
    columns = [[part] for part in parts] if is_one else parts

    def column(at: int) -> Column:
        return column_of(columns[at], f"{name}.{names[at]}")

    return Record(names, column, None, is_one)


def _is_column(value: Any) -> bool:
    return _arrow.is_arrow(value) or hasattr(value, "iloc")


def record_of_array(array: Any) -> Record:
    """The fields of a structured array."""
    is_one = array.ndim == 0
    rows = np.asanyarray(array).reshape(1) if is_one else array
    names = list(rows.dtype.names)
    return Record(names, lambda at: column_of(rows[names[at]], names[at]), None, is_one)


def record_of_arrow(data: ArrowColumn) -> Record | None:
    """The fields of structs of Arrow, unless these are the coordinates of a point."""
    if data.field.format != "+s" or data.field.extension.startswith("geoarrow.point"):
        return None
    names = [child.name for child in data.field.children]
    return Record(names, lambda at: ArrowTableColumn(data.child(at)), data.nulls())


def _record_of_pandas(value: Any, name: str) -> Record | None:
    if hasattr(value, "columns"):
        names = list(value.columns)
        if names == list(range(len(names))):
            return None  # a table without names
        columns = [value.iloc[:, at] for at in range(len(names))]
        return Record([str(n) for n in names], lambda at: column_of(columns[at], name))
    index = getattr(value, "index", None)
    if index is None or not hasattr(value, "array"):
        return None
    column = _column_of_pandas(value, name)
    if isinstance(column, ArrowTableColumn):
        return column.record()
    if isinstance(column, Numbers) and len(index) and all(isinstance(key, str) for key in index):
        return _record_of_mapping(dict(zip(index, value.tolist(), strict=True)), name)
    return None
