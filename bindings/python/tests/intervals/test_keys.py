"""Keys of intervals: equal if values of the same kind are, whatever library holds them."""

from __future__ import annotations

import datetime
from decimal import Decimal
from itertools import product
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import broadleaf

DAY = datetime.date(1970, 1, 2)
#: A day, an hour later, and nanoseconds later.
MOMENTS = np.array(["1970-01-02T00", "1970-01-02T01", "1970-01-02T00:00:00.000000005"], "M8[ns]")


def matrix(by: Any, b_by: Any) -> list[list[int]]:
    """Which rows have equal keys."""
    a, b = np.array([[0, 1]] * len(by)), np.array([[0, 1]] * len(b_by))
    found = np.zeros((len(a), len(b)), int)
    found[tuple(broadleaf.interval_pairs(a, b, by=by, b_by=b_by))] = 1
    return found.tolist()


def forms_of_times() -> list[Any]:
    """The same times in every library."""
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    arrow = pytest.importorskip("pyarrow")
    series = pandas.Series(MOMENTS)
    return [
        MOMENTS,
        list(MOMENTS),
        np.array(list(MOMENTS), object),
        np.ma.array(MOMENTS, mask=[False] * 3),
        series,
        series.dt.tz_localize("UTC"),
        series.dt.tz_localize("UTC").dt.tz_convert("Asia/Tokyo"),
        series.astype("category"),
        series.to_list(),
        pandas.Index(MOMENTS),
        polars.Series(MOMENTS),
        arrow.array(MOMENTS),
        arrow.chunked_array([arrow.array(MOMENTS)]).dictionary_encode(),
    ]


def test_equal_times_match_in_every_library() -> None:
    identity = np.eye(3, dtype=int).tolist()
    for one, other in product(forms_of_times(), repeat=2):
        assert matrix(one, other) == identity, (type(one), type(other))
    for times in forms_of_times():
        assert matrix(times, [DAY, datetime.datetime(1970, 1, 2, 1)]) == [[1, 0], [0, 1], [0, 0]]


def test_equal_durations_match_in_every_library() -> None:
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    lengths = MOMENTS - MOMENTS[0]
    plain = [datetime.timedelta(0), datetime.timedelta(hours=1)]
    for one in (lengths, list(lengths), pandas.Series(lengths), polars.Series(lengths)):
        assert matrix(one, lengths) == np.eye(3, dtype=int).tolist()
        assert matrix(one, plain) == [[1, 0], [0, 1], [0, 0]]
    assert matrix(np.array([1, 2], "m8[Y]"), np.array([24, 12], "m8[M]")) == [[0, 1], [1, 0]]


@pytest.mark.parametrize(
    "unit", ["Y", "M", "W", "D", "h", "m", "s", "7s", "ms", "us", "ns", "ps", "fs", "as"]
)
def test_times_beside_numpy(rng: np.random.Generator, unit: str) -> None:
    a = rng.integers(-3, 4, 12).astype(f"M8[{unit}]")
    # NumPy does not compare months with the finest units.
    for other in ("us",) if unit in ("ps", "fs", "as") else ("M", "D", "h", "us"):
        b = rng.integers(-3, 4, 12).astype(f"M8[{other}]")
        assert matrix(a, b) == [[int(left == right) for right in b] for left in a]


def test_times_of_all_years() -> None:
    years = np.array(["0001", "9999", "1970"], "M8[Y]")
    dates = [datetime.date(9999, 1, 1), datetime.datetime(1, 1, 1), datetime.date(9999, 12, 31)]
    assert matrix(years, dates) == [[0, 1, 0], [1, 0, 0], [0, 0, 0]]
    ends = np.array([-(2**63) + 1, 2**63 - 1], "M8[s]")
    assert matrix(ends, ends.astype("M8[s]")) == [[1, 0], [0, 1]]


def columns_of_other_kinds() -> list[tuple[Any, str]]:
    """Columns that look alike to one of the libraries: all are 1, or a day after 1970."""
    nanoseconds = np.array([86_400 * 10**9, 1])
    columns: list[tuple[Any, str]] = [
        (nanoseconds, r"numbers \(int64\)"),
        (nanoseconds.tolist(), r"numbers \(int\)"),
        (nanoseconds.astype(float), r"numbers \(float64\)"),
        ([Decimal(1), Decimal(2)], r"numbers \(Decimal\)"),
        (nanoseconds.astype("M8[ns]"), r"times \(datetime64\[ns\]\)"),
        (np.ma.array(nanoseconds.astype("M8[ns]"), mask=False), r"times \(datetime64\[ns\]\)"),
        ([DAY, DAY], r"times \(date\)"),
        (nanoseconds.astype("m8[ns]"), r"durations \(timedelta64\[ns\]\)"),
        ([datetime.timedelta(1)] * 2, r"durations \(timedelta\)"),
        (np.array([1, 2], "m8[M]"), r"durations in months \(timedelta64\[M\]\)"),
        ([True, True], r"truth values \(bool\)"),
        (["1", "1970-01-02"], r"text \(str\)"),
        ([b"1", b"1970-01-02"], r"bytes \(bytes\)"),
        ([(1,), (2,)], r"tuple \(tuple\)"),
    ]
    return columns


def test_keys_of_other_kinds_are_no_match() -> None:
    for (by, one), (b_by, other) in product(columns_of_other_kinds(), repeat=2):
        if one.partition(" (")[0] != other.partition(" (")[0] and one[:5] != other[:5]:
            with pytest.raises(TypeError, match=f"^by has {one} but b_by has {other}; keys of"):
                matrix(by, b_by)


def test_messages_name_both_columns() -> None:
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    a = pandas.DataFrame({"start": [0], "end": [1], "day": MOMENTS[:1], "shop": [1]})
    b = polars.DataFrame({"start": [0], "end": [1], "day": [86_400 * 10**9], "shop": [1]})
    times, numbers = r"by='day' has times \(datetime64\[ns\]\)", r"b_by='day' has numbers \(Int64\)"
    for by in ("day", ("shop", "day")):
        with pytest.raises(TypeError, match=f"^{times} but {numbers}; keys of different kinds"):
            broadleaf.interval_pairs(a, b, by=by)
    with pytest.raises(TypeError, match=r"^by\[1\] has times .* but b_by\[1\] has numbers"):
        broadleaf.interval_pairs(a, b, by=("shop", a["day"]), b_by=("shop", b["day"]))
    cases: list[tuple[list[Any], str]] = [
        ([1, "x"], "by: row 1 has text, 'x', but row 0 has numbers, 1; keys of different kinds"),
        ([DAY, 1, DAY], "by: row 1 has numbers, 1, but row 0 has times, datetime.date"),
        ([{1}, {2}], "by: unhashable"),
        ([1j, 2j], "by: keys without an order"),
        ([np.datetime64("NaT"), DAY], "by: row 0 has no key"),
        ([1.5, np.float32("nan")], "by: row 1 has no key"),
    ]
    for keys, message in cases:
        rows: NDArray[Any] = np.array([[0, 1]] * len(keys))
        with pytest.raises((TypeError, ValueError), match=f"^{message}"):
            broadleaf.cluster_intervals(rows, by=keys)


def test_empty_columns_have_any_kind() -> None:
    assert matrix([], MOMENTS) == [] and matrix(MOMENTS, []) == [[], [], []]
