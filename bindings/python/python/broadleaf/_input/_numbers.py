"""Conversion of arrays to types that the compiled part reads, and errors for all others."""

from __future__ import annotations

import datetime
import decimal
import fractions
import numbers
from collections.abc import Iterator
from itertools import chain
from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray

Array = NDArray[Any]

#: The type to convert each unsupported type to.
_WIDER = {"f2": "f4", "i1": "i4", "i2": "i4", "u1": "i4", "u2": "i4", "u4": "i8", "u8": "i8"}
_READ = ("f4", "f8", "i4", "i8")
_GREATEST = float(np.finfo(np.float64).max)
#: float64 holds all integers up to here.
_EXACT = 2**53
#: Types with a value that stands for none.
_WITH_NAN = (float, np.floating, np.datetime64, np.timedelta64)
_KINDS = {
    "U": "text", "S": "text", "T": "text", "b": "truth values", "c": "complex numbers",
    "M": "times", "m": "durations", "V": "records",
}  # fmt: skip


def readable(values: Any, name: str) -> Array:
    """An array of a type that the compiled part reads."""
    array = np.asarray(values)
    kind = array.dtype.str[1:]
    if kind not in _READ:
        if kind not in _WIDER:
            _refuse_type(array, name)
        if kind == "u8" and array.size and array.max() > np.iinfo(np.int64).max:
            at = np.argwhere(array > np.iinfo(np.int64).max)[0]
            raise ValueError(f"{name}: row {at[0]}: {array[tuple(at)]} is above the greatest int64")
        return array.astype(_WIDER[kind])
    is_readable = array.dtype.isnative and array.flags.aligned
    if is_readable and all(stride % array.itemsize == 0 for stride in array.strides):
        return array
    return array.astype(array.dtype.newbyteorder("="))


def whole(values: Any, name: str) -> Array:
    """An array without masked elements."""
    if isinstance(values, np.ma.MaskedArray):
        mask = np.ma.getmaskarray(values)
        if mask.any():
            raise ValueError(f"{name}: row {np.argwhere(mask)[0][0]} is masked")
    return array_of(values, name)


def _refuse_type(array: Array, name: str) -> NoReturn:
    what = _KINDS.get(array.dtype.kind, f"numbers of type {array.dtype}")
    is_text = array.size and array.dtype.kind in "US"
    first = f", such as {short(array.flat[0].item())}" if is_text else ""
    raise TypeError(
        f"{name}: coordinates are float32, float64 or integers of at most 64 bits, "
        f"not {what}{first}"
    )


def exactly(array: Array, wanted: np.dtype[Any], name: str) -> Array:
    """The numbers in another type, which must hold each of them exactly."""
    if array.dtype == wanted:
        return array
    with np.errstate(over="ignore", invalid="ignore"):
        converted = array.astype(wanted)
    if np.can_cast(array.dtype, wanted):
        is_narrow = array.dtype == np.int64 and wanted == np.float64
        lossy = np.abs(converted) >= _EXACT if is_narrow else None
    elif array.dtype.kind == "f" and wanted.kind == "i":
        limit = -float(np.iinfo(wanted).min)
        inside = (array >= -limit) & (array < limit)
        lossy = ~inside | (np.floor(array) != array)
    else:
        lossy = (converted.astype(array.dtype) != array) & (array == array)
    if lossy is not None and lossy.any():
        at = tuple(np.argwhere(lossy)[0])
        raise ValueError(f"{name}: row {at[0]}: {array[at]} is not a value of {wanted}")
    return converted


def short(value: Any) -> str:
    """A value for a message, shortened so that a whole file does not fill it."""
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:37]}..."


def array_of(values: Any, name: str) -> Array:
    """An object as NumPy sees it."""
    try:
        return np.asarray(values)
    except ValueError as error:
        kind = type(values).__name__
        raise TypeError(f"{name}: an object of type {kind} is not an array: {error}") from None


def table(values: Any, name: str) -> Array | None:
    """The table that NumPy sees in lists; None if the rows differ in length."""
    try:
        array = np.asarray(values)
    except ValueError:
        return None
    if array.dtype.kind in "fiu" and array.ndim in (1, 2):
        _check_numbers(values if array.ndim == 2 else [values], array, name)
    return array


def _check_numbers(rows: Any, array: Array, name: str) -> None:
    """Rejects numbers that NumPy changes: truth values, and integers that it rounds to floats."""
    plain = [row for row in rows if isinstance(row, (list, tuple))]
    kinds = set(map(type, chain.from_iterable(plain)))
    has_truth = bool in kinds or np.bool_ in kinds
    is_large = array.dtype.kind == "f" and int in kinds and bool((np.abs(array) >= _EXACT).any())
    if not has_truth and not is_large:
        return
    for at, row in enumerate(rows):
        for value in row:
            if isinstance(value, (bool, np.bool_)):
                _refuse_value(value, at, name)
            if isinstance(value, int) and float(value) != value:
                raise ValueError(f"{name}: row {at}: {value} is not a value of float64")


