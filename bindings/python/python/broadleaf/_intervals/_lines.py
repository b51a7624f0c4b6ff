"""Intervals in every form in which callers have them, as columns for the compiled part."""

from __future__ import annotations

import datetime
import decimal
import math
import numbers
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from .._input import _arrow, _numbers
from . import _keys

Column: TypeAlias = NDArray[Any]
#: Starts, ends, and keys.
Compiled: TypeAlias = tuple[Column, Column, _keys.Codes | None]
Names: TypeAlias = tuple[Any, Any]

_TIMES = (datetime.date, datetime.timedelta, np.datetime64, np.timedelta64)
_LIMITS = np.iinfo(np.int64)


@dataclass(frozen=True)
class Lines:
    """One or two lists of intervals, converted to one type."""

    lists: list[Compiled]
    #: The type of the coordinates.
    dtype: np.dtype[Any]

    @classmethod
    def read(
        cls,
        lists: list[Any],
        keys: tuple[Any, Any] = (None, None),
        columns: tuple[Names | None, Names | None] = (None, None),
        length: Any = None,
    ) -> Lines:
        """Reads lists. A `length` that is a duration may refine the unit of times."""
        parts = [_ends(*each) for each in zip(lists, ("a", "b"), columns, strict=False)]
        dtype = _common(parts, length)
        codes = _codes(lists, keys, [len(part[0]) for part in parts])
        compiled = []
        for name, (starts, ends), code in zip(("a", "b"), parts, codes, strict=False):
            if dtype.kind in "mM":
                _check_order(starts, ends, name)
            one, other = (_converted(column, dtype, name) for column in (starts, ends))
            compiled.append((one, other, code))
        return cls(compiled, dtype)

    @property
    def both(self) -> tuple[Compiled, Compiled]:
        """The two lists."""
        return self.lists[0], self.lists[1]

    def number(self, length: Any, name: str, round_up: bool = False) -> int | float:
        """A length in the unit of the coordinates. Fractions of integers are rounded."""
        if self.dtype.kind in "mM":
            duration = _duration(length, name)
            # A cast to a finer unit may overflow; the product of two integers does not.
            unit = np.ones((), duration.dtype).astype(self._durations())
            steps = int(duration.astype(np.int64)) * int(unit.astype(np.int64))
            return self._bounded(steps, length, name)
        if isinstance(length, _TIMES):
            raise TypeError(f"{name} is a duration, but the intervals are numbers")
        is_number = isinstance(length, (numbers.Real, decimal.Decimal))
        if isinstance(length, (bool, np.bool_)) or not is_number or length != length:
            raise TypeError(f"{name} must be a number, not {length!r}")
        if self.dtype.kind == "f":
            try:
                return float(length)
            except OverflowError:
                what = _numbers.short(length)
                raise ValueError(f"{name}: {what} does not fit into float64") from None
        if not isinstance(length, numbers.Integral) and math.isinf(length):
            return self._bounded(float(length), length, name)
        return self._bounded(math.ceil(length) if round_up else math.floor(length), length, name)

    def _bounded(self, steps: int | float, length: Any, name: str) -> int:
        """A number of steps as int64: the greatest one in place of those above all lengths."""
        if steps <= _LIMITS.max:
            return int(max(steps, int(_LIMITS.min)))
        starts = [int(one.min()) for one, _, _ in self.lists if one.size]
        ends = [int(other.max()) for _, other, _ in self.lists if other.size]
        if starts and max(ends) - min(starts) >= _LIMITS.max:
            raise ValueError(f"{name}: {_numbers.short(length)} does not fit into int64")
        return int(_LIMITS.max)

    def coordinates(self, column: Column) -> Column:
        """Coordinates of the compiled part in the type of the caller's."""
        return column.view(self.dtype) if self.dtype.kind in "mM" else column.astype(self.dtype)

    def lengths(self, column: Column) -> Column:
        """Lengths of the compiled part: of times, durations."""
        return column.view(self._durations()) if self.dtype.kind in "mM" else column

    def _durations(self) -> np.dtype[Any]:
        return np.dtype(self.dtype.str.replace("M8", "m8"))


