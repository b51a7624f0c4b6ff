"""Indexes of float32 and of integers answer queries with any numbers exactly, or raise."""

from __future__ import annotations

import math
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

import broadleaf

Array = NDArray[Any]


def ends(kind: str) -> st.SearchStrategy[Any]:
    """Numbers of a type, many of them adjacent or at the end of the range."""
    if kind.startswith("f"):
        near = st.sampled_from([0.1, 0.5, 1.0, 2.0**24, 2.0**53, 2.0**63, 1e300, math.inf])
        values = near | st.floats(-2, 2) | st.floats(-4e9, 4e9)
        signed = st.tuples(values, st.sampled_from([-1, 1]))
        return signed.map(lambda v: rounded(v[0] * v[1], kind))
    limits = np.iinfo(kind)
    some = [limits.min, limits.max, limits.max - 1, 0, 1, 2**24 + 1]
    return st.sampled_from(some) | st.integers(-3, 3)


def rounded(value: float, kind: str) -> float:
    """The nearest number of a type, as a Python number."""
    with np.errstate(over="ignore"):
        return float(np.float64(value).astype(kind))


@st.composite
def some_boxes(draw: st.DrawFn, kind: str, around: Array | None = None) -> Array:
    """Boxes of a type. Ends may equal or adjoin those of other boxes."""
    values = ends(kind)
    if around is not None and around.size:
        numbers = np.unique(around).tolist()
        near = st.sampled_from(numbers)
        if kind == "f8":
            beside = st.sampled_from([math.inf, -math.inf]).flatmap(
                lambda to: near.map(lambda n: float(np.nextafter(float(n), to)))
            )
            values = values | near.map(float) | beside
        else:
            limits = np.iinfo(kind)
            inside = [int(n) for n in numbers if limits.min <= n <= limits.max and n == n // 1]
            values = values | st.sampled_from(inside) if inside else values
    rows = []
    for _ in range(draw(st.integers(1, 6))):
        x, y = (sorted([draw(values), draw(values)]) for _ in range(2))
        rows.append([x[0], y[0], x[1], y[1]])
    return np.array(rows, kind)


def exact(number: Any) -> Any:
    number = number.item()
    return Fraction(number) if math.isfinite(number) else number


def related(windows: Array, array: Array, predicate: str) -> Array:
    """By brute force with rational numbers."""
    rows = [[exact(n) for n in row] for row in windows]
    others = [[exact(n) for n in row] for row in array]

    def is_related(a: Any, b: Any) -> bool:
        if predicate == "contains":
            return all(a[i] <= b[i] and b[i + 2] <= a[i + 2] for i in range(2))
        if predicate == "within":
            return is_inside(b, a)
        return all(a[i] <= b[i + 2] and b[i] <= a[i + 2] for i in range(2))

    def is_inside(a: Any, b: Any) -> bool:
        return all(a[i] <= b[i] and b[i + 2] <= a[i + 2] for i in range(2))

    found = [(i, j) for i, a in enumerate(rows) for j, b in enumerate(others) if is_related(a, b)]
    return np.array(found, np.int64).reshape(-1, 2).T


@settings(max_examples=25)
@given(st.data(), st.sampled_from(("f4", "f8", "i4", "i8")), st.sampled_from(("f8", "i8")))
def test_windows_of_any_type_are_exact(data: st.DataObject, own: str, asked: str) -> None:
    array = data.draw(some_boxes(own))
    windows = data.draw(some_boxes(asked, array))
    index = broadleaf.Index(array)
    tree = broadleaf.Tree(2, own)
    tree.insert(np.arange(len(array)), array)
    predicate: broadleaf.Predicate
    for predicate in ("intersects", "contains", "within"):
        expected = related(windows, array, predicate)
        for structure in (index, tree):
            np.testing.assert_array_equal(structure.query(windows, predicate), expected)
    expected = related(windows, array, "intersects")
    for row, window in enumerate(windows):
        ids = expected[1][expected[0] == row]
        np.testing.assert_array_equal(index.query(window), ids)
        np.testing.assert_array_equal(tree.query(window), ids)
        if own != "f4":  # plain numbers take the type of floats, as in NumPy
            np.testing.assert_array_equal(index.query(window.tolist()), ids)
    ids, _ = index.intersection_v(windows[:, :2], windows[:, 2:])
    np.testing.assert_array_equal(ids, expected[1])


def test_geometries_ask_any_index() -> None:
    for kind in ("f4", "f8", "i4", "i8"):
        index = broadleaf.Index(np.array([[0, 0, 2, 2], [5, 5, 6, 6]], kind))
        assert index.query(shapely.box(2.5, 2.5, 5.25, 5.25)).tolist() == [1]
        assert index.query(shapely.box(2.5, 2.5, 4.75, 4.75)).tolist() == []
        assert index.query([shapely.Point(5.5, 5.5), shapely.Point(3, 3)]).tolist() == [[0], [1]]
        assert index.query_nearest(shapely.Point(4, 4)).tolist() == [1]


def test_measures_are_exact_or_refused() -> None:
    integers = broadleaf.Index([[0, 0, 2, 2]])
    assert integers.query_nearest(np.array([5.0, 6.0]), return_distance=True)[1] == [5]
    for kind, index in (("int64", integers), ("float32", broadleaf.Index(np.zeros((1, 4), "f4")))):
        text = rf"row 0: 0\.1 is not a value of {kind}; .* float64"
        with pytest.raises(ValueError, match=text):
            index.query_nearest(np.array([0.1, 0]))
        with pytest.raises(ValueError, match=text):
            index.query(np.array([0.1, 0, 1, 1]), "dwithin", 1)
        with pytest.raises(ValueError, match=text.replace("geometry", "origins")):
            index.cast(np.array([[0.1, 0]]), [1, 0])
    with pytest.raises(
        TypeError,
        match=r"geometry: an object of type Index is not a list.*index\.cross_pairs\(other\)",
    ):
        integers.query(integers)
