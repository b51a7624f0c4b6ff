"""The example scripts, and the comparison, on small inputs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("script", "arguments", "needs"),
    [
        ("examples/footprints.py", ["500"], ["geopandas"]),
        ("examples/self_intersection.py", ["3"], ["trimesh"]),
        ("examples/million_balls.py", ["2000", "3"], ["scipy"]),
        (
            "benchmarks/compare.py",
            ["--sizes", "1000", "--rounds", "1"],
            ["geopandas", "rtree", "scipy"],
        ),
    ],
)
def test_script(script: str, arguments: list[str], needs: list[str], tmp_path: Path) -> None:
    for module in ["matplotlib", *needs]:
        pytest.importorskip(module)
    command = [sys.executable, str(ROOT / script), *arguments]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert list(tmp_path.glob("*.png"))


@pytest.mark.parametrize("engine", ["polars", "duckdb"])
def test_table_script(engine: str) -> None:
    pytest.importorskip(engine)
    pytest.importorskip("pyarrow")
    (script,) = (ROOT / "examples").glob(f"{engine}_*.py")
    done = subprocess.run([sys.executable, str(script), "500"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "equal to" in done.stdout
