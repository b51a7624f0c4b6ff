"""Rows without a box, rows over the antimeridian, and the row that each box belongs to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from .. import _core
from . import _inputs
from ._inputs import Boxes, Columns, Raw
from ._options import Labels

#: What to do with rows that have no box.
Missing: TypeAlias = Literal["error", "skip"]
#: The axis whose numbers are degrees from -180 to 180.
Longitude: TypeAlias = Literal["x", "y", "z"]
Ids: TypeAlias = NDArray[np.int64]


@dataclass(frozen=True)
class Rows:
    """Boxes, and the row of the caller's input that each belongs to."""

    boxes: Boxes
    #: The number of rows.
    total: int
    #: The row of each box; None if box i is row i.
    rows: Ids | None = None
    #: Whether some rows have two boxes. The second ones come last.
    is_cut: bool = False

    def of(self, ids: Ids) -> Ids:
        """The rows that boxes belong to."""
        return ids if self.rows is None else self.rows[ids]

    def labels(self, values: NDArray[Any]) -> NDArray[Any]:
        """The values of the boxes, given the values of the rows."""
        return values if self.rows is None else np.ascontiguousarray(values[self.rows])


def read(
    boxes: Any = None,
    mins: Any = None,
    maxs: Any = None,
    name: str = "boxes",
    columns: Columns | None = None,
    missing: Missing = "error",
    longitude: Longitude | None = None,
) -> Rows:
    """Boxes in any form."""
    is_short = mins is maxs is columns is longitude is None and missing == "error"
    if is_short and _core.are_rows(boxes):
        return Rows(boxes, len(boxes))
    raw = _inputs.many(_inputs.raw_or_corners(boxes, mins, maxs, name, columns), name)
    return of_raw(raw, name, missing, longitude)


def of_raw(raw: Raw, name: str, missing: Missing, longitude: Longitude | None) -> Rows:
    """The boxes of the rows that have one; an error unless other rows may be left out."""
    if not isinstance(missing, str) or missing not in ("error", "skip"):
        raise ValueError(f'missing must be "error" or "skip": {missing!r}')
    total = _inputs.count(raw.boxes)
    is_plain = raw.missing is None and missing == "error" and longitude is None
    # The compiled part finds NaN itself.
    gone = None if is_plain else missing_of(raw)
    found = Rows(raw.boxes, total)
    if gone is not None and gone.any():
        if missing == "error":
            row = int(np.argmax(gone))
            raise ValueError(
                f'{name}: row {row} has no box: it is null, empty or NaN; missing="skip" leaves '
                "out rows without a box"
            )
        rows = np.flatnonzero(~gone)
        found = Rows(take(raw.boxes, rows), total, rows)
    placed = found if longitude is None else _cut(found, longitude, name)
    if placed.rows is not None:
        check(placed, name)
    return placed


def check(found: Rows, name: str) -> None:
    """Checks the boxes here, where the compiled part would report the box instead of the row."""
    columns, axes = columns_of(found.boxes), _inputs.dimensions(found.boxes)
    for axis in range(axes):
        least, greatest = columns[axis], columns[axis + axes]
        is_wrong = ~(least <= greatest)
        if is_wrong.any():
            at = int(np.argmax(is_wrong))
            row = at if found.rows is None else int(found.rows[at])
            low, high = least[at], greatest[at]
            if low > high:
                raise ValueError(
                    f"{name}: row {row}: min {low:g} is above max {high:g} on axis {axis}"
                )
            raise ValueError(
                f"{name}: row {row}: not a number on axis {axis}: min {low:g}, max {high:g}; "
                'missing="skip" leaves out rows without a box'
            )


def missing_of(raw: Raw) -> NDArray[np.bool_]:
    """Which rows have no box: they are null, or have a NaN."""
    parts = raw.boxes if isinstance(raw.boxes, tuple) else (raw.boxes,)
    gone = np.zeros(_inputs.count(raw.boxes), bool) if raw.missing is None else raw.missing.copy()
    for part in parts:
        if part.dtype.kind == "f":
            nan = np.isnan(part)
            gone |= nan if nan.ndim == 1 else nan.any(axis=1)
    return gone


