"""Joins of boxes in Datasets of Ray.

Boxes go to tiles with ``map_batches``, and each tile finds its own pairs with ``map_groups``. See
`broadleaf.Tiling`. The workers need this package, too.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from ._input._rows import Missing
from ._joins import _tables
from ._joins._tables import Box, Join, Source, Table
from ._joins._tiling import Tiling

if TYPE_CHECKING:
    from ray.data import Dataset

__all__ = ["join", "self_join"]


def self_join(
    boxes: Dataset,
    *,
    id: str = "id",
    box: Box | None = None,
    tiles: int | None = None,
    tiling: Tiling | None = None,
    missing: Missing = "error",
) -> Dataset:
    """All pairs of rows whose boxes overlap.

    Only the number of rows, a sample and the giants are computed at once, in three passes over the
    input; the rest when the result is used. Materialize an input that costs more than reading a
    file.

    Parameters
    ----------
    boxes, id, box, tiles, tiling, missing
        As in `broadleaf.spark.self_join`.

    Returns
    -------
    ray.data.Dataset
        A row for each pair with the columns ``id_a`` and ``id_b``, the smaller id first. The rows
        are in no order.

    Raises
    ------
    ray.exceptions.RayTaskError
        When the result is used, if a row is not a box. The message has its id.
    """
    return _run([boxes], [Source(id, box, missing)], tiles, tiling)


def join(
    a: Dataset,
    b: Dataset,
    *,
    id: str = "id",
    box: Box | None = None,
    b_id: str | None = None,
    b_box: Box | None = None,
    tiles: int | None = None,
    tiling: Tiling | None = None,
    missing: Missing = "error",
) -> Dataset:
    """All pairs of a row of `a` and a row of `b` whose boxes overlap.

    Parameters
    ----------
    a, b, id, box, b_id, b_box, tiles, tiling, missing
        As in `broadleaf.spark.join`.

    Returns
    -------
    ray.data.Dataset
        A row for each pair with the columns ``id_a`` and ``id_b``, in no order.
    """
    sources = [Source(id, box, missing), Source(b_id or id, b_box or box, missing)]
    return _run([a, b], sources, tiles, tiling)


def _run(
    inputs: list[Dataset], sources: list[Source], tiles: int | None, tiling: Tiling | None
) -> Dataset:
    import ray

    sources = [s.found(d.schema().base_schema) for d, s in zip(inputs, sources, strict=True)]
    frames = [data.select_columns(s.columns) for data, s in zip(inputs, sources, strict=True)]
    counts = [data.count() if tiling is None else 0 for data in frames]
    tiles = _tables.tiles_for(sum(counts)) if tiles is None else tiles
    samples = [_sample(data, sum(counts), tiles, tiling is None) for data in frames]
    steps = Join(samples, sources, tiles, tiling)
    for side, data in enumerate(frames):
        giants = _each(data, partial(steps.giants_of, side))
        steps.giants.append(_collect(giants, steps.row_schema))
    placed = [_each(data, partial(steps.distribute, side)) for side, data in enumerate(frames)]
    rows = placed[0] if len(placed) == 1 else placed[0].union(placed[1])
    pairs = rows.groupby("tile").map_groups(steps.pairs_of_tile, batch_format="pyarrow")
    if steps.giant_parts == 0:
        return pairs
    parts = ray.data.range(steps.giant_parts, override_num_blocks=steps.giant_parts)
    return pairs.union(_each(parts, steps.giant_pairs))


def _sample(data: Dataset, boxes: int, tiles: int, is_needed: bool) -> Table:
    """Some rows; one row shows the types of the columns."""
    fraction = _tables.sample_fraction(boxes, tiles)
    if is_needed and fraction < 1:
        data = data.random_sample(fraction, seed=0)
    elif not is_needed:
        data = data.limit(1)
    return _collect(data, data.schema().base_schema)


def _each(data: Dataset, step: Callable[[Table], Table]) -> Dataset:
    return data.map_batches(step, batch_format="pyarrow", batch_size=None)


def _collect(data: Dataset, schema: Any) -> Table:
    """All rows, on this machine."""
    import pyarrow as pa
    import ray

    tables = ray.get(data.to_arrow_refs())
    return pa.concat_tables([table for table in tables if len(table)] or [schema.empty_table()])
