//! Sorting by integer keys.

mod pairs;
#[cfg(feature = "rayon")]
mod parallel;
mod prefix_sum;
mod radix;
mod sparse;

#[cfg(feature = "rayon")]
pub(crate) use self::pairs::sort_pairs_with;
pub(crate) use self::pairs::{sort_keys, sort_pairs, sort_pairs_in_place};
#[cfg(feature = "rayon")]
pub(crate) use self::parallel::{Shared, par_radix_sort};
pub(crate) use self::prefix_sum::PrefixSum;
pub(crate) use self::radix::{bits_of_passes, radix_sort};
