"""Invalid input of a broad phase, and its margin."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from conftest import random_boxes
from hypothesis import given
from hypothesis import strategies as st

import broadleaf

BOX = [[0.0, 0, 1, 1]]


@pytest.mark.parametrize("name", ["category", "mask", "group"])
@pytest.mark.parametrize("value", [True, np.True_, "player", b"x", 1.5, float("nan"), None, [1]])
def test_labels_of_other_types(name: str, value: Any) -> None:
    broad_phase = broadleaf.BroadPhase()
    with pytest.raises(TypeError, match=f"{name} must be an integer, not"):
        broad_phase.create(BOX, **{name: value})
    assert len(broad_phase) == 0


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("category", -1),
        ("category", 2**32),
        ("category", 2**33),
        ("mask", -1),
        ("mask", 2**64),
        ("group", 2**31),
        ("group", -(2**31) - 1),
    ],
)
def test_labels_out_of_range(name: str, value: int) -> None:
    broad_phase = broadleaf.BroadPhase()
    with pytest.raises(ValueError, match=rf"{name} must be from .* to .*: {value}$"):
        broad_phase.create(BOX, **{name: value})  # type: ignore[arg-type]
    assert len(broad_phase) == 0
    broad_phase.create(BOX, category=0x7FFF_FFFF, mask=2**32 - 1, group=-(2**31))


WRONG: list[tuple[str, Any, type[Exception], str]] = [
    ("f8", [[0, 0], [np.nan, 0]], ValueError, "row 1: nan on axis 0"),
    ("f8", [[0, np.inf], [0, 0]], ValueError, "row 0: inf on axis 1"),
    ("f4", [[0, 0], [0, -np.inf]], ValueError, "row 1: -inf on axis 1"),
    ("f4", [[0, 0], [1e300, 0]], ValueError, r"row 1: 1e\+300 on axis 0"),
    ("i4", [[0, 0], [0, 2**33]], ValueError, f"row 1: {2**33} on axis 1"),
    ("i8", np.array([[0, 0], [2**63, 0]], "u8"), ValueError, f"row 1: {2**63} on axis 0"),
    ("i4", [[0, 0.5], [0, 0]], TypeError, "expected integers, not float64"),
    ("f8", [[True, False]] * 2, TypeError, "expected numbers, not bool"),
    ("f8", [["1", "2"]] * 2, TypeError, "expected numbers, not"),
    ("f8", [[None, 1]] * 2, TypeError, "expected numbers, not object"),
    ("f8", [[1j, 1]] * 2, TypeError, "expected numbers, not complex"),
    ("f8", [[0, 0]], ValueError, r"expected shape \(2, 2\), not \(1, 2\)"),
    ("f8", [0, 0], ValueError, r"expected shape \(2, 2\), not \(2,\)"),
]


@pytest.mark.parametrize(("kind", "ways", "error", "message"), WRONG)
def test_displacements(kind: str, ways: Any, error: type[Exception], message: str) -> None:
    broad_phase = broadleaf.BroadPhase(2, kind)
    start = np.array([[0, 0, 1, 1], [5, 5, 6, 6]], kind)
    ids = broad_phase.create(start)
    broad_phase.step()
    before = broad_phase.state_hash
    with pytest.raises(error, match=f"displacements: {message}"):
        broad_phase.move(ids, start + 1, displacements=ways)
    assert broad_phase.state_hash == before
    broad_phase.move(ids, start + 1, displacements=np.ones((2, 2), "i2"))
    np.testing.assert_array_equal(broad_phase.boxes(), start + 1)


@given(st.data())
def test_all_or_nothing(data: st.DataObject) -> None:
    """A call with one wrong row changes nothing."""
    count = data.draw(st.integers(1, 6))
    broad_phase, tree = broadleaf.BroadPhase(), broadleaf.Tree()
    array = np.tile(np.array([0.0, 0, 1, 1]), (count, 1))
    ids = broad_phase.create(array)
    tree.insert(np.arange(count), array)
    broad_phase.step()
    row = data.draw(st.integers(0, count - 1))
    wrong = array + 1
    wrong[row] = data.draw(st.sampled_from([[0, 0, np.nan, 1], [2, 0, 1, 1], [0, 9, 1, 1]]))
    unknown = ids.copy()
    unknown[row] = data.draw(st.sampled_from([99, -1, 2**40, 2**63 - 1]))
    before = broad_phase.state_hash
    with pytest.raises(ValueError, match=f"boxes: row {row}"):
        broad_phase.create(wrong)
    with pytest.raises(ValueError, match=f"boxes: row {row}"):
        broad_phase.move(ids, wrong)
    with pytest.raises(KeyError, match=f"ids: row {row}: there is no box with the id"):
        broad_phase.move(unknown, array + 1)
    with pytest.raises(KeyError, match=f"ids: row {row}: there is no box with the id"):
        broad_phase.remove(unknown)
    with pytest.raises(KeyError, match=f"ids: row {row}: there is no box with the id"):
        broad_phase.boxes(unknown)
    assert broad_phase.state_hash == before and len(broad_phase) == count
    with pytest.raises(ValueError, match=f"boxes: row {row}"):
        tree.insert(np.arange(count) + 50, wrong)
    with pytest.raises(ValueError, match=f"boxes: row {row}"):
        tree.move(np.arange(count), wrong)
    twice = np.arange(count + 1) + 50
    twice[-1] = twice[row]
    with pytest.raises(
        KeyError, match=f"row {count}: there is already a box with the id {50 + row}"
    ):
        tree.insert(twice, np.tile(array[:1], (count + 1, 1)))
    np.testing.assert_array_equal(tree.boxes(), array)


def test_other_arguments() -> None:
    broad_phase = broadleaf.BroadPhase()
    known = broad_phase.create(BOX)
    wrong: Any
    for wrong in (True, [True], "x", [0.0], [[0]], None, 2**70):
        with pytest.raises(TypeError, match="ids: expected integers"):
            broad_phase.move(wrong, BOX)
    with pytest.raises(KeyError, match=f"ids: row 0: there is no box with the id {2**64 - 1}"):
        broad_phase.remove(np.array([2**64 - 1], "u8"))
    for steps in (-1, 2**64):
        with pytest.raises(ValueError, match=f"steps must be from 0 to .*: {steps}"):
            broad_phase.rewind(steps)
        with pytest.raises(ValueError, match=f"history must be from 0 to .*: {steps}"):
            broadleaf.BroadPhase(history=steps)
    with pytest.raises(TypeError, match=r"prediction must be an integer, not 1\.5"):
        broadleaf.BroadPhase(prediction=1.5)  # type: ignore[arg-type]
    for margin in (-1, float("nan"), float("inf"), 1e300):
        with pytest.raises(ValueError, match="margin must be finite in float32"):
            broadleaf.BroadPhase(2, "f4", margin=margin)
    for wrong in ("1", True, [1]):
        with pytest.raises(TypeError, match="margin must be a number, not"):
            broadleaf.BroadPhase(margin=wrong)
    with pytest.raises(TypeError, match=r"margin must be an integer, not 0\.5"):
        broadleaf.BroadPhase(2, "i4", margin=0.5)
    with pytest.raises(ValueError, match="margin must be from 0 to"):
        broadleaf.BroadPhase(2, "i4", margin=2**31)
    for axes in (-1, 4, 2**40):
        for structure in (broadleaf.BroadPhase, broadleaf.Tree):
            with pytest.raises(ValueError, match=f"dimensions must be 2 or 3: {axes}"):
                structure(axes)
    assert broadleaf.self_pairs(BOX * 2, limit=2**70).shape == (2, 1)
    # A long history takes no memory in advance.
    broad_phase.remember(2**63 - 1)
    broad_phase.step()
    np.testing.assert_array_equal(broad_phase.ids(), known)


@pytest.mark.parametrize("kind", ["f4", "f8"])
@pytest.mark.parametrize("exponent", [-20, -10, -3, 0, 3, 10, 20])
def test_the_default_margin_suits_any_scale(
    rng: np.random.Generator, kind: str, exponent: int
) -> None:
    # Powers of two, from a millionth to a million: products are exact.
    scale = 2.0**exponent
    start = random_boxes(rng, 1500, kind=np.float32).astype(kind)
    ways = rng.normal(scale=0.02, size=(1500, 2)).astype("f4").astype(kind)
    one, other = broadleaf.BroadPhase(2, kind), broadleaf.BroadPhase(2, kind)
    ids = one.create(start)
    np.testing.assert_array_equal(other.create(start * kind_of(kind)(scale)), ids)
    for step in range(4):
        if step:
            array = start + np.tile(ways, 2) * kind_of(kind)(step)
            one.move(ids, array, displacements=ways)
            other.move(ids, array * kind_of(kind)(scale), displacements=ways * kind_of(kind)(scale))
        for a, b in zip(one.step(), other.step(), strict=True):
            np.testing.assert_array_equal(a, b)
    np.testing.assert_array_equal(one.tight_pairs(), other.tight_pairs())
    fat, tight = other.pairs().shape[1], other.tight_pairs().shape[1]
    # Sides grow by a quarter, and a little by motion.
    assert tight < fat < 2.5 * tight


def kind_of(kind: str) -> Any:
    return np.dtype(kind).type


def test_the_prediction_counts_without_a_margin() -> None:
    for prediction, reach in ((0, 1.125), (2, 3.125), (5, 6.125)):
        broad_phase = broadleaf.BroadPhase(prediction=prediction)
        ids = broad_phase.create(BOX)
        broad_phase.move(ids, [[9.0, 0, 10, 1]], displacements=[[1, 0]])
        assert broad_phase.boxes(ids, fat=True)[0, 2] == 9 + reach
