"""The queries of every structure."""

from __future__ import annotations

import math
from typing import Any, Literal, TypeAlias, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .. import _core
from .._input import _inputs, _options, _rows
from .._input._geometries import OF_ONE
from .._input._inputs import Columns
from .._input._options import Progress
from .._input._rows import Longitude, Missing, Rows

Ids: TypeAlias = NDArray[np.int64]
Predicate: TypeAlias = Literal[
    "intersects", "contains", "covers", "within", "covered_by", "dwithin"
]


class Typed:
    """Properties that all compiled objects share."""

    __slots__ = ("__weakref__", "_compiled")

    _compiled: _core.Packed | _core.Tree | _core.BroadPhase | _core.Tiling

    @property
    def dimensions(self) -> int:
        """The number of axes: 2 or 3."""
        return self._compiled.dimensions

    @property
    def dtype(self) -> np.dtype[Any]:
        """The type of the coordinates."""
        return np.dtype(self._compiled.dtype)

    def _own_attributes(self) -> dict[str, Any] | None:
        """The attributes of a derived class, for its pickles."""
        return getattr(self, "__dict__", None) or None

    def _own(self, boxes: _inputs.Boxes, name: str = "geometry") -> _inputs.Boxes:
        """The boxes with coordinates of this type."""
        return _inputs.owned(boxes, self.dimensions, self.dtype, name)


