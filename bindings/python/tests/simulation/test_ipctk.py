"""The broad phase of ipc-toolkit in `examples/ipc_broad_phase.py`, against ipc-toolkit's own."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

ipctk = pytest.importorskip("ipctk")

SCRIPT = Path(__file__).parents[2] / "examples" / "ipc_broad_phase.py"
KINDS = {
    "vertex_vertex": ("vertex0_id", "vertex1_id"),
    "edge_vertex": ("edge_id", "vertex_id"),
    "edge_edge": ("edge0_id", "edge1_id"),
    "face_vertex": ("face_id", "vertex_id"),
    "edge_face": ("edge_id", "face_id"),
    "face_face": ("face0_id", "face1_id"),
}
Mesh = tuple[NDArray[np.float64], NDArray[np.int32], NDArray[np.int32]]


def example() -> Any:
    """The module of the example."""
    spec = importlib.util.spec_from_file_location("ipc_broad_phase", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def soup(seed: int, dimensions: int = 3) -> Mesh:
    """Triangles in space, or lines in the plane, whose coordinates often are equal."""
    random = np.random.default_rng(seed)
    vertices = np.asfortranarray(random.integers(0, 12, (60, dimensions)) / 4)
    if dimensions == 2:
        edges = random.permutation(60).reshape(-1, 2).astype(np.int32)
        return vertices, edges, np.empty((0, 3), dtype=np.int32)
    faces = random.permutation(60).reshape(-1, 3).astype(np.int32)
    return vertices, ipctk.edges(faces), faces


def candidates(broad_phase: Any, kind: str) -> set[tuple[int, int]]:
    """The candidates of a kind, none of which comes twice."""
    first, second = KINDS[kind]
    found = getattr(broad_phase, f"detect_{kind}_candidates")()
    pairs = {(getattr(one, first), getattr(one, second)) for one in found}
    assert len(pairs) == len(found)
    return {(min(pair), max(pair)) if first[:-4] == second[:-4] else pair for pair in pairs}


@pytest.mark.parametrize("dimensions", [2, 3])
@pytest.mark.parametrize("is_moving", [False, True])
@pytest.mark.parametrize("radius", [0.0, 0.25])
@pytest.mark.parametrize("filtered", [False, True])
def test_candidates_are_those_of_brute_force(
    dimensions: int, is_moving: bool, radius: float, filtered: bool
) -> None:
    total = 0
    for seed in range(5):
        vertices, edges, faces = soup(seed, dimensions)
        positions = [vertices, np.asfortranarray(vertices[::-1])][: 1 + is_moving]
        both = example().BroadleafBroadPhase(), ipctk.BruteForce()
        for broad_phase in both:
            if filtered:
                patches = np.arange(len(vertices)) % 3
                broad_phase.can_vertices_collide = ipctk.make_vertex_patches_filter(patches)
            broad_phase.build(*positions, edges, faces, radius)
        for kind in KINDS:
            ours, theirs = (candidates(broad_phase, kind) for broad_phase in both)
            assert ours == theirs
            total += len(ours)
    assert total > 0


@pytest.mark.parametrize("is_moving", [False, True])
def test_ipctk_uses_it(is_moving: bool) -> None:
    vertices, edges, faces = soup(7)
    mesh = ipctk.CollisionMesh(vertices, edges, faces)
    positions = [vertices, np.asfortranarray(vertices[::-1])][: 1 + is_moving]
    answers = []
    for broad_phase in (example().BroadleafBroadPhase(), ipctk.BruteForce()):
        found = ipctk.Candidates()
        found.build(mesh, *positions, 0.1, broad_phase)
        edge_pairs = {tuple(sorted((one.edge0_id, one.edge1_id))) for one in found.ee_candidates}
        face_pairs = {(one.face_id, one.vertex_id) for one in found.fv_candidates}
        answers.append((edge_pairs, face_pairs))
    assert answers[0] == answers[1]
    assert all(answers[0])


def test_script() -> None:
    done = subprocess.run([sys.executable, str(SCRIPT), "12"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
