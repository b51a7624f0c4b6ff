//! Sorting by integer keys.

#[cfg(feature = "rayon")]
mod parallel;
mod prefix_sum;
mod radix;

#[cfg(feature = "rayon")]
pub(crate) use self::parallel::{Shared, par_radix_sort};
pub(crate) use self::prefix_sum::PrefixSum;
pub(crate) use self::radix::{radix_sort, sort_pairs, sort_pairs_in_place};
