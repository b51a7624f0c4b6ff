"""A query within a distance that was reported finds the box again."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from strategies import boxes

import broadleaf


def unsteady(array: NDArray[Any]) -> NDArray[Any]:
    """Floats whose squares are rounded."""
    return array / np.array(7, array.dtype) if array.dtype.kind == "f" else array


@settings(max_examples=25)
@given(st.data(), st.sampled_from(("f4", "f8", "i4", "i8")), st.sampled_from((2, 3)))
def test_reported_distances_find_their_boxes(data: st.DataObject, kind: str, axes: int) -> None:
    array, places = (unsteady(data.draw(boxes(axes, (kind,), 8))) for _ in range(2))
    index, tree = broadleaf.Index(array), broadleaf.Tree(axes, kind)
    tree.insert(np.arange(len(array)), array)
    everything = index.query_nearest(places, k=max(len(array), 1), return_distance=True)
    for structure in (index, tree):
        rows, distances = structure.query_nearest(
            places, k=max(len(array), 1), return_distance=True
        )
        np.testing.assert_array_equal(distances, everything[1])
        for row, id, distance in zip(*rows, distances, strict=True):
            place = places[row : row + 1]
            within = rows[1][(rows[0] == row) & (distances <= distance)]
            found = structure.query(place, "dwithin", distance)[1]
            np.testing.assert_array_equal(found, np.sort(within))
            if np.isfinite(distance):
                below = rows[1][(rows[0] == row) & (distances < distance)]
                less = np.nextafter(distance, -1)
                if less >= 0:
                    found = structure.query(place, "dwithin", less)[1]
                    np.testing.assert_array_equal(found, np.sort(below))
            if distance > 0:
                near = structure.query_nearest(place, distance, k=len(array))[1]
                assert id in near and set(near) == set(within)
    if len(places):
        other = broadleaf.Index(places)
        for distance in np.unique(everything[1]):
            expected = everything[0][:, everything[1] <= distance]
            joined = other.cross_pairs(index, distance=distance)
            np.testing.assert_array_equal(joined, expected[:, np.lexsort(expected[::-1])])


@pytest.mark.parametrize("kind", ["f4", "f8"])
def test_a_lattice_finds_its_own_distances(kind: str) -> None:
    lattice = np.stack(np.meshgrid(*[np.arange(1.0, 8)] * 3), axis=-1).reshape(-1, 3).astype(kind)
    index = broadleaf.Index(mins=lattice, maxs=lattice)
    _, distances = index.query_nearest(np.zeros(3, kind), k=len(lattice), return_distance=True)
    for distance in distances:
        expected = (distances <= distance).sum()
        assert len(index.query(np.zeros(6, kind), "dwithin", distance)) == expected
        assert len(index.query_nearest(np.zeros(3, kind), distance, k=len(lattice))) == expected
