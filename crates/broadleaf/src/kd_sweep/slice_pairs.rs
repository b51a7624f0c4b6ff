//! Pairs of mutable elements.

use core::ops::ControlFlow;

use super::slice_mut::KdSliceMut;
use crate::geometry::Scalar;
use crate::index::SpatialIndex;

impl<T, S: Scalar, const D: usize> KdSliceMut<'_, T, S, D> {
    /// Visits every overlapping pair once, smaller id first.
    ///
    /// The order in which an element meets its partners depends on the boxes alone, and is the same
    /// in `par_for_each_pair_mut`, which needs the feature `rayon`.
    ///
    /// ```
    /// use broadleaf::{Aabb, KdSliceMut};
    /// let mut row = [0.0_f32, 4.0, 0.5];
    /// let mut index = KdSliceMut::new(&mut row, |&x| Aabb::new([x], [x + 1.0]))?;
    /// index.for_each_pair_mut(|a, b| {
    ///     // Push them apart.
    ///     let overlap = 1.0 - (*b - *a);
    ///     *a -= overlap / 2.0;
    ///     *b += overlap / 2.0;
    /// });
    /// assert_eq!(row, [-0.25, 4.0, 0.75]);
    /// # Ok::<(), broadleaf::TooManyBoxes>(())
    /// ```
    #[doc(alias = "find_colliding_pairs")]
    pub fn for_each_pair_mut(&mut self, mut visit: impl FnMut(&mut T, &mut T)) {
        let Self { things, index } = self;
        index.for_each_pair(|a, b| {
            let (front, back) = things.split_at_mut(b.index());
            visit(&mut front[a.index()], &mut back[0]);
        });
    }

    /// Visits every overlapping pair once, smaller id first, until the visitor breaks.
    ///
    /// ```
    /// use broadleaf::{Aabb, KdSliceMut};
    /// use core::ops::ControlFlow;
    /// let mut row: Vec<i32> = (0..9).collect();
    /// let mut index = KdSliceMut::new(&mut row, |&x| Aabb::new([x], [x + 1]))?;
    /// let outcome = index.try_for_each_pair_mut(|a, b| {
    ///     *a += 100;
    ///     ControlFlow::Break(*b)
    /// });
    /// assert!(outcome.is_break());
    /// assert_eq!(row.iter().filter(|&&x| x >= 100).count(), 1);
    /// # Ok::<(), broadleaf::TooManyBoxes>(())
    /// ```
    pub fn try_for_each_pair_mut<B>(
        &mut self,
        mut visit: impl FnMut(&mut T, &mut T) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let Self { things, index } = self;
        index.try_for_each_pair(|a, b| {
            let (front, back) = things.split_at_mut(b.index());
            visit(&mut front[a.index()], &mut back[0])
        })
    }

    /// Visits every overlapping pair of an element here and an element of another slice.
    ///
    /// ```
    /// use broadleaf::{Aabb, KdSliceMut};
    /// let (mut walls, mut balls) = ([0, 20], [7, 19, 21]);
    /// let mut walls_index = KdSliceMut::new(&mut walls, |&x| Aabb::new([x], [x + 1]))?;
    /// let mut balls_index = KdSliceMut::new(&mut balls, |&x| Aabb::new([x], [x + 1]))?;
    /// walls_index.for_each_pair_with_mut(&mut balls_index, |_wall, ball| *ball *= 100);
    /// assert_eq!(balls, [7, 1900, 2100]);
    /// # Ok::<(), broadleaf::TooManyBoxes>(())
    /// ```
    #[doc(alias = "find_colliding_pairs_with")]
    pub fn for_each_pair_with_mut<U>(
        &mut self,
        other: &mut KdSliceMut<'_, U, S, D>,
        mut visit: impl FnMut(&mut T, &mut U),
    ) {
        let (Self { things, index }, others) = (self, &mut *other.things);
        index.for_each_cross_pair(&other.index, |ours, theirs| {
            visit(&mut things[ours.index()], &mut others[theirs.index()]);
        });
    }

    /// Visits every overlapping pair of an element here and an element of another slice, until the
    /// visitor breaks.
    ///
    /// ```
    /// use broadleaf::{Aabb, KdSliceMut};
    /// use core::ops::ControlFlow;
    /// let (mut walls, mut balls) = ([0, 20], [7, 19, 21]);
    /// let mut walls_index = KdSliceMut::new(&mut walls, |&x| Aabb::new([x], [x + 1]))?;
    /// let mut balls_index = KdSliceMut::new(&mut balls, |&x| Aabb::new([x], [x + 1]))?;
    /// let hit = walls_index.try_for_each_pair_with_mut(&mut balls_index, |wall, _ball| {
    ///     ControlFlow::Break(*wall)
    /// });
    /// assert_eq!(hit, ControlFlow::Break(20));
    /// # Ok::<(), broadleaf::TooManyBoxes>(())
    /// ```
    pub fn try_for_each_pair_with_mut<U, B>(
        &mut self,
        other: &mut KdSliceMut<'_, U, S, D>,
        mut visit: impl FnMut(&mut T, &mut U) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let (Self { things, index }, others) = (self, &mut *other.things);
        index.try_for_each_cross_pair(&other.index, |ours, theirs| {
            visit(&mut things[ours.index()], &mut others[theirs.index()])
        })
    }
}
