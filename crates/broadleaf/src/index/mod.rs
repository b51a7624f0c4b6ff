//! The interface of every structure.
//!
//! [`SpatialIndex`] is a read-only map from ids to boxes with spatial queries; [`SpatialIndexMut`]
//! adds insertion and removal. A structure implements the five functions of `IndexCore`; every
//! other form is provided once.
//!
//! # Forms of a query
//!
//! | form | region | pairs | pairs of given ids | pairs with another index | cast | place |
//! |---|---|---|---|---|---|---|
//! | visit, may stop | `try_for_each_overlap` | `try_for_each_pair` | `try_for_each_pair_of` | `try_for_each_cross_pair` | `try_for_each_hit` | `try_for_each_hit` |
//! | visit | `for_each_overlap` | `for_each_pair` | `for_each_pair_of` | `for_each_cross_pair` | `for_each_hit` | `for_each_hit` |
//! | sorted list | `overlaps` | `pairs` | `pairs_of` | `cross_pairs` | `cast_all` | `within_distance`, `k_nearest`, `k_nearest_within` |
//! | into a vector | `overlaps_into` | `pairs_into` | `pairs_of_into` | `cross_pairs_into` | `cast_all_into` | `within_distance_into`, `k_nearest_into`, `k_nearest_within_into` |
//! | count | `count_overlaps` | `count_pairs` | `count_pairs_of` | `count_cross_pairs` | `count_hits` | `count_within_distance` |
//! | any | `any_overlap` | `any_pair` | `any_pair_of` | `any_cross_pair` | `any_hit` | `any_within_distance` |
//! | first | | | | | `cast`, `cast_ties` | `nearest`, `nearest_within`, `k_nearest_ties` |
//! | by a finer reach | | | | | `cast_with`, `cast_ties_with`, `cast_all_with` | `nearest_with`, `k_nearest_with`, `k_nearest_ties_with`, `within_distance_with` |
//! | one at a time | `overlap_iter` | | | | `hit_iter` | `hit_iter` |
//! | many queries | `batch().overlaps` | | | | `batch().cast`, `batch().cast_all` | `batch().nearest`, `batch().k_nearest`, `batch().k_nearest_within`, `batch().within_distance` |
//!
//! # Queries of sets of boxes
//!
//! | | boxes that overlap | boxes at most a distance apart |
//! |---|---|---|
//! | pairs within an index | `pairs` and its forms | `near(distance).pairs` and its forms |
//! | pairs with another index | `cross_pairs` and its forms | `near(distance).cross_pairs` and its forms |
//! | connected components | `components`, `components_where` | `near(distance).components`, `near(distance).components_where` |
//! | boxes with a neighbor in another index | `semi_join` | `near(distance).semi_join` |
//! | boxes without one | `anti_join` | `near(distance).anti_join` |
//! | the two closest boxes | `closest_pair`, `closest_cross_pair` | `near(distance).closest_pair`, `near(distance).closest_cross_pair` |
//! | the two closest shapes | | `near(distance).closest_pair_with`, `near(distance).closest_cross_pair_with` |
//!
//! `interiors()` has everything that `near(distance)` has, for boxes whose interiors overlap: see
//! [Touching](#touching).
//!
//! # Touching
//!
//! Boxes are closed: two boxes that touch overlap. Other conventions are available:
//!
//! | boxes | in Broadleaf |
//! |---|---|
//! | closed: a common border counts | every query, as it is |
//! | interiors: a common border does not count | windows: [`Interior`](crate::geometry::Interior), pairs of an index: [`interiors`](SpatialIndex::interiors), pairs of lists: [`PairQuery::interiors`](crate::pair_finder::PairQuery::interiors), two boxes: [`Aabb::interiors_overlap`](crate::Aabb::interiors_overlap) |
//! | half-open, `[min, max)`: cells, pixels, tiles | interiors, of boxes with `min` and `max` as they are: do not subtract 1 |
//!
//! Interiors are compared as exactly as closed boxes, in every number type: on each axis `a.min <
//! b.max` and `b.min < a.max`. A box without extent counts where it lies strictly inside another
//! box. This is where a half-open box and a point differ: to find the cell of a point, query
//! `[point, point + 1)`.
//!
//! Every form of every query can leave out boxes and pairs by a [`Rule`](crate::filter::Rule):
//! `filtered(rule).overlaps`, `filtered(rule).pairs`.
//!
//! # Threads
//!
//! Forms with the prefix `par_` run on the threads of rayon's current pool and need the feature
//! `rayon`. Their results are the same for any number of threads.
//!
//! | | |
//! |---|---|
//! | pairs within an index | `par_pairs`, `par_pairs_into`, `par_count_pairs`, `par_for_each_pair`, `par_fold_pairs` |
//! | pairs with another index | `par_cross_pairs`, `par_cross_pairs_into`, `par_count_cross_pairs`, `par_for_each_cross_pair`, `par_fold_cross_pairs` |
//! | pairs of boxes near each other | `near(distance).par_pairs`, `near(distance).par_cross_pairs`, and the forms that count and fold |
//! | many queries | the methods of a [`Batch`] |
//! | a structure from a list of boxes | `par_from_boxes` of each structure that is built in threads |
//! | boxes that come and move | `par_extend` of rayon's `ParallelExtend`: `DynamicTree`, `KdSweep`, `Orthtree` |
//! | pairs of lists | the methods of a [`PairQuery`](crate::pair_finder::PairQuery) |
//!
//! To use a pool of your own, call these functions inside its `install`:
//!
//! ```
//! # #[cfg(feature = "rayon")] {
//! use broadleaf::{Aabb, DynamicTree, SpatialIndex};
//! let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build()?;
//! let row: Vec<_> = (0..100).map(|x| Aabb::new([2 * x], [2 * x + 2])).collect();
//! let tree = pool.install(|| DynamicTree::par_from_boxes(&row))?;
//! assert_eq!(pool.install(|| tree.par_pairs()), tree.pairs());
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod answers;
mod batch;
mod closest_pair;
mod downcast;
mod filtered;
mod forms;
mod forward;
mod from_boxes;
mod hit;
mod index_core;
mod join;
mod near;
mod query;
mod spatial_index;
mod spatial_index_mut;
#[cfg(test)]
mod tests;
mod tuning;

pub use self::answers::Answers;
pub use self::batch::index::Batch;
pub use self::closest_pair::ClosestPair;
pub(crate) use self::downcast::downcast;
pub use self::filtered::Filtered;
pub(crate) use self::forward::forward_index_core;
pub(crate) use self::from_boxes::from_boxes;
#[cfg(feature = "rayon")]
pub(crate) use self::from_boxes::{are_shared, par_from_boxes};
pub use self::hit::Hit;
pub use self::index_core::IndexCore;
#[doc(hidden)]
pub use self::index_core::{Accelerated, sealed};
pub(crate) use self::join::operands::Joined;
#[doc(hidden)]
pub use self::join::pieces::Pieces;
pub(crate) use self::join::pieces::PiecesBy;
pub use self::near::relation::Near;
pub(crate) use self::query::best_first::Reached;
pub(crate) use self::query::count_bounds::{CountBounds, CountedNodes, NodeQueue};
pub(crate) use self::query::merge::merged;
pub(crate) use self::query::rounds::hits_in_rounds;
pub use self::spatial_index::SpatialIndex;
pub use self::spatial_index_mut::SpatialIndexMut;
pub(crate) use self::spatial_index_mut::from_iterator;
