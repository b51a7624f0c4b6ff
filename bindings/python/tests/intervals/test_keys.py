"""Keys of intervals: equal if values of the same kind are, whatever library holds them."""

from __future__ import annotations

import datetime
import zoneinfo
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


def objects(keys: list[Any]) -> list[Any]:
    """The keys in each form that takes any object."""
    array = np.empty(len(keys), object)
    array[:] = keys
    pandas = pytest.importorskip("pandas")
    return [keys, array, pandas.Series(array, dtype=object), pandas.Index(array, dtype=object)]


def test_the_hour_that_occurs_twice() -> None:
    zone = zoneinfo.ZoneInfo("Europe/Berlin")
    local = [datetime.datetime(2024, 10, 27, 2, 30, tzinfo=zone, fold=fold) for fold in (0, 1)]
    moments = [time.astimezone(datetime.UTC) for time in local]
    for one, other in product(objects(local), objects(moments)):
        assert matrix(one, other) == [[1, 0], [0, 1]]
        assert matrix(one[::-1], other) == [[0, 1], [1, 0]]


@pytest.mark.parametrize("keys", [[2, 1, True], [1.5, 1.0, True], [0, False], [True, 1], [1, True]])
def test_truth_values_are_no_numbers(keys: list[Any]) -> None:
    for by in objects(keys):
        with pytest.raises(TypeError, match=r"^by: row \d has .*; keys of different kinds"):
            matrix(by, keys)
        with pytest.raises(TypeError, match=r"^by: row \d has .*; keys of different kinds"):
            matrix([np.bool_(key) if isinstance(key, bool) else key for key in by], keys)


def test_times_of_day_keep_their_nanoseconds() -> None:
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    arrow = pytest.importorskip("pyarrow")
    times = arrow.array([1, 2, 3_600_000_005_000], arrow.time64("ns"))
    in_pandas = pandas.Series(times, dtype=pandas.ArrowDtype(times.type))
    forms = [times, polars.Series(times), in_pandas, pandas.Index(in_pandas)]
    for one, other in product(forms, repeat=2):
        assert matrix(one, other) == np.eye(3, dtype=int).tolist()
    plain = [datetime.time(0), datetime.time(1, 0, 0, 5)]
    for one in forms:
        assert matrix(one, plain) == [[0, 0], [0, 0], [0, 1]]
        with pytest.raises(TypeError, match=r"^by has times of day .* but b_by has numbers"):
            matrix(one, [1])
    coarse = arrow.array([0, 3600], arrow.time32("s"))
    assert matrix(coarse, [datetime.time(1), datetime.time(0)]) == [[0, 1], [1, 0]]


def test_not_a_number_is_no_key() -> None:
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    arrow = pytest.importorskip("pyarrow")
    keys = [1.0, float("nan"), 2.0]
    in_arrow = arrow.array(keys)
    forms: list[Any] = [
        *objects(keys),
        np.array(keys),
        pandas.Series(keys),
        pandas.Series(in_arrow, dtype=pandas.ArrowDtype(in_arrow.type)),
        polars.Series(keys),
        in_arrow,
        arrow.chunked_array([in_arrow]),
        *objects([Decimal(1), Decimal("NaN")]),
        [Decimal(1), Decimal("sNaN")],
    ]
    for form in forms:
        with pytest.raises(ValueError, match=r"^b_by: row 1 has no key$"):
            matrix([1.0], form)


def test_times_beyond_those_of_python() -> None:
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    arrow = pytest.importorskip("pyarrow")
    identity = np.eye(2, dtype=int).tolist()
    days = np.array([10**8, 3_000_000], "M8[D]")
    in_polars = polars.Series([10**8, 3_000_000], dtype=polars.Int32).cast(polars.Date)
    assert matrix(days, in_polars) == identity
    kinds = [(arrow.timestamp("s"), "M8[s]", 10**12), (arrow.date64(), "M8[ms]", 864 * 10**13)]
    for kind, plain, number in [*kinds, (arrow.duration("s"), "m8[s]", 2**62)]:
        column = arrow.array([number, 0], kind)
        in_pandas = pandas.Series(column, dtype=pandas.ArrowDtype(kind))
        for one in (column, in_pandas):
            assert matrix(one, np.array([number, 0], plain)) == identity


def test_every_error_names_the_column() -> None:
    polars, arrow = pytest.importorskip("polars"), pytest.importorskip("pyarrow")
    columns: list[Any] = [
        np.array([1, 2], "m8"),
        [np.timedelta64(1), np.timedelta64(2)],
        [1, [2, 3]],
        [[1], [2, 3]],
        arrow.array([{"a": 1}, {"a": 2}]),
        polars.Series([[1], [2]]),
        [datetime.time(1, tzinfo=datetime.UTC), datetime.time(1)],
    ]
    for column in columns:
        with pytest.raises((TypeError, ValueError), match=r"^b_by: "):
            matrix([], column)
