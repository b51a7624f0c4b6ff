"""bioframe's operations, and its own tests of them with `arrops.overlap_intervals` replaced.

The tests come from bioframe's source package, and are skipped where pip cannot download it.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import broadleaf

bioframe = pytest.importorskip("bioframe", reason="bioframe is not installed")
pandas = pytest.importorskip("pandas")

# bioframe calls deprecated functions of pandas.
pytestmark = pytest.mark.filterwarnings("ignore")

#: Replaces the kernel, and counts its calls. bioframe gives points a length of 1, and leaves out
#: missing rows.
PLUGIN = """
import numpy as np
import pandas
from bioframe.core import arrops
import broadleaf

calls = 0

def present(starts, ends):
    rows = np.flatnonzero(~(pandas.isna(starts) | pandas.isna(ends)))
    starts, ends = (np.asarray(column[rows], np.int64) for column in (starts, ends))
    return rows, (starts, ends + (starts == ends))

def overlap_intervals(starts1, ends1, starts2, ends2, closed=False, sort=False):
    global calls
    calls += 1
    (rows, a), (others, b) = present(starts1, ends1), present(starts2, ends2)
    i, j = broadleaf.interval_pairs(a, b, closed=closed)
    return rows[i], others[j]

arrops.overlap_intervals = overlap_intervals

def pytest_sessionfinish(session):
    print(f"\\ncalled {calls} times")
"""


def test_own_tests_of_operations(tmp_path: Path) -> None:
    options = ["--quiet", "--no-deps", "--no-binary", "bioframe", "--dest", str(tmp_path)]
    package = f"bioframe=={bioframe.__version__}"
    command = [sys.executable, "-m", "pip", "download", *options, package]
    if subprocess.run(command, capture_output=True).returncode != 0:
        pytest.skip("pip cannot download the source package of bioframe")
    (archive,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(archive) as sources:
        sources.extractall(tmp_path, filter="data")
    (folder,) = tmp_path.glob("*/tests")
    (tmp_path / "broadleaf_overlaps.py").write_text(PLUGIN)
    replaced, output = passing(tmp_path, folder, ["-p", "broadleaf_overlaps"])
    words = output.split()
    assert int(words[words.index("called") + 1]) > 50
    # Newer versions of pandas break some tests, whatever the kernel.
    kernel, output = passing(tmp_path, folder, [])
    assert len(kernel) > 15 and replaced == kernel, output


def passing(plugins: Path, folder: Path, options: list[str]) -> tuple[set[str], str]:
    """The tests of operations that pass, and the output."""
    path = os.pathsep.join([str(plugins), *filter(None, [os.environ.get("PYTHONPATH")])])
    command = [sys.executable, "-m", "pytest", "-s", "-rA", "-W", "ignore", *options]
    done = subprocess.run(
        [*command, "test_ops.py", "test_ops_select.py"],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
    )
    lines = [line.split() for line in done.stdout.splitlines()]
    return {line[1] for line in lines if line[:1] == ["PASSED"]}, done.stdout + done.stderr


def random_frame(rng: np.random.Generator, count: int) -> Any:
    """A table of intervals, of which some touch; bioframe treats those of length 0 otherwise."""
    starts = rng.integers(0, 300, count)
    ends = starts + rng.integers(1, 30, count)
    chroms = rng.choice(["chr1", "chr2", "chrX"], count)
    return pandas.DataFrame({"chrom": chroms, "start": starts, "end": ends})


def test_operations_are_those_of_bioframe(rng: np.random.Generator) -> None:
    a, b = random_frame(rng, 120), random_frame(rng, 60)
    theirs = bioframe.overlap(a, b, how="inner", return_index=True, return_input=False)
    theirs = theirs[["index", "index_"]].to_numpy(np.int64)
    ours = broadleaf.interval_pairs(a, b, by="chrom")
    assert ours.T.tolist() == sorted(theirs.tolist())
    counts = bioframe.count_overlaps(a, b)["count"].to_numpy(np.int64)
    assert np.array_equal(broadleaf.count_interval_overlaps(a, b, by="chrom"), counts)
    covered = bioframe.coverage(a, b)["coverage"].to_numpy(np.int64)
    assert np.array_equal(broadleaf.interval_coverage(a, b, by="chrom"), covered)
    for gap in (0, 3):
        theirs = bioframe.cluster(a, min_dist=gap)
        found = broadleaf.cluster_intervals(a, gap=gap, by="chrom")
        assert (found.intervals[found.labels, 0] == theirs["cluster_start"]).all()
        assert (found.intervals[found.labels, 1] == theirs["cluster_end"]).all()
    rows, parts = broadleaf.subtract_intervals(a, b, by="chrom")
    left = bioframe.subtract(a, b)
    columns = [a["chrom"].to_numpy()[rows].tolist(), *parts.T.tolist()]
    theirs = left[["chrom", "start", "end"]].astype({"start": int, "end": int})
    assert sorted(zip(*columns, strict=True)) == sorted(theirs.itertuples(index=False, name=None))


@pytest.mark.parametrize(("side", "other"), [("before", "downstream"), ("after", "upstream")])
def test_neighbors_are_those_of_bioframe(rng: np.random.Generator, side: Any, other: str) -> None:
    a, b = random_frame(rng, 120), random_frame(rng, 20)
    options = {"ignore_overlaps": True, f"ignore_{other}": True, "return_input": False}
    theirs = bioframe.closest(a, b, return_index=True, return_distance=True, **options)
    wanted = np.full(len(a), -1)
    known = theirs.dropna()
    wanted[known["index"].to_numpy(np.int64)] = known["distance"].to_numpy(np.int64)
    _, gaps = broadleaf.nearest_intervals(a, b, side, by="chrom")
    assert np.array_equal(gaps, wanted)
