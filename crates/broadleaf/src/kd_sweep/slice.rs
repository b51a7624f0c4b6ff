//! An index over a borrowed slice.

use core::ops::Index;

use super::median_build::SweptBox;
use super::sweep::KdSweep;
#[cfg(feature = "rayon")]
use crate::executor::Parallel;
use crate::executor::{Executor, Sequential};
use crate::geometry::{Aabb, Scalar};
use crate::index::{IndexCore, forward_index_core};
use crate::store::{Id, TooManyBoxes};

/// A [`KdSweep`] over a borrowed slice. An id is an index into the slice; its elements are neither
/// moved nor copied.
///
/// The borrow keeps elements from changing while their boxes are in the index. A
/// [`KdSliceMut`](super::KdSliceMut) gives mutable access to elements.
///
/// ```
/// use broadleaf::{Aabb, Id, KdSlice, SpatialIndex};
/// struct Ship {
///     name: &'static str,
///     aabb: Aabb<f32, 2>,
/// }
/// let fleet = [
///     Ship { name: "Ada", aabb: Aabb::new([0.0, 0.0], [2.0, 1.0]) },
///     Ship { name: "Bo", aabb: Aabb::new([5.0, 0.0], [7.0, 1.0]) },
///     Ship { name: "Cy", aabb: Aabb::new([1.0, 0.5], [3.0, 2.0]) },
/// ];
/// let index = KdSlice::new(&fleet, |ship| ship.aabb)?;
/// let collisions = index.pairs().into_iter().map(|[a, b]| (index[a].name, index[b].name));
/// assert!(collisions.eq([("Ada", "Cy")]));
/// assert_eq!(index.nearest(&[9.0, 0.0]).unwrap().id, Id(1));
/// # Ok::<(), broadleaf::TooManyBoxes>(())
/// ```
#[derive(Clone, Debug)]
pub struct KdSlice<'a, T, S: Scalar, const D: usize> {
    things: &'a [T],
    index: KdSweep<S, D>,
}

impl<'a, T, S: Scalar, const D: usize> KdSlice<'a, T, S, D> {
    /// Builds an index of the elements of a slice; `aabb` returns the box of an element.
    ///
    /// # Errors
    /// If there are more than 2<sup>32</sup> - 1 elements.
    pub fn new(things: &'a [T], aabb: impl Fn(&T) -> Aabb<S, D>) -> Result<Self, TooManyBoxes> {
        Self::with_memory(KdSweep::default(), things, aabb)
    }

    /// [`new`](Self::new) in the memory of another index, which loses its boxes and keeps its
    /// parameters. Allocates nothing if that index has held as many boxes.
    ///
    /// # Errors
    /// If there are more than 2<sup>32</sup> - 1 elements.
    ///
    /// ```
    /// use broadleaf::{Aabb, KdSlice, KdSweep, SpatialIndex};
    /// let mut memory = KdSweep::default();
    /// for frame in 1..4 {
    ///     let row: Vec<_> = (0..9).map(|i| Aabb::new([i], [i + frame])).collect();
    ///     let index = KdSlice::with_memory(memory, &row, |aabb| *aabb)?;
    ///     assert_eq!(index.overlaps(&[4]).len(), 1 + frame as usize);
    ///     memory = index.into_memory();
    /// }
    /// # Ok::<(), broadleaf::TooManyBoxes>(())
    /// ```
    pub fn with_memory(
        memory: KdSweep<S, D>,
        things: &'a [T],
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
    /// use broadleaf::{Aabb, KdSlice, SpatialIndex};
    /// let row: Vec<_> = (0..1_000).map(|i| Aabb::new([2 * i], [2 * i + 2])).collect();
    /// let index = KdSlice::par_new(&row, |aabb| *aabb)?;
    /// assert_eq!(index.count_pairs(), 999);
    /// # Ok::<(), broadleaf::TooManyBoxes>(())
    /// ```
    #[cfg(feature = "rayon")]
    pub fn par_new(things: &'a [T], aabb: impl Fn(&T) -> Aabb<S, D>) -> Result<Self, TooManyBoxes> {
        Self::par_with_memory(KdSweep::default(), things, aabb)
    }

    /// [`with_memory`](Self::with_memory) on the threads of rayon's current pool, with the same
    /// result. Needs the feature `rayon`.
    ///
    /// # Errors
    /// If there are more than 2<sup>32</sup> - 1 elements.
    ///
    /// ```
    /// use broadleaf::{Aabb, KdSlice, KdSweep, SpatialIndex};
    /// let row: Vec<_> = (0..1_000).map(|i| Aabb::new([2 * i], [2 * i + 2])).collect();
    /// let memory = KdSlice::par_new(&row, |aabb| *aabb)?.into_memory();
    /// let shorter = KdSlice::par_with_memory(memory, &row[..10], |aabb| *aabb)?;
    /// assert_eq!(shorter.count_pairs(), 9);
    /// # Ok::<(), broadleaf::TooManyBoxes>(())
    /// ```
    #[cfg(feature = "rayon")]
    pub fn par_with_memory(
        memory: KdSweep<S, D>,
        things: &'a [T],
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
    pub fn things(&self) -> &'a [T] {
        self.things
    }
}

impl<T, S: Scalar, const D: usize> IndexCore<S, D> for KdSlice<'_, T, S, D> {
    forward_index_core!(self => self.index);
}

impl<T, S: Scalar, const D: usize> Index<Id> for KdSlice<'_, T, S, D> {
    type Output = T;

    /// The element with this id.
    ///
    /// # Panics
    /// If the slice is too short. Ids from the index never panic.
    fn index(&self, id: Id) -> &T {
        &self.things[id.index()]
    }
}

/// The index of the boxes of a slice, in the memory of another index.
pub(super) fn fill<T, S: Scalar, const D: usize>(
    executor: impl Executor,
    memory: KdSweep<S, D>,
    things: &[T],
    aabb: impl Fn(&T) -> Aabb<S, D>,
) -> Result<KdSweep<S, D>, TooManyBoxes> {
    TooManyBoxes::check(things.len())?;
    let mut index = memory;
    index.clear_boxes();
    let boxes = things.iter().zip(0..);
    let boxes = boxes.map(|(thing, id)| (Id(id), aabb(thing)));
    index.put_all(executor, |items| {
        let boxes = boxes.into_iter();
        items.extend(boxes.map(|(id, aabb)| SweptBox::new(id, aabb)));
    });
    index.build_if_untidy(executor);
    Ok(index)
}
