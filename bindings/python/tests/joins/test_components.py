"""Connected components and closest pairs, beside scipy and double loops."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from conftest import random_boxes

import broadleaf


def test_components_are_those_of_scipy(rng: np.random.Generator) -> None:
    sparse = pytest.importorskip("scipy.sparse")
    for count, edges in [(1, 0), (2, 1), (300, 90), (300, 200), (5000, 2600)]:
        pairs = rng.integers(0, count, (2, edges))
        graph = sparse.coo_array((np.ones(edges), tuple(pairs)), (count, count))
        _, numbers = sparse.csgraph.connected_components(graph, directed=False)
        _, smallest, of = np.unique(numbers, return_index=True, return_inverse=True)
        assert broadleaf.components(pairs, count).tolist() == smallest[of].tolist()
        # In any order and type.
        mixed = rng.permutation(pairs.astype(np.uint32), axis=1)[::-1]
        assert broadleaf.components(mixed, count).tolist() == smallest[of].tolist()


def test_long_chains_are_one_component(rng: np.random.Generator) -> None:
    row = np.arange(100_000)
    chain = np.stack([row[:-1], row[1:]])
    for pairs in (chain, chain[:, ::-1], rng.permutation(chain, axis=1)):
        assert not broadleaf.components(pairs, len(row)).any()


def test_components_of_nothing() -> None:
    assert broadleaf.components(np.empty((2, 0), np.int64), 3).tolist() == [0, 1, 2]
    assert broadleaf.components([[], []], 0).tolist() == []


def test_invalid_pairs_are_named() -> None:
    cases: list[Any] = [
        ([[0, 1], [1, 3]], "pairs: column 1: 3 is not a row from 0 to 2"),
        ([[0, -1], [1, 2]], "pairs: column 1: -1 is not a row from 0 to 2"),
        ([[0, 1, 2]], r"pairs: expected an array of shape \(2, m\), not \(1, 3\)"),
    ]
    for pairs, message in cases:
        with pytest.raises(ValueError, match=message):
            broadleaf.components(pairs, 3)
    with pytest.raises(TypeError, match="pairs: expected integers, not float64"):
        broadleaf.components([[0.5], [1.0]], 3)
    with pytest.raises(ValueError, match="count must be from 0"):
        broadleaf.components([[0], [1]], -1)


@pytest.mark.parametrize("axes", [2, 3])
@pytest.mark.parametrize("kind", [np.float32, np.float64, np.int32, np.int64])
def test_closest_pairs_are_those_of_a_double_loop(
    rng: np.random.Generator, axes: int, kind: Any
) -> None:
    for count, spread in [(2, 1), (40, 1), (40, 20), (200, 20), (200, 300)]:
        # Integers have ties.
        lists = [np.floor(random_boxes(rng, n, axes) * spread).astype(kind) for n in (count, 30)]
        a, b = [boxes.astype(np.float64) for boxes in lists]
        for other in (None, b):
            second = a if other is None else other
            gaps = np.maximum(
                second[None, :, :axes] - a[:, None, axes:],
                a[:, None, :axes] - second[None, :, axes:],
            )
            square = np.square(np.maximum(gaps, 0)).sum(axis=2)
            if other is None:
                square[np.tril_indices(count)] = np.inf
            i, j = np.unravel_index(np.argmin(square), square.shape)
            found = broadleaf.closest_pair(lists[0], None if other is None else lists[1])
            assert found is not None
            assert found[:2] == (int(i), int(j))
            kinds = np.float32 if kind == np.float32 else np.float64
            assert found[2] == np.sqrt(square[i, j].astype(kinds))


def test_closest_pairs_skip_rows_without_a_box() -> None:
    boxes = [None, [0, 0, 1, 1], None, [3, 1, 4, 1], [9, 9, 9, 9]]
    assert broadleaf.closest_pair(boxes, missing="skip") == (1, 3, 2.0)
    assert broadleaf.closest_pair(boxes, boxes[3:], missing="skip") == (3, 0, 0.0)
    with pytest.raises(ValueError, match="boxes: row 0 has no box"):
        broadleaf.closest_pair(boxes)


def test_too_few_boxes_have_no_closest_pair() -> None:
    one, none = [[0, 0, 1, 1]], np.empty((0, 4))
    for lists in [(none,), (one,), (one, none), (none, one)]:
        assert broadleaf.closest_pair(*lists) is None
    with pytest.raises(ValueError, match="b: row 0: min 2 is above max 1 on axis 0"):
        broadleaf.closest_pair(one, [[2, 0, 1, 1]])
