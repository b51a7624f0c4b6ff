"""A join of tables of boxes in Arrow format, in steps that engines such as Spark and Ray
distribute.

Every box goes to the tiles that it touches, and every tile finds the pairs that it owns. Giants go
to no tile: they are sent with the steps, so that every tile sees them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from numpy.typing import NDArray

from .._input import _arrow, _inputs, _named, _records, _rows
from .._input._inputs import Columns
from .._input._rows import Missing
from ._pairs import cross_pairs
from ._tiling import Tiling

Table: TypeAlias = Any
#: The name of a column of structs or geometries, or the names of the columns with min x, min y,
#: max x, max y.
Box: TypeAlias = Columns

_FIELDS = {2: ("xmin", "ymin", "xmax", "ymax"), 3: ("xmin", "ymin", "zmin", "xmax", "ymax", "zmax")}
#: The approximate number of boxes in a tile.
_BOXES_PER_TILE = 100_000
#: The number of boxes in the sample for each tile; `Tiling` reads half of them.
_SAMPLE_PER_TILE = 96
#: The number of giants in a part of the join of giants with each other.
_GIANTS = 1024


def tiles_for(boxes: int) -> int:
    """The number of tiles for this number of boxes."""
    return max(1, -(-boxes // _BOXES_PER_TILE))


def sample_fraction(boxes: int, tiles: int) -> float:
    """The fraction of the boxes that a sample needs, to choose tiles from it."""
    return min(1.0, tiles * _SAMPLE_PER_TILE / max(1, boxes))


@dataclass(frozen=True)
class Source:
    """The columns of a table that hold ids and boxes."""

    id: str
    #: None for the columns whose names are recognized.
    box: Box | None = None
    missing: Missing = "error"

    def found(self, schema: Any) -> Source:
        """The same source with the columns of boxes filled in for this schema."""
        if self.box is not None:
            return self
        others = schema.empty_table().drop_columns(self.id)
        record = _records.record_of_arrow(_arrow.read(others, "box"))
        return self if record is None else replace(self, box=_named.names_of(record, "box"))

    @property
    def columns(self) -> list[str]:
        """The names of all columns that are needed."""
        if self.box is None:
            raise ValueError("the columns of boxes are not known yet")
        return [self.id, *([self.box] if isinstance(self.box, str) else self.box)]

    def read(self, table: Table) -> tuple[Table, list[NDArray[Any]]]:
        """The rows that have a box, and columns of their lower, then of their upper corners."""
        others = table.select(dict.fromkeys(self.found(table.schema).columns[1:]))
        raw = _inputs.many(_inputs.raw(others, "box", self.box), "box")
        gone = _rows.missing_of(raw)
        # Raised here: the compiled tiling has no option `missing=` for its message to name.
        found = _rows.of_raw(replace(raw, missing=gone), "box", self.missing, None)
        if found.rows is not None:
            table = table.take(pa.array(found.rows))
        return table, _rows.columns_of(found.boxes)


def tiling_of(samples: list[Table], sources: list[Source], tiles: int) -> Tiling:
    """Tiles chosen from the samples of one or two tables."""
    columns = [source.read(t)[1] for t, source in zip(samples, sources, strict=True)]
    if len({len(of_one) for of_one in columns}) > 1:
        raise ValueError("one table has boxes in two dimensions, the other in three")
    kind = np.result_type(*(column.dtype for of_one in columns for column in of_one))
    rows = [np.stack([column.astype(kind) for column in of_one], axis=1) for of_one in columns]
    return Tiling(np.concatenate(rows), tiles)


class Join:
    """The steps of a join of one table with itself, or of two tables.

    Each is a function of tables, and can be pickled.
    """

    def __init__(
        self, samples: list[Table], sources: list[Source], tiles: int, tiling: Tiling | None = None
    ) -> None:
        self.sources = sources
        self.tiling = tiling_of(samples, sources, tiles) if tiling is None else tiling
        self.id_types = [t.schema.field(s.id).type for t, s in zip(samples, sources, strict=True)]
        #: The giants of each side, set by the caller between the steps.
        self.giants: list[Table] = []

    def giants_of(self, side: int, table: Table) -> Table:
        """The giants of one side."""
        table, boxes, _, giants = self._locate(table, side)
        return self._rows(table, side, boxes, giants)

    def distribute(self, side: int, table: Table) -> Table:
        """A row for each box of one side and each tile that it touches."""
        table, boxes, (rows, tiles), _ = self._locate(table, side)
        placed = self._rows(table, side, boxes, rows)
        placed = placed.append_column("tile", pa.array(tiles.astype(np.int32)))
        return placed.append_column("side", pa.array(np.full(len(rows), side, np.int8)))

    def pairs_of_tile(self, table: Table) -> Table:
        """The pairs of ids that a tile owns, given all its rows."""
        tile = table.column("tile")[0].as_py()
        own = [table.filter(pc.equal(table.column("side"), side)) for side in self._sides]
        if len(own) == 1:
            boxes = own[0]
            pairs = self.tiling.self_pairs(tile, _batch(boxes), threads=1)
            found = [self._ids(boxes, boxes, pairs), self._owned(tile, boxes, self.giants[0])]
        else:
            found = [
                self._owned(tile, own[0], own[1]),
                self._owned(tile, own[0], self.giants[1]),
                self._owned(tile, self.giants[0], own[1]),
            ]
        return pa.concat_tables(found)

    @property
    def row_schema(self) -> Any:
        """The columns of boxes: an id for each side, of which one is null, and the coordinates."""
        ids = [(f"id_{side}", kind) for side, kind in enumerate(self.id_types)]
        number = pa.from_numpy_dtype(self.tiling.dtype)
        return pa.schema(ids + [(name, number) for name in _FIELDS[self.tiling.dimensions]])

    @property
    def placed_schema(self) -> Any:
        """The columns of boxes in tiles."""
        return self.row_schema.append(pa.field("tile", pa.int32())).append(
            pa.field("side", pa.int8())
        )

    @property
    def pair_schema(self) -> Any:
        """The columns of pairs."""
        return pa.schema([("id_a", self.id_types[0]), ("id_b", self.id_types[-1])])

    @property
    def giant_parts(self) -> int:
        """The number of parts of the join of giants with giants."""
        if any(len(giants) == 0 for giants in self.giants):
            return 0
        return -(-len(self.giants[0]) // _GIANTS)

    def giant_pairs(self, parts: Table) -> Table:
        """The pairs of ids of giants whose first giant is in these parts."""
        return pa.concat_tables(self._giant_pairs(part) for part in parts.column("id").to_pylist())

    def _giant_pairs(self, part: int) -> Table:
        start = part * _GIANTS
        some, others = self.giants[0].slice(start, _GIANTS), self.giants[-1]
        if len(self.giants) == 1:
            others = others.slice(start)
        pairs = cross_pairs(_batch(some), _batch(others), threads=1)
        if len(self.giants) == 1:
            pairs = pairs[:, pairs[0] < pairs[1]]
        return self._ids(some, others, pairs)

    @property
    def _sides(self) -> range:
        return range(len(self.sources))

    def _locate(self, table: Table, side: int) -> tuple[Table, Any, NDArray[Any], NDArray[Any]]:
        """The rows with a box, the coordinates, rows of boxes and tiles, and rows of giants."""
        try:
            table, boxes = self._boxes(table, side)
            return table, boxes, *self.tiling.tiles_of(boxes, threads=1)
        except ValueError as error:
            raise _with_id(error, table, self.sources[side].id) from None

    def _boxes(self, table: Table, side: int) -> tuple[Table, Any]:
        """The rows that have a box, and their coordinates in the type of the tiling."""
        table, columns = self.sources[side].read(table)
        kind, fields = self.tiling.dtype, _FIELDS[self.tiling.dimensions]
        if len(columns) != len(fields):
            raise ValueError(f"expected boxes of {len(fields)} columns, not {len(columns)}")
        exact = [_inputs.as_type(c, kind, f) for c, f in zip(columns, fields, strict=True)]
        return table, pa.record_batch([pa.array(column) for column in exact], names=list(fields))

    def _rows(self, table: Table, side: int, boxes: Any, rows: NDArray[Any]) -> Table:
        """Some rows in the form of `row_schema`."""
        chosen = pa.array(rows)
        columns = {f"id_{s}": self._id_column(table, side, s, chosen) for s in self._sides}
        columns |= {name: boxes.column(name).take(chosen) for name in boxes.schema.names}
        return pa.table(columns)

    def _id_column(self, table: Table, side: int, wanted: int, chosen: Any) -> Any:
        if side != wanted:
            return pa.nulls(len(chosen), self.id_types[wanted])
        return table.column(self.sources[side].id).take(chosen).cast(self.id_types[side])

    def _owned(self, tile: int, a: Table, b: Table) -> Table:
        pairs = self.tiling.cross_pairs(tile, _batch(a), _batch(b), threads=1)
        return self._ids(a, b, pairs)

    def _ids(self, a: Table, b: Table, pairs: NDArray[np.int64]) -> Table:
        """The ids of pairs of rows. A join of a table with itself puts the smaller id first."""
        is_cross = len(self.sources) == 2
        first = a.column("id_0").take(pa.array(pairs[0]))
        second = b.column("id_1" if is_cross else "id_0").take(pa.array(pairs[1]))
        if not is_cross:
            is_less = pc.less(first, second)
            low, high = pc.if_else(is_less, first, second), pc.if_else(is_less, second, first)
            first, second = low, high
        return pa.table({"id_a": first, "id_b": second})


def _whole(column: Any) -> Any:
    """A column in one piece."""
    return column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column


def _batch(table: Table) -> Any:
    """A table in one piece, which `Tiling` reads in place."""
    columns = [_whole(column) for column in table.columns]
    return pa.record_batch(columns, schema=table.schema)


def _with_id(error: ValueError, table: Table, id: str) -> ValueError:
    """The error, with the id of the row that it names."""
    found = re.search(r"row (\d+)", str(error))
    if found is None:
        return error
    return ValueError(f"{error} ({id}: {table.column(id)[int(found[1])]})")
