"""A cast up to the multiple at which a box was reported finds the box again."""

from __future__ import annotations

import numpy as np
import pytest
from conftest import random_boxes

import broadleaf


@pytest.mark.parametrize("kind", ["f4", "f8", "i4", "i8"])
@pytest.mark.parametrize("axes", [2, 3])
def test_reported_multiples_find_their_boxes(
    rng: np.random.Generator, kind: str, axes: int
) -> None:
    index = broadleaf.Index(random_boxes(rng, 200, axes, kind))
    starts = random_boxes(rng, 40, axes, kind)
    ways = rng.normal(size=(40, axes)) / 7
    rows, reaches = index.cast(starts, ways, all_hits=True)
    assert len(reaches) > 40
    for row, reach in set(zip(rows[0].tolist(), reaches.tolist(), strict=True)):
        expected = rows[1][(rows[0] == row) & (reaches <= reach)]
        found, _ = index.cast(starts[row : row + 1], ways[row], reach, all_hits=True)
        np.testing.assert_array_equal(found[1], expected)
        if reach > 0:
            below = rows[1][(rows[0] == row) & (reaches < reach)]
            less = np.nextafter(reach, 0)
            found, _ = index.cast(starts[row : row + 1], ways[row], less, all_hits=True)
            np.testing.assert_array_equal(found[1], below)
