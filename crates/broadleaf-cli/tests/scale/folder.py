"""Joins a folder of GeoParquet files that is larger than the memory of the program.

python folder.py PROGRAM FOLDER [--boxes N] [--files N] [--memory BYTES] [--limit MIB]

Writes files with text ids, boxes in single precision, rows without a box and boxes over the
antimeridian, half of them crowded; joins them, kills the program once and runs it again; and
compares the pairs of the first tenth of the files with those that shapely finds in memory. Prints
a row of CSV for each step. Needs numpy, pyarrow and shapely.
"""

import argparse
import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet as pq
import shapely

parser = argparse.ArgumentParser()
parser.add_argument("program")
parser.add_argument("folder", type=Path)
parser.add_argument("--boxes", type=int, default=100_000_000)
parser.add_argument("--files", type=int, default=40)
parser.add_argument("--memory", default="1536M")
parser.add_argument("--limit", type=int, default=2048, help="the most MiB that may be resident")
options = parser.parse_args()

GEO = {
    "version": "1.1.0",
    "primary_column": "geometry",
    "columns": {
        "geometry": {
            "encoding": "WKB",
            "geometry_types": [],
            "covering": {"bbox": {end: ["bbox", end] for end in ("xmin", "ymin", "xmax", "ymax")}},
        }
    },
}
# Ids that are neither sorted nor small: multiples of an odd number, modulo 2^32.
FACTOR = 2_654_435_761
INVERSE = pow(FACTOR, -1, 1 << 32)
ROWS = options.boxes // options.files
TENTH = max(options.files // 10, 1) * ROWS


def bounds(number):
    """West, south, east, north; and which rows have a box."""
    random = np.random.default_rng(number)
    crowded = random.random(ROWS) < 0.5
    towns = np.random.default_rng(0).uniform([-175, -80], [175, 80], (1000, 2))
    near = towns[random.integers(0, len(towns), ROWS)] + random.normal(0, 0.4, (ROWS, 2))
    far = random.uniform([-179, -85], [179, 85], (ROWS, 2))
    low = np.where(crowded[:, None], near, far)
    # About one pair a box, for any number of boxes.
    high = low + random.uniform(0, 0.01 * np.sqrt(1e8 / options.boxes), (ROWS, 2))
    is_over = random.random(ROWS) < 0.001
    low[is_over, 0] = random.uniform(179.99, 180, is_over.sum())
    high[is_over, 0] = random.uniform(-180, -179.99, is_over.sum())
    has_box = random.random(ROWS) >= 0.01
    return np.hstack([low, high]).astype(np.float32), has_box


def ids(rows):
    numbers = pc.cast(pa.array((rows * FACTOR) % (1 << 32)), pa.string())
    return pc.binary_join_element_wise("w", numbers, "")


def rows_of(texts):
    numbers = pc.cast(pc.utf8_slice_codeunits(texts, 1), pa.uint64()).to_numpy()
    return (numbers * np.uint64(INVERSE)) % np.uint64(1 << 32)


def write(number):
    ends, has_box = bounds(number)
    rows = np.arange(number * ROWS, (number + 1) * ROWS, dtype=np.uint64)
    names = ["xmin", "ymin", "xmax", "ymax"]
    columns = [pa.array(np.ascontiguousarray(ends[:, axis])) for axis in range(4)]
    boxes = pa.StructArray.from_arrays(columns, names, mask=pa.array(~has_box))
    table = pa.table({"id": ids(rows), "geometry": pa.nulls(ROWS, pa.binary()), "bbox": boxes})
    table = table.replace_schema_metadata({"geo": json.dumps(GEO)})
    path = options.folder / "boxes" / f"{number:03}.parquet"
    # Plain numbers: random bits do not compress.
    pq.write_table(table, path, compression="zstd", use_dictionary=False, row_group_size=1 << 19)


def expected():
    """The pairs of rows of the first tenth, by shapely."""
    parts = [bounds(number) for number in range(TENTH // ROWS)]
    ends = np.vstack([part[0] for part in parts]).astype(np.float64)
    rows = np.flatnonzero(np.concatenate([part[1] for part in parts]))
    ends = ends[rows]
    is_over = ends[:, 0] > ends[:, 2]
    # The antimeridian cuts a box in two.
    west = ends[is_over].copy()
    west[:, 0] = -180
    ends[is_over, 2] = 180
    both = np.concatenate([rows, rows[is_over]])
    boxes = shapely.box(*np.vstack([ends, west]).T)
    tree = shapely.STRtree(boxes)
    found = []
    for start in range(0, len(boxes), 1 << 20):
        a, b = tree.query(boxes[start : start + (1 << 20)])
        a, b = both[a + start], both[b]
        found.append((a.astype(np.uint64) << np.uint64(32) | b.astype(np.uint64))[a < b])
    return np.unique(np.concatenate(found))


def written(path):
    """The pairs of rows of the first tenth, as the program wrote them; and how many there are."""
    found, count = [], 0
    for batch in pq.ParquetFile(path).iter_batches(1 << 20):
        a, b = (rows_of(batch.column(name)) for name in ("a", "b"))
        count += len(a)
        is_here = (a < TENTH) & (b < TENTH)
        found.append(a[is_here] << np.uint64(32) | b[is_here])
    return np.sort(np.concatenate(found)), count


def resident(pid):
    """The most memory of a process so far, in MiB. Its usage when it ends counts this one, too."""
    try:
        status = Path(f"/proc/{pid}/status").read_text()
    except OSError:
        return 0.0
    lines = [line for line in status.splitlines() if line.startswith("VmHWM")]
    return int(lines[0].split()[1]) / 1024 if lines else 0.0


def join(out, killed_at=None):
    """Runs the program, or kills it when it has finished this many tiles."""
    command = [options.program, "pairs", options.folder / "boxes", "--id", "id", "--longitude", "x"]
    command += ["--missing", "skip", "-o", out, "--memory", options.memory, "--json"]
    start = time.perf_counter()
    with open(options.folder / "said.json", "w") as said:
        child = subprocess.Popen(list(map(str, command)), stdout=said, stderr=subprocess.DEVNULL)
    journal, peak = Path(f"{out}.spill/finished"), 0.0
    while child.poll() is None:
        peak = max(peak, resident(child.pid))
        # An entry has 40 bytes.
        finished = journal.stat().st_size // 40 if journal.exists() else 0
        if killed_at is not None and finished >= killed_at:
            child.send_signal(signal.SIGKILL)
        time.sleep(0.05)
    seconds = time.perf_counter() - start
    step = "joining, until killed" if killed_at is not None else "joining, resumed"
    print(f'"{step}",{seconds:.0f},{peak:.0f}', flush=True)
    assert child.returncode == (-signal.SIGKILL if killed_at is not None else 0)
    assert peak < options.limit, f"{peak} MiB"
    return json.loads((options.folder / "said.json").read_text() or "{}")


def main():
    (options.folder / "boxes").mkdir(parents=True, exist_ok=True)
    out = options.folder / "pairs.parquet"
    start = time.perf_counter()
    for number in range(options.files):
        write(number)
    print("step,seconds,peak MiB")
    print(f"writing the files,{time.perf_counter() - start:.0f},", flush=True)
    join(out, killed_at=3)
    result = join(out)
    start = time.perf_counter()
    found, count = written(out)
    assert count == result["pairs"] == result["rows"], (count, result)
    wanted = expected()
    assert np.array_equal(found, wanted), (len(found), len(wanted))
    print(f"comparing {len(wanted)} pairs of {TENTH} rows,{time.perf_counter() - start:.0f},")
    facts = ["boxes", "pairs", "tiles", "tiles_finished_before", "spilled_bytes", "skipped"]
    print({fact: result[fact] for fact in facts}, file=sys.stderr)


main()
