"""Intervals beside double loops."""

from __future__ import annotations

import datetime
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

import broadleaf

Keys = list[Any]
Pairs = list[tuple[int, int]]


def random_intervals(
    rng: np.random.Generator, count: int, kind: Any = np.int64, keys: int = 3
) -> tuple[NDArray[Any], NDArray[np.int64]]:
    """Intervals that tie, touch and may have no length, and a key for each."""
    ends = np.sort(rng.integers(-10, 20, (count, 2)), axis=1)
    return ends.astype(kind), rng.integers(0, keys, count)


def overlap(a: Any, b: Any, closed: bool = False) -> bool:
    return bool(a[0] <= b[1] and b[0] <= a[1] if closed else a[0] < b[1] and b[0] < a[1])


def double_loop(a: Any, b: Any, keys: Any, b_keys: Any, is_pair: Any) -> Pairs:
    return [
        (i, j)
        for i in range(len(a))
        for j in range(len(b))
        if keys[i] == b_keys[j] and is_pair(a[i], b[j])
    ]


def as_list(pairs: NDArray[Any]) -> Pairs:
    return [(int(i), int(j)) for i, j in pairs.T]


RULES: list[tuple[dict[str, Any], Any]] = [
    ({}, overlap),
    ({"closed": True}, lambda a, b: overlap(a, b, closed=True)),
    ({"min_overlap": 2}, lambda a, b: min(a[1], b[1]) - max(a[0], b[0]) >= 2),
    ({"distance": 3}, lambda a, b: max(a[0], b[0]) - min(a[1], b[1]) <= 3),
]


@pytest.mark.parametrize("kind", [np.int8, np.int32, np.int64, np.uint16, np.float32, np.float64])
@pytest.mark.parametrize(("options", "is_pair"), RULES)
def test_pairs_are_as_a_double_loop_says(
    rng: np.random.Generator, options: Any, is_pair: Any, kind: Any
) -> None:
    (a, keys), (b, b_keys) = random_intervals(rng, 60), random_intervals(rng, 45)
    shift = 10 if np.dtype(kind).kind == "u" else 0
    a, b = (a + shift).astype(kind), (b + shift).astype(kind)
    expected = double_loop(a.tolist(), b.tolist(), keys, b_keys, is_pair)
    found = broadleaf.interval_pairs(a, b, by=keys, b_by=b_keys, **options)
    assert found.dtype == np.int64 and as_list(found) == expected
    short = broadleaf.interval_pairs(a, b, by=keys, b_by=b_keys, dtype=np.uint32, **options)
    assert short.dtype == np.uint32 and as_list(short) == expected
    unsorted = broadleaf.interval_pairs(a, b, by=keys, b_by=b_keys, sort=False, **options)
    assert sorted(as_list(unsorted)) == expected
    places = list(zip(keys[unsorted[0]], a[unsorted[0], 0], strict=True))
    assert places == sorted(places)
    counts = broadleaf.count_interval_overlaps(a, b, by=keys, b_by=b_keys, **options)
    assert counts.tolist() == [sum(pair[0] == row for pair in expected) for row in range(len(a))]
    within = double_loop(a.tolist(), a.tolist(), keys, keys, is_pair)
    found = broadleaf.interval_pairs(a, by=keys, **options)
    assert as_list(found) == [pair for pair in within if pair[0] < pair[1]]
    assert sorted(as_list(broadleaf.interval_pairs(a, by=keys, sort=False, **options))) == as_list(
        found
    )


