//! A query for pairs of mutable elements.

use alloc::vec::Vec;
use core::mem;
use core::ops::ControlFlow;

use super::finder::PairFinder;
use super::order::Operands;
use super::query::PairQuery;
use super::sweep::PairFilter;
use crate::geometry::{Aabb, Scalar};
use crate::store::TooManyBoxes;

/// A query of a [`PairFinder`] over a slice: each method visits every overlapping pair once, as two
/// mutable elements. The element with the smaller index comes first.
///
/// The boxes are read when the query is created: changes that a visitor makes do not affect it.
#[derive(Debug)]
#[must_use = "a query does nothing until one of its methods is called"]
pub struct PairQueryMut<'a, T, S: Scalar, const D: usize> {
    pub(super) finder: &'a mut PairFinder<S, D>,
    pub(super) things: &'a mut [T],
    /// The boxes of the elements, in the finder's memory.
    pub(super) boxes: Vec<Aabb<S, D>>,
    pub(super) filter: PairFilter<'a>,
}

impl<S: Scalar, const D: usize> PairFinder<S, D> {
    /// Queries the overlapping pairs within a slice, as two mutable elements each. `aabb` returns
    /// the box of an element and is called once for each.
    ///
    /// # Errors
    /// If there are more than 2³² - 1 elements.
    ///
    /// ```
    /// use broadleaf::{Aabb, PairFinder};
    /// let mut row = [0.0_f32, 4.0, 0.5];
    /// let mut finder = PairFinder::new();
    /// finder.within_mut(&mut row, |&x| Aabb::new([x], [x + 1.0]))?.for_each_pair(|a, b| {
    ///     // Push them apart.
    ///     let overlap = 1.0 - (*b - *a);
    ///     *a -= overlap / 2.0;
    ///     *b += overlap / 2.0;
    /// });
    /// assert_eq!(row, [-0.25, 4.0, 0.75]);
    /// # Ok::<(), broadleaf::TooManyBoxes>(())
    /// ```
    #[doc(alias = "find_colliding_pairs")]
    pub fn within_mut<'a, T>(
        &'a mut self,
        things: &'a mut [T],
        aabb: impl Fn(&T) -> Aabb<S, D>,
    ) -> Result<PairQueryMut<'a, T, S, D>, TooManyBoxes> {
        TooManyBoxes::check(things.len())?;
        let mut boxes = mem::take(&mut self.boxes);
        boxes.clear();
        boxes.extend(things.iter().map(aabb));
        Ok(PairQueryMut {
            finder: self,
            things,
            boxes,
            filter: PairFilter::NONE,
        })
    }
}

impl<T, S: Scalar, const D: usize> PairQueryMut<'_, T, S, D> {
    /// Visits every pair.
    pub fn for_each_pair(self, mut visit: impl FnMut(&mut T, &mut T)) {
        self.ask(|query, things| {
            query.for_each_pair(|a, b| {
                let (front, back) = things.split_at_mut(b.index());
                visit(&mut front[a.index()], &mut back[0]);
            });
        });
    }

    /// Visits the pairs until the visitor breaks.
    ///
    /// All boxes are sorted and up to 256 pairs are found before the first visit.
    ///
    /// ```
    /// use broadleaf::{Aabb, PairFinder};
    /// use core::ops::ControlFlow;
    /// let mut row: Vec<i32> = (0..9).collect();
    /// let mut finder = PairFinder::new();
    /// let query = finder.within_mut(&mut row, |&x| Aabb::new([x], [x + 1]))?;
    /// let outcome = query.try_for_each_pair(|a, b| {
    ///     *a += 100;
    ///     ControlFlow::Break(*b)
    /// });
    /// assert!(outcome.is_break());
    /// assert_eq!(row.iter().filter(|&&x| x >= 100).count(), 1);
    /// # Ok::<(), broadleaf::TooManyBoxes>(())
    /// ```
    pub fn try_for_each_pair<B>(
        self,
        mut visit: impl FnMut(&mut T, &mut T) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.ask(|query, things| {
            query.try_for_each_pair(|a, b| {
                let (front, back) = things.split_at_mut(b.index());
                visit(&mut front[a.index()], &mut back[0])
            })
        })
    }

    /// Queries the boxes, and returns their memory to the finder.
    pub(super) fn ask<R>(
        self,
        ask: impl FnOnce(PairQuery<'_, Vec<Aabb<S, D>>, Vec<Aabb<S, D>>, S, D>, &mut [T]) -> R,
    ) -> R {
        let Self {
            finder,
            things,
            boxes,
            filter,
        } = self;
        let query = PairQuery {
            finder: &mut *finder,
            operands: Operands::one(&boxes),
            filter,
        };
        let answer = ask(query, things);
        finder.boxes = boxes;
        answer
    }
}
