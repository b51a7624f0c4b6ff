"""Overlap as a measure, suppression and merging, beside double loops and torchvision."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from conftest import random_boxes
from numpy.typing import NDArray

import broadleaf

MEASURES: list[Any] = ["iou", "ios", "giou"]


def sizes(low: Any, high: Any) -> Any:
    """The areas or volumes between corners, 0 if these are in the wrong order."""
    return np.multiply.reduce(np.maximum(high - low, 0), axis=-1)


def matrix(a: NDArray[Any], b: NDArray[Any], measure: str = "iou") -> NDArray[Any]:
    """The measure of each box with each, from the definition, in the type of the boxes."""
    axes = a.shape[1] // 2
    low, high = [a[:, None, :axes], b[None, :, :axes]], [a[:, None, axes:], b[None, :, axes:]]
    one, other = sizes(low[0], high[0]), sizes(low[1], high[1])
    common = sizes(np.maximum(*low), np.minimum(*high))
    union, hull = one + other - common, sizes(np.minimum(*low), np.maximum(*high))
    with np.errstate(invalid="ignore"):
        if measure == "ios":
            share = common / np.minimum(one, other)
        elif measure == "iou":
            share = common / union
        else:
            share = common / union - np.maximum(hull - union, 0) / hull
    return np.asarray(np.where(np.isnan(share), 0, share), a.dtype)


def greedy(
    boxes: NDArray[Any], scores: Any, iou: float, groups: Any = None, measure: str = "iou"
) -> tuple[list[int], list[int]]:
    """The rows that stay, and for each row the one that absorbs it: the rule, word by word."""
    shares = matrix(boxes, boxes, measure).astype(np.float64)
    group = np.zeros(len(boxes)) if groups is None else np.asarray(groups)
    kept: list[int] = []
    into = [-1] * len(boxes)
    for row in np.argsort(-np.asarray(scores, np.float64), kind="stable").tolist():
        better = [k for k in kept if group[k] == group[row] and shares[k, row] > iou]
        into[row] = better[0] if better else row
        if not better:
            kept.append(row)
    return kept, into


def crowd(rng: np.random.Generator, count: int, axes: int = 2, kind: Any = np.float64) -> Any:
    """Boxes on a grid: many are equal, touch or have no size."""
    low = rng.integers(0, 9, (count, axes))
    return np.concatenate([low, low + rng.integers(0, 6, (count, axes))], axis=1).astype(kind)


@pytest.mark.parametrize("measure", MEASURES)
@pytest.mark.parametrize("axes", [2, 3])
@pytest.mark.parametrize("kind", [np.float32, np.float64, np.int32, np.int64])
def test_pairs(rng: np.random.Generator, kind: Any, axes: int, measure: Any) -> None:
    a, b = crowd(rng, 90, axes, kind), crowd(rng, 40, axes, kind)
    measured = np.float32 if kind == np.float32 else np.float64
    floats = a.astype(measured), b.astype(measured)
    within, between = matrix(floats[0], floats[0], measure), matrix(*floats, measure)
    for least in (1e-9, 0.25, 0.5, 1.0):
        for threads in (1, 2):
            options: dict[str, Any] = {"min_iou": least, "measure": measure, "threads": threads}
            pairs, shares = broadleaf.iou_pairs(a, **options)
            assert shares.dtype == measured
            assert pairs.T.tolist() == np.argwhere(np.triu(within >= least, 1)).tolist()
            assert np.array_equal(shares, within[tuple(pairs)])
            pairs, shares = broadleaf.iou_pairs(a, b, **options)
            assert pairs.T.tolist() == np.argwhere(between >= least).tolist()
            assert np.array_equal(shares, between[tuple(pairs)])


@pytest.mark.parametrize("measure", MEASURES)
@pytest.mark.parametrize("axes", [2, 3])
@pytest.mark.parametrize("kind", [np.float32, np.float64, np.int32])
def test_suppression(rng: np.random.Generator, kind: Any, axes: int, measure: Any) -> None:
    boxes = crowd(rng, 120, axes, kind)
    floats = boxes.astype(np.float32 if kind == np.float32 else np.float64)
    # Equal scores leave the order to the rows; zeros of both signs are equal.
    scores = rng.choice([3.0, 2.5, 0.5, 0.0, -0.0, -1.0, -np.inf, np.inf], len(boxes))
    labels = rng.choice(["car", "person", "bicycle"], len(boxes))
    for iou in (0.0, 0.25, 0.5, 1.0):
        for groups in (None, labels):
            kept, into = greedy(floats, scores, iou, groups, measure)
            options: dict[str, Any] = {"iou": iou, "groups": groups, "measure": measure}
            assert broadleaf.nms(boxes, scores, **options).tolist() == kept
            merged = broadleaf.merge(boxes, scores, **options)
            assert (merged.kept.tolist(), merged.into.tolist()) == (kept, into)
            for row, union in zip(kept, merged.boxes, strict=True):
                of = floats[np.array(into) == row]
                wanted = [*of[:, :axes].min(axis=0), *of[:, axes:].max(axis=0)]
                assert union.tolist() == wanted


def test_means_are_weighted_by_scores(rng: np.random.Generator) -> None:
    boxes, scores = random_boxes(rng, 300), rng.random(300)
    kept, into, means = broadleaf.merge(boxes, scores, 0.3, combine="mean")
    for row, mean in zip(kept, means, strict=True):
        of = into == row
        assert np.allclose(mean, np.average(boxes[of], axis=0, weights=scores[of]))


@pytest.mark.parametrize("kind", [np.int8, np.int64, np.uint64, str, object])
def test_groups_of_any_type(rng: np.random.Generator, kind: Any) -> None:
    boxes, scores = crowd(rng, 100), rng.permutation(100)
    numbers = rng.integers(0, 4, 100)
    groups = numbers.astype(str).astype(object) if kind is object else numbers.astype(kind)
    wanted = greedy(boxes, scores, 0.2, numbers)[0]
    assert broadleaf.nms(boxes, scores, 0.2, groups).tolist() == wanted
    far = np.where(numbers == 3, 2**40, numbers - 2)
    assert broadleaf.nms(boxes, scores, 0.2, far).tolist() == wanted


@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_torchvision_keeps_the_same_boxes(rng: np.random.Generator, kind: Any) -> None:
    torch = pytest.importorskip("torch")
    ops = pytest.importorskip("torchvision.ops")
    for count in (1, 50, 2000):
        corners = (rng.random((count, 2)) * 30).astype(kind)
        boxes = np.concatenate([corners, corners + rng.random((count, 2)) * 5], axis=1).astype(kind)
        # Equal scores, too: both sort by row then.
        scores = rng.integers(0, 500, count).astype(kind)
        for iou in (0.0, 0.3, 0.5, 0.7):
            theirs = ops.nms(torch.from_numpy(boxes), torch.from_numpy(scores), iou)
            assert broadleaf.nms(boxes, scores, iou).tolist() == theirs.tolist()
    # The function moves classes apart by adding to coordinates, which rounds unless they are
    # integers; it does not define the order of equal scores.
    boxes, scores = crowd(rng, 900, 2, kind), rng.permutation(900).astype(kind)
    groups = rng.integers(0, 3, 900)
    lists = [torch.from_numpy(values) for values in (boxes, scores, groups)]
    for iou in (0.2, 0.5):
        theirs = ops.batched_nms(*lists, iou)
        assert broadleaf.nms(boxes, scores, iou, groups).tolist() == theirs.tolist()


def test_torchvision_has_the_same_measures(rng: np.random.Generator) -> None:
    torch = pytest.importorskip("torch")
    ops = pytest.importorskip("torchvision.ops")
    a, b = random_boxes(rng, 300), random_boxes(rng, 200)
    for measure, theirs in (("iou", ops.box_iou), ("giou", ops.generalized_box_iou)):
        shares = theirs(torch.from_numpy(a), torch.from_numpy(b)).numpy()
        assert np.allclose(matrix(a, b, measure), shares)


def test_rows_without_a_box(rng: np.random.Generator) -> None:
    boxes = crowd(rng, 60)
    boxes[::7, 1] = np.nan
    has = ~np.isnan(boxes[:, 1])
    scores = np.where(has, rng.permutation(60), np.nan)
    numbers = np.flatnonzero(has)
    kept = numbers[greedy(boxes[has], scores[has], 0.3)[0]]
    assert broadleaf.nms(boxes, scores, 0.3, missing="skip").tolist() == kept.tolist()
    merged = broadleaf.merge(boxes, scores, 0.3, missing="skip")
    into = np.full(60, -1)
    into[has] = numbers[greedy(boxes[has], scores[has], 0.3)[1]]
    assert (merged.kept.tolist(), merged.into.tolist()) == (kept.tolist(), into.tolist())
    for other in (None, boxes):
        pairs, _ = broadleaf.iou_pairs(boxes, other, min_iou=0.3, missing="skip")
        wanted = matrix(boxes[has], boxes[has]) >= 0.3
        rows = np.argwhere(wanted if other is not None else np.triu(wanted, 1))
        assert pairs.T.tolist() == numbers[rows].tolist()


def test_empty_lists() -> None:
    none = np.empty((0, 4), np.float32)
    pairs, shares = broadleaf.iou_pairs(none, min_iou=0.5)
    assert pairs.shape == (2, 0) and shares.shape == (0,) and shares.dtype == np.float32
    assert broadleaf.nms(none, [], 0.5, []).tolist() == []
    kept, into, boxes = broadleaf.merge(none, [], 0.5)
    assert (kept.shape, into.shape, boxes.shape) == ((0,), (0,), (0, 4))


def test_invalid_input_is_named() -> None:
    boxes = [[0.0, 0, 4, 4], [1, 0, 5, 4]]
    cases: list[Any] = [
        (([0.1], 0.5), r"scores: expected one for each of 2 boxes, not \(1,\)"),
        (([0.1, np.nan], 0.5), "scores: row 1: nan is no score"),
        (([0.1, 0.2], -0.5), "iou must be from 0 to 1: -0.5"),
        (([0.1, 0.2], np.nan), "iou must be from 0 to 1: nan"),
        (([0.1, 0.2], 0.5, [1]), r"groups: expected one for each of 2 boxes, not \(1,\)"),
    ]
    for arguments, message in cases:
        for function in (broadleaf.nms, broadleaf.merge):
            with pytest.raises(ValueError, match=message):
                function(boxes, *arguments)
    some: Any = ["car", None]
    with pytest.raises(TypeError, match="groups: row 1: None is no text"):
        broadleaf.nms(boxes, [0.1, 0.2], 0.5, some)
    with pytest.raises(TypeError, match="groups: expected integers or texts, not float64"):
        broadleaf.nms(boxes, [0.1, 0.2], 0.5, [0.5, 1.5])
    with pytest.raises(ValueError, match="boxes: row 1: min 9 is above max 5 on axis 0"):
        broadleaf.nms([boxes[0], [9.0, 0, 5, 4]], [0.1, 0.2], 0.5)
    for weight in (-0.5, np.inf):
        with pytest.raises(ValueError, match=f"scores: row 0: {weight:g} is no weight of a mean"):
            broadleaf.merge(boxes, [weight, 0.2], 0.5, combine="mean")
    wrong: Any = "median"
    with pytest.raises(ValueError, match='combine must be "union" or "mean": \'median\''):
        broadleaf.merge(boxes, [0.1, 0.2], 0.5, combine=wrong)
    with pytest.raises(ValueError, match='measure must be "iou", "ios" or "giou": \'median\''):
        broadleaf.iou_pairs(boxes, min_iou=0.5, measure=wrong)
    for least in (0, -1, 1.5, np.nan):
        with pytest.raises(ValueError, match="min_iou must be"):
            broadleaf.iou_pairs(boxes, min_iou=least)
    with pytest.raises(ValueError, match="b: row 0: min 9 is above max 5 on axis 0"):
        broadleaf.iou_pairs(boxes, [[9.0, 0, 5, 4]], min_iou=0.5)


def test_groups_in_lists_stay_what_they_are() -> None:
    boxes, scores = [[0, 0, 4, 4], [0, 0, 4, 4]], [0.5, 0.6]
    groups: Any
    for groups in (["a", "a\0"], [b"a", b"a\0"]):  # NumPy drops zeros at the end
        assert broadleaf.nms(boxes, scores, 0.5, groups).tolist() == [1, 0]
    for groups, row in ((["1", 1], 1), ([None, "None"], 0), (["nan", np.nan], 1)):
        with pytest.raises(TypeError, match=f"groups: row {row}: .* is no text"):
            broadleaf.nms(boxes, scores, 0.5, groups)
