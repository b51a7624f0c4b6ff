"""Ten million intervals by key beside 1.2 million: polars-bio, ncls, bioframe.

Prints CPU time in seconds as CSV, the best of some turns, and verifies that all find the same
pairs and counts. Answers are numbers of rows. ncls and the kernel of bioframe know no keys: they
get the rows of each key as arrays, cut before the clock starts. ruranges needs Python 3.12 and is
left out before.

    python benchmarks/intervals.py [TURNS [SHARE]]
"""

from __future__ import annotations

import csv
import gc
import importlib
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import polars
from numpy.typing import NDArray

import broadleaf

Rows = NDArray[Any]
#: Rows of both lists, in some pieces.
Pieces = Iterable[tuple[Rows, Rows]]
#: Fewer pairs at a time are hashed.
PART = 1 << 22
KEYS = 24


def table(rng: np.random.Generator, genes: Rows, count: int, longest: int) -> polars.DataFrame:
    """Rows that crowd at genes, as reads and exons do."""
    gene = rng.integers(0, len(genes), count)
    starts = genes[gene] + rng.integers(0, 1000, count)
    names = np.array([f"chr{key + 1}" for key in range(KEYS)])
    columns = {
        "chrom": names[gene % KEYS],
        "start": starts,
        "end": starts + rng.integers(1, longest, count),
    }
    return polars.DataFrame(columns)


def checksum(pieces: Pieces) -> tuple[int, int]:
    """The number of pairs, and a sum that does not depend on their order."""
    count = total = 0
    for firsts, seconds in pieces:
        count += len(firsts)
        for start in range(0, len(firsts), PART):
            first, second = (part[start : start + PART] for part in (firsts, seconds))
            mixed = first.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)
            mixed ^= second.astype(np.uint64) * np.uint64(0xC2B2AE3D27D4EB4F)
            mixed ^= mixed >> np.uint64(29)
            mixed *= np.uint64(0xBF58476D1CE4E5B9)
            total = (total + int(mixed.sum(dtype=np.uint64))) % 2**64
    return count, total


def by_key(frame: polars.DataFrame) -> list[tuple[Rows, Rows, Rows]]:
    """Starts, ends and rows of each key."""
    parts = frame.partition_by("chrom", as_dict=True)
    found = []
    for key in sorted(parts):
        numbers = parts[key].select("start", "end", "row").cast(polars.Int64).to_numpy()
        starts, ends, rows = (column.copy() for column in numbers.T)
        found.append((starts, ends, rows))
    return found


def of_ncls(a: Any, b: Any) -> list[tuple[Rows, Rows]]:
    """Pairs by key, in no order."""
    ncls = importlib.import_module("ncls")
    found = []
    for (starts, ends, rows), (others, their_ends, their_rows) in zip(a, b, strict=True):
        tree = ncls.NCLS(others, their_ends, their_rows)
        found.append(tree.all_overlaps_both(starts, ends, rows))
    return found


def of_bioframe(a: Any, b: Any) -> list[tuple[Rows, Rows]]:
    """Pairs by key, in no order."""
    arrops = importlib.import_module("bioframe.core.arrops")
    found = []
    for (starts, ends, rows), (others, their_ends, their_rows) in zip(a, b, strict=True):
        first, second = arrops.overlap_intervals(starts, ends, others, their_ends)
        found.append((rows[first], their_rows[second]))
    return found


def polars_bio() -> Any:
    """The library, for half-open intervals."""
    library = importlib.import_module("polars_bio")
    library.set_option(library.POLARS_BIO_COORDINATE_SYSTEM_ZERO_BASED, True)
    return library


def of_polars_bio(a: str, b: str) -> list[tuple[Rows, Rows]]:
    """Pairs in no order, as uint32, in batches. A frame of polars takes more than 20 GiB."""
    found = polars_bio().overlap(a, b, output_type="datafusion.DataFrame")
    stream = found.select_exprs("row_1", "row_2").execute_stream()
    batches = (batch.to_pyarrow() for batch in stream)
    return [(batch.column(0).to_numpy(), batch.column(1).to_numpy()) for batch in batches]


def counts_of_polars_bio(a: polars.DataFrame, b: polars.DataFrame) -> Rows:
    """Counts by row."""
    found = polars_bio().count_overlaps(a, b, output_type="polars.LazyFrame")
    found = found.select("row", "count").collect()
    counts = np.empty(len(a), np.int64)
    counts[found["row"].to_numpy()] = found["count"].to_numpy()
    return counts


