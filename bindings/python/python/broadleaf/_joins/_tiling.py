"""Space cut into tiles, for joins that do not fit into the memory of one machine."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, DTypeLike

from .. import _core
from .._input import _inputs, _options
from .._input._options import Progress
from .._structures._structure import Ids, Typed


class Tiling(Typed):
    """Space cut into tiles, each of which finds a part of the pairs of very many boxes.

    A box belongs to every tile that it touches, and exactly one tile *owns* each pair. The pairs of
    all tiles together are the pairs of all boxes, for any tiling and any number type. A box that
    touches more than `giant_limit` tiles is a *giant*: it belongs to no tile, and every tile finds
    its pairs with all giants. The giants are joined with each other once. `broadleaf.spark` and
    `broadleaf.ray` do all this.

    A tiling can be pickled, and several threads can use it at once.

    Parameters
    ----------
    sample, mins, maxs
        The boxes, or a sample with a similar distribution, as in `self_pairs`. About 48 boxes for
        each tile are read.
    tiles
        The number of tiles, rounded up to a power of two.
    giant_limit
        64 by default. A lower limit makes fewer copies of large boxes; a higher one leaves fewer
        giants, which every tile visits.

    Examples
    --------
    >>> import numpy as np
    >>> import broadleaf
    >>> boxes = np.array([[x, 0, x + 1, 1] for x in range(100)] + [[-9, -9, 99, 99]])
    >>> tiling = broadleaf.Tiling(boxes, tiles=8, giant_limit=4)
    >>> rows, giants = tiling.tiles_of(boxes)
    >>> giants
    array([100])
    >>> found = len(giants) * (len(giants) - 1) // 2
    >>> for tile in range(len(tiling)):
    ...     own = boxes[rows[0, rows[1] == tile]]
    ...     found += tiling.self_pairs(tile, own).shape[1]
    ...     found += tiling.cross_pairs(tile, own, boxes[giants]).shape[1]
    >>> found == broadleaf.count_pairs(boxes)
    True
    """

    __slots__ = ()

    _compiled: _core.Tiling

    def __init__(
        self,
        sample: Any = None,
        tiles: int = 1,
        *,
        mins: ArrayLike | None = None,
        maxs: ArrayLike | None = None,
        giant_limit: int | None = None,
    ) -> None:
        tiles = _options.integer(tiles, "tiles")
        if tiles < 1:
            raise ValueError(f"tiles must be at least 1: {tiles}")
        # There are never more tiles.
        tiles = min(tiles, 0xFFFF_FFFF)
        if giant_limit is not None:
            giant_limit = _options.integer(giant_limit, "giant_limit")
            if not 1 <= giant_limit < 2**32:
                raise ValueError(f"giant_limit must be from 1 to 2**32 - 1: {giant_limit}")
        checked = _inputs.as_boxes(sample, mins, maxs, "sample")
        self._compiled = _core.Tiling.from_sample(checked, tiles, giant_limit)

    def __len__(self) -> int:
        return len(self._compiled)

    def __repr__(self) -> str:
        kind = f"{self.dimensions}D, {self._compiled.dtype}"
        return f"<broadleaf.Tiling: {len(self)} tiles in {kind}>"

    @property
    def giant_limit(self) -> int:
        """A box is a giant if it touches more than this number of tiles."""
        return self._compiled.giant_limit

    def tiles_of(
        self, boxes: Any, *, threads: int | None = None, progress: Progress | None = None
    ) -> tuple[Ids, Ids]:
        """The tiles that boxes touch, and the giants.

        Returns
        -------
        tuple of numpy.ndarray
            An array of shape ``(2, m)``, sorted by row: rows of boxes, and tiles. And the rows of
            the giants, which belong to no tile.

        Examples
        --------
        >>> import broadleaf
        >>> tiling = broadleaf.Tiling([[x, 0, x, 0] for x in range(100)], tiles=4)
        >>> tiling.tiles_of([[3, 0, 5, 1], [30, 0, 60, 1]])
        (array([[0, 1, 1],
               [0, 1, 2]]), array([], dtype=int64))
        """
        return self._compiled.tiles_of(self._read(boxes, "boxes"), _options.call(threads, progress))

    def self_pairs(
        self,
        tile: int,
        boxes: Any,
        *,
        threads: int | None = None,
        progress: Progress | None = None,
    ) -> Ids:
        """The pairs within a list that a tile owns: shape ``(2, m)``, not sorted.

        Their order depends on the boxes and the tiling alone. The list must contain all boxes that
        touch the tile; it may contain others.
        """
        own = self._read(boxes, "boxes")
        return self._compiled.pairs(_tile(tile), own, None, _options.call(threads, progress))

    def cross_pairs(
        self,
        tile: int,
        a: Any,
        b: Any,
        *,
        threads: int | None = None,
        progress: Progress | None = None,
    ) -> Ids:
        """The pairs of a box in `a` and a box in `b` that a tile owns, as in `self_pairs`."""
        call = _options.call(threads, progress)
        return self._compiled.pairs(_tile(tile), self._read(a, "a"), self._read(b, "b"), call)

    def to_bytes(self) -> bytes:
        """The tiling as bytes, 12 for each tile, the same on every machine."""
        return self._compiled.to_bytes()

    @classmethod
    def from_bytes(
        cls, data: bytes, *, dtype: DTypeLike = np.float64, dimensions: int = 2
    ) -> Tiling:
        """The tiling that `to_bytes` saved.

        Raises
        ------
        ValueError
            If the bytes are not a tiling of this type and number of dimensions.
        """
        tiling = cls.__new__(cls)
        name = np.dtype(dtype).name
        tiling._compiled = _core.Tiling.from_bytes(
            bytes(memoryview(data)), name, _options.dimensions(dimensions)
        )
        return tiling

    def __reduce__(self) -> tuple[Any, ...]:
        made_of = (self.to_bytes(), self.dtype.name, self.dimensions, type(self))
        return _restored, made_of, self._own_attributes()

    def _read(self, boxes: Any, name: str) -> _inputs.Boxes:
        checked = _inputs.as_boxes(boxes, name=name, kind=self.dtype)
        return self._own(checked, name)


def _restored(data: bytes, dtype: str, dimensions: int, cls: type[Tiling]) -> Tiling:
    return cls.from_bytes(data, dtype=dtype, dimensions=dimensions)


def _tile(tile: int) -> int:
    tile = _options.integer(tile, "tile")
    if not 0 <= tile <= 0xFFFF_FFFF:
        raise IndexError(f"tile: there is no tile {tile}")
    return tile
