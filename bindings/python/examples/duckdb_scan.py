"""A join of boxes inside a query of DuckDB.

DuckDB reads the Python variable that a query names as a table. Here this is the answer of a join,
whose batches are found while the query runs.

    python examples/duckdb_scan.py [ROWS]
"""

from __future__ import annotations

import sys

import duckdb

import broadleaf

TABLE = """
create table {name} as
with corners as (
    select i as id, cast(hash(i, {seed}) % {side} as double) as x,
        cast(hash(i, {seed} + 1) % {side} as double) as y
    from range({rows}) as numbers(i)
)
select 'b' || id as id, x as xmin, y as ymin, x + 1 + id % 2 as xmax, y + 1 + id % 3 as ymax
from corners order by id
"""
BOXES = "select xmin, ymin, xmax, ymax from {name} order by rowid"


def main(rows: int) -> None:
    with duckdb.connect() as connection:
        for seed, name in enumerate(("parcels", "houses")):
            side = round(2 * rows**0.5)
            connection.execute(TABLE.format(name=name, seed=2 * seed, rows=rows, side=side))
        boxes = [connection.sql(BOXES.format(name=name)) for name in ("parcels", "houses")]

        # Rows are numbered from 0, as DuckDB numbers those of a table without deletions.
        pairs = broadleaf.sjoin(*boxes)
        assert pairs is not None  # DuckDB reads the variable.
        found = connection.sql("""
            select parcels.id, count(*) as houses, string_agg(houses.id, ' ' order by houses.id)
            from pairs
            join parcels on parcels.rowid = pairs."left"
            join houses on houses.rowid = pairs."right"
            group by all order by all
        """).fetchall()
        print(*found[:3], sep="\n")

        plain = connection.sql("""
            select a.id, count(*) as houses, string_agg(b.id, ' ' order by b.id)
            from parcels as a join houses as b
            on a.xmin <= b.xmax and b.xmin <= a.xmax and a.ymin <= b.ymax and b.ymin <= a.ymax
            group by all order by all
        """).fetchall()
        assert found == plain
        print("equal to the inequality join of DuckDB:", sum(row[1] for row in found), "pairs")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)
