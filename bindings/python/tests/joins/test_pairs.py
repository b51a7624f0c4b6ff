"""Pairs from scratch against brute force."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import rtree
import shapely
from conftest import overlap_matrix, random_boxes
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from strategies import boxes, laid_out

import broadleaf


def brute_self_pairs(array: NDArray[Any]) -> NDArray[np.int64]:
    wide = array.astype(np.float64)
    return np.array(np.nonzero(np.triu(overlap_matrix(wide, wide), 1)))


def brute_cross_pairs(a: NDArray[Any], b: NDArray[Any]) -> NDArray[np.int64]:
    return np.array(np.nonzero(overlap_matrix(a.astype(np.float64), b.astype(np.float64))))


@given(st.data(), boxes())
def test_self_pairs(data: st.DataObject, array: NDArray[Any]) -> None:
    expected = brute_self_pairs(array)
    array = data.draw(laid_out(array))
    found = broadleaf.self_pairs(array)
    assert found.dtype == np.int64 and found.flags.writeable
    np.testing.assert_array_equal(found, expected)
    assert broadleaf.count_pairs(array) == expected.shape[1]
    unsorted = broadleaf.self_pairs(array, sort=False)
    np.testing.assert_array_equal(unsorted[:, np.lexsort(unsorted[::-1])], expected)
    axes = array.shape[1] // 2
    corners = broadleaf.self_pairs(mins=array[:, :axes], maxs=array[:, axes:])
    np.testing.assert_array_equal(corners, expected)


@given(st.data(), st.sampled_from((2, 3)))
def test_cross_pairs(data: st.DataObject, axes: int) -> None:
    a = data.draw(boxes(axes))
    b = data.draw(boxes(axes))
    expected = brute_cross_pairs(a, b)
    found = broadleaf.cross_pairs(data.draw(laid_out(a)), data.draw(laid_out(b)))
    np.testing.assert_array_equal(found, expected)
    assert broadleaf.count_pairs(a, b) == expected.shape[1]


@given(boxes(kinds=("f8", "i4")), st.data())
def test_filters(array: NDArray[Any], data: st.DataObject) -> None:
    count = len(array)

    def numbers(most: int) -> NDArray[np.int64]:
        return np.array(data.draw(st.lists(st.integers(0, most), min_size=count, max_size=count)))

    groups, categories, masks = numbers(3), numbers(7), numbers(7)
    # Groups are 64 bits: near each other, far apart, negative.
    factor = data.draw(st.sampled_from((1, 1 << 40, -(1 << 61))))
    groups = groups * factor + data.draw(st.integers(-5, 5))
    a, b = brute_self_pairs(array)
    kept = groups[a] != groups[b] if count else np.zeros(0, bool)
    found = broadleaf.self_pairs(array, groups=groups)
    np.testing.assert_array_equal(found, np.array([a[kept], b[kept]]))
    assert broadleaf.count_pairs(array, groups=groups) == kept.sum()
    if count:
        kept = (categories[a] & masks[b] != 0) & (categories[b] & masks[a] != 0)
        found = broadleaf.self_pairs(array, categories=categories, masks=masks)
        np.testing.assert_array_equal(found, np.array([a[kept], b[kept]]))
        kept &= groups[a] != groups[b]
        found = broadleaf.self_pairs(
            array, limit=5, categories=categories, masks=masks, groups=groups
        )
        np.testing.assert_array_equal(found, np.array([a[kept], b[kept]])[:, :5])
    crossed = broadleaf.cross_pairs(array, array[1:], groups=(groups, groups[1:]))
    c, d = brute_cross_pairs(array, array[1:])
    kept = groups[c] != groups[1:][d] if count else np.zeros(0, bool)
    np.testing.assert_array_equal(crossed, np.array([c[kept], d[kept]]))
    if count:
        both = (categories, categories[1:]), (masks, masks[1:])
        found = broadleaf.cross_pairs(array, array[1:], categories=both[0], masks=both[1])
        kept = (categories[c] & masks[1:][d] != 0) & (categories[1:][d] & masks[c] != 0)
        np.testing.assert_array_equal(found, np.array([c[kept], d[kept]]))


@given(boxes(), st.integers(0, 40))
def test_limit(array: NDArray[Any], limit: int) -> None:
    np.testing.assert_array_equal(
        broadleaf.self_pairs(array, limit=limit), broadleaf.self_pairs(array)[:, :limit]
    )
    np.testing.assert_array_equal(
        broadleaf.self_pairs(array, limit=limit, sort=False),
        broadleaf.self_pairs(array, sort=False)[:, :limit],
    )


@pytest.mark.parametrize("kind", ["f4", "f8", "i4", "i8"])
@pytest.mark.parametrize("axes", [2, 3])
def test_threads_do_not_change_answers(rng: np.random.Generator, kind: str, axes: int) -> None:
    array = random_boxes(rng, 20_000, axes, kind)
    for sort in (True, False):
        answers = [broadleaf.self_pairs(array, sort=sort, threads=n) for n in (1, 2, 3, None)]
        for answer in answers[1:]:
            np.testing.assert_array_equal(answer, answers[0])
    limited = broadleaf.self_pairs(array, limit=5000)
    np.testing.assert_array_equal(limited, broadleaf.self_pairs(array)[:, :5000])


def test_agrees_with_shapely_and_rtree(rng: np.random.Generator) -> None:
    a, b = random_boxes(rng, 2000), random_boxes(rng, 1500)
    found = broadleaf.cross_pairs(a, b)
    theirs = shapely.STRtree(shapely.box(*b.T)).query(shapely.box(*a.T))
    np.testing.assert_array_equal(found, theirs[:, np.lexsort(theirs[::-1])])
    tree = rtree.index.Index((i, row, None) for i, row in enumerate(b))
    ids, counts = tree.intersection_v(a[:, :2], a[:, 2:])
    pairs = np.array([np.repeat(np.arange(len(a)), counts.astype(int)), ids])
    np.testing.assert_array_equal(found, pairs[:, np.lexsort(pairs[::-1])])


def test_geometries_and_frames(rng: np.random.Generator) -> None:
    import geopandas

    array = random_boxes(rng, 300)
    expected = broadleaf.self_pairs(array)
    geometries = shapely.box(*array.T)
    series = geopandas.GeoSeries(geometries)
    for form in (geometries, list(geometries), series, series.bounds, array.tolist()):
        np.testing.assert_array_equal(broadleaf.self_pairs(form), expected)


def test_arrow(rng: np.random.Generator) -> None:
    import pyarrow as pa

    array = random_boxes(rng, 300, 3, np.float32)
    names = ["xmin", "ymin", "zmin", "xmax", "ymax", "zmax"]
    order = [3, 0, 5, 1, 2, 4]
    columns = [pa.array(array[:, i]) for i in order]
    struct = pa.StructArray.from_arrays(columns, [names[i] for i in order])
    np.testing.assert_array_equal(broadleaf.self_pairs(struct), broadleaf.self_pairs(array))
    sliced = struct.slice(100, 50)
    np.testing.assert_array_equal(
        broadleaf.self_pairs(sliced), broadleaf.self_pairs(array[100:150])
    )
    with pytest.raises(
        ValueError,
        match=r"upper end of y \(ymax\) is missing: there are xmin, ymin, xmax; .*columns=",
    ):
        broadleaf.self_pairs(pa.StructArray.from_arrays(columns[:3] * 1, ["xmin", "ymin", "xmax"]))
    nulls = pa.array([{"xmin": 0.0, "ymin": 0.0, "xmax": 1.0, "ymax": 1.0}, None])
    with pytest.raises(ValueError, match=r'boxes: row 1 has no box.*missing="skip"'):
        broadleaf.self_pairs(nulls)


@pytest.mark.parametrize(
    "empty", [[], np.empty((0, 4)), np.empty((0, 6), "f4"), np.empty((0, 4), "i2")]
)
def test_empty(empty: Any) -> None:
    assert broadleaf.self_pairs(empty).shape == (2, 0)
    assert broadleaf.count_pairs(empty) == 0
    assert broadleaf.cross_pairs(empty, [[0, 0, 1, 1]]).shape == (2, 0)
    assert broadleaf.cross_pairs([[0, 0, 0, 1, 1, 1]], empty).shape == (2, 0)


NAN = float("nan")


@pytest.mark.parametrize(
    ("arguments", "error", "text"),
    [
        (([[0, 0, 1, 1], [0, NAN, 1, 1]],), ValueError, "boxes: row 1: not a number on axis 1"),
        (
            ([[0, 0, 1, 1], [5, 0, 4, 1]],),
            ValueError,
            "boxes: row 1: min 5 is above max 4 on axis 0",
        ),
        ((np.zeros((3, 5)),), ValueError, r"shape \(n, 4\).*\(n, 6\) in 3D, not \(3, 5\)"),
        ((np.zeros(4),), ValueError, r"not \(4,\)"),
        ((["a"] * 4,), TypeError, "not text, such as 'a'"),
        ((np.zeros((2, 4), complex),), TypeError, "not complex numbers"),
        ((np.array([[0, 0, 1, 2**63]], np.uint64),), ValueError, "row 0: 9223372036854775808"),
        ((np.zeros((2, 4), bool),), TypeError, "not truth values"),
        ((), TypeError, "missing"),
    ],
)
def test_errors(arguments: tuple[Any, ...], error: type[Exception], text: str) -> None:
    with pytest.raises(error, match=text):
        broadleaf.self_pairs(*arguments)


def test_errors_of_options() -> None:
    one = [[0, 0, 1, 1]]
    with pytest.raises(ValueError, match="b: row 0"):
        broadleaf.cross_pairs(one, [[0, 0, 1, NAN]])
    with pytest.raises(ValueError, match="a has 2 dimensions, b has 3"):
        broadleaf.cross_pairs(one, [[0, 0, 0, 1, 1, 1]])
    with pytest.raises(TypeError, match="mins and maxs go together"):
        broadleaf.self_pairs(mins=[[0, 0]])
    with pytest.raises(ValueError, match=r"mins has shape \(1, 2\), maxs has \(2, 2\)"):
        broadleaf.self_pairs(mins=[[0, 0]], maxs=[[0, 0], [1, 1]])
    with pytest.raises(ValueError, match="threads"):
        broadleaf.self_pairs(one, threads=0)
    with pytest.raises(ValueError, match="limit"):
        broadleaf.self_pairs(one, limit=-1)
    with pytest.raises(ValueError, match="groups: expected one number for each of 1 boxes"):
        broadleaf.self_pairs(one, groups=[1, 2])
    with pytest.raises(TypeError, match="groups: expected integers"):
        broadleaf.self_pairs(one, groups=[1.5])
    with pytest.raises(ValueError, match="masks: row 0: -1 does not fit into uint32"):
        broadleaf.self_pairs(one, categories=[1], masks=[-1])
    with pytest.raises(TypeError, match="categories and masks"):
        broadleaf.self_pairs(one, masks=[1])
    with pytest.raises(TypeError, match="tuple of two arrays"):
        broadleaf.cross_pairs(one, one, groups=[1])  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="a: row 0: 9007199254740993 is not a value of float64"):
        broadleaf.cross_pairs([[0, 0, 2**53 + 1, 1]], [[0.5, 0, 1, 1]])
