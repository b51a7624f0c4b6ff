"""Joins as tables, beside geopandas and double loops."""

from __future__ import annotations

import math
import sys
import warnings
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from conftest import overlap_matrix, random_boxes
from numpy.typing import NDArray

import broadleaf
from broadleaf._joins import _exact, _partners

pyarrow = pytest.importorskip("pyarrow")
HOW: list[Any] = ["inner", "left", "semi", "anti"]


def columns_of(reader: Any) -> list[list[Any]]:
    return [column.to_pylist() for column in reader.read_all().columns]


def expected(matrix: NDArray[np.bool_], how: str) -> list[list[Any]]:
    """The columns of a join, given which rows are pairs."""
    has = matrix.any(axis=1)
    if how in ("semi", "anti"):
        return [np.flatnonzero(has == (how == "semi")).tolist()]
    rows: list[tuple[int, int | None]] = [(int(i), int(j)) for i, j in np.argwhere(matrix)]
    lonely: list[tuple[int, int | None]] = (
        [(int(i), None) for i in np.flatnonzero(~has)] if how == "left" else []
    )
    rows = sorted([*rows, *lonely], key=lambda row: (row[0], row[1] or 0))
    return [[row[0] for row in rows], [row[1] for row in rows]]


@pytest.mark.parametrize("how", HOW)
@pytest.mark.parametrize("axes", [2, 3])
@pytest.mark.parametrize("kind", [np.float32, np.float64, np.int32, np.int64])
def test_boxes(rng: np.random.Generator, how: Any, axes: int, kind: Any) -> None:
    a, b = random_boxes(rng, 200, axes, kind), random_boxes(rng, 90, axes, kind)
    matrix = overlap_matrix(a, b)
    for batch in (1, 7, 1 << 20):
        reader = broadleaf.sjoin(a, b, how=how, batch_rows=batch)
        assert columns_of(reader) == expected(matrix, how)
    batches = list(broadleaf.sjoin(a, b, how=how, batch_rows=7))
    assert all(0 < batch.num_rows <= 7 for batch in batches)
    assert batches[0].schema.field("left").type == pyarrow.uint32()
    assert broadleaf.count_partners(a, b).tolist() == matrix.sum(axis=1).tolist()


@pytest.mark.parametrize("kind", [np.float32, np.float64, np.int32])
def test_distances(rng: np.random.Generator, kind: Any) -> None:
    a = (random_boxes(rng, 150, 2, np.float64) * 2).astype(kind)
    b = (random_boxes(rng, 80, 2, np.float64) * 2).astype(kind)
    one, other = a.astype(float), b.astype(float)
    gaps = np.maximum(other[None, :, :2] - one[:, None, 2:], one[:, None, :2] - other[None, :, 2:])
    square = (np.maximum(gaps, 0) ** 2).sum(axis=2)
    limits = rng.integers(0, 4, len(a)).astype(float)
    cases: list[Any] = [(0, 0.0), (1.0, 1.0), (limits, limits[:, None])]
    for distance, limit in cases:
        matrix = square <= np.square(limit)
        for how in HOW:
            reader = broadleaf.sjoin(a, b, how=how, distance=distance)
            assert columns_of(reader) == expected(matrix, how)
        counts = broadleaf.count_partners(a, b, distance=distance)
        assert counts.tolist() == matrix.sum(axis=1).tolist()


@pytest.mark.parametrize("axes", [2, 3])
@pytest.mark.parametrize("kind", [np.float32, np.float64, np.int32])
def test_distances_on_the_largest_axis_are_exact(
    rng: np.random.Generator, axes: int, kind: Any
) -> None:
    scale = 2 if kind == np.int32 else 1.3
    a, b = ((random_boxes(rng, count, axes) * scale).astype(kind) for count in (60, 40))
    # Distances that rounding makes equal to gaps, or moves to the other side of them.
    first, second = a[:, :axes].astype(float), b[:, axes:].astype(float)
    rounded = np.abs(first - second[rng.integers(0, 40, 60)]).max(axis=1)
    near = np.nextafter(rounded, rng.choice([0, np.inf], 60))
    for limits in (rounded, near, np.floor(rounded), np.full(60, 0.5)):
        limit = [Fraction(value) for value in limits.tolist()]
        matrix = np.array(
            [
                [gap_of(one, other) <= limit[i] for other in b.tolist()]
                for i, one in enumerate(a.tolist())
            ]
        )
        options: dict[str, Any] = {"distance": limits, "metric": "chebyshev"}
        for how in HOW:
            assert columns_of(broadleaf.sjoin(a, b, how=how, **options)) == expected(matrix, how)
        counts = broadleaf.count_partners(a, b, **options)
        assert counts.tolist() == matrix.sum(axis=1).tolist()


