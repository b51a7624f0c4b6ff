"""Sharing between threads, calls from within calls, and copies."""

from __future__ import annotations

import copy
import pickle
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import pytest
from conftest import random_boxes
from hypothesis import given
from hypothesis import strategies as st
from strategies import boxes

import broadleaf

COPIES: tuple[Callable[[Any], Any], ...] = (
    copy.copy,
    copy.deepcopy,
    lambda thing: pickle.loads(pickle.dumps(thing)),
    lambda thing: pickle.loads(pickle.dumps(thing, protocol=0)),
)


def in_threads(work: list[Callable[[], Any]]) -> None:
    """Runs all functions at the same time. Raises an exception that one of them raises."""
    start = threading.Barrier(len(work))

    def run(function: Callable[[], Any]) -> None:
        start.wait()
        for _ in range(40):
            function()

    with ThreadPoolExecutor(len(work)) as executor:
        for call in [executor.submit(run, function) for function in work]:
            call.result(timeout=120)


def test_broad_phases_in_threads(rng: np.random.Generator) -> None:
    array = random_boxes(rng, 3000)
    broad_phase = broadleaf.BroadPhase(history=2)
    fixed = broad_phase.create(array)

    def come_and_go() -> None:
        ids = broad_phase.create(array[:500])
        broad_phase.move(ids, array[500:1000], displacements=np.ones((500, 2)))
        broad_phase.remove(ids)

    def ask() -> None:
        assert len(broad_phase.query(array[:50])[0]) > 0
        broad_phase.query_nearest(array[:50, :2])
        assert broad_phase.boxes().shape[1] == 4
        (
            repr(broad_phase),
            broad_phase.pairs(),
            broad_phase.ids(),
            broad_phase.state_hash,
            pickle.dumps(broad_phase),
        )

    in_threads([come_and_go, come_and_go, ask, ask, broad_phase.step, broad_phase.optimize])
    np.testing.assert_array_equal(np.sort(broad_phase.ids()), np.sort(fixed))
    np.testing.assert_array_equal(
        broad_phase.slots(broad_phase.tight_pairs()), broadleaf.self_pairs(array), strict=True
    )


def test_trees_in_threads(rng: np.random.Generator) -> None:
    array = random_boxes(rng, 3000)
    tree = broadleaf.Tree()
    tree.insert(np.arange(3000), array)

    def come_and_go(ids: Any) -> Callable[[], None]:
        def work() -> None:
            tree.insert(ids, array[:500])
            tree.move(ids, array[500:1000])
            tree.remove(ids)

        return work

    def ask() -> None:
        assert len(tree.query(array[:50])[0]) > 0
        assert len(tree.boxes()) >= 3000 and tree.pairs().shape[0] == 2
        assert len(pickle.loads(pickle.dumps(tree))) % 500 == 0

    changes = [come_and_go(np.arange(first, first + 500)) for first in (5000, 6000)]
    in_threads([*changes, ask, ask, tree.optimize])
    np.testing.assert_array_equal(tree.pairs(), broadleaf.self_pairs(array))


def test_meshes_in_threads(rng: np.random.Generator) -> None:
    points = rng.random((300, 3))
    faces = np.array([rng.choice(300, 3, replace=False) for _ in range(200)])
    mesh = broadleaf.MovingMesh(300, faces=faces)
    counts = mesh.find(points)

    def ask() -> None:
        for kind, count in counts.items():
            assert mesh.pairs(kind).shape == (2, count)

    in_threads([lambda: mesh.find(points), lambda: mesh.find(points), ask, ask])


def long_question(tree: broadleaf.Tree, progress: Callable[[int], Any]) -> None:
    """Takes many seconds and no memory: all boxes equal the query's box, so none is found."""
    tree.query_nearest(np.zeros((200_000, 2)), exclusive=True, threads=1, progress=progress)


def equal_boxes() -> broadleaf.Tree:
    tree = broadleaf.Tree()
    tree.insert(np.arange(20_000), np.zeros((20_000, 4)))
    return tree


def test_calls_from_within_a_call() -> None:
    tree = equal_boxes()
    seen: list[Any] = []

    def report(_: int) -> None:
        seen.append((len(tree), list(tree.query([-1.0, -1, -0.5, -0.5]))))
        with pytest.raises(RuntimeError, match="from within another call of the same Tree"):
            tree.remove([0])
        raise InterruptedError

    with pytest.raises(InterruptedError):
        long_question(tree, report)
    assert seen == [(20_000, [])]
    tree.remove([0])
    assert len(tree) == 19_999


