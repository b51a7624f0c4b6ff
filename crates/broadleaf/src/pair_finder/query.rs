//! A query for pairs, and the forms of its answer.

use alloc::vec::Vec;
use core::convert::Infallible;
use core::ops::ControlFlow;

use super::finder::PairFinder;
use super::order::{Operands, Sources};
use super::sweep::{MatchFilter, PairFilter, are_few, visit_few};
use crate::geometry::{BoxSource, Scalar};
use crate::simd::Path;
use crate::sort::{sort_pairs, sort_pairs_in_place};
use crate::store::{Id, TooManyBoxes};
use crate::visit::keep_break;

/// A query of a [`PairFinder`]: each method is a form of the answer.
///
/// In every form, each overlapping pair occurs once. Within one list the smaller id comes first;
/// between two lists the id from the first list comes first.
///
/// [`pairs`](Self::pairs) and the other forms that return a list sort it. Sorting costs more than
/// finding the pairs: where the order does not matter, use [`unsorted_pairs`](Self::unsorted_pairs)
/// or a form that visits. Unsorted pairs come in the order of the sweep, which depends on the boxes
/// and the filters alone and is the same in every form, except those that visit in parallel.
///
/// [`filters`](Self::filters), [`matrix`](Self::matrix) and [`within_groups`](Self::within_groups)
/// drop pairs in every form.
///
/// Forms that begin with `par_` need the feature `rayon`, and use the threads of rayon's current
/// pool for more than 2,048 boxes.
#[derive(Debug)]
#[must_use = "a query does nothing until one of its methods is called"]
pub struct PairQuery<'a, A: ?Sized, B: ?Sized, S: Scalar, const D: usize> {
    pub(super) finder: &'a mut PairFinder<S, D>,
    pub(super) operands: Operands<'a, A, B>,
    pub(super) filter: PairFilter<'a>,
}

impl<S: Scalar, const D: usize> PairFinder<S, D> {
    /// Queries the overlapping pairs within `boxes`.
    ///
    /// # Errors
    /// If there are more than 2³² - 1 boxes.
    pub fn within<'a, B>(
        &'a mut self,
        boxes: &'a B,
    ) -> Result<PairQuery<'a, B, B, S, D>, TooManyBoxes>
    where
        B: BoxSource<S, D> + ?Sized,
    {
        Ok(PairQuery {
            operands: Operands::try_new(boxes, None)?,
            finder: self,
            filter: PairFilter::NONE,
        })
    }

    /// Queries the overlapping pairs of a box in `first` and a box in `second`.
    ///
    /// # Errors
    /// If there are more than 2³² - 1 boxes in both lists together.
    ///
    /// ```
    /// use broadleaf::{Aabb, Id, PairFinder};
    /// let vertices = [Aabb::point([5, 5]), Aabb::point([1, 7])];
    /// let faces = [Aabb::new([0, 0], [9, 1]), Aabb::new([0, 0], [1, 9])];
    /// let pairs = PairFinder::new().between(&vertices, &faces)?.pairs();
    /// assert_eq!(pairs, [[Id(1), Id(1)]]);
    /// # Ok::<(), broadleaf::TooManyBoxes>(())
    /// ```
    pub fn between<'a, A, B>(
        &'a mut self,
        first: &'a A,
        second: &'a B,
    ) -> Result<PairQuery<'a, A, B, S, D>, TooManyBoxes>
    where
        A: BoxSource<S, D> + ?Sized,
        B: BoxSource<S, D> + ?Sized,
    {
        Ok(PairQuery {
            operands: Operands::try_new(first, Some(second))?,
            finder: self,
            filter: PairFilter::NONE,
        })
    }
}

impl<S: Scalar, const D: usize> PairFinder<S, D> {
    /// Queries the pairs within `first`, or between `first` and `second`, that a filter admits. The
    /// caller guarantees that there are at most 2³² - 1 boxes.
    pub(crate) fn ask<'a, B: ?Sized>(
        &'a mut self,
        first: &'a B,
        second: Option<&'a B>,
        filter: &'a dyn MatchFilter,
    ) -> PairQuery<'a, B, B, S, D> {
        PairQuery {
            operands: Operands::known(first, second),
            finder: self,
            filter: PairFilter::of(filter),
        }
    }

    /// Queries the pairs within a list. The caller guarantees that there are at most 2³² - 1 boxes.
    pub(crate) fn ask_all<'a, B: ?Sized>(&'a mut self, boxes: &'a B) -> PairQuery<'a, B, B, S, D> {
        PairQuery {
            operands: Operands::known(boxes, None),
            finder: self,
            filter: PairFilter::NONE,
        }
    }
}

