"""Keys of rows as numbers: equal values have equal numbers, in the order of the values."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from . import _numbers

Codes: TypeAlias = NDArray[np.uint32]
#: Distinct values, and the position of the value of each row.
Coded: TypeAlias = tuple[list[Any], NDArray[np.int64]]

#: The arguments for the keys of both lists.
_NAMES = ("by", "b_by")
_MOST = int(np.iinfo(np.uint32).max)


def numbered(keys: list[tuple[Any, ...]], rows: list[int]) -> list[Codes]:
    """The numbers of the keys of one or two lists, each a tuple of columns."""
    first, *rest = [_of_columns([key[at] for key in keys], rows) for at in range(len(keys[0]))]
    for codes in rest:
        first = _combined(first, codes)
    return first


def _combined(first: list[Codes], second: list[Codes]) -> list[Codes]:
    """The numbers of pairs of keys."""
    width = 1 + max((int(part.max()) for part in second if part.size), default=0)
    pairs = zip(first, second, strict=True)
    return _compact([a.astype(np.uint64) * np.uint64(width) + b for a, b in pairs])


def _of_columns(columns: list[Any], rows: list[int]) -> list[Codes]:
    for column, count, name in zip(columns, rows, _NAMES, strict=False):
        if not hasattr(column, "__len__") or getattr(column, "ndim", 1) != 1:
            raise TypeError(f"{name}: expected a column of keys, not {_numbers.short(column)}")
        if len(column) != count:
            raise ValueError(f"{name}: expected a key for each of {count} rows, not {len(column)}")
    plain = [_integers(column) for column in columns]
    if all(part is not None for part in plain):
        return _compact([part for part in plain if part is not None])
    return _joined([_coded(*each) for each in zip(columns, _NAMES, strict=False)])


def _integers(column: Any) -> NDArray[Any] | None:
    """The column, if it has integers only."""
    dtype = getattr(column, "dtype", None)
    if dtype is None and isinstance(column, (list, tuple, range)):
        column = np.asarray(column) if len(column) and isinstance(column[0], int) else column
        dtype = getattr(column, "dtype", None)
    if isinstance(column, np.ma.MaskedArray):
        return None
    if isinstance(column, np.ndarray):
        return column if column.dtype.kind in "iu" else None
    if isinstance(dtype, np.dtype) and dtype.kind in "iu":
        return np.asarray(column)
    return None


def _compact(parts: list[NDArray[Any]]) -> list[Codes]:
    """Integers as uint32: themselves if they fit, or their ranks."""
    if all(not part.size or (part.min() >= 0 and part.max() <= _MOST) for part in parts):
        return [np.ascontiguousarray(part, np.uint32) for part in parts]
    wide = np.result_type(*parts)
    if wide.kind == "f":  # uint64 beside a signed type
        return _joined([_coded(part.tolist(), "by") for part in parts])
    _, ranks = np.unique(np.concatenate([part.astype(wide) for part in parts]), return_inverse=True)
    ends = np.cumsum([len(part) for part in parts])[:-1]
    return [np.ascontiguousarray(part, np.uint32) for part in np.split(ranks, ends)]


def _joined(parts: list[Coded]) -> list[Codes]:
    """Numbers that are common to both lists."""
    try:
        order = sorted(set().union(*(values for values, _ in parts)))
    except TypeError:
        kinds = sorted({type(value).__name__ for values, _ in parts for value in values})
        raise TypeError(f"by: keys of different types: {', '.join(kinds)}") from None
    number = {value: at for at, value in enumerate(order)}
    found = []
    for values, codes in parts:
        numbers = np.fromiter((number[value] for value in values), np.uint32, len(values))
        found.append(numbers[codes])
    return found


def _coded(column: Any, name: str) -> Coded:
    """The distinct values of a column, and their position for each row."""
    try:
        codes, values = _encoded(column)
    except TypeError as error:  # a value that is a list
        raise TypeError(f"{name}: {error}") from None
    if len(codes) and codes.min() < 0:
        raise ValueError(f"{name}: row {int(np.argmax(codes < 0))} has no key")
    used = np.unique(codes)
    if len(used) < len(values):  # categories without a row may have other types
        positions = np.zeros(len(values), np.int64)
        positions[used] = np.arange(len(used))
        values, codes = [values[at] for at in used.tolist()], positions[codes]
    return values, codes


def _encoded(column: Any) -> tuple[NDArray[np.int64], list[Any]]:
    """The position of the value of each row, negative where it is missing, and the values."""
    if hasattr(column, "factorize"):  # pandas
        codes, values = column.factorize()
        return codes.astype(np.int64), values.tolist()
    if hasattr(column, "dictionary_encode"):  # pyarrow
        encoded = column.dictionary_encode()
        if hasattr(encoded, "unify_dictionaries"):
            encoded = encoded.unify_dictionaries().combine_chunks()
        codes = encoded.indices.fill_null(-1).to_numpy(zero_copy_only=False).astype(np.int64)
        values = encoded.dictionary.to_pylist()
        gone = [at for at, value in enumerate(values) if value is None]
        return np.where(np.isin(codes, gone), -1, codes), values
    if hasattr(column, "replace_strict"):  # polars
        values = column.unique().drop_nulls()
        codes = column.replace_strict(values, range(len(values)), default=-1)
        return codes.to_numpy().astype(np.int64), values.to_list()
    rows = _rows(column)
    seen: dict[Any, int] = {}
    listed = (-1 if _numbers.is_missing(row) else seen.setdefault(row, len(seen)) for row in rows)
    return np.fromiter(listed, np.int64, len(rows)), list(seen)


def _rows(column: Any) -> Any:
    if isinstance(column, np.ma.MaskedArray):
        # A list has None in place of what is masked.
        return column.tolist()
    if not isinstance(column, np.ndarray):
        return column
    if column.dtype.kind not in "mM":
        return column.tolist()
    # Equal times have equal numbers, whatever their units.
    times = column.astype(f"{column.dtype.kind}8[ns]")
    if not np.isnat(column).any() and (times != column).any():
        raise ValueError("by: a time does not fit into nanoseconds since 1970")
    numbers = times.astype(np.int64).astype(object)
    numbers[np.isnat(column)] = None
    return numbers
