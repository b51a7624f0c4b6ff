"""Collision candidates of meshes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from .. import _core
from .._input import _inputs, _numbers, _options
from .._input._options import Progress


def mesh_candidates(
    v0: ArrayLike,
    v1: ArrayLike | None = None,
    *,
    edges: ArrayLike | None = None,
    faces: ArrayLike | None = None,
    radius: float = 0.0,
    kinds: Iterable[str] | None = None,
    adjacent: bool = False,
    sort: bool = True,
    threads: int | None = None,
    progress: Progress | None = None,
) -> dict[str, NDArray[np.int64]]:
    """The pairs of vertices, edges and faces of a mesh that may collide while it moves.

    A vertex moves in a straight line from `v0` to `v1`. Two elements are a candidate if the boxes
    around their paths overlap. To find candidates in every step, `MovingMesh` takes less time.

    Parameters
    ----------
    v0, v1
        Start and end positions, of shape ``(n, 2)`` or ``(n, 3)``; without `v1` the mesh is at
        rest.
    edges
        Indices of vertices, of shape ``(m, 2)``; by default the sides of the faces.
    faces
        Indices of vertices, of shape ``(m, 3)``.
    radius
        How far the box of each vertex is grown: elements that come within twice this distance are
        candidates.
    kinds
        Which candidates to find: ``"edge_edge"``, ``"vertex_face"``, ``"vertex_edge"``,
        ``"edge_face"``, ``"face_face"``. By default the kinds that collide: the first two in 3D,
        ``"vertex_edge"`` in 2D.
    adjacent
        Whether to keep pairs that share a vertex, whose boxes always overlap.
    sort
        Whether the pairs of each kind are in lexicographic order. Without, they come sooner, in an
        order that depends only on the boxes.
    threads, progress
        As in `self_pairs`.

    Returns
    -------
    dict
        For each kind an array of shape ``(2, k)``; for ``"vertex_face"``: vertices, faces.

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
    start, end = _ends(v0, v1)
    triangles = _elements(faces, 3, "faces")
    lines = _core.unique_edges(triangles) if edges is None else _elements(edges, 2, "edges")
    kinds = _kinds(kinds, start.shape[1])
    mesh = {
        "start": start,
        "end": end,
        "edges": lines,
        "faces": triangles,
        "radius": _radius(radius),
        "adjacent": bool(adjacent),
        "sort": bool(sort),
    }
    found = _core.mesh_candidates(mesh, kinds, _options.call(threads, progress))
    return dict(zip(kinds, found, strict=True))


class MovingMesh:
    """A mesh that moves, for candidates in every step.

    It keeps its elements, its memory and the last candidates: a step takes less time than with
    `mesh_candidates`, especially if only some of the candidates are read.

    Several threads can read at once, and one at a time can call `find`: calls wait for each other.
    A mesh can be copied and pickled, together with its last candidates.

    Parameters
    ----------
    vertices
        The number of vertices.
    edges, faces, kinds, adjacent
        As in `mesh_candidates`.
    dimensions
        2 or 3.
    dtype
        The type of the boxes, float64 or float32, whatever the type of the positions. Boxes are
        rounded outward. float32 takes less time and gives a few more candidates.

    Examples
    --------
    >>> import broadleaf
    >>> before = [[0.0, 0, 0], [4, 0, 0], [0, 4, 0], [1, 1, 1]]
    >>> after = [[0.0, 0, 0], [4, 0, 0], [0, 4, 0], [1, 1, -1]]
    >>> mesh = broadleaf.MovingMesh(4, faces=[[0, 1, 2]])
    >>> mesh.find(before, after)
    {'edge_edge': 0, 'vertex_face': 1}
    >>> mesh.pairs("vertex_face")
    array([[3],
           [0]])
    """

    __slots__ = ("__weakref__", "_compiled", "_dimensions", "_dtype", "_kinds")

    _compiled: _core.MovingMesh

    def __init__(
        self,
        vertices: int,
        *,
        edges: ArrayLike | None = None,
        faces: ArrayLike | None = None,
        kinds: Iterable[str] | None = None,
        adjacent: bool = False,
        dimensions: int = 3,
        dtype: DTypeLike = np.float64,
    ) -> None:
        triangles = _elements(faces, 3, "faces")
        lines = _core.unique_edges(triangles) if edges is None else _elements(edges, 2, "edges")
        vertices = _options.integer(vertices, "vertices")
        if vertices < 0:
            raise ValueError(f"vertices must not be negative: {vertices}")
        if vertices > 0xFFFF_FFFF:
            raise ValueError(f"vertices must be below 2**32: {vertices}")
        elements = {
            "vertices": vertices,
            "edges": lines,
            "faces": triangles,
            "adjacent": bool(adjacent),
        }
        self._dimensions = _options.dimensions(dimensions)
        self._kinds = _kinds(kinds, self._dimensions)
        self._dtype = np.dtype(dtype).name
        self._compiled = _core.MovingMesh(elements, self._dtype, self._dimensions, self._kinds)

    def find(
        self,
        v0: ArrayLike,
        v1: ArrayLike | None = None,
        *,
        radius: float = 0.0,
        threads: int | None = None,
        progress: Progress | None = None,
    ) -> dict[str, int]:
        """Finds the candidates between two positions of the mesh; returns the number of each kind.

        The parameters and errors are the same as in `mesh_candidates`. After an error there are no
        candidates.
        """
        start, end = _ends(v0, v1)
        if start.shape[1] != self._dimensions:
            raise ValueError(f"v0: expected shape (n, {self._dimensions}), not {start.shape}")
        call = _options.call(threads, progress)
        counts = self._compiled.find(start, end, _radius(radius), call)
        return dict(zip(self._kinds, counts, strict=True))

    def pairs(self, kind: str, *, sort: bool = True) -> NDArray[np.int64]:
        """The last candidates of a kind, of shape ``(2, k)``.

        They are in lexicographic order; with ``sort=False`` they come sooner, in an order that
        depends only on the boxes.

        Raises
        ------
        KeyError
            If the mesh was not created with this kind.
        """
        if kind not in self._kinds:
            raise KeyError(f"kind {kind!r} is not among those of this mesh: {self._kinds}")
        return self._compiled.pairs(self._kinds.index(kind), bool(sort))

    def __reduce__(self) -> tuple[Any, ...]:
        shape = (self._dimensions, self._dtype, self._kinds)
        elements = self._compiled.elements()
        found = self._compiled.all_pairs(len(self._kinds))
        own = getattr(self, "__dict__", None) or None
        return _restored, (type(self), shape, elements, found), own