def gap_of(a: list[float], b: list[float]) -> Fraction:
    """The largest gap of two boxes on an axis, exactly."""
    one, other = [[Fraction(end) for end in box] for box in (a, b)]
    axes = len(one) // 2
    ways = [(one, other), (other, one)]
    gaps = [low[axis] - high[axis + axes] for low, high in ways for axis in range(axes)]
    return max(Fraction(0), *gaps)


def test_infinite_distances_and_boxes() -> None:
    a = [[-np.inf, 0, np.inf, 1], [np.inf, 0, np.inf, 1], [3, 9, 4, 9]]
    metrics: list[Any] = ["euclidean", "chebyshev"]
    for metric in metrics:
        near = broadleaf.sjoin(a, a, distance=[0, 0, np.inf], metric=metric)
        assert columns_of(near) == [[0, 0, 1, 1, 2, 2, 2], [0, 1, 0, 1, 0, 1, 2]]
    # Gaps above the greatest number, and differences of denormal ones.
    a = [[-1e308, 0, -1e308, 0], [0, 0, 5e-324, 0]]
    b = [[1e308, 0, 1e308, 0], [1e-323, 0, 1e-323, 0]]
    near = broadleaf.sjoin(a, b, distance=[1.7e308, 5e-324], metric="chebyshev")
    assert columns_of(near) == [[0, 1], [1, 1]]


def test_rows_without_a_box_have_no_partner() -> None:
    a = [[0, 0, 1, 1], None, [0, 0, np.nan, 1], [1, 1, 2, 2]]
    assert columns_of(broadleaf.sjoin(a, a)) == [[0, 0, 3, 3], [0, 3, 0, 3]]
    assert columns_of(broadleaf.sjoin(a, a, how="anti")) == [[1, 2]]
    assert columns_of(broadleaf.sjoin(a, a, how="left"))[1] == [0, 3, None, None, 0, 3]
    near = broadleaf.sjoin(a, a, distance=[0, 0, 0, 5])
    assert columns_of(near) == [[0, 0, 3, 3], [0, 3, 0, 3]]
    with pytest.raises(ValueError, match="left: row 1 has no box"):
        broadleaf.sjoin(a, a, missing="error")


def test_longitudes_wrap(rng: np.random.Generator) -> None:
    degrees = rng.integers(-18, 19, (120, 2)) * 10.0
    low = rng.integers(0, 9, (120, 1)).astype(float)
    boxes = np.concatenate([degrees[:, :1], low, degrees[:, 1:], low + 1], axis=1)
    a, b = boxes[:80], boxes[80:]
    pairs = broadleaf.cross_pairs(a, b, longitude="x")
    for batch in (5, 1 << 20):
        reader = broadleaf.sjoin(a, b, longitude="x", batch_rows=batch)
        assert columns_of(reader) == pairs.tolist()
    counts = np.bincount(pairs[0], minlength=len(a))
    assert broadleaf.count_partners(a, b, longitude="x").tolist() == counts.tolist()


