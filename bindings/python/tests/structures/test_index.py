"""The index against brute force, shapely and rtree."""

from __future__ import annotations

import copy
import pickle
import tempfile
from pathlib import Path
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

FLOATS = ("f4", "f8")


def contain_matrix(a: NDArray[Any], b: NDArray[Any]) -> NDArray[np.bool_]:
    axes = a.shape[1] // 2
    below = a[:, None, :axes] <= b[None, :, :axes]
    above = b[None, :, axes:] <= a[:, None, axes:]
    matrix: NDArray[np.bool_] = np.asarray((below & above).all(axis=2))
    return matrix


def distance_matrix(a: NDArray[Any], b: NDArray[Any]) -> NDArray[np.float64]:
    axes = a.shape[1] // 2
    gaps = [
        np.maximum(
            0,
            np.maximum(b[None, :, i] - a[:, None, axes + i], a[:, None, i] - b[None, :, axes + i]),
        )
        for i in range(axes)
    ]
    matrix: NDArray[np.float64] = np.sqrt(sum(gap.astype(np.float64) ** 2 for gap in gaps))
    return matrix


@given(st.data(), st.sampled_from((2, 3)), st.sampled_from(("f4", "f8", "i4", "i8")))
def test_windows(data: st.DataObject, axes: int, kind: str) -> None:
    array, windows = (data.draw(boxes(axes, (kind,))) for _ in range(2))
    index = broadleaf.Index(data.draw(laid_out(array)))
    windows = data.draw(laid_out(windows))
    predicate: broadleaf.Predicate | None
    for predicate, matrix in (
        (None, overlap_matrix(windows, array)),
        ("intersects", overlap_matrix(windows, array)),
        ("contains", contain_matrix(windows, array)),
        ("within", contain_matrix(array, windows).T),
    ):
        found = index.query(windows, predicate=predicate)
        np.testing.assert_array_equal(found, np.nonzero(matrix))
    for row, window in enumerate(windows):
        np.testing.assert_array_equal(
            index.query(window), np.nonzero(matrix_row(windows, array, row))[0]
        )
    ids, counts = index.intersection_v(windows[:, :axes], windows[:, axes:])
    rows, columns = np.nonzero(overlap_matrix(windows, array))
    np.testing.assert_array_equal(ids, columns)
    np.testing.assert_array_equal(counts, np.bincount(rows, minlength=len(windows)))
    index.validate()
    np.testing.assert_array_equal(index.boxes(), array)


def matrix_row(windows: NDArray[Any], array: NDArray[Any], row: int) -> NDArray[np.bool_]:
    only: NDArray[np.bool_] = overlap_matrix(windows[row : row + 1], array)[0]
    return only


@given(st.data(), st.sampled_from((2, 3)), st.integers(1, 5))
def test_nearest(data: st.DataObject, axes: int, k: int) -> None:
    array, places = (data.draw(boxes(axes, ("i4",), 12)) for _ in range(2))
    index = broadleaf.Index(array)
    distances = distance_matrix(places, array)
    limit = data.draw(st.none() | st.integers(1, 6))
    exclusive = data.draw(st.booleans())
    allowed = np.ones_like(distances, bool) if limit is None else distances <= limit
    if exclusive:
        allowed &= ~(places[:, None] == array[None]).all(axis=2)
    for all_matches in (True, False):
        expected = []
        for row in range(len(places)):
            order = np.lexsort((np.arange(len(array)), distances[row]))
            order = order[allowed[row][order]]
            if all_matches and len(order) > k:
                order = order[distances[row][order] <= distances[row][order[k - 1]]]
            else:
                order = order[:k]
            expected += [(row, i, distances[row, i]) for i in order]
        rows, found = index.query_nearest(
            places, limit, return_distance=True, exclusive=exclusive, all_matches=all_matches, k=k
        )
        np.testing.assert_array_equal(rows.T, np.array([e[:2] for e in expected]).reshape(-1, 2))
        np.testing.assert_allclose(found, [e[2] for e in expected])
    if len(array):
        radius = float(limit or 2)
        np.testing.assert_array_equal(
            index.query(places, "dwithin", radius), np.nonzero(distances <= radius)
        )


