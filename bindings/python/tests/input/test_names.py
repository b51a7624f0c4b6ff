"""Named columns are read by name: in every form, in any order, like the plain array."""

from __future__ import annotations

import collections
from collections.abc import Callable
from typing import Any

import geopandas
import numpy as np
import pandas as pd
import pyarrow as pa
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray
from strategies import boxes

import broadleaf

polars = pytest.importorskip("polars")

#: Names of the lower and upper ends in 2D and in 3D.
NAMES = {
    2: (
        ("xmin", "ymin", "xmax", "ymax"),
        ("Min_X", "Min_Y", "Max_X", "Max_Y"),
        ("minx", "miny", "maxx", "maxy"),
        ("west", "south", "east", "north"),
        ("left", "bottom", "right", "top"),
        ("x1", "y1", "x2", "y2"),
        ("x0", "y0", "x1", "y1"),
    ),
    3: (("xmin", "ymin", "zmin", "xmax", "ymax", "zmax"), ("x1", "y1", "z1", "x2", "y2", "z2")),
}


def structured(columns: dict[str, NDArray[Any]]) -> Any:
    kinds = [(name, column.dtype) for name, column in columns.items()]
    array = np.empty(len(next(iter(columns.values()))), kinds)
    for name, column in columns.items():
        array[name] = column
    return array


def chunked(columns: dict[str, NDArray[Any]]) -> Any:
    table = pa.table(columns)
    middle = len(table) // 2
    return pa.concat_tables([table.slice(0, middle), table.slice(middle)])


def struct_inside(columns: dict[str, NDArray[Any]]) -> Any:
    struct = pa.StructArray.from_arrays([pa.array(c) for c in columns.values()], list(columns))
    return pa.table({"id": pa.array(np.arange(len(struct))), "bbox": struct})


FORMS: dict[str, Callable[[dict[str, NDArray[Any]]], Any]] = {
    "dict": dict,
    "lists": lambda columns: {name: column.tolist() for name, column in columns.items()},
    "pandas": pd.DataFrame,
    "pandas with nulls": lambda columns: pd.DataFrame(columns).convert_dtypes(),
    "pandas of Arrow": lambda columns: pd.DataFrame(columns).convert_dtypes(
        dtype_backend="pyarrow"
    ),
    "polars": polars.DataFrame,
    "polars structs": lambda columns: polars.DataFrame(columns).to_struct("boxes"),
    "Arrow table": pa.table,
    "Arrow chunks": chunked,
    "Arrow batch": lambda columns: pa.RecordBatch.from_pydict(
        {name: pa.array(column) for name, column in columns.items()}
    ),
    "Arrow structs": lambda columns: pa.table(columns).to_struct_array(),
    "structs in a table": struct_inside,
    "structs of pandas": lambda columns: pd.DataFrame(
        {"bbox": pd.Series(list(pd.DataFrame(columns).itertuples(index=False)))}
    )["bbox"],
    "structured array": structured,
    "records": lambda columns: structured(columns).view(np.recarray),
    "dicts": lambda columns: pd.DataFrame(columns).to_dict("records"),
}


@settings(max_examples=40)
@given(
    st.data(),
    st.sampled_from((2, 3)),
    st.sampled_from(list(FORMS)),
    st.sampled_from(("f8", "f4", "i8")),
)
def test_names_decide_and_not_places(data: st.DataObject, axes: int, form: str, kind: str) -> None:
    array = data.draw(boxes(axes, (kind,), 8).filter(len))
    names = data.draw(st.sampled_from(NAMES[axes]))
    order = data.draw(st.permutations(range(2 * axes)))
    table = FORMS[form]({names[i]: array[:, i] for i in order})
    index = broadleaf.Index(table)
    np.testing.assert_array_equal(index.boxes(), array)
    np.testing.assert_array_equal(broadleaf.self_pairs(table), broadleaf.self_pairs(array))
    np.testing.assert_array_equal(
        broadleaf.cross_pairs(table, array), broadleaf.cross_pairs(array, array)
    )
    assert broadleaf.count_pairs(table, table) == broadleaf.count_pairs(array, array)
    np.testing.assert_array_equal(index.query(table), index.query(array))
    np.testing.assert_array_equal(index.query_nearest(table), index.query_nearest(array))


OVERTURE = {
    "xmin": [0, 0.5], "xmax": [1, 1.5], "ymin": [10.0, 12.0], "ymax": [11.0, 13.0],
}  # fmt: skip


