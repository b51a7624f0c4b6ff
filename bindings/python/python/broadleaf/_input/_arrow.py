"""Arrow data through the PyCapsule protocol, without pyarrow; a single chunk is not copied.

The structs are defined by the Arrow C data interface and the C stream interface:
https://arrow.apache.org/docs/format/CDataInterface.html
"""

from __future__ import annotations

import ctypes
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Array: TypeAlias = NDArray[Any]
Mask: TypeAlias = NDArray[np.bool_] | None

#: NumPy's name for each format of numbers.
_NUMBERS = {
    "e": "f2", "f": "f4", "g": "f8",
    "c": "i1", "s": "i2", "i": "i4", "l": "i8",
    "C": "u1", "S": "u2", "I": "u4", "L": "u8",
}  # fmt: skip
#: What users call the formats that are not numbers, by their first characters.
_OTHER = {
    "b": "truth values", "d": "decimals", "t": "times", "u": "text", "U": "text", "vu": "text",
    "z": "bytes", "Z": "bytes", "vz": "bytes", "+": "lists, structs or unions",
}  # fmt: skip


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


class _Stream(ctypes.Structure):
    _fields_ = (
        ("get_schema", ctypes.c_void_p),
        ("get_next", ctypes.c_void_p),
        ("get_last_error", ctypes.c_void_p),
        ("release", ctypes.c_void_p),
        ("private_data", ctypes.c_void_p),
    )


_FILL = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p)
_TEXT = ctypes.CFUNCTYPE(ctypes.c_char_p, ctypes.c_void_p)
_RELEASE = ctypes.CFUNCTYPE(None, ctypes.c_void_p)

_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_pointer.restype = ctypes.c_void_p
_pointer.argtypes = [ctypes.py_object, ctypes.c_char_p]


@dataclass(frozen=True)
class Field:
    """A column as its schema describes it."""

    name: str
    format: str
    extension: str
    metadata: dict[str, bytes]
    children: list[Field]
    is_dictionary: bool

    @classmethod
    def of(cls, schema: _Schema) -> Field:
        metadata = _metadata(schema.metadata)
        return cls(
            (schema.name or b"").decode(),
            schema.format.decode(),
            metadata.get("ARROW:extension:name", b"").decode(),
            metadata,
            [cls.of(schema.children[i].contents) for i in range(schema.n_children)],
            bool(schema.dictionary),
        )


class _Owned:
    """An array from a stream, released when nothing refers to its memory."""

    def __init__(self) -> None:
        self.array = _Array()

    def __del__(self) -> None:
        if self.array.release:
            _RELEASE(self.array.release)(ctypes.addressof(self.array))


