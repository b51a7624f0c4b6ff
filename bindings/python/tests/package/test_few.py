"""Most calls take a fast path, which finds and rejects the same as the general one."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import shapely
from conftest import overlap_matrix, random_boxes
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from strategies import boxes, laid_out

import broadleaf

KINDS = ("f4", "f8", "i4", "i8")
#: Close to the numbers of boxes, of pairs and of elements at which a call changes its path.
COUNTS = (0, 1, 2, 15, 16, 17, 22, 23, 24, 32, 33, 127, 128, 129, 300)


def outcome(ask: Callable[..., Any], *inputs: Any, **options: Any) -> Any:
    """The answer, or the error."""
    try:
        found = ask(*inputs, **options)
    except (TypeError, ValueError, KeyError) as error:
        return type(error), str(error)
    return [part.tolist() for part in found] if isinstance(found, tuple) else found.tolist()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("axes", (2, 3))
@pytest.mark.parametrize("count", COUNTS)
def test_pairs(count: int, axes: int, kind: str, rng: np.random.Generator) -> None:
    apart = random_boxes(rng, max(count, 1), axes, kind)[:count]
    all_equal = np.ones((count, 2 * axes), kind)
    for array in (apart, all_equal):
        matrix = overlap_matrix(array, array)
        expected = np.stack(np.nonzero(np.triu(matrix, 1)))
        for sort in (True, False):
            found = broadleaf.self_pairs(array, sort=sort)
            np.testing.assert_array_equal(found, broadleaf.self_pairs(array, sort=sort, threads=1))
            assert found.dtype == np.int64 and found.flags.c_contiguous and found.flags.writeable
            np.testing.assert_array_equal(found[:, np.lexsort(found[::-1])], expected)
        np.testing.assert_array_equal(broadleaf.cross_pairs(array, array), np.nonzero(matrix))
        assert broadleaf.count_pairs(array) == expected.shape[1]


@pytest.mark.parametrize("axes", (2, 3))
@pytest.mark.parametrize("count", COUNTS)
def test_questions(count: int, axes: int, rng: np.random.Generator) -> None:
    array = random_boxes(rng, max(count, 1), axes)[:count]
    windows = random_boxes(rng, 33, axes)
    index = broadleaf.Index(array)
    np.testing.assert_array_equal(index.boxes(), array)
    np.testing.assert_array_equal(index.query(windows), np.nonzero(overlap_matrix(windows, array)))
    for place in (*windows[:3], windows[0].tolist(), tuple(windows[1, :axes].tolist())):
        for options in ({}, {"k": 3}, {"exclusive": True}, {"max_distance": 0.5, "k": 2}):
            found = index.query_nearest(place, return_distance=True, **options)
            longer = index.query_nearest(place, return_distance=True, threads=1, **options)
            for short, long in zip(found, longer, strict=True):
                np.testing.assert_array_equal(short, long)
    if count:
        equal = broadleaf.Index(np.tile(array[:1], (count, 1)))
        ids = np.arange(count)
        np.testing.assert_array_equal(equal.query_nearest(array[0, :axes]), ids)
        assert len(equal.query_nearest(array[0], exclusive=True)) == 0


@given(st.data(), st.sampled_from((2, 3)))
def test_inputs(data: st.DataObject, axes: int) -> None:
    """Input of every type and layout, valid or not."""
    array = data.draw(boxes(axes))
    if array.size and array.dtype.kind == "f" and data.draw(st.booleans()):
        array[data.draw(st.integers(0, len(array) - 1)), 0] = data.draw(
            st.sampled_from((np.nan, 99, -np.inf, np.inf))
        )
    array = data.draw(laid_out(array))
    short = outcome(broadleaf.self_pairs, array)
    assert short == outcome(broadleaf.self_pairs, array, threads=1)
    other = data.draw(boxes(data.draw(st.sampled_from((2, 3)))))
    short = outcome(broadleaf.cross_pairs, array, other)
    assert short == outcome(broadleaf.cross_pairs, array, other, threads=1)
    index = broadleaf.Index(data.draw(boxes(2, KINDS)))
    short = outcome(index.query, array)
    assert short == outcome(index.query, array, "intersects")
    for place in (array, *array[:1]):
        short = outcome(index.query_nearest, place, return_distance=True)
        longer = outcome(index.query_nearest, place, return_distance=True, threads=1)
        assert short == longer


class Derived(np.ndarray[Any, Any]):
    """An array of a derived class."""


ODD: dict[str, Any] = {
    "five columns": np.zeros((2, 5)),
    "eight columns": np.zeros((2, 8)),
    "one row": np.zeros(4),
    "no rows": np.zeros((0, 4)),
    "three axes": np.zeros((1, 1, 4)),
    "not aligned": np.frombuffer(b"x" + np.arange(8.0).tobytes(), np.float64, offset=1).reshape(
        2, 4
    ),
    "strides of half a number": np.ndarray((2, 4), np.int64, bytes(68), strides=(36, 8)),
    "other byte order": np.arange(8.0).reshape(2, 4).astype(">f8"),
    "half a float": np.zeros((2, 4), np.float16),
    "long double": np.zeros((2, 4), np.longdouble),
    "complex": np.zeros((2, 4), np.complex64),
    "times": np.zeros((2, 4), "m8[s]"),
    "text": np.zeros((2, 4), "U8"),
    "objects": np.zeros((2, 4), object),
    "truth": np.zeros((2, 4), bool),
    "unsigned": np.zeros((2, 4), np.uint64),
    "derived": np.zeros((2, 4)).view(Derived),
    "masked": np.ma.array(np.zeros((2, 4)), mask=np.eye(2, 4, dtype=bool)),
    "records": np.zeros(2, [("xmin", "f8"), ("ymin", "f8"), ("xmax", "f8"), ("ymax", "f8")]),
    "no array": object(),
}


@pytest.mark.parametrize("name", ODD)
def test_odd_inputs(name: str) -> None:
    odd, plain = ODD[name], np.zeros((2, 4))
    short = outcome(broadleaf.self_pairs, odd)
    assert short == outcome(broadleaf.self_pairs, odd, threads=1)
    for lists in ((odd, plain), (plain, odd)):
        short = outcome(broadleaf.cross_pairs, *lists)
        assert short == outcome(broadleaf.cross_pairs, *lists, threads=1)
    index = broadleaf.Index(plain)
    short = outcome(index.query_nearest, odd)
    assert short == outcome(index.query_nearest, odd, threads=1)


def test_numbers_that_a_type_does_not_hold() -> None:
    index = broadleaf.Index(np.zeros((1, 4), "f4"))
    with pytest.raises(ValueError, match="not a value of float32"):
        index.query_nearest([1e300, 0])
    with pytest.raises(ValueError, match="not a value of float32"):
        index.query_nearest(np.array([0.1, 0]))
    assert index.query_nearest([0.1, 0]).tolist() == [0]
    assert (
        index.query_nearest([np.inf, 0]).tolist()
        == index.query_nearest([np.inf, 0], threads=1).tolist()
    )
    with pytest.raises(ValueError, match="NaN"):
        index.query_nearest([np.nan, 0])
    whole = broadleaf.Index(np.zeros((1, 4), "i4"))
    with pytest.raises(ValueError, match="not a value of int32"):
        whole.query_nearest([0.5, 0])
    assert whole.query_nearest([0, 7]).tolist() == [0]


def test_geometries() -> None:
    index = broadleaf.Index([[0, 0, 1, 1], [4.0, 0, 5, 1]])
    assert index.query_nearest(shapely.Point(3.5, 0)).tolist() == [1]
    assert index.query_nearest(shapely.Point(3.5, 0)).tolist() == [1]
    with pytest.raises(ValueError):
        index.query_nearest(shapely.Point())


def test_changes() -> None:
    for kind in KINDS:
        broad_phase, tree = broadleaf.BroadPhase(2, kind, margin=0), broadleaf.Tree(2, kind)
        ids = broad_phase.create(np.zeros((3, 4), kind))
        tree.insert([0, 1, 2], np.zeros((3, 4), kind))
        assert broad_phase.step().begun.shape == (2, 3)
        moved = np.array([[5, 5, 6, 6], [0, 0, 1, 1], [7, 7, 8, 8]])
        for rows in (moved.astype(kind), moved, moved.tolist(), np.asfortranarray(moved)):
            broad_phase.move(ids, rows)
            tree.move([0, 1, 2], rows)
            np.testing.assert_array_equal(broad_phase.boxes(ids), moved)
            np.testing.assert_array_equal(tree.boxes(), moved)
        assert broad_phase.step().ended.shape == (2, 3)
        for wrong in (moved[:2].astype(kind), np.zeros((3, 6), kind), moved[:, ::-1].astype(kind)):
            with pytest.raises(ValueError):
                broad_phase.move(ids, wrong)
        for unknown in (np.array([-1]), np.array([1 << 63], np.uint64), ids[:1] + (1 << 32)):
            with pytest.raises(KeyError):
                broad_phase.move(unknown, moved[:1].astype(kind))
        np.testing.assert_array_equal(broad_phase.boxes(ids), moved)


def test_threads_wait_for_each_other() -> None:
    """A short change wakes the threads that wait for it."""
    tree = broadleaf.Tree(2)
    tree.insert(np.arange(200), np.zeros((200, 4)))
    problems: list[BaseException] = []

    def change(first: int) -> None:
        try:
            for turn in range(200):
                ids = np.arange(first, first + 50)
                tree.move(ids, np.full((50, 4), float(turn)))
                assert len(tree.query([turn, turn, turn, turn])) >= 50
        except BaseException as error:
            problems.append(error)

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        threads = [threading.Thread(target=change, args=(first,)) for first in (0, 50, 100, 150)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(timeout=60)
    finally:
        sys.setswitchinterval(interval)
    assert not problems and not any(thread.is_alive() for thread in threads)


ROOT = Path(__file__).parents[4]
RECORDS = sorted((ROOT / "bench-records").glob("*/*-python-few.csv"))


def test_the_table_of_the_readme_is_that_of_the_record() -> None:
    sys.path.insert(0, str(ROOT / "bindings/python/benchmarks"))
    import few

    assert few.table(RECORDS[-1]) in (ROOT / "bindings/python/README.md").read_text("utf-8")


def test_the_size_of_the_compiled_half() -> None:
    """The library is compiled for eight kinds of boxes: the module once reached 20 MB unnoticed."""
    compiled: NDArray[np.uint8] = np.fromfile(str(broadleaf._core.__file__), np.uint8)
    assert len(compiled) < LIMIT


#: In bytes.
LIMIT = 16 << 20
