"""The examples in docstrings and in the README."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
from pathlib import Path

import pytest

import broadleaf

MODULES = [module.name for module in pkgutil.iter_modules(broadleaf.__path__)]


@pytest.mark.parametrize("name", MODULES)
def test_examples(name: str) -> None:
    module = importlib.import_module(f"broadleaf.{name}")
    results = doctest.testmod(module, optionflags=doctest.NORMALIZE_WHITESPACE)
    assert results.failed == 0


def test_readme() -> None:
    readme = Path(__file__).parent.parent / "README.md"
    results = doctest.testfile(str(readme), module_relative=False)
    assert results.failed == 0


def test_every_public_name_is_documented_by_example() -> None:
    for name in broadleaf.__all__:
        thing = getattr(broadleaf, name)
        assert thing.__doc__ or name == "Progress", name
