"""The compiled half of the package."""

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
