"""The triangles of a mesh that may intersect each other: the candidates for an exact test.

Compares the tree of trimesh with `broadleaf.mesh_candidates`, and saves `self_intersection.png`.

    python examples/self_intersection.py [SUBDIVISIONS]
"""

from __future__ import annotations

import sys
import time
from typing import Any

import matplotlib
import numpy as np
import trimesh
from numpy.typing import NDArray

import broadleaf

matplotlib.use("Agg")
from matplotlib import pyplot


def crumpled(subdivisions: int) -> Any:
    """A sphere, folded so far that it passes through itself."""
    mesh = trimesh.creation.icosphere(subdivisions=subdivisions)
    x, y, z = mesh.vertices.T
    fold = 1 + 0.55 * np.sin(7 * x + 2 * z) * np.cos(6 * y)
    twist = 2.5 * z
    mesh.vertices = np.stack(
        [
            fold * (x * np.cos(twist) - y * np.sin(twist)),
            fold * (x * np.sin(twist) + y * np.cos(twist)),
            0.5 * z + 0.45 * np.sin(5 * x),
        ],
        axis=1,
    )
    return mesh


def with_trimesh(mesh: Any) -> NDArray[np.int64]:
    """The usual way today: one query for each triangle in the tree of all triangles."""
    bounds = np.concatenate([mesh.triangles.min(axis=1), mesh.triangles.max(axis=1)], axis=1)
    ids, counts = mesh.triangles_tree.intersection_v(bounds[:, :3], bounds[:, 3:])
    pairs = np.array([np.repeat(np.arange(len(bounds)), counts.astype(np.int64)), ids])
    pairs = pairs[:, pairs[0] < pairs[1]]
    first, second = mesh.faces[pairs[0]], mesh.faces[pairs[1]]
    is_adjacent = (first[:, :, None] == second[:, None, :]).any(axis=(1, 2))
    return pairs[:, ~is_adjacent]


def with_broadleaf(mesh: Any) -> NDArray[np.int64]:
    """The search leaves out pairs that share a vertex."""
    found = broadleaf.mesh_candidates(mesh.vertices, faces=mesh.faces, kinds=["face_face"])
    return found["face_face"]


def main(subdivisions: int = 6) -> None:
    """Finds candidates, compares and draws."""
    mesh = crumpled(subdivisions)
    answers = []
    for search in (with_trimesh, with_broadleaf):
        start = time.perf_counter()
        answers.append(search(mesh))
        print(f"{search.__name__:16} {1e3 * (time.perf_counter() - start):8.1f} ms")
    order = np.lexsort(answers[0][::-1])
    # Boxes of moving meshes are grown by one step of the number type.
    ours = {(int(a), int(b)) for a, b in answers[1].T}
    assert ours >= {(int(a), int(b)) for a, b in answers[0][:, order].T}
    print(f"{len(mesh.faces)} triangles, {answers[1].shape[1]} candidates")

    counts = np.bincount(answers[1].ravel(), minlength=len(mesh.faces))
    figure = pyplot.figure(figsize=(7, 6))
    axes = figure.add_subplot(projection="3d")
    surface = axes.plot_trisurf(*mesh.vertices.T, triangles=mesh.faces, cmap="viridis")
    surface.set_array(np.log1p(counts))
    figure.colorbar(surface, label="log(1 + candidates of a triangle)", shrink=0.7)
    axes.set_axis_off()
    figure.savefig("self_intersection.png", dpi=150)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
