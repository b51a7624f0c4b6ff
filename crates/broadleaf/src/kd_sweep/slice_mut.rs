//! An index over a mutably borrowed slice.

use core::ops::{Index, IndexMut};

use super::slice::fill;
use super::sweep::KdSweep;
#[cfg(feature = "rayon")]
use crate::executor::Parallel;
use crate::executor::Sequential;
use crate::geometry::{Aabb, Scalar};
use crate::index::{IndexCore, forward_index_core};
use crate::store::{Id, TooManyBoxes};

/// A [`KdSweep`] over a mutably borrowed slice, which gives mutable access to the elements that a
/// query finds: two at a time for a pair, all at once for a region. An id is an index into the
/// slice, and elements are not moved.
///
/// The index keeps the boxes of the build: changing an element does not change its box.
///
/// | query | with mutable elements |
/// |---|---|
/// | pairs | [`for_each_pair_mut`](Self::for_each_pair_mut), [`try_for_each_pair_mut`](Self::try_for_each_pair_mut), `par_for_each_pair_mut`, `par_fold_pairs_mut` |
/// | pairs with another slice | [`for_each_pair_with_mut`](Self::for_each_pair_with_mut), [`try_for_each_pair_with_mut`](Self::try_for_each_pair_with_mut) |
/// | region | [`for_each_overlap_mut`](Self::for_each_overlap_mut), [`try_for_each_overlap_mut`](Self::try_for_each_overlap_mut), [`overlaps_mut`](Self::overlaps_mut) |
/// | regions that share no hit | [`disjoint_overlaps_mut`](Self::disjoint_overlaps_mut) |
/// | any other | [`disjoint_mut`](Self::disjoint_mut) of the ids that it returns, or `slice[id]` |
///
/// ```
/// use broadleaf::{Aabb, KdSliceMut};
/// struct Ship {
///     aabb: Aabb<f32, 2>,
///     scratches: u32,
/// }
/// let at = |x: f32| Ship { aabb: Aabb::new([x, 0.0], [x + 2.0, 1.0]), scratches: 0 };
/// let mut fleet = [at(0.0), at(5.0), at(1.0), at(2.5)];
/// let mut index = KdSliceMut::new(&mut fleet, |ship| ship.aabb)?;
/// index.for_each_pair_mut(|ship, other| {
///     ship.scratches += 1;
///     other.scratches += 1;
/// });
/// assert_eq!(fleet.map(|ship| ship.scratches), [1, 0, 2, 1]);
/// # Ok::<(), broadleaf::TooManyBoxes>(())
/// ```
#[derive(Debug)]
#[doc(alias = "broccoli")]
pub struct KdSliceMut<'a, T, S: Scalar, const D: usize> {
    pub(super) things: &'a mut [T],
    /// Tidy: the tree has the box of every element, and no box is pending.
    pub(super) index: KdSweep<S, D>,
}

impl<'a, T, S: Scalar, const D: usize> KdSliceMut<'a, T, S, D> {
    /// Builds an index of the elements of a slice; `aabb` returns the box of an element.
    ///
    /// # Errors
    /// If there are more than 2<sup>32</sup> - 1 elements.
    pub fn new(things: &'a mut [T], aabb: impl Fn(&T) -> Aabb<S, D>) -> Result<Self, TooManyBoxes> {
        Self::with_memory(KdSweep::default(), things, aabb)
    }

    /// [`new`](Self::new) in the memory of another index, which loses its boxes and keeps its
    /// parameters. Allocates nothing if that index has held as many boxes.
    ///
    /// # Errors
    /// If there are more than 2<sup>32</sup> - 1 elements.
    ///
    /// ```
    /// use broadleaf::{Aabb, KdSliceMut, KdSweep};
    /// let mut row = [(0, 0), (2, 0), (9, 0)];
    /// let mut memory = KdSweep::default();
    /// for _frame in 0..3 {
    ///     let mut index = KdSliceMut::with_memory(memory, &mut row, |&(x, _)| Aabb::new([x], [x + 3]))?;
    ///     index.for_each_pair_mut(|a, b| (a.1, b.1) = (a.1 + 1, b.1 + 1));
    ///     memory = index.into_memory();
    /// }
    /// assert_eq!(row, [(0, 3), (2, 3), (9, 0)]);
    /// # Ok::<(), broadleaf::TooManyBoxes>(())
    /// ```
    pub fn with_memory(
        memory: KdSweep<S, D>,
        things: &'a mut [T],
        aabb: impl Fn(&T) -> Aabb<S, D>,
    ) -> Result<Self, TooManyBoxes> {
        let index = fill(Sequential, memory, things, aabb)?;
        Ok(Self { things, index })
    }

