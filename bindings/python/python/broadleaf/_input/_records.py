"""Tables in any form as named columns: data frames, Arrow and Polars tables and structs, structured
arrays, dicts of columns, named tuples."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from . import _arrow, _geoarrow, _geometries, _numbers
from ._arrow import ArrowColumn, Mask

Array: TypeAlias = NDArray[Any]


class Column(Protocol):
    """A column of a table."""

    def numbers(self, name: str) -> tuple[Array, Mask]:
        """The numbers, and which are missing."""

    def record(self) -> Record | None:
        """The columns inside a column of structs; None for other columns."""

    def bounds(self, name: str, is_chosen: bool) -> tuple[Array, Mask] | None:
        """Rows of bounds, for a column of geometries, or of lists if the caller chose this
        column."""


@dataclass(frozen=True)
class Record:
    """Named columns."""

    names: list[str]
    column: Callable[[int], Column]
    missing: Mask = None
    is_one: bool = False


def either(a: Mask, b: Mask) -> Mask:
    """The union of two masks."""
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
    """NumPy numbers, possibly masked."""

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
        raise TypeError(f"{name}: geometries are not coordinates")

    def record(self) -> Record | None:
        return None

    def bounds(self, name: str, is_chosen: bool) -> tuple[Array, Mask] | None:
        first = _numbers.first_of(self.values)
        if isinstance(first, bytes):
            return _geometries.bounds_of_wkb(list(self.values), name), None
        if isinstance(first, str):
            return _geometries.bounds_of_texts(list(self.values), name), None
        return _geometries.bounds_of_shapely(np.asarray(self.values, object), name), None


@dataclass(frozen=True)
class Structs:
    """Dicts or named tuples, some of them missing."""

    values: list[Any]

    def numbers(self, name: str) -> tuple[Array, Mask]:
        raise TypeError(f"{name}: structs are not coordinates")

    def record(self) -> Record | None:
        return record_of_rows(self.values, "boxes")

    def bounds(self, name: str, is_chosen: bool) -> tuple[Array, Mask] | None:
        return None


def unmasked(values: Any) -> tuple[Array, Mask]:
    """The array, and its mask."""
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
    if isinstance(first, Mapping) or hasattr(first, "_fields"):
        return Structs(array.tolist())
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


# Objects with names.


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
    if has_names(value):
        return _record_of_mapping(_fields(value, name), name)
    if _arrow.is_arrow(value):
        return record_of_arrow(_arrow.read(value, name))
    if hasattr(value, "fetch_arrow_table"):  # a relation of an older DuckDB
        return record_of_arrow(_arrow.read(value.fetch_arrow_table(), name))
    return None


def record_of_rows(rows: Sequence[Any], name: str) -> Record:
    """The columns of rows with names, such as dicts or named tuples."""
    known = [None if _numbers.is_missing(row) else _fields(row, name) for row in rows]
    # Rows may have different names. A name that a row lacks is missing in it.
    names = list(dict.fromkeys(key for row in known if row is not None for key in row))
    columns = {key: [None if row is None else row.get(key) for row in known] for key in names}
    return _record_of_mapping(columns, name)


def _fields(row: Any, name: str) -> Mapping[Any, Any]:
    if isinstance(row, Mapping):
        return row
    if hasattr(row, "_fields"):
        return dict(zip(row._fields, row, strict=True))
    kind = type(row)
    if hasattr(kind, "iloc") and _has_text_index(row):
        return dict(zip(row.index, row.tolist(), strict=True))
    names = getattr(kind, "__dataclass_fields__", None)
    if names is None:
        names = [field.name for field in getattr(kind, "__attrs_attrs__", ())]
    if not names:
        raise TypeError(f"{name}: {kind.__name__} among rows with names")
    return {field: getattr(row, field) for field in names}


def has_names(value: Any) -> bool:
    """Whether a row has names: a dict, a named tuple, a dataclass, a row of a data frame."""
    kind = type(value)
    if hasattr(kind, "iloc"):
        return _has_text_index(value)
    marks = ("_fields", "__dataclass_fields__", "__attrs_attrs__")
    return isinstance(value, Mapping) or any(hasattr(kind, mark) for mark in marks)


def have_names(rows: Sequence[Any], name: str) -> bool:
    """Whether the rows have names. Checks one row of each type; if one has names, all must."""
    found = False
    for kind in set(map(type, rows)) - _PLAIN:
        at = next(place for place, row in enumerate(rows) if type(row) is kind)
        found = found or has_names(rows[at])
        refuse_sizes(rows[at], f"{name}: row {at}:")
    return found


#: Rows whose numbers are in the same order as in arrays.
_PLAIN = {list, tuple, np.ndarray, type(None), float, int}


def refuse_sizes(value: Any, where: str) -> None:
    """Raises for sequences that have a size, which may hold x, y, width, height."""
    if isinstance(value, (np.ndarray, np.generic)) or not hasattr(value, "__getitem__"):
        return
    if has_names(value) or hasattr(value, "__array__"):
        return
    if any(hasattr(value, size) for size in ("width", "w")):
        raise TypeError(
            f"{where} the order of the numbers of {type(value).__module__}."
            f"{type(value).__qualname__} is not known: it has a size; pass min x, min y, max x, "
            "max y"
        )


def _has_text_index(series: Any) -> bool:
    index = getattr(series, "index", ())
    return len(index) > 0 and all(isinstance(key, str) for key in index)


def _record_of_mapping(values: Mapping[Any, Any], name: str) -> Record:
    names = [str(key) for key in values]
    parts = list(values.values())
    _refuse_other_rows(parts, name)
    is_one = bool(parts) and all(not _is_column(part) and np.ndim(part) == 0 for part in parts)
    columns = [[part] for part in parts] if is_one else parts

    def column(at: int) -> Column:
        return column_of(columns[at], f"{name}.{names[at]}")

    return Record(names, column, None, is_one)


def _refuse_other_rows(parts: list[Any], name: str) -> None:
    """Raises for pandas columns with different row labels, which are not one table."""
    indexes = [part.index for part in parts if hasattr(part, "iloc")]
    if any(not index.equals(indexes[0]) for index in indexes[1:]):
        raise ValueError(f"{name}: the rows of the columns have other labels; pass a data frame")


def _is_column(value: Any) -> bool:
    return _arrow.is_arrow(value) or hasattr(value, "iloc")


def record_of_array(array: Any) -> Record:
    """The fields of a structured array."""
    is_one = array.ndim == 0
    rows = np.asanyarray(array).reshape(1) if is_one else array
    names = list(rows.dtype.names)
    return Record(names, lambda at: column_of(rows[names[at]], names[at]), None, is_one)


def record_of_arrow(data: ArrowColumn) -> Record | None:
    """The fields of Arrow structs, unless they are the coordinates of a point."""
    if data.field.format != "+s" or data.field.extension.startswith("geoarrow.point"):
        return None
    names = [child.name for child in data.field.children]
    return Record(names, lambda at: ArrowTableColumn(data.child(at)), data.nulls())


def text_of(name: Any) -> str:
    """The name of a column; the names of multi-level columns are joined with dots."""
    if isinstance(name, tuple):
        return ".".join(str(part) for part in name if part != "")
    return str(name)


def _record_of_pandas(value: Any, name: str) -> Record | None:
    if hasattr(value, "columns"):
        names = list(value.columns)
        if names == list(range(len(names))):
            return None  # a table without names
        columns = [value.iloc[:, at] for at in range(len(names))]
        return Record([text_of(n) for n in names], lambda at: column_of(columns[at], name))
    index = getattr(value, "index", None)
    if index is None or not hasattr(value, "array"):
        return None
    column = _column_of_pandas(value, name)
    if isinstance(column, ArrowTableColumn):
        return column.record()
    is_row = isinstance(column, Numbers) and column.values.ndim == 1
    if is_row and _has_text_index(value):
        return _record_of_mapping(dict(zip(index, value.tolist(), strict=True)), name)
    return None
