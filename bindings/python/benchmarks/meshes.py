"""Candidates of a moving mesh against ipctk: of the cloth-ball scene, where its files are."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

import broadleaf

FOLDER = Path(os.environ.get("BROADLEAF_CCD_DATA", "shared/data/ccd"))


def cloth_ball() -> dict[str, Callable[[], tuple[int, int]]]:
    """For each library a function that returns the numbers of edge-edge and vertex-face pairs.

    ipctk keeps its candidates in C++: turning five million of them into arrays would take it
    seconds, and is not asked for.
    """
    frames = FOLDER / "cloth-ball" / "frames"
    if not frames.is_dir():
        print(f"SKIPPED: cloth-ball, since there is no {frames}; set BROADLEAF_CCD_DATA")
        return {}
    import trimesh

    meshes: list[Any] = [
        trimesh.load(frames / name, process=False) for name in ("92.ply", "93.ply")
    ]
    before, after = (np.array(mesh.vertices, dtype=np.float64) for mesh in meshes)
    faces = np.array(meshes[0].faces, dtype=np.int64)

    def ours(threads: int | None) -> tuple[int, int]:
        found = broadleaf.mesh_candidates(before, after, faces=faces, threads=threads)
        return found["edge_edge"].shape[1], found["vertex_face"].shape[1]

    asks = {"broadleaf": lambda: ours(None), "broadleaf, 1 thread": lambda: ours(1)}
    try:
        import ipctk
    except ImportError:
        print("ipctk is not installed")
        return asks
    ipctk.set_num_threads(1)
    rows = np.asfortranarray(faces.astype(np.int32))
    mesh = ipctk.CollisionMesh(before, ipctk.edges(rows), rows)

    def of_ipctk(broad_phase: Any) -> tuple[int, int]:
        candidates = ipctk.Candidates()
        candidates.build(mesh, before, after, 0.0, broad_phase)
        return len(candidates.ee_candidates), len(candidates.fv_candidates)

    for kind in (ipctk.LBVH, ipctk.SweepAndPrune, ipctk.HashGrid):
        broad_phase = kind()
        asks[f"ipctk {broad_phase.name()}"] = partial(of_ipctk, broad_phase)
    return asks
