"""Errors name the argument, and the row and the value where there is one."""

from __future__ import annotations

import datetime
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import broadleaf
from broadleaf import Index, Tiling

GOOD: list[list[float]] = [[0, 0, 1, 1], [2, 2, 3, 3]]
SMALL = np.array(GOOD, np.float32)
FAR = [[-np.inf, 0, 1, 1]]
LINES = [[0, 1], [1, 2]]
TIMES = np.array(LINES, "M8[s]")
HUGE = 10**400
Call = Callable[[], Any]


def index_over_the_antimeridian() -> Index:
    return Index([[170, 0, -170, 1]], longitude="x")


def mesh(kinds: Any) -> broadleaf.MovingMesh:
    return broadleaf.MovingMesh(3, faces=[[0, 1, 2]], kinds=kinds)


CASES: list[tuple[Call, str]] = [
    # Indexes, trees and tilings.
    (lambda: Index.from_buffer(b"abc"), "buffer: not an index: 3 bytes"),
    (lambda: Index.from_buffer(5), "buffer: .* not 'int'"),
    (lambda: Index(GOOD).cross_pairs(GOOD), "other must be an Index, not list"),  # type: ignore[arg-type]
    (
        lambda: Index(GOOD).cross_pairs(Index(SMALL)),
        "other has float32 boxes in 2D, this index int64 boxes in 2D",
    ),
    (
        lambda: Index(GOOD).cross_pairs(Index(GOOD, longitude="x")),
        "other has longitude='x', this index longitude=None",
    ),
    (
        lambda: index_over_the_antimeridian().query([0, 0, 1, 1], "contains"),
        "predicate 'contains' does not support",
    ),
    (lambda: broadleaf.Tree(2).insert([1, 2, 3], GOOD), "ids: 3 for 2 boxes"),
    (lambda: broadleaf.Tree(5), "dimensions must be 2 or 3: 5"),
    (lambda: broadleaf.Tree(2, "float16"), "dtype: coordinates of type float16"),
    (lambda: Tiling(GOOD, 2).self_pairs(9, GOOD), "tile: there is no tile 9, only 2"),
    (lambda: Tiling(GOOD, 2).self_pairs(-1, GOOD), "tile: there is no tile -1"),
    (lambda: Tiling.from_bytes(b"x"), "data: not a tiling"),
    (
        lambda: Index(SMALL).cast([[0, 0]], [1, 1e300]),
        r"directions: row 0: 10{300} is inf in float32 on axis 1",
    ),
    # Broad phases and meshes.
    (lambda: broadleaf.BroadPhase.restore(b"x"), "data: these bytes are not a saved broad phase"),
    (lambda: broadleaf.BroadPhase(2).rewind(3), "steps: 3: "),
    (lambda: mesh(["face"]), 'kinds: there are no candidates of kind "face"'),
    (lambda: mesh(["face_face"]).pairs("x"), "\"kind 'x' is not among those of this mesh"),
    # Joins of tables.
    (lambda: broadleaf.sjoin(GOOD, GOOD, metric="chebyshev"), "metric='chebyshev' goes with"),
    (lambda: broadleaf.sjoin(GOOD, GOOD, distance=[1]), r"distance: .* not \(1,\)"),
    (lambda: broadleaf.sjoin(GOOD, GOOD, distance=1, longitude="x"), "longitude='x': distances"),
    (lambda: broadleaf.sjoin(GOOD, GOOD, labels=3), "labels must be .* not 3"),  # type: ignore[arg-type]
    (lambda: broadleaf.sjoin(GOOD, GOOD, labels=([1, "x"], None)), "labels: those of left .*'x'"),
    (lambda: broadleaf.sjoin(GOOD, GOOD, labels=(None, 5)), "labels: those of right are no column"),
    (lambda: broadleaf.iou_pairs(GOOD, min_iou=0), "min_iou must be above 0: 0;"),
    # Intervals.
    (lambda: broadleaf.interval_pairs(LINES, distance=-1), "distance must be at least 0: -1"),
    (lambda: broadleaf.interval_pairs(LINES, min_overlap=0), "min_overlap must be above 0: 0"),
    (lambda: broadleaf.interval_pairs(LINES, min_overlap=-0.5), "min_overlap must .* 0: -0.5"),
    (lambda: broadleaf.cluster_intervals(LINES, gap=-2), "gap must be at least 0: -2"),
    (
        lambda: broadleaf.cluster_intervals(TIMES, gap=datetime.timedelta(-1)),
        "gap must be at least 0: -1 day",
    ),
    (lambda: broadleaf.interval_pairs(LINES, TIMES), "a has numbers, b has times; intervals need"),
    (
        lambda: broadleaf.interval_pairs((LINES[0], TIMES[0])),
        "a has numbers and times; intervals need",
    ),
    (
        lambda: broadleaf.interval_pairs(
            np.array([[0, 1], [0, 9000]], "M8[Y]"), distance=np.timedelta64(1, "ns")
        ),
        "a: row 1: 10970 does not fit into",
    ),
    # Coordinates.
    (lambda: broadleaf.self_pairs([*GOOD, [0, 0, HUGE, 1]]), r"boxes: row 2: 10+\.\.\. does not"),
    (lambda: broadleaf.self_pairs([*GOOD, [0, 0, HUGE, 0.5]]), r"boxes: row 2: 10+\.\.\. is above"),
    # Options.
    (
        lambda: broadleaf.self_pairs(GOOD, progress=3),  # type: ignore[arg-type]
        "progress must be .*: 3",
    ),
    (
        lambda: broadleaf.cross_pairs(GOOD, GOOD, groups=[1, 2, 3]),  # type: ignore[arg-type]
        r"groups must .* not \[1, 2, 3",
    ),
    # Periods.
    (lambda: broadleaf.periodic_pairs(GOOD, distance=-1), "distance: .* is -1"),
    (lambda: broadleaf.periodic_pairs(GOOD, distance=1, periods=[1, 0]), "periods: .* axis 1 is 0"),
    (
        lambda: broadleaf.periodic_pairs([[0, 0], [0, 1e20]], distance=1, periods=[1, 1]),
        "points: row 1: axis 1: 1e20 to 1e20, more than",
    ),
    (
        lambda: broadleaf.periodic_pairs(GOOD, 1, periods=[1, 0.5]),
        r"points: row 0: axis 1: 0\.0 to 1\.0, longer than the period",
    ),
]