@pytest.mark.parametrize("kind", [np.int64, np.float64, "M8[s]", "m8[h]"])
def test_rows_are_as_double_loops_say(rng: np.random.Generator, kind: Any) -> None:
    (a, keys), (b, b_keys) = random_intervals(rng, 50), random_intervals(rng, 30)
    options: dict[str, Any] = {"by": keys, "b_by": b_keys}
    ours, others = a.astype(kind), b.astype(kind)

    def steps(row: int) -> list[int]:
        """The steps of a row of a that b covers."""
        spans = [range(*b[j]) for j in range(len(b)) if b_keys[j] == keys[row]]
        return [step for step in range(*a[row]) if any(step in span for span in spans)]

    covered = broadleaf.interval_coverage(ours, others, **options)
    assert covered.dtype.kind == {"i": "i", "f": "f"}.get(np.dtype(kind).kind, "m")
    assert covered.astype(np.int64).tolist() == [len(steps(row)) for row in range(len(a))]

    rows, parts = broadleaf.subtract_intervals(ours, others, **options)
    assert parts.dtype == np.dtype(kind)
    left = [
        (int(row), step)
        for row, part in zip(rows, parts.astype(np.int64), strict=True)
        for step in range(*part)
    ]
    expected = [
        (row, step)
        for row in range(len(a))
        for step in range(*a[row])
        if step not in set(steps(row))
    ]
    assert left == expected

    for side in ("before", "after"):
        nearest, gaps = broadleaf.nearest_intervals(ours, others, side, **options)
        for row, (start, end) in enumerate(a.tolist()):
            known = [
                (start - b[j][1] if side == "before" else b[j][0] - end, j)
                for j in range(len(b))
                if b_keys[j] == keys[row]
            ]
            best = min((each for each in known if each[0] >= 0), default=None)
            if best is None:
                assert nearest[row] == -1
                assert gaps[row] == -1 if gaps.dtype.kind == "i" else gaps[row] != gaps[row]
            else:
                assert (int(gaps[row].astype(np.int64)), int(nearest[row])) == best


@pytest.mark.parametrize("gap", [None, 0, 2])
def test_clusters_are_components(rng: np.random.Generator, gap: int | None) -> None:
    a, keys = random_intervals(rng, 40, keys=6)
    a[:, 1] += 1  # equal points are clusters of their own
    options: dict[str, Any] = {} if gap is None else {"distance": gap}
    found = broadleaf.cluster_intervals(a, gap=gap, by=keys)
    labels = np.arange(len(a))
    for i, j in broadleaf.interval_pairs(a, by=keys, **options).T:
        labels[labels == labels[j]] = labels[i]
    same = labels[:, None] == labels[None, :]
    assert (same == (found.labels[:, None] == found.labels[None, :])).all()
    for cluster, (start, end) in enumerate(found.intervals):
        rows = np.flatnonzero(found.labels == cluster)
        assert (start, end) == (a[rows, 0].min(), a[rows, 1].max())
        assert found.sizes[cluster] == len(rows) and found.rows[cluster] == rows[0]
    order = [
        (keys[row], start) for row, (start, _) in zip(found.rows, found.intervals, strict=True)
    ]
    assert order == sorted(order)


@given(
    st.lists(st.tuples(st.integers(-(2**63), 2**63 - 1), st.integers(-(2**63), 2**63 - 1))),
    st.integers(0, 2**63 - 1),
)
def test_int64_is_exact(rows: Any, distance: int) -> None:
    rows = [sorted(row) for row in rows]
    a = np.array(rows, np.int64).reshape(-1, 2)
    keys = [0] * len(rows)
    near = double_loop(
        rows, rows, keys, keys, lambda a, b: max(a[0], b[0]) - min(a[1], b[1]) <= distance
    )
    assert as_list(broadleaf.interval_pairs(a, a, distance=distance)) == near