def test_few_rows_at_a_time(rng: np.random.Generator, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(_partners, "_FIRST", 3)
    a, b = random_boxes(rng, 300), random_boxes(rng, 300)
    for how in HOW:
        reader = broadleaf.sjoin(a, b, how=how, batch_rows=10)
        assert columns_of(reader) == expected(overlap_matrix(a, b), how)


def test_labels() -> None:
    pandas = pytest.importorskip("pandas")
    names = ["xmin", "ymin", "xmax", "ymax"]
    a = pandas.DataFrame([[0, 0, 1, 1], [5, 5, 6, 6]], columns=names, index=["a", "b"])
    b = pandas.DataFrame([[1, 1, 2, 2], [9, 9, 9, 9]], columns=names, index=[70, 80])
    assert columns_of(broadleaf.sjoin(a, b, labels="index")) == [["a"], [70]]
    reader = broadleaf.sjoin(a, b, how="left", labels="index")
    assert columns_of(reader) == [["a", "b"], [70, None]]
    reader = broadleaf.sjoin(a, b, how="anti", labels=(None, ["x", "y"]))
    assert columns_of(reader) == [[1]]
    table = pyarrow.table({**{name: [0, 5] for name in names}, "id": ["x", "y"]})
    for right in (table, table.to_pandas(), pytest.importorskip("polars").from_arrow(table)):
        reader = broadleaf.sjoin(a, right, labels=(list("pq"), "id"))
        assert columns_of(reader) == [["p", "q"], ["x", "y"]]
        with pytest.raises(ValueError, match="labels: right has no column 'name'"):
            broadleaf.sjoin(a, right, labels=(None, "name"))
    with pytest.raises(ValueError, match="labels: 1 for 2 rows of right"):
        broadleaf.sjoin(a, b, labels=(None, ["x"]))
    with pytest.raises(TypeError, match="right is not a table of pandas"):
        broadleaf.sjoin(a, b.to_numpy(), labels="index")


def shapes(rng: np.random.Generator, count: int) -> Any:
    """Polygons with holes and notches, lines and points, on a grid where many touch."""
    shapely = pytest.importorskip("shapely")
    x, y = rng.integers(0, 12, (2, count)).astype(float)
    kinds = [
        lambda x, y: shapely.box(x, y, x + 3, y + 2),
        lambda x, y: shapely.box(x, y, x + 3, y + 3).difference(
            shapely.box(x + 1, y + 1, x + 2, y + 2)
        ),
        lambda x, y: shapely.Polygon([(x, y), (x + 3, y), (x + 3, y + 1), (x, y + 3)]),
        lambda x, y: shapely.LineString([(x, y), (x + 2, y + 2), (x + 4, y)]),
        lambda x, y: shapely.Point(x, y),
        lambda x, y: shapely.Polygon(),
        lambda x, y: None,
    ]  # fmt: skip
    found = np.empty(count, object)
    found[:] = [kinds[kind](*at) for kind, *at in zip(rng.integers(0, 7, count), x, y, strict=True)]
    return found


PREDICATES = [
    "intersects", "contains", "contains_properly", "covers", "within", "covered_by", "touches",
    "crosses", "overlaps",
]  # fmt: skip


@pytest.mark.parametrize("repeats", [0, 10])
@pytest.mark.parametrize("predicate", PREDICATES)
def test_geopandas_has_the_same_pairs(
    rng: np.random.Generator, monkeypatch: pytest.MonkeyPatch, predicate: Any, repeats: int
) -> None:
    geopandas = pytest.importorskip("geopandas")
    # All geometries are prepared, or hardly any; a thread tests few pairs at a time.
    monkeypatch.setattr(_exact, "_MIN_REPEATS", repeats)
    monkeypatch.setattr(_exact, "_CHUNK", 50)
    a = geopandas.GeoDataFrame(geometry=shapes(rng, 150), index=np.arange(150) * 3)
    b = geopandas.GeoDataFrame(geometry=shapes(rng, 120), index=[f"b{i}" for i in range(120)])
    for how in ("inner", "left"):
        joined = geopandas.sjoin(a, b, how=how, predicate=predicate)
        labels = [None if label != label else label for label in joined["index_right"]]
        position = {label: row for row, label in enumerate(b.index)}
        theirs = sorted(
            zip(joined.index, labels, strict=True),
            key=lambda row: (row[0], position.get(row[1], 0)),
        )
        for threads in (1, 2):
            reader = broadleaf.sjoin(
                a, b, how=how, predicate=predicate, labels="index", threads=threads
            )
            assert list(zip(*columns_of(reader), strict=True)) == theirs
    counts = geopandas.sjoin(a, b, predicate=predicate).groupby(level=0).size()
    ours = broadleaf.count_partners(a, b, predicate=predicate)
    assert ours.tolist() == counts.reindex(a.index, fill_value=0).tolist()


@pytest.mark.parametrize("predicate", ["intersects", "contains", "covers", "within", "touches"])
def test_boxes_join_geometries_as_rectangles(rng: np.random.Generator, predicate: Any) -> None:
    shapely = pytest.importorskip("shapely")
    low = rng.integers(0, 12, (120, 2))
    boxes = np.concatenate([low, low + rng.integers(0, 4, (120, 2))], axis=1).astype(float)
    others, rows = shapes(rng, 90), np.where(np.arange(120)[:, None] % 9, boxes, np.nan)
    is_flat = (boxes[:, :2] == boxes[:, 2:]).any(axis=1)
    rectangles = shapely.box(*boxes.T)
    rectangles[is_flat] = shapely.linestrings(boxes[is_flat].reshape(-1, 2, 2))
    is_point = (boxes[:, :2] == boxes[:, 2:]).all(axis=1)
    rectangles[is_point] = shapely.points(boxes[is_point, :2])
    rectangles[::9] = None
    matrix = getattr(shapely, predicate)(rectangles[:, None], others[None, :])
    assert columns_of(broadleaf.sjoin(rows, others, predicate=predicate)) == expected(
        matrix, "inner"
    )
    matrix = getattr(shapely, predicate)(others[:, None], rectangles[None, :])
    assert columns_of(broadleaf.sjoin(others, rows, predicate=predicate)) == expected(
        matrix, "inner"
    )


def test_geopandas_has_the_same_distances(rng: np.random.Generator) -> None:
    geopandas = pytest.importorskip("geopandas")
    shapely = pytest.importorskip("shapely")
    a, b = geopandas.GeoSeries(shapes(rng, 100)), geopandas.GeoSeries(shapes(rng, 100))
    limits = rng.integers(0, 3, 100).astype(float)
    for distance in (0.0, 1.0, 2.5, limits):
        first, second = np.meshgrid(np.arange(100), np.arange(100), indexing="ij")
        limit = distance[:, None] if isinstance(distance, np.ndarray) else distance
        matrix = shapely.dwithin(a.to_numpy()[first], b.to_numpy()[second], limit)
        assert columns_of(broadleaf.sjoin(a, b, distance=distance)) == expected(matrix, "inner")


def test_distances_of_geometries_are_those_of_shapely(rng: np.random.Generator) -> None:
    shapely = pytest.importorskip("shapely")
    points = shapely.points(rng.integers(0, 40, (100, 2)).astype(float))
    # The roots of some whole numbers are rounded down, so that their squares are too small.
    for distance in shapely.distance(points[0], points[1:20]).tolist():
        matrix = shapely.dwithin(points[:, None], points[None, :], distance)
        found = broadleaf.sjoin(points, points, distance=distance)
        assert columns_of(found) == expected(matrix, "inner")
    assert broadleaf.count_partners(points[:1], points[1:2], distance=math.inf).tolist() == [1]


@pytest.mark.parametrize("axes", [2, 3])
def test_the_distance_that_is_reported_is_within(rng: np.random.Generator, axes: int) -> None:
    for scale in (1, 0.1):
        boxes = random_boxes(rng, 60, axes) * scale
        for one, other in zip(boxes[:30, None], boxes[30:, None], strict=True):
            found = broadleaf.closest_pair(one, other)
            assert found is not None
            assert broadleaf.count_partners(one, other, distance=found[2]).tolist() == [1]
            if found[2] > 0:
                less = np.nextafter(found[2], 0)
                assert broadleaf.count_partners(one, other, distance=less).tolist() == [0]
    point, away = np.zeros((1, 2 * axes)), np.ones((1, 2 * axes))
    away[0, [1, 1 + axes]] = 5
    reported = broadleaf.closest_pair(point, away)
    assert reported is not None
    assert broadleaf.count_partners(point, away, distance=reported[2]).tolist() == [1]


def test_the_greatest_distances_do_not_warn() -> None:
    greatest = np.finfo(float).max
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for distance in (greatest, [greatest], [np.inf]):
            counts = broadleaf.count_partners([[0, 0, 1, 1]], [[5, 5, 6, 6]], distance=distance)
            assert counts.tolist() == [1]


def test_prepared_geometries_are_copies(
    rng: np.random.Generator, monkeypatch: pytest.MonkeyPatch
) -> None:
    shapely = pytest.importorskip("shapely")
    monkeypatch.setattr(_exact, "_MIN_REPEATS", 0)
    a = shapely.box(*(np.floor(random_boxes(rng, 50).T)))
    broadleaf.sjoin(a, a, predicate="contains").read_all()
    assert not shapely.is_prepared(a).any()


def test_invalid_input_is_named() -> None:
    geopandas = pytest.importorskip("geopandas")
    shapely = pytest.importorskip("shapely")
    boxes = [[0, 0, 1, 1]]
    cases: list[Any] = [
        ({"how": "outer"}, "how must be one of"),
        ({"predicate": "near"}, "predicate 'near' is not one of"),
        ({"predicate": "touches"}, "predicate 'touches' needs geometries"),
        ({"predicate": "dwithin"}, "needs a distance"),
        ({"predicate": "contains", "distance": 1}, "distance goes with"),
        ({"interiors": True, "distance": 1}, "distance goes with"),
        ({"distance": -1}, "distance must not be negative"),
        ({"distance": [1, 2]}, "distance: expected one number, or one for each of 1 left rows"),
        ({"distance": [np.nan]}, "distance: row 0"),
        ({"longitude": "x", "distance": 1}, "antimeridian"),
        ({"distance": 1, "metric": "manhattan"}, "metric must be"),
        ({"metric": "chebyshev"}, "metric='chebyshev' goes with a distance"),
        ({"batch_rows": 0}, "batch_rows must be from 1"),
        ({"labels": "name"}, "labels must be"),
    ]
    for options, message in cases:
        with pytest.raises(ValueError, match=message):
            broadleaf.sjoin(boxes, boxes, **options)
    with pytest.raises(ValueError, match="right: row 0: an infinite box has no geometry"):
        broadleaf.sjoin([shapely.Point(0, 0)], [[0, 0, np.inf, 1]])
    for options in ({"interiors": True}, {"distance": 1, "metric": "chebyshev"}):
        with pytest.raises(ValueError, match="is for boxes"):
            broadleaf.sjoin([shapely.Point(0, 0)], boxes, **options)
    with pytest.raises(ValueError, match="left has 2 dimensions, right has 3"):
        broadleaf.sjoin(boxes, [[0, 0, 0, 1, 1, 1]])
    a = geopandas.GeoSeries([shapely.Point(0, 0)], crs=4326)
    with pytest.raises(ValueError, match="left has coordinates in EPSG:4326, right in EPSG:3857"):
        broadleaf.sjoin(a, a.to_crs(3857))


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ([2.0, 0, 1, 1], "min 2 is above max 1 on axis 0"),
        ([0, np.nan, 1, 1], "not a number on axis 1"),
    ],
)
def test_errors_count_rows_from_the_start(wrong: list[float], message: str) -> None:
    # More rows than a chunk has.
    boxes = np.tile([0.0, 0, 1, 1], (6000, 1))
    boxes[5000] = wrong
    for sides, name in [((boxes, boxes[:1]), "left"), ((boxes[:1], boxes), "right")]:
        with pytest.raises(ValueError, match=f"{name}: row 5000: {message}"):
            broadleaf.sjoin(*sides, missing="error")
        with pytest.raises(ValueError, match=f"{name}: row 5000: {message}"):
            broadleaf.count_partners(*sides, missing="error")


