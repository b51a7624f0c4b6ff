"""Real-world inputs give the right boxes, or an error that names the row and the problem."""

from __future__ import annotations

import dataclasses
import math
from collections import namedtuple
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import broadleaf

pd = pytest.importorskip("pandas")
shapely = pytest.importorskip("shapely")

ROWS = np.array([[0, 0, 2, 2], [1, 1, 3, 5], [7, 8, 9, 10.0]])
#: The order of the columns differs from that of arrays.
FRAME = pd.DataFrame(ROWS[:, [0, 2, 1, 3]], columns=["xmin", "xmax", "ymin", "ymax"])
Sides = namedtuple("Sides", "left right bottom top")
Point = namedtuple("Point", "y x")


@dataclasses.dataclass
class Bounds:
    xmin: float
    xmax: float
    ymin: float
    ymax: float


class Rect:
    """A sequence of x, y, width, height, like pygame's."""

    w = h = 1

    def __len__(self) -> int:
        return 4

    def __getitem__(self, at: int) -> int:
        return (5, 5, 6, 7)[at]


def _in_levels() -> Any:
    levels = [("x", "min"), ("x", "max"), ("y", "min"), ("y", "max")]
    return pd.DataFrame(FRAME.to_numpy(), columns=pd.MultiIndex.from_tuples(levels))


NAMED: dict[str, Callable[[], Any]] = {
    "rows of a frame": lambda: [row for _, row in FRAME.iterrows()],
    "rows without names": lambda: [pd.Series(row) for row in ROWS],
    "arrays by label": lambda: pd.Series([*ROWS], index=["a", "b", "c"]),
    "named tuples": lambda: [Sides(*row) for row in FRAME.to_numpy()],
    "dataclasses": lambda: [Bounds(*row) for row in FRAME.to_numpy()],
    "other keys": lambda: [
        {**row, "id": 7} if at else row for at, row in enumerate(FRAME.to_dict("records"))
    ],
    "columns in levels": _in_levels,
    "masked objects": lambda: np.ma.array(ROWS.astype(object)),
}


@pytest.mark.parametrize("form", NAMED)
def test_rows_are_read_by_their_names(form: str) -> None:
    np.testing.assert_array_equal(broadleaf.Index(NAMED[form]()).boxes(), ROWS)


def test_single_rows_and_columns_with_other_names() -> None:
    index = broadleaf.Index(ROWS)
    assert index.query(Bounds(7, 7, 9, 9)).tolist() == [2]
    whole = pd.DataFrame(ROWS, columns=[3, 1, 2, 0])
    named = broadleaf.Index(whole, columns=[3, 1, 2, 0])
    np.testing.assert_array_equal(named.boxes(), ROWS)
    levels = _in_levels()
    chosen = [("x", "min"), ("y", "min"), ("x", "max"), ("y", "max")]
    np.testing.assert_array_equal(broadleaf.Index(levels, columns=chosen).boxes(), ROWS)


def test_names_are_for_the_list_that_has_some() -> None:
    names = ["xmin", "ymin", "xmax", "ymax"]
    expected = broadleaf.cross_pairs(ROWS, ROWS)
    for a, b in ((ROWS, FRAME), (FRAME, ROWS), (FRAME, FRAME)):
        np.testing.assert_array_equal(broadleaf.cross_pairs(a, b, columns=names), expected)
    with pytest.raises(TypeError, match="b: columns= needs a table"):
        broadleaf.cross_pairs(FRAME, ROWS, b_columns=names)


def _moved(ways: Any) -> NDArray[Any]:
    broad_phase = broadleaf.BroadPhase(margin=1)
    ids = broad_phase.create([[0, 0, 1, 1]])
    broad_phase.move(ids, [[10, 0, 11, 1]], displacements=ways)
    return broad_phase.boxes(fat=True)


def test_vectors_are_read_by_their_names() -> None:
    index = broadleaf.Index(ROWS)
    ids, times = index.cast([[-5, 1]], [Point(0, 1)])
    assert (ids[0], times[0]) == (0, 5)
    _, distances = index.query_nearest([Point(11, 8)], return_distance=True)
    assert distances.tolist() == [1]
    np.testing.assert_array_equal(
        broadleaf.n_body_forces([Point(0, 0), Point(0, 2)]), [[0.25, 0], [-0.25, 0]]
    )
    plain = _moved([[3, 0]])
    np.testing.assert_array_equal(_moved([Point(0, 3)]), plain)
    np.testing.assert_array_equal(_moved(pd.DataFrame({"y": [0], "x": [3]})), plain)


WRONG: dict[str, tuple[Callable[[], Any], str]] = {
    "names after rows": (lambda: [(1, 1, 3, 5), Sides(0, 2, 0, 2)], "tuple among rows with names"),
    "sizes": (lambda: [Rect()], "row 0: .*Rect is not known: it has a size"),
    "one of sizes": (lambda: Rect(), "Rect is not known: it has a size"),
    "truth": (lambda: [[0, 0, 1, 1], [True, 0, 1, 1]], "row 1: True is a truth value"),
    "rounded": (lambda: [[0.5, 0, 2**53 + 1, 2]], "row 0: 9007199254740993 is not a value"),
    "too large": (lambda: [[0.5, 0, 10**400, 2]], "above the greatest float64"),
    "other labels": (
        lambda: dict(FRAME.to_dict("series"), xmax=FRAME.xmax[::-1]),
        "the rows of the columns have other labels",
    ),
    "no key": (
        lambda: [{"xmin": 0, "ymin": 0, "xmax": 1, "ymax": 1}, {"xmin": 0, "ymin": 0, "xmax": 1}],
        "row 1 has no box",
    ),
    "table of geometries": (lambda: shapely.box(*ROWS.T).reshape(3, 1), "shape \\(3, 1\\)"),
    "a file": (lambda: ROWS.tobytes(), "\\.\\.\\. is text"),
    "WKB": (lambda: [shapely.box(0, 0, 1, 1).wkb], "text, such as .*\\.\\.\\.$"),
    "masked object": (
        lambda: np.ma.array(ROWS.astype(object), mask=np.eye(3, 4)[[1, 0, 2]] > 0),
        "row 0 has no box",
    ),
}


