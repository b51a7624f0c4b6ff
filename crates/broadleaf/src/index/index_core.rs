//! The functions that a structure implements: the map, three searches and, in this library,
//! accelerated paths.

use super::hit::Hit;
use crate::filter::CategoryMatrix;
use crate::geometry::{Aabb, Probe, Real, Region, Scalar};
use crate::index::join::operands::Joined;
use crate::index::join::pieces::Pieces;
use crate::index::query::best_first::Reached;
use crate::report::{NodeView, Stats, Violation};
use crate::store::Id;
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::any::Any;
use core::convert::Infallible;
use core::ops::{ControlFlow, RangeInclusive};

/// The functions that a structure implements; [`SpatialIndex`](crate::index::SpatialIndex) adds
/// every form of every query to them.
///
/// Five are required. The searches may visit in any order; the forms that return lists sort them.
///
/// ```
/// use broadleaf::geometry::{Probe, Region};
/// use broadleaf::index::IndexCore;
/// use broadleaf::{Aabb, Hit, Id, SpatialIndex};
/// use std::ops::ControlFlow;
///
/// /// One box.
/// struct Only(Aabb<f32, 2>);
///
/// impl IndexCore<f32, 2> for Only {
///     fn box_count(&self) -> usize {
///         1
///     }
///     fn box_of(&self, id: Id) -> Option<Aabb<f32, 2>> {
///         (id == Id(0)).then_some(self.0)
///     }
///     fn boxes(&self) -> impl Iterator<Item = (Id, Aabb<f32, 2>)> {
///         std::iter::once((Id(0), self.0))
///     }
///     fn search<B>(
///         &self,
///         region: &(impl Region<f32, 2> + ?Sized),
///         mut visit: impl FnMut(Id) -> ControlFlow<B>,
///     ) -> ControlFlow<B> {
///         if region.touches(&self.0) { visit(Id(0)) } else { ControlFlow::Continue(()) }
///     }
///     fn search_hits<B>(
///         &self,
///         probe: &(impl Probe<f32, 2> + ?Sized),
///         limit: f32,
///         mut visit: impl FnMut(Hit<f32>) -> ControlFlow<B, f32>,
///     ) -> ControlFlow<B> {
///         match probe.reach(&self.0).filter(|reach| *reach <= limit) {
///             Some(reach) => visit(Hit::new(reach, Id(0))).map_continue(|_| ()),
///             None => ControlFlow::Continue(()),
///         }
///     }
/// }
///
/// let only = Only(Aabb::new([0.0, 0.0], [2.0, 1.0]));
/// assert_eq!(only.overlaps(&[1.0, 1.0]), [Id(0)]);
/// assert_eq!(only.nearest(&[5.0, 0.0]).unwrap().distance(), 3.0);
/// ```
///
/// The example `my_index` implements the same functions for a grid.
pub trait IndexCore<S: Scalar, const D: usize> {
    /// The number of boxes.
    fn box_count(&self) -> usize;

    /// The box of an id.
    fn box_of(&self, id: Id) -> Option<Aabb<S, D>>;

    /// All ids and boxes, by ascending id.
    fn boxes(&self) -> impl Iterator<Item = (Id, Aabb<S, D>)>;

    /// Visits every box that the region touches, until the visitor breaks.
    ///
    /// A structure that stores [categories](Self::category_of) skips boxes whose category the
    /// region does not [admit](Region::admits).
    fn search<B>(
        &self,
        region: &(impl Region<S, D> + ?Sized),
        visit: impl FnMut(Id) -> ControlFlow<B>,
    ) -> ControlFlow<B>;

    /// Visits the boxes that the probe reaches no later than `limit`, roughly soonest first, until
    /// the visitor breaks. The visitor returns a new limit, which counts if it is less than the
    /// current one.
    fn search_hits<B>(
        &self,
        probe: &(impl Probe<S, D> + ?Sized),
        limit: S::Real,
        visit: impl FnMut(Hit<S::Real>) -> ControlFlow<B, S::Real>,
    ) -> ControlFlow<B>;

    /// Visits every overlapping pair once, smaller id first, until the visitor breaks. The default
    /// is one [`search`](Self::search) for each box.
    fn search_pairs<B>(&self, mut visit: impl FnMut(Id, Id) -> ControlFlow<B>) -> ControlFlow<B> {
        for (id, aabb) in self.boxes() {
            self.search(&aabb, |other| match id < other {
                true => visit(id, other),
                false => ControlFlow::Continue(()),
            })?;
        }
        ControlFlow::Continue(())
    }

