//! Sorting, in two ways.
//!
//! *By key* ([`sort_by_key`], [`radix_sort`], [`sort_lists`], [`sort_pairs`]): a radix sort. A list
//! that fits into a cache is sorted by digits, the lowest first ([`radix`]). A list that is longer,
//! or that threads share, is first dealt out piece by piece to 128 buckets by the upper bits of its
//! keys; then each bucket is assembled from all pieces and sorted by digits:
//!
//! ```text
//!     pieces of 8,192 items     a b b a c │ c a a b c │ b c a b      by any thread, in its caches
//!     dealt out ([`deal`])      a a b b c │ a a b c c │ a b b c      each piece in place
//!                                └─┬─┘       └┬┘        │
//!     buckets ([`buckets`])     a a a a a │ b b b b b │ c c c c      each sorted by the other bits
//! ```
//!
//! *Into few buckets* ([`Partition`]): items with a number that the caller has computed, such as
//! the child of a node. The result is one list, bucket by bucket, unsorted within a bucket. Sorting
//! by key would move items of 40 bytes twice.
//!
//! Every sort is stable, except for items with equal sparse keys. Begin with [`radix`], then
//! [`shared`].

mod buckets;
mod deal;
mod pairs;
mod partition;
mod prefetch;
mod prefix_sum;
mod radix;
mod shared;
mod sparse;
mod tuning;

pub use self::pairs::sort_pairs;
pub(crate) use self::pairs::sort_pairs_in_place;
#[cfg(feature = "rayon")]
pub(crate) use self::pairs::sort_pairs_of;
pub(crate) use self::partition::Partition;
pub(crate) use self::prefix_sum::PrefixSum;
pub(crate) use self::shared::{itself, radix_sort, sort_by_key, sort_lists, sort_sparse};