def missing_rows(boxes: Any, *, columns: Columns | None = None) -> Ids:
    """The rows that have no box: they are null, masked or empty, or contain NaN.

    These are the rows that ``missing="skip"`` leaves out.

    Parameters
    ----------
    boxes, columns
        As in `self_pairs`.

    Examples
    --------
    >>> import broadleaf
    >>> broadleaf.missing_rows([[0, 0, 1, 1], None, [0, 0, float("nan"), 1]])
    array([1, 2])
    """
    raw = _inputs.many(_inputs.raw(boxes, "boxes", columns), "boxes")
    return np.flatnonzero(missing_of(raw))


def take(boxes: Boxes, rows: Ids) -> Boxes:
    if isinstance(boxes, tuple):
        return tuple(part[rows] for part in boxes)
    return boxes[rows]


def columns_of(boxes: Boxes) -> list[NDArray[Any]]:
    """A column for each coordinate."""
    if not isinstance(boxes, tuple):
        return list(boxes.T)
    if boxes[0].ndim == 1:
        return list(boxes)
    return [column for part in boxes for column in part.T]


def _cut(found: Rows, longitude: Longitude, name: str) -> Rows:
    """Splits boxes over the antimeridian in two: up to 180 degrees, and from -180 degrees."""
    axes = _inputs.dimensions(found.boxes)
    if longitude not in ("x", "y", "z")[:axes]:
        raise ValueError(f'longitude must be "x" or another axis of the boxes: {longitude!r}')
    columns, axis = columns_of(found.boxes), "xyz".index(longitude)
    west, east = columns[axis], columns[axis + axes]
    for degrees in (west, east):
        outside = (degrees < -180) | (degrees > 180)
        if outside.any():
            at = int(np.argmax(outside))
            row = at if found.rows is None else int(found.rows[at])
            raise ValueError(
                f"{name}: row {row}: {degrees[at]} is not a longitude: degrees are from -180 to 180"
            )
    over = np.flatnonzero(west > east)
    if not len(over):
        return found
    parts = [np.concatenate([column, column[over]]) for column in columns]
    parts[axis + axes][over] = 180
    parts[axis][len(west) :] = -180
    rows = np.arange(found.total) if found.rows is None else found.rows
    return Rows(tuple(parts), found.total, np.concatenate([rows, rows[over]]), True)


def labels(wanted: Labels | None, lists: list[Rows]) -> Labels | None:
    """The labels of boxes, given the labels of rows."""
    if wanted is None or all(rows.rows is None for rows in lists):
        return wanted

    def placed(values: Any) -> Any:
        return values and [of.labels(part) for of, part in zip(lists, values, strict=True)]

    return Labels(placed(wanted.groups), placed(wanted.categories), placed(wanted.masks))


def pairs(found: NDArray[np.int64], first: Rows, second: Rows | None) -> NDArray[np.int64]:
    """Pairs of boxes as pairs of rows: each once, and without pairs of a row with itself."""
    other = first if second is None else second
    if first.rows is None and other.rows is None:
        return found
    a, b = first.of(found[0]), other.of(found[1])
    if not (first.is_cut or other.is_cut):
        return np.stack([a, b])
    if second is None:
        a, b = np.minimum(a, b)[a != b], np.maximum(a, b)[a != b]
    return distinct(a, b)


def distinct(a: Ids, b: Ids) -> NDArray[np.int64]:
    """Each pair once, in lexicographic order."""
    order = np.lexsort((b, a))
    a, b = a[order], b[order]
    is_new = np.ones(len(a), bool)
    is_new[1:] = (a[1:] != a[:-1]) | (b[1:] != b[:-1])
    return np.stack([a[is_new], b[is_new]])
