"""Candidates of a moving mesh against ipctk: of the cloth-ball scene, where its files are."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

import broadleaf

THREADS = (1, 2)
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

    def ours(threads: int) -> tuple[int, int]:
        found = broadleaf.mesh_candidates(before, after, faces=faces, threads=threads)
        return found["edge_edge"].shape[1], found["vertex_face"].shape[1]

    asks = {f"broadleaf, threads: {threads}": partial(ours, threads) for threads in THREADS}
    try:
        import ipctk
    except ImportError:
        print("ipctk is not installed")
        return asks
    rows = np.asfortranarray(faces.astype(np.int32))
    mesh = ipctk.CollisionMesh(before, ipctk.edges(rows), rows)

    def of_ipctk(broad_phase: Any, threads: int) -> tuple[int, int]:
        ipctk.set_num_threads(threads)
        candidates = ipctk.Candidates()
        candidates.build(mesh, before, after, 0.0, broad_phase)
        return len(candidates.ee_candidates), len(candidates.fv_candidates)

    for kind in (ipctk.LBVH, ipctk.SweepAndPrune, ipctk.HashGrid):
        broad_phase = kind()
        for threads in THREADS:
            name = f"ipctk {broad_phase.name()}, threads: {threads}"
            asks[name] = partial(of_ipctk, broad_phase, threads)
    return asks