class Queries(Typed):
    """The queries of every structure."""

    __slots__ = ()

    _compiled: _core.Packed | _core.Tree | _core.BroadPhase
    #: The axis whose coordinates are degrees. Only an `Index` can have one.
    _axis: Longitude | None = None

    def query(
        self,
        geometry: Any,
        predicate: Predicate | None = None,
        distance: float | None = None,
        *,
        interiors: bool = False,
        columns: Columns | None = None,
        missing: Missing = "error",
        threads: int | None = None,
        progress: Progress | None = None,
    ) -> Ids:
        """The boxes that overlap a window, or have another relation to it.

        The arguments are the same as in ``shapely.STRtree.query``, with boxes in place of
        geometries.

        Parameters
        ----------
        geometry
            One window, such as ``[min x, min y, max x, max y]``, or a shapely geometry, which
            stands for its bounds; or many windows, in any form that `self_pairs` takes.
        predicate
            The relation of the window to a box: ``"intersects"`` (the default; touching counts),
            ``"contains"`` or ``"covers"`` (the box is inside the window), ``"within"`` or
            ``"covered_by"`` (the window is inside the box), ``"dwithin"`` (they are at most
            `distance` apart). Boxes include their boundaries, so both names of a relation mean the
            same.
        distance
            The largest distance for ``"dwithin"``, measured as `query_nearest` reports distances.
        interiors
            Whether boxes that only touch the window are left out, as in `self_pairs`. Only with the
            predicate ``"intersects"``.
        columns, missing
            As in `self_pairs`. Windows without a box, if skipped, find nothing.
        threads, progress
            As in `self_pairs`; progress counts windows.

        Returns
        -------
        numpy.ndarray
            For one window, the ids in ascending order. For many, an array of shape ``(2, m)``:
            indices of the windows, and ids.

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
        >>> index.query([2, 2, 9, 9], interiors=True)
        array([1, 2])
        """
        is_plain = predicate is None and distance is None and columns is None and not interiors
        if is_plain and missing == "error" and self._axis is None:
            bounds = OF_ONE.get(type(geometry))
            ids = self._compiled.query_one(geometry if bounds is None else bounds(geometry))
            if ids is not None:
                return ids
            if self._compiled.reads(geometry):
                return self._compiled.query(geometry, None, _options.call(threads, progress))
        relate = relation(predicate, distance, bool(interiors))
        windows, is_one = self._windows(geometry, columns, missing)
        kind = _inputs.owned if predicate == "dwithin" else _inputs.as_windows
        boxes = kind(windows.boxes, self.dimensions, self.dtype, "geometry")
        rows = self._compiled.query(boxes, relate, _options.call(threads, progress))
        rows = self._answer(rows, windows, predicate)
        return rows[1] if is_one else rows

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
        columns: Columns | None = ...,
        missing: Missing = ...,
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
        columns: Columns | None = ...,
        missing: Missing = ...,
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
        columns: Columns | None = None,
        missing: Missing = "error",
        threads: int | None = None,
        progress: Progress | None = None,
    ) -> Ids | tuple[Ids, NDArray[np.float64]]:
        """The boxes nearest to a point or box.

        The arguments are the same as in ``shapely.STRtree.query_nearest``, with `k` in addition.
        Boxes that overlap have distance 0.

        Parameters
        ----------
        geometry
            One point or box, or many: an array of shape ``(n, 2)`` of points (``(n, 3)`` in 3D), or
            boxes in any form that `self_pairs` takes.
        max_distance
            Boxes at a greater distance, as it is reported, are left out. Must be above 0.
        return_distance
            Whether to return the distances too.
        exclusive
            Whether boxes equal to `geometry` are left out.
        Whether to return all boxes that are as near as the last of the `k`. Otherwise, ties go to
        the smallest ids.
        k
            The number of boxes to find for each point or box.
        columns, missing
            As in `self_pairs`. Points or boxes that are missing, if skipped, find nothing.

        Returns
        -------
        numpy.ndarray, or a tuple of it and the distances
            For one point or box, the ids in order of ``(distance, id)``. For many, an array of
            shape ``(2, m)``: indices of the points or boxes, and ids.

        Notes
        -----
        Squares of distances are compared, in the type of the boxes, of integers in float64. They
        lose digits below a distance of 1e-153 and are infinite from about 1e154 on; in float32,
        below 1e-18 and from about 1e19 on. `sjoin` and `closest_pair` have no such limits.

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
        self._refuse_distances()
        wanted = nearest_options(k, max_distance, exclusive, all_matches)
        is_plain = columns is None and threads is None and progress is None
        is_plain = is_plain and missing == "error"
        if is_plain:
            bounds = OF_ONE.get(type(geometry))
            place = geometry if bounds is None else bounds(geometry)
            one = self._compiled.nearest_one(place, wanted)
            if one is not None:
                return one if return_distance else one[0]
        call = _options.call(threads, progress)
        if is_plain and self._compiled.reads(geometry):
            ids, distances = self._compiled.nearest(geometry, wanted, call)
            return (ids, distances) if return_distance else ids
        raw, is_one = _inputs.points_or_boxes(
            geometry, "geometry", self.dimensions, self.dtype, columns
        )
        places = _rows.of_raw(raw, "geometry", missing, None)
        rows, distances = self._compiled.nearest(self._own(places.boxes), wanted, call)
        rows[0] = places.of(rows[0])
        ids = rows[1] if is_one else rows
        return (ids, distances) if return_distance else ids

    def cast(
        self,
        origins: ArrayLike,
        directions: ArrayLike,
        length: float = math.inf,
        *,
        all_hits: bool = False,
        threads: int | None = None,
        progress: Progress | None = None,
    ) -> tuple[Ids, NDArray[np.float64]]:
        """The boxes that rays, or moving boxes, hit.

        Parameters
        ----------
        origins
            Points of shape ``(n, 2)``, boxes of shape ``(n, 4)``; in 3D ``(n, 3)`` and ``(n, 6)``.
        directions
            Shape ``(n, 2)`` or ``(n, 3)``, or one direction for all. Their lengths need not be 1.
        length
            The largest multiple of a direction at which a hit counts.
        all_hits
            Whether to return all boxes that are hit, instead of only the first.

        Returns
        -------
        tuple of numpy.ndarray
            For the first hits: the ids, and the multiples of the direction at which they are hit;
            -1 and infinity for a miss. Among boxes hit at the same multiple, the smallest id is
            returned.

            For all hits: an array of shape ``(2, m)`` with indices of rays and ids, sorted by ray,
            multiple and id; and the multiples.

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
        casts = self._casts(origins, directions, length, "all" if all_hits else "first")
        call = _options.call(threads, progress)
        rows, reaches = self._compiled.cast(casts, call)
        return (rows, reaches) if all_hits else first_hits(len(casts[1]), rows, reaches)

    def any_hit(
        self,
        origins: ArrayLike,
        directions: ArrayLike,
        length: float = math.inf,
        *,
        threads: int | None = None,
        progress: Progress | None = None,
    ) -> NDArray[np.bool_]:
        """Whether each of the rays, or moving boxes, hits any box: lines of sight.

        The arguments are those of `cast`, which takes longer where something is hit.

        >>> import broadleaf
        >>> index = broadleaf.Index([[4, 0, 5, 2], [7, 0, 8, 2]])
        >>> index.any_hit([[0, 1], [9, 1], [0, 3]], [[1, 0], [-1, 0], [1, 0]], length=3)
        array([False,  True, False])
        """
        casts = self._casts(origins, directions, length, "any")
        rows, _ = self._compiled.cast(casts, _options.call(threads, progress))
        hits = np.zeros(len(casts[1]), dtype=np.bool_)
        hits[rows[0]] = True
        return hits

    def _casts(
        self, origins: Any, directions: Any, length: float, hits: Literal["first", "all", "any"]
    ) -> _options.Casts:
        """Checked rays, or moving boxes."""
        self._refuse_distances()
        length = _options.number(length, "length")
        if not length >= 0:
            raise ValueError(f"length must not be negative: {length}")
        places, _ = _inputs.points_or_boxes(origins, "origins", self.dimensions, self.dtype)
        starts = self._own(_inputs.present(places, "origins"), "origins")
        count = _inputs.count(starts)
        ways = self._directions(directions, "directions", count)
        return starts, ways, length, hits

    def _directions(self, directions: Any, name: str, count: int) -> NDArray[np.float64]:
        """Finite directions, one for each of the origins."""
        ways = _inputs.points(directions, name).astype(np.float64)
        if not np.isfinite(ways).all():
            row, axis = np.argwhere(~np.isfinite(np.atleast_2d(ways)))[0][-2:]
            number = np.atleast_2d(ways)[row, axis]
            raise ValueError(f"{name}: row {row}: {number} is not finite on axis {axis}")
        if ways.size == 0 and count == 0:
            ways = ways.reshape(0, self.dimensions)
        if ways.ndim == 1:
            ways = np.broadcast_to(ways, (count, len(ways)))
        if ways.shape != (count, self.dimensions):
            raise ValueError(f"{name}: expected shape {(count, self.dimensions)}, not {ways.shape}")
        return ways

    def _windows(
        self, geometry: Any, columns: Columns | None, missing: Missing
    ) -> tuple[Rows, bool]:
        """The windows, and whether a single one was passed."""
        raw, is_one = _inputs.windows(geometry, "geometry", self.dimensions, self.dtype, columns)
        return _rows.of_raw(raw, "geometry", missing, self._axis), is_one

    def _answer(self, rows: Ids, windows: Rows, predicate: str | None) -> Ids:
        """Rows of windows, and ids, from an answer of the compiled part."""
        rows[0] = windows.of(rows[0])
        return rows

    def _refuse_distances(self) -> None:
        """Raises for distances on an axis of degrees, which would end at the antimeridian."""
        if self._axis is not None:
            raise ValueError(
                "distances and rays do not go over the antimeridian: an index with longitude= "
                "answers windows and joins by overlap"
            )