def test_keys_in_every_form() -> None:
    a, b = [[0, 5], [0, 5], [0, 5]], [[1, 2], [3, 4]]
    words, others = ["x", "y", "z"], ["y", "x"]
    expected = [(0, 1), (1, 0)]
    forms: list[tuple[Any, Any]] = [
        (words, others),
        (np.array(words), np.array(others)),
        (np.array(words, object), (np.array(others, object),)),
        ([7, 5, 6], [5, 7]),
        (np.array([7, -5, 6]), np.array([-5, 7], np.int8)),
        (np.array([2**64 - 1, 5, 6], np.uint64), np.array([5, 2**64 - 1], np.uint64)),
        (np.array([2**40, 5, 6]), np.array([5, 2**40], np.uint64)),
        (np.array(["2020-01-02", "2020-01-01", "2020-01-03"], "M8[D]"),
         np.array(["2020-01-01T00", "2020-01-02T00"], "M8[h]")),
        ([datetime.date(2020, 1, 2), datetime.date(2020, 1, 1), datetime.date(2020, 1, 3)],
         [datetime.date(2020, 1, 1), datetime.date(2020, 1, 2)]),
        ((np.array([1, 1, 2]), words), (np.array([1, 1]), others)),
    ]  # fmt: skip
    for by, b_by in forms:
        assert as_list(broadleaf.interval_pairs(a, b, by=by, b_by=b_by)) == expected, by
    found = broadleaf.interval_pairs(a, b, by=[True, False, False], b_by=[False, True])
    assert as_list(found) == [(0, 1), (1, 0), (2, 0)]


def test_tables_and_categories() -> None:
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    arrow = pytest.importorskip("pyarrow")
    columns: dict[str, Any] = {
        "chrom": ["b", "a", "b"],
        "start": [0, 0, 4],
        "end": [5, 5, 9],
        "s": ["+", "-", "-"],
    }
    other = {"chrom": ["a", "b"], "start": [1, 4], "end": [3, 5], "s": ["-", "+"]}
    frame = polars.DataFrame(columns)
    chunked = arrow.concat_tables([arrow.table(columns).slice(0, 2), arrow.table(columns).slice(2)])
    category = pandas.DataFrame(columns).astype({"chrom": "category"})
    tables = [
        columns, pandas.DataFrame(columns), category, frame, arrow.table(columns), chunked,
        pandas.DataFrame(columns).convert_dtypes(), frame.cast({"chrom": polars.Categorical}),
        frame.cast({"chrom": polars.Enum(["b", "a"])}),
        chunked.set_column(0, "chrom", chunked["chrom"].dictionary_encode()),
    ]  # fmt: skip
    for table in tables:
        for second in (other, polars.DataFrame(other), pandas.DataFrame(other), arrow.table(other)):
            found = broadleaf.interval_pairs(table, second, by="chrom")
            assert as_list(found) == [(0, 1), (1, 0), (2, 1)]
            found = broadleaf.interval_pairs(table, second, by=("chrom", "s"))
            assert as_list(found) == [(0, 1), (1, 0)]
            found = broadleaf.interval_pairs(
                (table["start"], table["end"]), second, by=table["chrom"], b_by="chrom"
            )
            assert as_list(found) == [(0, 1), (1, 0), (2, 1)]
        clusters = broadleaf.cluster_intervals(table, by="chrom")
        assert clusters.labels.tolist() == [1, 0, 1]
        assert [columns["chrom"][row] for row in clusters.rows] == ["a", "b"]
    names = {"from": [0], "to": [5]}
    assert broadleaf.interval_coverage(names, other, columns=("from", "to")).tolist() == [3]


