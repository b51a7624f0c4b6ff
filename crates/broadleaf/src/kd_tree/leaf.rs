//! Leaves: items sorted along the axis on which a sweep compares the fewest pairs.

use alloc::vec::Vec;

use super::extents::Extents;
use super::node::{Item, Kind, Node};
use crate::geometry::Scalar;
use crate::simd::Key;
use crate::store::to_u32;

/// The start of an item along an axis, and the item's index.
pub(super) type IndexedKey<S> = <<S as Scalar>::Key as Key>::Indexed;

/// Sorts items, of which the first has the index `start`, and returns their leaf; `None` if there
/// are none. `spare`, which is as long as `items`, and `keys` lend their memory.
pub(super) fn leaf<S: Scalar, const D: usize>(
    start: u32,
    items: &mut [Item<S, D>],
    spare: &mut [Item<S, D>],
    keys: &mut Vec<IndexedKey<S>>,
) -> Option<Node<S, D>> {
    let first = items.first()?;
    let axis = Extents::of(items.iter().map(|item| &item.aabb)).axis_to_sweep();
    let mut leaf = Node::unfinished(start, Kind::Leaf { axis }, first);
    leaf.end += to_u32(items.len());
    for item in &*items {
        leaf.bounds = leaf.bounds.union(&item.aabb);
        leaf.category |= item.category;
    }
    sort(items, axis, spare, keys);
    Some(leaf)
}

/// Sorts items by their starts along an axis. Sorts keys, which are short, and moves every item
/// once.
fn sort<S: Scalar, const D: usize>(
    items: &mut [Item<S, D>],
    axis: usize,
    spare: &mut [Item<S, D>],
    keys: &mut Vec<IndexedKey<S>>,
) {
    keys.clear();
    let starts = items.iter().map(|item| item.aabb.ends(axis)[0].key());
    keys.extend(starts.zip(0..).map(|(key, index)| key.indexed(index)));
    keys.sort_unstable();
    for (item, &key) in spare.iter_mut().zip(&*keys) {
        *item = items[S::Key::index(key) as usize];
    }
    items.copy_from_slice(spare);
}
