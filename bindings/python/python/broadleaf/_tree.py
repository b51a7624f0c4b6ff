"""A tree whose boxes come, move and go."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from . import _core, _inputs, _options
from ._index import Ids, Predicate, distance_of, nearest_options, relation
from ._options import Progress


class Tree:
    """A tree whose boxes come, move and go, many at a time; the caller chooses their ids.

    For boxes at rest an `Index` answers faster, and a `World` reports which pairs begin and end.

    One thread at a time may change a tree; a second one gets a RuntimeError. Several may ask.

    Parameters
    ----------
    dimensions
        2 or 3.
    dtype
        The type of the coordinates: float32, float64, int32 or int64.

    Examples
    --------
    >>> import broadleaf
    >>> tree = broadleaf.Tree(2)
    >>> tree.insert([7, 8, 9], [[0, 0, 1, 1], [1, 1, 2, 2], [5, 5, 6, 6]])
    >>> tree.query([0.5, 0.5, 1, 1])
    array([7, 8])
    >>> tree.move([9], [[2, 2, 3, 3]])
    >>> tree.self_pairs()
    array([[7, 8],
           [8, 9]])
    >>> tree.remove([8])
    >>> len(tree)
    2
    """

    __slots__ = ("__weakref__", "_tree")

    def __init__(self, dimensions: int = 2, dtype: DTypeLike = np.float64) -> None:
        self._tree = _core.Tree(np.dtype(dtype).name, operator.index(dimensions))

    def __len__(self) -> int:
        return len(self._tree)

    def __repr__(self) -> str:
        return f"<broadleaf.Tree: {len(self)} boxes in {self.dimensions}D, {self._tree.dtype}>"

    @property
    def dimensions(self) -> int:
        """The number of axes: 2 or 3."""
        return self._tree.dimensions

    @property
    def dtype(self) -> np.dtype[Any]:
        """The type of the coordinates."""
        return np.dtype(self._tree.dtype)

    # Changes.

    def insert(
        self,
        ids: ArrayLike,
        boxes: Any = None,
        *,
        mins: ArrayLike | None = None,
        maxs: ArrayLike | None = None,
    ) -> None:
        """Inserts boxes with new ids, from 0 to 2**32 - 1.

        Raises
        ------
        KeyError
            If there is a box with one of the ids already; nothing is inserted then.
        """
        self._put(ids, boxes, mins, maxs, must_exist=False)

    def move(
        self,
        ids: ArrayLike,
        boxes: Any = None,
        *,
        mins: ArrayLike | None = None,
        maxs: ArrayLike | None = None,
    ) -> None:
        """Gives boxes new places.

        Raises
        ------
        KeyError
            If there is no box with one of the ids; nothing is moved then.
        """
        self._put(ids, boxes, mins, maxs, must_exist=True)

    def remove(self, ids: ArrayLike) -> None:
        """Removes boxes.

        Raises
        ------
        KeyError
            If there is no box with one of the ids; nothing is removed then.
        """
        self._tree.remove(_ids(ids))

    def optimize(self) -> None:
        """Makes later questions faster. Never changes an answer."""
        self._tree.optimize()

    # Questions.

    def contains(self, ids: ArrayLike) -> NDArray[np.bool_]:
        """Whether there is a box with each id."""
        return self._tree.contains(_ids(ids))

    def ids(self) -> Ids:
        """All ids, ascending."""
        return np.sort(self._tree.ids())

    def boxes(self, ids: ArrayLike | None = None) -> NDArray[Any]:
        """The boxes with these ids, or all by id."""
        return self._tree.boxes(_ids(self.ids() if ids is None else ids))

    def query(
        self,
        geometry: Any,
        predicate: Predicate | None = None,
        distance: float | None = None,
        *,
        threads: int | None = None,
        progress: Progress | None = None,
    ) -> Ids:
        """The boxes that overlap a window, or have another relation to it: see `Index.query`."""
        windows, is_one = _inputs.one_or_many(geometry, "geometry", self.dimensions, self.dtype)
        windows = _inputs.owned(windows, self.dimensions, self.dtype, "geometry")
        call = _options.Call(threads, progress)
        rows = self._tree.query(windows, relation(predicate, distance), call)
        return rows[1] if is_one else rows

    def query_nearest(
        self,
        geometry: Any,
        max_distance: float | None = None,
        *,
        k: int = 1,
        exclusive: bool = False,
        all_matches: bool = True,
        threads: int | None = None,
        progress: Progress | None = None,
    ) -> tuple[Ids, NDArray[np.float64]]:
        """The boxes nearest to a point or box, and their distances: see `Index.query_nearest`.

        >>> import broadleaf
        >>> tree = broadleaf.Tree(2)
        >>> tree.insert([7, 8], [[0, 0, 1, 1], [5, 5, 6, 6]])
        >>> tree.query_nearest([4, 1], k=2)
        (array([7, 8]), array([3.        , 4.12310563]))
        """
        places, is_one = _inputs.points_or_boxes(geometry, "geometry", self.dimensions, self.dtype)
        places = _inputs.owned(places, self.dimensions, self.dtype, "geometry")
        wanted = nearest_options(k, max_distance, exclusive, all_matches)
        rows, distances = self._tree.nearest(places, wanted, _options.Call(threads, progress))
        return (rows[1] if is_one else rows), distances

    def self_pairs(
        self,
        distance: float | None = None,
        *,
        threads: int | None = None,
        progress: Progress | None = None,
    ) -> Ids:
        """All pairs of boxes that overlap, or are at most `distance` apart: shape ``(2, m)``."""
        return self._tree.pairs(distance_of(distance), _options.Call(threads, progress))

    def _put(self, ids: Any, boxes: Any, mins: Any, maxs: Any, *, must_exist: bool) -> None:
        known = _ids(ids)
        checked = _inputs.as_boxes(_inputs.weakly(boxes, self.dtype), mins, maxs)
        places = _inputs.owned(checked, self.dimensions, self.dtype, "boxes")
        if len(known) != _inputs.count(places):
            raise ValueError(f"{len(known)} ids, but {_inputs.count(places)} boxes")
        self._tree.put(known, places, must_exist)


def _ids(ids: ArrayLike) -> NDArray[np.uint32]:
    array = np.asarray(ids)
    if array.size == 0:
        return np.empty(0, np.uint32)
    if array.ndim != 1 or array.dtype.kind not in "iu":
        raise TypeError(f"ids: expected integers of shape (n,), not {array.dtype}, {array.shape}")
    outside = (array < 0) | (array > 0xFFFF_FFFF)
    if outside.any():
        row = int(np.argmax(outside))
        raise ValueError(f"ids: row {row}: {array[row]} is not from 0 to 2**32 - 1")
    return np.ascontiguousarray(array, dtype=np.uint32)