def test_times_of_different_units() -> None:
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    days = np.array([["2020-01-01", "2020-01-02"], ["2020-01-03", "2020-01-04"]], "M8[D]")
    hours = np.array([["2020-01-01T22", "2020-01-02T00"], ["2020-01-02T00", "2020-01-02T23"]], "M8")
    for first in (
        days,
        (pandas.Series(days[:, 0].astype("M8[s]")), pandas.Series(days[:, 1].astype("M8[ns]"))),
        (polars.Series(days[:, 0]), polars.Series(days[:, 1])),
        tuple(pandas.Series(days[:, at].astype("M8[s]")).dt.tz_localize("UTC") for at in (0, 1)),
        tuple([[moment.item() for moment in days[:, at]] for at in (0, 1)]),
    ):
        assert as_list(broadleaf.interval_pairs(first, hours)) == [(0, 0)]
        assert as_list(broadleaf.interval_pairs(first, hours, closed=True)) == [(0, 0), (0, 1)]
        hour = datetime.timedelta(hours=1)
        found = broadleaf.interval_pairs(first, hours, distance=hour)
        assert as_list(found) == [(0, 0), (0, 1), (1, 1)]
        found = broadleaf.interval_pairs(
            first, hours, distance=hour - datetime.timedelta.resolution
        )
        assert as_list(found) == [(0, 0), (0, 1)]
        assert as_list(broadleaf.interval_pairs(first, hours, min_overlap=2 * hour)) == [(0, 0)]
        covered = broadleaf.interval_coverage(first, hours)
        assert (covered == np.array([2, 0], "m8[h]")).all()
    rows, free = broadleaf.subtract_intervals(days, hours)
    assert rows.tolist() == [0, 1] and free.dtype == "M8[h]"
    assert free[0, 1] == np.datetime64("2020-01-01T22")
    _, gaps = broadleaf.nearest_intervals(hours, days, "before")
    assert np.isnat(gaps[0]) and gaps[1] == np.timedelta64(0)
    assert broadleaf.cluster_intervals(days, gap=datetime.timedelta(1)).sizes.tolist() == [2]


def test_fractions_of_integers_are_exact() -> None:
    a, b = [[0, 4]], [[2, 9], [3, 9], [6, 9], [7, 9]]
    assert broadleaf.interval_pairs(a, b, min_overlap=1.5)[1].tolist() == [0]
    assert broadleaf.interval_pairs(a, b, distance=2.5)[1].tolist() == [0, 1, 2]
    assert broadleaf.interval_pairs(a, b, distance=np.inf).shape == (2, 4)
    assert broadleaf.interval_pairs(a, b, min_overlap=np.inf).shape == (2, 0)


def test_long_durations_do_not_wrap_around() -> None:
    times = np.array([[0, 10], [20, 30]]).astype("M8[ns]")
    for years in (400, 600):  # int64 holds 292 years of nanoseconds
        length = datetime.timedelta(days=365 * years)
        assert broadleaf.interval_pairs(times, times, distance=length).shape == (2, 4)
        assert broadleaf.interval_pairs(times, times, min_overlap=length).shape == (2, 0)
        assert broadleaf.cluster_intervals(times, gap=length).sizes.tolist() == [2]
    with pytest.raises(ValueError, match="does not fit into"):
        broadleaf.interval_pairs(times, distance=datetime.timedelta.max)
    extremes = np.array([[-(2**63)] * 2, [2**63 - 1] * 2])
    for distance in (2**64, np.inf):
        with pytest.raises(ValueError, match=r"distance: .* does not fit into int64"):
            broadleaf.interval_pairs(extremes, distance=distance)


def test_infinite_ends_and_lengths() -> None:
    points = np.array([[-np.inf, -np.inf], [1.0, 2.0]])
    assert broadleaf.interval_pairs(points, points, distance=np.inf).shape == (2, 4)
    lines = np.array([[-np.inf, -1.0], [-1.0, np.inf], [-np.inf, np.inf]])
    found = broadleaf.interval_pairs(lines, min_overlap=np.inf)
    assert as_list(found) == [(0, 2), (1, 2)]


def test_no_gap_in_every_form() -> None:
    numbers, times = [[0, 1], [1, 2], [3, 4]], np.array([[0, 1], [1, 2], [3, 4]]).astype("M8[s]")
    gap: Any
    for gap in (0, 0.0, np.float32(0), np.int8(0)):
        assert broadleaf.cluster_intervals(numbers, gap=gap).labels.tolist() == [0, 0, 1]
    for gap in (0, datetime.timedelta(0), np.timedelta64(0, "s")):
        assert broadleaf.cluster_intervals(times, gap=gap).labels.tolist() == [0, 0, 1]
    with pytest.raises(TypeError, match="gap is a duration, but the intervals are numbers"):
        broadleaf.cluster_intervals(numbers, gap=np.timedelta64(0, "s"))
    with pytest.raises(TypeError, match="gap must be a duration"):
        broadleaf.cluster_intervals(times, gap=1)