def test_without_pyarrow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ImportError, match="needs pyarrow: pip install pyarrow"):
        broadleaf.sjoin([[0, 0, 1, 1]], [[0, 0, 1, 1]])


def test_polars_and_duckdb_read_batches() -> None:
    polars = pytest.importorskip("polars")
    duckdb = pytest.importorskip("duckdb")
    names = ["xmin", "ymin", "xmax", "ymax"]
    rows = [[0, 0, 4, 4], [1, 1, 7, 7], [9, 9, 9, 9]]
    rooms = polars.DataFrame(rows, schema=names, orient="row")
    frame = polars.DataFrame(broadleaf.sjoin(rooms, rooms))
    assert frame.filter(polars.col("left") < polars.col("right")).rows() == [(0, 1)]
    pairs = broadleaf.sjoin(rooms, rooms)
    assert pairs is not None
    with duckdb.connect() as connection:
        found = connection.sql('select "left", count(*) n from pairs group by all order by all')
        assert found.fetchall() == [(0, 2), (1, 2), (2, 1)]


def test_pandas_reads_batches() -> None:
    pandas = pytest.importorskip("pandas")
    frame = broadleaf.sjoin([[0, 0, 4, 4], [9, 9, 9, 9]], [[1, 1, 7, 7]], how="left").read_pandas()
    assert isinstance(frame, pandas.DataFrame)
    assert frame["left"].tolist() == [0, 1]
    assert frame["right"].isna().tolist() == [False, True]
