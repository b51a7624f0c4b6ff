//! Overlapping pairs of one tree, and of two.

use core::any::Any;
use core::ops::ControlFlow;

use super::{DynamicTree, Id, Node, NodeIndex, Scalar, Vec};
use crate::BroadPhase;

/// How many pairs of nodes are looked at together. The processor works on several at a time, because none depends on what another found.
const BATCH: usize = 64;

impl<S: Scalar, const D: usize> DynamicTree<S, D> {
    /// Visits every overlapping pair once, smaller id first.
    pub(super) fn visit_pairs<B>(&self, mut visit: impl FnMut(Id, Id) -> ControlFlow<B>) -> ControlFlow<B> {
        // The paths to two leaves part at one pair of siblings, so each pair of leaves is found below exactly one.
        let siblings = (1..).zip(&self.pairs[1..]).filter(|(_, pair)| pair[0].weight > 0);
        let seeds = siblings.map(|(pair, _)| (NodeIndex::new(pair, 0).0, NodeIndex::new(pair, 1).0));
        Join::new(&self.pairs, &self.pairs).run(seeds, |a, b| visit(a.min(b), a.max(b)))
    }

    /// Visits every overlapping pair of a box here and a box of another structure.
    pub(super) fn visit_pairs_with<O: BroadPhase<S, D>, B>(
        &self,
        other: &O,
        mut visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if self.is_empty() || other.is_empty() {
            return ControlFlow::Continue(());
        }
        match (other as &dyn Any).downcast_ref::<Self>() {
            Some(tree) => Join::new(&self.pairs, &tree.pairs).run([(NodeIndex::ROOT.0, NodeIndex::ROOT.0)].into_iter(), visit),
            None => other.iter().try_for_each(|(theirs, aabb)| self.walk(&aabb).try_for_each(|ours| visit(ours, theirs))),
        }
    }
}

/// A search for overlapping leaves below pairs of nodes, one node of each tree.
///
/// Written for the processor: an entry is always stored and then counted or not, so no branch depends on an overlap.
struct Join<'a, S, const D: usize> {
    left: &'a [[Node<S, D>; 2]],
    right: &'a [[Node<S, D>; 2]],
    /// Overlapping nodes that are not both leaves.
    todo: Tally<(u32, u32)>,
    /// Overlapping leaves.
    found: Tally<(Id, Id)>,
}

impl<'a, S: Scalar, const D: usize> Join<'a, S, D> {
    fn new(left: &'a [[Node<S, D>; 2]], right: &'a [[Node<S, D>; 2]]) -> Self {
        Self { left, right, todo: Tally::new(), found: Tally::new() }
    }

    fn run<B>(
        mut self,
        mut seeds: impl Iterator<Item = (u32, u32)>,
        mut visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut batch = [(0, 0); BATCH];
        loop {
            self.todo.make_room(5 * BATCH);
            self.found.make_room(5 * BATCH);
            if self.todo.len < BATCH {
                seeds.by_ref().take(BATCH).for_each(|(i, j)| self.look_at(i, j));
            }
            let count = self.todo.pop_into(&mut batch);
            for &(i, j) in &batch[..count] {
                self.look_below(i, j);
            }
            for &(a, b) in self.found.drain() {
                visit(a, b)?;
            }
            if count == 0 && self.todo.len == 0 {
                return ControlFlow::Continue(());
            }
        }
    }

    /// Notes two nodes if they overlap.
    #[inline]
    fn look_at(&mut self, i: u32, j: u32) {
        let (a, b) = (node(self.left, i), node(self.right, j));
        let overlap = a.aabb.overlaps(&b.aabb);
        let leaves = a.is_leaf() & b.is_leaf();
        self.todo.store((i, j), overlap & !leaves);
        self.found.store((a.id(), b.id()), overlap & leaves);
    }

    /// Looks at all pairs of children; a leaf stands for its own child.
    #[inline]
    fn look_below(&mut self, i: u32, j: u32) {
        let (first_left, left_count) = children_of(self.left, i);
        let (first_right, right_count) = children_of(self.right, j);
        for i in first_left..first_left + left_count {
            for j in first_right..first_right + right_count {
                self.look_at(i, j);
            }
        }
    }
}

#[inline]
fn node<S, const D: usize>(pairs: &[[Node<S, D>; 2]], index: u32) -> &Node<S, D> {
    let index = NodeIndex(index);
    &pairs[index.pair()][index.side()]
}

/// The first child and the number of children; for a leaf, itself.
#[inline]
fn children_of<S: Scalar, const D: usize>(pairs: &[[Node<S, D>; 2]], index: u32) -> (u32, u32) {
    let node = node(pairs, index);
    if node.is_leaf() { (index, 1) } else { (NodeIndex::new(node.children(), 0).0, 2) }
}

/// A list that stores first and decides then whether to keep.
struct Tally<T> {
    items: Vec<T>,
    len: usize,
}

impl<T: Copy + Default> Tally<T> {
    fn new() -> Self {
        Self { items: Vec::new(), len: 0 }
    }

    fn make_room(&mut self, additional: usize) {
        if self.items.len() < self.len + additional {
            self.items.resize(2 * (self.len + additional), T::default());
        }
    }

    #[inline]
    fn store(&mut self, item: T, keep: bool) {
        self.items[self.len] = item;
        self.len += usize::from(keep);
    }

    /// Moves the last items to the start of `batch` and returns how many these are.
    fn pop_into(&mut self, batch: &mut [T]) -> usize {
        let count = self.len.min(batch.len());
        self.len -= count;
        batch[..count].copy_from_slice(&self.items[self.len..][..count]);
        count
    }

    fn drain(&mut self) -> &[T] {
        &self.items[..core::mem::take(&mut self.len)]
    }
}
