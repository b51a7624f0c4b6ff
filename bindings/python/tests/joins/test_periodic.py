"""Pairs within a distance on periodic axes, beside double loops and other libraries."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import broadleaf

Found = tuple[NDArray[np.int64], NDArray[np.int32]]


def by_double_loop(
    points: Any, distance: float, periods: Any, other: Any = None, most: int = 2
) -> list[tuple[int, ...]]:
    """All pairs and shifts of points, from the definition."""
    axes = points.shape[1]
    ways = [range(-most, most + 1) if periods[axis] else range(1) for axis in range(axes)]
    lengths = np.array([period or 0 for period in periods], float)
    seconds = points if other is None else other
    found = []
    for (i, a), (j, b) in product(enumerate(points), enumerate(seconds)):
        for shift in product(*ways):
            is_twice = other is None and (j < i or (i == j and shift <= (0,) * axes))
            gap = (b.astype(float) - a.astype(float)) + np.array(shift) * lengths
            if not is_twice and (gap * gap).sum() <= distance * distance:
                found.append((i, j, *shift))
    return sorted(found)


def as_list(found: Found) -> list[tuple[int, ...]]:
    pairs, shifts = found
    rows = np.concatenate([pairs.T, shifts], axis=1)
    return [tuple(map(int, row)) for row in rows]


@pytest.mark.parametrize("kind", [np.float32, np.float64, np.int32, np.int64])
@pytest.mark.parametrize("axes", [2, 3])
def test_points_are_as_a_double_loop_says(rng: np.random.Generator, axes: int, kind: Any) -> None:
    points = rng.integers(-8, 12, (30, axes)).astype(kind)
    others = rng.integers(-8, 12, (9, axes)).astype(kind)
    for periods in ([10] * axes, [7, None, 9][:axes], None):
        wanted = periods or [None] * axes
        for distance in (0, 2, 6):
            found = broadleaf.periodic_pairs(points, distance, periods)
            assert found[0].dtype == np.int64 and found[1].dtype == np.int32
            assert as_list(found) == by_double_loop(points, distance, wanted, most=4)
            found = broadleaf.periodic_pairs(points, distance, periods, other=others)
            assert as_list(found) == by_double_loop(points, distance, wanted, others, most=4)


def test_a_full_list_has_both_directions(rng: np.random.Generator) -> None:
    points = rng.random((80, 3)) * 4
    pairs, shifts = broadleaf.periodic_pairs(points, 2.5, 4.0)
    both = as_list((pairs, shifts)) + as_list((pairs[::-1], -shifts))
    assert as_list(broadleaf.periodic_pairs(points, 2.5, 4.0, full=True)) == sorted(both)


def test_boxes_have_the_distance_of_their_gap() -> None:
    boxes = [[0.0, 0, 1, 1], [8, 0, 9, 1], [4, 4, 5, 5]]
    pairs, shifts = broadleaf.periodic_pairs(boxes, 1, (10, None))
    assert as_list((pairs, shifts)) == [(0, 1, -1, 0)]
    corners = np.array(boxes)[:, :2], np.array(boxes)[:, 2:]
    again = broadleaf.periodic_pairs(np.concatenate(corners, axis=1), 1, (10, None))
    assert as_list(again) == [(0, 1, -1, 0)]


def test_empty_lists() -> None:
    none = np.empty((0, 3))
    for other in (None, none, np.ones((4, 3))):
        pairs, shifts = broadleaf.periodic_pairs(none, 1, 2, other=other)
        assert pairs.shape == (2, 0) and shifts.shape == (0, 3)
    pairs, shifts = broadleaf.periodic_pairs(np.ones((4, 3)), 1, 9, other=none)
    assert pairs.shape == (2, 0) and shifts.shape == (0, 3)


def test_invalid_input_is_named() -> None:
    points = [[0.0, 0], [3, 4]]
    cases: list[Any] = [
        ((points, -1), "distance: the distance is -1, but must be"),
        ((points, 1, [1, 2, 3]), "periods: expected one for each of 2 axes, not 3"),
        ((points, 1, [1, 0]), "periods: the period of axis 1 is 0, but"),
        (([[0, 0], [1e300, 0]], 1, 5), r"points: row 1: axis 0: 1e300 to 1e300, more than"),
        (
            ([[0, 0, 1, 1], [0, 0, 1, 6]], 1, 5),
            r"points: row 1: axis 1: 0\.0 to 6\.0, longer than the",
        ),
        (([[0, 0], [np.nan, 0]], 1, 5), "points: row 1"),
        (([0, 1, 2], 1), "points: expected"),
    ]
    for arguments, message in cases:
        with pytest.raises(ValueError, match=message):
            broadleaf.periodic_pairs(*arguments)
    with pytest.raises(ValueError, match="other: row 1"):
        broadleaf.periodic_pairs(points, 1, 5, other=[[0, 0], [np.inf, 0]])
    # Without a way out that the function does not have.
    with pytest.raises(
        ValueError, match=r"points: row 0: not a number on axis 1: min NaN, max NaN$"
    ):
        broadleaf.periodic_pairs([[0, np.nan]], 1)
    with pytest.raises(TypeError, match="periods must be a number"):
        broadleaf.periodic_pairs(points, 1, ["5", "5"])


@pytest.mark.parametrize("axes", [2, 3])
def test_scipy_has_the_same_pairs(rng: np.random.Generator, axes: int) -> None:
    scipy = pytest.importorskip("scipy.spatial")
    points, others = rng.random((2000, axes)), rng.random((500, axes))
    for period, distance in [(1.0, 0.05), (1.25, 0.1)]:
        tree = scipy.cKDTree(points, boxsize=period)
        theirs = tree.query_pairs(distance, output_type="ndarray")
        ours, _ = broadleaf.periodic_pairs(points, distance, period)
        assert np.array_equal(ours.T, theirs[np.lexsort(theirs.T[::-1])])
        lists = scipy.cKDTree(others, boxsize=period).query_ball_tree(tree, distance)
        ours, _ = broadleaf.periodic_pairs(others, distance, period, other=points)
        assert ours.T.tolist() == [[i, j] for i, row in enumerate(lists) for j in sorted(row)]


CELLS = [((3.0, 4.0, 5.0), (True, True, True)), ((3.0, 4.0, 5.0), (True, False, True))]


@pytest.mark.parametrize("cutoff", [0.4, 1.4, 3.5])
@pytest.mark.parametrize(("cell", "pbc"), CELLS)
def test_ase_has_the_same_neighbours(
    rng: np.random.Generator, cell: Any, pbc: Any, cutoff: float
) -> None:
    neighborlist = pytest.importorskip("ase.neighborlist")
    # Some atoms are outside of the cell.
    points = rng.random((60, 3)) * 6 - 1
    i, j, shifts = neighborlist.primitive_neighbor_list("ijS", pbc, np.diag(cell), points, cutoff)
    theirs = sorted(map(tuple, np.column_stack([i, j, shifts]).tolist()))
    periods = [
        length if is_periodic else None for length, is_periodic in zip(cell, pbc, strict=True)
    ]
    ours = broadleaf.periodic_pairs(points, cutoff, periods, full=True)
    assert as_list(ours) == theirs


@pytest.mark.parametrize("cutoff", [0.4, 1.4, 3.5])
@pytest.mark.parametrize("full", [False, True])
def test_vesin_has_the_same_neighbours(rng: np.random.Generator, full: bool, cutoff: float) -> None:
    vesin = pytest.importorskip("vesin")
    cell = np.array([3.0, 4.0, 5.0])
    points = rng.random((60, 3)) * 6 - 1
    finder = vesin.NeighborList(cutoff=cutoff, full_list=full)
    i, j, shifts = finder.compute(points, np.diag(cell), True, "ijS")
    rows = np.column_stack([i, j, shifts]).astype(np.int64)
    if not full:
        # Half lists may have either direction of a pair.
        is_back = (rows[:, 0] > rows[:, 1]) | (
            (rows[:, 0] == rows[:, 1]) & [tuple(row) < (0, 0, 0) for row in rows[:, 2:]]
        )
        rows[is_back, :2] = rows[is_back, 1::-1]
        rows[is_back, 2:] *= -1
    ours = broadleaf.periodic_pairs(points, cutoff, cell, full=full)
    assert as_list(ours) == sorted(map(tuple, rows.tolist()))
