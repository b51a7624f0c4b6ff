"""Arrow arrays of boxes through the PyCapsule protocol, without pyarrow and without a copy.

The two structs are those of the Arrow C data interface:
https://arrow.apache.org/docs/format/CDataInterface.html
"""

from __future__ import annotations

import ctypes
from typing import Any

import numpy as np
from numpy.typing import NDArray

_FORMATS = {b"f": "f4", b"g": "f8", b"i": "i4", b"l": "i8"}
_LOWER, _UPPER = ("xmin", "ymin", "zmin"), ("xmax", "ymax", "zmax")


class _Schema(ctypes.Structure):
    pass


_Schema._fields_ = [
    ("format", ctypes.c_char_p),
    ("name", ctypes.c_char_p),
    ("metadata", ctypes.c_void_p),
    ("flags", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("children", ctypes.POINTER(ctypes.POINTER(_Schema))),
    ("dictionary", ctypes.c_void_p),
    ("release", ctypes.c_void_p),
    ("private_data", ctypes.c_void_p),
]


class _Array(ctypes.Structure):
    pass


_Array._fields_ = [
    ("length", ctypes.c_int64),
    ("null_count", ctypes.c_int64),
    ("offset", ctypes.c_int64),
    ("n_buffers", ctypes.c_int64),
    ("n_children", ctypes.c_int64),
    ("buffers", ctypes.POINTER(ctypes.c_void_p)),
    ("children", ctypes.POINTER(ctypes.POINTER(_Array))),
    ("dictionary", ctypes.c_void_p),
    ("release", ctypes.c_void_p),
    ("private_data", ctypes.c_void_p),
]

_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_pointer.restype = ctypes.c_void_p
_pointer.argtypes = [ctypes.py_object, ctypes.c_char_p]


def is_arrow(boxes: Any) -> bool:
    """Whether the object is an Arrow array, and not also something that NumPy reads better."""
    return hasattr(boxes, "__arrow_c_array__") and not isinstance(boxes, np.ndarray)


def boxes_of_arrow(boxes: Any, name: str) -> tuple[NDArray[Any], ...]:
    """The columns of a struct array with fields xmin, ymin, xmax, ymax, and zmin, zmax in 3D: those
    of geoarrow.box and of the column bbox of GeoParquet."""
    schema_capsule, array_capsule = boxes.__arrow_c_array__()
    schema = _Schema.from_address(_pointer(schema_capsule, b"arrow_schema"))
    array = _Array.from_address(_pointer(array_capsule, b"arrow_array"))
    if schema.format != b"+s":
        raise TypeError(f"{name}: expected an Arrow struct array, not one of {schema.format!r}")
    names = [schema.children[i].contents.name.decode() for i in range(schema.n_children)]
    missing = [field for field in (*_LOWER[:2], *_UPPER[:2]) if field not in names]
    if missing:
        raise ValueError(f"{name}: the Arrow struct has no field {missing[0]}, only {names}")
    axes = 3 if "zmin" in names and "zmax" in names else 2
    _refuse_nulls(array, name)
    columns = [
        _column(schema, array, names.index(field), array_capsule, f"{name}.{field}")
        for field in (*_LOWER[:axes], *_UPPER[:axes])
    ]
    kinds = {column.dtype for column in columns}
    if len(kinds) > 1:
        raise TypeError(f"{name}: the fields of the Arrow struct have different types")
    return tuple(columns)


def _refuse_nulls(array: _Array, name: str) -> None:
    if array.null_count != 0 and array.n_buffers and array.buffers[0]:
        bits = np.frombuffer(
            ctypes.string_at(array.buffers[0], (array.offset + array.length + 7) // 8), np.uint8
        )
        valid = np.unpackbits(bits, bitorder="little")[array.offset : array.offset + array.length]
        if not valid.all():
            raise ValueError(f"{name}: row {int(np.argmin(valid))} is null")


class _Memory:
    """Memory of an Arrow array, for NumPy, which keeps this object and so the array."""

    def __init__(self, owner: Any, address: int, kind: str, length: int) -> None:
        self.owner = owner
        self.__array_interface__ = {
            "data": (address, True),
            "shape": (length,),
            "typestr": np.dtype(kind).str,
            "version": 3,
        }


def _column(schema: _Schema, array: _Array, child: int, owner: Any, name: str) -> NDArray[Any]:
    kind = _FORMATS.get(schema.children[child].contents.format)
    if kind is None:
        found = schema.children[child].contents.format
        raise TypeError(f"{name}: numbers of Arrow type {found!r} are not supported")
    column = array.children[child].contents
    _refuse_nulls(column, name)
    address = column.buffers[1]
    if array.length == 0 or not address:
        return np.empty(0, kind)
    start = address + (array.offset + column.offset) * np.dtype(kind).itemsize
    return np.asarray(_Memory(owner, start, kind, array.length))
