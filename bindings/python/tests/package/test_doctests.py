"""The examples in docstrings and in the README."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
from pathlib import Path

import pytest

import broadleaf

MODULES = [module.name for module in pkgutil.walk_packages(broadleaf.__path__, "broadleaf.")]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    module = importlib.import_module(name)
    results = doctest.testmod(module, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert results.failed == 0


ROOT = Path(__file__).parents[4]
PAGES = [
    "bindings/python/README.md",
    "docs/reference/python.md",
    "docs/guide/detections.md",
    "docs/guide/intervals.md",
    "docs/guide/neighbours.md",
    "docs/guide/python.md",
    "docs/guide/tables.md",
]


@pytest.mark.parametrize("name", PAGES)
def test_pages(name: str) -> None:
    results = doctest.testfile(str(ROOT / name), module_relative=False)
    assert results.attempted > 0 and results.failed == 0


def test_every_public_name_is_documented_by_example() -> None:
    for name in broadleaf.__all__:
        thing = getattr(broadleaf, name)
        assert thing.__doc__ or name in ("Predicate", "Progress"), name
