"""Bounds of geometries in columns of Arrow: GeoArrow's own encodings, WKB, WKT, lists."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from . import _geometries
from ._arrow import Array, ArrowColumn, Mask, Piece

#: How many lists are nested around the coordinates in each native encoding.
_DEPTH = {
    "point": 0, "linestring": 1, "multipoint": 1, "polygon": 2, "multilinestring": 2,
    "multipolygon": 3,
}  # fmt: skip
_BYTES = ("z", "Z", "vz", "u", "U", "vu")
#: Names of columns whose bytes are taken for WKB even without an extension type.
_WKB_NAMES = ("geometry", "geom", "wkb", "wkb_geometry", "the_geom")


def is_geometry(column: ArrowColumn) -> bool:
    """Whether the column has geometries, or bytes that can only be geometries."""
    extension, format = column.field.extension, column.field.format
    if extension in ("geoarrow.box",):
        return False
    if extension.startswith(("geoarrow.", "ogc.wkb")):
        return True
    return format in ("z", "Z", "vz") and column.field.name.lower() in _WKB_NAMES


def bounds(column: ArrowColumn, name: str, is_named: bool = False) -> tuple[Array, Mask] | None:
    """Rows of bounds, and which geometries are missing; None if the column has no geometries.

    `is_named`: whether the caller named this column, so that its bytes must be WKB.
    """
    kind = column.field.extension.removeprefix("geoarrow.")
    if column.field.format in _BYTES and (is_named or is_geometry(column)):
        return _of_bytes(column, name)
    if kind in _DEPTH and kind != column.field.extension:
        parts = [_native(column.field, piece, _DEPTH[kind], name) for piece in column.pieces]
        rows = np.concatenate([np.empty((0, 4)), *parts])
        return rows, column.nulls()
    if is_geometry(column):
        raise TypeError(
            f"{name}: {column.field.extension} is not supported; "
            "pass shapely geometries, or convert the column to geoarrow.wkb"
        )
    return None


def lists(column: ArrowColumn, name: str) -> tuple[Array, Mask] | None:
    """Lists of numbers, all of the same length, as rows."""
    if not column.field.format.startswith(("+w:", "+l", "+L")):
        return None
    inner, nulls = column.field.children[0], column.nulls()
    parts = [_spans(column.field, piece) for piece in column.pieces]
    present = [~mask if (mask := p.nulls()) is not None else slice(None) for p in column.pieces]
    lengths = np.concatenate(
        [
            np.empty(0, np.int64),
            *(np.diff(span)[keep] for span, keep in zip(parts, present, strict=True)),
        ]
    )
    width = int(lengths[0]) if len(lengths) else 4
    if (lengths != width).any():
        at = int(np.argmax(lengths != width))
        row = at if nulls is None else int(np.flatnonzero(~nulls)[at])
        raise ValueError(f"{name}: row {row} has {lengths[at]} numbers, others have {width}")
    rows: list[NDArray[Any]] = []
    for piece, span, keep in zip(column.pieces, parts, present, strict=True):
        child = piece.child(0, int(span[0]), int(span[-1] - span[0]))
        numbers, gaps = ArrowColumn(inner, [child]).numbers(name)
        of_piece = np.zeros((piece.length, width), numbers.dtype)
        starts = (span[:-1] - span[0])[keep]
        places = starts[:, None] + np.arange(width)
        if gaps is not None and gaps[places].any():
            at = int(np.argmax(gaps[places].any(axis=1)))
            row = sum(len(part) for part in rows) + int(np.arange(piece.length)[keep][at])
            raise ValueError(f"{name}: row {row} has a null in place of a number")
        of_piece[keep] = numbers[places] if len(starts) else 0
        rows.append(of_piece)
    return np.concatenate(rows) if rows else np.empty((0, width)), nulls


def _spans(field: Any, piece: Piece) -> NDArray[np.int64]:
    """Where the elements of each list begin in the child, and where the last one ends."""
    if field.format.startswith("+w:"):
        width = int(field.format[3:])
        return width * np.arange(piece.first, piece.first + piece.length + 1)
    kind = "i4" if field.format == "+l" else "i8"
    found = piece.buffer(1, kind, piece.first, piece.length + 1).astype(np.int64)
    return found if len(found) else np.zeros(1, np.int64)


def _native(field: Any, piece: Piece, depth: int, name: str) -> Array:
    """Bounds of geometries whose coordinates are inside lists of this depth."""
    nulls = piece.nulls()
    spans = np.arange(piece.length + 1)
    for _ in range(depth):
        ends = _spans(field, piece)
        start, stop = int(ends[0]), int(ends[-1])
        spans, piece = ends[spans] - start, piece.child(0, start, stop - start)
        field = field.children[0]
    x, y = _coordinates(field, piece, name)
    rows = np.full((len(spans) - 1, 4), np.nan)
    filled = spans[1:] > spans[:-1]
    if nulls is not None:
        filled &= ~nulls
    starts = spans[:-1][filled]
    # Parts without gaps between them need no cuts at their ends. Null rows may leave gaps.
    for part, (least, most) in ((x, (0, 2)), (y, (1, 3))):
        if len(starts):
            is_whole = bool((spans[1:][filled][:-1] == starts[1:]).all())
            cuts = starts if is_whole else np.stack([starts, spans[1:][filled]], axis=1).ravel()
            step = slice(None) if is_whole else slice(None, None, 2)
            padded = part if is_whole else np.append(part, part[-1:])
            rows[filled, least] = np.minimum.reduceat(padded, cuts)[step]
            rows[filled, most] = np.maximum.reduceat(padded, cuts)[step]
    return rows


def _coordinates(field: Any, piece: Piece, name: str) -> tuple[Array, Array]:
    """The columns of x and y: two of a struct, or alternating ones."""
    if field.format == "+s":
        names = [child.name for child in field.children]
        column = ArrowColumn(field, [piece])
        return tuple(column.child(names.index(axis)).numbers(name)[0] for axis in "xy")  # type: ignore[return-value]
    width = int(field.format[3:])
    child = piece.child(0, width * piece.first, width * piece.length)
    numbers, _ = ArrowColumn(field.children[0], [child]).numbers(name)
    rows = numbers.reshape(-1, width)
    return rows[:, 0], rows[:, 1]


def _of_bytes(column: ArrowColumn, name: str) -> tuple[Array, Mask]:
    values: list[bytes | None] = []
    for piece in column.pieces:
        nulls = piece.nulls()
        found = _views(piece) if column.field.format.startswith("v") else _strings(column, piece)
        values += (
            found
            if nulls is None
            else [None if is_null else value for value, is_null in zip(found, nulls, strict=True)]
        )
    if column.field.format.endswith(("u", "U")):
        return _geometries.bounds_of_texts(
            [v if v is None else v.decode() for v in values], name
        ), None
    return _geometries.bounds_of_wkb(values, name), None


def _strings(column: ArrowColumn, piece: Piece) -> list[bytes]:
    kind = "i8" if column.field.format in ("Z", "U") else "i4"
    ends = piece.buffer(1, kind, piece.first, piece.length + 1)
    if not len(ends):
        return []
    data = piece.buffer(2, "u1", int(ends[0]), int(ends[-1] - ends[0])).tobytes()
    places = (ends - ends[0]).tolist()
    return [data[start:stop] for start, stop in pairwise(places)]


def _views(piece: Piece) -> list[bytes]:
    """Strings of at most 12 bytes are in their views, longer ones in one of the buffers."""
    views = piece.buffer(1, "V16", piece.first, piece.length)
    # The last buffer has the lengths of the others.
    count = int(piece.array.n_buffers) - 3
    sizes = piece.buffer(count + 2, "i8", 0, max(count, 0))
    data = [piece.buffer(2 + i, "u1", 0, int(sizes[i])) for i in range(count)]
    found = []
    for view in views.tolist():
        length = int.from_bytes(view[:4], "little", signed=True)
        if length <= 12:
            found.append(view[4 : 4 + length])
            continue
        at, start = (int.from_bytes(view[i : i + 4], "little") for i in (8, 12))
        found.append(data[at][start : start + length].tobytes())
    return found
