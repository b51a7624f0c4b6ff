"""Boxes as arrays, answers as arrays.

Broadleaf finds overlapping axis-aligned boxes in 2D and 3D.

* `self_pairs`, `cross_pairs` and `count_pairs` find all pairs from scratch.
"""

from ._options import Progress, ProgressBar
from ._pairs import count_pairs, cross_pairs, self_pairs

__all__ = [
    "Progress",
    "ProgressBar",
    "count_pairs",
    "cross_pairs",
    "self_pairs",
]
