//! An index without the boxes and pairs that a rule leaves out.

use super::hit::Hit;
use super::index_core::sealed::Sealed;
use super::index_core::{Accelerated, IndexCore};
use crate::filter::{CategoryMatrix, Rule};
use crate::geometry::{Aabb, MaskedRef, Probe, Region, Scalar};
use crate::index::join::operands::Joined;
use crate::index::join::pieces::{Pieces, PiecesBy};
use crate::report::{NodeView, Stats, Violation};
use crate::store::Id;
use alloc::boxed::Box;
use core::ops::ControlFlow;

/// An index without the boxes and pairs that a [`Rule`] leaves out, made by
/// [`filtered`](crate::index::SpatialIndex::filtered).
///
/// It has every query of the index. In queries of two indexes, the rule of the index whose method
/// is called decides about pairs, and each index decides about its own boxes.
///
/// A [`DynamicTree`](crate::DynamicTree) and a [`PackedTree`](crate::PackedTree) skip subtrees by
/// the [mask](Rule::mask) of a rule and, joined with themselves or with a tree of the same type, by
/// its [matrix](Rule::matrix). Otherwise each box and each pair found is tested.
///
/// ```
/// use broadleaf::filter::CategoryMatrix;
/// use broadleaf::{Aabb, DynamicTree, Id, SpatialIndex, SpatialIndexMut};
/// const WALL: u32 = 1;
/// const BODY: u32 = 2;
/// let mut tree = DynamicTree::new();
/// tree.insert_with_category(Id(0), Aabb::new([0, 0], [9, 1]), WALL);
/// tree.insert_with_category(Id(1), Aabb::new([0, 0], [1, 9]), WALL);
/// tree.insert_with_category(Id(2), Aabb::new([1, 1], [2, 2]), BODY);
/// let matrix = CategoryMatrix::ALL.without(WALL, WALL);
/// assert_eq!(tree.filtered(&matrix).pairs(), [[Id(0), Id(2)], [Id(1), Id(2)]]);
/// assert_eq!(tree.filtered(&|id| id != Id(2)).overlaps(&[1, 1]), [Id(0), Id(1)]);
/// ```
#[derive(Debug)]
#[must_use]
pub struct Filtered<'a, I: ?Sized, R: ?Sized> {
    pub(super) index: &'a I,
    pub(super) rule: &'a R,
}

impl<I: ?Sized, R: ?Sized> Clone for Filtered<'_, I, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<I: ?Sized, R: ?Sized> Copy for Filtered<'_, I, R> {}

impl<I: ?Sized, R: Rule + ?Sized> Filtered<'_, I, R> {
    /// Whether the rule admits a box, by its mask and its id.
    fn admits<S: Scalar, const D: usize>(&self, id: Id) -> bool
    where
        I: IndexCore<S, D>,
    {
        let by_mask = |mask| self.index.category_of(id).is_some_and(|of| of & mask != 0);
        self.rule.mask().is_none_or(by_mask) && self.rule.admits(id)
    }

    /// Whether the rule keeps a pair whose categories its matrix allows.
    fn keeps<S: Scalar, const D: usize>(&self, [a, b]: [Id; 2]) -> bool
    where
        I: IndexCore<S, D>,
    {
        self.rule.allows(a, b) && self.admits(a) && self.admits(b)
    }
}

impl<I, R, S: Scalar, const D: usize> IndexCore<S, D> for Filtered<'_, I, R>
where
    I: IndexCore<S, D> + ?Sized,
    R: Rule + ?Sized,
{
    /// Costs a test of each box.
    fn box_count(&self) -> usize {
        self.boxes().count()
    }

    fn box_of(&self, id: Id) -> Option<Aabb<S, D>> {
        self.index.box_of(id).filter(|_| self.admits(id))
    }

    fn boxes(&self) -> impl Iterator<Item = (Id, Aabb<S, D>)> {
        self.index.boxes().filter(|&(id, _)| self.admits(id))
    }

    fn search<B>(
        &self,
        region: &(impl Region<S, D> + ?Sized),
        mut visit: impl FnMut(Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let visit = |id| match self.rule.admits(id) {
            true => visit(id),
            false => ControlFlow::Continue(()),
        };
        match self.rule.mask() {
            Some(mask) => self.index.search(&MaskedRef { of: region, mask }, visit),
            None => self.index.search(region, visit),
        }
    }

    fn search_hits<B>(
        &self,
        probe: &(impl Probe<S, D> + ?Sized),
        limit: S::Real,
        mut visit: impl FnMut(Hit<S::Real>) -> ControlFlow<B, S::Real>,
    ) -> ControlFlow<B> {
        // A limit that is not less than the current one has no effect.
        let visit = |hit: Hit<S::Real>| match self.rule.admits(hit.id) {
            true => visit(hit),
            false => ControlFlow::Continue(limit),
        };
        match self.rule.mask() {
            Some(mask) => {
                let probe = MaskedRef { of: probe, mask };
                self.index.search_hits(&probe, limit, visit)
            }
            None => self.index.search_hits(probe, limit, visit),
        }
    }

    fn search_pairs<B>(&self, mut visit: impl FnMut(Id, Id) -> ControlFlow<B>) -> ControlFlow<B> {
        let visit = |a, b| match self.keeps([a, b]) {
            true => visit(a, b),
            false => ControlFlow::Continue(()),
        };
        match self.rule.matrix() {
            Some(matrix) => self
                .index
                .accelerated()
                .search_filtered_pairs(matrix, visit),
            None => self.index.search_pairs(visit),
        }
    }

    fn category_of(&self, id: Id) -> Option<u32> {
        self.index.category_of(id).filter(|_| self.admits(id))
    }

    fn check(&self) -> Result<(), Violation> {
        self.index.check()
    }

    /// Measures the whole index.
    fn measure(&self) -> Stats {
        self.index.measure()
    }

    fn visit_nodes(&self, visit: impl FnMut(NodeView<S, D>)) {
        self.index.visit_nodes(visit);
    }

    fn accelerated(&self) -> impl Accelerated<'_, S, D> {
        self
    }
}