    /// The category bits of an id; by default all bits of every box.
    fn category_of(&self, id: Id) -> Option<u32> {
        self.box_of(id).map(|_| u32::MAX)
    }

    /// Checks every invariant of the structure.
    ///
    /// # Errors
    /// Names the first broken invariant.
    fn check(&self) -> Result<(), Violation> {
        Ok(())
    }

    /// Statistics of the nodes; by default only the number of boxes.
    fn measure(&self) -> Stats {
        Stats {
            len: self.box_count(),
            ..Stats::default()
        }
    }

    /// Visits every node, parents before children; by default there are none.
    fn visit_nodes(&self, visit: impl FnMut(NodeView<S, D>)) {
        let _ = visit;
    }

    /// The accelerated paths of a structure of this library. A wrapper with the same ids and boxes
    /// as the index inside returns the paths of that index.
    #[doc(hidden)]
    fn accelerated(&self) -> impl Accelerated<'_, S, D> {
        Plain(self)
    }
}

/// Accelerated paths of the structures of this library. Each default is correct for every
/// structure.
///
/// Sealed: other structures implement [`IndexCore`].
pub trait Accelerated<'a, S: Scalar, const D: usize>: Copy + sealed::Sealed {
    /// The structure, or another index with the same results.
    type Core: IndexCore<S, D> + ?Sized;

    /// The structure, for the default implementations.
    fn core(&self) -> &Self::Core;

    /// The smallest box around all boxes.
    fn union(self) -> Option<Aabb<S, D>> {
        Aabb::enclosing(self.core().boxes().map(|(_, aabb)| aabb))
    }

    /// Appends the ids of all boxes that the region touches, in no particular order.
    fn append_touched(self, region: &(impl Region<S, D> + ?Sized), ids: &mut Vec<Id>) {
        let ControlFlow::Continue(()) = self.core().search(region, |id| {
            ids.push(id);
            ControlFlow::<Infallible>::Continue(())
        });
    }

    /// The ids of all boxes that the region touches, found as the iterator is advanced.
    fn iter_touched(
        self,
        region: &'a (impl Region<S, D> + ?Sized),
    ) -> impl Iterator<Item = Id> + 'a {
        let mut ids = Vec::new();
        self.append_touched(region, &mut ids);
        ids.into_iter()
    }

    /// The number of boxes that the region touches.
    fn count_touched(self, region: &(impl Region<S, D> + ?Sized)) -> usize {
        *self.estimate_touched(region, usize::MAX).start()
    }

    /// Bounds on the number of boxes that the region touches, after visiting at most `max_nodes`
    /// nodes.
    fn estimate_touched(
        self,
        region: &(impl Region<S, D> + ?Sized),
        max_nodes: usize,
    ) -> RangeInclusive<usize> {
        // A region that admits a box without any category admits all boxes.
        let is_window = region.is_a_box() && region.admits(0);
        let bounds = is_window.then(|| self.bounds_of_count(&region.bounds(), max_nodes));
        bounds.flatten().unwrap_or_else(|| {
            let mut count = 0;
            let ControlFlow::Continue(()) = self.core().search(region, |_| {
                count += 1;
                ControlFlow::<Infallible>::Continue(())
            });
            count..=count
        })
    }

    /// Bounds on the number of boxes that overlap a window, after visiting at most `max_nodes`
    /// nodes; `None` if nodes do not store the numbers of their boxes. Both bounds are the exact
    /// number if `max_nodes` is `usize::MAX`.
    fn bounds_of_count(
        self,
        window: &Aabb<S, D>,
        max_nodes: usize,
    ) -> Option<RangeInclusive<usize>> {
        let _ = (window, max_nodes);
        None
    }

    /// The hits of a probe by `(reach, id)`, found as the iterator is advanced.
    fn iter_hits(
        self,
        probe: &'a (impl Probe<S, D> + ?Sized),
    ) -> impl Iterator<Item = Hit<S::Real>> + 'a {
        let mut hits = Vec::new();
        let limit = S::Real::INFINITY;
        let ControlFlow::Continue(()) = self.core().search_hits(probe, limit, |hit| {
            hits.push(hit);
            ControlFlow::<Infallible, _>::Continue(limit)
        });
        Reached::from_hits(hits).into_hits(|_, _| {})
    }

    /// Whether two ids may form a pair, regardless of their boxes.
    fn forms_pair(self, a: Id, b: Id) -> bool {
        let _ = (a, b);
        true
    }

    /// [`forms_pair`](Self::forms_pair) for a box of this index and one of `other`.
    fn forms_cross_pair(self, other: &impl IndexCore<S, D>, ours: Id, theirs: Id) -> bool {
        let _ = (other, ours, theirs);
        true
    }

    /// Visits every overlapping pair of boxes whose categories form pairs.
    fn search_filtered_pairs<B>(
        self,
        matrix: &CategoryMatrix,
        visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let (left, right) = (self.core(), self.core());
        left.search_pairs(Joined { left, right }.allowed(Some(matrix), visit))
    }

    /// Visits every overlapping pair with at least one id among `ids`.
    fn search_pairs_of<B>(
        self,
        ids: &[Id],
        mut visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let core = self.core();
        let mut sorted = ids.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        let is_given = |id: &Id| sorted.binary_search(id).is_ok();
        if sorted.len() > core.box_count() / 2 {
            return core.search_pairs(|a, b| {
                let is_wanted = (is_given(&a) || is_given(&b)) && self.forms_pair(a, b);
                match is_wanted {
                    true => visit(a, b),
                    false => ControlFlow::Continue(()),
                }
            });
        }
        for &id in &sorted {
            let Some(aabb) = core.box_of(id) else {
                continue;
            };
            core.search(&aabb, |other| {
                // A pair of two given ids was visited for the smaller one.
                let is_again = other < id && is_given(&other);
                if other == id || is_again || !self.forms_pair(id, other) {
                    return ControlFlow::Continue(());
                }
                visit(id.min(other), id.max(other))
            })?;
        }
        ControlFlow::Continue(())
    }

    /// Visits every overlapping pair of a box of this index and a box of `other`; with a matrix,
    /// only pairs whose categories it allows. The id from this index comes first.
    fn search_cross_pairs<B>(
        self,
        matrix: Option<&CategoryMatrix>,
        other: &impl IndexCore<S, D>,
        visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let (left, right) = (self.core(), other);
        Joined { left, right }.search(Joined { left, right }.allowed(matrix, visit))
    }

    /// Visits every overlapping pair of a box of a slice, as its index in the slice, and a box of
    /// this index, if that is faster than a search for each box. Returns whether it did.
    fn join_boxes(self, boxes: &[Aabb<S, D>], visit: impl FnMut(u32, Id)) -> bool {
        let _ = (boxes, visit);
        false
    }

    /// The overlapping pairs in independent pieces, smaller id first; with a matrix, only pairs
    /// whose categories it allows. `None` if there is one piece, or if testing each pair with the
    /// matrix is as fast.
    fn pair_pieces(self, matrix: Option<&CategoryMatrix>) -> Option<Box<dyn Pieces + 'a>> {
        let _ = matrix;
        None
    }

    /// [`pair_pieces`](Self::pair_pieces) of the pairs with another index, the id from this index
    /// first. Also `None` if joins of the boxes of one index with the other index are as fast.
    fn join_pieces(
        self,
        matrix: Option<&CategoryMatrix>,
        other: &'a impl IndexCore<S, D>,
    ) -> Option<Box<dyn Pieces + 'a>> {
        let _ = (matrix, other);
        None
    }

    /// The structure, if a join with a structure of the same type is accelerated.
    fn as_any(self) -> Option<&'a dyn Any> {
        None
    }
}

/// A structure outside this library.
#[derive(Debug)]
struct Plain<'a, I: ?Sized>(&'a I);

impl<I: ?Sized> Clone for Plain<'_, I> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<I: ?Sized> Copy for Plain<'_, I> {}

impl<I: ?Sized> sealed::Sealed for Plain<'_, I> {}

impl<'a, I: IndexCore<S, D> + ?Sized, S: Scalar, const D: usize> Accelerated<'a, S, D>
    for Plain<'a, I>
{
    type Core = I;

    fn core(&self) -> &I {
        self.0
    }
}

/// Restricts [`Accelerated`] to this library, its tests and its bindings.
pub mod sealed {
    /// A type that may have accelerated paths.
    pub trait Sealed {}
}
