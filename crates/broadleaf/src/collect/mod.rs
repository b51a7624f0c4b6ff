//! The boxes that a caller hands over, collected before a structure changes: an iterator may panic.

#[cfg(feature = "rayon")]
mod parallel;

use alloc::vec::Vec;

#[cfg(feature = "rayon")]
pub(crate) use self::parallel::par_collect;
use crate::store::{Ascent, Id};

/// Appends an item for every box. Returns whether their ids ascend.
pub(crate) fn collect<B, T>(
    boxes: impl IntoIterator<Item = (Id, B)>,
    items: &mut Vec<T>,
    item: impl Fn(Id, B) -> T,
) -> Ascent {
    let mut ascent = Ascent::START;
    items.extend(boxes.into_iter().map(|(id, aabb)| {
        ascent.add(id);
        item(id, aabb)
    }));
    ascent
}

#[cfg(all(test, feature = "rayon"))]
#[path = "tests/whole.rs"]
mod tests;