def test_nearest_agrees_with_shapely(rng: np.random.Generator) -> None:
    array = random_boxes(rng, 3000)
    geometries = shapely.box(*array.T)
    points = rng.random((500, 2)) * 60
    tree, index = shapely.STRtree(geometries), broadleaf.Index(array)
    for limit in (None, 0.5):
        theirs, far = tree.query_nearest(
            shapely.points(points), max_distance=limit, return_distance=True
        )
        ours, near = index.query_nearest(points, max_distance=limit, return_distance=True)
        order = np.lexsort(theirs[::-1])
        by_id = np.lexsort(ours[::-1])
        np.testing.assert_array_equal(ours[:, by_id], theirs[:, order])
        np.testing.assert_allclose(near[by_id], far[order], atol=1e-12)
    exclusive = index.query_nearest(array, exclusive=True)
    theirs = tree.query_nearest(geometries, exclusive=True)
    np.testing.assert_array_equal(
        exclusive[:, np.lexsort(exclusive[::-1])], theirs[:, np.lexsort(theirs[::-1])]
    )


def test_windows_agree_with_shapely_and_rtree(rng: np.random.Generator) -> None:
    array, windows = random_boxes(rng, 3000), random_boxes(rng, 500)
    index = broadleaf.Index(array)
    tree = shapely.STRtree(shapely.box(*array.T))
    predicate: broadleaf.Predicate
    for predicate in ("intersects", "contains", "covers", "within", "covered_by"):
        theirs = tree.query(shapely.box(*windows.T), predicate=predicate)
        ours = index.query(windows, predicate)
        np.testing.assert_array_equal(ours, theirs[:, np.lexsort(theirs[::-1])])
    theirs = tree.query(shapely.box(*windows.T), "dwithin", 0.7)
    np.testing.assert_array_equal(
        index.query(windows, "dwithin", 0.7), theirs[:, np.lexsort(theirs[::-1])]
    )
    np.testing.assert_array_equal(
        index.query(shapely.box(*windows[0])), np.sort(tree.query(shapely.box(*windows[0])))
    )
    other = rtree.index.Index((i, row, None) for i, row in enumerate(array))
    ids, counts = other.intersection_v(windows[:, :2], windows[:, 2:])
    ours_ids, ours_counts = index.intersection_v(windows[:, :2], windows[:, 2:])
    np.testing.assert_array_equal(ours_counts, counts)
    assert ours_ids.dtype == ids.dtype and ours_counts.dtype == counts.dtype
    starts = np.cumsum(counts)[:-1].astype(int)
    for a, b in zip(np.split(ids, starts), np.split(ours_ids, starts), strict=True):
        np.testing.assert_array_equal(np.sort(a), b)
    assert index.count(windows[0]) == other.count(windows[0])


@pytest.mark.parametrize("axes", [2, 3])
@pytest.mark.parametrize("kind", FLOATS)
def test_cast(rng: np.random.Generator, axes: int, kind: str) -> None:
    array = random_boxes(rng, 400, axes, kind)
    index = broadleaf.Index(array)
    side = 400 ** (1 / axes)
    origins = (rng.random((100, axes)) * side).astype(kind)
    directions = rng.normal(size=(100, axes)).astype(kind)
    mins, maxs = array[:, :axes].astype(float), array[:, axes:].astype(float)
    with np.errstate(divide="ignore"):
        inverse = 1 / directions.astype(float)
    first = (mins - origins[:, None]) * inverse[:, None]
    last = (maxs - origins[:, None]) * inverse[:, None]
    enter = np.maximum(np.minimum(first, last).max(axis=2), 0)
    leave = np.maximum(first, last).min(axis=2)
    hit = (enter <= leave) & (enter <= 3)
    rows, reaches = index.cast(origins, directions, 3, all_hits=True)
    tolerance = 1e-4 if kind == "f4" else 1e-9
    surely = (enter <= leave - tolerance) & (enter <= 3 - tolerance)
    found = np.zeros_like(hit)
    found[rows[0], rows[1]] = True
    assert not (surely & ~found).any()
    np.testing.assert_allclose(reaches, enter[rows[0], rows[1]], atol=tolerance)
    ids, at = index.cast(origins, directions, 3)
    for row in range(100):
        mine = rows[0] == row
        assert ids[row] == (rows[1][mine][0] if mine.any() else -1)
        assert at[row] == (reaches[mine][0] if mine.any() else np.inf)
    ids, at = index.cast(array[:5], directions[0])
    assert (at == 0).all()


