"""A join of boxes as a source of a lazy query of Polars.

The source is asked for batches while the query runs, so that the pairs need not fit into memory,
and a query that needs few rows ends early. Coordinates are read in place.

    python examples/polars_lazy.py [ROWS]
"""

from __future__ import annotations

import sys
from collections.abc import Iterator

import numpy as np
import polars as pl
from polars.io.plugins import register_io_source

import broadleaf


def lazy_join(left: pl.DataFrame, right: pl.DataFrame) -> pl.LazyFrame:
    """The pairs of rows whose boxes overlap."""

    def batches(
        columns: list[str] | None, filter: pl.Expr | None, rows: int | None, size: int | None
    ) -> Iterator[pl.DataFrame]:
        for batch in broadleaf.sjoin(left, right, batch_rows=size or 1 << 16):
            frame = pl.DataFrame(batch)
            if rows is not None:
                frame = frame.head(rows)
                rows -= len(frame)
            frame = frame if filter is None else frame.filter(filter)
            yield frame if columns is None else frame.select(columns)
            if rows == 0:
                return

    return register_io_source(batches, schema={"left": pl.UInt32, "right": pl.UInt32})


def random_table(rng: np.random.Generator, rows: int) -> pl.DataFrame:
    x, y = rng.random((2, rows)) * rows**0.5
    width, height = rng.random((2, rows)) * 2
    boxes = {"xmin": x, "ymin": y, "xmax": x + width, "ymax": y + height}
    return pl.DataFrame({**boxes, "size": width * height})


def main(rows: int) -> None:
    rng = np.random.default_rng(0)
    parcels, houses = random_table(rng, rows), random_table(rng, rows)

    # For each parcel, the area of the houses that touch it.
    pairs = lazy_join(parcels, houses)
    sizes = houses.lazy().select("size").with_row_index("right")
    found = (
        pairs.join(sizes, on="right")
        .group_by("left")
        .agg(pl.len().alias("houses"), pl.col("size").sum())
        .sort("left")
        .collect()
    )
    print(found.head(3))
    print("first pair:", lazy_join(parcels, houses).head(1).collect().row(0))

    plain = parcels.with_row_index("left").join_where(
        houses,
        pl.col("xmin") <= pl.col("xmax_right"),
        pl.col("xmin_right") <= pl.col("xmax"),
        pl.col("ymin") <= pl.col("ymax_right"),
        pl.col("ymin_right") <= pl.col("ymax"),
    )
    wanted = plain.group_by("left").len("houses").sort("left")
    assert found.select("left", "houses").equals(wanted)
    print("equal to join_where of Polars:", len(plain), "pairs")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)
