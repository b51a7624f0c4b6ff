//! Sorting items by the part that they belong to.

use core::array;

use super::cuts::{Cuts, MAX_PARTS};
use super::node::Item;
use super::run::{MIN_FORK, Run};
use crate::executor::{Divide, Executor};
use crate::geometry::Scalar;

/// The result of sorting items by part: the number of items of each part, and of each subtree of
/// parts.
pub(super) struct Division<S> {
    pub(super) cuts: Cuts<S>,
    /// The number of items of each part.
    pub(super) own: [u32; MAX_PARTS],
    /// The number of items of each part and of those below it in the heap.
    pub(super) total: [u32; MAX_PARTS],
}

impl<S: Scalar> Division<S> {
    /// Sorts the items of a run: those that cross a cut, then those below it, then those above it.
    pub(super) fn of<const D: usize>(
        executor: impl Executor,
        run: &mut Run<'_, S, D>,
        cuts: Cuts<S>,
    ) -> Self {
        let Run {
            items,
            spare,
            parts,
            ..
        } = run;
        let own = executor.run(FindParts {
            cuts: &cuts,
            items,
            parts,
        });
        let total = totals(own, cuts.parts());
        let mut next = starts(&own, &total, cuts.parts());
        for (item, &part) in items.iter().zip(&**parts) {
            let next = &mut next[usize::from(part)];
            spare[*next as usize] = *item;
            *next += 1;
        }
        items.copy_from_slice(spare);
        Self { cuts, own, total }
    }
}

/// Writes the part of every item to `parts`, and returns the number of items of each part.
struct FindParts<'a, S, const D: usize> {
    cuts: &'a Cuts<S>,
    items: &'a [Item<S, D>],
    parts: &'a mut [u8],
}

impl<S: Scalar, const D: usize> Divide for FindParts<'_, S, D> {
    type Output = [u32; MAX_PARTS];

    fn halve(self) -> Result<[Self; 2], Self> {
        if self.items.len() < MIN_FORK {
            return Err(self);
        }
        let Self { cuts, items, parts } = self;
        let (items, more_items) = items.split_at(items.len() / 2);
        let (parts, more_parts) = parts.split_at_mut(items.len());
        let more = Self {
            cuts,
            items: more_items,
            parts: more_parts,
        };
        Ok([Self { cuts, items, parts }, more])
    }

    fn run(self) -> [u32; MAX_PARTS] {
        let mut own = [0; MAX_PARTS];
        for (item, part) in self.items.iter().zip(self.parts) {
            *part = self.cuts.part(&item.aabb);
            own[usize::from(*part)] += 1;
        }
        own
    }

    fn merge(first: [u32; MAX_PARTS], second: [u32; MAX_PARTS]) -> [u32; MAX_PARTS] {
        array::from_fn(|part| first[part] + second[part])
    }
}

/// Adds the number of items of every part to that of the part above it.
fn totals(own: [u32; MAX_PARTS], parts: usize) -> [u32; MAX_PARTS] {
    let mut total = own;
    for part in (2..parts).rev() {
        total[part / 2] += total[part];
    }
    total
}

/// The index of the first item of every part.
fn starts(own: &[u32; MAX_PARTS], total: &[u32; MAX_PARTS], parts: usize) -> [u32; MAX_PARTS] {
    let mut starts = [0; MAX_PARTS];
    for part in 2..parts {
        let cut = part / 2;
        let below = if part % 2 == 0 { 0 } else { total[part - 1] };
        starts[part] = starts[cut] + own[cut] + below;
    }
    starts
}
