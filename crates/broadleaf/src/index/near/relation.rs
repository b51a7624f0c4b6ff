//! The boxes of an index as neighbors: at most a distance apart, or with interiors that overlap.

use crate::geometry::{Aabb, Interior, Probe, Real, Scalar, margin_within, reach_within};
use crate::index::index_core::{Accelerated, IndexCore};
use crate::store::Id;
use core::marker::PhantomData;
use core::ops::ControlFlow;

/// The questions about boxes of an index that are near each other: at most a distance apart, made
/// by [`near`](crate::index::SpatialIndex::near), or with interiors that overlap, made by
/// [`interiors`](crate::index::SpatialIndex::interiors).
///
/// # At most a distance apart
/// Two boxes are near each other if the distance between them, as a
/// [`Place`](crate::geometry::Place) measures it and [`distance_of`](crate::geometry::distance_of)
/// rounds it, is at most the distance. Boxes that overlap are near each other at any distance from
/// 0 on; no boxes are at a negative or NaN distance, and all are at an infinite one.
///
/// The pairs are found by a join of boxes that are expanded by the distance, where the structure
/// has a fast one, and each candidate is then measured.
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
/// Two boxes are near each other if their
/// [interiors overlap](crate::Aabb::interiors_overlap): boxes that only touch are not, such as the
/// cells of a grid and half-open boxes `[min, max)` with a border in common. The distance of two
/// such boxes is 0.
///
/// The pairs of closed boxes are found, and the two boxes of each are compared once more.
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

/// When two boxes are neighbors.
#[derive(Clone, Copy, Debug)]
pub(in crate::index) enum Relation<R> {
    /// If they overlap. That is not the same as a squared distance of 0, which may be rounded.
    Overlap,
    /// If their interiors overlap.
    Interiors,
    /// If their squared distance is at most this.
    Within(R),
    Never,
}

impl<R: Real> Relation<R> {
    /// Whether two boxes are neighbors.
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

    /// By how much one box is expanded to overlap every neighbor; `None` if no expansion does.
    pub(in crate::index) fn margin<S: Scalar<Real = R>>(self) -> Option<S> {
        match self {
            Self::Overlap | Self::Interiors => Some(S::default()),
            Self::Within(limit) => margin_within(limit),
            Self::Never => None,
        }
    }
}

impl<'a, I: ?Sized, S: Scalar, const D: usize> Near<'a, I, S, D> {
    /// Boxes that overlap.
    pub(in crate::index) fn overlapping(index: &'a I) -> Self {
        Self::of(index, Relation::Overlap)
    }

    /// Boxes whose interiors overlap.
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
    /// Whether the index counts a pair of two boxes near each other.
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