@given(st.data(), st.sampled_from((2, 3)))
def test_joins(data: st.DataObject, axes: int) -> None:
    a, b = (data.draw(boxes(axes, ("i4",))) for _ in range(2))
    first, second = broadleaf.Index(a), broadleaf.Index(b)
    np.testing.assert_array_equal(first.cross_pairs(second), np.nonzero(overlap_matrix(a, b)))
    near = distance_matrix(a, b) <= 2
    np.testing.assert_array_equal(first.cross_pairs(second, distance=2), np.nonzero(near))
    within = np.triu(distance_matrix(a, a) <= 1, 1)
    np.testing.assert_array_equal(first.pairs(distance=1), np.nonzero(within))
    np.testing.assert_array_equal(first.pairs(), broadleaf.self_pairs(a))


def test_threads_do_not_change_answers(rng: np.random.Generator) -> None:
    array, windows = random_boxes(rng, 10_000, 3), random_boxes(rng, 9000, 3)
    indexes = [broadleaf.Index(array, threads=n) for n in (1, 2, 3)]
    assert indexes[0].to_bytes() == indexes[1].to_bytes() == indexes[2].to_bytes()
    for ask in (
        lambda n: indexes[0].query(windows, threads=n),
        lambda n: indexes[0].query(windows, "contains", threads=n),
        lambda n: indexes[0].query(windows, "dwithin", 0.5, threads=n),
        lambda n: indexes[0].query_nearest(windows, k=3, threads=n),
        lambda n: indexes[0].cast(windows, [1, 0.5, 0.25], 4, all_hits=True, threads=n)[0],
    ):
        np.testing.assert_array_equal(ask(1), ask(3))


@pytest.mark.parametrize("kind", [np.float32, np.float64, np.int32, np.int64])
@pytest.mark.parametrize("dimensions", [2, 3])
def test_one_window_in_any_form(
    rng: np.random.Generator, kind: type[np.number[Any]], dimensions: int
) -> None:
    index = broadleaf.Index(random_boxes(rng, 300, dimensions, kind))
    tree = broadleaf.Tree(dimensions, kind)
    tree.insert(np.arange(300), index.boxes())
    for window in random_boxes(rng, 30, dimensions, kind):
        expected = index.query(window[np.newaxis])[1]
        plain = window.tolist()
        mixed = [int(n) if n == int(n) else n for n in plain]
        for form in (window, plain, tuple(plain), mixed, list(window), window.astype(np.float64)):
            if np.issubdtype(kind, np.integer) and np.asarray(form).dtype.kind == "f":
                continue
            np.testing.assert_array_equal(index.query(form), expected)
            np.testing.assert_array_equal(tree.query(form), expected)
        np.testing.assert_array_equal(index.query(np.repeat(window, 2)[::2]), expected)