@dataclass(frozen=True)
class Piece:
    """A range of an array; `start` does not include the offset of the array."""

    array: _Array
    start: int
    length: int
    owner: Any

    @property
    def first(self) -> int:
        """Where the elements begin in the buffers."""
        return int(self.array.offset) + self.start

    def child(self, at: int, start: int, length: int) -> Piece:
        """Elements of a child."""
        return Piece(self.array.children[at].contents, start, length, self.owner)

    def buffer(self, at: int, kind: str, start: int, length: int) -> Array:
        """A part of a buffer, in place."""
        address = self.array.buffers[at] if at < self.array.n_buffers else None
        if length == 0 or not address:
            return np.empty(0, kind)
        start = address + start * np.dtype(kind).itemsize
        return np.asarray(_Memory(self.owner, start, kind, length))

    def nulls(self) -> Mask:
        """Which elements of the piece are null."""
        if self.array.null_count == 0 or self.length == 0 or not self.array.n_buffers:
            return None
        first = self.first
        bits = self.buffer(0, "u1", first // 8, (first + self.length + 7) // 8 - first // 8)
        if not len(bits):
            return None
        valid = np.unpackbits(bits, bitorder="little")[first % 8 : first % 8 + self.length]
        return None if valid.all() else valid == 0


class _Memory:
    """Memory of an Arrow array for NumPy, which keeps this object, and thereby the array, alive."""

    def __init__(self, owner: Any, address: int, kind: str, length: int) -> None:
        self.owner = owner
        self.__array_interface__ = {
            "data": (address, True),
            "shape": (length,),
            "typestr": np.dtype(kind).str,
            "version": 3,
        }


@dataclass(frozen=True)
class ArrowColumn:
    """A column, in one or more pieces."""

    field: Field
    pieces: list[Piece]

    def __len__(self) -> int:
        return sum(piece.length for piece in self.pieces)

    def child(self, at: int) -> ArrowColumn:
        """A column of a column of structs."""
        parts = [piece.child(at, piece.first, piece.length) for piece in self.pieces]
        return ArrowColumn(self.field.children[at], parts)

    def nulls(self) -> Mask:
        """Which elements are null."""
        if self.field.format == "n":
            return np.ones(len(self), bool)
        return joined_masks([(piece.nulls(), piece.length) for piece in self.pieces])

    def numbers(self, name: str) -> tuple[Array, Mask]:
        """The numbers, and which of them are null."""
        if self.field.format == "n":
            return np.zeros(len(self)), self.nulls()
        kind = None if self.field.is_dictionary else _NUMBERS.get(self.field.format)
        if kind is None:
            raise TypeError(f"{name}: {self.kind} are not coordinates; cast them to numbers")
        parts = [piece.buffer(1, kind, piece.first, piece.length) for piece in self.pieces]
        return joined(parts, kind), self.nulls()

    @property
    def kind(self) -> str:
        """The type of the elements, in words."""
        if self.field.is_dictionary:
            return "values of a dictionary"
        format = self.field.format
        found = [word for start, word in _OTHER.items() if format.startswith(start)]
        return f"{found[-1] if found else 'elements'} (Arrow type {format!r})"


def joined(parts: list[Array], kind: str) -> Array:
    """The parts as one array: the part itself, if it is the only one."""
    if len(parts) == 1:
        return parts[0]
    return np.concatenate([np.empty(0, kind), *parts]).astype(kind, copy=False)


def joined_masks(parts: list[tuple[Mask, int]]) -> Mask:
    """The masks of parts with these lengths, joined."""
    if all(mask is None for mask, _ in parts):
        return None
    whole = [np.zeros(length, bool) if mask is None else mask for mask, length in parts]
    return np.concatenate(whole)


def is_arrow(boxes: Any) -> bool:
    """Whether the object has Arrow data."""
    kind = type(boxes)
    return hasattr(kind, "__arrow_c_array__") or hasattr(kind, "__arrow_c_stream__")


def read(data: Any, name: str) -> ArrowColumn:
    """The data of an object as one column; a table is a column of structs."""
    if hasattr(data, "__arrow_c_array__"):
        schema_capsule, capsule = data.__arrow_c_array__()
        field = Field.of(_Schema.from_address(_pointer(schema_capsule, b"arrow_schema")))
        array = _Array.from_address(_pointer(capsule, b"arrow_array"))
        return ArrowColumn(field, [Piece(array, 0, array.length, capsule)])
    capsule = data.__arrow_c_stream__()
    address = _pointer(capsule, b"arrow_array_stream")
    stream = _Stream.from_address(address)
    return ArrowColumn(_field_of_stream(stream, address, name), _pieces(stream, address, name))


def _field_of_stream(stream: _Stream, address: int, name: str) -> Field:
    schema = _Schema()
    _call(stream.get_schema, stream, address, ctypes.addressof(schema), name)
    field = Field.of(schema)
    if schema.release:
        _RELEASE(schema.release)(ctypes.addressof(schema))
    return field


def _pieces(stream: _Stream, address: int, name: str) -> list[Piece]:
    pieces: list[Piece] = []
    while True:
        owned = _Owned()
        _call(stream.get_next, stream, address, ctypes.addressof(owned.array), name)
        if not owned.array.release:
            return pieces
        pieces.append(Piece(owned.array, 0, owned.array.length, owned))


def _call(function: Any, stream: _Stream, address: int, into: int, name: str) -> None:
    if _FILL(function)(address, into):
        text = _TEXT(stream.get_last_error)(address) if stream.get_last_error else None
        raise ValueError(f"{name}: the Arrow stream broke off: {(text or b'no reason').decode()}")


def _metadata(address: int | None) -> dict[str, bytes]:
    """Keys and values: their number, then for each its length and bytes."""
    if not address:
        return {}
    at = address

    def number() -> int:
        nonlocal at
        at += 4
        return ctypes.c_int32.from_address(at - 4).value

    def text() -> bytes:
        nonlocal at
        length = number()
        at += length
        return ctypes.string_at(at - length, length)

    return {text().decode(): text() for _ in range(number())}
