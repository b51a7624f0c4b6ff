//! The packed tree as an index.

use super::join::meet::Meeting;
use super::tree::PackedTree;
use super::view::PackedTreeView;
use crate::filter::CategoryMatrix;
use crate::geometry::{Aabb, Probe, Region, Scalar};
use crate::index::sealed::Sealed;
use crate::index::{
    Accelerated, CountedNodes, Hit, IndexCore, Pieces, PiecesBy, downcast, hits_in_rounds,
};
use crate::report::{NodeView, Stats, Violation};
use crate::store::Id;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::any::Any;
use core::ops::{ControlFlow, RangeInclusive};

/// The tree and its view have the same implementation.
macro_rules! packed_core {
    ([$($lifetime:lifetime)?] $Index:ty, $tree:expr) => {
        impl<$($lifetime,)? S: Scalar, const D: usize> IndexCore<S, D> for $Index {
            fn box_count(&self) -> usize {
                self.len as usize
            }

            fn box_of(&self, id: Id) -> Option<Aabb<S, D>> {
                self.view().box_at(self.view().position(id)?)
            }

            fn category_of(&self, id: Id) -> Option<u32> {
                let view = self.view();
                view.position(id).map(|position| view.category_at(position))
            }

            fn boxes(&self) -> impl Iterator<Item = (Id, Aabb<S, D>)> {
                self.view().items()
            }

            fn search<B>(
                &self,
                region: &(impl Region<S, D> + ?Sized),
                visit: impl FnMut(Id) -> ControlFlow<B>,
            ) -> ControlFlow<B> {
                self.view().visit_overlaps(region, visit)
            }

            fn search_pairs<B>(&self, visit: impl FnMut(Id, Id) -> ControlFlow<B>) -> ControlFlow<B> {
                self.view().visit_pairs(&Meeting::ALL, visit)
            }

            fn search_hits<B>(
                &self,
                probe: &(impl Probe<S, D> + ?Sized),
                limit: S::Real,
                visit: impl FnMut(Hit<S::Real>) -> ControlFlow<B, S::Real>,
            ) -> ControlFlow<B> {
                self.view().visit_hits(probe, limit, visit)
            }

            fn check(&self) -> Result<(), Violation> {
                self.view().check()
            }

            fn measure(&self) -> Stats {
                self.view().measure()
            }

            fn visit_nodes(&self, visit: impl FnMut(NodeView<S, D>)) {
                self.view().visit_nodes(visit);
            }

            fn accelerated(&self) -> impl Accelerated<'_, S, D> {
                let tree: fn(&Self) -> Option<&PackedTree<S, D>> = $tree;
                PackedWays { view: self.view(), tree: tree(self) }
            }
        }
    };
}

packed_core!([] PackedTree<S, D>, |tree| Some(tree));
packed_core!(['a] PackedTreeView<'a, S, D>, |_| None);

/// The fast paths of a tree and of a view.
#[derive(Clone, Copy)]
struct PackedWays<'a, S: Scalar, const D: usize> {
    view: PackedTreeView<'a, S, D>,
    /// The tree, unless this is a view of the caller's bytes: a view borrows, so its type is
    /// unknown at run time.
    tree: Option<&'a PackedTree<S, D>>,
}

impl<S: Scalar, const D: usize> Sealed for PackedWays<'_, S, D> {}

impl<'a, S: Scalar, const D: usize> Accelerated<'a, S, D> for PackedWays<'a, S, D> {
    type Core = PackedTreeView<'a, S, D>;

    fn core(&self) -> &Self::Core {
        &self.view
    }

    fn union(self) -> Option<Aabb<S, D>> {
        self.view.root_box()
    }

    fn append_touched(self, region: &(impl Region<S, D> + ?Sized), ids: &mut Vec<Id>) {
        self.view.append_unsorted_overlaps(region, ids);
    }

    fn iter_touched(
        self,
        region: &'a (impl Region<S, D> + ?Sized),
    ) -> impl Iterator<Item = Id> + 'a {
        self.view.touched_one_by_one(region)
    }

    fn count_touched(self, region: &(impl Region<S, D> + ?Sized)) -> usize {
        self.view.count_touched(region)
    }

    fn bounds_of_count(
        self,
        window: &Aabb<S, D>,
        max_nodes: usize,
    ) -> Option<RangeInclusive<usize>> {
        Some(CountedNodes::bounds_of_count(&self.view, window, max_nodes))
    }

    fn iter_hits(
        self,
        probe: &'a (impl Probe<S, D> + ?Sized),
    ) -> impl Iterator<Item = Hit<S::Real>> + 'a {
        hits_in_rounds(self.view, probe)
    }

    fn search_filtered_pairs<B>(
        self,
        matrix: &CategoryMatrix,
        visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.view.visit_pairs(&Meeting::of(Some(matrix)), visit)
    }

    fn search_cross_pairs<B>(
        self,
        matrix: Option<&CategoryMatrix>,
        other: &impl IndexCore<S, D>,
        visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.view.visit_pairs_with(matrix, other, visit)
    }

    fn join_boxes(self, boxes: &[Aabb<S, D>], visit: impl FnMut(u32, Id)) -> bool {
        self.view.visit_pairs_with_boxes(boxes, visit);
        true
    }

    fn pair_pieces(self, matrix: Option<&CategoryMatrix>) -> Option<Box<dyn Pieces + 'a>> {
        let (view, meeting) = (self.view, Meeting::of(matrix));
        let visit_piece = move |piece: usize, visit: &mut dyn FnMut(Id, Id)| {
            view.for_each_pair_of_piece_with(None, piece, &meeting, visit);
        };
        Some(Box::new(PiecesBy(view.pieces(), visit_piece)))
    }

    fn join_pieces(
        self,
        matrix: Option<&CategoryMatrix>,
        other: &'a impl IndexCore<S, D>,
    ) -> Option<Box<dyn Pieces + 'a>> {
        let other = downcast::<PackedTree<_, _>, _, _>(other)?.view();
        let (view, meeting) = (self.view, Meeting::of(matrix));
        let visit_piece = move |piece: usize, visit: &mut dyn FnMut(Id, Id)| {
            view.for_each_pair_of_piece_with(Some(&other), piece, &meeting, visit);
        };
        Some(Box::new(PiecesBy(other.pieces(), visit_piece)))
    }

    fn as_any(self) -> Option<&'a dyn Any> {
        self.tree.map(|tree| tree as &dyn Any)
    }
}