@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="there are no timers")
def test_a_signal_ends_a_wait() -> None:
    tree = equal_boxes()
    is_asking, may_end = threading.Event(), threading.Event()

    def report(_: int) -> None:
        is_asking.set()
        if may_end.is_set():
            raise InterruptedError

    def stop(*_: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, stop)
    try:
        with ThreadPoolExecutor(1) as executor:
            question = executor.submit(long_question, tree, report)
            assert is_asking.wait(60)
            signal.setitimer(signal.ITIMER_REAL, 0.05)
            with pytest.raises(TimeoutError):
                tree.remove([0])
            # Readers do not wait for a writer that has stopped waiting.
            assert len(tree) == 20_000
            may_end.set()
            with pytest.raises(InterruptedError):
                question.result(timeout=60)
    finally:
        may_end.set()
        signal.signal(signal.SIGALRM, before)
    tree.remove([0])
    assert len(tree) == 19_999


@given(st.data(), st.sampled_from((2, 3)), st.sampled_from(("f4", "f8", "i4", "i8")))
def test_copies_answer_the_same(data: st.DataObject, axes: int, kind: str) -> None:
    array = data.draw(boxes(axes, (kind,), 12))
    windows = data.draw(boxes(axes, (kind,), 6))
    ids = data.draw(st.permutations(range(0, 5 * len(array), 5)))
    tree = broadleaf.Tree(axes, kind)
    tree.insert(ids, array)
    broad_phase = broadleaf.BroadPhase(axes, kind, history=3)
    broad_phase.remove(broad_phase.create(array[:2]))
    broad_phase.create(array)
    index = broadleaf.Index(array) if len(array) else broadleaf.Index(np.empty((0, 2 * axes), kind))
    structure: Any
    for structure in (tree, broad_phase, index):
        for copied in COPIES:
            same = copied(structure)
            assert type(same) is type(structure) and repr(same) == repr(structure)
            np.testing.assert_array_equal(same.boxes(), structure.boxes(), strict=True)
            np.testing.assert_array_equal(same.query(windows), structure.query(windows))
            for one, other in zip(
                same.query_nearest(windows, k=2, return_distance=True),
                structure.query_nearest(windows, k=2, return_distance=True),
                strict=True,
            ):
                np.testing.assert_array_equal(one, other)
    broad_phase.step()
    again = copy.deepcopy(broad_phase)
    np.testing.assert_array_equal(again.pairs(), broad_phase.pairs())
    again.remove(again.ids())
    again.step()
    assert len(broad_phase) == len(array) and len(again) == 0
    # It keeps as many steps.
    again.rewind()
    assert again.state_hash == broad_phase.state_hash


def test_copies_of_meshes(rng: np.random.Generator) -> None:
    points = rng.random((60, 3))
    faces = np.array([rng.choice(60, 3, replace=False) for _ in range(80)])
    kinds = ["face_face", "edge_face", "vertex_edge"]
    mesh = broadleaf.MovingMesh(60, faces=faces, kinds=kinds, adjacent=True, dtype="f4")
    for positions in (None, points):
        if positions is not None:
            mesh.find(positions)
        for copied in COPIES:
            same = copied(mesh)
            for kind in kinds:
                np.testing.assert_array_equal(same.pairs(kind), mesh.pairs(kind), strict=True)
            assert same.find(points / 2) == copy.copy(mesh).find(points / 2)
            assert same.find(points, radius=0.1) != mesh.find(points / 2)
            mesh = copied(same) if positions is None else mesh
            mesh.find(points)
    with pytest.raises(KeyError, match="edge_edge"):
        copy.copy(mesh).pairs("edge_edge")


class Named(broadleaf.Tree):
    """A class with additional attributes."""

    def __init__(self, name: str) -> None:
        super().__init__(3, "f4")
        self.name = name


def test_copies_of_other_things() -> None:
    tree = Named("oaks")
    tree.insert([3], [[0, 0, 0, 1, 1, 1]])
    tiling = broadleaf.Tiling([[0.0, 0, 1, 1], [5, 5, 6, 6]], tiles=2, giant_limit=7)
    for copied in COPIES:
        same = copied(tree)
        assert type(same) is Named and same.name == "oaks" and list(same.ids()) == [3]
        other = copied(tiling)
        assert other.to_bytes() == tiling.to_bytes() and other.giant_limit == 7


