"""Broad phases and trees against brute force."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest
from conftest import overlap_matrix, random_boxes
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from strategies import boxes

import broadleaf

KINDS = ("f4", "f8", "i4", "i8")
PREDICATES: tuple[broadleaf.Predicate, ...] = ("intersects", "contains", "within")


def pair_set(pairs: NDArray[Any]) -> set[tuple[int, int]]:
    return {(int(a), int(b)) for a, b in pairs.T}


@given(st.data(), st.sampled_from((2, 3)), st.sampled_from(KINDS))
def test_events_are_the_difference_of_pairs(data: st.DataObject, axes: int, kind: str) -> None:
    broad_phase = broadleaf.BroadPhase(axes, kind, margin=0, history=9)
    current: dict[int, NDArray[Any]] = {}
    before: set[tuple[int, int]] = set()
    hashes = []
    for _ in range(data.draw(st.integers(1, 5))):
        created = data.draw(boxes(axes, (kind,), 6))
        for id, row in zip(broad_phase.create(created).tolist(), created, strict=True):
            current[id] = row
        ids = data.draw(
            st.lists(st.sampled_from(sorted(current)), unique=True) if current else st.just([])
        )
        if ids:
            places = data.draw(boxes(axes, (kind,), 12))[: len(ids)]
            broad_phase.move(ids[: len(places)], places)
            current.update(zip(ids, places, strict=False))
            gone = ids[: len(ids) // 3]
            broad_phase.remove(gone)
            for id in gone:
                del current[id]
            assert not broad_phase.contains(gone).any()
        keys = sorted(current)
        array = np.array([current[id] for id in keys]).reshape(-1, 2 * axes)
        found = np.argwhere(np.triu(overlap_matrix(array, array), 1))
        now = {(min(keys[a], keys[b], key=slot), max(keys[a], keys[b], key=slot)) for a, b in found}
        events = broad_phase.step()
        assert pair_set(events.begun) == now - before
        assert pair_set(events.ended) == before - now
        assert pair_set(broad_phase.pairs()) == now == pair_set(broad_phase.tight_pairs())
        np.testing.assert_array_equal(broad_phase.boxes(keys), array)
        before = now
        hashes.append(broad_phase.state_hash)
        same = pickle.loads(pickle.dumps(broad_phase))
        assert same.state_hash == broad_phase.state_hash and repr(same) == repr(broad_phase)
    broad_phase.rewind(len(hashes) - 1)
    assert broad_phase.state_hash == hashes[0] and broad_phase.frame == 1


def slot(id: int) -> tuple[int, int]:
    return (id & 0xFFFF_FFFF, id >> 32)


def test_filters_and_mobility() -> None:
    broad_phase = broadleaf.BroadPhase(2, margin=0)
    box = [[0.0, 0, 1, 1]]
    floor = broad_phase.create(box, mobility="static")[0]
    wall = broad_phase.create(box, mobility="static")[0]
    parts = [broad_phase.create(box, group=-1)[0] for _ in range(2)]
    ghosts = [broad_phase.create(box, category=2, mask=4)[0] for _ in range(2)]
    fixed = [(solid, other) for solid in (floor, wall) for other in (*parts, *ghosts)]
    among = [(part, ghost) for part in parts for ghost in ghosts]
    assert pair_set(broad_phase.step().begun) == {(int(a), int(b)) for a, b in fixed + among}
    assert list(broad_phase.query([0.5, 0.5, 2, 2])) == [floor, wall, *parts, *ghosts]
    assert broad_phase.query([5, 5, 6, 6]).shape == (0,)


@given(st.data(), st.sampled_from((2, 3)), st.sampled_from(KINDS))
def test_questions_to_broad_phases(data: st.DataObject, axes: int, kind: str) -> None:
    broad_phase = broadleaf.BroadPhase(axes, kind)
    gone = broad_phase.create(data.draw(boxes(axes, (kind,), 4)))
    broad_phase.remove(gone)
    array = data.draw(boxes(axes, (kind,)))
    ids = np.concatenate(
        [
            broad_phase.create(array[::2], mobility="static"),
            broad_phase.create(array[1::2]),
        ]
    )
    index = broadleaf.Index(np.concatenate([array[::2], array[1::2]]))
    windows = data.draw(boxes(axes, (kind,), 6))

    def sorted_as_slots(rows: NDArray[np.int64]) -> NDArray[np.int64]:
        found = np.array([rows[0], ids[rows[1]]])
        return found[:, np.lexsort([broad_phase.slots(found[1]), found[0]])]

    for predicate in PREDICATES:
        rows = index.query(windows, predicate)
        found = broad_phase.query(windows, predicate)
        np.testing.assert_array_equal(found, sorted_as_slots(rows))
    near, distances = broad_phase.query_nearest(windows, k=3, return_distance=True)
    theirs, expected = index.query_nearest(windows, k=3, return_distance=True)
    np.testing.assert_array_equal(distances, expected)
    np.testing.assert_array_equal(near[0], theirs[0])
    assert sorted(zip(*near.tolist(), strict=True)) == sorted(
        zip(theirs[0].tolist(), ids[theirs[1]].tolist(), strict=True)
    )


def test_margin_keeps_pairs_of_fat_boxes() -> None:
    broad_phase = broadleaf.BroadPhase(2, "f4", margin=0.5)
    ids = broad_phase.create([[0, 0, 1, 1], [1.5, 0, 2.5, 1]])
    assert pair_set(broad_phase.step().begun) == {(ids[0], ids[1])}
    assert pair_set(broad_phase.pairs()) == {(ids[0], ids[1])}
    assert broad_phase.tight_pairs().shape == (2, 0)
    np.testing.assert_array_equal(broad_phase.boxes(fat=True)[0], [-0.5, -0.5, 1.5, 1.5])
    broad_phase.move(ids[:1], [[0.1, 0, 1.1, 1]], displacements=[[1, 0]])
    assert broad_phase.step().begun.shape == (2, 0)
    moved = broadleaf.BroadPhase(2, "f4", margin=0.5)
    only = moved.create([[0, 0, 1, 1]])
    moved.move(only, [[9, 0, 10, 1]], displacements=[[1, 0]])
    assert moved.boxes(only, fat=True)[0, 2] == 12.5


def test_errors_of_broad_phases() -> None:
    broad_phase = broadleaf.BroadPhase(2)
    ids = broad_phase.create([[0, 0, 1, 1]])
    with pytest.raises(ValueError, match="cannot go back"):
        broad_phase.rewind()
    with pytest.raises(KeyError, match="row 1: there is no box with the id 99"):
        broad_phase.move([ids[0], 99], [[0, 0, 1, 1]] * 2)
    broad_phase.remove(ids)
    with pytest.raises(KeyError, match="row 0"):
        broad_phase.remove(ids)
    with pytest.raises(ValueError, match="ids: 1 for 2 boxes"):
        broad_phase.move([0], [[0, 0, 1, 1]] * 2)
    with pytest.raises(ValueError, match="boxes: row 0: not a number"):
        broad_phase.create([[0, 0, 1, float("nan")]])
    with pytest.raises(ValueError, match="boxes: expected 2 dimensions, not 3"):
        broad_phase.create([[0, 0, 0, 1, 1, 1]])
    with pytest.raises(ValueError, match="mobility"):
        broad_phase.create([[0, 0, 1, 1]], mobility="liquid")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="dimensions must be 2 or 3: 4"):
        broadleaf.BroadPhase(4)
    with pytest.raises(TypeError, match="float16"):
        broadleaf.BroadPhase(2, "float16")
    for data in (
        b"",
        b"x" * 100,
        broad_phase.save()[:-1],
        broadleaf.BroadPhase(3, "i4").save() + b"x",
    ):
        with pytest.raises(ValueError):
            broadleaf.BroadPhase.restore(data)


@given(st.data(), st.sampled_from((2, 3)), st.sampled_from(KINDS))
def test_tree(data: st.DataObject, axes: int, kind: str) -> None:
    tree = broadleaf.Tree(axes, kind)
    current: dict[int, NDArray[Any]] = {}
    for _ in range(3):
        added = data.draw(boxes(axes, (kind,), 8))
        free = [id for id in range(40) if id not in current][: len(added)]
        tree.insert(free, added)
        current.update(zip(free, added, strict=True))
        if current:
            ids = data.draw(st.lists(st.sampled_from(sorted(current)), unique=True, max_size=6))
            places = data.draw(boxes(axes, (kind,), 12))[: len(ids)]
            tree.move(ids[: len(places)], places)
            current.update(zip(ids, places, strict=False))
            tree.remove(ids[:2])
            for id in ids[:2]:
                del current[id]
        keys = np.array(sorted(current), dtype=np.int64)
        array = np.array([current[id] for id in keys], dtype=kind).reshape(-1, 2 * axes)
        np.testing.assert_array_equal(tree.ids(), keys)
        np.testing.assert_array_equal(tree.boxes(), array)
        within = np.array(np.nonzero(np.triu(overlap_matrix(array, array), 1)))
        np.testing.assert_array_equal(tree.pairs(), keys[within])
        if len(array):
            index = broadleaf.Index(array)
            windows = data.draw(boxes(axes, (kind,), 6))
            rows = index.query(windows)
            np.testing.assert_array_equal(tree.query(windows), [rows[0], keys[rows[1]]])
            near, distances = index.query_nearest(windows, k=2, return_distance=True)
            ours, ours_distances = tree.query_nearest(windows, k=2, return_distance=True)
            np.testing.assert_array_equal(ours, [near[0], keys[near[1]]])
            np.testing.assert_array_equal(ours_distances, distances)


def test_ids_far_apart() -> None:
    tree = broadleaf.Tree(2, "i4")
    ids = [4_294_967_295, 7, 2_000_000_000, 0]
    tree.insert(ids, [[0, 0, 1, 1]] * 4)
    expected = [(0, 7), (0, ids[2]), (0, ids[0]), (7, ids[2]), (7, ids[0]), (ids[2], ids[0])]
    np.testing.assert_array_equal(tree.pairs().T, expected)


def test_errors_of_trees() -> None:
    tree = broadleaf.Tree()
    tree.insert([4], [[0, 0, 1, 1]])
    assert list(tree.contains([4, 5])) == [True, False]
    with pytest.raises(KeyError, match="row 1: there is already a box with the id 4"):
        tree.insert([5, 4], [[0, 0, 1, 1]] * 2)
    with pytest.raises(KeyError, match="row 0: there is no box with the id 5"):
        tree.move([5], [[0, 0, 1, 1]])
    with pytest.raises(ValueError, match="-1 is not from 0"):
        tree.remove([-1])
    assert len(tree) == 1


def test_many_boxes(rng: np.random.Generator) -> None:
    array = random_boxes(rng, 20_000, 3, "f4")
    broad_phase = broadleaf.BroadPhase(3, "f4", margin=0)
    ids = broad_phase.create(array)
    np.testing.assert_array_equal(broad_phase.slots(ids), np.arange(20_000))
    np.testing.assert_array_equal(
        broad_phase.slots(broad_phase.step().begun), broadleaf.self_pairs(array)
    )
    moved = array + np.float32(0.25)
    broad_phase.move(ids, moved)
    broad_phase.optimize()
    events = broad_phase.step()
    left = pair_set(broad_phase.slots(broad_phase.pairs()))
    assert left == pair_set(broadleaf.self_pairs(moved))
    assert len(left) == events.begun.shape[1] - events.ended.shape[1] + broadleaf.count_pairs(array)
