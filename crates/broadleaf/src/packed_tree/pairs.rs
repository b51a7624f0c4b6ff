//! Pairs within a tree, and with other indexes.

use super::erased::Broken;
use super::join::Join;
use super::meet::{AllMeet, Meet};
use super::order::Order;
use super::tree::PackedTree;
use super::view::PackedTreeView;
use crate::geometry::{Aabb, Masked, Scalar};
use crate::index::{Masks, SpatialIndex};
use crate::store::Id;
use core::convert::Infallible;
use core::ops::ControlFlow;

/// With more boxes than this for each box of the other index, an index is queried with each of
/// these. With fewer, a packed tree of the other's boxes is built for a join.
const BOXES_PER_QUESTION: usize = 8;
/// Up to this number of boxes are searched one by one.
const FEW: usize = 8;

impl<S: Scalar, const D: usize> PackedTreeView<'_, S, D> {
    /// Visits every overlapping pair of boxes whose categories form pairs.
    pub(super) fn visit_pairs<B>(
        &self,
        masks: impl Meet,
        mut visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut broken = Broken::new();
        let _ = self.path.run(Join {
            left: self,
            right: self,
            is_self_join: true,
            masks,
            visit: &mut |a, b| broken.keep(visit(Id(a.min(b)), Id(a.max(b)))),
        });
        broken.into_flow()
    }

    pub(super) fn visit_pairs_with<B>(
        &self,
        other: &impl SpatialIndex<S, D>,
        mut visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if let Some(packed) = as_packed(other) {
            self.join(&packed.view(), AllMeet, visit)
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
            self.join(&other.view(), AllMeet, visit)
        }
    }

    /// Visits every overlapping pair with a box of another index whose categories form pairs.
    pub(super) fn visit_filtered_pairs_with<B>(
        &self,
        masks: &Masks,
        other: &impl SpatialIndex<S, D>,
        mut visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if let Some(packed) = as_packed(other) {
            return self.join(&packed.view(), masks, visit);
        }
        other.iter().try_for_each(|(theirs, of)| {
            let mask = masks.mask(other.category(theirs).unwrap_or_default());
            self.visit_overlaps(&Masked { of, mask }, |ours| visit(ours, theirs))
        })
    }

    /// Visits every overlapping pair of a box of this tree and a box of a slice.
    pub(super) fn visit_pairs_with_boxes(
        &self,
        boxes: &[Aabb<S, D>],
        mut visit: impl FnMut(u32, Id),
    ) {
        let other = PackedTree::from_boxes((0..).map(Id).zip(boxes.iter().copied()), Order::Curve);
        let ControlFlow::Continue(()) = self.join(&other.view(), AllMeet, |id, index| {
            visit(index.0, id);
            ControlFlow::<Infallible>::Continue(())
        });
    }

    fn join<B>(
        &self,
        other: &PackedTreeView<'_, S, D>,
        masks: impl Meet,
        mut visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut broken = Broken::new();
        let _ = self.path.run(Join {
            left: self,
            right: other,
            is_self_join: false,
            masks,
            visit: &mut |ours, theirs| broken.keep(visit(Id(ours), Id(theirs))),
        });
        broken.into_flow()
    }
}

/// An index as the packed tree that it is.
fn as_packed<S: Scalar, const D: usize>(
    other: &impl SpatialIndex<S, D>,
) -> Option<&PackedTree<S, D>> {
    other.as_any().and_then(|any| any.downcast_ref())
}