def _restored(
    cls: type[MovingMesh],
    shape: tuple[int, str, list[str]],
    elements: tuple[int, ArrayLike, ArrayLike, bool],
    found: list[NDArray[np.int64]],
) -> MovingMesh:
    """The mesh of a pickle."""
    dimensions, dtype, kinds = shape
    vertices, edges, faces, adjacent = elements
    mesh = cls.__new__(cls)
    MovingMesh.__init__(
        mesh,
        vertices,
        edges=edges,
        faces=faces,
        kinds=kinds,
        adjacent=adjacent,
        dimensions=dimensions,
        dtype=dtype,
    )
    mesh._compiled.set_pairs([np.asarray(pairs, dtype=np.int64) for pairs in found])
    return mesh


def unique_edges(faces: ArrayLike) -> NDArray[np.uint32]:
    """The sides of triangles, each once: the edges whose indices `mesh_candidates` returns.

    >>> import broadleaf
    >>> broadleaf.unique_edges([[0, 1, 2], [2, 1, 3]])
    array([[0, 1],
           [0, 2],
           [1, 2],
           [1, 3],
           [2, 3]], dtype=uint32)
    """
    return _core.unique_edges(_elements(faces, 3, "faces"))


def _kinds(kinds: Iterable[str] | None, dimensions: int) -> list[str]:
    if kinds is None:
        return ["edge_edge", "vertex_face"] if dimensions == 3 else ["vertex_edge"]
    if isinstance(kinds, str) or not isinstance(kinds, Iterable):
        raise TypeError(f"kinds must be a list of names, such as [{kinds!r}]")
    return list(kinds)


def _radius(radius: Any) -> float:
    number = _options.finite(radius, "radius")
    if number < 0:
        raise ValueError(f"radius must not be negative: {radius}")
    return number


def _ends(v0: ArrayLike, v1: ArrayLike | None) -> tuple[NDArray[Any], NDArray[Any]]:
    """Start and end positions, of one shape and type."""
    start = _positions(v0, "v0")
    end = start if v1 is None else _positions(v1, "v1")
    if start.shape != end.shape:
        raise ValueError(f"v0 has shape {start.shape}, v1 has {end.shape}")
    if start.dtype != end.dtype:
        start, end = start.astype(np.float64), end.astype(np.float64)
    return start, end


def _positions(values: ArrayLike, name: str) -> NDArray[Any]:
    array = _inputs.points(values, name)
    if array.ndim != 2 or array.shape[1] not in (2, 3):
        raise ValueError(f"{name}: expected shape (n, 2) or (n, 3), not {array.shape}")
    kind = np.dtype(np.float32 if array.dtype == np.float32 else np.float64)
    return np.ascontiguousarray(_numbers.exactly(array, kind, name))


def _elements(values: ArrayLike | None, corners: int, name: str) -> NDArray[np.uint32]:
    if values is None:
        return np.empty((0, corners), np.uint32)
    array = _numbers.whole(values, name)
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
