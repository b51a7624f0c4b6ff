//! An index over things that stay where they are.

use super::KdSweep;
use crate::geometry::{Aabb, Scalar};
use crate::index::{BroadPhase, SpatialIndex, forward_spatial_index};
use crate::store::Id;
use core::ops::Index;

/// A [`KdSweep`] over a borrowed slice: things are neither moved nor copied, and an id is a place
/// in the slice.
///
/// It answers every question of the index; that it is borrowed keeps the boxes from becoming wrong.
///
/// ```
/// use broadleaf::{Aabb, BroadPhase, Id, KdSlice, SpatialIndex};
/// struct Ship {
///     name: &'static str,
///     aabb: Aabb<f32, 2>,
/// }
/// let fleet = [
///     Ship { name: "Ada", aabb: Aabb::new([0.0, 0.0], [2.0, 1.0]) },
///     Ship { name: "Bo", aabb: Aabb::new([5.0, 0.0], [7.0, 1.0]) },
///     Ship { name: "Cy", aabb: Aabb::new([1.0, 0.5], [3.0, 2.0]) },
/// ];
/// let index = KdSlice::new(&fleet, |ship| ship.aabb);
/// let collisions = index.pairs().into_iter().map(|(a, b)| (index[a].name, index[b].name));
/// assert!(collisions.eq([("Ada", "Cy")]));
/// assert_eq!(index.nearest(&[9.0, 0.0]).unwrap().id, Id(1));
/// ```
#[derive(Clone, Debug)]
pub struct KdSlice<'a, T, S, const D: usize> {
    things: &'a [T],
    index: KdSweep<S, D>,
}

impl<'a, T, S: Scalar, const D: usize> KdSlice<'a, T, S, D> {
    /// An index over things and their boxes. Costs a build. Of more than 2<sup>32</sup> - 2 things
    /// the others are left out.
    #[must_use]
    pub fn new(things: &'a [T], aabb: impl Fn(&T) -> Aabb<S, D>) -> Self {
        Self::with_memory(KdSweep::default(), things, aabb)
    }

    /// [`new`](Self::new) in the memory of another index, which is cleared; its leaf capacity
    /// stays. Allocates nothing once that has seen as many things.
    ///
    /// ```
    /// use broadleaf::{Aabb, BroadPhase, KdSlice, KdSweep, SpatialIndex};
    /// let mut memory = KdSweep::default();
    /// for frame in 1..4 {
    ///     let row: Vec<_> = (0..9).map(|i| Aabb::new([i], [i + frame])).collect();
    ///     let index = KdSlice::with_memory(memory, &row, |aabb| *aabb);
    ///     assert_eq!(index.overlaps(&[4]).len(), 1 + frame as usize);
    ///     memory = index.into_memory();
    /// }
    /// ```
    #[must_use]
    pub fn with_memory(
        memory: KdSweep<S, D>,
        things: &'a [T],
        aabb: impl Fn(&T) -> Aabb<S, D>,
    ) -> Self {
        let mut index = memory;
        index.clear();
        index.extend((0..u32::MAX - 1).map(Id).zip(things.iter().map(aabb)));
        index.optimize();
        Self { things, index }
    }

    /// The index alone, for its memory; the borrow ends.
    #[must_use]
    pub fn into_memory(self) -> KdSweep<S, D> {
        self.index
    }

    /// The index alone, for what is not a question of every [`SpatialIndex`].
    #[must_use]
    pub fn index(&self) -> &KdSweep<S, D> {
        &self.index
    }

    /// The slice.
    #[must_use]
    pub fn things(&self) -> &'a [T] {
        self.things
    }
}

impl<T, S: Scalar, const D: usize> SpatialIndex<S, D> for KdSlice<'_, T, S, D> {
    forward_spatial_index!(self => self.index);
}

impl<T, S, const D: usize> Index<Id> for KdSlice<'_, T, S, D> {
    type Output = T;

    /// # Panics
    /// If the slice is not that long; ids from the index are fine.
    fn index(&self, id: Id) -> &T {
        &self.things[id.index()]
    }
}