def numbers_only(values: Any, name: str) -> Array:
    """Rows of numbers in any form, none of them missing."""
    if isinstance(values, (list, tuple)):
        array = table(values, name)
        found = rows_of_objects(values, name) if array is None else (array, None)
    else:
        found = whole(values, name), None
    if found[0].dtype == object and found[0].ndim:
        found = numbers_of_objects(found[0], name)
    if found[1] is not None:
        raise ValueError(f"{name}: row {np.argwhere(found[1])[0][0]} is missing")
    return found[0] if found[0].dtype == object else readable(found[0], name)


def by_row(mask: NDArray[np.bool_] | None) -> NDArray[np.bool_] | None:
    """Whether anything in each row is missing."""
    if mask is None or mask.ndim < 2:
        return mask
    return np.asarray(np.logical_or.reduce(mask, axis=1))


def is_missing(value: Any) -> bool:
    """Whether a value stands for a missing number or box."""
    if value is None or (isinstance(value, _WITH_NAN) and value != value):
        return True
    return value is np.ma.masked or type(value).__name__ in ("NAType", "NaTType")


def first_of(values: Any) -> Any:
    """The first element that is not missing; None if there is none."""
    return next((value for value in _flat(values) if not is_missing(value)), None)


def _flat(values: Any) -> Iterator[Any]:
    return iter(values.flat if isinstance(values, np.ndarray) else values)


def numbers_of_objects(array: Array, name: str) -> tuple[Array, NDArray[np.bool_] | None]:
    """The numbers in an array of objects, and which are missing."""
    # A flat array is one row.
    width = array.size if array.ndim == 1 else int(np.prod(array.shape[1:], dtype=int))
    values, missing = array.ravel().tolist(), np.zeros(array.size, bool)
    is_whole = True
    for at, value in enumerate(values):
        if is_missing(value):
            missing[at], values[at] = True, 0
        elif not isinstance(value, numbers.Real) or isinstance(value, (bool, fractions.Fraction)):
            _refuse_value(value, at // max(width, 1), name)
        else:
            is_whole = is_whole and isinstance(value, numbers.Integral)
    if is_whole:
        limits = np.iinfo(np.int64)
        for at, value in enumerate(values):
            if not limits.min <= value <= limits.max:
                row = at // max(width, 1)
                raise ValueError(f"{name}: row {row}: {short(value)} does not fit into int64")
    try:
        found = np.array(values, np.int64 if is_whole else np.float64).reshape(array.shape)
    except OverflowError:
        at = next(at for at, value in enumerate(values) if abs(value) > _GREATEST)
        what = f"{short(values[at])} is above the greatest float64"
        raise ValueError(f"{name}: row {at // max(width, 1)}: {what}") from None
    mask = missing.reshape(array.shape)
    return found, mask if mask.any() else None


def rows_of_objects(rows: Any, name: str) -> tuple[Array, NDArray[np.bool_] | None]:
    """Rows of numbers, each a separate sequence, and which of them are missing."""
    missing = np.array([is_missing(row) for row in rows], bool)
    width = None
    for at, row in enumerate(rows):
        if missing[at]:
            continue
        if not isinstance(row, (list, tuple)) and np.ndim(row) != 1:
            _refuse_value(row, at, name)
        width = len(row) if width is None else width
        if len(row) != width:
            raise ValueError(f"{name}: row {at} has {len(row)} numbers, others have {width}")
    if width is None:
        return np.zeros((len(rows), 4)), missing if missing.any() else None
    filled = [(0,) * width if gone else row for row, gone in zip(rows, missing, strict=True)]
    mask: NDArray[np.bool_] | None = missing
    try:
        array = np.array(filled)
    except ValueError:  # a number that is a list
        array = np.empty(0, object)
    if array.dtype == object or array.ndim != 2:
        objects = np.empty((len(filled), width), object)
        for at, row in enumerate(filled):
            for place, number in enumerate(row):
                objects[at, place] = number
        array, gaps = numbers_of_objects(objects, name)
        mask = missing if gaps is None else missing | np.asarray(by_row(gaps))
    return array, mask if mask is not None and mask.any() else None


def _refuse_value(value: Any, row: int, name: str) -> NoReturn:
    kind = type(value).__name__
    if isinstance(value, (str, bytes)):
        what = f"{short(value)} is text; convert it to numbers"
    elif isinstance(value, (decimal.Decimal, fractions.Fraction)):
        what = f"{value} is a {kind}; convert it to float"
    elif isinstance(value, (datetime.date, datetime.time, datetime.timedelta, np.datetime64)):
        what = f"{value} is a time; convert it to a number"
    elif isinstance(value, (bool, np.bool_)):
        what = f"{value} is a truth value, not a coordinate"
    elif isinstance(value, complex):
        what = f"{value} is a complex number, not a coordinate"
    elif isinstance(value, (list, tuple, np.ndarray)):
        what = f"a list of length {np.size(value)} in place of a number"
    else:
        what = f"an object of type {kind} is neither a box nor a geometry whose bounds are known"
    raise TypeError(f"{name}: row {row}: {what}")