@pytest.mark.parametrize("form", [dict, pd.DataFrame, pa.table])
def test_the_order_of_overture_makes_no_pair(form: Callable[..., Any]) -> None:
    assert broadleaf.self_pairs(form(OVERTURE)).shape == (2, 0)


def test_sizes_points_and_single_rows() -> None:
    sizes = pd.DataFrame({"width": [2, 1], "x": [0, 5], "height": [3, 1], "y": [1, 1]})
    np.testing.assert_array_equal(broadleaf.Index(sizes).boxes(), [[0, 1, 2, 4], [5, 1, 6, 2]])
    index = broadleaf.Index([[0.0, 0, 2, 2], [5, 5, 6, 6]])
    for points in ({"lat": [4.0], "lon": [5.5]}, {"y": [4], "x": [5]}):
        assert index.query_nearest(pd.DataFrame(points)).tolist() == [[0], [1]]
    corner = collections.namedtuple("corner", "left top right bottom")
    window = {"xmax": 9, "xmin": 5, "ymin": 0, "ymax": 9}
    for one in (window, pd.Series(window), corner(5, 9, 9, 0), [corner(5, 9, 9, 0)]):
        assert index.query(one).ravel()[-1] == 1
    with pytest.raises(ValueError, match=r"boxes\.width: row 1: the size -1 is negative"):
        broadleaf.Index(sizes.assign(width=[2, -1]))


def test_unknown_and_ambiguous_names_are_errors() -> None:
    frame = pd.DataFrame({"a": [0], "b": [0], "c": [1], "d": [1]})
    with pytest.raises(ValueError, match=r"boxes: no names of boxes.*a, b, c, d.*columns="):
        broadleaf.self_pairs(frame)
    chosen = broadleaf.Index(frame, columns=("a", "b", "c", "d"))
    np.testing.assert_array_equal(chosen.boxes(), [[0, 0, 1, 1]])
    with_list = broadleaf.cross_pairs(frame, np.array([[0, 0, 1, 1]]), columns=("a", "b", "c", "d"))
    assert with_list.tolist() == [[0], [0]]
    both = pd.DataFrame(OVERTURE).assign(west=0, east=1, south=0, north=1)
    with pytest.raises(ValueError, match="are both the lower end of x"):
        broadleaf.Index(both)
    assert len(broadleaf.Index(both, columns=("west", "south", "east", "north"))) == 2
    with pytest.raises(ValueError, match="there is no column e"):
        broadleaf.Index(frame, columns=("a", "b", "c", "e"))
    with pytest.raises(TypeError, match="columns= needs a table"):
        broadleaf.Index([[0, 0, 1, 1]], columns=("a", "b", "c", "d"))
    with pytest.raises(TypeError, match=r"boxes\.xmin: text .* are not coordinates"):
        broadleaf.Index(pa.table({**OVERTURE, "xmin": ["0", "1"]}))
    with pytest.raises(TypeError, match=r"boxes\.xmin: row 0: '0' is text"):
        broadleaf.Index({**OVERTURE, "xmin": np.array(["0", "1"], object)})


class Vtk:
    bounds = (0, 1, 0, 1, 0, 1)


def test_bounds_are_taken_from_known_kinds_only() -> None:
    import matplotlib.transforms

    for unknown in (Vtk(), [Vtk()], np.array([Vtk()], object)):
        with pytest.raises(TypeError, match=r"Vtk is not known.*min x, min y, max x, max y"):
            broadleaf.Index(unknown)
    index = broadleaf.Index([[0, 0, 1, 1], [5, 5, 6, 6], [1, 3, 2, 4]])
    box = matplotlib.transforms.Bbox([[1, 3], [2, 5]])  # its bounds are x, y, width, height
    assert index.query(box).tolist() == [2]
    known = collections.namedtuple("known", "x_min x_max y_min y_max")
    named = type("Named", (), {"bounds": known(5, 6, 5, 6)})()
    assert index.query(named).tolist() == [1]
    assert index.query(shapely.box(1, 3, 2, 5)).tolist() == [2]


def test_lists_of_meshes() -> None:
    trimesh = pytest.importorskip("trimesh")
    meshes = [trimesh.creation.box(), trimesh.creation.icosphere().apply_translation([3, 0, 0])]
    np.testing.assert_array_equal(broadleaf.Index(meshes).boxes()[:, 0], [-0.5, 2])
    assert broadleaf.Index(meshes).query(meshes[1]).tolist() == [1]
    assert broadleaf.Index([None, *meshes], missing="skip").ids().tolist() == [1, 2]