def made(function: Any, *arguments: Any) -> bytes:
    """A pickle that calls this function."""

    class Evil:
        def __reduce__(self) -> tuple[Any, ...]:
            return function, arguments

    return pickle.dumps(Evil())


def reduced(thing: Any) -> tuple[Any, tuple[Any, ...]]:
    function, arguments, *_ = thing.__reduce__()
    return function, arguments


def test_damaged_pickles_of_trees() -> None:
    tree = broadleaf.Tree()
    tree.insert([1, 2], [[0, 0, 1, 1]] * 2)
    function, (cls, axes, kind, ids, array) = reduced(tree)
    for arguments in [
        (cls, 9, kind, ids, array),
        (cls, axes, "f2", ids, array),
        (cls, axes, "nothing", ids, array),
        (cls, axes, kind, ids[:1], array),
        (cls, axes, kind, [1, 1], array),
        (cls, axes, kind, [1, -1], array),
        (cls, axes, kind, ids, array * np.nan),
        (cls, axes, kind, ids, -array),
        (cls, axes, kind, ids, array[:, :3]),
        (cls, axes, kind, ids, None),
    ]:
        with pytest.raises((ValueError, TypeError, KeyError)):
            pickle.loads(made(function, *arguments))


def test_damaged_pickles_of_meshes() -> None:
    mesh = broadleaf.MovingMesh(4, faces=[[0, 1, 2], [1, 2, 3]], kinds=["face_face"], adjacent=True)
    mesh.find(np.zeros((4, 3)))
    function, (cls, shape, elements, found) = reduced(mesh)
    for arguments in [
        (cls, shape, elements, [np.array([[0], [2]])]),
        (cls, shape, elements, [np.array([[-1], [1]])]),
        (cls, shape, elements, [np.zeros((3, 1), np.int64)]),
        (cls, shape, elements, [np.zeros(3, np.int64)]),
        (cls, shape, elements, []),
        (cls, shape, elements, found * 2),
        (cls, shape, (3, *elements[1:]), found),
        (cls, shape, (2**70, *elements[1:]), found),
        (cls, (4, *shape[1:]), elements, found),
        (cls, (3, "i4", shape[2]), elements, found),
        (cls, (3, "f4", ["edge"]), elements, found),
    ]:
        with pytest.raises((ValueError, TypeError, OverflowError)):
            pickle.loads(made(function, *arguments))


def test_damaged_pickles_of_bytes() -> None:
    structures: tuple[Any, ...] = (broadleaf.Index([[0, 0, 1, 1]] * 40), broadleaf.BroadPhase())
    structures[1].create([[0, 0, 1, 1]] * 40)
    for structure in structures:
        function, arguments = reduced(structure)
        data = arguments[1]
        for wrong in (b"", data[:-1], data[: len(data) // 2], b"\xff" * len(data), 5, None):
            with pytest.raises((ValueError, TypeError)):
                pickle.loads(made(function, arguments[0], wrong, *arguments[2:]))
    cut = broadleaf.Index([[170, 0, -170, 1], [0, 0, 1, 1]], longitude="x")
    function, (cls, data, axis, total, over) = reduced(cut)
    assert len(function(cls, data, axis, total, over)) == 2
    for wrong_rows in [
        ("w", total, over),
        (None, total, over),
        (axis, 0, over),
        (axis, "2", over),
        (axis, total, over + 7),
        (axis, total, over.astype("f8")),
        (axis, total, np.zeros(9, np.int64)),
        (axis, total, None),
    ]:
        with pytest.raises(ValueError, match="not an index"):
            pickle.loads(made(function, cls, data, *wrong_rows))


@given(st.data())
def test_pickles_with_other_bytes(data: st.DataObject) -> None:
    """Changes any byte: an object that loads can be queried, everything else is a ValueError."""
    array = data.draw(boxes(2, ("f4",), 12))
    broad_phase = broadleaf.BroadPhase(2, "f4")
    broad_phase.create(array)
    index = broadleaf.Index(array if len(array) else np.empty((0, 4), "f4"))
    structure: Any
    for structure in (broad_phase, index):
        function, arguments = reduced(structure)
        damaged = bytearray(arguments[1])
        for _ in range(data.draw(st.integers(1, 3))):
            place = data.draw(st.integers(0, len(damaged) - 1))
            damaged[place] = data.draw(st.integers(0, 255))
        try:
            loaded = function(arguments[0], bytes(damaged), *arguments[2:])
        except ValueError:
            continue
        assert loaded.boxes().shape[0] == len(loaded)
        loaded.query([0, 0, 9, 9])
