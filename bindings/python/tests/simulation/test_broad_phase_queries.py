"""Queries of broad phases with filters, and of trees, against brute force."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from conftest import random_boxes
from numpy.typing import NDArray

import broadleaf

Labels = dict[str, Any]
DEFAULTS = {"category": 2**32 - 1, "mask": 2**32 - 1, "group": 0}
MODES = ("none", "one", "rows", "one way", "except")


class World:
    """A broad phase beside its boxes and labels, in the order of slots."""

    def __init__(self, rng: np.random.Generator, axes: int, kind: str) -> None:
        self.rng, self.axes, self.kind = rng, axes, kind
        self.broad_phase = broadleaf.BroadPhase(axes, kind)
        rows: dict[int, tuple[NDArray[Any], Labels]] = {}
        for round in range(12):
            boxes = self.grid(6)
            if kind[0] == "f" and round == 5:
                boxes[0, 0], boxes[1, -1] = -np.inf, np.inf
            labels = self.label()
            mobility = ("dynamic", "static")[round % 2]
            ids = self.broad_phase.create(boxes, mobility=mobility, **labels)  # type: ignore[arg-type]
            rows.update(zip(ids.tolist(), ((box, labels) for box in boxes), strict=True))
            gone = int(rng.choice(list(rows)))
            self.broad_phase.remove([gone])
            del rows[gone]
        moved = [int(id) for id in rng.choice(list(rows), 9, replace=False)]
        places = self.grid(9)
        self.broad_phase.move(moved, places)
        for id, place in zip(moved, places, strict=True):
            rows[id] = place, rows[id][1]
        self.ids = sorted(rows, key=lambda id: id & 0xFFFF_FFFF)
        self.boxes = np.array([rows[id][0] for id in self.ids])
        self.labels = [rows[id][1] for id in self.ids]

    def grid(self, count: int) -> NDArray[Any]:
        """Boxes with whole coordinates, many of which touch."""
        mins = self.rng.integers(-6, 6, (count, self.axes))
        maxs = mins + self.rng.integers(0, 4, (count, self.axes))
        return np.concatenate([mins, maxs], axis=1).astype(self.kind)

    def label(self) -> Labels:
        category, mask, group = self.rng.integers(0, (8, 8, 4)).tolist()
        return {"category": category, "mask": mask, "group": group - 2}

    def asked(self, mode: str, count: int) -> tuple[Any, NDArray[np.bool_]]:
        """A filter, and whether it admits each box in each of many queries."""
        given: Labels = {}
        if mode == "one":
            given = {name: [value] * count for name, value in self.label().items()}
        elif mode == "except":
            given = {"except_": self.rng.choice([-1, *self.ids], count).tolist()}
        elif mode != "none":
            each = [self.label() for _ in range(count)]
            given = {name: [label[name] for label in each] for name in ("mask", "group")}
            given["except_"] = self.rng.choice([-1, *self.ids], count).tolist()
        admitted = np.ones((count, len(self.ids)), dtype=np.bool_)
        for row in range(count):
            own = {name: values[row] for name, values in given.items()}
            for at, id in enumerate(self.ids):
                is_other = own.get("except_") != id
                has_labels = own.keys() - {"except_"}
                allowed = not has_labels or allows(own, self.labels[at], mode == "one way")
                admitted[row, at] = is_other and allowed
        if mode == "one":
            given = {name: values[0] for name, values in given.items()}
        return self.broad_phase.filtered(**given, one_way=mode == "one way"), admitted

    def rows(self, found: NDArray[np.bool_]) -> NDArray[np.int64]:
        """Rows of queries and ids."""
        queries, boxes = np.nonzero(found)
        return np.array([queries, np.array(self.ids)[boxes]])


def allows(own: Labels, box: Labels, is_one_way: bool) -> bool:
    own = DEFAULTS | own
    if own["group"] == box["group"] != 0:
        return bool(own["group"] > 0)
    theirs = is_one_way or box["mask"] & own["category"]
    return bool(own["mask"] & box["category"] and theirs)


def gaps(a: NDArray[Any], b: NDArray[Any], axes: int) -> NDArray[Any]:
    """How far each box of `a` is from each of `b` on each axis."""
    with np.errstate(invalid="ignore"):
        above = b[None, :, :axes].astype(float) - a[:, None, axes:]
        below = a[:, None, :axes].astype(float) - b[None, :, axes:]
    gap: NDArray[Any] = np.maximum(np.maximum(above, below), 0)
    return gap


def reached(origin: NDArray[Any], way: NDArray[Any], box: NDArray[Any], axes: int) -> float:
    """The multiple of a direction at which a box is hit; infinity for a miss."""
    enter, leave = 0.0, math.inf
    for axis in range(axes):
        to_min = float(box[axis]) - float(origin[axes + axis])
        to_max = float(box[axes + axis]) - float(origin[axis])
        if way[axis] == 0:
            if to_min > 0 or to_max < 0:
                return math.inf
        else:
            first, last = sorted((to_min / way[axis], to_max / way[axis]))
            enter, leave = max(enter, first), min(leave, last)
    return enter if enter <= leave else math.inf


@pytest.fixture(params=[(2, "f8"), (3, "f4"), (2, "i4"), (3, "i8")], ids=str)
def world(request: pytest.FixtureRequest, rng: np.random.Generator) -> World:
    axes, kind = request.param
    return World(rng, axes, kind)


@pytest.mark.parametrize("mode", MODES)
def test_windows(world: World, mode: str) -> None:
    windows = world.grid(20)
    asked, admitted = world.asked(mode, len(windows))
    gap = gaps(windows, world.boxes, world.axes)
    expected = world.rows(admitted & (gap == 0).all(axis=2))
    np.testing.assert_array_equal(asked.query(windows), expected)
    np.testing.assert_array_equal(asked.query(windows.astype("f8"), "intersects"), expected)
    near = world.rows(admitted & ((gap**2).sum(axis=2) <= 4))
    np.testing.assert_array_equal(asked.query(windows, "dwithin", 2), near)
    mins, maxs = np.split(world.boxes, 2, axis=1)
    inside = (windows[:, None, : world.axes] <= mins) & (maxs <= windows[:, None, world.axes :])
    contained = world.rows(admitted & inside.all(axis=2))
    np.testing.assert_array_equal(asked.query(windows, "contains"), contained)
    if mode in ("none", "one"):
        for row, window in enumerate(windows):
            found = expected[1][expected[0] == row]
            np.testing.assert_array_equal(asked.query(window), found)
            np.testing.assert_array_equal(asked.query(window.tolist()), found)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("all_matches", [False, True])
def test_nearest(world: World, mode: str, all_matches: bool) -> None:
    places = world.grid(20)
    asked, admitted = world.asked(mode, len(places))
    squares = (gaps(places, world.boxes, world.axes) ** 2).sum(axis=2)
    for k, most in ((1, None), (3, 2), (500, 3)):
        rows, distances = asked.query_nearest(
            places, most, return_distance=True, all_matches=all_matches, k=k
        )
        for row in range(len(places)):
            near = [
                (square, at)
                for at, square in enumerate(squares[row].tolist())
                if admitted[row, at] and square <= (math.inf if most is None else most**2)
            ]
            near.sort()
            last = near[k - 1][0] if len(near) >= k else math.inf
            near = [hit for hit in near if hit[0] <= last] if all_matches else near[:k]
            assert rows[1][rows[0] == row].tolist() == [world.ids[at] for _, at in near]
            roots = [math.sqrt(square) for square, _ in near]
            np.testing.assert_allclose(distances[rows[0] == row], roots, rtol=1e-6)
            if mode in ("none", "one"):
                one = asked.query_nearest(places[row], most, all_matches=all_matches, k=k)
                assert one.tolist() == [world.ids[at] for _, at in near]


@pytest.mark.parametrize("mode", MODES)
def test_casts(world: World, mode: str) -> None:
    origins = world.grid(30)
    # Powers of two, so that the multiples are exact.
    ways = world.rng.choice([-2.0, -1, 0, 1, 4], (30, world.axes))
    asked, admitted = world.asked(mode, 30)
    multiples = np.full(admitted.shape, math.inf)
    for row, at in np.argwhere(admitted):
        multiples[row, at] = reached(origins[row], ways[row], world.boxes[at], world.axes)
    for length in (math.inf, 1.5):
        limited = np.where(multiples <= length, multiples, math.inf)
        first = limited.min(axis=1)
        winners = np.array(world.ids)[limited.argmin(axis=1)]
        ids, reaches = asked.cast(origins, ways, length)
        np.testing.assert_array_equal(reaches, first)
        np.testing.assert_array_equal(ids, np.where(np.isfinite(first), winners, -1))
        np.testing.assert_array_equal(asked.any_hit(origins, ways, length), np.isfinite(first))
        rows, reaches = asked.cast(origins, ways, length, all_hits=True)
        every = [
            (row, limited[row, at], world.ids[at])
            for row in range(30)
            for at in np.argsort(limited[row], kind="stable")
            if np.isfinite(limited[row, at])
        ]
        assert list(zip(rows[0], reaches, rows[1], strict=True)) == every


def test_sweeps(world: World) -> None:
    finite = [at for at, box in enumerate(world.boxes) if np.isfinite(box.astype(float)).all()]
    ways = world.rng.choice([-4.0, -1, 0, 1, 8], (len(finite), world.axes))
    ids, parts = world.broad_phase.sweep([world.ids[at] for at in finite], ways)
    for row, own in enumerate(finite):
        hits = [
            (reached(world.boxes[own], ways[row], box, world.axes), at)
            for at, box in enumerate(world.boxes)
            if at != own and allows(world.labels[own], world.labels[at], False)
        ]
        part, at = min(hits, default=(math.inf, -1))
        expected = (world.ids[at], part) if part <= 1 else (-1, math.inf)
        assert (ids[row], parts[row]) == expected
    one = world.broad_phase.sweep([world.ids[finite[0]]], ways[0])
    assert (one[0][0], one[1][0]) == (ids[0], parts[0])


def test_bounds_and_trees(world: World) -> None:
    mins, maxs = np.split(world.boxes, 2, axis=1)
    whole = np.concatenate([mins.min(axis=0), maxs.max(axis=0)])
    tree = broadleaf.Tree(world.axes, world.kind)
    assert tree.bounds is None and broadleaf.BroadPhase().bounds is None
    tree.insert(np.arange(len(world.boxes)), world.boxes)
    for structure in (world.broad_phase, tree):
        np.testing.assert_array_equal(structure.bounds, whole)
    index = broadleaf.Index(world.boxes)
    origins, ways = world.grid(30), world.rng.normal(size=(30, world.axes))
    for all_hits in (False, True):
        expected = index.cast(origins, ways, 3, all_hits=all_hits)
        for found, wanted in zip(
            tree.cast(origins, ways, 3, all_hits=all_hits), expected, strict=True
        ):
            np.testing.assert_array_equal(found, wanted)
    np.testing.assert_array_equal(tree.any_hit(origins, ways, 3), index.any_hit(origins, ways, 3))


def test_threads(rng: np.random.Generator) -> None:
    broad_phase = broadleaf.BroadPhase(2)
    boxes = random_boxes(rng, 3000, 2)
    ids = broad_phase.create(boxes)
    rows = np.arange(30_000) % 3000
    asked = broad_phase.filtered(except_=ids[rows], mask=rng.integers(0, 4, len(rows)))
    ways = rng.normal(size=(len(rows), 2))
    asks: tuple[Callable[[int], Any], ...] = (
        lambda threads: asked.query(boxes[rows], threads=threads),
        lambda threads: asked.query_nearest(boxes[rows], k=2, threads=threads),
        lambda threads: asked.any_hit(boxes[rows], ways, 1, threads=threads),
        lambda threads: asked.cast(boxes[rows], ways, threads=threads)[0],
    )
    for ask in asks:
        np.testing.assert_array_equal(ask(1), ask(4))


def test_a_filter_sees_changes() -> None:
    broad_phase = broadleaf.BroadPhase(2, history=1)
    a, b = broad_phase.create([[0, 0, 1, 1], [0, 0, 1, 1]], category=1)
    asked, other = broad_phase.filtered(mask=2), broad_phase.filtered(except_=a)
    assert asked.query([0, 0, 1, 1]).tolist() == [] and other.query([0, 0, 1, 1]).tolist() == [b]
    broad_phase.set_filter([b], category=2)
    assert asked.query([0, 0, 1, 1]).tolist() == [b]
    assert repr(asked) == "<broadleaf.Filtered: 2D, float64>"
    broad_phase.remove([a])
    for ask in (
        lambda: other.query([0, 0, 1, 1]),
        lambda: other.query_nearest([0, 0]),
        lambda: other.any_hit([[0, 0]], [1, 0]),
    ):
        with pytest.raises(KeyError, match=f"except_: row 0: there is no box with the id {a}"):
            ask()


def test_errors() -> None:
    broad_phase = broadleaf.BroadPhase()
    a, b = broad_phase.create([[0, 0, 1, 1], [-np.inf, 0, 1, 1]])
    with pytest.raises(ValueError, match="mask: row 1: -1 is not from 0 to 4294967295"):
        broad_phase.filtered(mask=[1, -1])
    with pytest.raises(TypeError, match="category: expected integers, not float64"):
        broad_phase.filtered(category=1.5)
    with pytest.raises(ValueError, match="group: expected a number or a row of numbers"):
        broad_phase.filtered(group=[[1]])
    asked = broad_phase.filtered(group=[1, 2, 3])
    message = "group: expected one number, or one for each of 2 rows, not 3"
    for ask in (
        lambda: asked.query([[0, 0, 1, 1]] * 2),
        lambda: asked.query_nearest([[0, 0, 1, 1]] * 2),
        lambda: asked.cast([[0, 0]] * 2, [1, 0]),
    ):
        with pytest.raises(ValueError, match=message):
            ask()
    with pytest.raises(ValueError, match="one for each of 1 rows"):
        asked.query([0, 0, 1, 1])
    with pytest.raises(ValueError, match="one for each of 1 rows"):
        asked.query_nearest([0, 0])
    with pytest.raises(KeyError, match="ids: row 1: there is no box with the id 77"):
        broad_phase.sweep([a, 77], [1, 0])
    with pytest.raises(ValueError, match="ids: row 1: "):
        broad_phase.sweep([a, b], [1, 0])
    with pytest.raises(ValueError, match="displacements: row 0: nan is not finite on axis 1"):
        broad_phase.sweep([a], [[1, np.nan]])
    with pytest.raises(ValueError, match="origins: row 0: "):
        broad_phase.cast([[0, 0, np.inf, 1]], [1, 0])
