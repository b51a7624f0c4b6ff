"""Pairs and windows without boxes that only touch, compared with NumPy and shapely."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from strategies import boxes
from test_wide_windows import exact, some_boxes

import broadleaf


def interior_matrix(a: NDArray[Any], b: NDArray[Any]) -> NDArray[np.bool_]:
    """The boxes of `a` whose interiors overlap those of boxes of `b`, by brute force."""
    axes = a.shape[1] // 2
    below = a[:, None, :axes] < b[None, :, axes:]
    above = b[None, :, :axes] < a[:, None, axes:]
    matrix: NDArray[np.bool_] = np.asarray((below & above).all(axis=2))
    return matrix


@given(st.data(), st.sampled_from((2, 3)), st.sampled_from(("f4", "f8", "i4", "i8")))
def test_interiors(data: st.DataObject, axes: int, kind: str) -> None:
    a, b = (data.draw(boxes(axes, (kind,))) for _ in range(2))
    within = np.array(np.nonzero(np.triu(interior_matrix(a, a), 1)))
    between = np.array(np.nonzero(interior_matrix(a, b)))
    first, second = broadleaf.Index(a), broadleaf.Index(b)
    tree = broadleaf.Tree(axes, kind)
    tree.insert(np.arange(len(a)), a)
    for found in (
        broadleaf.self_pairs(a, interiors=True),
        first.pairs(interiors=True),
        tree.pairs(interiors=True),
    ):
        np.testing.assert_array_equal(found, within)
    np.testing.assert_array_equal(broadleaf.cross_pairs(a, b, interiors=True), between)
    assert broadleaf.count_pairs(a, interiors=True) == within.shape[1]
    assert broadleaf.count_pairs(a, b, interiors=True) == between.shape[1]
    np.testing.assert_array_equal(first.cross_pairs(second, interiors=True), between)
    for structure in (first, tree):
        windows = structure.query(b, interiors=True)
        np.testing.assert_array_equal(windows, between[::-1][:, np.lexsort(between)])
        for row, window in enumerate(b):
            ids = structure.query(window, interiors=True)
            np.testing.assert_array_equal(ids, between[0][between[1] == row])


@settings(max_examples=25)
@given(st.data(), st.sampled_from(("f4", "f8", "i4", "i8")), st.sampled_from(("f8", "i8")))
def test_windows_of_any_type_are_exact(data: st.DataObject, own: str, asked: str) -> None:
    array = data.draw(some_boxes(own))
    windows = data.draw(some_boxes(asked, array))
    rows, others = ([[exact(n) for n in row] for row in part] for part in (windows, array))
    expected = [
        (i, j)
        for i, a in enumerate(rows)
        for j, b in enumerate(others)
        if all(a[axis] < b[axis + 2] and b[axis] < a[axis + 2] for axis in range(2))
    ]
    found = broadleaf.Index(array).query(windows, interiors=True)
    assert list(zip(*found.tolist(), strict=True)) == expected


def test_interiors_are_those_of_shapely() -> None:
    cells = [[x, y, x + 1 + x % 2, y + 1] for x in range(12) for y in range(9)]
    shapes = shapely.box(*np.array(cells, float).T)
    tree = shapely.STRtree(shapes)
    met, touched = (
        {(int(a), int(b)) for a, b in tree.query(shapes, predicate).T if a < b}
        for predicate in ("intersects", "touches")
    )
    assert touched
    found = broadleaf.self_pairs(cells, interiors=True)
    assert set(zip(*found.tolist(), strict=True)) == met - touched
    limited = broadleaf.self_pairs(cells, interiors=True, limit=5)
    np.testing.assert_array_equal(limited, found[:, :5])


def test_other_relations_have_no_interiors() -> None:
    index = broadleaf.Index([[0, 0, 1, 1]])
    with pytest.raises(ValueError, match=r'with the predicate "intersects" only'):
        index.query([0, 0, 1, 1], "contains", interiors=True)
    with pytest.raises(ValueError, match="exclude each other"):
        index.pairs(1, interiors=True)
