//! The items of a subtree during a build, and sorting them by child.

use super::choice::{Choice, Counts, find_children};
use super::node::CellBox;
use super::tuning::COST_OF_CHILD;
use crate::executor::Executor;
use crate::geometry::{Aabb, Scalar};
use crate::sort::{Partition, PrefixSum};
use crate::store::to_u32;
use core::array;
use core::mem::swap;
use core::ops::Range;

/// The items of a subtree.
#[derive(Debug)]
pub(super) struct BoxRun<'a, S, const D: usize> {
    items: &'a mut [CellBox<S, D>],
    /// As long as `items`; its contents are meaningless.
    spare: &'a mut [CellBox<S, D>],
    /// The child of each item; meaningful only inside `divide`.
    children: &'a mut [u8],
    /// The position of the first item in the list of all items.
    first: u32,
    /// Whether the items are in the slice that began as `spare`.
    is_swapped: bool,
}

impl<'a, S: Scalar, const D: usize> BoxRun<'a, S, D> {
    /// All items. `spare` and `children` must be as long as `items`.
    pub(super) fn new(
        items: &'a mut [CellBox<S, D>],
        spare: &'a mut [CellBox<S, D>],
        children: &'a mut [u8],
    ) -> Self {
        Self {
            items,
            spare,
            children,
            first: 0,
            is_swapped: false,
        }
    }

    pub(super) fn first(&self) -> u32 {
        self.first
    }

    pub(super) fn len(&self) -> usize {
        self.items.len()
    }

    pub(super) fn boxes(&self) -> impl ExactSizeIterator<Item = Aabb<S, D>> {
        self.items.iter().map(|item| item.aabb)
    }

    /// Sorts the items by child, with the items that stay in the node last. Returns the number of
    /// items of each child.
    pub(super) fn divide(&mut self, executor: impl Executor, choice: &Choice<S, D>) -> Counts {
        let counts = if executor.shares(self.items.len(), COST_OF_CHILD) {
            let find = |items: &[_], children: &mut [u8]| find_children(choice, items, children);
            let (items, children) = (&*self.items, &mut *self.children);
            let partition = Partition::find(executor, COST_OF_CHILD, items, children, find);
            let counts = partition.counts();
            partition.copy_to(executor, self.spare, array::from_fn(|child| child));
            counts
        } else {
            let counts = find_children(choice, self.items, self.children);
            copy_sorted(self.items, self.spare, self.children, counts);
            counts
        };
        swap(&mut self.items, &mut self.spare);
        self.is_swapped = !self.is_swapped;
        counts
    }

    /// Splits off the first items.
    pub(super) fn split_off(&mut self, count: u32) -> Self {
        let first = self.first;
        self.first += count;
        let count = count as usize;
        Self {
            items: self.items.split_off_mut(..count).unwrap_or_default(),
            spare: self.spare.split_off_mut(..count).unwrap_or_default(),
            children: self.children.split_off_mut(..count).unwrap_or_default(),
            first,
            is_swapped: self.is_swapped,
        }
    }

    /// The items, back in the slice that they began in, and their positions in the list of all
    /// items.
    pub(super) fn settle(self) -> (Range<u32>, &'a [CellBox<S, D>]) {
        let own = self.first..self.first + to_u32(self.items.len());
        if self.is_swapped {
            self.spare.copy_from_slice(self.items);
            return (own, self.spare);
        }
        (own, self.items)
    }
}

/// Copies items to `sorted`, child by child.
fn copy_sorted<T: Copy>(items: &[T], sorted: &mut [T], children: &[u8], counts: Counts) {
    let mut next = counts;
    let mut sum = PrefixSum::default();
    next.iter_mut().for_each(|size| sum.replace(size));
    for (item, &child) in items.iter().zip(children) {
        let next = &mut next[usize::from(child)];
        sorted[*next as usize] = *item;
        *next += 1;
    }
}
