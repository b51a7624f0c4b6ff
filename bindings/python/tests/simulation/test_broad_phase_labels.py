"""Labels and mobilities that change, and the pairs of some boxes, against brute force."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from conftest import overlap_matrix, random_boxes
from numpy.typing import NDArray

import broadleaf

ACTIVE = ("dynamic", "sleeping")
MOBILITIES = ("dynamic", "kinematic", "static", "sleeping")


class Both:
    """A broad phase beside what its boxes should be."""

    def __init__(self, rng: np.random.Generator, axes: int) -> None:
        self.rng, self.axes = rng, axes
        self.broad_phase = broadleaf.BroadPhase(axes, margin=0)
        self.ids: list[int] = []
        self.boxes: NDArray[Any] = np.empty((0, 2 * axes))
        self.labels: list[dict[str, Any]] = []

    def label(self) -> dict[str, int]:
        category, mask, group = self.rng.integers(0, (16, 16, 4))
        return {"category": int(category), "mask": int(mask), "group": int(group) - 2}

    def create(self, count: int) -> None:
        boxes = random_boxes(self.rng, count, self.axes)
        mobility, labels = self.rng.choice(MOBILITIES), self.label()
        self.ids += self.broad_phase.create(boxes, mobility=str(mobility), **labels).tolist()  # type: ignore[arg-type]
        self.boxes = np.concatenate([self.boxes, boxes])
        self.labels += [{**labels, "mobility": str(mobility)} for _ in range(count)]

    def change(self) -> None:
        rows = self.rng.choice(len(self.ids), size=int(self.rng.integers(6)), replace=False)
        ids = [self.ids[row] for row in rows]
        name = str(self.rng.choice(["category", "mask", "group"]))
        value = self.label()[name]
        self.broad_phase.set_filter(ids, **{name: value})
        for row in rows:
            self.labels[row][name] = value
        others = self.rng.choice(len(self.ids), size=int(self.rng.integers(6)), replace=False)
        mobility = str(self.rng.choice(MOBILITIES))
        self.broad_phase.set_mobility([self.ids[row] for row in others], mobility)  # type: ignore[arg-type]
        for row in others:
            self.labels[row]["mobility"] = mobility

    def allows(self, a: dict[str, Any], b: dict[str, Any]) -> bool:
        if a["mobility"] not in ACTIVE and b["mobility"] not in ACTIVE:
            return False
        if a["group"] == b["group"] != 0:
            return bool(a["group"] > 0)
        return bool(a["mask"] & b["category"] and b["mask"] & a["category"])

    def pairs(self) -> list[tuple[int, int]]:
        found = np.argwhere(np.triu(overlap_matrix(self.boxes, self.boxes), 1))
        allowed = [(a, b) for a, b in found if self.allows(self.labels[a], self.labels[b])]
        return [(self.ids[a], self.ids[b]) for a, b in allowed]


@pytest.mark.parametrize("axes", [2, 3])
def test_labels_and_mobilities_change(rng: np.random.Generator, axes: int) -> None:
    both = Both(rng, axes)
    before: set[tuple[int, int]] = set()
    for _ in range(60):
        both.create(int(rng.integers(1, 5)))
        both.change()
        begun, ended = (set(map(tuple, pairs.T.tolist())) for pairs in both.broad_phase.step())
        expected = both.pairs()
        now = set(expected)
        assert begun == now - before and ended == before - now
        assert list(map(tuple, both.broad_phase.pairs().T.tolist())) == expected
        some = [int(id) for id in rng.choice(both.ids, size=2)]
        own = [pair for pair in expected if pair[0] in some or pair[1] in some]
        assert list(map(tuple, both.broad_phase.pairs_of(some).T.tolist())) == own
        before = now


def test_errors_change_nothing() -> None:
    broad_phase = broadleaf.BroadPhase()
    ids = broad_phase.create([[0, 0, 1, 1], [0, 0, 1, 1]])
    state = broad_phase.state_hash
    unknown = [int(ids[0]), 77]
    with pytest.raises(KeyError, match="ids: row 1: there is no box with the id 77"):
        broad_phase.set_filter(unknown, mask=0)
    with pytest.raises(KeyError, match="ids: row 1: there is no box with the id 77"):
        broad_phase.set_mobility(unknown, "static")
    with pytest.raises(KeyError, match="ids: row 1: there is no box with the id 77"):
        broad_phase.pairs_of(unknown)
    with pytest.raises(TypeError, match="mask must be an integer"):
        broad_phase.set_filter(ids, mask=1.5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="mobility 'asleep' is not one of"):
        broad_phase.set_mobility(ids, "asleep")  # type: ignore[arg-type]
    assert broad_phase.state_hash == state
