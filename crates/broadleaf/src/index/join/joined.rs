//! Pairs of two indexes: joins the boxes of one, piece by piece, with the other.

use super::operands::Joined;
use crate::curve::{Keyed, sort_along_curves};
use crate::filter::CategoryMatrix;
use crate::geometry::{Aabb, Scalar};
use crate::index::index_core::{Accelerated, IndexCore};
use crate::index::tuning::{MIN_JOINED, TOGETHER};
use crate::store::{Id, to_u32};
use alloc::vec::Vec;
use core::convert::Infallible;
use core::ops::{ControlFlow, Range};

/// The boxes of an index, in an order in which neighbours are near in space.
pub(in crate::index) struct BoxesAlongCurve<S, const D: usize> {
    ids: Vec<Id>,
    boxes: Vec<Aabb<S, D>>,
}

impl<S: Scalar, const D: usize> BoxesAlongCurve<S, D> {
    // Takes a slice and not an index, so that the sort is compiled once.
    pub(in crate::index) fn of(items: &[(Id, Aabb<S, D>)]) -> Self {
        let mut order: Vec<_> = (0..to_u32(items.len()))
            .map(|index| Keyed { key: 0, index })
            .collect();
        sort_along_curves(&mut order, &mut Vec::new(), |i| items[i as usize].1);
        let (ids, boxes) = order.iter().map(|item| items[item.index as usize]).unzip();
        Self { ids, boxes }
    }

    /// The numbers of all pieces.
    pub(in crate::index) fn pieces(&self) -> Range<usize> {
        0..self.ids.len().div_ceil(TOGETHER)
    }

    /// Visits every overlapping pair of a box of an index and a box of this piece.
    pub(in crate::index) fn join(
        &self,
        index: &(impl IndexCore<S, D> + ?Sized),
        piece: usize,
        visit: &mut dyn FnMut(Id, Id),
    ) {
        let range = piece * TOGETHER..self.ids.len().min((piece + 1) * TOGETHER);
        let (ids, boxes) = (&self.ids[range.clone()], &self.boxes[range]);
        if index
            .accelerated()
            .join_boxes(boxes, |number, id| visit(id, ids[number as usize]))
        {
            return;
        }
        for (&other, aabb) in ids.iter().zip(boxes) {
            let ControlFlow::Continue(()) = index.search(aabb, |id| {
                visit(id, other);
                ControlFlow::<Infallible>::Continue(())
            });
        }
    }
}

impl<I: ?Sized, J: ?Sized> Joined<'_, I, J> {
    /// Visits every overlapping pair of a box of `left` and a box of `right` until the visitor
    /// breaks, by joining the boxes of the smaller index with the larger one.
    pub(crate) fn search<S: Scalar, B, const D: usize>(
        self,
        mut visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B>
    where
        I: IndexCore<S, D>,
        J: IndexCore<S, D>,
    {
        if self.right.box_count() <= self.left.box_count() {
            try_for_each_pair(self.left, self.right, visit)
        } else {
            try_for_each_pair(self.right, self.left, |theirs, ours| visit(ours, theirs))
        }
    }

    /// The visitor restricted to pairs whose categories the matrix, if any, allows.
    pub(crate) fn allowed<S: Scalar, B, const D: usize>(
        self,
        matrix: Option<&CategoryMatrix>,
        mut visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> impl FnMut(Id, Id) -> ControlFlow<B>
    where
        I: IndexCore<S, D>,
        J: IndexCore<S, D>,
    {
        move |ours, theirs| {
            if matrix.is_none_or(|matrix| self.allows(matrix, ours, theirs)) {
                visit(ours, theirs)
            } else {
                ControlFlow::Continue(())
            }
        }
    }

    /// Whether the matrix allows the categories of two boxes.
    pub(in crate::index) fn allows<S: Scalar, const D: usize>(
        &self,
        matrix: &CategoryMatrix,
        ours: Id,
        theirs: Id,
    ) -> bool
    where
        I: IndexCore<S, D>,
        J: IndexCore<S, D>,
    {
        let categories = self
            .left
            .category_of(ours)
            .zip(self.right.category_of(theirs));
        categories.is_some_and(|(ours, theirs)| matrix.allows(ours, theirs))
    }
}

/// Visits every overlapping pair of a box of `index` and a box of `other` until the visitor breaks.
/// Finds all pairs of a piece before visiting the first of them.
fn try_for_each_pair<S: Scalar, B, const D: usize>(
    index: &(impl IndexCore<S, D> + ?Sized),
    other: &(impl IndexCore<S, D> + ?Sized),
    mut visit: impl FnMut(Id, Id) -> ControlFlow<B>,
) -> ControlFlow<B> {
    let mut items = other.boxes();
    if other.box_count() < MIN_JOINED {
        return items.try_for_each(|(id, aabb)| index.search(&aabb, |ours| visit(ours, id)));
    }
    let boxes = BoxesAlongCurve::of(&items.collect::<Vec<_>>());
    let mut pairs = Vec::new();
    boxes.pieces().try_for_each(|piece| {
        boxes.join(index, piece, &mut |a, b| pairs.push((a, b)));
        pairs.drain(..).try_for_each(|(a, b)| visit(a, b))
    })
}
