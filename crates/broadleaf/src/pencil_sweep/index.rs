//! The structure: a list of boxes, and pair finders as scratch memory of queries.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use crate::geometry::{Aabb, Scalar};
use crate::index::from_boxes;
use crate::pair_finder::PairFinder;
use crate::store::{Id, IdMap, ScratchPool};

/// A list of boxes whose pairs are found from scratch, by a [`PairFinder`].
///
/// It suits queries for all pairs if all boxes are new or have moved. Any other query tests every
/// box, so keep a tree for those.
///
/// ```
/// use broadleaf::{Aabb, Id, PencilSweep, SpatialIndex};
/// let row = [0.0, 1.0, 2.0, 3.0].map(|x| Aabb::new([x, 0.0], [x + 1.5, 1.0]));
/// let index = PencilSweep::from_boxes(&row)?;
/// assert_eq!(index.pairs(), [[Id(0), Id(1)], [Id(1), Id(2)], [Id(2), Id(3)]]);
/// # Ok::<(), broadleaf::TooManyBoxes>(())
/// ```
#[derive(Clone, Debug)]
pub struct PencilSweep<S: Scalar, const D: usize> {
    /// The slot of each id. The lists below have one element for each slot.
    pub(super) slots: IdMap,
    pub(super) ids: Vec<Id>,
    pub(super) boxes: Vec<Aabb<S, D>>,
    pub(super) categories: Vec<u32>,
    /// One finder for each pair query that ran concurrently.
    pub(super) finders: ScratchPool<PairFinder<S, D>>,
}

impl<S: Scalar, const D: usize> Default for PencilSweep<S, D> {
    fn default() -> Self {
        Self {
            slots: IdMap::default(),
            ids: Vec::new(),
            boxes: Vec::new(),
            categories: Vec::new(),
            finders: ScratchPool::default(),
        }
    }
}

from_boxes!(PencilSweep, "PencilSweep");

impl<S: Scalar, const D: usize> PencilSweep<S, D> {
    /// Creates an empty structure.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Visits the slots of all overlapping pairs until the visitor breaks.
    pub(super) fn try_for_each_pair_of_slots<B>(
        &self,
        mut visit: impl FnMut(usize, usize) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.finders.lend(PairFinder::new, |finder| {
            let pairs = finder.ask_all(&self.boxes[..]);
            pairs.try_for_each_pair(|a, b| visit(a.index(), b.index()))
        })
    }

    /// The ids of two slots, the smaller one first.
    pub(super) fn ordered_ids(&self, a: usize, b: usize) -> [Id; 2] {
        let (a, b) = (self.ids[a], self.ids[b]);
        [a.min(b), a.max(b)]
    }
}