class Structure(Queries):
    """An `Index`, a `Tree` or a `BroadPhase`."""

    __slots__ = ()

    def __len__(self) -> int:
        return len(self._compiled)

    def __repr__(self) -> str:
        kind = f"{self.dimensions}D, {self._compiled.dtype}"
        return f"<broadleaf.{type(self).__name__}: {len(self)} boxes in {kind}>"

    @property
    def bounds(self) -> NDArray[Any] | None:
        """The box around all boxes, as a row; None without boxes.

        >>> import broadleaf
        >>> broadleaf.Index([[0, 0, 2, 2], [5, 5, 6, 6]]).bounds
        array([0, 0, 6, 6])
        """
        rows = self._compiled.bounds()
        return rows[0] if len(rows) else None

    def _placed(self, ids: NDArray[Any], boxes: Any, mins: Any, maxs: Any) -> _inputs.Boxes:
        """A box for each id."""
        places = self._new(boxes, mins, maxs)
        if len(ids) != _inputs.count(places):
            raise ValueError(f"ids: {len(ids)} for {_inputs.count(places)} boxes")
        return places

    def _new(self, boxes: Any, mins: Any, maxs: Any) -> _inputs.Boxes:
        """The boxes to add to the structure."""
        if mins is None and maxs is None and self._compiled.reads(boxes):
            rows: NDArray[Any] = boxes
            return rows
        checked = _inputs.as_boxes(boxes, mins, maxs, "boxes", self.dtype)
        return self._own(checked, "boxes")


def first_hits(count: int, rows: Ids, reaches: NDArray[Any]) -> tuple[Ids, NDArray[np.float64]]:
    """The id and the multiple of the first hit of each cast; -1 and infinity for a miss."""
    ids, first = np.full(count, -1, dtype=np.int64), np.full(count, math.inf)
    ids[rows[0]], first[rows[0]] = rows[1], reaches
    return ids, first


def nearest_options(
    k: int, max_distance: float | None, exclusive: bool, all_matches: bool
) -> _options.Wanted:
    """The checked options of a nearest query."""
    k = _options.integer(k, "k")
    if k < 1:
        raise ValueError(f"k must be at least 1: {k}")
    if max_distance is not None:
        max_distance = _options.number(max_distance, "max_distance")
        if not max_distance > 0:
            raise ValueError(f"max_distance must be above 0: {max_distance}")
    # There are never more boxes.
    return min(k, 0xFFFF_FFFF), max_distance, bool(exclusive), bool(all_matches)


def relation(
    predicate: str | None, distance: float | None, interiors: bool = False
) -> bool | float | str | None:
    """A predicate in the form that the compiled part takes."""
    if interiors:
        if predicate not in (None, "intersects") or distance is not None:
            raise ValueError('interiors=True goes with the predicate "intersects" only')
        return "interiors"
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
        f"predicate {predicate!r} is not one of intersects, contains, covers, within, covered_by, "
        "dwithin"
    )


def distance_of(distance: float | None) -> float | None:
    """The distance, checked."""
    if distance is None:
        return None
    distance = _options.number(distance, "distance")
    if not distance >= 0:
        raise ValueError(f"distance must not be negative: {distance}")
    return distance
