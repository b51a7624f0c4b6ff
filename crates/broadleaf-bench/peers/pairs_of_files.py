"""Self joins of boxes in a Parquet file: `broadleaf pairs`, DuckDB and SedonaDB.

    pip install duckdb pyarrow numpy 'apache-sedona[db]'
    cargo build --release -p broadleaf-cli --features pairs
    python pairs_of_files.py make 1000000 boxes.parquet
    python pairs_of_files.py compare boxes.parquet --program target/release/broadleaf

`make` writes boxes with edges of 0.5 to 1.5 and about half a pair a box, uniformly distributed, as
four columns of floats and an id. `compare` counts the overlapping pairs with each engine in turns,
each in a process of its own, checks that the counts agree, and prints the least time and processor
time. Those of `broadleaf pairs` are of the whole process, with reading and spilling; those of DuckDB
and SedonaDB of the query alone, and SedonaDB has its geometries in memory before. DuckDB has no join of boxes without its extension `spatial`, which is fetched from its own
server; where that fails, it runs its join on inequalities (IEJoin) on the columns instead.
"""

import argparse
import json
import math
import os
import subprocess
import sys
import time

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq

CHUNK = 1_000_000
PAIRS_PER_BOX = 0.5
CONDITION = (
    "a.id < b.id AND a.min_x <= b.max_x AND b.min_x <= a.max_x"
    " AND a.min_y <= b.max_y AND b.min_y <= a.max_y"
)


def make(count, path):
    # Two boxes with mean edges of 1 overlap where their centres are within 2 by 2.
    side = math.sqrt(count * 4 / 2 / PAIRS_PER_BOX)
    random = np.random.default_rng(1)
    names = ["id", "min_x", "min_y", "max_x", "max_y"]
    schema = pa.schema([(names[0], pa.int64())] + [(name, pa.float32()) for name in names[1:]])
    with pq.ParquetWriter(path, schema, compression="none", use_dictionary=False) as writer:
        for start in range(0, count, CHUNK):
            n = min(CHUNK, count - start)
            low = random.random((2, n)) * side
            high = low + 0.5 + random.random((2, n))
            columns = [np.arange(start, start + n), *low.astype("f4"), *high.astype("f4")]
            writer.write_table(pa.table(dict(zip(names, columns)), schema=schema))


def with_program(path, program, memory, threads):
    command = [program, "pairs", path, "--id", "id", "--count", "--json"]
    command += ["--memory", memory, "--threads", str(threads), "--spill", path + ".spill"]
    def run():
        found = subprocess.run(command, check=True, capture_output=True, text=True)
        return json.loads(found.stdout)["pairs"]

    return timed(run)


def timed(run):
    """The result, the time, and the processor time of this process and of those it started."""
    start, before = time.perf_counter(), os.times()
    found = run()
    elapsed, after = time.perf_counter() - start, os.times()
    return found, elapsed, sum(after[:4]) - sum(before[:4])


def with_duckdb(path, threads):
    import duckdb

    connection = duckdb.connect(config={"threads": threads})
    try:
        connection.execute("INSTALL spatial; LOAD spatial")
    except duckdb.Error:
        print("note: DuckDB without its extension `spatial` joins on inequalities", file=sys.stderr)
        query = f"SELECT count(*) FROM '{path}' a JOIN '{path}' b ON {CONDITION}"
    else:
        # A join by ST_Intersects builds an R-tree; the exact test of boxes follows.
        box = "ST_MakeEnvelope(min_x, min_y, max_x, max_y)"
        table = f"(SELECT *, {box} AS geometry FROM '{path}')"
        query = (
            f"SELECT count(*) FROM {table} a JOIN {table} b"
            f" ON ST_Intersects(a.geometry, b.geometry) WHERE {CONDITION}"
        )
    return timed(lambda: connection.execute(query).fetchone()[0])


def with_sedona(path, threads):
    import sedona.db

    connection = sedona.db.connect()
    connection.sql(f"SET datafusion.execution.target_partitions = {threads}").execute()
    connection.read_parquet(path).to_view("boxes")
    wkt = (
        "'POLYGON((' || min_x || ' ' || min_y || ',' || max_x || ' ' || min_y || ',' || max_x"
        " || ' ' || max_y || ',' || min_x || ' ' || max_y || ',' || min_x || ' ' || min_y || '))'"
    )
    connection.sql(f"SELECT *, ST_GeomFromText({wkt}) AS g FROM boxes").to_memtable().to_view("g")
    query = f"SELECT count(*) AS n FROM g a JOIN g b ON ST_Intersects(a.g, b.g) WHERE {CONDITION}"
    return timed(lambda: connection.sql(query).to_arrow_table().column("n")[0].as_py())


def compare(arguments):
    engines = {
        "broadleaf": ["program", arguments.program, arguments.memory],
        "duckdb": ["duckdb"],
        "sedonadb": ["sedona"],
    }
    times, counts = {name: [] for name in engines}, {}
    for _ in range(arguments.rounds):
        for name, engine in engines.items():
            if name in arguments.without:
                continue
            command = [sys.executable, __file__, "one", arguments.file, str(arguments.threads)]
            ran = subprocess.run(command + engine, capture_output=True, text=True)
            if ran.returncode != 0:
                print(f"{name}: {ran.stderr.strip().splitlines()[-1]}")
                continue
            notes = [line for line in ran.stderr.splitlines() if line.startswith("note: ")]
            print("\n".join(notes), end="\n" if notes else "")
            count, elapsed, processor = ran.stdout.split()
            times[name].append((float(processor), float(elapsed)))
            counts[name] = int(count)
    if len(set(counts.values())) > 1:
        sys.exit(f"the counts differ: {counts}")
    print("engine      processor   ratio       time   pairs")
    least = min(times["broadleaf"])[0]
    for name, seconds in times.items():
        if seconds:
            processor, elapsed = (min(values) for values in zip(*seconds))
            ratio = processor / least
            print(f"{name:10} {processor:9.2f} s {ratio:7.2f} {elapsed:8.2f} s   {counts[name]}")


def one(arguments):
    engine, *rest = arguments.engine
    if engine == "program":
        print(*with_program(arguments.file, *rest, arguments.threads))
    elif engine == "duckdb":
        print(*with_duckdb(arguments.file, arguments.threads))
    else:
        print(*with_sedona(arguments.file, arguments.threads))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    commands = parser.add_subparsers(required=True)
    command = commands.add_parser("make")
    command.add_argument("count", type=int)
    command.add_argument("file")
    command.set_defaults(run=lambda arguments: make(arguments.count, arguments.file))
    command = commands.add_parser("compare")
    command.add_argument("file")
    command.add_argument("--program", default="target/release/broadleaf")
    command.add_argument("--memory", default="2G")
    command.add_argument("--threads", type=int, default=2)
    command.add_argument("--rounds", type=int, default=3)
    command.add_argument("--without", nargs="*", default=[])
    command.set_defaults(run=compare)
    command = commands.add_parser("one")
    command.add_argument("file")
    command.add_argument("threads", type=int)
    command.add_argument("engine", nargs="+")
    command.set_defaults(run=one)
    arguments = parser.parse_args()
    arguments.run(arguments)


if __name__ == "__main__":
    main()