def _ends(values: Any, name: str, columns: Names | None) -> tuple[Column, Column]:
    """The starts and ends of a table, of two columns, or of rows."""
    if is_table(values):
        names = ("start", "end") if columns is None else columns
        one, other = (column_of(values, each, name, "columns") for each in names)
    elif columns is not None:
        raise TypeError(f"{name}: columns= needs a table, not {type(values).__name__}")
    elif isinstance(values, tuple) and len(values) == 2:
        one, other = values
    else:
        rows = _column(values, name)
        if rows.size == 0 and rows.ndim == 1:
            rows = rows.reshape(0, 2)
        if rows.ndim != 2 or rows.shape[1] != 2:
            raise ValueError(
                f"{name}: expected an array of shape (n, 2), a tuple of starts and ends, or a "
                f"table, not an array of shape {rows.shape}"
            )
        return rows[:, 0], rows[:, 1]
    starts, ends = _column(one, f"{name}: starts"), _column(other, f"{name}: ends")
    if starts.ndim != 1 or starts.shape != ends.shape:
        raise ValueError(f"{name}: starts have shape {starts.shape}, ends have {ends.shape}")
    return starts, ends


def is_table(values: Any) -> bool:
    """Whether the object has columns with names."""
    has_names = isinstance(values, np.ndarray) and values.dtype.names is not None
    return has_names or isinstance(values, Mapping) or hasattr(values, "columns")


def column_of(table: Any, column: Any, name: str, argument: str) -> Any:
    """A column of a table."""
    if hasattr(table, "collect"):
        raise TypeError(f"{name}: a LazyFrame has no rows yet; pass its collect()")
    try:
        return table[column]
    except (KeyError, IndexError, ValueError, RuntimeError):
        problem = f"{name}: there is no column {column!r}; name it with {argument}="
        raise ValueError(problem) from None
    except Exception as error:  # polars has an exception of its own
        raise ValueError(f"{name}: {error}; name the column with {argument}=") from None


def _column(values: Any, name: str) -> Column:
    """Numbers, times or durations, none of them missing."""
    zone = getattr(getattr(values, "dtype", None), "tz", None)
    if zone is not None:
        values = values.to_numpy(f"datetime64[{values.dtype.unit}]")
    elif _arrow.is_arrow(values) and not hasattr(values, "__array__"):
        values, nulls = _arrow.read(values, name).numbers(name)
        _refuse_gaps(nulls, name)
    array = _numbers.whole(values, name)
    if array.dtype == object and isinstance(_numbers.first_of(array), _TIMES):
        array = _times(array, name)
    if array.dtype.kind in "mM":
        _refuse_gaps(np.isnat(array), name)
        return array
    return _numbers.numbers_only(values if isinstance(values, (list, tuple)) else array, name)


def _times(array: Column, name: str) -> Column:
    """Times in objects, in microseconds, or finer if one of them is."""
    objects = np.empty(array.size, object)
    objects[:] = [None if _numbers.is_missing(each) else _exact(each) for each in array.flat]
    is_length = isinstance(_numbers.first_of(array), (datetime.timedelta, np.timedelta64))
    arrays = [each for each in objects if isinstance(each, (np.datetime64, np.timedelta64))]
    units = {np.datetime_data(each.dtype)[0] for each in arrays}
    unit = next((unit for unit in ("as", "fs", "ps", "ns") if unit in units), "us")
    found, coarse = (objects.astype(f"{'m' if is_length else 'M'}8[{of}]") for of in (unit, "us"))
    # The cast to a finer unit may overflow.
    is_wrong = np.abs(found.astype(coarse.dtype) - coarse) > np.timedelta64(1, "us")
    if is_wrong.any():
        row = int(np.argmax(is_wrong)) // (2 if array.ndim == 2 else 1)
        raise ValueError(
            f"{name}: row {row}: {coarse[is_wrong][0]} does not fit into {found.dtype}"
        )
    return found.reshape(array.shape)


def _exact(time: Any) -> Any:
    """A time of pandas as one of NumPy, since one of Python has no nanoseconds."""
    return time.to_numpy() if hasattr(time, "to_numpy") else time


def _refuse_gaps(gone: NDArray[np.bool_] | None, name: str) -> None:
    if gone is not None and gone.any():
        raise ValueError(f"{name}: row {int(np.argwhere(gone)[0][0])} is missing")


