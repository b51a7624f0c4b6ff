"""Options of calls, and of the pairs that they find."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import Any, Literal, Protocol, TypeAlias, runtime_checkable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _numbers


@runtime_checkable
class ProgressBar(Protocol):
    """The interface of tqdm's progress bars."""

    def update(self, n: int, /) -> Any:
        """Adds `n` to the work done."""


#: A function of the amount of work done, or a progress bar.
Progress: TypeAlias = Callable[[int], Any] | ProgressBar


class Call:
    """The number of threads, and a function to report the work done."""

    __slots__ = ("progress", "threads")

    def __init__(self, threads: int | None, progress: Progress | None) -> None:
        if threads is not None:
            threads = integer(threads, "threads")
            if not 1 <= threads <= 4096:
                raise ValueError(f"threads must be from 1 to 4096, or None for all: {threads}")
        self.threads = threads
        self.progress = _reporter(progress)


def call(threads: int | None, progress: Progress | None) -> Call | None:
    """The options of a call; None if all are defaults."""
    return None if threads is None and progress is None else Call(threads, progress)


def _reporter(progress: Progress | None) -> Callable[[int], Any] | None:
    if progress is None:
        return None
    if isinstance(progress, ProgressBar):
        update, done = progress.update, 0

        def report(now: int) -> None:
            nonlocal done
            update(now - done)
            done = now

        return report
    if not callable(progress):
        raise TypeError(
            "progress must be a function of a number, or have a method update: "
            f"{_numbers.short(progress)}"
        )
    return progress


#: The number of nearest boxes, the largest distance, whether equal boxes are left out, and
#: whether ties for the last box are all returned.
Wanted: TypeAlias = tuple[int, float | None, bool, bool]


#: #: Origins, directions, the largest multiple of these, and whether the first, all or any hits are
#: wanted.
Casts: TypeAlias = tuple[Any, NDArray[np.float64], float, Literal["first", "all", "any"]]


class Labels:
    """Groups, or categories and masks: an array for the boxes of each list."""

    __slots__ = ("categories", "groups", "masks")

    def __init__(
        self,
        groups: list[NDArray[np.int64]] | None,
        categories: list[NDArray[np.uint32]] | None,
        masks: list[NDArray[np.uint32]] | None,
    ) -> None:
        self.groups = groups
        self.categories = categories
        self.masks = masks


def labels(counts: list[int], groups: Any, categories: Any, masks: Any) -> Labels | None:
    """The labels of one or two lists with these numbers of boxes, or None if every pair is
    wanted."""
    if (categories is None) != (masks is None):
        raise TypeError("categories and masks go together: only one of them was given")
    if groups is None and categories is None:
        return None
    return Labels(
        _of_lists(groups, counts, np.dtype(np.int64), "groups"),
        _of_lists(categories, counts, np.dtype(np.uint32), "categories"),
        _of_lists(masks, counts, np.dtype(np.uint32), "masks"),
    )


def _of_lists(
    value: Any, counts: list[int], kind: np.dtype[Any], name: str
) -> list[NDArray[Any]] | None:
    if value is None:
        return None
    if len(counts) == 1:
        return [_label(value, counts[0], kind, name)]
    if not isinstance(value, (tuple, list)) or len(value) != 2:
        what = _numbers.short(value)
        raise TypeError(
            f"{name} must be a tuple of two arrays, for the boxes of a and of b, not {what}"
        )
    return [_label(part, count, kind, name) for part, count in zip(value, counts, strict=True)]


def _label(values: ArrayLike, count: int, kind: np.dtype[Any], name: str) -> NDArray[Any]:
    array = _numbers.whole(values, name)
    if array.size == 0:
        array = array.astype(kind)
    if array.shape != (count,):
        raise ValueError(
            f"{name}: expected one number for each of {count} boxes, not {array.shape}"
        )
    if array.dtype.kind not in "iu":
        raise TypeError(f"{name}: expected integers, not {array.dtype}")
    if array.size and not np.can_cast(array.dtype, kind):
        limits = np.iinfo(kind)
        outside = (array < limits.min) | (array > limits.max)
        if outside.any():
            at = int(np.argmax(outside))
            raise ValueError(f"{name}: row {at}: {array[at]} does not fit into {kind}")
    return np.ascontiguousarray(array, dtype=kind)


def integer(value: Any, name: str) -> int:
    """An integer, but not a truth value."""
    try:
        if isinstance(value, (bool, np.bool_)):
            raise TypeError
        return operator.index(value)
    except TypeError:
        raise TypeError(f"{name} must be an integer, not {value!r}") from None


def number(value: Any, name: str) -> float:
    """A number, but not a truth value or text."""
    try:
        if isinstance(value, (bool, np.bool_, str, bytes)):
            raise TypeError
        return float(value)
    except (TypeError, ValueError, OverflowError):
        raise TypeError(f"{name} must be a number, not {value!r}") from None


def whole(value: Any, name: str, least: int, greatest: int) -> int:
    """An integer in this range."""
    number = integer(value, name)
    if not least <= number <= greatest:
        raise ValueError(f"{name} must be from {least} to {greatest}: {number}")
    return number


def dimensions(value: Any) -> int:
    """The number of axes of boxes."""
    axes = whole(value, "dimensions", -(2**63), 2**63 - 1)
    if axes not in (2, 3):
        raise ValueError(f"dimensions must be 2 or 3: {axes}")
    return axes


def finite(value: Any, name: str) -> float:
    """A number that is neither infinite nor NaN."""
    found = number(value, name)
    if not math.isfinite(found):
        raise ValueError(f"{name} must be finite: {found}")
    return found


def limit(limit: int | None) -> int | None:
    """The limit, checked."""
    if limit is not None:
        limit = integer(limit, "limit")
        if limit < 0:
            raise ValueError(f"limit must not be negative: {limit}")
        # There cannot be more pairs.
        limit = min(limit, 2**63 - 1)
    return limit
