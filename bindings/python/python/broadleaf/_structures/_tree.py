"""A tree whose boxes are added, moved and removed."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, DTypeLike, NDArray

from .. import _core
from .._input import _inputs, _options
from .._input._options import Progress
from ._structure import Ids, Structure, distance_of


class Tree(Structure):
    """A tree whose boxes are added, moved and removed, many at a time; the caller chooses their
    ids.

    For boxes at rest an `Index` is faster; a `BroadPhase` also reports which pairs begin and end.

    Several threads can query a tree at once, and one at a time can change it: calls wait for each
    other. A tree can be copied and pickled.

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
    >>> tree.pairs()
    array([[7, 8],
           [8, 9]])
    >>> tree.remove([8])
    >>> tree.query_nearest([4, 1], k=2)
    array([9, 7])
    >>> len(tree)
    2
    """

    __slots__ = ()

    _compiled: _core.Tree

    def __init__(self, dimensions: int = 2, dtype: DTypeLike = np.float64) -> None:
        self._compiled = _core.Tree(np.dtype(dtype).name, _options.dimensions(dimensions))

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
            If a box with one of the ids exists already, or an id occurs twice; no box is inserted
            then.
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
        """Moves boxes to new positions.

        Raises
        ------
        KeyError
            If one of the ids has no box; no box is moved then.
        """
        self._put(ids, boxes, mins, maxs, must_exist=True)

    def remove(self, ids: ArrayLike) -> None:
        """Removes boxes.

        Raises
        ------
        KeyError
            If one of the ids has no box; no box is removed then.
        """
        self._compiled.remove(_ids(ids))

    def optimize(self) -> None:
        """Makes later queries faster, without a change to any answer."""
        self._compiled.optimize()

    # Queries.

    def contains(self, ids: ArrayLike) -> NDArray[np.bool_]:
        """Whether there is a box with each id."""
        return self._compiled.contains(_ids(ids))

    def ids(self) -> Ids:
        """All ids, ascending."""
        return self._compiled.ids()

    def boxes(self, ids: ArrayLike | None = None) -> NDArray[Any]:
        """The boxes with these ids, or all by id."""
        return self._compiled.state()[1] if ids is None else self._compiled.boxes(_ids(ids))

    def pairs(
        self,
        distance: float | None = None,
        *,
        interiors: bool = False,
        threads: int | None = None,
        progress: Progress | None = None,
    ) -> Ids:
        """All pairs of boxes that overlap, or are at most `distance` apart.

        With `interiors`, boxes that only touch are left out.

        Returns
        -------
        numpy.ndarray
            Shape ``(2, m)``, in lexicographic order; the first id is the smaller one.
        """
        call = _options.call(threads, progress)
        return self._compiled.pairs(distance_of(distance), bool(interiors), call)

    def __reduce__(self) -> tuple[Any, ...]:
        ids, boxes = self._compiled.state()
        made_of = (type(self), self.dimensions, self.dtype.name, ids, boxes)
        return _restored, made_of, self._own_attributes()

    def _put(self, ids: Any, boxes: Any, mins: Any, maxs: Any, *, must_exist: bool) -> None:
        known = _ids(ids)
        self._compiled.put(known, self._placed(known, boxes, mins, maxs), must_exist)


def _restored(
    cls: type[Tree], dimensions: int, dtype: str, ids: ArrayLike, boxes: ArrayLike
) -> Tree:
    """The tree of these boxes, without the constructor's arguments of a derived class."""
    tree = cls.__new__(cls)
    Tree.__init__(tree, dimensions, dtype)
    Tree.insert(tree, ids, boxes)
    return tree


def _ids(ids: ArrayLike) -> NDArray[np.uint32]:
    array = _inputs.as_ids(ids)
    outside = (array < 0) | (array > 0xFFFF_FFFF)
    if outside.any():
        row = int(np.argmax(outside))
        raise ValueError(f"ids: row {row}: {array[row]} is not from 0 to 2**32 - 1")
    return np.ascontiguousarray(array, dtype=np.uint32)