def _common(parts: list[tuple[Column, Column]], length: Any) -> np.dtype[Any]:
    """The type that all columns are converted to in answers."""
    columns = [column for part in parts for column in part]
    kinds = {column.dtype.kind for column in columns if column.size} or {columns[0].dtype.kind}
    times = kinds & set("mM")
    if times and len(kinds) > 1:
        each = ", ".join(
            f"{name} has {_words(part)}" for name, part in zip("ab", parts, strict=False)
        )
        raise TypeError(f"{each}; intervals need a common type")
    # An empty list has any type.
    types = [column.dtype for column in columns if column.size] or [columns[0].dtype]
    if times and _is_duration(length):
        unit = _duration(length, "length").dtype
        types.append(np.dtype(unit.str.replace("m8", f"{kinds.pop()}8")))
    found_type = np.result_type(*types)
    return found_type.newbyteorder("=")


def _words(columns: tuple[Column, Column]) -> str:
    words = {"m": "durations", "M": "times"}
    return " and ".join(sorted({words.get(column.dtype.kind, "numbers") for column in columns}))


def _converted(column: Column, dtype: np.dtype[Any], name: str) -> Column:
    """The column as int64 or float64."""
    if dtype.kind in "mM":
        converted = column.astype(dtype)
        is_lossy = converted.astype(column.dtype) != column
        if is_lossy.any():
            row = int(np.argmax(is_lossy))
            raise ValueError(f"{name}: row {row}: {column[row]} does not fit into {dtype}")
        return np.ascontiguousarray(converted).view(np.int64)
    if dtype.kind == "i":
        return np.ascontiguousarray(column, np.int64)
    return np.ascontiguousarray(_numbers.exactly(column, np.dtype(np.float64), name))


def _check_order(starts: Column, ends: Column, name: str) -> None:
    """Checks times here, where the compiled part would report them as numbers."""
    is_wrong = starts > ends
    if is_wrong.any():
        row = int(np.argmax(is_wrong))
        raise ValueError(f"{name}: row {row}: the start {starts[row]} is above the end {ends[row]}")


def _is_duration(length: Any) -> bool:
    is_missing = isinstance(length, np.timedelta64) and np.isnat(length)
    return isinstance(length, (datetime.timedelta, np.timedelta64)) and not is_missing


def _duration(length: Any, name: str) -> Any:
    if isinstance(length, datetime.timedelta):
        exact = _exact(length)
        exact = exact if isinstance(exact, np.timedelta64) else np.timedelta64(exact)
        if exact < np.timedelta64(0) and length > datetime.timedelta(0):
            raise ValueError(f"{name}: {length} does not fit into {exact.dtype}")
        length = exact
    if not _is_duration(length):
        raise TypeError(f"{name} must be a duration, such as a timedelta, not {length!r}")
    return length


def _codes(
    lists: list[Any], keys: tuple[Any, Any], rows: list[int]
) -> list[_keys.Codes] | list[None]:
    by, b_by = keys
    if by is None:
        if b_by is not None:
            raise TypeError("by and b_by go together: only b_by was given")
        return [None] * len(lists)
    names = by if isinstance(by, tuple) else (by,)
    if b_by is None and len(lists) == 2:
        if not all(isinstance(each, str) for each in names):
            raise TypeError("by and b_by go together: only by was given")
        b_by = by
    others = b_by if isinstance(b_by, tuple) else (b_by,)
    if len(lists) == 2 and len(others) != len(names):
        raise ValueError(f"by has {len(names)} keys, b_by has {len(others)}")
    arguments = zip(lists, (names, others), ("a", "b"), ("by", "b_by"), strict=False)
    return _keys.numbered([_key_columns(*each) for each in arguments], rows)


def _key_columns(values: Any, keys: tuple[Any, ...], name: str, argument: str) -> _keys.Keys:
    """The columns of keys, each with its name for messages."""
    found = []
    for at, each in enumerate(keys):
        if isinstance(each, str):
            if not is_table(values):
                raise TypeError(f"{argument}: {each!r} is a name, but {name} is not a table")
            column = column_of(values, each, name, argument)
            found.append((f"{argument}={each!r}", column))
        else:
            found.append((argument if len(keys) == 1 else f"{argument}[{at}]", each))
    return found
