"""Keys of rows as numbers: equal values have equal numbers, in the order of the values."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from .._input import _numbers
from . import _kinds

Codes: TypeAlias = NDArray[np.uint32]
#: The rows of a list that have keys: the name of each column for messages, and the columns.
Keys: TypeAlias = list[tuple[str, Any]]

_MOST = int(np.iinfo(np.uint32).max)


class Coded(NamedTuple):
    """A column as distinct values, and the position of the value of each row."""

    name: str
    column: Any
    values: list[Any]
    codes: NDArray[np.int64]


def numbered(keys: list[Keys], rows: list[int]) -> list[Codes]:
    """The numbers of the keys of one or two lists, each of the same number of columns."""
    first, *rest = [_of_columns([key[at] for key in keys], rows) for at in range(len(keys[0]))]
    for codes in rest:
        first = _combined(first, codes)
    return first


def _combined(first: list[Codes], second: list[Codes]) -> list[Codes]:
    """The numbers of pairs of keys."""
    width = 1 + max((int(part.max()) for part in second if part.size), default=0)
    pairs = zip(first, second, strict=True)
    return _compact([a.astype(np.uint64) * np.uint64(width) + b for a, b in pairs])


def _of_columns(named: Keys, rows: list[int]) -> list[Codes]:
    for (name, column), count in zip(named, rows, strict=True):
        if not hasattr(column, "__len__") or getattr(column, "ndim", 1) != 1:
            raise TypeError(f"{name}: expected a column of keys, not {_numbers.short(column)}")
        if len(column) != count:
            raise ValueError(f"{name}: expected a key for each of {count} rows, not {len(column)}")
    plain = [_integers(column) for _, column in named]
    if all(part is not None for part in plain):
        return _compact([part for part in plain if part is not None])
    return _joined([_coded(*each) for each in named])


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
        return _joined([_coded("by", part.tolist()) for part in parts])
    _, ranks = np.unique(np.concatenate([part.astype(wide) for part in parts]), return_inverse=True)
    ends = np.cumsum([len(part) for part in parts])[:-1]
    return [np.ascontiguousarray(part, np.uint32) for part in np.split(ranks, ends)]


def _joined(parts: list[Coded]) -> list[Codes]:
    """Numbers that are common to both lists."""
    kinds = {_kinds.kind_of(part.values[0]) for part in parts if part.values}
    if len(kinds) > 1:
        each = " but ".join(
            f"{part.name} has {_kinds.kind_of(part.values[0])} ({_type_of(part)})" for part in parts
        )
        raise TypeError(f"{each}; keys of different kinds are never equal")
    lists = [[_kinds.comparable(value) for value in part.values] for part in parts]
    try:
        order = sorted(set().union(*lists))
    except TypeError as error:
        names = " and ".join(part.name for part in parts)
        raise TypeError(f"{names}: keys without an order: {error}") from None
    number = {value: at for at, value in enumerate(order)}
    found = []
    for values, part in zip(lists, parts, strict=True):
        numbers = np.fromiter((number[value] for value in values), np.uint32, len(values))
        found.append(numbers[part.codes])
    return found


def _type_of(part: Coded) -> str:
    """The type of a column, or that of its first value."""
    kind = getattr(part.column, "dtype", getattr(part.column, "type", None))
    is_plain = kind is None or str(kind) == "object"
    return type(part.values[0]).__name__ if is_plain else str(kind)


def _coded(name: str, column: Any) -> Coded:
    """The distinct values of a column, of one kind, and their position for each row."""
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
    _check_kinds(name, values, codes)
    return Coded(name, column, values, codes)


def _check_kinds(name: str, values: list[Any], codes: NDArray[np.int64]) -> None:
    kinds = [_kinds.kind_of(value) for value in values]
    other = next((at for at, kind in enumerate(kinds) if kind != kinds[0]), None)
    if other is None:
        return
    (row, value, kind), (at, second, another) = sorted(
        (int(np.argmax(codes == each)), values[each], kinds[each]) for each in (0, other)
    )
    raise TypeError(
        f"{name}: row {at} has {another}, {_numbers.short(second)}, but row {row} has {kind}, "
        f"{_numbers.short(value)}; keys of different kinds are never equal"
    )


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
        # Times of Python have no nanoseconds.
        is_time = values.dtype.is_temporal() and hasattr(values.dtype, "time_unit")
        listed = list(values.to_numpy()) if is_time else values.to_list()
        return codes.to_numpy().astype(np.int64), listed
    if isinstance(column, np.ndarray) and column.dtype.kind in "mM":
        times, codes = np.unique(np.ma.getdata(column), return_inverse=True)
        gone = np.isnat(np.ma.getdata(column)) | np.ma.getmaskarray(column)
        return np.where(gone, -1, codes), list(times)
    # A list has None in place of what is masked.
    rows = column.tolist() if isinstance(column, np.ndarray) else column
    seen: dict[Any, int] = {}
    places = (-1 if _numbers.is_missing(row) else seen.setdefault(row, len(seen)) for row in rows)
    return np.fromiter(places, np.int64, len(rows)), list(seen)
