//! The interface of every structure.
//!
//! [`SpatialIndex`] is a read-only map from ids to boxes that answers questions about space;
//! [`SpatialIndexMut`] adds insertion and removal. A structure implements three questions; every
//! other form is provided once.
//!
//! # Forms of a question
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
//! | many questions | `batch().overlaps` | | | | `batch().cast`, `batch().cast_all` | `batch().nearest`, `batch().k_nearest`, `batch().k_nearest_within`, `batch().within_distance` |
//!
//! # Questions about sets of boxes
//!
//! | | boxes that overlap | boxes at most a distance apart |
//! |---|---|---|
//! | pairs within an index | `pairs` and its forms | `near(distance).pairs` and its forms |
//! | pairs with another index | `cross_pairs` and its forms | `near(distance).cross_pairs` and its forms |
//! | connected components | `components`, `components_where` | `near(distance).components`, `near(distance).components_where` |
//! | boxes with a neighbor in another index | `semi_join` | `near(distance).semi_join` |
//! | boxes without one | `anti_join` | `near(distance).anti_join` |
//! | the two closest boxes | `closest_pair`, `closest_cross_pair` | `near(distance).closest_pair`, `near(distance).closest_cross_pair` |
//!
//! Every form of every question exists without the boxes and the pairs that a
//! [`Rule`](crate::filter::Rule) leaves out: `filtered(rule).overlaps`, `filtered(rule).pairs`.
//!
//! # Threads
//!
//! Forms with the prefix `par_` run on the threads of rayon's current pool and need the feature
//! `rayon`. Their answers are the same for any number of threads.
//!
//! | | |
//! |---|---|
//! | pairs within an index | `par_pairs`, `par_pairs_into`, `par_count_pairs`, `par_for_each_pair`, `par_fold_pairs` |
//! | pairs with another index | `par_cross_pairs`, `par_cross_pairs_into`, `par_count_cross_pairs`, `par_for_each_cross_pair`, `par_fold_cross_pairs` |
//! | many questions | those of a [`Batch`] |
//! | pairs of lists | those of a [`PairQuery`](crate::pair_finder::PairQuery) |
//!
//! The pool may be yours. Whatever is called inside `install` runs there:
//!
//! ```
//! # #[cfg(feature = "rayon")] {
//! use broadleaf::{Aabb, DynamicTree, Id, SpatialIndex};
//! let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
//! let tree: DynamicTree<i32, 1> =
//!     (0..100).map(|i| (Id(i), Aabb::new([2 * i as i32], [2 * i as i32 + 2]))).collect();
//! assert_eq!(pool.install(|| tree.par_pairs()), tree.pairs());
//! # }
//! ```

mod answers;
mod batch;
mod batch_questions;
mod best_first;
mod closest_pair;
mod closest_search;
mod components;
mod count_bounds;
mod curve;
mod downcast;
mod filtered;
mod forward;
mod hit;
mod hits;
mod index_core;
mod joined;
mod near;
mod near_join;
mod near_pairs;
mod near_sets;
mod operands;
#[cfg(feature = "rayon")]
mod pair_lists;
#[cfg(feature = "rayon")]
mod par_pairs;
mod piece;
mod pieces;
mod spatial_index;
mod spatial_index_mut;

pub use self::answers::Answers;
pub use self::batch::Batch;
pub(crate) use self::best_first::Reached;
pub use self::closest_pair::ClosestPair;
pub(crate) use self::count_bounds::{CountBounds, CountedNodes, Nodes};
pub(crate) use self::downcast::downcast;
pub use self::filtered::Filtered;
pub(crate) use self::forward::forward_index_core;
pub use self::hit::Hit;
pub use self::index_core::IndexCore;
#[doc(hidden)]
pub use self::index_core::{Accelerated, sealed};
pub use self::near::Near;
pub(crate) use self::operands::Joined;
#[doc(hidden)]
pub use self::pieces::Pieces;
pub(crate) use self::pieces::PiecesBy;
pub use self::spatial_index::SpatialIndex;
pub use self::spatial_index_mut::SpatialIndexMut;
pub(crate) use self::spatial_index_mut::from_iterator;
