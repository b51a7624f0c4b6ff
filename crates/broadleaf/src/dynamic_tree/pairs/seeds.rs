//! The pairs of nodes that a search for overlapping pairs starts from.

use super::batches::PairSearch;
use super::wanted::{All, CategoriesMeet, Wanted};
use crate::dynamic_tree::layout::NodeIndex;
use crate::dynamic_tree::tree::DynamicTree;
use crate::dynamic_tree::tuning::BATCH;
use crate::filter::Masks;
use crate::geometry::Scalar;
use crate::store::{Id, to_u32};
use crate::visit::keep_break;
use core::ops::{ControlFlow, Range};

impl<S: Scalar, const D: usize> DynamicTree<S, D> {
    /// Visits every overlapping pair once, smaller id first. With masks, only pairs whose
    /// categories meet.
    pub(crate) fn visit_pairs<B>(
        &self,
        masks: Option<&Masks>,
        visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.visit_pairs_below(1..self.siblings.len(), masks, visit)
    }

    /// For each of these pairs of siblings, visits the overlapping pairs of a leaf below one
    /// sibling and a leaf below the other.
    pub(crate) fn visit_pairs_below<B>(
        &self,
        siblings: Range<usize>,
        masks: Option<&Masks>,
        visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        // The paths from the root to two leaves part at one pair of siblings, so each pair of
        // leaves is found below exactly one.
        let seeds = self.sides_of(siblings);
        self.search_with(self, seeds, masks, ordered(visit))
    }

    fn sides_of(&self, siblings: Range<usize>) -> impl Iterator<Item = (NodeIndex, NodeIndex)> {
        let in_use = (to_u32(siblings.start)..)
            .zip(&self.siblings[siblings])
            .filter(|(_, [first, _])| !first.is_unused());
        in_use.map(|(siblings, _)| (NodeIndex::new(siblings, 0), NodeIndex::new(siblings, 1)))
    }

    /// The roots of two trees, if both have one.
    pub(crate) fn roots_with(&self, other: &Self) -> Option<(NodeIndex, NodeIndex)> {
        let both = self.leaves.len() > 0 && other.leaves.len() > 0;
        both.then_some((NodeIndex::ROOT, NodeIndex::ROOT))
    }

    /// Visits every overlapping pair of a box below a node here and a box below a node of another
    /// tree. With masks, only pairs whose categories meet.
    pub(crate) fn visit_pairs_below_both<B>(
        &self,
        other: &Self,
        nodes: Option<(NodeIndex, NodeIndex)>,
        masks: Option<&Masks>,
        visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.search_with(other, nodes.into_iter(), masks, visit)
    }

    fn search_with<B>(
        &self,
        other: &Self,
        seeds: impl Iterator<Item = (NodeIndex, NodeIndex)>,
        masks: Option<&Masks>,
        visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let (left, right) = (&self.siblings, &other.siblings);
        let trees = [self, other];
        match masks {
            None => PairSearch::new(left, right, All).visit(seeds, visit),
            Some(masks) => {
                PairSearch::new(left, right, CategoriesMeet { trees, masks }).visit(seeds, visit)
            }
        }
    }
}

impl<S: Scalar, const D: usize, W: Wanted> PairSearch<'_, S, D, W> {
    /// Visits every pair that the search finds from these seeds.
    // The search gets the visitor as a trait object, so that it is compiled once.
    fn visit<B>(
        &self,
        mut seeds: impl Iterator<Item = (NodeIndex, NodeIndex)>,
        mut visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut next = |batch: &mut [_; BATCH]| {
            let slots = batch.iter_mut().zip(&mut seeds);
            slots.map(|(slot, seed)| *slot = seed).count()
        };
        keep_break(
            |visit_batch| self.run(&mut next, visit_batch),
            &mut |batch| batch.iter().try_for_each(|&[a, b]| visit(Id(a), Id(b))),
        )
    }
}

/// A visitor that gets the smaller id first.
fn ordered<B>(
    mut visit: impl FnMut(Id, Id) -> ControlFlow<B>,
) -> impl FnMut(Id, Id) -> ControlFlow<B> {
    move |a, b| visit(a.min(b), a.max(b))
}
