"""The compiled half of the package."""

from typing import Any, final

import numpy as np
from numpy.typing import NDArray

from ._inputs import Boxes
from ._options import Call, Labels

def pairs(
    first: Boxes,
    second: Boxes | None,
    labels: Labels | None,
    sort: bool,
    limit: int | None,
    call: Call,
) -> NDArray[np.int64]: ...
def count_pairs(
    first: Boxes, second: Boxes | None, labels: Labels | None, call: Call
) -> int: ...
def query(
    tree: Packed, boxes: Boxes, predicate: bool | float | None, call: Call
) -> NDArray[np.int64]: ...
def nearest(
    tree: Packed, places: Boxes, wanted: dict[str, Any], call: Call
) -> tuple[NDArray[np.int64], NDArray[np.float64]]: ...
def cast(
    tree: Packed,
    starts: Boxes,
    directions: NDArray[Any],
    length: float,
    all_hits: bool,
    call: Call,
) -> tuple[NDArray[np.int64], NDArray[np.float64]]: ...
def join(
    tree: Packed, other: Packed | None, distance: float | None, call: Call
) -> NDArray[np.int64]: ...

@final
class Packed:
    @staticmethod
    def build(boxes: Boxes, curve: bool, call: Call) -> Packed: ...
    @staticmethod
    def from_array(array: NDArray[np.uint8]) -> Packed: ...
    def __len__(self) -> int: ...
    @property
    def dimensions(self) -> int: ...
    @property
    def dtype(self) -> str: ...
    @property
    def nbytes(self) -> int: ...
    def bounds(self) -> NDArray[Any]: ...
    def boxes(self) -> NDArray[Any]: ...
    def to_bytes(self) -> bytes: ...
    def save(self, path: str) -> None: ...
    def validate(self) -> str | None: ...
