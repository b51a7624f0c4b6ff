"""The packed tree: boxes at rest, asked again and again."""

from __future__ import annotations

import math
import os
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _core, _inputs, _options
from ._options import Progress
from ._structure import Ids, Structure, distance_of


class Index(Structure):
    """A tree of boxes at rest, for windows, nearest boxes, rays and joins.

    The id of a box is its row. Answers are arrays, sorted by question and id, or by distance, and
    never depend on the number of threads. An index can be pickled, and asked by several threads at
    once.

    Parameters
    ----------
    boxes, mins, maxs
        The boxes, as in `self_pairs`.
    order
        How the boxes are ordered: by median ``"cuts"``, or along a Hilbert ``"curve"``, with which
        the build takes 0.3 to 0.4 of the time, and questions take 1.1 to 2.2 times as long. The
        answers are the same.
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

    __slots__ = ()

    _compiled: _core.Packed

    def __init__(
        self,
        boxes: Any = None,
        *,
        mins: ArrayLike | None = None,
        maxs: ArrayLike | None = None,
        order: Literal["cuts", "curve"] = "cuts",
        threads: int | None = None,
    ) -> None:
        checked = _inputs.as_boxes(boxes, mins, maxs)
        if order not in ("cuts", "curve"):
            raise ValueError(f'order must be "cuts" or "curve": {order!r}')
        call = _options.Call(threads, None)
        self._compiled = _core.Packed.build(checked, order == "curve", call)

    # The map.

    @property
    def nbytes(self) -> int:
        """The bytes of the tree, in memory or in the mapped file."""
        return self._compiled.nbytes

    @property
    def bounds(self) -> NDArray[Any] | None:
        """The box around all boxes, as a row; None if there are none.

        >>> import broadleaf
        >>> broadleaf.Index([[0, 0, 2, 2], [5, 5, 6, 6]]).bounds
        array([0, 0, 6, 6])
        """
        rows = self._compiled.bounds()
        return rows[0] if len(rows) else None

    def boxes(self) -> NDArray[Any]:
        """All boxes in the order of their ids: a copy of shape ``(n, 4)`` or ``(n, 6)``."""
        return self._compiled.boxes()

    # Questions.

    def contains(self, geometry: Any, *, threads: int | None = None) -> Ids:
        """The boxes inside a window, or inside each of many: `query` with ``"contains"``."""
        return self.query(geometry, "contains", threads=threads)

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
        places, _ = _inputs.points_or_boxes(origins, "origins", self.dimensions, self.dtype)
        starts = self._own(places, "origins")
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
        rows, reaches = _core.cast(self._compiled, starts, ways, max_distance, bool(all_hits), call)
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
        return _core.join(self._compiled, None, distance_of(distance), call)

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
        return _core.join(self._compiled, other._compiled, distance_of(distance), call)

    # What rtree offers.

    def intersection_v(self, mins: ArrayLike, maxs: ArrayLike) -> tuple[Ids, NDArray[np.uint64]]:
        """The ids of the boxes that overlap each window, one after the other, and their numbers.

        As ``rtree.index.Index.intersection_v``.

        >>> import broadleaf
        >>> index = broadleaf.Index([[0, 0, 2, 2], [5, 5, 6, 6], [2, 1, 3, 3]])
        >>> index.intersection_v([[0, 0], [8, 8], [5, 5]], [[2, 2], [9, 9], [6, 6]])
        (array([0, 2, 1]), array([2, 0, 1], dtype=uint64))
        """
        windows = self._own(_inputs.as_boxes(None, mins, maxs))
        rows = self._compiled.query(windows, None, _options.Call(None, None))
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
        self._compiled.save(os.fspath(path))

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
        index._compiled = _core.Packed.from_array(np.asarray(array))
        return index

    def to_bytes(self) -> bytes:
        """The bytes that `save` writes."""
        return self._compiled.to_bytes()

    def validate(self) -> None:
        """Reads the whole index and raises ValueError if it is not correct."""
        problem = self._compiled.validate()
        if problem is not None:
            raise ValueError(problem)

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (type(self), self.to_bytes()), self._own_attributes()


def _restored(cls: type[Index], data: bytes) -> Index:
    """The index of a pickle. Other than a file, it is read as a whole, so it is checked."""
    index = cls.from_buffer(data)
    index.validate()
    return index
