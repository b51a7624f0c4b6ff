"""Joins of boxes in DataFrames of Spark: needs PySpark 4.

Boxes go to tiles with ``mapInArrow``, and each tile finds its own pairs with ``applyInArrow``. See
`broadleaf.Tiling`. The executors need this package, too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any

from ._input._rows import Missing
from ._joins import _tables
from ._joins._tables import Box, Join, Source
from ._joins._tiling import Tiling

if TYPE_CHECKING:
    from pyspark.sql import DataFrame
    from pyspark.sql.types import StructType

__all__ = ["join", "self_join"]


def self_join(
    boxes: DataFrame,
    *,
    id: str = "id",
    box: Box | None = None,
    tiles: int | None = None,
    tiling: Tiling | None = None,
    missing: Missing = "error",
) -> DataFrame:
    """All pairs of rows whose boxes overlap.

    Only the number of rows, a sample and the giants are computed at once, in three passes over the
    input; the rest when the result is used. Cache an input that costs more than reading a file.

    Parameters
    ----------
    boxes
        One row for each box.
    id
        The column that names rows in the result: integers, or anything that Arrow can compare.
    box
        The columns of the lower corner, then of the upper corner, in 2D or 3D. Or one column of
        structs, such as ``"bbox"`` of GeoParquet, or of geometries. By default, well-known names
        are recognized, as in `broadleaf.self_pairs`.
    tiles
        The number of tiles; by default one for every 100,000 boxes. A tile must fit into the memory
        of a worker.
    tiling
        The tiles, instead of their number.
    missing
        What to do with rows that have no box, because they are null or NaN: ``"error"``, or
        ``"skip"``.

    Returns
    -------
    pyspark.sql.DataFrame
        A row for each pair with the columns ``id_a`` and ``id_b``, the smaller id first. The rows
        are in no order.

    Raises
    ------
    pyspark.errors.PythonException
        When the result is used, if a row is not a box. The message has its id.
    """
    return _run([boxes], [Source(id, box, missing)], tiles, tiling)


def join(
    a: DataFrame,
    b: DataFrame,
    *,
    id: str = "id",
    box: Box | None = None,
    b_id: str | None = None,
    b_box: Box | None = None,
    tiles: int | None = None,
    tiling: Tiling | None = None,
    missing: Missing = "error",
) -> DataFrame:
    """All pairs of a row of `a` and a row of `b` whose boxes overlap.

    Parameters
    ----------
    a, b
        One row for each box. If the types of the coordinates differ, both are converted to one that
        holds both exactly.
    id, box, tiles, tiling, missing
        As in `self_join`.
    b_id, b_box
        The columns of `b`, if they have other names.

    Returns
    -------
    pyspark.sql.DataFrame
        A row for each pair with the columns ``id_a`` and ``id_b``, in no order.
    """
    sources = [Source(id, box, missing), Source(b_id or id, b_box or box, missing)]
    return _run([a, b], sources, tiles, tiling)


def _run(
    inputs: list[DataFrame], sources: list[Source], tiles: int | None, tiling: Tiling | None
) -> DataFrame:
    sources = [s.found(_arrow_schema(f)) for f, s in zip(inputs, sources, strict=True)]
    frames = [frame.select(*s.columns) for frame, s in zip(inputs, sources, strict=True)]
    counts = [frame.count() if tiling is None else 0 for frame in frames]
    tiles = _tables.tiles_for(sum(counts)) if tiles is None else tiles
    fraction = _tables.sample_fraction(sum(counts), tiles) if tiling is None else 0.0
    samples = [frame.sample(fraction=fraction, seed=0).toArrow() for frame in frames]
    steps = Join(samples, sources, tiles, tiling)
    for side, frame in enumerate(frames):
        giants = frame.mapInArrow(_each(partial(steps.giants_of, side)), _schema(steps.row_schema))
        steps.giants.append(giants.toArrow().cast(steps.row_schema))
    placed = [
        frame.mapInArrow(_each(partial(steps.distribute, side)), _schema(steps.placed_schema))
        for side, frame in enumerate(frames)
    ]
    rows = placed[0] if len(placed) == 1 else placed[0].unionAll(placed[1])

    def pairs_of_tile(table: Any) -> Any:  # Spark counts the arguments, with `self` of a method
        return steps.pairs_of_tile(table)

    pairs = rows.groupBy("tile").applyInArrow(pairs_of_tile, _schema(steps.pair_schema))
    if steps.giant_parts == 0:
        return pairs
    parts = inputs[0].sparkSession.range(0, steps.giant_parts, 1, steps.giant_parts)
    giant_pairs = parts.mapInArrow(_each(steps.giant_pairs), _schema(steps.pair_schema))
    return pairs.unionAll(giant_pairs)


def _each(step: Callable[[Any], Any]) -> Callable[[Iterable[Any]], Iterator[Any]]:
    """A step of tables as a function of batches."""

    def apply(batches: Iterable[Any]) -> Iterator[Any]:
        import pyarrow as pa

        for batch in batches:
            yield from step(pa.Table.from_batches([batch])).to_batches()

    return apply


def _arrow_schema(frame: DataFrame) -> Any:
    from pyspark.sql.pandas.types import to_arrow_schema

    return to_arrow_schema(frame.schema)


def _schema(schema: Any) -> StructType:
    from pyspark.sql.pandas.types import from_arrow_schema

    return from_arrow_schema(schema)
