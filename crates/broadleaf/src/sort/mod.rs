//! Sorting by integer keys.

mod buckets;
mod deal;
mod pairs;
mod pieces;
mod prefix_sum;
mod radix;
mod sparse;

pub(crate) use self::buckets::{BucketMemory, Buckets};
pub(crate) use self::deal::{Dealer, PIECE, Starts};
pub use self::pairs::sort_pairs;
#[cfg(feature = "rayon")]
pub(crate) use self::pairs::sort_pairs_of;
pub(crate) use self::pairs::{sort_keys_of, sort_pairs_in_place};
pub(crate) use self::pieces::piece_len;
pub(crate) use self::prefix_sum::PrefixSum;
pub(crate) use self::radix::{prefetch_target, radix_sort};