@pytest.mark.parametrize("kind", WRONG)
def test_what_may_be_another_box_is_an_error(kind: str) -> None:
    make, message = WRONG[kind]
    with pytest.raises((TypeError, ValueError), match=message):
        broadleaf.self_pairs(make())


def test_missing_geometries_of_all_kinds_are_skipped() -> None:
    boxes = shapely.box(*ROWS.T)
    for gone in (None, pd.NA, math.nan, shapely.Point()):
        for rows in ([gone, *boxes], np.array([gone, *boxes], object)):
            assert broadleaf.self_pairs(rows, missing="skip").tolist() == [[1], [2]]


def test_the_empty_box_of_matplotlib_is_none() -> None:
    transforms = pytest.importorskip("matplotlib.transforms")
    boxes = [transforms.Bbox.null(), transforms.Bbox.from_extents(2, 0, 0, 2)]
    assert broadleaf.missing_rows(boxes).tolist() == [0]
    np.testing.assert_array_equal(broadleaf.Index(boxes, missing="skip").boxes(), [[0, 0, 2, 2]])


def test_errors_name_rows_and_not_boxes() -> None:
    rows = [None, [0, 0, 1, 1], [3, 0, 2, 1]]
    with pytest.raises(ValueError, match="row 2: min 3 is above max 2 on axis 0"):
        broadleaf.self_pairs(rows, missing="skip")
    over = [[170, 0, -170, 1], None, [0, 3, 1, 2]]
    with pytest.raises(ValueError, match="row 2: min 3 is above max 2 on axis 1"):
        broadleaf.Index(over, longitude="x", missing="skip")


def test_corners_of_one_side() -> None:
    lists = broadleaf.self_pairs(
        mins=[[0, 0], None, [1, 1]],  # type: ignore[arg-type]
        maxs=[[1, 1], [2, 2], [2, 2]],
        missing="skip",
    )
    assert lists.tolist() == [[0], [2]]
    objects = ROWS.astype(object)
    assert broadleaf.self_pairs(mins=objects[:, :2], maxs=objects[:, 2:]).shape == (2, 1)
    with pytest.raises(TypeError, match="mins: a table"):
        broadleaf.self_pairs(mins=[Point(0, 1)], maxs=[Point(3, 4)])


CALLS: dict[str, tuple[Callable[[], Any], str]] = {
    "missing": (lambda: broadleaf.Index(ROWS).query([0, 0, 1, 1], missing="drop"), "missing must"),  # type: ignore[arg-type]
    "columns": (lambda: broadleaf.self_pairs(ROWS, columns=["a"] * 4), "columns= needs a table"),
    "set": (
        lambda: broadleaf.self_pairs(FRAME, columns={"xmin", "ymin"}),  # type: ignore[arg-type]
        "columns must be",
    ),
    "threads": (lambda: broadleaf.self_pairs(ROWS, threads=True), "threads must be an integer"),
    "limit": (lambda: broadleaf.self_pairs(ROWS, limit=True), "limit must be an integer"),
    "k": (lambda: broadleaf.Index(ROWS).query_nearest([0, 0], k=2.5), "k must be an integer"),  # type: ignore[call-overload]
    "distance": (
        lambda: broadleaf.Index(ROWS).pairs("1"),  # type: ignore[arg-type]
        "distance must be a number",
    ),
    "tiles": (lambda: broadleaf.Tiling(ROWS, 1.5), "tiles must be an integer"),  # type: ignore[arg-type]
    "radius": (
        lambda: broadleaf.mesh_candidates(ROWS[:, :3], radius="1"),  # type: ignore[arg-type]
        "radius must be a number",
    ),
    "kinds": (
        lambda: broadleaf.mesh_candidates(ROWS[:, :3], kinds="vertex_face"),
        "kinds must be a list",
    ),
    "slots": (lambda: broadleaf.BroadPhase.slots([1.5]), "ids: expected integers"),
    "complex": (lambda: broadleaf.n_body_forces(ROWS[:, :2] + 0j), "complex numbers"),
    "complex ways": (lambda: broadleaf.Index(ROWS).cast([[0, 0]], [1j, 0]), "complex numbers"),
    "masked ways": (lambda: _moved(np.ma.array([[1, 0]], mask=[[True, False]])), "row 0 is masked"),
    "text": (lambda: broadleaf.mesh_candidates(ROWS[:, :3].astype(str)), "v0: .*text"),
    "rounded": (
        lambda: broadleaf.mesh_candidates(np.full((2, 3), 2**60 + 1)),
        "v0: row 0: .* is not a value of float64",
    ),
    "infinite": (
        lambda: broadleaf.BroadPhase(2, "float32").create([[0, 0, 1e39, 1]]),
        "row 0: 1e\\+39 is not a value of float32",
    ),
}


@pytest.mark.parametrize("call", CALLS)
def test_odd_arguments_are_errors(call: str) -> None:
    run, message = CALLS[call]
    with pytest.raises((TypeError, ValueError), match=message):
        run()
