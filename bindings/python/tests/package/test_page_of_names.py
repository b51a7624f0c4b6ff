"""All names and arguments in the Python columns of the page of names exist."""

from __future__ import annotations

import inspect
import operator
import re
from pathlib import Path

import pytest

import broadleaf

PAGE = Path(__file__).parents[4] / "docs/reference/names.md"


def names() -> list[str]:
    """The names in the Python column of every table."""
    rows = [line.split("|") for line in PAGE.read_text("utf-8").splitlines() if line[:1] == "|"]
    return sorted({name for cells in rows for name in re.findall("`(.+?)`", cells[3])})


@pytest.mark.parametrize("name", names())
def test_name(name: str) -> None:
    path, _, arguments = name.rstrip(")").partition("(")
    named = operator.attrgetter(path)(broadleaf)
    known = inspect.signature(named).parameters if arguments else {}
    assert [
        argument for argument in arguments.split(", ") if argument and argument not in known
    ] == []


def test_the_page_has_names() -> None:
    assert len(names()) > 50
