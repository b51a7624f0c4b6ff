"""Joins by Spark, by Ray and by the program: the same pairs as in process, even if a worker dies.

The tests of engines need pyspark and ray; run them with ``bindings/python/test-engines``.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from numpy.typing import NDArray

import broadleaf

pytestmark = pytest.mark.engines
FIELDS = ("xmin", "ymin", "xmax", "ymax")
#: Ids close to the largest one.
FIRST_ID = 2**63 - 200_000


def scene(seed: int, count: int) -> NDArray[np.float64]:
    """Boxes on a lattice, with many ends on cuts; some are identical, infinite or giants."""
    rng = np.random.default_rng(seed)
    corner = rng.integers(0, 1000, (count, 2))
    boxes = np.concatenate([corner, corner + rng.integers(0, 4, (count, 2))], axis=1)
    boxes[: count // 100] = (500, 500, 501, 501)
    boxes = boxes.astype(np.float64)
    boxes[-40:, :2] -= rng.integers(0, 900, (40, 2))
    boxes[-1] = (-np.inf, -np.inf, np.inf, np.inf)
    boxes[-2] = (-np.inf, 7, np.inf, 7)
    return boxes[rng.permutation(count)]


def table_of(boxes: NDArray[Any]) -> Any:
    columns = dict(zip(FIELDS, map(np.ascontiguousarray, boxes.T), strict=True))
    return pa.table({"id": np.arange(len(boxes)) + FIRST_ID, **columns})


def mix(state: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """One step of splitmix64."""
    z = state + np.uint64(0x9E3779B97F4A7C15)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))


def hash_of(a: NDArray[Any], b: NDArray[Any]) -> tuple[int, int]:
    """The hash of a multiset of pairs that ``broadleaf pairs`` prints, and their number."""
    mixed = mix(mix(a.astype(np.uint64)) + b.astype(np.uint64))
    return int(mixed.sum(dtype=np.uint64)), len(a)


def hash_of_table(table: Any) -> tuple[int, int]:
    assert table.column_names == ["id_a", "id_b"]
    return hash_of(table["id_a"].to_numpy(), table["id_b"].to_numpy())


BOXES, OTHERS = scene(1, 20_000), scene(2, 15_000)
WITHIN = hash_of(*(broadleaf.self_pairs(BOXES) + FIRST_ID))
BETWEEN = hash_of(*(broadleaf.cross_pairs(BOXES, OTHERS) + FIRST_ID))


def test_the_program(tmp_path: Path) -> None:
    program = os.environ.get("BROADLEAF")
    if not program:
        pytest.skip("BROADLEAF does not name the program, built with its feature `pairs`")
    files = [str(tmp_path / name) for name in ("boxes.parquet", "others.parquet")]
    for boxes, file in zip((BOXES, OTHERS), files, strict=True):
        pq.write_table(table_of(boxes), file)
    command = [program, "pairs", "--count", "--json", "--memory", "16M", "--id", "id"]
    command += ["--boxes", ",".join(FIELDS), "--spill", str(tmp_path / "spill"), files[0]]
    within = json.loads(subprocess.check_output(command))
    assert (int(within["hash"], 16), within["pairs"]) == WITHIN
    command += [files[1], "--id-b", "id", "--boxes-b", ",".join(FIELDS)]
    between = json.loads(subprocess.check_output(command))
    assert (int(between["hash"], 16), between["pairs"]) == BETWEEN


def killer(marker: Path) -> Callable[[], None]:
    """A function that kills its process if the file exists; it can be removed only once.

    Not a function of this module, which workers cannot import.
    """
    name = str(marker)

    def die_once() -> None:
        try:
            os.remove(name)
        except FileNotFoundError:
            return
        os.kill(os.getpid(), signal.SIGKILL)

    return die_once


@pytest.fixture(scope="module", params=["local[2,4]", "local-cluster[2,1,1024]"])
def spark(request: pytest.FixtureRequest) -> Iterator[Any]:
    sql = pytest.importorskip("pyspark.sql")
    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = sql.SparkSession.builder.master(request.param)
    builder = builder.config("spark.ui.enabled", "false")
    builder = builder.config("spark.sql.shuffle.partitions", "4")
    builder = builder.config("spark.driver.host", "localhost")
    session = builder.getOrCreate()
    yield session
    session.stop()


def spark_frame(spark: Any, boxes: NDArray[Any], partitions: int = 4) -> Any:
    return spark.createDataFrame(table_of(boxes)).repartition(partitions)


def test_spark(spark: Any) -> None:
    import broadleaf.spark

    frame, others = (spark_frame(spark, boxes) for boxes in (BOXES, OTHERS))
    found = broadleaf.spark.self_join(frame, tiles=16)
    assert [field.dataType.typeName() for field in found.schema] == ["long", "long"]
    assert hash_of_table(found.toArrow()) == WITHIN
    renamed = others.withColumnRenamed("id", "other").selectExpr(
        "other", "struct(xmin, ymin, xmax, ymax) AS bbox"
    )
    found = broadleaf.spark.join(frame, renamed, b_id="other", b_box="bbox", tiles=16)
    assert hash_of_table(found.toArrow()) == BETWEEN
    tiling = broadleaf.Tiling(BOXES, 32, giant_limit=3)
    found = broadleaf.spark.self_join(frame, tiling=tiling)
    assert hash_of_table(found.toArrow()) == WITHIN
    empty = broadleaf.spark.self_join(frame.limit(0))
    assert empty.count() == 0


def test_spark_when_a_worker_dies(spark: Any, tmp_path: Path) -> None:
    import broadleaf.spark

    marker = tmp_path / "marker"
    die_once = killer(marker)

    def pass_on(batches: Iterator[Any]) -> Iterator[Any]:
        for batch in batches:
            die_once()
            yield batch

    frame = spark_frame(spark, BOXES)
    frame = frame.mapInArrow(pass_on, frame.schema)
    found = broadleaf.spark.self_join(frame, tiles=16)
    marker.touch()
    assert hash_of_table(found.toArrow()) == WITHIN
    assert not marker.exists()


def test_spark_names_a_bad_row(spark: Any) -> None:
    import broadleaf.spark

    boxes = BOXES.copy()
    boxes[77, 2] = np.nan
    with pytest.raises(Exception, match=rf"row .*missing=.*\(id: {FIRST_ID + 77}\)"):
        broadleaf.spark.self_join(spark_frame(spark, boxes), tiling=broadleaf.Tiling(BOXES, 4))


def with_gaps() -> tuple[Any, tuple[int, int]]:
    """A table with other columns, some rows without a box, and the hash of its pairs."""
    boxes, ids = BOXES[:5000].copy(), np.arange(5000)
    gone = ids % 11 == 5
    boxes[gone, ids[gone] % 4] = np.nan
    names = ("north", "east", "south", "west")
    columns = {name: boxes[:, 3 - i] for i, name in enumerate(names)}
    columns["west"] = pa.array(columns["west"], mask=ids % 22 == 5)
    pairs = broadleaf.self_pairs(boxes, missing="skip")
    return pa.table({"id": ids, **columns}), hash_of(*pairs)


def test_spark_leaves_out_rows_without_a_box(spark: Any) -> None:
    import broadleaf.spark

    table, expected = with_gaps()
    frame = spark.createDataFrame(table).repartition(3)
    found = broadleaf.spark.self_join(frame, tiles=4, missing="skip")
    assert hash_of_table(found.toArrow()) == expected


@pytest.fixture(scope="module")
def ray() -> Iterator[Any]:
    # Workers have a low priority otherwise, and are late on a busy machine.
    os.environ |= {"RAY_worker_niceness": "0"}
    ray = pytest.importorskip("ray")
    ray.init(num_cpus=2, include_dashboard=False, logging_level="ERROR")
    yield ray
    ray.shutdown()


def ray_data(ray: Any, boxes: NDArray[Any]) -> Any:
    table = table_of(boxes)
    step = len(table) // 4 + 1
    return ray.data.from_arrow([table.slice(i, step) for i in range(0, len(table), step)])


def ray_hash(ray: Any, data: Any) -> tuple[int, int]:
    tables = [table for table in ray.get(data.to_arrow_refs()) if len(table)]
    return hash_of_table(pa.concat_tables(tables))


def test_ray(ray: Any) -> None:
    import broadleaf.ray

    data, others = (ray_data(ray, boxes) for boxes in (BOXES, OTHERS))
    assert ray_hash(ray, broadleaf.ray.self_join(data, tiles=16)) == WITHIN
    renamed = others.rename_columns({"id": "other"})
    found = broadleaf.ray.join(data, renamed, b_id="other", tiles=16)
    assert ray_hash(ray, found) == BETWEEN
    tiling = broadleaf.Tiling(BOXES, 32, giant_limit=3)
    assert ray_hash(ray, broadleaf.ray.self_join(data, tiling=tiling)) == WITHIN


def test_ray_leaves_out_rows_without_a_box(ray: Any) -> None:
    import broadleaf.ray

    table, expected = with_gaps()
    data = ray.data.from_arrow([table.slice(0, 1000), table.slice(1000)])
    assert ray_hash(ray, broadleaf.ray.self_join(data, tiles=4, missing="skip")) == expected


def test_ray_when_a_worker_dies(ray: Any, tmp_path: Path) -> None:
    import broadleaf.ray

    marker = tmp_path / "marker"
    die_once = killer(marker)

    def pass_on(table: Any) -> Any:
        die_once()
        return table

    data = ray_data(ray, BOXES).map_batches(pass_on, batch_format="pyarrow")
    found = broadleaf.ray.self_join(data, tiles=16)
    marker.touch()
    assert ray_hash(ray, found) == WITHIN
    assert not marker.exists()