impl<A, B, S: Scalar, const D: usize> PairQuery<'_, A, B, S, D>
where
    A: BoxSource<S, D> + ?Sized,
    B: BoxSource<S, D> + ?Sized,
{
    /// All pairs, sorted.
    ///
    /// ```
    /// use broadleaf::{Aabb, Id, PairFinder};
    /// let boxes = [Aabb::new([2], [3]), Aabb::new([0], [3]), Aabb::new([0], [1])];
    /// let pairs = PairFinder::new().within(&boxes)?.pairs();
    /// assert_eq!(pairs, [[Id(0), Id(1)], [Id(1), Id(2)]]);
    /// # Ok::<(), broadleaf::TooManyBoxes>(())
    /// ```
    #[must_use]
    pub fn pairs(self) -> Vec<[Id; 2]> {
        let mut pairs = self.unsorted_pairs();
        sort_pairs(&mut pairs);
        pairs
    }

    /// [`pairs`](Self::pairs) into a vector that is cleared first. The vector also holds the
    /// scratch memory for sorting, so its capacity grows to twice the number of pairs.
    pub fn pairs_into(self, pairs: &mut Vec<[Id; 2]>) {
        self.unsorted_pairs_into(pairs);
        sort_pairs_in_place(pairs);
    }

    /// All pairs, in the order of the sweep.
    #[must_use]
    pub fn unsorted_pairs(self) -> Vec<[Id; 2]> {
        let mut pairs = Vec::new();
        self.unsorted_pairs_into(&mut pairs);
        pairs
    }

    /// [`unsorted_pairs`](Self::unsorted_pairs) into a vector that is cleared first.
    pub fn unsorted_pairs_into(self, pairs: &mut Vec<[Id; 2]>) {
        pairs.clear();
        self.for_each_batch(|batch| pairs.extend(batch.iter().map(|&[a, b]| [Id(a), Id(b)])));
    }

    /// Visits every pair, in the order of the sweep.
    pub fn for_each_pair(self, mut visit: impl FnMut(Id, Id)) {
        self.for_each_batch(|batch| batch.iter().for_each(|&[a, b]| visit(Id(a), Id(b))));
    }

    /// Visits the pairs until the visitor breaks.
    ///
    /// All boxes are sorted and up to 256 pairs are found before the first visit.
    ///
    /// ```
    /// use broadleaf::{Aabb, PairFinder};
    /// use core::ops::ControlFlow;
    /// let row: Vec<_> = (0..1000).map(|i| Aabb::new([i, 0], [i + 1, 1])).collect();
    /// let mut visits = 0;
    /// let outcome = PairFinder::new().within(&row)?.try_for_each_pair(|_, _| {
    ///     visits += 1;
    ///     if visits < 10 { ControlFlow::Continue(()) } else { ControlFlow::Break("ten pairs") }
    /// });
    /// assert_eq!((outcome, visits), (ControlFlow::Break("ten pairs"), 10));
    /// # Ok::<(), broadleaf::TooManyBoxes>(())
    /// ```
    pub fn try_for_each_pair<T>(
        self,
        mut visit: impl FnMut(Id, Id) -> ControlFlow<T>,
    ) -> ControlFlow<T> {
        self.try_for_each_batch(|batch| batch.iter().try_for_each(|&[a, b]| visit(Id(a), Id(b))))
    }

    /// Counts the pairs without storing them.
    ///
    /// ```
    /// use broadleaf::{Aabb, PairFinder};
    /// let row: Vec<_> = (0..10).map(|i| Aabb::new([i, 0], [i + 1, 1])).collect();
    /// assert_eq!(PairFinder::new().within(&row)?.count_pairs(), 9);
    /// # Ok::<(), broadleaf::TooManyBoxes>(())
    /// ```
    #[must_use]
    pub fn count_pairs(self) -> u64 {
        let mut count = 0;
        self.for_each_batch(|batch| count += batch.len() as u64);
        count
    }

    /// Whether there is a pair. The search stops at the first batch of pairs.
    #[must_use]
    pub fn any_pair(self) -> bool {
        self.try_for_each_pair(|_, _| ControlFlow::Break(()))
            .is_break()
    }

    pub(super) fn for_each_batch(self, mut visit: impl FnMut(&[[u32; 2]])) {
        let ControlFlow::Continue(()) = self.try_for_each_batch(|batch| {
            visit(batch);
            ControlFlow::<Infallible>::Continue(())
        });
    }

    pub(super) fn try_for_each_batch<T>(
        self,
        mut visit: impl FnMut(&[[u32; 2]]) -> ControlFlow<T>,
    ) -> ControlFlow<T> {
        if self.operands.are_fewest() && self.filter.is_none() {
            return self.operands.try_for_each_pair(|pair| visit(&[pair]));
        }
        keep_break(
            |visit_batch| {
                let Self {
                    finder,
                    operands,
                    filter,
                } = self;
                finder.visit(operands.sources(), filter, visit_batch)
            },
            &mut visit,
        )
    }
}

