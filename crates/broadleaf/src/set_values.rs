//! The values of many ids in a map, on one thread or two.

use crate::executor::{Cost, Executor};
use crate::store::{Id, IdMap};

/// Of an id: what takes time is to store its value anywhere in memory.
const COST: Cost = Cost::nanoseconds(2);

/// Sets the values of ids that were added to a map. `entry` returns the id and the value of an
/// item, given its index.
///
/// Of two threads, each looks at all items and sets the values of half of the ids: what takes time
/// is to store in any order.
pub(crate) fn set_values<E: Executor, T: Sync>(
    executor: E,
    map: &mut IdMap,
    items: &[T],
    entry: impl Fn(u32, &T) -> (Id, u32) + Sync,
) {
    let entries = || (0..).zip(items).map(|(index, item)| entry(index, item));
    if executor.shares(items.len(), COST)
        && let Some([low, high]) = map.halves()
    {
        executor.join(
            || low.replace_all(entries()),
            || high.replace_all(entries()),
        );
    } else {
        map.replace_all(entries());
    }
}
