"""Boxes as arrays, answers as arrays.

Broadleaf finds overlapping axis-aligned boxes in 2D and 3D.

* `self_pairs`, `cross_pairs` and `count_pairs` find all pairs from scratch.
* `Index` answers questions about boxes at rest: windows, nearest boxes, rays, joins.
"""

from ._index import Index
from ._options import Progress, ProgressBar
from ._pairs import count_pairs, cross_pairs, self_pairs

__all__ = [
    "Index",
    "Progress",
    "ProgressBar",
    "count_pairs",
    "cross_pairs",
    "self_pairs",
]