@pytest.mark.parametrize(("call", "message"), CASES, ids=[message for _, message in CASES])
def test_messages(call: Call, message: str) -> None:
    with pytest.raises((TypeError, ValueError, LookupError), match=f"^({message})"):
        call()


def test_messages_about_arrow() -> None:
    arrow = pytest.importorskip("pyarrow")
    cases = [
        ([[0, 0, 1, 1], None, [0, None, 1, 1]], "boxes: row 2 has a null in place of a number"),
        ([None, [0, 0, 1, 1], [1, 2]], "boxes: row 2 has 2 numbers, others have 4"),
    ]
    for values, message in cases:
        column = arrow.array(values)
        for boxes in (column, arrow.chunked_array([column.slice(0, 2), column.slice(2)])):
            with pytest.raises(ValueError, match=f"^{message}"):
                broadleaf.self_pairs(boxes)
    with pytest.raises(ValueError, match=r"^geometry: number 2 of the box is null"):
        Index(GOOD).query(arrow.array([0, 0, None, 1]))


def test_messages_about_files(tmp_path: Any) -> None:
    path = tmp_path / "empty"
    for data, message in [(b"", "the file is empty"), (b"abc", "3 bytes")]:
        path.write_bytes(data)
        with pytest.raises(ValueError, match=f"^path '.*empty': not an index: {message}"):
            Index.load(path)


def test_messages_about_geometries() -> None:
    shapely = pytest.importorskip("shapely")
    points = [shapely.Point(0, 0)]
    options: list[dict[str, Any]] = [
        {"interiors": True},
        {"longitude": "x"},
        {"metric": "chebyshev", "distance": 1},
    ]
    for option in options:
        name, value = next(iter(option.items()))
        with pytest.raises(ValueError, match=f"^{name}={value!r} is for boxes"):
            broadleaf.sjoin(points, GOOD, **option)
    with pytest.raises(ValueError, match=r"^right: row 0: an infinite .*: \[-inf, 0\.0, 1\.0, 1"):
        broadleaf.sjoin(points, FAR)
