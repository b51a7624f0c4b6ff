"""trimesh's own tests of proximity, with its tree of triangles replaced by `Index`.

The tests come from trimesh's source package, which contains neither their helpers nor their models.
Small substitutes replace the helpers, and tests that load a model are skipped. Set
`BROADLEAF_TRIMESH` to a checkout of trimesh to run all tests unchanged.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

trimesh = pytest.importorskip("trimesh", reason="trimesh is not installed")

#: Replaces the tree, and counts its queries.
PLUGIN = """
import numpy as np
import trimesh
import broadleaf

class CountingIndex(broadleaf.Index):
    asked = 0

    def intersection_v(self, mins, maxs):
        CountingIndex.asked += 1
        return super().intersection_v(mins, maxs)

def bounds_tree(bounds):
    bounds = np.array(bounds, dtype=np.float64)
    return CountingIndex(bounds.reshape(len(bounds), -1))

trimesh.util.bounds_tree = bounds_tree

def pytest_sessionfinish(session):
    print(f"\\nasked {CountingIndex.asked} times")
"""

#: The parts of `tests/generic.py` that the tests need.
GENERIC = """
import logging as log
import time
import unittest
from collections import deque

import numpy as np
import trimesh
from shapely.geometry import Point, Polygon
from trimesh import Trimesh
from trimesh.constants import tol

random = np.random.default_rng(0).random
transforms = [trimesh.transformations.random_rotation_matrix() for _ in range(20)]

def get_meshes(count):
    return [trimesh.creation.icosphere(), trimesh.creation.torus(2, 1)][:count]

def get_mesh(name):
    raise unittest.SkipTest(f"there is no model {name}")
"""


def run_tests(folder: Path, file: Path) -> str:
    (folder / "broadleaf_tree.py").write_text(PLUGIN)
    path = os.pathsep.join([str(folder), *filter(None, [os.environ.get("PYTHONPATH")])])
    command = [sys.executable, "-m", "pytest", "-q", "-s", "-p", "broadleaf_tree", str(file)]
    done = subprocess.run(
        command,
        cwd=file.parent,
        env={**os.environ, "PYTHONPATH": path},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def asked(output: str) -> int:
    words = output.split()
    return int(words[words.index("asked") + 1])


def test_proximity_of_the_package(tmp_path: Path) -> None:
    options = ["--quiet", "--no-deps", "--no-binary", "trimesh", "--dest", str(tmp_path)]
    package = f"trimesh=={trimesh.__version__}"
    command = [sys.executable, "-m", "pip", "download", *options, package]
    if subprocess.run(command, capture_output=True).returncode != 0:
        pytest.skip("pip cannot download the source package of trimesh")
    (archive,) = tmp_path.glob("*.tar.gz")
    with tarfile.open(archive) as sources:
        sources.extractall(tmp_path, filter="data")
    (file,) = tmp_path.glob("*/tests/test_proximity.py")
    alone = tmp_path / "alone"
    alone.mkdir()
    (alone / file.name).write_bytes(file.read_bytes())
    (alone / "generic.py").write_text(GENERIC)
    assert asked(run_tests(tmp_path, alone / file.name)) > 100


def test_proximity_of_a_checkout(tmp_path: Path) -> None:
    checkout = os.environ.get("BROADLEAF_TRIMESH")
    if checkout is None:
        pytest.skip("BROADLEAF_TRIMESH does not name a checkout of trimesh")
    output = run_tests(tmp_path, Path(checkout) / "tests" / "test_proximity.py")
    assert asked(output) > 100
