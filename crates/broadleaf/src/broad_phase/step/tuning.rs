//! The numbers of a step. `docs/tuning.md` is written from these comments.

use crate::executor::Cost;

/// With more moving proxies than this for each change, the structure of the moving ones is queried
/// with each change; with fewer, all moving proxies are compared.
pub(crate) const MOVING_PER_CHANGE: usize = 7;

/// The same for the static proxies.
pub(crate) const STATIC_PER_CHANGE: usize = 8;

/// Fewer queries than this are not ordered along a curve.
pub(crate) const MIN_ORDERED: usize = 64;

/// The memory for comparing all proxies is freed after this number of steps that did not.
pub(crate) const STEPS_UNTIL_FREED: u32 = 16;

/// To merge and to decide about one pair.
pub(crate) const COST_OF_PAIR: Cost = Cost::nanoseconds(2);

/// A proxy that changed, in a step.
pub(crate) const COST_OF_CHANGE: Cost = Cost::nanoseconds(100);
