"""Keys of rows as numbers: equal values have equal numbers, in the order of the values."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from decimal import Decimal
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from .._input import _numbers
from . import _kinds

Codes: TypeAlias = NDArray[np.uint32]
#: The rows of a list that have keys: the name of each column for messages, and the columns.
Keys: TypeAlias = list[tuple[str, Any]]

_MOST = int(np.iinfo(np.uint32).max)
#: Types whose equal values are equal keys. Times may be equal in different hours.
_PLAIN = {str, bytes, int, float, Decimal, date, timedelta, type(None)}


class Coded(NamedTuple):
    """A column as values, what they compare by, and the position of the value of each row."""

    name: str
    column: Any
    values: list[Any]
    keys: list[Any]
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
        # NumPy makes numbers of truth values beside numbers.
        column = np.asarray(column) if set(map(type, column)) == {int} else column
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
    try:
        order = sorted(set().union(*(part.keys for part in parts)))
    except TypeError as error:
        names = " and ".join(part.name for part in parts)
        raise TypeError(f"{names}: keys without an order: {error}") from None
    number = {value: at for at, value in enumerate(order)}
    found = []
    for part in parts:
        numbers = np.fromiter((number[key] for key in part.keys), np.uint32, len(part.keys))
        found.append(numbers[part.codes])
    return found


def _type_of(part: Coded) -> str:
    """The type of a column, or that of its first value."""
    kind = getattr(part.column, "dtype", getattr(part.column, "type", None))
    is_plain = kind is None or str(kind) == "object"
    return type(part.values[0]).__name__ if is_plain else str(kind)


def _coded(name: str, column: Any) -> Coded:
    """The values of a column, of one kind, and their position for each row."""
    with _named(name):
        codes, values = _encoded(column)
        gone = [at for at, value in enumerate(values) if _is_gone(value)]
    codes = np.where(np.isin(codes, gone), -1, codes) if gone else codes
    if len(codes) and codes.min() < 0:
        raise ValueError(f"{name}: row {int(np.argmax(codes < 0))} has no key")
    used = np.unique(codes)
    if len(used) < len(values):  # categories without a row may have other types
        positions = np.zeros(len(values), np.int64)
        positions[used] = np.arange(len(used))
        values, codes = [values[at] for at in used.tolist()], positions[codes]
    _check_kinds(name, values, codes)
    with _named(name):
        keys = [_kinds.comparable(value) for value in values]
    return Coded(name, column, values, keys, codes)


@contextmanager
def _named(name: str) -> Iterator[None]:
    """Errors of libraries, such as of a value that is a list, with the name of the column."""
    try:
        yield
    except MemoryError:
        raise
    except (ValueError, OverflowError) as error:
        raise ValueError(f"{name}: {error}") from None
    except Exception as error:  # Each library has its own.
        raise TypeError(f"{name}: {error}") from None


def _is_gone(value: Any) -> bool:
    return _numbers.is_missing(value) or (isinstance(value, Decimal) and value.is_nan())


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
    if hasattr(getattr(column, "dtype", None), "pyarrow_dtype"):  # pandas with columns of Arrow
        column = column.array.__arrow_array__()
    if hasattr(column, "dictionary_encode"):
        return _of_arrow(column)
    if hasattr(column, "replace_strict"):
        return _of_polars(column)
    # The objects that pandas takes for equal may be of different kinds.
    if hasattr(column, "factorize") and (
        column.dtype != object or set(map(type, column)) <= _PLAIN
    ):
        codes, values = column.factorize()
        return codes.astype(np.int64), values.tolist()
    if isinstance(column, np.ndarray) and column.dtype.kind in "mM":
        times, codes = np.unique(np.ma.getdata(column), return_inverse=True)
        return np.where(np.ma.getmaskarray(column), -1, codes), list(times)
    # A list has None in place of what is masked.
    return _of_objects(column.tolist() if hasattr(column, "tolist") else column)


def _of_arrow(column: Any) -> tuple[NDArray[np.int64], list[Any]]:
    from pyarrow import int64, time64, types

    encoded = column.dictionary_encode()
    if hasattr(encoded, "unify_dictionaries"):
        encoded = encoded.unify_dictionaries().combine_chunks()
    codes = encoded.indices.fill_null(-1).to_numpy(zero_copy_only=False).astype(np.int64)
    values = encoded.dictionary
    if types.is_time(values.type):
        numbers = values.cast(time64("ns")).cast(int64()).to_pylist()
        return codes, [None if part is None else _kinds.TimeOfDay(part) for part in numbers]
    # Times of Python have neither nanoseconds nor all years.
    is_time = types.is_temporal(values.type)
    return codes, list(values.to_numpy(zero_copy_only=False)) if is_time else values.to_pylist()


def _of_polars(column: Any) -> tuple[NDArray[np.int64], list[Any]]:
    values = column.unique().drop_nulls()
    codes = column.replace_strict(values, range(len(values)), default=-1).to_numpy()
    if str(values.dtype) == "Time":
        listed = list(map(_kinds.TimeOfDay, values.to_physical().to_list()))
    else:
        listed = list(values.to_numpy()) if values.dtype.is_temporal() else values.to_list()
    return codes.astype(np.int64), listed


def _of_objects(rows: Any) -> tuple[NDArray[np.int64], list[Any]]:
    """Equal values of different kinds are apart, and so are hours that a clock shows twice."""
    keys = [_identity(row) for row in rows]
    firsts: dict[Any, Any] = {}
    for key, row in zip(keys, rows, strict=True):
        firsts.setdefault(key, row)
    places = {key: at for at, key in enumerate(firsts)}
    return np.fromiter((places[key] for key in keys), np.int64, len(keys)), list(firsts.values())


def _identity(value: Any) -> Any:
    if _is_gone(value):
        return None
    return value if type(value) in _PLAIN else (_kinds.kind_of(value), _kinds.comparable(value))
