"""A broad phase of ipc-toolkit on this package, and how to give it to ipc-toolkit.

Candidates are those of ipc-toolkit's `BruteForce`, for meshes at rest and in motion. Each candidate
becomes a Python object, so a program whose speed matters uses the C++ adapter in `bindings/c`.

    python examples/ipc_broad_phase.py [SUBDIVISIONS]
"""

from __future__ import annotations

import sys
import time
from typing import Any

import ipctk
import numpy as np
from numpy.typing import NDArray

import broadleaf

Boxes = NDArray[np.float64]
Elements = NDArray[np.int32]
Pairs = NDArray[np.int64]


class BroadleafBroadPhase(ipctk.BroadPhase):  # type: ignore[misc]
    """Finds collision candidates with `broadleaf.self_pairs` and `broadleaf.cross_pairs`."""

    def __init__(self) -> None:
        # pybind11 requires this call, not `super().__init__()`.
        ipctk.BroadPhase.__init__(self)
        self.clear()

    def name(self) -> str:
        """The name in the messages of ipc-toolkit."""
        return "Broadleaf"

    def clear(self) -> None:
        """Forgets the boxes."""
        self._elements: list[Elements] = []
        self._boxes: list[Boxes] = []

    def build(self, *arguments: Any) -> None:
        """Computes the boxes of vertices, edges and faces.

        Its arguments are the positions at the start and, of a mesh in motion, at the end, then the
        edges, the faces and the radius by which boxes grow.
        """
        *positions, edges, faces, radius = arguments
        vertices = vertex_boxes(positions, radius)
        rows = np.arange(len(vertices), dtype=np.int32)[:, None]
        self._elements = [rows, edges, faces]
        self._boxes = [vertices, merged(vertices, edges), merged(vertices, faces)]

    def detect_vertex_vertex_candidates(self) -> list[Any]:
        """Pairs of vertices, the smaller one first."""
        return self._pairs(ipctk.VertexVertexCandidate, 0, 0)

    def detect_edge_vertex_candidates(self) -> list[Any]:
        """Pairs of an edge and a vertex."""
        return self._pairs(ipctk.EdgeVertexCandidate, 1, 0)

    def detect_edge_edge_candidates(self) -> list[Any]:
        """Pairs of edges, the smaller one first."""
        return self._pairs(ipctk.EdgeEdgeCandidate, 1, 1)

    def detect_face_vertex_candidates(self) -> list[Any]:
        """Pairs of a face and a vertex."""
        return self._pairs(ipctk.FaceVertexCandidate, 2, 0)

    def detect_edge_face_candidates(self) -> list[Any]:
        """Pairs of an edge and a face."""
        return self._pairs(ipctk.EdgeFaceCandidate, 1, 2)

    def detect_face_face_candidates(self) -> list[Any]:
        """Pairs of faces, the smaller one first."""
        return self._pairs(ipctk.FaceFaceCandidate, 2, 2)

    def _pairs(self, candidate: Any, first: int, second: int) -> list[Any]:
        if first == second:
            found = broadleaf.self_pairs(self._boxes[first])
        else:
            found = broadleaf.cross_pairs(self._boxes[first], self._boxes[second])
        kept = self._can_collide(found, self._elements[first], self._elements[second])
        return [candidate(int(a), int(b)) for a, b in kept.T]

    def _can_collide(self, pairs: Pairs, first: Elements, second: Elements) -> Pairs:
        """The pairs without a common vertex, of which at least two vertices can collide."""
        ends = first[pairs[0]], second[pairs[1]]
        apart = ~(ends[0][:, :, None] == ends[1][:, None, :]).any(axis=(1, 2))
        pairs, ends = pairs[:, apart], (ends[0][apart], ends[1][apart])
        can_collide = self.can_vertices_collide
        # A newer ipc-toolkit tells that its filter accepts all pairs.
        if getattr(can_collide, "accepts_all", lambda: False)():
            return pairs
        kept = [
            any(can_collide(a, b) for a in ours for b in theirs)
            for ours, theirs in zip(ends[0].tolist(), ends[1].tolist(), strict=True)
        ]
        return pairs[:, np.array(kept, dtype=bool)]


def vertex_boxes(positions: list[Boxes], radius: float) -> Boxes:
    """Boxes around the ways of vertices, rounded outward as ipc-toolkit rounds them."""
    lower = np.nextafter(np.minimum.reduce(positions) - radius, -np.inf)
    upper = np.nextafter(np.maximum.reduce(positions) + radius, np.inf)
    return np.concatenate([lower, upper], axis=1)


def merged(vertices: Boxes, elements: Elements) -> Boxes:
    """The box of each element: that of all its vertices."""
    dimensions = vertices.shape[1] // 2
    if len(elements) == 0:
        return np.empty((0, 2 * dimensions))
    corners = vertices[elements]
    lower = corners[:, :, :dimensions].min(axis=1)
    upper = corners[:, :, dimensions:].max(axis=1)
    return np.concatenate([lower, upper], axis=1)


def crumpled_sheet(side: int) -> tuple[Boxes, Elements]:
    """A sheet of `side` by `side` squares, folded so far that it passes through itself."""
    x, y = (axis.ravel() for axis in np.meshgrid(np.arange(side + 1), np.arange(side + 1)))
    u, v = 2 * np.pi * x / side, 2 * np.pi * y / side
    positions = [np.sin(2 * u) + 0.3 * np.cos(5 * v), np.cos(3 * v), np.sin(u + 3 * v)]
    corner = ((side + 1) * np.arange(side)[:, None] + np.arange(side)).ravel()
    lower = np.stack([corner, corner + 1, corner + side + 1], axis=1)
    upper = np.stack([corner + 1, corner + side + 2, corner + side + 1], axis=1)
    return np.stack(positions, axis=1), np.concatenate([lower, upper]).astype(np.int32)


def main(side: int = 40) -> None:
    """Finds the candidates of a moving sheet with three broad phases."""
    start, faces = crumpled_sheet(side)
    end = start[:, [1, 2, 0]] * 0.1 + start * 0.9
    mesh = ipctk.CollisionMesh(start, ipctk.edges(faces), faces)
    answers = []
    for broad_phase in (BroadleafBroadPhase(), ipctk.LBVH(), ipctk.BruteForce()):
        candidates = ipctk.Candidates()
        clock = time.perf_counter()
        candidates.build(mesh, start, end, 1e-3, broad_phase)
        milliseconds = 1e3 * (time.perf_counter() - clock)
        edges = {(pair.edge0_id, pair.edge1_id) for pair in candidates.ee_candidates}
        faces_and_vertices = {(pair.face_id, pair.vertex_id) for pair in candidates.fv_candidates}
        answers.append((edges, faces_and_vertices))
        print(f"{broad_phase.name():12} {milliseconds:8.1f} ms  {len(edges)} pairs of edges")
    assert answers[0] == answers[2]


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]))
