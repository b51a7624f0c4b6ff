"""The packed tree: boxes at rest, queried many times."""

from __future__ import annotations

import os
from typing import Any, Literal

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .. import _core
from .._input import _inputs, _options, _rows
from .._input._inputs import Columns
from .._input._options import Progress
from .._input._rows import Longitude, Missing, Rows
from ._structure import Ids, Structure, distance_of


class Index(Structure):
    """A tree of boxes at rest, for windows, nearest boxes, rays and joins.

    The id of a box is its row. Answers are arrays, sorted by query and id, or by distance, and do
    not depend on the number of threads. An index can be pickled, and several threads can query it
    at once.

    Parameters
    ----------
    boxes, mins, maxs
        The boxes, as in `self_pairs`.
    columns, missing
        As in `self_pairs`. The ids of the boxes are their rows, even if some rows are left out.
    longitude
        The axis whose coordinates are degrees, for boxes and windows, as in `self_pairs`. Such an
        index answers only windows and joins by overlap, and cannot be saved.
    order
        How the boxes are ordered: by median ``"cuts"``, or along a Hilbert ``"curve"``, which
        builds 2.5 to 3.3 times as fast, but makes queries take 1.1 to 2.2 times as long. The
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

    __slots__ = ("_axis", "_over", "_total")

    _compiled: _core.Packed
    #: The axis of degrees.
    _axis: Longitude | None
    #: The number of rows. Ids from here on belong to the second boxes of the rows in `_over`.
    _total: int
    _over: Ids | None

    def __init__(
        self,
        boxes: Any = None,
        *,
        mins: ArrayLike | None = None,
        maxs: ArrayLike | None = None,
        columns: Columns | None = None,
        missing: Missing = "error",
        longitude: Longitude | None = None,
        order: Literal["cuts", "curve"] = "cuts",
        threads: int | None = None,
    ) -> None:
        found = _rows.read(boxes, mins, maxs, "boxes", columns, missing, longitude)
        if order not in ("cuts", "curve"):
            raise ValueError(f'order must be "cuts" or "curve": {order!r}')
        call = _options.call(threads, None)
        ids, over = found.rows, None
        if ids is not None and found.is_cut:
            first = int(np.argmin(np.append(np.diff(ids) > 0, False))) + 1
            over = ids[first:]
            ids = np.append(ids[:first], found.total + np.arange(len(over)))
        rows = None if ids is None else ids.astype(np.uint32)
        self._compiled = _core.Packed.build(found.boxes, rows, order == "curve", call)
        self._axis, self._total, self._over = longitude, found.total, over

    # The map.

    @property
    def nbytes(self) -> int:
        """The bytes of the tree, in memory or in the mapped file."""
        return self._compiled.nbytes

    def boxes(self) -> NDArray[Any]:
        """All boxes in the order of their ids: a copy of shape ``(n, 4)`` or ``(n, 6)``."""
        boxes = self._compiled.boxes()
        if self._over is None:
            return boxes
        axis, count = "xyz".index(self._axis or "x") + self.dimensions, len(self)
        whole = boxes[:count]
        whole[np.searchsorted(self.ids(), self._over), axis] = boxes[count:, axis]
        return whole

    def ids(self) -> Ids:
        """The ids of all boxes, ascending: the rows that have a box.

        >>> import broadleaf
        >>> broadleaf.Index([[0, 0, 2, 2], None, [5, 5, 6, 6]], missing="skip").ids()
        array([0, 2])
        """
        ids = self._compiled.ids()
        return ids if self._over is None else ids[: len(self)]

    def __len__(self) -> int:
        return len(self._compiled) - (0 if self._over is None else len(self._over))

    def _rows_of(self, ids: Ids) -> Ids:
        """The rows that boxes belong to."""
        if self._over is None:
            return ids
        return np.where(ids < self._total, ids, self._over[np.maximum(ids - self._total, 0)])

    def _answer(self, rows: Ids, windows: Rows, predicate: str | None) -> Ids:
        if self._over is None and not windows.is_cut:
            return super()._answer(rows, windows, predicate)
        first, second = windows.of(rows[0]), self._rows_of(rows[1])
        if predicate not in (None, "intersects"):
            raise ValueError(
                f"predicate {predicate!r} does not support boxes or windows over the antimeridian"
            )
        return _rows.distinct(first, second)

    # Joins.

    def pairs(
        self,
        distance: float | None = None,
        *,
        interiors: bool = False,
        threads: int | None = None,
        progress: Progress | None = None,
    ) -> Ids:
        """All pairs of boxes that overlap, or are at most `distance` apart. With `interiors`, boxes
        that only touch are left out.

        Returns
        -------
        numpy.ndarray
            Shape ``(2, m)``, in lexicographic order; the first id is the smaller one.

        Examples
        --------
        >>> import broadleaf
        >>> index = broadleaf.Index([[0, 0, 2, 2], [5, 5, 6, 6], [2, 1, 3, 3], [8, 5, 9, 6]])
        >>> index.pairs()
        array([[0],
               [2]])
        >>> index.pairs(distance=2)
        array([[0, 1],
               [2, 3]])
        """
        call = _options.call(threads, progress)
        limit = self._distance(distance)
        found = _core.join(self._compiled, None, limit, bool(interiors), call)
        if self._over is None:
            return found
        a, b = self._rows_of(found[0]), self._rows_of(found[1])
        return _rows.distinct(np.minimum(a, b)[a != b], np.maximum(a, b)[a != b])

    def cross_pairs(
        self,
        other: Index,
        distance: float | None = None,
        *,
        interiors: bool = False,
        threads: int | None = None,
        progress: Progress | None = None,
    ) -> Ids:
        """All pairs of a box of this index and a box of another that overlap, or are at most
        `distance` apart. With `interiors`, boxes that only touch are left out.

        Returns
        -------
        numpy.ndarray
            Shape ``(2, m)``, in lexicographic order: ids of this index, ids of the other.

        Examples
        --------
        >>> import broadleaf
        >>> rooms = broadleaf.Index([[0.0, 0, 4, 4], [5, 0, 9, 4]])
        >>> people = broadleaf.Index([[1, 1, 1, 1], [6, 2, 6, 2], [4.5, 7, 4.5, 7]])
        >>> rooms.cross_pairs(people)
        array([[0, 1],
               [0, 1]])
        """
        if not isinstance(other, Index):
            raise TypeError(
                f"other must be an Index, not {type(other).__name__}; use query for plain boxes"
            )
        call = _options.call(threads, progress)
        if self._axis != other._axis:
            raise ValueError(
                f"other has longitude={other._axis!r}, this index longitude={self._axis!r}: both "
                "need the same"
            )
        limit = self._distance(distance)
        found = _core.join(self._compiled, other._compiled, limit, bool(interiors), call)
        if self._over is None and other._over is None:
            return found
        return _rows.distinct(self._rows_of(found[0]), other._rows_of(found[1]))

    def _distance(self, distance: float | None) -> float | None:
        if distance is not None:
            self._refuse_distances()
        return distance_of(distance)

    # The interface of rtree.

    def intersection_v(self, mins: ArrayLike, maxs: ArrayLike) -> tuple[Ids, NDArray[np.uint64]]:
        """The ids of the boxes that overlap each window, window by window, and how many each finds.

        Like ``rtree.index.Index.intersection_v``.

        >>> import broadleaf
        >>> index = broadleaf.Index([[0, 0, 2, 2], [5, 5, 6, 6], [2, 1, 3, 3]])
        >>> index.intersection_v([[0, 0], [8, 8], [5, 5]], [[2, 2], [9, 9], [6, 6]])
        (array([0, 2, 1]), array([2, 0, 1], dtype=uint64))
        """
        raw = _inputs.raw_or_corners(None, mins, maxs, "geometry")
        windows = _rows.of_raw(raw, "geometry", "error", self._axis)
        boxes = _inputs.as_windows(windows.boxes, self.dimensions, self.dtype, "geometry")
        rows = self._compiled.query(boxes, None, None)
        rows = self._answer(rows, windows, None)
        counts = np.bincount(rows[0], minlength=windows.total)
        return rows[1], counts.astype(np.uint64)

    def intersection(self, coordinates: Any) -> Ids:
        """The ids of the boxes that overlap one window ``[*mins, *maxs]``."""
        is_plain = type(coordinates) in (list, tuple, np.ndarray)
        return self.query(np.ravel(np.asarray(coordinates)) if is_plain else coordinates)

    def contains(self, geometry: Any, *, threads: int | None = None) -> Ids:
        """The boxes inside a window, or inside each of many: `query` with ``"contains"``."""
        return self.query(geometry, "contains", threads=threads)

    def count(self, coordinates: Any) -> int:
        """The number of boxes that overlap one window ``[*mins, *maxs]``."""
        return len(self.intersection(coordinates))

    # Files.

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the index to a file that `load` can map into memory."""
        self._refuse_to_save()
        self._compiled.save(os.fspath(path))

    def _refuse_to_save(self) -> None:
        if self._axis is not None:
            raise ValueError("files hold no longitude=: pickle the index, or build it again")

    @classmethod
    def load(cls, path: str | os.PathLike[str], *, ids: Literal["rows", "any"] = "rows") -> Index:
        """Maps the index in a file into memory: pages are read when they are needed.

        The file must not change while the index is in use. `load` checks the header alone; damaged
        bytes after it give wrong answers, unless `validate` finds them first.

        Raises
        ------
        ValueError
            If the file does not begin with the header of an index, or is shorter than the header
            requires.

        Examples
        --------
        >>> import broadleaf, os, tempfile
        >>> path = os.path.join(tempfile.mkdtemp(), "boxes.broadleaf")
        >>> broadleaf.Index([[0, 0, 2, 2], [5, 5, 6, 6]]).save(path)
        >>> broadleaf.Index.load(path).query([1, 1, 9, 9])
        array([0, 1])
        """
        name = f"path {os.fspath(path)!r}"
        if os.path.getsize(path) == 0:
            raise ValueError(f"{name}: not an index: the file is empty")
        return cls._opened(np.memmap(path, dtype=np.uint8, mode="r"), ids, name)

    @classmethod
    def from_buffer(cls, buffer: Any, *, ids: Literal["rows", "any"] = "rows") -> Index:
        """Opens the index in bytes without a copy: a mapped file, shared memory, a message.

        `ids` is as in `load`.

        >>> import broadleaf
        >>> data = broadleaf.Index([[0, 0, 2, 2]]).to_bytes()
        >>> len(broadleaf.Index.from_buffer(data))
        1
        """
        is_array = isinstance(buffer, np.ndarray) and buffer.dtype == np.uint8
        try:
            array = buffer if is_array else np.frombuffer(buffer, dtype=np.uint8)
        except (TypeError, ValueError, BufferError) as error:
            raise TypeError(f"buffer: {error}") from None
        return cls._opened(array, ids, "buffer")

    @classmethod
    def _opened(cls, array: NDArray[np.uint8], ids: str, name: str) -> Index:
        index = cls.__new__(cls)
        try:
            index._compiled = _core.Packed.from_array(np.asarray(array))
        except ValueError as error:
            raise ValueError(f"{name}: {error}") from None
        index._axis, index._over = None, None
        greatest = index._compiled.greatest_id
        index._total = 0 if greatest is None else greatest + 1
        if ids not in ("rows", "any"):
            raise ValueError(f'ids must be "rows" or "any": {ids!r}')
        if ids == "rows" and index._total != len(index._compiled):
            raise ValueError(
                f"{name}: the ids of the {len(index._compiled)} boxes are not row numbers: the "
                f'greatest is {greatest}; ids="any" takes them as they are, and index.ids() lists '
                "them"
            )
        return index

    def to_bytes(self) -> bytes:
        """The bytes that `save` writes."""
        self._refuse_to_save()
        return self._compiled.to_bytes()

    def validate(self) -> None:
        """Reads the whole index and raises ValueError if it is not correct."""
        problem = self._compiled.validate()
        if problem is not None:
            raise ValueError(problem)

    def __reduce__(self) -> tuple[Any, ...]:
        state = self._compiled.to_bytes(), self._axis, self._total, self._over
        return _restored, (type(self), *state), self._own_attributes()


def _restored(
    cls: type[Index], data: bytes, axis: Longitude | None, total: int, over: Ids | None
) -> Index:
    """The index of a pickle. A pickle is read as a whole, unlike a file, so it is checked."""
    index = cls.from_buffer(data, ids="any")
    index.validate()
    if not _fit(index.ids(), axis, total, over):
        raise ValueError("not an index: its row numbers are damaged")
    index._axis, index._total, index._over = axis, total, over
    return index


def _fit(ids: Ids, axis: Any, total: Any, over: Any) -> bool:
    """Whether these can be the ids of an index of `total` rows, in which the rows in `over` have a
    second box."""
    if not isinstance(total, int) or not 0 <= total <= 2**32:
        return False
    if over is None:
        return axis in (None, "x", "y", "z") and (len(ids) == 0 or int(ids[-1]) < total)
    if axis not in ("x", "y", "z") or not isinstance(over, np.ndarray) or over.dtype != np.int64:
        return False
    first = len(ids) - len(over)
    seconds = total + np.arange(len(over))
    return bool(
        over.ndim == 1
        and first >= 0
        and np.array_equal(ids[first:], seconds)
        and np.isin(over, ids[:first]).all()
    )
