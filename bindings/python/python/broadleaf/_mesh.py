"""Collision candidates of meshes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core, _options
from ._options import Progress


def mesh_candidates(
    v0: ArrayLike,
    v1: ArrayLike | None = None,
    *,
    edges: ArrayLike | None = None,
    faces: ArrayLike | None = None,
    radius: float = 0.0,
    kinds: Iterable[str] | None = None,
    adjacent: bool = False,
    sort: bool = False,
    threads: int | None = None,
    progress: Progress | None = None,
) -> dict[str, NDArray[np.int64]]:
    """The pairs of vertices, edges and faces of a mesh that may collide while it moves.

    A vertex moves in a straight line from `v0` to `v1`. Two elements are a candidate if the boxes
    around their ways overlap.

    Parameters
    ----------
    v0, v1
        Positions of shape ``(n, 2)`` or ``(n, 3)`` before and after; without `v1` the mesh is at
        rest.
    edges
        Vertices of shape ``(m, 2)``; by default the sides of the faces.
    faces
        Vertices of shape ``(m, 3)``.
    radius
        By how much the box of every vertex is grown: elements that come within twice this distance
        are candidates.
    kinds
        What is wanted, of ``"edge_edge"``, ``"vertex_face"``, ``"vertex_edge"``, ``"edge_face"``,
        ``"face_face"``; by default what collides: the first two in 3D, ``"vertex_edge"`` in 2D.
    adjacent
        Whether to keep pairs with a common vertex, which always are together.
    sort
        Whether the pairs of each kind are in lexicographic order. If not, they come in an order
        that depends on the boxes alone.
    threads, progress
        As in `self_pairs`.

    Returns
    -------
    dict
        For each kind an array of shape ``(2, k)``: for ``"vertex_face"`` vertices and faces.

    Raises
    ------
    ValueError
        If an element has a vertex that does not exist, or a position is NaN.

    Examples
    --------
    >>> import broadleaf
    >>> before = [[0.0, 0, 0], [4, 0, 0], [0, 4, 0], [1, 1, 1]]
    >>> after = [[0.0, 0, 0], [4, 0, 0], [0, 4, 0], [1, 1, -1]]
    >>> broadleaf.mesh_candidates(before, after, faces=[[0, 1, 2]])["vertex_face"]
    array([[3],
           [0]])
    """
    start = _positions(v0, "v0")
    end = start if v1 is None else _positions(v1, "v1")
    if start.shape != end.shape:
        raise ValueError(f"v0 has shape {start.shape}, v1 has {end.shape}")
    if start.dtype != end.dtype:
        start, end = start.astype(np.float64), end.astype(np.float64)
    triangles = _elements(faces, 3, "faces")
    lines = _core.unique_edges(triangles) if edges is None else _elements(edges, 2, "edges")
    if kinds is None:
        kinds = ("edge_edge", "vertex_face") if start.shape[1] == 3 else ("vertex_edge",)
    kinds = list(kinds)
    mesh = {
        "start": start,
        "end": end,
        "edges": lines,
        "faces": triangles,
        "radius": float(radius),
        "adjacent": bool(adjacent),
        "sort": bool(sort),
    }
    found = _core.mesh_candidates(mesh, kinds, _options.Call(threads, progress))
    return dict(zip(kinds, found, strict=True))


def unique_edges(faces: ArrayLike) -> NDArray[np.uint32]:
    """The sides of triangles, each once: the edges that `mesh_candidates` numbers.

    >>> import broadleaf
    >>> broadleaf.unique_edges([[0, 1, 2], [2, 1, 3]])
    array([[0, 1],
           [0, 2],
           [1, 2],
           [1, 3],
           [2, 3]], dtype=uint32)
    """
    return _core.unique_edges(_elements(faces, 3, "faces"))


def _positions(values: ArrayLike, name: str) -> NDArray[Any]:
    array = np.asarray(values)
    if array.ndim != 2 or array.shape[1] not in (2, 3):
        raise ValueError(f"{name}: expected shape (n, 2) or (n, 3), not {array.shape}")
    kind = np.float32 if array.dtype == np.float32 else np.float64
    return np.ascontiguousarray(array, dtype=kind)


def _elements(values: ArrayLike | None, corners: int, name: str) -> NDArray[np.uint32]:
    if values is None:
        return np.empty((0, corners), np.uint32)
    array = np.asarray(values)
    if array.size == 0:
        return np.empty((0, corners), np.uint32)
    if array.ndim != 2 or array.shape[1] != corners or array.dtype.kind not in "iu":
        raise ValueError(
            f"{name}: expected integers of shape (n, {corners}), not {array.dtype}, {array.shape}"
        )
    if array.min() < 0 or array.max() > 0xFFFF_FFFF:
        row = int(np.argmax(((array < 0) | (array > 0xFFFF_FFFF)).any(axis=1)))
        raise ValueError(f"{name}: row {row}: {array[row].tolist()} are not vertices")
    return np.ascontiguousarray(array, dtype=np.uint32)