def test_objects_of_pandas_keep_nanoseconds() -> None:
    pandas = pytest.importorskip("pandas")
    moments = [pandas.Timestamp(f"2020-01-01T00:00:00.00000000{digit}") for digit in range(5)]
    first, second = ([moments[1]], [moments[2]]), ([moments[3]], [moments[4]])
    assert broadleaf.interval_pairs(first, second, closed=True).shape == (2, 0)
    gap = moments[1] - moments[0]
    assert broadleaf.interval_pairs(first, second, distance=gap).shape == (2, 1)
    lengths = ([pandas.Timedelta(1, "ns")], [pandas.Timedelta(3, "ns")])
    assert broadleaf.interval_coverage(lengths, lengths) == np.timedelta64(2, "ns")
    with pytest.raises(ValueError, match="a: starts: row 1 is missing"):
        broadleaf.interval_pairs(([moments[0], pandas.NaT], moments[:2]))
    with pytest.raises(ValueError, match=r"a: starts: row 0: 0001-01-01.* does not fit into"):
        broadleaf.interval_pairs(([datetime.datetime(1, 1, 1), moments[1]], moments[1:3]))


def test_empty_lists_have_no_type() -> None:
    large = [[2**60, 2**60 + 1]]
    none: Any
    for none in ([], np.empty((0, 2))):
        assert broadleaf.interval_pairs(large, none).shape == (2, 0)
        assert broadleaf.interval_coverage(large, none).dtype == np.int64
        rows, parts = broadleaf.nearest_intervals(large, none, "after")
        assert rows.tolist() == parts.tolist() == [-1]
        assert broadleaf.subtract_intervals(large, none)[1].tolist() == large


def test_keys_that_are_missing_or_no_column_are_named() -> None:
    arrow = pytest.importorskip("pyarrow")
    some, good = [[0, 1], [0, 1]], [999_999, 1]
    missing = "b_by: row 1 has no key"
    cases: list[tuple[Any, str]] = [
        (np.ma.array([1, 2], mask=[False, True]), missing),
        (arrow.DictionaryArray.from_arrays([0, 1], arrow.array([1, None])), missing),
        ([1, None], missing),
        ([1], "b_by: expected a key for each of 2 rows, not 1"),
        (1, "b_by: expected a column of keys, not 1"),
        (np.array([[1], [2]]), "b_by: expected a column of keys"),
        ([[1], [2]], "b_by: unhashable"),
    ]
    for keys, message in cases:
        with pytest.raises((TypeError, ValueError), match=message):
            broadleaf.interval_pairs(some, some, by=good, b_by=keys)


def test_empty_lists() -> None:
    some = np.array([[0, 1], [2, 3]])
    empty: list[Any] = [[], np.empty((0, 2)), {"start": [], "end": []}]
    for none in empty:
        assert broadleaf.interval_pairs(none).shape == (2, 0)
        assert broadleaf.interval_pairs(none, some).shape == (2, 0)
        assert broadleaf.interval_pairs(some, none, by=[1, 2], b_by=[]).shape == (2, 0)
        assert broadleaf.count_interval_overlaps(some, none).tolist() == [0, 0]
        assert broadleaf.interval_coverage(none, some).shape == (0,)
        assert broadleaf.nearest_intervals(some, none, "after")[0].tolist() == [-1, -1]
        assert broadleaf.cluster_intervals(none).intervals.shape == (0, 2)
        assert len(broadleaf.subtract_intervals(some, none)[0]) == 2


