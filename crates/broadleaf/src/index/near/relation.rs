//! Neighbors: boxes at most a distance apart, or with interiors that overlap.

use crate::geometry::{Aabb, Interior, Probe, Real, Scalar, margin_within, reach_within};
use crate::index::index_core::{Accelerated, IndexCore};
use crate::store::Id;
use core::marker::PhantomData;
use core::ops::ControlFlow;

/// Queries of boxes of an index that are near each other: at most a distance apart, made by
/// [`near`](crate::index::SpatialIndex::near), or with interiors that overlap, made by
/// [`interiors`](crate::index::SpatialIndex::interiors).
///
/// # At most a distance apart
/// Two boxes are near each other if the distance between them, as a
/// [`Place`](crate::geometry::Place) measures it and [`distance_of`](crate::geometry::distance_of)
/// rounds it, is at most the given distance. Boxes that overlap are near each other at any distance
/// from 0 on; at a negative or NaN distance no boxes are, and at an infinite one all are.
///
/// Pairs are found by a join of boxes expanded by the distance, and each candidate is then
/// measured. If one index has far fewer boxes than the other, it costs a query for each of them
/// instead.
///
/// ```
/// use broadleaf::{Aabb, DynamicTree, Id, SpatialIndex};
/// let row = [0.0, 1.0, 3.0, 9.0].map(|x| Aabb::new([x, 0.0], [x + 0.5, 1.0]));
/// let tree = DynamicTree::from_boxes(&row)?;
/// assert_eq!(tree.near(0.5).pairs(), [[Id(0), Id(1)]]);
/// assert_eq!(tree.near(1.5).count_pairs(), 2);
///
/// let posts = DynamicTree::from_boxes(&[[0.0, 1.5], [9.0, 9.0]].map(Aabb::point))?;
/// assert_eq!(tree.near(1.0).cross_pairs(&posts), [[Id(0), Id(0)]]);
/// assert_eq!(tree.near(1.0).anti_join(&posts), [Id(1), Id(2), Id(3)]);
/// # Ok::<(), broadleaf::TooManyBoxes>(())
/// ```
///
/// # Interiors that overlap
/// Two boxes are near each other if their [interiors overlap](crate::Aabb::interiors_overlap).
/// Boxes that only touch are not, such as the cells of a grid and half-open boxes `[min, max)` with
/// a common border. The distance of two such boxes is 0.
///
/// Pairs of closed boxes are found, and their interiors are then compared.
///
/// ```
/// use broadleaf::{Aabb, DynamicTree, Id, SpatialIndex};
/// let cells = (0..9).map(|i| (Id(i), [(i % 3) as i32, (i / 3) as i32]));
/// let cells: DynamicTree<i32, 2> =
///     cells.map(|(id, [x, y])| (id, Aabb::new([x, y], [x + 1, y + 1]))).collect();
/// assert_eq!((cells.count_pairs(), cells.interiors().count_pairs()), (20, 0));
/// assert_eq!(cells.interiors().components().len(), 9);
/// ```
#[derive(Debug)]
#[must_use]
pub struct Near<'a, I: ?Sized, S: Scalar, const D: usize> {
    pub(in crate::index) index: &'a I,
    pub(in crate::index) relation: Relation<S::Real>,
    scalar: PhantomData<S>,
}

/// The condition for two boxes to be neighbors.
#[derive(Clone, Copy, Debug)]
pub(in crate::index) enum Relation<R> {
    /// They overlap. A squared distance of 0 is weaker, because it may be rounded.
    Overlap,
    /// Their interiors overlap.
    Interiors,
    /// Their squared distance is at most this.
    Within(R),
    Never,
}

impl<R: Real> Relation<R> {
    pub(in crate::index) fn holds<S: Scalar<Real = R>, const D: usize>(
        self,
        a: &Aabb<S, D>,
        b: &Aabb<S, D>,
    ) -> bool {
        match self {
            Self::Overlap => a.overlaps(b),
            Self::Interiors => a.interiors_overlap(b),
            Self::Within(limit) => a.reach(b).is_some_and(|reach| reach <= limit),
            Self::Never => false,
        }
    }

    /// Visits the boxes of an index that are neighbors of a box, until the visitor breaks.
    pub(in crate::index) fn visit<S: Scalar<Real = R>, B, const D: usize>(
        self,
        index: &(impl IndexCore<S, D> + ?Sized),
        aabb: &Aabb<S, D>,
        mut visit: impl FnMut(Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        match self {
            Self::Overlap => index.search(aabb, visit),
            Self::Interiors => index.search(&Interior(*aabb), visit),
            Self::Within(limit) => {
                index.search_hits(aabb, limit, |hit| visit(hit.id).map_continue(|()| limit))
            }
            Self::Never => ControlFlow::Continue(()),
        }
    }

    /// How far a box must be expanded to overlap every neighbor; `None` if no expansion suffices.
    pub(in crate::index) fn margin<S: Scalar<Real = R>>(self) -> Option<S> {
        match self {
            Self::Overlap | Self::Interiors => Some(S::default()),
            Self::Within(limit) => margin_within(limit),
            Self::Never => None,
        }
    }
}

impl<'a, I: ?Sized, S: Scalar, const D: usize> Near<'a, I, S, D> {
    pub(in crate::index) fn overlapping(index: &'a I) -> Self {
        Self::of(index, Relation::Overlap)
    }

    pub(in crate::index) fn interiors(index: &'a I) -> Self {
        Self::of(index, Relation::Interiors)
    }

    /// Boxes at most `distance` apart.
    pub(in crate::index) fn within(index: &'a I, distance: S::Real) -> Self {
        let relation = reach_within(distance).map_or(Relation::Never, Relation::Within);
        Self::of(index, relation)
    }

    fn of(index: &'a I, relation: Relation<S::Real>) -> Self {
        Self {
            index,
            relation,
            scalar: PhantomData,
        }
    }
}

impl<I: IndexCore<S, D> + ?Sized, S: Scalar, const D: usize> Near<'_, I, S, D> {
    /// Whether the index lets two boxes near each other form a pair.
    pub(in crate::index) fn is_pair(&self, a: Id, b: Id) -> bool {
        self.index.accelerated().forms_pair(a, b)
    }

    /// [`is_pair`](Self::is_pair) for a box of another index.
    pub(in crate::index) fn is_cross_pair(
        &self,
        other: &impl IndexCore<S, D>,
        ours: Id,
        theirs: Id,
    ) -> bool {
        let index = self.index.accelerated();
        index.forms_cross_pair(other, ours, theirs)
    }
}

impl<I: ?Sized, S: Scalar, const D: usize> Clone for Near<'_, I, S, D> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<I: ?Sized, S: Scalar, const D: usize> Copy for Near<'_, I, S, D> {}
