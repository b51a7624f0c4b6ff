"""Kinds of keys. Only keys of one kind are compared: a time never equals a number.

As in intervals, times without a zone are taken for UTC. A date is its first moment.
"""

from __future__ import annotations

import datetime
import numbers
from typing import Any

import numpy as np

_EPOCH = datetime.datetime(1970, 1, 1)
_UTC_EPOCH = _EPOCH.replace(tzinfo=datetime.UTC)
#: Attoseconds, the finest unit of NumPy, in a second and in each unit of whole seconds.
_SECOND = 10**18
_UNITS = {"W": 604_800, "D": 86_400, "h": 3_600, "m": 60, "s": 1}
#: The powers of 1,000 in a second.
_PARTS = {"ms": 1, "us": 2, "ns": 3, "ps": 4, "fs": 5, "as": 6}


class TimeOfDay(int):
    """Nanoseconds since midnight: a time of day of Python has none."""

    __slots__ = ()


def kind_of(value: Any) -> str:
    """The kind of a key, in words."""
    if isinstance(value, (bool, np.bool_)):
        return "truth values"
    if isinstance(value, (datetime.date, np.datetime64)):
        return "times"
    if isinstance(value, (datetime.time, TimeOfDay)):
        has_zone = isinstance(value, datetime.time) and value.tzinfo is not None
        return "times of day in a zone" if has_zone else "times of day"
    # For NumPy, a duration is an integer.
    if isinstance(value, (datetime.timedelta, np.timedelta64)):
        is_calendar = isinstance(value, np.timedelta64) and _unit_of(value)[0] in "YM"
        return "durations in months" if is_calendar else "durations"
    if isinstance(value, (str, bytes)):
        return "text" if isinstance(value, str) else "bytes"
    return "numbers" if isinstance(value, numbers.Number) else type(value).__name__


def comparable(value: Any) -> Any:
    """A value that is equal and less where the key is.

    Of times and durations, attoseconds; of times of day without a zone, nanoseconds.
    """
    # A time of Python has no nanoseconds, so one of pandas is read as one of NumPy.
    if isinstance(value, (datetime.date, datetime.timedelta)) and hasattr(value, "to_numpy"):
        value = value.to_numpy()
    if isinstance(value, (np.datetime64, np.timedelta64)):
        return _attoseconds(value)
    if isinstance(value, datetime.datetime):
        value = value - (_EPOCH if value.tzinfo is None else _UTC_EPOCH)
    elif isinstance(value, datetime.date):
        value = datetime.datetime(value.year, value.month, value.day) - _EPOCH
    if isinstance(value, datetime.time) and value.tzinfo is None:
        minutes = value.hour * 60 + value.minute
        return ((minutes * 60 + value.second) * 10**6 + value.microsecond) * 1000
    if isinstance(value, datetime.timedelta):
        return value // datetime.timedelta.resolution * 10**12
    return value


def _attoseconds(value: np.datetime64 | np.timedelta64) -> int:
    """A time since 1970, or a duration; of a duration in months, months."""
    unit, count = _unit_of(value)
    if unit == "generic":
        raise ValueError(f"{value!r} is a duration without a unit")
    if unit in "YM":
        months = int(value.astype(np.int64)) * count * (12 if unit == "Y" else 1)
        if isinstance(value, np.timedelta64):
            return months
        value = np.datetime64(months, "M").astype("M8[D]")
        unit, count = "D", 1
    step = _SECOND * _UNITS[unit] if unit in _UNITS else _SECOND // 1000 ** _PARTS[unit]
    return int(value.astype(np.int64)) * count * step


def _unit_of(value: np.datetime64 | np.timedelta64) -> tuple[str, int]:
    unit, count = np.datetime_data(value.dtype)
    return unit, count
