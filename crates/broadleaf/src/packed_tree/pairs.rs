//! Pairs within a tree, and with other indexes.

use super::erased::Broken;
use super::join::Join;
use super::order::Order;
use super::tree::PackedTree;
use super::view::PackedTreeView;
use crate::geometry::{Aabb, Scalar};
use crate::index::SpatialIndex;
use crate::store::Id;
use core::convert::Infallible;
use core::ops::ControlFlow;

/// With more boxes than this for each box of the other index, an index is queried with each of
/// these. With fewer, a packed tree of the other's boxes is built for a join.
const BOXES_PER_QUESTION: usize = 8;
/// Up to this number of boxes are searched one by one.
const FEW: usize = 8;

impl<S: Scalar, const D: usize> PackedTreeView<'_, S, D> {
    pub(super) fn visit_pairs<B>(
        &self,
        mut visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut broken = Broken::new();
        let _ = self.path.run(Join {
            left: self,
            right: self,
            is_self_join: true,
            visit: &mut |a, b| broken.keep(visit(Id(a.min(b)), Id(a.max(b)))),
        });
        broken.into_flow()
    }

    pub(super) fn visit_pairs_with<B>(
        &self,
        other: &impl SpatialIndex<S, D>,
        mut visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let packed = other
            .as_any()
            .and_then(|any| any.downcast_ref::<PackedTree<S, D>>());
        if let Some(packed) = packed {
            self.join(&packed.view(), visit)
        } else if other.len() / BOXES_PER_QUESTION > self.len() {
            self.boxes().try_for_each(|(ours, aabb)| {
                other.try_for_each_overlap(&aabb, |theirs| visit(ours, theirs))
            })
        } else if other.len() <= FEW.max(self.len as usize / BOXES_PER_QUESTION) {
            other.iter().try_for_each(|(theirs, aabb)| {
                self.visit_overlaps(&aabb, |ours| visit(ours, theirs))
            })
        } else {
            let other = PackedTree::from_boxes(other.iter(), Order::Curve);
            self.join(&other.view(), visit)
        }
    }

    /// Visits every overlapping pair of a box of this tree and a box of a slice.
    pub(super) fn visit_pairs_with_boxes(
        &self,
        boxes: &[Aabb<S, D>],
        mut visit: impl FnMut(u32, Id),
    ) {
        let other = PackedTree::from_boxes((0..).map(Id).zip(boxes.iter().copied()), Order::Curve);
        let ControlFlow::Continue(()) = self.join(&other.view(), |id, index| {
            visit(index.0, id);
            ControlFlow::<Infallible>::Continue(())
        });
    }

    fn join<B>(
        &self,
        other: &PackedTreeView<'_, S, D>,
        mut visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut broken = Broken::new();
        let _ = self.path.run(Join {
            left: self,
            right: other,
            is_self_join: false,
            visit: &mut |ours, theirs| broken.keep(visit(Id(ours), Id(theirs))),
        });
        broken.into_flow()
    }
}
