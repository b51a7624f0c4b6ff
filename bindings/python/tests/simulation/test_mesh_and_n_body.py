"""Candidates of meshes and forces between bodies."""

from __future__ import annotations

from typing import Literal

import numpy as np
import pytest
from conftest import overlap_matrix

import broadleaf


@pytest.mark.parametrize("axes", [2, 3])
@pytest.mark.parametrize("kind", ["f4", "f8"])
def test_candidates(rng: np.random.Generator, axes: int, kind: str) -> None:
    before = rng.random((60, axes)).astype(kind)
    after = before + rng.normal(scale=0.1, size=before.shape).astype(kind)
    faces = rng.integers(0, 60, (80, 3))
    faces = faces[
        (faces[:, 0] != faces[:, 1]) & (faces[:, 1] != faces[:, 2]) & (faces[:, 0] != faces[:, 2])
    ]
    edges = broadleaf.unique_edges(faces)
    low, high = np.minimum(before, after), np.maximum(before, after)
    low, high = np.nextafter(low, np.array(-9, kind)), np.nextafter(high, np.array(9, kind))
    corners = {"vertex": np.arange(60)[:, None], "edge": edges, "face": faces}
    around = {
        name: np.concatenate([low[c].min(axis=1), high[c].max(axis=1)], axis=1)
        for name, c in corners.items()
    }
    kinds = ["edge_edge", "face_face", "vertex_edge", "vertex_face", "edge_face"]
    for adjacent in (False, True):
        found = broadleaf.mesh_candidates(
            before, after, faces=faces, kinds=kinds, adjacent=adjacent
        )
        assert list(found) == kinds
        for name, pairs in found.items():
            first, second = name.split("_")
            matrix = overlap_matrix(around[first], around[second])
            if first == second:
                matrix = np.triu(matrix, 1)
            if not adjacent:
                common = corners[first][:, None, :, None] == corners[second][None, :, None, :]
                matrix &= ~common.any(axis=(2, 3))
            np.testing.assert_array_equal(pairs, np.nonzero(matrix))


def test_default_kinds_and_errors() -> None:
    assert list(broadleaf.mesh_candidates(np.zeros((0, 3)))) == ["edge_edge", "vertex_face"]
    assert list(broadleaf.mesh_candidates(np.zeros((0, 2)))) == ["vertex_edge"]
    points = np.zeros((3, 3))
    with pytest.raises(ValueError, match="vertex 3"):
        broadleaf.mesh_candidates(points, faces=[[0, 1, 3]])
    with pytest.raises(ValueError, match=r"\[0, 1, -1\] are not vertices"):
        broadleaf.mesh_candidates(points, faces=[[0, 1, -1]])
    with pytest.raises(ValueError, match='no candidates of kind "face_vertex"'):
        broadleaf.mesh_candidates(points, kinds=["face_vertex"])
    with pytest.raises(ValueError, match=r"v1 has \(2, 3\)"):
        broadleaf.mesh_candidates(points, points[:2])
    with pytest.raises(ValueError):
        broadleaf.mesh_candidates(points, np.full((3, 3), np.nan))


@pytest.mark.parametrize("axes", [2, 3])
@pytest.mark.parametrize("kind", ["f4", "f8"])
def test_moving_mesh(rng: np.random.Generator, axes: int, kind: str) -> None:
    faces = np.array([rng.choice(60, 3, replace=False) for _ in range(80)])
    kinds = ["edge_face", "vertex_edge"]
    mesh = broadleaf.MovingMesh(60, faces=faces, kinds=kinds, dimensions=axes, dtype=kind)
    rounded = broadleaf.MovingMesh(60, faces=faces, kinds=kinds, dimensions=axes, dtype="f4")
    for radius in (0, 0.01, 0.1):
        before = rng.random((60, axes)).astype(kind)
        after = before + rng.normal(scale=0.1, size=before.shape).astype(kind)
        expected = broadleaf.mesh_candidates(before, after, faces=faces, kinds=kinds, radius=radius)
        counts = mesh.find(before, after, radius=radius)
        assert counts == {name: pairs.shape[1] for name, pairs in expected.items()}
        rounded.find(before, after, radius=radius)
        for name, pairs in expected.items():
            np.testing.assert_array_equal(mesh.pairs(name), pairs)
            unsorted = mesh.pairs(name, sort=False)
            np.testing.assert_array_equal(unsorted[:, np.lexsort(unsorted[::-1])], pairs)
            found = set(map(tuple, rounded.pairs(name).T.tolist()))
            assert found >= set(map(tuple, pairs.T.tolist()))
    with pytest.raises(ValueError, match="NaN"):
        mesh.find(np.full((60, axes), np.nan))
    assert mesh.pairs("edge_face").shape == (2, 0)