def test_files_and_pickles(rng: np.random.Generator) -> None:
    array = random_boxes(rng, 5000, kind=np.float32)
    index = broadleaf.Index(array, order="curve")
    expected = index.query(array)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "boxes"
        index.save(path)
        mapped = broadleaf.Index.load(path)
        np.testing.assert_array_equal(mapped.query(array), expected)
        assert repr(mapped) == repr(index) == "<broadleaf.Index: 5000 boxes in 2D, float32>"
        assert mapped.nbytes == path.stat().st_size
        for same in (pickle.loads(pickle.dumps(index)), copy.copy(mapped), copy.deepcopy(index)):
            np.testing.assert_array_equal(same.query(array), expected)
        short = Path(folder) / "short"
        short.write_bytes(path.read_bytes()[:-1])
        with pytest.raises(ValueError, match="not an index"):
            broadleaf.Index.load(short)
        short.write_bytes(b"")
        with pytest.raises(ValueError, match="empty"):
            broadleaf.Index.load(short)
        with pytest.raises(OSError, match="nowhere"):
            index.save(Path(folder) / "nowhere" / "boxes")
    unaligned = b"x" + index.to_bytes()
    np.testing.assert_array_equal(
        broadleaf.Index.from_buffer(memoryview(unaligned)[1:]).query(array), expected
    )


@pytest.mark.parametrize("empty", [[], np.empty((0, 6), "f4"), np.empty((0, 4), "i8")])
def test_empty(empty: Any) -> None:
    index = broadleaf.Index(empty)
    assert len(index) == 0 and index.bounds is None
    box = np.zeros(2 * index.dimensions, index.dtype)
    assert index.query(box).shape == (0,)
    assert index.query([box]).shape == (2, 0)
    assert index.query([]).shape == (2, 0)
    assert index.query_nearest([]).shape == (2, 0)
    assert index.query_nearest([box]).shape == (2, 0)
    assert index.pairs().shape == (2, 0)


def test_types_of_questions() -> None:
    index = broadleaf.Index(np.array([[0, 0, 0.5, 0.5]], "f4"))
    assert list(index.query([0.1, 0.1, 0.2, 0.2])) == [0]
    assert list(index.query_nearest([3, 4])) == [0]
    assert list(index.query(np.array([0.1, 0, 1, 1]))) == [0]
    with pytest.raises(ValueError, match=r"geometry: row 0: 0\.1 is not a value of float32"):
        index.query_nearest(np.array([0.1, 0]))
    with pytest.raises(ValueError, match="geometry: expected 2 dimensions, not 3"):
        index.query([0, 0, 0, 1, 1, 1])
    integers = broadleaf.Index([[0, 0, 1, 1]])
    assert list(integers.query([0.5, 0, 1, 1])) == [0]
    assert list(integers.query_nearest([3.0, 4.0])) == [0]
    with pytest.raises(ValueError, match=r"row 0: 0\.5 is not a value of int64; .* of float64"):
        integers.query_nearest([0.5, 0])


def test_errors() -> None:
    index = broadleaf.Index([[0, 0, 1, 1]])
    with pytest.raises(ValueError, match='order must be "cuts" or "curve": \'hilbert\''):
        broadleaf.Index([[0, 0, 1, 1]], order="hilbert")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="geometry: row 0: min 2 is above max 1"):
        index.query([2, 0, 1, 1])
    with pytest.raises(ValueError, match="predicate 'touches'"):
        index.query([0, 0, 1, 1], "touches")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="go together"):
        index.query([0, 0, 1, 1], "dwithin")
    with pytest.raises(ValueError, match="distance must not be negative"):
        index.query([0, 0, 1, 1], "dwithin", -1)
    with pytest.raises(ValueError, match="k must be at least 1"):
        index.query_nearest([0, 0], k=0)
    with pytest.raises(ValueError, match="max_distance must be above 0"):
        index.query_nearest([0, 0], max_distance=0)
    with pytest.raises(ValueError, match=r"row 1: .*not finite on axis 0"):
        index.cast([[0, 0], [0, 0]], [[1.0, 0.0], [float("nan"), 1.0]])
    with pytest.raises(ValueError, match=r"directions: expected shape \(1, 2\)"):
        index.cast([[0, 0]], [[1, 0, 0]])
    with pytest.raises(TypeError, match="other must be an Index"):
        index.cross_pairs([[0, 0, 1, 1]])  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="other has float64 boxes in 2D, this index int64"):
        index.cross_pairs(broadleaf.Index([[0.0, 0, 1, 1]]))
    with pytest.raises(ValueError, match="not an index"):
        broadleaf.Index.from_buffer(b"x" * 100)
