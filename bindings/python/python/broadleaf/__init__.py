"""Boxes as arrays, answers as arrays.

Broadleaf finds overlapping axis-aligned boxes in 2D and 3D.

* `self_pairs`, `cross_pairs` and `count_pairs` find all pairs from scratch.
* `iou_pairs` measures how much boxes overlap, `nms` and `merge` keep the best of those that do.
* `periodic_pairs` finds pairs within a distance, on axes that may repeat.
* `sjoin` joins tables, in batches of Arrow, with the exact predicates of shapely.
* `components` groups rows that pairs connect, `closest_pair` finds the least distance.
* `interval_pairs`, `count_interval_overlaps`, `interval_coverage`, `nearest_intervals`,
  `cluster_intervals` and `subtract_intervals` join intervals on a line, also by key.
* `missing_rows` lists the rows of a table that have no box.
* `Index` answers queries about boxes at rest: windows, nearest boxes, rays, joins.
* `Tree` holds boxes that are added, moved and removed.
* `BroadPhase` also reports which pairs begin and end, and can rewind to earlier steps.
* `Tiling` splits joins of more boxes than fit into memory; `broadleaf.spark` and `broadleaf.ray`
  join tables with it.
* `mesh_candidates` and `MovingMesh` find collision candidates in a mesh; `n_body_forces` sums
  forces.

Boxes are closed: two that only touch overlap. Answers depend on the boxes alone, never on the
number of threads or on the machine.
"""

from ._input._options import Progress, ProgressBar
from ._input._rows import missing_rows
from ._intervals._intervals import (
    IntervalClusters,
    cluster_intervals,
    count_interval_overlaps,
    interval_coverage,
    interval_pairs,
    nearest_intervals,
    subtract_intervals,
)
from ._joins._closest import closest_pair
from ._joins._components import components
from ._joins._measures import Merged, iou_pairs, merge, nms
from ._joins._pairs import count_pairs, cross_pairs, self_pairs
from ._joins._periodic import periodic_pairs
from ._joins._sjoin import count_partners, sjoin
from ._joins._tiling import Tiling
from ._simulation._broad_phase import BroadPhase, Events
from ._simulation._filtered import Filtered
from ._simulation._mesh import MovingMesh, mesh_candidates, unique_edges
from ._simulation._n_body import n_body_forces
from ._structures._index import Index
from ._structures._structure import Predicate
from ._structures._tree import Tree

__all__ = [
    "BroadPhase",
    "Events",
    "Filtered",
    "Index",
    "IntervalClusters",
    "Merged",
    "MovingMesh",
    "Predicate",
    "Progress",
    "ProgressBar",
    "Tiling",
    "Tree",
    "closest_pair",
    "cluster_intervals",
    "components",
    "count_interval_overlaps",
    "count_pairs",
    "count_partners",
    "cross_pairs",
    "interval_coverage",
    "interval_pairs",
    "iou_pairs",
    "merge",
    "mesh_candidates",
    "missing_rows",
    "n_body_forces",
    "nearest_intervals",
    "nms",
    "periodic_pairs",
    "self_pairs",
    "sjoin",
    "subtract_intervals",
    "unique_edges",
]
