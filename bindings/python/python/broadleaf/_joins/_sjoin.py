"""Joins as tables: pairs of rows in batches of Arrow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .._input import _numbers, _options
from .._input._inputs import Columns
from .._input._rows import Longitude, Missing
from . import _exact, _pairs, _partners
from ._exact import Exact
from ._partners import Metric

Ids: TypeAlias = NDArray[np.int64]
How: TypeAlias = Literal["inner", "left", "semi", "anti"]
_HOW = ("inner", "left", "semi", "anti")
Chunk: TypeAlias = tuple[range, Ids, Ids]


def sjoin(
    left: Any,
    right: Any,
    *,
    how: How = "inner",
    predicate: Exact = "intersects",
    distance: ArrayLike | None = None,
    metric: Metric = "euclidean",
    interiors: bool = False,
    labels: Literal["index"] | tuple[Any, Any] | None = None,
    batch_rows: int = 1 << 20,
    columns: Columns | None = None,
    right_columns: Columns | None = None,
    missing: Missing = "skip",
    longitude: Longitude | None = None,
    threads: int | None = None,
) -> Any:
    """The pairs of rows of two tables, in batches of Arrow.

    Boxes join where they overlap. Geometries of shapely and geopandas join by their boxes first,
    and then by the exact predicate, in chunks and threads. If one side has geometries, the boxes of
    the other one join as rectangles, lines and points.

    Parameters
    ----------
    left, right
        Boxes in any form that `self_pairs` takes, or geometries: a GeoDataFrame, a GeoSeries, an
        array or a list.
    how
        ``"inner"``: the pairs. ``"left"``: the pairs, and each left row without a partner once,
        with a null. ``"semi"``: the left rows with a partner, once. ``"anti"``: the left rows
        without one.
    predicate
        The relation of a left geometry to a right one, as in ``geopandas.sjoin``. Boxes have
        ``"intersects"`` and ``"dwithin"`` only.
    distance
        The largest distance of a pair, or one for each left row: pairs are then those within it, as
        by ``"dwithin"``. Of geometries it is their own distance as shapely computes it, of boxes
        that of `metric`.
    metric
        The distance of boxes: ``"euclidean"``, the length of the gap between them, which rounding
        moves by less than one part in 10**15, however short or long it is; or ``"chebyshev"``, the
        largest extent of the gap along an axis, which is compared without a rounding error.
    interiors
        For boxes: whether those that only touch are left out.
    labels
        What stands in the columns: by default the numbers of the rows. ``"index"``: the labels of
        the index of both tables. Or a tuple for both sides: the name of a column, the labels
        themselves, or None.
    batch_rows
        The largest number of rows in a batch.
    missing
        By default ``"skip"``, as in ``geopandas.sjoin``: a row without a box has no partner. Such
        left rows are in the answer of ``how="left"`` and ``"anti"``, and `missing_rows` lists them.
        With ``"error"`` they are an error.
    columns, right_columns, longitude, threads
        As in `cross_pairs`.

    Returns
    -------
    pyarrow.RecordBatchReader
        An iterator of record batches with the columns ``left`` and ``right``, sorted by row; only
        ``left`` for semi and anti. Row numbers are uint32. Polars and DuckDB read it as it is;
        ``read_pandas()`` makes a data frame. Each batch is found when it is read.

    Raises
    ------
    ImportError
        Without pyarrow, which the extra ``[arrow]`` installs.
    ValueError
        If the coordinate systems of two tables of geopandas differ.

    Examples
    --------
    >>> import broadleaf
    >>> desks = [[0, 0, 2, 2], [5, 5, 6, 6], [8, 8, 9, 9]]
    >>> rooms = [[0, 0, 4, 4], [1, 1, 7, 7]]
    >>> broadleaf.sjoin(desks, rooms).read_all().to_pydict()
    {'left': [0, 0, 1], 'right': [0, 1, 1]}
    >>> broadleaf.sjoin(desks, rooms, how="anti").read_all().to_pydict()
    {'left': [2]}
    >>> named = broadleaf.sjoin(desks, rooms, how="left", labels=(["a", "b", "c"], None))
    >>> named.read_all().to_pydict()
    {'left': ['a', 'a', 'b', 'c'], 'right': [0, 1, 1, None]}
    """
    pyarrow = _pyarrow()
    if how not in _HOW:
        raise ValueError(f"how must be one of {', '.join(_HOW)}: {how!r}")
    batch = _options.whole(batch_rows, "batch_rows", 1, 2**31 - 1)
    near = distance, metric
    plan = _Plan(
        left, right, predicate, near, interiors, columns, right_columns, missing, longitude
    )
    sides = ("left",) if how in ("semi", "anti") else ("left", "right")
    named = _labels(pyarrow, labels, left, right, plan.counts)
    makers = [_column(pyarrow, count, of) for count, of in zip(plan.counts, named, strict=True)]
    fields = [(side, kind) for side, (kind, _) in zip(sides, makers, strict=False)]
    schema = pyarrow.schema(fields)

    def batches() -> Iterator[Any]:
        for rows in _sized(_shaped(plan.chunks(batch, threads), how), batch):
            arrays = [make(part) for (_, make), part in zip(makers, rows, strict=False)]
            yield pyarrow.record_batch(arrays, schema=schema)

    return pyarrow.RecordBatchReader.from_batches(schema, batches())


def count_partners(
    left: Any,
    right: Any,
    *,
    predicate: Exact = "intersects",
    distance: ArrayLike | None = None,
    metric: Metric = "euclidean",
    interiors: bool = False,
    columns: Columns | None = None,
    right_columns: Columns | None = None,
    missing: Missing = "skip",
    longitude: Longitude | None = None,
    threads: int | None = None,
) -> Ids:
    """The number of partners of each left row in `sjoin`.

    A row without a box has none; ``missing="error"`` makes it an error. Pairs are counted a batch
    at a time, so that memory does not limit their number.

    Examples
    --------
    >>> import broadleaf
    >>> rooms = [[0, 0, 4, 4], [1, 1, 7, 7]]
    >>> broadleaf.count_partners([[0, 0, 2, 2], [5, 5, 6, 6], [8, 8, 9, 9]], rooms)
    array([2, 1, 0])
    """
    near = distance, metric
    plan = _Plan(
        left, right, predicate, near, interiors, columns, right_columns, missing, longitude
    )
    counts = np.zeros(plan.counts[0], np.int64)
    for rows, first, _ in plan.chunks(1 << 20, threads):
        counts[rows.start : rows.stop] = np.bincount(first - rows.start, minlength=len(rows))
    return counts


class _Plan:
    """Checked inputs of a join, and how its pairs are found."""

    def __init__(
        self,
        left: Any,
        right: Any,
        predicate: str,
        near: tuple[ArrayLike | None, Metric],
        interiors: bool,
        columns: Columns | None,
        right_columns: Columns | None,
        missing: Missing,
        longitude: Longitude | None,
    ) -> None:
        _check_systems(left, right)
        first, second = _pairs.both(
            left, right, columns, right_columns, missing, longitude, ("left", "right")
        )
        self.counts = first.total, second.total
        limit, metric = _partners.distance_of(*near, first.total)
        predicate = _predicate(predicate, limit is not None, bool(interiors))
        geometries = [_exact.geometries_of(side) for side in (left, right)]
        is_exact = any(side is not None for side in geometries)
        if not is_exact and predicate not in ("intersects", "dwithin"):
            raise ValueError(f"predicate {predicate!r} needs geometries: boxes overlap or are near")
        if is_exact:
            _refuse_options_of_boxes(bool(interiors), longitude, metric)
        if longitude is not None and limit is not None:
            raise ValueError(f"longitude={longitude!r}: distances do not go over the antimeridian")
        measure = None if is_exact else metric
        self._sides = _partners.Sides.new(first, second, bool(interiors), limit, measure)
        self._tester = None
        if is_exact:
            one, other = geometries
            ones = _exact.of_boxes(first, "left") if one is None else one
            others = _exact.of_boxes(second, "right") if other is None else other
            self._tester = _exact.Tester(ones, others, predicate, limit)

    def chunks(self, batch: int, threads: int | None) -> Iterable[Chunk]:
        found = self._sides.chunks(batch, threads)
        return found if self._tester is None else _exact.filtered(found, self._tester, threads)


def _predicate(predicate: str, has_distance: bool, interiors: bool) -> str:
    if predicate not in _exact.PREDICATES:
        raise ValueError(
            f"predicate {predicate!r} is not one of {', '.join(sorted(_exact.PREDICATES))}"
        )
    if predicate == "dwithin" and not has_distance:
        raise ValueError('predicate="dwithin" needs a distance')
    if has_distance and (interiors or predicate not in ("intersects", "dwithin")):
        raise ValueError('distance goes with the predicates "intersects" and "dwithin" only')
    return "dwithin" if has_distance else predicate


def _refuse_options_of_boxes(interiors: bool, longitude: Longitude | None, metric: Metric) -> None:
    given = {
        "interiors=True": interiors,
        f"longitude={longitude!r}": longitude is not None,
        f"metric={metric!r}": metric != "euclidean",
    }
    for option, is_given in given.items():
        if is_given:
            raise ValueError(f"{option} is for boxes: pass the bounds of both sides")


def _check_systems(left: Any, right: Any) -> None:
    first, second = getattr(left, "crs", None), getattr(right, "crs", None)
    if first is not None and second is not None and first != second:
        raise ValueError(
            f"left has coordinates in {first}, right in {second}: convert one with to_crs"
        )


def _shaped(chunks: Iterable[Chunk], how: How) -> Iterator[tuple[Any, ...]]:
    """The rows of the answer: left rows, and right rows of which some may be masked."""
    for rows, first, second in chunks:
        if how == "inner":
            yield first, second
            continue
        counts = np.bincount(first - rows.start, minlength=len(rows))
        if how == "left":
            yield _with_lonely(rows, counts, second)
        else:
            yield (rows.start + np.flatnonzero((counts > 0) == (how == "semi")),)


def _with_lonely(rows: range, counts: Ids, second: Ids) -> tuple[Ids, Any]:
    """The pairs, and the rows without a partner among them."""
    times = np.maximum(counts, 1)
    left = np.repeat(np.arange(rows.start, rows.stop), times)
    is_lonely = np.repeat(counts == 0, times)
    right = np.zeros(len(left), np.int64)
    right[~is_lonely] = second
    return left, np.ma.MaskedArray(right, is_lonely)


def _sized(parts: Iterable[tuple[Any, ...]], batch: int) -> Iterator[tuple[Any, ...]]:
    """The same rows, at most so many at a time."""
    for part in parts:
        for start in range(0, len(part[0]), batch):
            yield tuple(column[start : start + batch] for column in part)


def _labels(
    pyarrow: Any, labels: Any, left: Any, right: Any, counts: tuple[int, int]
) -> tuple[Any, Any]:
    if labels is None:
        return None, None
    if isinstance(labels, str):
        if labels != "index":
            raise ValueError(f'labels must be "index", or a tuple of two columns: {labels!r}')
        for side, name in ((left, "left"), (right, "right")):
            if not hasattr(side, "index") or callable(side.index):
                raise TypeError(f'labels="index": {name} is not a table of pandas with an index')
        labels = left.index, right.index
    if not isinstance(labels, tuple) or len(labels) != 2:
        what = _numbers.short(labels)
        raise TypeError(f"labels must be a tuple of two columns, for left and right, not {what}")
    found = []
    for of, side, count, name in zip(labels, (left, right), counts, ("left", "right"), strict=True):
        values = _values_of(side, of, name) if isinstance(of, str) else of
        try:
            array = None if values is None else pyarrow.array(values)
        except (pyarrow.ArrowException, TypeError) as error:
            raise TypeError(f"labels: those of {name} are no column: {error}") from None
        if array is not None and len(array) != count:
            raise ValueError(f"labels: {len(array)} for {count} rows of {name}")
        found.append(array)
    return found[0], found[1]


def _values_of(table: Any, column: str, name: str) -> Any:
    try:
        return table[column]
    except Exception as error:  # Each kind of table has its own.
        raise ValueError(f"labels: {name} has no column {column!r}") from error


def _column(pyarrow: Any, count: int, labels: Any) -> tuple[Any, Any]:
    """The type of a column, and the function that makes it from numbers of rows."""
    kind = pyarrow.uint32() if count <= 2**32 else pyarrow.uint64()

    def numbers(rows: Any) -> Any:
        mask = rows.mask if isinstance(rows, np.ma.MaskedArray) else None
        return pyarrow.array(np.asarray(rows), kind, mask=mask)

    if labels is None:
        return kind, numbers
    return labels.type, lambda rows: labels.take(numbers(rows))


def _pyarrow() -> Any:
    try:
        import pyarrow
    except ImportError:
        raise ImportError(
            "sjoin returns Arrow batches and needs pyarrow: pip install pyarrow"
        ) from None
    return pyarrow
