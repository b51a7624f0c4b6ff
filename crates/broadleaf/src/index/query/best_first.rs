//! Hits in the order in which a probe reaches them, found as they are needed.

use crate::geometry::{Real, compare};
use crate::index::hit::Hit;
use crate::store::Id;
use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Ordering;

/// A node or a box that a probe reaches. The greatest entry is the one to take first: the soonest,
/// nodes before boxes, the smallest number.
#[derive(Clone, Copy, Debug)]
struct Entry<R> {
    reach: R,
    is_box: bool,
    /// The number of a node, or the id of a box.
    number: u32,
}

impl<R: Real> Ord for Entry<R> {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_number = || (other.is_box, other.number).cmp(&(self.is_box, self.number));
        compare(&other.reach, &self.reach).then_with(by_number)
    }
}

impl<R: Real> PartialOrd for Entry<R> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<R: Real> PartialEq for Entry<R> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl<R: Real> Eq for Entry<R> {}

/// What a probe reaches and has not been visited.
#[derive(Clone, Debug)]
pub(crate) struct Reached<R>(BinaryHeap<Entry<R>>);

impl<R: Real> Reached<R> {
    pub(crate) fn new() -> Self {
        Self(BinaryHeap::new())
    }

    /// All hits of an index without nodes. Costs O(number of hits).
    pub(crate) fn from_hits(hits: Vec<Hit<R>>) -> Self {
        let entries: Vec<_> = hits
            .into_iter()
            .map(|Hit { reach, id }| Entry {
                reach,
                is_box: true,
                number: id.0,
            })
            .collect();
        Self(entries.into())
    }

    pub(crate) fn push_node(&mut self, reach: R, number: u32) {
        self.0.push(Entry {
            reach,
            is_box: false,
            number,
        });
    }

    pub(crate) fn push_hit(&mut self, reach: R, id: Id) {
        self.0.push(Entry {
            reach,
            is_box: true,
            number: id.0,
        });
    }

    /// The hits by `(reach, id)`. `open` pushes what the probe reaches directly below a node, none
    /// of it sooner than the node.
    pub(crate) fn into_hits(
        mut self,
        mut open: impl FnMut(u32, &mut Self),
    ) -> impl Iterator<Item = Hit<R>> {
        core::iter::from_fn(move || {
            loop {
                let Entry {
                    reach,
                    is_box,
                    number,
                } = self.0.pop()?;
                if is_box {
                    return Some(Hit {
                        reach,
                        id: Id(number),
                    });
                }
                open(number, &mut self);
            }
        })
    }
}