/// All overlapping pairs within `boxes`, smaller id first, sorted. The [`Id`] of a box is its
/// index.
///
/// For many lists, keep a [`PairFinder`]: it reuses its memory and has more forms of the answer,
/// such as unsorted pairs.
///
/// # Errors
/// If there are more than 2³² - 1 boxes.
///
/// ```
/// use broadleaf::{Aabb, self_pairs};
/// let boxes: Vec<_> = (0..1000).map(|i| Aabb::new([i as f32], [i as f32 + 1.5])).collect();
/// assert_eq!(self_pairs(&boxes)?.len(), 999);
/// # Ok::<(), broadleaf::TooManyBoxes>(())
/// ```
#[doc(alias = "self_join")]
#[doc(alias = "all_pairs")]
pub fn self_pairs<S: Scalar, const D: usize>(
    boxes: &(impl BoxSource<S, D> + ?Sized),
) -> Result<Vec<[Id; 2]>, TooManyBoxes> {
    TooManyBoxes::check(boxes.len())?;
    Ok(pairs(&Operands::one(boxes)))
}

/// All overlapping pairs of a box in `first` and a box in `second`, sorted; the id from `first`
/// comes first. The [`Id`] of a box is its index.
///
/// # Errors
/// If there are more than 2³² - 1 boxes in both lists together.
///
/// ```
/// use broadleaf::{Aabb, Id, cross_pairs};
/// let walls = [Aabb::new([0, 0], [9, 1]), Aabb::new([0, 0], [1, 9])];
/// let points = [Aabb::point([5, 5]), Aabb::point([1, 7])];
/// assert_eq!(cross_pairs(&walls, &points)?, [[Id(1), Id(1)]]);
/// # Ok::<(), broadleaf::TooManyBoxes>(())
/// ```
#[doc(alias = "join")]
#[doc(alias = "between")]
#[doc(alias = "spatial_join")]
pub fn cross_pairs<S: Scalar, const D: usize>(
    first: &(impl BoxSource<S, D> + ?Sized),
    second: &(impl BoxSource<S, D> + ?Sized),
) -> Result<Vec<[Id; 2]>, TooManyBoxes> {
    Ok(pairs(&Operands::try_new(first, Some(second))?))
}

/// All pairs, sorted.
fn pairs<A, B, S: Scalar, const D: usize>(operands: &Operands<'_, A, B>) -> Vec<[Id; 2]>
where
    A: BoxSource<S, D> + ?Sized,
    B: BoxSource<S, D> + ?Sized,
{
    let mut pairs = Vec::new();
    if operands.are_fewest() {
        let _ = operands.try_for_each_pair(|pair| {
            pairs.push(pair.map(Id));
            ControlFlow::<()>::Continue(())
        });
    } else {
        append_pairs(operands.sources(), &mut pairs);
    }
    pairs
}

/// Appends all pairs, sorted. Makes no finder for few boxes: that takes longer than to compare
/// them.
#[inline(never)]
fn append_pairs<S: Scalar, const D: usize>(sources: Sources<'_, S, D>, pairs: &mut Vec<[Id; 2]>) {
    let append = &mut |batch: &[[u32; 2]]| {
        pairs.extend(batch.iter().map(|pair| pair.map(Id)));
        ControlFlow::Continue(())
    };
    let _ = if are_few(sources) {
        visit_few(sources, Path::fastest(), &PairFilter::NONE, append)
    } else {
        PairFinder::new().visit(sources, PairFilter::NONE, append)
    };
    sort_pairs(pairs);
}
