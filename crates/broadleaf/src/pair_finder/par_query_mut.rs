//! Pairs as two mutable elements, on several threads: first the pairs within each block of the
//! sweep order, then all others, at the nodes of a tree over the blocks.

use alloc::vec;
use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::block_tree::{BlockTree, KeptPair, References, visit_two};
use super::query::PairQuery;
use super::query_mut::PairQueryMut;
use super::sweep::Interiors;
use super::tuning::COST_OF_SWEEP;
use crate::executor::{Executor, Parallel};
use crate::geometry::{Aabb, Scalar};
use crate::sort::radix_sort;

impl<T: Send, S: Scalar, const D: usize> PairQueryMut<'_, T, S, D> {
    /// Visits every pair, on several threads. Needs the feature `rayon`.
    ///
    /// One thread at a time visits an element, and the order of its partners depends on the boxes
    /// alone, so the final elements do not depend on the threads. The order differs from
    /// [`for_each_pair`](Self::for_each_pair).
    ///
    /// Use it for visitors that take tens of nanoseconds, or in 3D: with two threads and 30 ns a
    /// pair, it is 1.4 to 1.8 times as fast as [`for_each_pair`](Self::for_each_pair); with one
    /// addition to each element, 0.9 to 1.4 times. It gains less, or loses, if most pairs include
    /// one of a few large boxes: a [`KdSliceMut`](crate::KdSliceMut) divides these better.
    ///
    /// Allocates 12 bytes for each element, and for each pair whose elements are far apart in the
    /// order of the sweep.
    ///
    /// ```
    /// use broadleaf::{Aabb, PairFinder};
    /// let mut row: Vec<_> = (0..10_000).map(|x| (x, Vec::new())).collect();
    /// let mut finder = PairFinder::new();
    /// let query = finder.within_mut(&mut row, |&(x, _)| Aabb::new([x], [x + 1]))?;
    /// query.par_for_each_pair(|(a, of_a), (b, of_b)| {
    ///     of_a.push(*b);
    ///     of_b.push(*a);
    /// });
    /// row[500].1.sort();
    /// assert_eq!(row[500], (500, vec![499, 501]));
    /// # Ok::<(), broadleaf::TooManyBoxes>(())
    /// ```
    #[doc(alias = "par_find_colliding_pairs")]
    pub fn par_for_each_pair(self, visit: impl Fn(&mut T, &mut T) + Sync) {
        if self.things.len() <= COST_OF_SWEEP.piece() {
            return self.for_each_pair(visit);
        }
        self.ask(|query, things| Parallel.enter(|| visit_pairs(query, things, &visit)));
    }
}

/// The query over the boxes of the elements.
type BoxQuery<'a, S, const D: usize> = PairQuery<'a, Vec<Aabb<S, D>>, Vec<Aabb<S, D>>, S, D>;

fn visit_pairs<T: Send, S: Scalar, const D: usize>(
    query: BoxQuery<'_, S, D>,
    things: &mut [T],
    visit: &(impl Fn(&mut T, &mut T) + Sync),
) {
    let sweeper = &mut query.finder.sweeper.sweeper;
    sweeper.sort(Parallel, query.operands.sources());
    let places = places(&query.finder.sweeper.sweeper.first.boxes.indices[..things.len()]);
    let mut in_order: Vec<_> = things.iter().map(|_| None).collect();
    for (thing, &place) in things.iter_mut().zip(&places) {
        in_order[place as usize] = Some(thing);
    }
    let tree = BlockTree::above(in_order.len());
    let kept = visit_within_blocks(query, &places, tree, &mut in_order, visit);
    tree.visit(&kept, visit, &mut in_order);
}

/// For each index, its position in `order`.
fn places(order: &[u32]) -> Vec<u32> {
    let mut places = vec![0; order.len()];
    for (place, &index) in (0..).zip(order) {
        places[index as usize] = place;
    }
    places
}

/// Visits the pairs within blocks, and returns the other pairs as lists sorted by node.
fn visit_within_blocks<T: Send, S: Scalar, const D: usize>(
    query: BoxQuery<'_, S, D>,
    places: &[u32],
    tree: BlockTree,
    in_order: References<'_, '_, T>,
    visit: &(impl Fn(&mut T, &mut T) + Sync),
) -> Vec<Vec<KeptPair>> {
    let blocks = in_order.chunks_mut(BlockTree::BLOCK);
    let mut blocks: Vec<_> = blocks.map(|things| (things, Vec::new())).collect();
    let PairQuery {
        finder,
        operands,
        filter,
    } = query;
    finder.sweeper.sweeper.label(Parallel, false, &filter);
    let interiors = Interiors(operands.sources());
    let (finder, filter) = (&*finder, interiors.added_to(filter));
    Parallel.for_each_mut(&mut blocks, |number, (things, kept)| {
        finder.sweep_sorted(false, 0, filter, BlockTree::BLOCK, number, &mut |batch| {
            for pair in batch {
                let places = pair.map(|index| places[index as usize]);
                let node = tree.node_of(places);
                if node == tree.leaf(number) {
                    visit_two(things, number * BlockTree::BLOCK, places, visit);
                } else {
                    kept.push(KeptPair { node, places });
                }
            }
            ControlFlow::Continue(())
        });
    });
    Parallel.for_each_mut(&mut blocks, |_, (_, kept)| {
        radix_sort(kept, &mut Vec::new(), |pair| u64::from(pair.node));
    });
    blocks.into_iter().map(|(_, kept)| kept).collect()
}
