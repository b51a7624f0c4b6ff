"""Rows without a box, and boxes over the antimeridian, compared with brute force."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
import shapely
from conftest import overlap_matrix
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from strategies import boxes

import broadleaf

Array = NDArray[Any]
NAMES = ["xmin", "ymin", "xmax", "ymax"]


def with_nan(array: Array, gone: Array) -> Any:
    holes = array.astype(float)
    holes[gone, np.arange(gone.sum()) % 4] = np.nan
    return holes


def as_arrow(array: Array, gone: Array) -> Any:
    return pa.table({name: pa.array(array[:, i], mask=gone) for i, name in enumerate(NAMES)})


def as_structs(array: Array, gone: Array) -> Any:
    columns = [pa.array(column) for column in array.T]
    structs = pa.StructArray.from_arrays(columns, NAMES, mask=pa.array(gone))
    return pa.chunked_array([structs[: len(gone) // 2], structs[len(gone) // 2 :]])


def as_geometries(array: Array, gone: Array) -> Any:
    geometries = shapely.box(*array.astype(float).T)
    places = np.flatnonzero(gone)
    geometries[places[::2]] = None
    geometries[places[1::2]] = shapely.Polygon()
    return geometries


FORMS: dict[str, Callable[[Array, Array], Any]] = {
    "NaN": with_nan,
    "masked": lambda a, gone: np.ma.array(a, mask=np.repeat(gone[:, None], 4, axis=1)),
    "one masked": lambda a, gone: np.ma.array(a, mask=gone[:, None] & (np.arange(4) == 2)),
    "None": lambda a, gone: [None if g else row for row, g in zip(a.tolist(), gone, strict=True)],
    "Arrow": as_arrow,
    "Arrow structs": as_structs,
    "pandas": lambda a, gone: pd.DataFrame(with_nan(a, gone), columns=NAMES),
    "pandas with nulls": lambda a, gone: pd.DataFrame(
        with_nan(a, gone), columns=NAMES
    ).convert_dtypes(),
    "shapely": as_geometries,
    "list of shapely": lambda a, gone: list(as_geometries(a, gone)),
}


def drawn(data: st.DataObject, form: str) -> tuple[Any, Array, Array]:
    """Boxes in some form with missing rows, all boxes, and the rows that are missing."""
    array = data.draw(boxes(2, ("i8",), 8).filter(len))
    gone = np.array(data.draw(st.lists(st.booleans(), min_size=len(array), max_size=len(array))))
    return FORMS[form](array, gone), array, gone


@settings(max_examples=25)
@given(st.data(), st.sampled_from(list(FORMS)), st.sampled_from(list(FORMS)))
def test_missing_rows_take_no_part(data: st.DataObject, form: str, other: str) -> None:
    (a, first, lost), (b, second, gone) = drawn(data, form), drawn(data, other)
    found = overlap_matrix(first, first) & ~lost & ~lost[:, None]
    pairs = np.array(np.nonzero(np.triu(found, 1)))
    np.testing.assert_array_equal(broadleaf.self_pairs(a, missing="skip"), pairs)
    assert broadleaf.count_pairs(a, missing="skip") == pairs.shape[1]
    np.testing.assert_array_equal(broadleaf.missing_rows(a), np.flatnonzero(lost))
    groups = np.arange(len(first)) % 2
    apart = groups[pairs[0]] != groups[pairs[1]]
    np.testing.assert_array_equal(
        broadleaf.self_pairs(a, missing="skip", groups=groups, limit=3), pairs[:, apart][:, :3]
    )
    expected = np.array(np.nonzero(overlap_matrix(first, second) & ~lost[:, None] & ~gone))
    np.testing.assert_array_equal(broadleaf.cross_pairs(a, b, missing="skip"), expected)
    index = broadleaf.Index(b, missing="skip")
    np.testing.assert_array_equal(index.query(a, missing="skip"), expected)
    np.testing.assert_array_equal(index.ids(), np.flatnonzero(~gone))
    np.testing.assert_array_equal(index.boxes(), second[~gone])
    nearest = index.query_nearest(a, missing="skip", all_matches=False)
    np.testing.assert_array_equal(nearest[0], np.flatnonzero(~lost) if len(index) else [])
    assert not gone[nearest[1]].any()
    if lost.any():
        for ask in (broadleaf.self_pairs, broadleaf.count_pairs, broadleaf.Index, index.query):
            with pytest.raises(ValueError, match=rf'row {np.argmax(lost)}\b.*missing="skip"'):
                ask(a)


def test_masked_corners_and_odd_options() -> None:
    corners = np.ma.array(
        [[0, 0], [1, 1], [0, 0]], mask=[[False, False], [False, True], [False, False]]
    )
    found = broadleaf.self_pairs(mins=corners, maxs=np.ones((3, 2)), missing="skip")
    assert found.tolist() == [[0], [2]]
    with pytest.raises(ValueError, match='missing must be "error" or "skip": \'drop\''):
        broadleaf.self_pairs([[0, 0, 1, 1]], missing="drop")  # type: ignore[arg-type]
    index = broadleaf.Index([[0, 0, 1, 1]])
    assert index.query(shapely.Point(), missing="skip").shape == (0,)
    with pytest.raises(ValueError, match="row 0 has no box"):
        broadleaf.BroadPhase(2).create(np.ma.array([[0, 0, 1, 1]], mask=True))
    one = np.ma.array([0.0, 0, 1, 1], mask=[False, False, True, False])
    for asked in (index, broadleaf.Index([[0.0, 0, 1, 1]])):
        assert asked.query(one, missing="skip").shape == (0,)
        with pytest.raises(ValueError, match="row 0 has no box"):
            asked.query(one)
    assert broadleaf.missing_rows([one, np.zeros(4), None]).tolist() == [0, 2]
    with pytest.raises(TypeError, match="None is neither a list of boxes"):
        index.query(None)


def test_ids_that_are_rows_of_a_table_are_saved(tmp_path: Path) -> None:
    index = broadleaf.Index([[0, 0, 1, 1], None, [0, 0, 2, 2]], missing="skip")
    same = pickle.loads(pickle.dumps(index))
    index.save(tmp_path / "skipped")
    with pytest.raises(ValueError, match=r'the ids of the 2 boxes are not row numbers.*ids="any"'):
        broadleaf.Index.load(tmp_path / "skipped")
    with pytest.raises(ValueError, match="not row numbers"):
        broadleaf.Index.from_buffer(index.to_bytes())
    loaded = broadleaf.Index.load(tmp_path / "skipped", ids="any")
    for one in (index, same, loaded):
        assert one.query([0, 0, 1, 1]).tolist() == [0, 2] == one.ids().tolist()
        assert one.pairs().tolist() == [[0], [2]]
        assert len(one) == 2


@st.composite
def longitudes(draw: st.DrawFn) -> Array:
    """Boxes in degrees, some of them over the antimeridian."""
    count = draw(st.integers(1, 8))
    degrees = st.sampled_from([-180, -179, -90, 0, 1, 90, 179, 180])
    rows = [[draw(degrees), draw(st.integers(0, 3)), draw(degrees), 0] for _ in range(count)]
    array = np.array(rows, draw(st.sampled_from(["f8", "f4", "i4"])))
    array[:, 3] = array[:, 1] + draw(st.integers(0, 2))
    return array


def touch(a: Array, b: Array) -> bool:
    """Whether any of the one or two boxes of two rows touch."""

    def parts(row: Array) -> list[Array]:
        if row[0] <= row[2]:
            return [row]
        return [np.array([row[0], row[1], 180, row[3]]), np.array([-180, row[1], row[2], row[3]])]

    return any(bool(overlap_matrix(p[None], q[None])[0, 0]) for p in parts(a) for q in parts(b))


@settings(max_examples=25)
@given(longitudes(), longitudes())
def test_boxes_over_the_antimeridian(a: Array, b: Array) -> None:
    within = [(i, j) for i in range(len(a)) for j in range(i + 1, len(a)) if touch(a[i], a[j])]
    between = [(i, j) for i in range(len(a)) for j in range(len(b)) if touch(a[i], b[j])]
    pairs, crossing = (np.array(found).reshape(-1, 2).T for found in (within, between))
    np.testing.assert_array_equal(broadleaf.self_pairs(a, longitude="x"), pairs)
    np.testing.assert_array_equal(broadleaf.self_pairs(a, longitude="x", limit=2), pairs[:, :2])
    assert broadleaf.count_pairs(a, longitude="x") == len(within)
    np.testing.assert_array_equal(broadleaf.cross_pairs(a, b, longitude="x"), crossing)
    index = broadleaf.Index(b, longitude="x")
    np.testing.assert_array_equal(index.query(a), crossing)
    np.testing.assert_array_equal(index.boxes(), b)
    assert len(index) == len(b)
    np.testing.assert_array_equal(
        pickle.loads(pickle.dumps(index)).pairs(),
        broadleaf.self_pairs(b, longitude="x"),
    )
    if a.dtype == b.dtype:
        joined = broadleaf.Index(a, longitude="x").cross_pairs(index)
        np.testing.assert_array_equal(joined, crossing)
    turned = b[:, [1, 0, 3, 2]]
    np.testing.assert_array_equal(broadleaf.self_pairs(turned, longitude="y"), index.pairs())


def test_errors_of_longitudes() -> None:
    over = [[170.0, 0, -170, 1]]
    with pytest.raises(ValueError, match=r'row 0: min 170 is above max -170.*longitude="x"'):
        broadleaf.self_pairs(over)
    with pytest.raises(ValueError, match=r"row 1: 190\.0 is not a longitude"):
        broadleaf.self_pairs([*over, [0, 0, 190, 1]], longitude="x")
    with pytest.raises(ValueError, match="longitude must be"):
        broadleaf.self_pairs(over, longitude="z")
    index = broadleaf.Index(over, longitude="x")
    assert (
        index.query([175, 0, -175, 1]).tolist() == index.query([-175, 0, -170, 1]).tolist() == [0]
    )
    for ask in (
        lambda: index.query_nearest([0.0, 0]),
        lambda: index.pairs(distance=1),
        lambda: index.cast([[0.0, 0]], [1, 0]),
        lambda: index.query(over, "dwithin", 1),
    ):
        with pytest.raises(ValueError, match="antimeridian"):
            ask()
    with pytest.raises(ValueError, match="pickle"):
        index.to_bytes()
