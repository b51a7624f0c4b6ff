"""Tilings, and joins in tiles, against brute force."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pyarrow as pa
import pytest
from conftest import overlap_matrix, random_boxes
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from strategies import boxes

import broadleaf
from broadleaf._joins._tables import Join, Source

KINDS = ("f4", "f8", "i4", "i8")
FIELDS = {4: ("xmin", "ymin", "xmax", "ymax"), 6: ("xmin", "ymin", "zmin", "xmax", "ymax", "zmax")}


def table_of(array: NDArray[Any], ids: NDArray[Any]) -> Any:
    columns = dict(zip(FIELDS[array.shape[1]], map(np.ascontiguousarray, array.T), strict=True))
    return pa.table({"fid": ids, **columns})


def joined(steps: Join, tables: list[Any], batch: int) -> list[tuple[Any, Any]]:
    """The pairs of ids, by all steps of an engine."""
    parts: list[list[Any]] = [
        [table.slice(start, batch) for start in range(0, len(table), batch)] for table in tables
    ]
    for side, some in enumerate(parts):
        found = [steps.giants_of(side, part) for part in some]
        steps.giants.append(pa.concat_tables([steps.row_schema.empty_table(), *found]))
    placed = [steps.distribute(side, part) for side, some in enumerate(parts) for part in some]
    rows = pa.concat_tables([steps.placed_schema.empty_table(), *placed])
    assert rows.schema == steps.placed_schema
    tiles = np.unique(rows.column("tile").to_numpy())
    again: Join = pickle.loads(pickle.dumps(steps))
    numbers = rows.column("tile").to_numpy()
    pairs = [again.pairs_of_tile(rows.filter(pa.array(numbers == tile))) for tile in tiles]
    if steps.giant_parts:
        pairs.append(again.giant_pairs(pa.table({"id": range(steps.giant_parts)})))
    assert all(part.schema == steps.pair_schema for part in pairs)
    return sorted(
        pair
        for part in pairs
        for pair in zip(part["id_a"].to_pylist(), part["id_b"].to_pylist(), strict=True)
    )


def sources(array: NDArray[Any], count: int) -> list[Source]:
    return [Source("fid", FIELDS[array.shape[1]])] * count


@given(st.data(), boxes(kinds=KINDS), st.integers(1, 16), st.integers(1, 4))
def test_self_join(data: st.DataObject, array: NDArray[Any], tiles: int, limit: int) -> None:
    ids = np.array(data.draw(st.permutations(range(len(array)))), np.int64) + (2**63 - 100)
    tiling = broadleaf.Tiling(array, tiles, giant_limit=limit)
    steps = Join([table_of(array, ids)], sources(array, 1), tiles, tiling)
    wide = array.astype(np.float64)
    a, b = np.nonzero(np.triu(overlap_matrix(wide, wide), 1))
    expected = [(int(min(x, y)), int(max(x, y))) for x, y in zip(ids[a], ids[b], strict=True)]
    assert joined(steps, [table_of(array, ids)], 7) == sorted(expected)


@given(st.data(), st.sampled_from((2, 3)), st.integers(1, 16), st.integers(1, 4))
def test_join(data: st.DataObject, axes: int, tiles: int, limit: int) -> None:
    kind = data.draw(st.sampled_from(KINDS))
    first: NDArray[Any] = data.draw(boxes(axes, (kind,)))
    second: NDArray[Any] = data.draw(boxes(axes, (kind,)))
    a_ids, b_ids = np.arange(len(first), dtype=np.uint8), np.arange(len(second)) - 5
    tables = [table_of(first, a_ids), table_of(second, b_ids)]
    tiling = broadleaf.Tiling(np.concatenate([first, second]), tiles, giant_limit=limit)
    steps = Join(tables, sources(first, 2), tiles, tiling)
    a, b = np.nonzero(overlap_matrix(first.astype(np.float64), second.astype(np.float64)))
    expected = zip(a_ids[a].tolist(), b_ids[b].tolist(), strict=True)
    assert joined(steps, tables, 7) == sorted(expected)


@given(boxes(kinds=KINDS), st.integers(1, 16), st.integers(1, 4))
def test_every_pair_has_one_tile(array: NDArray[Any], tiles: int, limit: int) -> None:
    tiling = broadleaf.Tiling(array, tiles, giant_limit=limit)
    again = pickle.loads(pickle.dumps(tiling))
    assert repr(again) == repr(tiling) and again.giant_limit == limit
    assert len(tiling) == 1 << (tiles - 1).bit_length()
    (rows, _), giants = again.tiles_of(array)
    assert sorted({*rows.tolist(), *giants.tolist()}) == list(range(len(array)))
    assert (np.bincount(rows) <= limit).all() and set(rows) & set(giants) == set()
    # Every tile may receive all boxes.
    found = [tiling.self_pairs(tile, array) for tile in range(len(tiling))]
    pairs = np.concatenate(found, axis=1)
    expected = broadleaf.self_pairs(array)
    np.testing.assert_array_equal(pairs[:, np.lexsort(pairs[::-1])], expected)
    crossed = np.concatenate(
        [tiling.cross_pairs(tile, array, array[::2]) for tile in range(len(tiling))], axis=1
    )
    expected = broadleaf.cross_pairs(array, array[::2])
    np.testing.assert_array_equal(crossed[:, np.lexsort(crossed[::-1])], expected)


def test_identical_boxes_and_many_giants() -> None:
    array = np.tile([[0.0, 0, 1, 1]], (1200, 1))
    ids = np.arange(1200, dtype=np.int32)
    tables = [table_of(array, ids)]
    steps = Join(tables, sources(array, 1), 4)
    expected = [(a, b) for a in range(1200) for b in range(a + 1, 1200)]
    assert joined(steps, tables, 1000) == expected
    # All boxes are giants, since cuts at other boxes cross them.
    grid = np.stack([np.repeat(np.arange(16) / 16, 16), np.tile(np.arange(16) / 16, 16)], axis=1)
    tiling = broadleaf.Tiling(np.concatenate([grid, grid], axis=1), 64, giant_limit=2)
    steps = Join(tables, sources(array, 1), 64, tiling)
    assert joined(steps, tables, 1000) == expected
    assert len(steps.giants[0]) == 1200


def test_columns_of_other_types(rng: np.random.Generator) -> None:
    array = np.floor(random_boxes(rng, 500))
    expected = list(zip(*broadleaf.self_pairs(array).tolist(), strict=True))
    struct = pa.StructArray.from_arrays(list(map(pa.array, array.T)), names=list(FIELDS[4]))
    tables = [pa.table({"fid": np.arange(500), "bbox": struct})]
    assert joined(Join(tables, [Source("fid", "bbox")], 8), tables, 100) == expected
    mixed = table_of(array.astype(np.int16), np.arange(500)).set_column(
        1, "xmin", pa.chunked_array([array[:200, 0], array[200:, 0]])
    )
    assert joined(Join([mixed], sources(array, 1), 8), [mixed], 100) == expected
    names = pa.array([f"box {i:03}" for i in range(500)])
    tables = [mixed.set_column(0, "fid", names)]
    found = joined(Join(tables, sources(array, 1), 8), tables, 100)
    assert found == [(f"box {a:03}", f"box {b:03}") for a, b in expected]


def test_columns_by_name_and_rows_without_a_box(rng: np.random.Generator) -> None:
    array = np.floor(random_boxes(rng, 400))
    ids, gone = np.arange(400), np.arange(400) % 7 == 3
    pairs = broadleaf.self_pairs(array)
    pairs = pairs[:, ~gone[pairs].any(axis=0)]
    expected = list(zip(*pairs.tolist(), strict=True))
    order, names = (2, 0, 3, 1), ("west", "south", "east", "north")
    columns = {names[i]: pa.array(array[:, i], mask=gone) for i in order}
    structs = pa.StructArray.from_arrays(list(columns.values()), list(columns))
    sizes = {"width": array[:, 2] - array[:, 0], "height": array[:, 3] - array[:, 1]}
    sizes |= {"y": np.where(gone, np.nan, array[:, 1]), "x": array[:, 0]}
    for table in (
        pa.table({"fid": ids, **columns}),
        pa.table({"name": ids.astype(str), "fid": ids, "bbox": structs}),
        pa.table({"fid": ids, **sizes}),
    ):
        source = Source("fid", missing="skip").found(table.schema)
        table = table.select(source.columns)
        assert joined(Join([table], [source], 8), [table], 100) == expected
        with pytest.raises(ValueError, match=r"row 3\b.*missing="):
            Join([table], [Source("fid")], 8)
    unknown = pa.table({"fid": ids, "a": ids, "b": ids})
    with pytest.raises(ValueError, match=r"no names of boxes.*there are a, b"):
        Source("fid").found(unknown.schema)


def test_errors(rng: np.random.Generator) -> None:
    array = random_boxes(rng, 50)
    array[17, 2] = np.nan
    table = table_of(array, np.arange(50) + 1000)
    tiling = broadleaf.Tiling(array[:10])
    steps = Join([table.slice(0, 1)], sources(array, 1), 1, tiling)
    with pytest.raises(ValueError, match=r"row 17 .*missing=.* \(fid: 1017\)"):
        steps.distribute(0, table)
    nulls = table.set_column(1, "xmin", pa.array([None if i == 3 else 1.0 for i in range(50)]))
    with pytest.raises(ValueError, match=r"row 3 has no box.*missing=.* \(fid: 1003\)"):
        steps.giants_of(0, nulls)
    flat = random_boxes(rng, 5, 3)
    with pytest.raises(ValueError, match="expected boxes of 4 columns, not 6"):
        Join([table], sources(flat, 1), 1, tiling).distribute(0, table_of(flat, np.arange(5)))
    with pytest.raises(ValueError, match="two dimensions"):
        tables = [table.slice(0, 5), table_of(flat, np.arange(5))]
        Join(tables, [*sources(array, 1), *sources(flat, 1)], 1)
    with pytest.raises(IndexError, match="no tile 1"):
        tiling.self_pairs(1, array[:10])
    with pytest.raises(IndexError, match="no tile -1"):
        tiling.cross_pairs(-1, array[:10], array[:10])
    with pytest.raises(ValueError, match="tiles must be at least 1"):
        broadleaf.Tiling(array, 0)
    with pytest.raises(ValueError, match="giant_limit"):
        broadleaf.Tiling(array[:5], 1, giant_limit=0)
    with pytest.raises(ValueError, match="sample: row 17"):
        broadleaf.Tiling(array, 4)
    with pytest.raises(ValueError, match="not a tiling"):
        broadleaf.Tiling.from_bytes(b"anything")
    with pytest.raises(ValueError, match="not a tiling"):
        broadleaf.Tiling.from_bytes(tiling.to_bytes(), dtype="float32")


def test_tiles_that_are_not_there() -> None:
    tiling = broadleaf.Tiling([[0.0, 0, 1, 1]], tiles=1)
    for tile in (-1, 1, 2**32, 2**40):
        with pytest.raises(IndexError, match=f"there is no tile {tile}"):
            tiling.self_pairs(tile, [[0.0, 0, 1, 1]])