def test_invalid_input_is_named() -> None:
    pairs = broadleaf.interval_pairs
    good = [[0, 1], [2, 3]]
    cases: list[tuple[Any, dict[str, Any], str]] = [
        (([[0, 1], [3, 2]],), {}, "a: row 1: the start 3 is above the end 2"),
        ((good, [[0.0, np.nan]]), {}, "b: row 0: the start or the end is not a number"),
        (
            (np.array([[2**60, 2**60]]), [[0.5, 1]]),
            {},
            "a: row 0: 1152921504606846976 is not a value of float64",
        ),
        (([[0, 1, 2]],), {}, r"a: expected an array of shape \(n, 2\)"),
        ((([0, 1], [2]),), {}, "a: starts have shape"),
        ((good,), {"by": [1]}, "by: expected a key for each of 2 rows, not 1"),
        ((good,), {"by": ["x", None]}, "by: row 1 has no key"),
        ((good,), {"distance": -1}, "distance must be at least 0: -1"),
        ((good,), {"min_overlap": 0}, "min_overlap must be above 0: 0"),
        ((good,), {"closed": True, "distance": 1}, "exclude each other"),
        (({"start": [0]},), {}, "a: there is no column 'end'; name it with columns="),
        ((np.array([["2020", "2019"]], "M8[Y]"),), {}, "a: row 0: the start 2020 is above the end"),
        ((np.array([["2020", "NaT"]], "M8[Y]"),), {}, "a: row 0 is missing"),
        ((np.array([[-9000, 9000]], "M8[Y]"),), {"distance": np.timedelta64(1, "ns")}, "fit into"),
    ]
    for arguments, options, message in cases:
        with pytest.raises(ValueError, match=message):
            pairs(*arguments, **options)
    days = np.array([["2020-01-01", "2020-01-02"]], "M8[D]")
    wrong: list[tuple[Any, dict[str, Any], str]] = [
        ((good, good), {"by": [1, 2]}, "by and b_by go together"),
        (
            (good, good),
            {"by": [1, 2], "b_by": ["x", "y"]},
            r"by has numbers \(int\) but b_by has text \(str\); keys of",
        ),
        ((good, good), {"by": "chrom"}, "'chrom' is a name, but a is not a table"),
        ((good, days), {}, "a has numbers, b has times; intervals need"),
        ((days,), {"distance": 1}, "distance must be a duration"),
        ((good,), {"distance": datetime.timedelta(1)}, "is a duration, but the intervals are num"),
        ((good,), {"distance": "1"}, "distance must be a number"),
        ((good,), {"distance": np.nan}, "distance must be a number, not nan"),
        ((good,), {"distance": 1j}, "distance must be a number"),
        ((good,), {"dtype": np.int32}, "dtype must be int64 or uint32"),
        ((good,), {"columns": ("a", "b")}, "columns= needs a table"),
        ((good,), {"b_by": [1]}, "need a second list"),
    ]
    for arguments, options, message in wrong:
        with pytest.raises(TypeError, match=message):
            pairs(*arguments, **options)
    with pytest.raises(ValueError, match="side must be"):
        broadleaf.nearest_intervals(good, good, "left")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="row 0: the length 18446744073709551615 does not fit"):
        broadleaf.interval_coverage([[-(2**63), 2**63 - 1]], [[-(2**63), 2**63 - 1]])


def test_pandas_has_the_same_overlaps(rng: np.random.Generator) -> None:
    pandas = pytest.importorskip("pandas")
    (a, _), (b, _) = random_intervals(rng, 50), random_intervals(rng, 50)
    for closed in (False, True):
        index = pandas.IntervalIndex.from_arrays(*b.T, closed="both" if closed else "left")
        pairs = broadleaf.interval_pairs(a, b, closed=closed)
        for row, (start, end) in enumerate(a.tolist()):
            if start < end:  # pandas has no half-open overlap of points
                wanted = pandas.Interval(start, end, closed=index.closed)
                theirs = index.overlaps(wanted) & (closed | (b[:, 0] < b[:, 1]))
                ours = pairs[1][pairs[0] == row]
                ours = ours[closed | (b[ours, 0] < b[ours, 1])]
                assert ours.tolist() == np.flatnonzero(theirs).tolist()
