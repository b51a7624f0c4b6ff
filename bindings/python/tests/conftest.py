"""Numbers that make boxes tie, touch and be flat."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import settings
from numpy.typing import NDArray

settings.register_profile("default", deadline=None, max_examples=60)
settings.load_profile("default")


@pytest.fixture
def rng() -> np.random.Generator:
    return np.random.default_rng(7)


def random_boxes(
    rng: np.random.Generator, count: int, dimensions: int = 2, kind: Any = np.float64
) -> NDArray[Any]:
    """Boxes, each of which overlaps a handful of others."""
    side = count ** (1 / dimensions)
    mins = rng.random((count, dimensions)) * side
    sizes = rng.random((count, dimensions)) * 1.5
    boxes = np.concatenate([mins, mins + sizes], axis=1)
    if np.dtype(kind).kind == "i":
        boxes = np.floor(boxes)
    return boxes.astype(kind)


def overlap_matrix(a: NDArray[Any], b: NDArray[Any]) -> NDArray[np.bool_]:
    """The boxes of `a` that overlap boxes of `b`, by brute force."""
    axes = a.shape[1] // 2
    below = a[:, None, :axes] <= b[None, :, axes:]
    above = b[None, :, :axes] <= a[:, None, axes:]
    matrix: NDArray[np.bool_] = np.asarray((below & above).all(axis=2))
    return matrix