    /// [`new`](Self::new) on the threads of rayon's current pool, with the same result. Needs the
    /// feature `rayon`.
    ///
    /// `aabb` is called on the caller's thread.
    ///
    /// # Errors
    /// If there are more than 2<sup>32</sup> - 1 elements.
    ///
    /// ```
    /// use broadleaf::{Aabb, KdSliceMut, SpatialIndex};
    /// let mut row: Vec<i32> = (0..1_000).collect();
    /// let index = KdSliceMut::par_new(&mut row, |&x| Aabb::new([2 * x], [2 * x + 2]))?;
    /// assert_eq!(index.count_pairs(), 999);
    /// # Ok::<(), broadleaf::TooManyBoxes>(())
    /// ```
    #[cfg(feature = "rayon")]
    pub fn par_new(
        things: &'a mut [T],
        aabb: impl Fn(&T) -> Aabb<S, D>,
    ) -> Result<Self, TooManyBoxes> {
        Self::par_with_memory(KdSweep::default(), things, aabb)
    }

    /// [`with_memory`](Self::with_memory) on the threads of rayon's current pool, with the same
    /// result. Needs the feature `rayon`.
    ///
    /// # Errors
    /// If there are more than 2<sup>32</sup> - 1 elements.
    ///
    /// ```
    /// use broadleaf::{Aabb, KdSliceMut, SpatialIndex};
    /// let mut row: Vec<i32> = (0..1_000).collect();
    /// let aabb = |&x: &i32| Aabb::new([2 * x], [2 * x + 2]);
    /// let memory = KdSliceMut::par_new(&mut row, aabb)?.into_memory();
    /// let shorter = KdSliceMut::par_with_memory(memory, &mut row[..10], aabb)?;
    /// assert_eq!(shorter.count_pairs(), 9);
    /// # Ok::<(), broadleaf::TooManyBoxes>(())
    /// ```
    #[cfg(feature = "rayon")]
    pub fn par_with_memory(
        memory: KdSweep<S, D>,
        things: &'a mut [T],
        aabb: impl Fn(&T) -> Aabb<S, D>,
    ) -> Result<Self, TooManyBoxes> {
        let index = fill(Parallel, memory, things, aabb)?;
        Ok(Self { things, index })
    }

    /// The index without the slice, so that its memory can be reused. Ends the borrow of the slice.
    #[must_use]
    pub fn into_memory(self) -> KdSweep<S, D> {
        self.index
    }

    /// The index without the slice, for methods of [`KdSweep`] that not every
    /// [`SpatialIndex`](crate::SpatialIndex) has.
    #[must_use]
    pub fn index(&self) -> &KdSweep<S, D> {
        &self.index
    }

    /// The borrowed slice: element `i` has the id `i`.
    #[must_use]
    pub fn things(&self) -> &[T] {
        self.things
    }

    /// The borrowed slice. Changing an element does not change its box in the index.
    #[must_use]
    pub fn things_mut(&mut self) -> &mut [T] {
        self.things
    }
}

impl<T, S: Scalar, const D: usize> IndexCore<S, D> for KdSliceMut<'_, T, S, D> {
    forward_index_core!(self => self.index);
}

impl<T, S: Scalar, const D: usize> Index<Id> for KdSliceMut<'_, T, S, D> {
    type Output = T;

    /// The element with this id.
    ///
    /// # Panics
    /// If the slice is too short. Ids from the index never panic.
    fn index(&self, id: Id) -> &T {
        &self.things[id.index()]
    }
}

impl<T, S: Scalar, const D: usize> IndexMut<Id> for KdSliceMut<'_, T, S, D> {
    fn index_mut(&mut self, id: Id) -> &mut T {
        &mut self.things[id.index()]
    }
}