@settings(max_examples=12)
@given(st.data())
def test_geometry_columns(data: st.DataObject) -> None:
    array = data.draw(boxes(2, ("i4",), 6).filter(len)).astype(float)
    polygons = shapely.box(*array.T)
    gone = data.draw(st.lists(st.booleans(), min_size=len(array), max_size=len(array)))
    polygons[np.array(gone)] = None
    frame = geopandas.GeoDataFrame({"name": np.arange(len(array))}, geometry=polygons)
    expected = array[~np.array(gone)]
    start = data.draw(st.integers(0, len(array)))
    cut = np.flatnonzero(~np.array(gone)[start:])
    forms = {
        "frame": frame,
        "array": frame.geometry.values,
        "list": list(polygons),
        "renamed": frame.rename_geometry("shape"),
    }
    if not all(gone):
        forms["bytes"] = frame.to_wkb()
    for encoding, interleaved in (("wkb", None), ("geoarrow", True), ("geoarrow", False)):
        if encoding == "geoarrow" and all(gone):
            continue
        forms[f"{encoding} {interleaved}"] = pa.table(
            frame.to_arrow(geometry_encoding=encoding, interleaved=interleaved)
        )
    forms["polars"] = polars.from_arrow(pa.table(frame.to_arrow(geometry_encoding="wkb")))
    for form, table in forms.items():
        index = broadleaf.Index(table, missing="skip")
        np.testing.assert_array_equal(index.boxes(), expected, form)
        np.testing.assert_array_equal(index.ids(), np.flatnonzero(~np.array(gone)), form)
        if isinstance(table, pa.Table):
            rows = broadleaf.Index(table.slice(start), missing="skip").ids()
            np.testing.assert_array_equal(rows, cut, form)


def test_slices_of_structs_with_nulls_outside() -> None:
    structs = pa.array([None, *({"xmin": 0, "ymin": 0, "xmax": 1, "ymax": i} for i in range(9))])
    expected = [[0, 0, 1, i] for i in range(9)]
    np.testing.assert_array_equal(broadleaf.Index(structs.slice(1)).boxes(), expected)
    np.testing.assert_array_equal(broadleaf.Index(structs[4:6]).boxes(), expected[3:5])
    columns = pa.table({"xmin": [None, 0, 1], "ymin": [0] * 3, "xmax": [2] * 3, "ymax": [1] * 3})
    assert len(broadleaf.Index(columns.slice(1))) == 2
    with pytest.raises(ValueError, match=r'boxes: row 0 has no box.*missing="skip"'):
        broadleaf.Index(columns)


def test_columns_of_geoparquet() -> None:
    polygons = shapely.box([0, 2], [0, 2], [1, 3], [1, 3])
    wide = [{"xmin": i - 1, "ymax": i + 2, "ymin": i - 1, "xmax": i + 2} for i in (0, 2)]
    table = pa.table({"id": [7, 8], "geometry": shapely.to_wkb(polygons), "bbox": pa.array(wide)})
    for form in (table, table.to_pandas(), polars.from_arrow(table)):
        np.testing.assert_array_equal(broadleaf.Index(form).boxes(), [[-1, -1, 2, 2], [1, 1, 4, 4]])
        chosen = broadleaf.Index(form, columns="geometry")
        np.testing.assert_array_equal(chosen.boxes(), shapely.bounds(polygons))
    two = pd.DataFrame({"a": polygons, "b": polygons})
    with pytest.raises(ValueError, match="more than one column could be the boxes: a, b"):
        broadleaf.Index(two)
    with pytest.raises(ValueError, match=r"boxes\.geometry: row 1 is not a geometry in WKB"):
        broadleaf.Index(pa.table({"geometry": [shapely.to_wkb(polygons[0]), b"?"]}))
    with pytest.raises(ValueError, match=r"different lengths: {'xmin': 2, 'ymin': 1"):
        broadleaf.Index({"xmin": [1, 2], "ymin": [1], "xmax": [3, 3], "ymax": [5]})