impl<I: ?Sized, R: ?Sized> Sealed for &Filtered<'_, I, R> {}

impl<'a, I, R, S: Scalar, const D: usize> Accelerated<'a, S, D> for &'a Filtered<'_, I, R>
where
    I: IndexCore<S, D> + ?Sized,
    R: Rule + ?Sized,
{
    type Core = Filtered<'a, I, R>;

    fn core(&self) -> &Filtered<'a, I, R> {
        self
    }

    fn forms_pair(self, a: Id, b: Id) -> bool {
        let (left, right) = (self.index, self.index);
        let both = Joined { left, right };
        self.rule
            .matrix()
            .is_none_or(|matrix| both.allows(matrix, a, b))
            && self.rule.allows(a, b)
            && self.index.accelerated().forms_pair(a, b)
    }

    fn forms_cross_pair(self, other: &impl IndexCore<S, D>, ours: Id, theirs: Id) -> bool {
        let (left, right) = (self.index, other);
        let both = Joined { left, right };
        let by_matrix = |matrix| both.allows(matrix, ours, theirs);
        self.rule.matrix().is_none_or(by_matrix)
            && self.rule.allows(ours, theirs)
            && self
                .index
                .accelerated()
                .forms_cross_pair(other, ours, theirs)
    }

    fn iter_hits(
        self,
        probe: &'a (impl Probe<S, D> + ?Sized),
    ) -> impl Iterator<Item = Hit<S::Real>> + 'a {
        let hits = self.index.accelerated().iter_hits(probe);
        hits.filter(|hit| self.admits(hit.id))
    }

    fn iter_touched(
        self,
        region: &'a (impl Region<S, D> + ?Sized),
    ) -> impl Iterator<Item = Id> + 'a {
        let ids = self.index.accelerated().iter_touched(region);
        ids.filter(|&id| self.admits(id))
    }

    fn search_cross_pairs<B>(
        self,
        matrix: Option<&CategoryMatrix>,
        other: &impl IndexCore<S, D>,
        mut visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let (left, right) = (self.index, other);
        let is_pair = |ours, theirs| {
            let both = Joined { left, right };
            matrix.is_none_or(|matrix| both.allows(matrix, ours, theirs))
                && self.rule.allows(ours, theirs)
                && self.admits(ours)
        };
        let inside = self.index.accelerated();
        inside.search_cross_pairs(self.rule.matrix(), other, |ours, theirs| {
            match is_pair(ours, theirs) {
                true => visit(ours, theirs),
                false => ControlFlow::Continue(()),
            }
        })
    }

    fn join_boxes(self, boxes: &[Aabb<S, D>], mut visit: impl FnMut(u32, Id)) -> bool {
        self.index.accelerated().join_boxes(boxes, |number, id| {
            if self.admits(id) {
                visit(number, id);
            }
        })
    }

    /// `None` if the rule has a mask, or a matrix is given beside the matrix of the rule.
    fn pair_pieces(self, matrix: Option<&CategoryMatrix>) -> Option<Box<dyn Pieces + 'a>> {
        let (rule, is_simple) = (self.rule, matrix.is_none() && self.rule.mask().is_none());
        let whole = is_simple.then_some(self.index.accelerated())?;
        let pieces = whole.pair_pieces(rule.matrix())?;
        let count = pieces.count();
        let visit_piece = move |piece: usize, visit: &mut dyn FnMut(Id, Id)| {
            pieces.for_each_pair(piece, &mut |a, b| {
                if rule.allows(a, b) && rule.admits(a) && rule.admits(b) {
                    visit(a, b);
                }
            });
        };
        Some(Box::new(PiecesBy(count, visit_piece)))
    }

    fn join_pieces(
        self,
        matrix: Option<&CategoryMatrix>,
        other: &'a impl IndexCore<S, D>,
    ) -> Option<Box<dyn Pieces + 'a>> {
        let (rule, is_simple) = (self.rule, matrix.is_none() && self.rule.mask().is_none());
        let whole = is_simple.then_some(self.index.accelerated())?;
        let pieces = whole.join_pieces(rule.matrix(), other)?;
        let count = pieces.count();
        let visit_piece = move |piece: usize, visit: &mut dyn FnMut(Id, Id)| {
            pieces.for_each_pair(piece, &mut |ours, theirs| {
                if rule.allows(ours, theirs) && rule.admits(ours) {
                    visit(ours, theirs);
                }
            });
        };
        Some(Box::new(PiecesBy(count, visit_piece)))
    }
}
