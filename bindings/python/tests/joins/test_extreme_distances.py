"""Distances whose squares are no floats, beside exact fractions."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import broadleaf

pytest.importorskip("pyarrow")

#: Powers of two: subnormal, about the roots of the least and the greatest float64, in between, and
#: the greatest.
POWERS = (-1074, -1060, -1022, -600, -540, -510, -300, 0, 300, 505, 511, 520, 800, 1019)
OF_FLOAT32 = (-149, -140, -126, -80, -63, 0, 63, 64, 100, 124)
#: Rounding moves distances by less than one part in this many.
PARTS = 10**15


def magnitudes(rng: np.random.Generator, count: int, axes: int, power: int) -> NDArray[Any]:
    """Boxes of this magnitude, many of them flat, on a grid so that distances tie."""
    corners = np.sort(rng.integers(-9, 10, (2, count, axes)), axis=0)
    corners[1] -= (corners[1] - corners[0]) * rng.integers(0, 2, (count, 1))
    boxes: NDArray[Any] = np.ldexp(np.concatenate(list(corners), axis=1).astype(float), power)
    return boxes


def square_of(a: list[float], b: list[float]) -> Fraction:
    """The squared distance of two boxes, exactly."""
    one, other = [[Fraction(end) for end in box] for box in (a, b)]
    axes = len(one) // 2
    gaps = (
        max(one[axis] - other[axis + axes], other[axis] - one[axis + axes], Fraction(0))
        for axis in range(axes)
    )
    return sum((gap * gap for gap in gaps), Fraction(0))


def squares_of(a: NDArray[Any], b: NDArray[Any]) -> list[list[Fraction]]:
    return [[square_of(one, other) for other in b.tolist()] for one in a.tolist()]


def near(a: NDArray[Any], b: NDArray[Any], distance: Any) -> set[tuple[int, int]]:
    columns = broadleaf.sjoin(a, b, distance=distance).read_all().columns
    return set(zip(*(column.to_pylist() for column in columns), strict=True))


@pytest.mark.parametrize("axes", [2, 3])
@pytest.mark.parametrize("power", POWERS)
def test_joins_of_every_magnitude(rng: np.random.Generator, axes: int, power: int) -> None:
    a, b = (magnitudes(rng, count, axes, power) for count in (40, 30))
    squares = squares_of(a, b)
    unit = np.ldexp(1.0, power)
    # Squares of small whole numbers are exact, so ties are.
    limits = np.array([0.0, 1.0, 5.0, 2.0, 3.0])[rng.integers(0, 5, len(a))] * unit
    cases: list[Any] = [0.0, unit, 5 * unit, np.nextafter(5 * unit, 0), limits]
    for case in cases:
        limit = np.broadcast_to(case, len(a)).tolist()
        pairs = product(range(len(a)), range(len(b)))
        expected = {(i, j) for i, j in pairs if squares[i][j] <= Fraction(limit[i]) ** 2}
        assert near(a, b, case) == expected


@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_joins_of_mixed_magnitudes(rng: np.random.Generator, kind: Any) -> None:
    a, b = (wild(rng, count, kind) for count in (60, 50))
    squares = squares_of(a.astype(float), b.astype(float))
    limits = np.abs(wild(rng, 60, kind).astype(float)[:, 0])
    found = near(a, b, limits)
    for i, j in product(range(len(a)), range(len(b))):
        limit = Fraction(float(limits[i])) ** 2
        is_tie = abs(squares[i][j] - limit) * PARTS <= limit
        assert is_tie or ((i, j) in found) == (squares[i][j] <= limit)


def wild(rng: np.random.Generator, count: int, kind: Any) -> NDArray[Any]:
    """Boxes with ends of all magnitudes, often the same on an axis."""
    limits = np.finfo(kind)
    least = int(np.log2(float(limits.smallest_subnormal)))
    powers = rng.integers(least, limits.maxexp, (2, count, 2))
    ends = np.ldexp(rng.choice([-1.5, -1.0, 1.0, 1.25], (2, count, 2)), powers).astype(kind)
    ends[rng.random((2, count, 2)) < 0.3] = 1
    return np.concatenate(list(np.sort(ends, axis=0)), axis=1)


@pytest.mark.parametrize("axes", [2, 3])
@pytest.mark.parametrize(
    "kind, power", [*product([np.float64], POWERS), *product([np.float32], OF_FLOAT32)]
)
def test_closest_pairs_of_every_magnitude(
    rng: np.random.Generator, power: int, axes: int, kind: Any
) -> None:
    for count in (2, 5, 12, 30):
        a, b = (magnitudes(rng, n, axes, power).astype(kind) for n in (count, 4))
        check(a, None)
        check(a, b)


@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_closest_pairs_of_mixed_magnitudes(rng: np.random.Generator, kind: Any) -> None:
    for count in [2, 3, 4, 6, 9, 20] * 15:
        points = wild(rng, count, kind)[:, :2]
        check(np.concatenate([points, points], axis=1), None)
        check(wild(rng, count, kind), wild(rng, 3, kind))


def check(a: NDArray[Any], b: NDArray[Any] | None) -> None:
    """Compares a closest pair with the pairs of a double loop."""
    found = broadleaf.closest_pair(a, b)
    assert found is not None
    row, other, distance = found
    one, second = a.astype(float), (a if b is None else b).astype(float)
    pairs = (
        combinations(range(len(a)), 2) if b is None else product(range(len(a)), range(len(second)))
    )
    squares = {(i, j): square_of(one[i].tolist(), second[j].tolist()) for i, j in pairs}
    least = min(squares.values())
    # Of equal distances, the smallest rows; a distance that rounding makes equal may be smaller.
    assert (row, other) <= min(pair for pair, square in squares.items() if square == least)
    exact = squares[row, other]
    assert (exact - least) * PARTS <= least
    if distance == np.inf:
        assert exact > Fraction(np.finfo(float).max) ** 2
    else:
        unit = Fraction(5e-324)
        near_root = Fraction(distance) + unit, max(Fraction(distance) - unit, Fraction(0))
        margin = exact / PARTS
        assert near_root[1] ** 2 - margin <= exact <= near_root[0] ** 2 + margin


def test_infinite_boxes_beside_extreme_ones() -> None:
    inf, tiny = np.inf, 5e-324
    boxes = [[-inf, 0, -inf, 0], [0, 0, 0, 0], [tiny, 0, tiny, 0], [inf, 0, inf, 0]]
    assert broadleaf.closest_pair(boxes) == (1, 2, tiny)
    assert broadleaf.closest_pair([boxes[0], boxes[3]]) == (0, 1, inf)
    huge = [[-1e308, 0, -1e308, 0], [1e308, 0, 1e308, 0], [9e307, 0, 9e307, 0]]
    assert broadleaf.closest_pair([boxes[0], *huge, boxes[3]]) == (2, 3, 1e308 - 9e307)
    # 1e-200 apart, among large coordinates that differ less than others are apart.
    large = np.nextafter(1e300, np.inf)
    boxes = [[1e300, 0, 1e300, 0], [large, 0, large, 0], [0, 0, 0, 0], [1e-200, 0, 1e-200, 0]]
    assert broadleaf.closest_pair(boxes) == (2, 3, 1e-200)