def test_duckdb() -> None:
    duckdb = pytest.importorskip("duckdb")
    query = (
        "select 1.5::float ymin, i::double xmin, i + 0.25::double xmax, 2 ymax from range(4) t(i)"
    )
    expected = [[i, 1.5, i + 0.25, 2] for i in range(4)]
    np.testing.assert_array_equal(broadleaf.Index(duckdb.sql(query)).boxes(), expected)
    with pytest.raises(TypeError, match=r"decimals .* are not coordinates; cast"):
        broadleaf.Index(duckdb.sql("select 0.5 xmin, 0.5 ymin, 1.5 xmax, 1.5 ymax"))


def test_points_vectors_and_moved_boxes_by_name() -> None:
    index = broadleaf.Index([[4.0, 0, 5, 2], [7, 0, 8, 2]])
    origins, directions = pd.DataFrame({"y": [1], "x": [0]}), pa.table({"y": [0.0], "x": [1.0]})
    ids, reaches = index.cast(origins, directions)
    assert (ids.tolist(), reaches.tolist()) == ([0], [4])
    with pytest.raises(ValueError, match="directions: no names of boxes"):
        index.cast(origins, pd.DataFrame({"b": [0], "a": [1]}))
    window = {"xmin": 6, "xmax": 9, "ymin": 0, "ymax": 1}
    assert index.intersection(window).tolist() == [1]
    positions = {"y": [0.0, 0.0], "x": [0.0, 2.0]}
    np.testing.assert_array_equal(
        broadleaf.n_body_forces(pd.DataFrame(positions), [1, 8]),
        broadleaf.n_body_forces([[0, 0], [2, 0]], [1, 8]),
    )
    corner = collections.namedtuple("corner", "left top right bottom")
    tree = broadleaf.Tree(2)
    tree.insert([3, 4], [corner(0, 9, 1, 8), corner(5, 9, 6, 8)])
    tree.move([4], pd.DataFrame({"y": [7], "x": [5], "h": [1], "w": [2]}))
    np.testing.assert_array_equal(tree.boxes(), [[0, 8, 1, 9], [5, 7, 7, 8]])


def test_masks_are_never_dropped() -> None:
    masked = np.ma.array([0, 1], mask=[False, True])
    boxes = [[0.0, 0, 1, 1]] * 2
    tree = broadleaf.Tree(2)
    for ask in (
        lambda: tree.insert(masked, boxes),
        lambda: broadleaf.self_pairs(boxes, groups=masked),
        lambda: broadleaf.n_body_forces([[0, 0], [2, 0]], masked),
        lambda: broadleaf.n_body_forces(
            np.ma.array([[0, 0], [2, 0]], mask=[[False, False], [True, False]])
        ),
        lambda: broadleaf.Index(boxes).cast([[0, 0]], np.ma.array([[1, 0]], mask=True)),
    ):
        with pytest.raises(ValueError, match=r"row \d is masked"):
            ask()


def test_each_mistake_has_its_own_message() -> None:
    """Inputs that NumPy converts to an array of objects, or of another type."""
    import datetime
    import decimal

    mistakes: dict[str, Any] = {
        "row 1 is of type list among geometries": [shapely.Point(0, 0), [0, 0, 1, 1]],
        "row 1 has 3 numbers, others have 4": [[0, 0, 1, 1], [0, 0, 1]],
        r"row 0: 1 is a Decimal": [[decimal.Decimal(1)] * 4],
        "row 0: .* is a time": [[datetime.date(2026, 1, 1)] * 4],
        "row 0: 1180591620717411303424 does not fit into int64": [[0, 0, 1, 2**70]],
        "not text, such as '0'": [["0", "0", "1", "1"]],
        "row 0: 'a' is text": np.array([["a", 0, 1, 1]], object),
        "'boxes.csv' is text; read the file": "boxes.csv",
        "a generator has no order or is read once": (row for row in [[0, 0, 1, 1]]),
        "a set has no order": {1},
        "did you mean to call it": shapely.box,
        "an object of type object is neither": [object()],
        "a LazyFrame has no rows yet": polars.LazyFrame({"xmin": [0]}),
        "row 0 has no box": [[0, 0, 1, None]],
        "a list of length 2 in place of a number": [[0, 0, 1, [1, 2]]],
        "not truth values": np.ones((1, 4), bool),
    }
    index = broadleaf.Index([[0.0, 0, 1, 1]])
    for text, value in mistakes.items():
        with pytest.raises((TypeError, ValueError), match=text):
            broadleaf.cross_pairs(value, [[0, 0, 1, 1]])
        with pytest.raises((TypeError, ValueError), match=text):
            index.query(value)
