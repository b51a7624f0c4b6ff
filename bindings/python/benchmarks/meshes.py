"""Candidates of a moving mesh, compared with ipctk, for the cloth-ball scene if its files exist."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

import broadleaf

THREADS = {1: "1 thread", 2: "2 threads"}
FOLDER = Path(os.environ.get("BROADLEAF_CCD_DATA", "shared/data/ccd"))


def cloth_ball() -> dict[str, Callable[[], int]]:
    """For each library a function that returns the number of edge-edge and vertex-face pairs.

    ipctk keeps its candidates in C++, like MovingMesh: converting seven million of them to a list
    would take seconds and is not part of the task. mesh_candidates returns arrays.
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

    moving = broadleaf.MovingMesh(len(before), faces=faces)

    def in_arrays(threads: int) -> int:
        found = broadleaf.mesh_candidates(before, after, faces=faces, sort=False, threads=threads)
        return sum(pairs.shape[1] for pairs in found.values())

    def kept(threads: int) -> int:
        return sum(moving.find(before, after, threads=threads).values())

    asks: dict[str, Callable[[], int]] = {}
    for threads, title in THREADS.items():
        asks[f"broadleaf, {title}"] = partial(kept, threads)
        asks[f"broadleaf, {title}, in arrays"] = partial(in_arrays, threads)
    try:
        import ipctk
    except ImportError:
        print("ipctk is not installed")
        return asks
    rows = np.asfortranarray(faces.astype(np.int32))
    mesh = ipctk.CollisionMesh(before, ipctk.edges(rows), rows)

    def of_ipctk(broad_phase: Any, threads: int) -> int:
        ipctk.set_num_threads(threads)
        candidates = ipctk.Candidates()
        candidates.build(mesh, before, after, 0.0, broad_phase)
        return len(candidates)

    for kind in (ipctk.LBVH, ipctk.SweepAndPrune, ipctk.HashGrid):
        broad_phase = kind()
        for threads, title in THREADS.items():
            name = f"ipctk {broad_phase.name()}, {title}"
            asks[name] = partial(of_ipctk, broad_phase, threads)
    return asks
