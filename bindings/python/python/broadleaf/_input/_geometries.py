"""Bounds of objects with a known order of numbers: shapely geometries, meshes of trimesh, …"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ._numbers import is_missing

Array: TypeAlias = NDArray[Any]

#: For each type of geometry seen so far, the function that returns the bounds of one as a row.
#: This is the NumPy function behind `shapely.bounds`: the wrapper that shapely adds takes as long
#: as a whole query with one window. Masked rows must not be read as if they were whole.
OF_ONE: dict[type, Callable[[Any], Any]] = {np.ma.MaskedArray: lambda _: None}

_CORNERS = "min x, min y, max x, max y"


def package(value: Any) -> str:
    """The package that an object comes from."""
    return type(value).__module__.partition(".")[0]


def is_shapely(value: Any) -> bool:
    """Whether the object is a geometry of shapely."""
    shapely = sys.modules.get("shapely")
    return shapely is not None and isinstance(value, shapely.Geometry)


def bounds_of_shapely(geometries: Any, name: str) -> Array:
    """A row of bounds for each geometry; NaN for None and for empty ones."""
    import shapely

    try:
        return np.asarray(shapely.bounds(geometries))
    except TypeError:
        values = np.asarray(geometries, object).ravel()
        values = np.array([None, *(None if is_missing(v) else v for v in values)], object)[1:]
        at = next((i for i, v in enumerate(values) if not (v is None or is_shapely(v))), None)
        if at is None:
            return np.asarray(shapely.bounds(values))
        raise TypeError(
            f"{name}: row {at} is of type {type(values[at]).__name__} among geometries of shapely"
        ) from None


def bounds_of_wkb(values: list[bytes | None], name: str) -> Array:
    """A row of bounds for each geometry in WKB."""
    return _parsed("from_wkb", values, name, "WKB")


def bounds_of_texts(values: list[str | None], name: str) -> Array:
    """A row of bounds for each geometry in WKT."""
    return _parsed("from_wkt", values, name, "WKT")


def _parsed(function: str, values: list[Any], name: str, what: str) -> Array:
    try:
        import shapely
    except ImportError:
        raise ImportError(f"{name}: geometries in {what} are read by shapely: install it") from None
    array = np.empty(len(values), object)
    array[:] = values
    parse = getattr(shapely, function)
    try:
        return np.asarray(shapely.bounds(parse(array))).reshape(-1, 4)
    except (shapely.errors.ShapelyError, TypeError):
        for row, value in enumerate(values):
            try:
                parse(value)
            except (shapely.errors.ShapelyError, TypeError) as error:
                raise ValueError(
                    f"{name}: row {row} is not a geometry in {what}: {error}"
                ) from None
        raise


def known_bounds(value: Any, name: str) -> Any:
    """The numbers of a geometry or a list of geometries of a known kind; None for anything else.

    Objects of unknown kinds with `bounds` raise: their numbers may be in any order.
    """
    if is_shapely(value):
        shapely = sys.modules["shapely"]
        OF_ONE[type(value)] = getattr(shapely.lib, "bounds", shapely.bounds)
        return bounds_of_shapely(value, name)
    kind = package(value)
    if kind == "geopandas" and hasattr(value, "total_bounds"):
        geometries = getattr(value, "geometry", value)
        return bounds_of_shapely(np.asarray(geometries), name).reshape(-1, 4)
    if kind == "matplotlib" and hasattr(value, "extents"):
        corners = np.asarray(value.extents, np.float64).reshape(2, 2)
        if (corners[0] == np.inf).any():
            return np.full(4, np.nan)  # Bbox.null(), which contains nothing
        return np.concatenate([corners.min(axis=0), corners.max(axis=0)])
    if isinstance(value, type) or not hasattr(value, "bounds"):
        return None
    return _of_bounds(value, value.bounds, name)


def _of_bounds(value: Any, bounds: Any, name: str) -> Any:
    """Bounds whose order is known from the names of the numbers or from two rows."""
    if hasattr(bounds, "_fields"):
        return bounds
    if isinstance(bounds, np.ndarray) and bounds.shape in ((2, 2), (2, 3)):
        return bounds.ravel()
    if bounds is None and package(value) == "trimesh":
        return np.full(6, np.nan)
    raise TypeError(
        f"{name}: the order of the bounds of {_called(value)} is not known: some have x, x, y, y, "
        f"or x, y, width, height. Pass an array of {_CORNERS} (min x, min y, min z, max x, max y, "
        "max z in 3D)"
    )


def _called(value: Any) -> str:
    kind = type(value)
    return f"{kind.__module__}.{kind.__qualname__}"
