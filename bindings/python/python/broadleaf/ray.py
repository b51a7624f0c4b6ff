"""Joins of boxes in Datasets of Ray.

Boxes go to tiles with ``map_batches``, and each tile finds its own pairs with ``map_groups``. See
`broadleaf.Tiling`. The workers need this package, too.
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from . import _tables
from ._tables import Box, Join, Source, Table
from ._tiling import Tiling

if TYPE_CHECKING:
    from ray.data import Dataset

__all__ = ["join", "self_join"]


def self_join(
    boxes: Dataset,
    *,
    id: str = "id",
    box: Box = ("xmin", "ymin", "xmax", "ymax"),
    tiles: int | None = None,
    tiling: Tiling | None = None,
) -> Dataset:
    """All pairs of rows whose boxes overlap.

    Nothing is computed before the result is used, but the number of rows, a sample and the giants:
    three passes over the input. An input that costs more than reading a file should be materialized.

    Parameters
    ----------
    boxes
        One row for each box.
    id
        The column that names rows in the result: integers, or anything that Arrow can compare.
    box
        The columns of the lower corner, then those of the upper one, in 2D or 3D. Or one column of
        structs with the fields xmin, ymin, xmax, ymax, such as ``"bbox"`` of GeoParquet.
    tiles
        The number of tiles; by default one for 100,000 boxes. A tile must fit into the memory of a
        worker.
    tiling
        The tiles themselves.

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
    return _run([boxes], [Source(id, box)], tiles, tiling)


def join(
    a: Dataset,
    b: Dataset,
    *,
    id: str = "id",
    box: Box = ("xmin", "ymin", "xmax", "ymax"),
    b_id: str | None = None,
    b_box: Box | None = None,
    tiles: int | None = None,
    tiling: Tiling | None = None,
) -> Dataset:
    """All pairs of a row of `a` and a row of `b` whose boxes overlap.

    Parameters
    ----------
    a, b
        One row for each box. If the types of the coordinates differ, both are converted to one that
        holds both exactly.
    id, box, tiles, tiling
        As in `self_join`.
    b_id, b_box
        The columns of `b`, if they have other names.

    Returns
    -------
    ray.data.Dataset
        A row for each pair with the columns ``id_a`` and ``id_b``, in no order.
    """
    sources = [Source(id, box), Source(b_id or id, b_box or box)]
    return _run([a, b], sources, tiles, tiling)


def _run(
    inputs: list[Dataset], sources: list[Source], tiles: int | None, tiling: Tiling | None
) -> Dataset:
    import ray

    frames = [data.select_columns(s.columns) for data, s in zip(inputs, sources, strict=True)]
    counts = [data.count() if tiling is None else 0 for data in frames]
    tiles = _tables.tiles_for(sum(counts)) if tiles is None else tiles
    samples = [_sample(data, sum(counts), tiles, tiling is None) for data in frames]
    steps = Join(samples, sources, tiles, tiling)
    for side, data in enumerate(frames):
        giants = _each(data, partial(steps.giants_of, side))
        steps.giants.append(_collect(giants, steps.row_schema))
    placed = [
        _each(data, partial(steps.distribute, side)) for side, data in enumerate(frames)
    ]
    rows = placed[0] if len(placed) == 1 else placed[0].union(placed[1])
    pairs = rows.groupby("tile").map_groups(steps.pairs_of_tile, batch_format="pyarrow")
    if steps.giant_parts == 0:
        return pairs
    parts = ray.data.range(steps.giant_parts, override_num_blocks=steps.giant_parts)
    return pairs.union(_each(parts, steps.giant_pairs))