def test_moving_mesh_in_threads(rng: np.random.Generator) -> None:
    before = rng.random((20_000, 3))
    near = np.argsort(before[:, 0])
    faces = np.stack([near[:-2], near[1:-1], near[2:]], axis=1)
    after = before + 0.01
    mesh = broadleaf.MovingMesh(20_000, faces=faces[::40], edges=faces[:, :2])
    mesh.find(before, after, threads=1)
    one = {name: mesh.pairs(name) for name in ("edge_edge", "vertex_face")}
    mesh.find(before, after, threads=3)
    for name, pairs in one.items():
        assert pairs.shape[1] > 1000
        np.testing.assert_array_equal(mesh.pairs(name), pairs)


def test_errors_of_a_moving_mesh() -> None:
    with pytest.raises(ValueError, match="vertex 3"):
        broadleaf.MovingMesh(3, faces=[[0, 1, 3]])
    with pytest.raises(ValueError, match="must not be negative"):
        broadleaf.MovingMesh(-1)
    with pytest.raises(ValueError, match='no candidates of kind "face"'):
        broadleaf.MovingMesh(3, kinds=["face"])
    with pytest.raises(TypeError, match="float"):
        broadleaf.MovingMesh(3, dtype=np.int32)
    mesh = broadleaf.MovingMesh(3)
    assert mesh.pairs("edge_edge").shape == (2, 0)
    with pytest.raises(KeyError, match="kind 'face_face' is not among"):
        mesh.pairs("face_face")
    with pytest.raises(ValueError, match=r"expected shape \(n, 3\)"):
        mesh.find(np.zeros((3, 2)))
    with pytest.raises(ValueError, match="2 positions for 3 vertices"):
        mesh.find(np.zeros((2, 3)))


@pytest.mark.parametrize("axes", [2, 3])
@pytest.mark.parametrize("power", [1, 2])
def test_forces(rng: np.random.Generator, axes: int, power: Literal[1, 2]) -> None:
    positions, masses = rng.random((300, axes)), rng.random(300)
    way = positions[None] - positions[:, None]
    square = (way**2).sum(axis=2) + 0.01
    pull = -2 * masses[:, None] * masses[None] / square ** ((power + 1) / 2)
    expected = (way * pull[:, :, None]).sum(axis=1)
    found = [
        broadleaf.n_body_forces(
            positions, masses, opening=opening, power=power, strength=-2, softening=0.1
        )
        for opening in (0, 0.5)
    ]
    np.testing.assert_allclose(found[0], expected, rtol=1e-9)
    error = np.sqrt(((found[1] - expected) ** 2).sum() / (expected**2).sum())
    assert error < 0.03


def test_forces_of_many_and_of_none(rng: np.random.Generator) -> None:
    positions = rng.random((20_000, 3)).astype("f4")
    one = broadleaf.n_body_forces(positions, threads=1)
    np.testing.assert_array_equal(one, broadleaf.n_body_forces(positions, threads=3))
    assert one.dtype == np.float32
    assert broadleaf.n_body_forces(np.zeros((0, 2))).shape == (0, 2)
    assert (broadleaf.n_body_forces(np.zeros((5, 2))) == 0).all()
    with pytest.raises(ValueError, match="row 1 is not finite"):
        broadleaf.n_body_forces([[0.0, 0.0], [0.0, np.inf]])
    with pytest.raises(ValueError, match=r"masses: expected shape \(2,\)"):
        broadleaf.n_body_forces([[0, 0], [0, 1]], [1])
    with pytest.raises(ValueError, match="masses: row 1 is not finite: nan"):
        broadleaf.n_body_forces([[0, 0], [0, 1]], [1, np.nan])
    with pytest.raises(ValueError, match="strength must be finite: nan"):
        broadleaf.n_body_forces([[0, 0], [0, 1]], strength=np.nan)
    with pytest.raises(ValueError, match="softening must be finite: inf"):
        broadleaf.n_body_forces([[0, 0], [0, 1]], softening=np.inf)


def test_meshes_that_are_too_large() -> None:
    with pytest.raises(ValueError, match=rf"vertices must be below 2\*\*32: {2**64}"):
        broadleaf.MovingMesh(2**64)
    with pytest.raises(ValueError, match="dimensions must be 2 or 3: -1"):
        broadleaf.MovingMesh(3, dimensions=-1)
