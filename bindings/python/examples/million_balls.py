"""A million bouncing balls: every contact of every step, in NumPy.

Compares the search for contacts with scipy's `cKDTree`, and saves `million_balls.png`.

    python examples/million_balls.py [BALLS] [STEPS]
"""

from __future__ import annotations

import sys
import time

import matplotlib
import numpy as np
import scipy.spatial
from numpy.typing import NDArray

import broadleaf

matplotlib.use("Agg")
from matplotlib import pyplot

RADIUS = 0.3
STEP = 0.05


def contacts(positions: NDArray[np.float32]) -> NDArray[np.int64]:
    """The pairs of balls that touch: candidates by their boxes, followed by the exact test."""
    pairs = broadleaf.self_pairs(mins=positions - RADIUS, maxs=positions + RADIUS, sort=False)
    way = positions[pairs[1]] - positions[pairs[0]]
    return pairs[:, np.einsum("ij,ij->i", way, way) <= (2 * RADIUS) ** 2]


def contacts_today(positions: NDArray[np.float32]) -> NDArray[np.int64]:
    """The same with scipy."""
    tree = scipy.spatial.cKDTree(positions)
    pairs: NDArray[np.int64] = tree.query_pairs(2 * RADIUS, output_type="ndarray").T
    return pairs


def bounce(
    positions: NDArray[np.float32], velocities: NDArray[np.float32], pairs: NDArray[np.int64]
) -> None:
    """Exchanges the velocities of approaching balls along the line between their centers."""
    first, second = pairs
    way = positions[second] - positions[first]
    way /= np.maximum(np.linalg.norm(way, axis=1, keepdims=True), 1e-6)
    speed = np.einsum("ij,ij->i", velocities[second] - velocities[first], way)
    change = np.minimum(speed, 0)[:, None] * way
    for axis in range(2):
        count = len(velocities)
        velocities[:, axis] += np.bincount(first, change[:, axis], count)
        velocities[:, axis] -= np.bincount(second, change[:, axis], count)


def main(count: int = 1_000_000, steps: int = 20) -> None:
    """Simulates, measures and draws."""
    rng = np.random.default_rng(1)
    side = np.float32(count**0.5)
    positions = rng.uniform(0, side, (count, 2)).astype(np.float32)
    velocities = rng.normal(0, 1, (count, 2)).astype(np.float32)
    velocities[positions[:, 0] < side / 3] += np.array([4, 0], np.float32)
    searching, numbers = 0.0, []
    for _ in range(steps):
        start = time.perf_counter()
        pairs = contacts(positions)
        searching += time.perf_counter() - start
        numbers.append(pairs.shape[1])
        bounce(positions, velocities, pairs)
        positions += np.float32(STEP) * velocities
        velocities[(positions < 0) | (positions > side)] *= -1
        np.clip(positions, 0, side, out=positions)
    print(f"broadleaf {1e3 * searching / steps:8.1f} ms a step, {numbers[-1]} contacts")
    ours = contacts(positions)
    start = time.perf_counter()
    today = contacts_today(positions)
    print(f"scipy     {1e3 * (time.perf_counter() - start):8.1f} ms a step")
    # scipy measures in float64: pairs that touch within rounding errors may differ.
    assert abs(ours.shape[1] - today.shape[1]) <= 1 + count // 100_000

    figure, axes = pyplot.subplots(1, 2, figsize=(10, 4))
    axes[0].plot(numbers)
    axes[0].set(xlabel="step", ylabel="contacts", ylim=(0, None))
    speed = np.linalg.norm(velocities, axis=1)
    picture = axes[1].hexbin(*positions.T, C=speed, gridsize=80)
    figure.colorbar(picture, label="mean speed")
    axes[1].set_aspect("equal")
    figure.savefig("million_balls.png", dpi=120)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:3]))
