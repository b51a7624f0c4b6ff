//! Pairs of mutable elements, on several threads.
//!
//! ```text
//!              cut ┌──────────────────────────┐
//!                  │ 1. crossing with beside  │     References to the elements are in the order of the
//!                  └──┬─────────┬──────────┬──┘     tree, so a subtree is a range. A cut first visits
//!        2. crossing  │  below  │   above  │        the pairs of an element that crosses it and one
//!         ┌───────────┴┐ ┌──────┴─────┐ ┌──┴──────┐ beside it. The subtrees below it share no element,
//!         │ &mut … &mut│ │&mut … &mut │ │&mut …   │ and are searched in parallel.
//!         └────────────┘ └────────────┘ └─────────┘
//! ```

use alloc::vec;
use alloc::vec::Vec;
use core::convert::Infallible;
use core::mem;
use core::ops::{ControlFlow, Range};

use super::median_build::children;
use super::slice_mut::KdSliceMut;
use super::sweep::KdSweep;
use super::tuning::COST_OF_ELEMENT;
use crate::executor::{Executor, Parallel};
use crate::geometry::Scalar;
use crate::store::Id;

impl<T: Send, S: Scalar, const D: usize> KdSliceMut<'_, T, S, D> {
    /// Visits every overlapping pair once, smaller id first, on the threads of rayon's current
    /// pool. Needs the feature `rayon`.
    ///
    /// An element is visited by one thread at a time, in the same order of partners as in
    /// [`for_each_pair_mut`](Self::for_each_pair_mut), so the final elements do not depend on the
    /// threads.
    ///
    /// Allocates a reference for each element.
    ///
    /// ```
    /// use broadleaf::{Aabb, KdSliceMut};
    /// let mut row: Vec<_> = (0..10_000).map(|x| (x, Vec::new())).collect();
    /// let mut index = KdSliceMut::par_new(&mut row, |&(x, _)| Aabb::new([x], [x + 1]))?;
    /// index.par_for_each_pair_mut(|(a, of_a), (b, of_b)| {
    ///     of_a.push(*b);
    ///     of_b.push(*a);
    /// });
    /// row[500].1.sort();
    /// assert_eq!(row[500], (500, vec![499, 501]));
    /// # Ok::<(), broadleaf::TooManyBoxes>(())
    /// ```
    #[doc(alias = "par_find_colliding_pairs")]
    pub fn par_for_each_pair_mut(&mut self, visit: impl Fn(&mut T, &mut T) + Sync) {
        self.par_fold_pairs_mut(|| (), |(), a, b| visit(a, b));
    }

    /// Folds the pairs into one accumulator for each piece of work, on the threads of rayon's
    /// current pool, and returns the accumulators in the order of the pieces. Needs the feature
    /// `rayon`.
    ///
    /// `fold` gets an accumulator and a pair, smaller id first, as in
    /// [`par_for_each_pair_mut`](Self::par_for_each_pair_mut). The pieces depend on the boxes
    /// alone, so the result is the same for any number of threads.
    ///
    /// ```
    /// use broadleaf::{Aabb, KdSliceMut};
    /// let mut row: Vec<_> = (0..10_000).collect();
    /// let mut index = KdSliceMut::new(&mut row, |&x| Aabb::new([2 * x], [2 * x + 2]))?;
    /// let counts = index.par_fold_pairs_mut(|| 0, |count, a, b| {
    ///     *count += 1;
    ///     (*a, *b) = (0, 0);
    /// });
    /// assert_eq!(counts.iter().sum::<u32>(), 9_999);
    /// assert_eq!(row, [0; 10_000]);
    /// # Ok::<(), broadleaf::TooManyBoxes>(())
    /// ```
    #[doc(alias = "par_find_colliding_pairs_acc_closure")]
    pub fn par_fold_pairs_mut<A: Send>(
        &mut self,
        init: impl Fn() -> A + Sync,
        fold: impl Fn(&mut A, &mut T, &mut T) + Sync,
    ) -> Vec<A> {
        let Self { things, index } = self;
        if things.is_empty() {
            return Vec::new();
        }
        let mut in_tree_order: Vec<_> = things.iter().map(|_| None).collect();
        for (id, thing) in (0..).zip(&mut **things) {
            if let Some(place) = index.indices.get(Id(id)) {
                in_tree_order[place as usize] = Some(thing);
            }
        }
        ElementPairs { index, init, fold }.subtree(0, &mut in_tree_order)
    }
}

/// A search for the pairs of a tidy index.
struct ElementPairs<'a, S: Scalar, const D: usize, I, F> {
    index: &'a KdSweep<S, D>,
    init: I,
    fold: F,
}

/// A subtree, and the accumulators of its pieces once it has been searched.
struct ElementsBelow<'a, 't, T, A> {
    root: u32,
    things: &'a mut [Option<&'t mut T>],
    accumulators: Vec<A>,
}

impl<S: Scalar, const D: usize, I, F> ElementPairs<'_, S, D, I, F> {
    /// Visits the pairs within a subtree. `things` are the elements of the subtree, in the order of
    /// the tree.
    fn subtree<T, A>(&self, root: u32, mut things: &mut [Option<&mut T>]) -> Vec<A>
    where
        T: Send,
        A: Send,
        I: Fn() -> A + Sync,
        F: Fn(&mut A, &mut T, &mut T) + Sync,
    {
        let nodes = &self.index.nodes[..];
        let (first, node) = (root as usize, &nodes[root as usize]);
        if node.is_leaf() || !Parallel.shares(things.len(), COST_OF_ELEMENT) {
            return vec![self.piece(first..first + node.nodes as usize, things)];
        }
        let mut accumulators = vec![self.piece(first..first + 1, things)];
        let mut below: Vec<_> = children(nodes, root)
            .map(|root| {
                let len = nodes[root as usize].range().len();
                ElementsBelow {
                    root,
                    things: split_off(&mut things, len),
                    accumulators: Vec::new(),
                }
            })
            .collect();
        Parallel.for_each_mut(&mut below, |_, subtree| {
            subtree.accumulators = self.subtree(subtree.root, subtree.things);
        });
        accumulators.extend(below.into_iter().flat_map(|subtree| subtree.accumulators));
        accumulators
    }

    /// Visits the pairs found at some nodes of a subtree, starting with its root. `things` are the
    /// elements of the subtree, in the order of the tree.
    fn piece<T, A>(&self, nodes: Range<usize>, things: &mut [Option<&mut T>]) -> A
    where
        I: Fn() -> A,
        F: Fn(&mut A, &mut T, &mut T),
    {
        let (mut accumulator, items) = ((self.init)(), &self.index.items);
        let start = self.index.nodes[nodes.start].range().start;
        let ControlFlow::Continue(()) = self.index.visit_item_pairs_at(nodes, |a, b| {
            let is_ordered = items[a].id < items[b].id;
            let [a, b] = if is_ordered { [a, b] } else { [b, a] };
            if let Ok([Some(a), Some(b)]) = things.get_disjoint_mut([a - start, b - start]) {
                (self.fold)(&mut accumulator, a, b);
            }
            ControlFlow::<Infallible>::Continue(())
        });
        accumulator
    }
}

/// Removes and returns the first `len` elements.
fn split_off<'a, T>(things: &mut &'a mut [T], len: usize) -> &'a mut [T] {
    let (first, rest) = mem::take(things).split_at_mut(len);
    *things = rest;
    first
}