def contenders(a: polars.DataFrame, b: polars.DataFrame, folder: str) -> dict[str, dict[str, Any]]:
    """What to run for each task, and how to read pairs from the answer."""
    parts = by_key(a), by_key(b)
    files = f"{folder}/a.parquet", f"{folder}/b.parquet"
    for frame, file in zip((a, b), files, strict=True):
        frame.write_parquet(file)
    numbers = [frame["chrom"].str.slice(3).cast(polars.UInt32).to_numpy() for frame in (a, b)]
    columns = [(frame["start"].to_numpy(), frame["end"].to_numpy()) for frame in (a, b)]

    def ours(sort: bool, dtype: Any) -> Callable[[], Any]:
        return lambda: broadleaf.interval_pairs(
            columns[0], columns[1], by=numbers[0], b_by=numbers[1], sort=sort, dtype=dtype
        )

    return {
        "pairs": {
            "broadleaf": ours(False, np.int64),
            "broadleaf, uint32": ours(False, np.uint32),
            "broadleaf, sorted": ours(True, np.int64),
            "broadleaf, sorted, from a table with text": lambda: broadleaf.interval_pairs(
                a, b, by="chrom"
            ),
            "polars-bio, from files": lambda: of_polars_bio(*files),
            "ncls, by key": lambda: of_ncls(*parts),
            "bioframe, by key": lambda: of_bioframe(*parts),
        },
        "counts": {
            "broadleaf": lambda: broadleaf.count_interval_overlaps(
                columns[0], columns[1], by=numbers[0], b_by=numbers[1]
            ),
            "broadleaf, from a table with text": lambda: broadleaf.count_interval_overlaps(
                a, b, by="chrom"
            ),
            "polars-bio": lambda: counts_of_polars_bio(a, b),
        },
    }


def summary(answer: Any) -> tuple[int, int]:
    """The number of pairs, and a checksum."""
    if isinstance(answer, list):
        return checksum(answer)
    if answer.ndim == 1:
        return int(answer.sum()), checksum([(np.arange(len(answer)), answer)])[1]
    return checksum([(answer[0], answer[1])])


def main(turns: int = 3, share: float = 1.0) -> None:
    """Compares."""
    writer = csv.writer(sys.stdout, lineterminator="\n")
    writer.writerow(["rows", "task", "a", "b", "contender", "pairs", "checksum", "s", "ratio"])
    rng = np.random.default_rng(1)
    genes = rng.integers(0, 120_000_000, max(int(20_000 * share), 1))
    a = table(rng, genes, int(10_000_000 * share), 800)
    b = table(rng, genes, int(1_200_000 * share), 220)
    compare(writer, "in no order", a, b, turns)
    columns = ["chrom", "start", "end"]
    compare(writer, "sorted", a.sort(columns), b.sort(columns), turns)


def compare(writer: Any, scene: str, a: polars.DataFrame, b: polars.DataFrame, turns: int) -> None:
    """Measures all tasks."""
    a, b = (frame.with_columns(row=np.arange(len(frame), dtype=np.uint32)) for frame in (a, b))
    with tempfile.TemporaryDirectory() as folder:
        for task, runs in contenders(a, b, folder).items():
            measure(writer, [scene, task, len(a), len(b)], runs, turns)


def measure(writer: Any, what: list[Any], runs: dict[str, Any], turns: int) -> None:
    """Measures one task in turns."""
    times, answers = dict.fromkeys(runs, np.inf), {}
    for turn in range(turns):
        for name, run in runs.items():
            gc.collect()
            start = time.process_time()
            answer = run()
            times[name] = min(times[name], time.process_time() - start)
            if turn == 0:
                answers[name] = summary(answer)
            del answer
    assert len(set(answers.values())) == 1, answers
    for name, seconds in times.items():
        count, digest = answers[name]
        row = [*what, name, count, f"{digest:016x}", f"{seconds:.2f}"]
        writer.writerow([*row, f"{seconds / times['broadleaf']:.2f}"])
        sys.stdout.flush()


if __name__ == "__main__":
    main(*map(int, sys.argv[1:2]), *map(float, sys.argv[2:3]))
