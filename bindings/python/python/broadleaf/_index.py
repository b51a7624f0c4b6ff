"""The packed tree: boxes at rest, asked again and again."""

from __future__ import annotations

import math
import operator
import os
from typing import Any, Literal, TypeAlias, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core, _inputs, _options
from ._options import Progress

Ids: TypeAlias = NDArray[np.int64]
Predicate: TypeAlias = Literal[
    "intersects", "contains", "covers", "within", "covered_by", "dwithin"
]


class Index:
    """A tree of boxes at rest, for windows, nearest boxes, rays and joins.

    The id of a box is its row. Answers are arrays, sorted by question and id, or by distance, and
    never depend on the number of threads. An index can be pickled, and asked by several threads at
    once.

    Parameters
    ----------
    boxes, mins, maxs
        The boxes, as in `self_pairs`.
    curve
        Whether to order the boxes along a Hilbert curve: the build takes less than half the time,
        questions take 1.1 to 2.2 times as long.
    threads
        The number of threads of the build; all processors by default.

    Examples
    --------
    >>> import broadleaf
    >>> index = broadleaf.Index([[0, 0, 2, 2], [5, 5, 6, 6], [2, 1, 3, 3]])
    >>> index
    <broadleaf.Index: 3 boxes in 2D, int64>
    >>> index.query([1, 1, 2, 2])
    array([0, 2])
    >>> index.query_nearest([9, 9])
    array([1])
    """

    __slots__ = ("__weakref__", "_tree")

    def __init__(
        self,
        boxes: Any = None,
        *,
        mins: ArrayLike | None = None,
        maxs: ArrayLike | None = None,
        curve: bool = False,
        threads: int | None = None,
    ) -> None:
        checked = _inputs.as_boxes(boxes, mins, maxs)
        self._tree = _core.Packed.build(checked, bool(curve), _options.Call(threads, None))

    # The map.

    def __len__(self) -> int:
        return len(self._tree)

    def __repr__(self) -> str:
        return f"<broadleaf.Index: {len(self)} boxes in {self.dimensions}D, {self._tree.dtype}>"

    @property
    def dimensions(self) -> int:
        """The number of axes: 2 or 3."""
        return self._tree.dimensions

    @property
    def dtype(self) -> np.dtype[Any]:
        """The type of the coordinates."""
        return np.dtype(self._tree.dtype)

    @property
    def nbytes(self) -> int:
        """The bytes of the tree, in memory or in the mapped file."""
        return self._tree.nbytes

    @property
    def bounds(self) -> NDArray[Any] | None:
        """The box around all boxes, as a row; None if there are none.

        >>> import broadleaf
        >>> broadleaf.Index([[0, 0, 2, 2], [5, 5, 6, 6]]).bounds
        array([0, 0, 6, 6])
        """
        rows = self._tree.bounds()
        return rows[0] if len(rows) else None

    def boxes(self) -> NDArray[Any]:
        """All boxes in the order of their ids: a copy of shape ``(n, 4)`` or ``(n, 6)``."""
        return self._tree.boxes()

    # Windows.

    def query(
        self,
        geometry: Any,
        predicate: Predicate | None = None,
        distance: float | None = None,
        *,
        threads: int | None = None,
        progress: Progress | None = None,
    ) -> Ids:
        """The boxes that overlap a window, or stand in another relation to it.

        The arguments are those of ``shapely.STRtree.query``, with boxes in place of geometries.

        Parameters
        ----------
        geometry
            One window, such as ``[min x, min y, max x, max y]`` or a shapely geometry, of which the
            bounds count; or many, in any form that `self_pairs` takes.
        predicate
            What a window does: ``"intersects"`` (the default; touching counts), ``"contains"`` or
            ``"covers"`` (the box is inside the window), ``"within"`` or ``"covered_by"`` (the
            window is inside the box), ``"dwithin"`` (they are at most `distance` apart). Boundaries
            belong to boxes, so the two names of each pair mean the same.
        distance
            The largest distance for ``"dwithin"``.
        threads, progress
            As in `self_pairs`; progress counts windows.

        Returns
        -------
        numpy.ndarray
            For one window the ids, ascending. For many an array of shape ``(2, m)``: indices of the
            windows, and ids.

        Examples
        --------
        >>> import broadleaf
        >>> index = broadleaf.Index([[0, 0, 2, 2], [5, 5, 6, 6], [2, 1, 3, 3]])
        >>> index.query([[5, 0, 9, 5], [8, 8, 9, 9], [0, 0, 9, 9]])
        array([[0, 2, 2, 2],
               [1, 0, 1, 2]])
        >>> index.query([0, 0, 3, 3], predicate="contains")
        array([0, 2])
        >>> index.query([8, 5, 8, 5], predicate="dwithin", distance=2)
        array([1])
        """
        windows, is_one = self._own(
            *_inputs.one_or_many(geometry, "geometry", self.dimensions, self.dtype)
        )
        call = _options.Call(threads, progress)
        rows = _core.query(self._tree, windows, relation(predicate, distance), call)
        return rows[1] if is_one else rows

    def contains(self, geometry: Any, *, threads: int | None = None) -> Ids:
        """The boxes inside a window, or inside each of many: `query` with ``"contains"``."""
        return self.query(geometry, "contains", threads=threads)

    # Distances.

    @overload
    def query_nearest(
        self,
        geometry: Any,
        max_distance: float | None = ...,
        return_distance: Literal[False] = ...,
        exclusive: bool = ...,
        all_matches: bool = ...,
        *,
        k: int = ...,
        threads: int | None = ...,
        progress: Progress | None = ...,
    ) -> Ids: ...

    @overload
    def query_nearest(
        self,
        geometry: Any,
        max_distance: float | None = ...,
        *,
        return_distance: Literal[True],
        exclusive: bool = ...,
        all_matches: bool = ...,
        k: int = ...,
        threads: int | None = ...,
        progress: Progress | None = ...,
    ) -> tuple[Ids, NDArray[np.float64]]: ...

    def query_nearest(
        self,
        geometry: Any,
        max_distance: float | None = None,
        return_distance: bool = False,
        exclusive: bool = False,
        all_matches: bool = True,
        *,
        k: int = 1,
        threads: int | None = None,
        progress: Progress | None = None,
    ) -> Ids | tuple[Ids, NDArray[np.float64]]:
        """The boxes nearest to a point or box.

        The arguments are those of ``shapely.STRtree.query_nearest``, and `k`. The distance of boxes
        that overlap is 0.

        Parameters
        ----------
        geometry
            One point or box, or many: an array of shape ``(n, 2)`` of points (``(n, 3)`` in 3D), or
            boxes in any form that `self_pairs` takes.
        max_distance
            Boxes that are farther away are not found. Must be above 0.
        return_distance
            Whether to return the distances too.
        exclusive
            Whether boxes equal to the one in question are left out.
        all_matches
            Whether all boxes are returned that are as near as the last of the `k`. If not, those
            with the smallest ids are.
        k
            The number of boxes for each question.

        Returns
        -------
        numpy.ndarray, or a tuple of it and the distances
            For one question the ids by ``(distance, id)``. For many an array of shape ``(2, m)``:
            indices of the questions, and ids.

        Examples
        --------
        >>> import broadleaf
        >>> index = broadleaf.Index([[0, 0, 2, 2], [5, 5, 6, 6], [4, 0, 5, 2]])
        >>> index.query_nearest([3, 1])
        array([0, 2])
        >>> index.query_nearest([3, 1], all_matches=False)
        array([0])
        >>> index.query_nearest([[9, 9], [5, 3]], return_distance=True)
        (array([[0, 1],
               [1, 2]]), array([4.24264069, 1.        ]))
        """
        found = _inputs.points_or_boxes(geometry, "geometry", self.dimensions, self.dtype)
        places, is_one = self._own(*found)
        wanted = nearest_options(k, max_distance, exclusive, all_matches)
        call = _options.Call(threads, progress)
        rows, distances = _core.nearest(self._tree, places, wanted, call)
        ids = rows[1] if is_one else rows
        return (ids, distances) if return_distance else ids

    # Casts.

    def cast(
        self,
        origins: ArrayLike,
        directions: ArrayLike,
        max_distance: float = math.inf,
        *,
        all_hits: bool = False,
        threads: int | None = None,
        progress: Progress | None = None,
    ) -> tuple[Ids, NDArray[np.float64]]:
        """What rays hit, or boxes that move.

        Parameters
        ----------
        origins
            Points of shape ``(n, 2)``, boxes of shape ``(n, 4)``; in 3D ``(n, 3)`` and ``(n, 6)``.
        directions
            Shape ``(n, 2)`` or ``(n, 3)``, or one direction for all. They need not have length 1.
        max_distance
            The greatest multiple of a direction that still counts.
        all_hits
            Whether to return all boxes that are hit, and not only the first.

        Returns
        -------
        tuple of numpy.ndarray
            For the first hits: the ids, and at which multiple of the direction they are hit; -1 and
            infinity where nothing is. Of boxes that are hit at once, the smallest id.

            For all hits: an array of shape ``(2, m)`` with indices of rays and ids, sorted by
            multiple and id, and the multiples.

        Examples
        --------
        >>> import broadleaf
        >>> index = broadleaf.Index([[4, 0, 5, 2], [7, 0, 8, 2]])
        >>> index.cast([[0, 1], [9, 1], [0, 3]], [[1, 0], [-1, 0], [1, 0]])
        (array([ 0,  1, -1]), array([ 4.,  1., inf]))
        >>> index.cast([[0, 1]], [1, 0], all_hits=True)
        (array([[0, 0],
               [0, 1]]), array([4., 7.]))
        """
        max_distance = float(max_distance)
        if not max_distance >= 0:
            raise ValueError(f"max_distance must not be negative: {max_distance}")
        found = _inputs.points_or_boxes(origins, "origins", self.dimensions, self.dtype)
        starts, _ = self._own(*found)
        count = _inputs.count(starts)
        ways = np.asarray(directions, dtype=np.float64)
        if ways.size == 0 and count == 0:
            ways = ways.reshape(0, self.dimensions)
        if ways.ndim == 1:
            ways = np.broadcast_to(ways, (count, len(ways)))
        if ways.shape != (count, self.dimensions):
            raise ValueError(
                f"directions: expected shape {(count, self.dimensions)}, not {ways.shape}"
            )
        call = _options.Call(threads, progress)
        rows, reaches = _core.cast(self._tree, starts, ways, max_distance, bool(all_hits), call)
        if all_hits:
            return rows, reaches
        ids = np.full(count, -1, dtype=np.int64)
        first = np.full(count, math.inf)
        ids[rows[0]], first[rows[0]] = rows[1], reaches
        return ids, first

    # Joins.

    def self_pairs(
        self,
        distance: float | None = None,
        *,
        threads: int | None = None,
        progress: Progress | None = None,
    ) -> Ids:
        """All pairs of boxes that overlap, or are at most `distance` apart.

        Returns
        -------
        numpy.ndarray
            Shape ``(2, m)``, in lexicographic order; the first id is the smaller one.

        Examples
        --------
        >>> import broadleaf
        >>> index = broadleaf.Index([[0, 0, 2, 2], [5, 5, 6, 6], [2, 1, 3, 3], [8, 5, 9, 6]])
        >>> index.self_pairs()
        array([[0],
               [2]])
        >>> index.self_pairs(distance=2)
        array([[0, 1],
               [2, 3]])
        """
        call = _options.Call(threads, progress)
        return _core.join(self._tree, None, distance_of(distance), call)

    def join(
        self,
        other: Index,
        distance: float | None = None,
        *,
        threads: int | None = None,
        progress: Progress | None = None,
    ) -> Ids:
        """All pairs of a box of this index and one of another that overlap, or are at most
        `distance` apart.

        Returns
        -------
        numpy.ndarray
            Shape ``(2, m)``, in lexicographic order: ids of this index, ids of the other.

        Examples
        --------
        >>> import broadleaf
        >>> rooms = broadleaf.Index([[0.0, 0, 4, 4], [5, 0, 9, 4]])
        >>> people = broadleaf.Index([[1, 1, 1, 1], [6, 2, 6, 2], [4.5, 7, 4.5, 7]])
        >>> rooms.join(people)
        array([[0, 1],
               [0, 1]])
        """
        if not isinstance(other, Index):
            raise TypeError("join needs another Index; ask about plain boxes with query")
        call = _options.Call(threads, progress)
        return _core.join(self._tree, other._tree, distance_of(distance), call)

    # What rtree offers.

    def intersection_v(self, mins: ArrayLike, maxs: ArrayLike) -> tuple[Ids, NDArray[np.uint64]]:
        """The ids of the boxes that overlap each window, one after the other, and their numbers.

        As ``rtree.index.Index.intersection_v``.

        >>> import broadleaf
        >>> index = broadleaf.Index([[0, 0, 2, 2], [5, 5, 6, 6], [2, 1, 3, 3]])
        >>> index.intersection_v([[0, 0], [8, 8], [5, 5]], [[2, 2], [9, 9], [6, 6]])
        (array([0, 2, 1]), array([2, 0, 1], dtype=uint64))
        """
        windows, _ = self._own(_inputs.as_boxes(None, mins, maxs), False)
        rows = _core.query(self._tree, windows, None, _options.Call(None, None))
        counts = np.bincount(rows[0], minlength=_inputs.count(windows))
        return rows[1], counts.astype(np.uint64)

    def intersection(self, coordinates: ArrayLike) -> Ids:
        """The ids of the boxes that overlap one window ``[*mins, *maxs]``."""
        return self.query(np.ravel(np.asarray(coordinates)))

    def count(self, coordinates: ArrayLike) -> int:
        """The number of boxes that overlap one window ``[*mins, *maxs]``."""
        return len(self.intersection(coordinates))

    # Files.

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the index to a file, which `load` maps into memory."""
        self._tree.save(os.fspath(path))

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> Index:
        """The index in a file, mapped into memory: nothing is read before it is needed.

        The file must not be changed while the index is in use. Bytes that are no index give wrong
        answers; `validate` reads all of them.

        Raises
        ------
        ValueError
            If the file does not begin with the header of an index, or is shorter than it says.

        Examples
        --------
        >>> import broadleaf, os, tempfile
        >>> path = os.path.join(tempfile.mkdtemp(), "boxes.broadleaf")
        >>> broadleaf.Index([[0, 0, 2, 2], [5, 5, 6, 6]]).save(path)
        >>> broadleaf.Index.load(path).query([1, 1, 9, 9])
        array([0, 1])
        """
        if os.path.getsize(path) == 0:
            raise ValueError(f"not an index: {os.fspath(path)} is empty")
        return cls.from_buffer(np.memmap(path, dtype=np.uint8, mode="r"))

    @classmethod
    def from_buffer(cls, buffer: Any) -> Index:
        """The index in bytes that stay where they are: a mapped file, shared memory, a message.

        >>> import broadleaf
        >>> data = broadleaf.Index([[0, 0, 2, 2]]).to_bytes()
        >>> len(broadleaf.Index.from_buffer(data))
        1
        """
        is_array = isinstance(buffer, np.ndarray) and buffer.dtype == np.uint8
        array = buffer if is_array else np.frombuffer(buffer, dtype=np.uint8)
        index = cls.__new__(cls)
        index._tree = _core.Packed.from_array(np.asarray(array))
        return index

    def to_bytes(self) -> bytes:
        """The bytes that `save` writes."""
        return self._tree.to_bytes()

    def validate(self) -> None:
        """Reads the whole index and raises ValueError if it is not correct."""
        problem = self._tree.validate()
        if problem is not None:
            raise ValueError(problem)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self).from_buffer, (self.to_bytes(),)

    def _own(self, boxes: _inputs.Boxes, is_one: bool) -> tuple[_inputs.Boxes, bool]:
        """The boxes with coordinates of the type of the index."""
        return _inputs.owned(boxes, self.dimensions, self.dtype, "geometry"), is_one


def nearest_options(
    k: int, max_distance: float | None, exclusive: bool, all_matches: bool
) -> dict[str, Any]:
    """Which of the nearest boxes are wanted."""
    k = operator.index(k)
    if k < 1:
        raise ValueError(f"k must be at least 1: {k}")
    if max_distance is not None:
        max_distance = float(max_distance)
        if not max_distance > 0:
            raise ValueError(f"max_distance must be above 0: {max_distance}")
    return {
        "k": k,
        "max_distance": max_distance,
        "exclusive": bool(exclusive),
        "all_matches": bool(all_matches),
    }


def relation(predicate: str | None, distance: float | None) -> bool | float | None:
    """What the compiled half takes for a predicate."""
    if (predicate == "dwithin") != (distance is not None):
        raise ValueError('predicate="dwithin" and distance go together')
    match predicate:
        case None | "intersects":
            return None
        case "contains" | "covers":
            return True
        case "within" | "covered_by":
            return False
        case "dwithin":
            return distance_of(distance)
    raise ValueError(
        f"predicate {predicate!r} is none of intersects, contains, covers, within, covered_by, "
        "dwithin"
    )


def distance_of(distance: float | None) -> float | None:
    """The distance, if it is one."""
    if distance is None:
        return None
    distance = float(distance)
    if not distance >= 0:
        raise ValueError(f"distance must not be negative: {distance}")
    return distance
