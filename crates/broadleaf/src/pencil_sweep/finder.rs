//! Pairs of boxes in slices.

use super::grid::{Grid, Level};
use super::join::Scratch;
#[cfg(feature = "rayon")]
use super::parallel::Piece;
use super::sample::Sample;
use super::sorted::Sorted;
use crate::executor::{Executor, Sequential};
use crate::geometry::{Aabb, Scalar};
use crate::report::Violation;
use crate::simd::Path;
use crate::store::Id;
use alloc::vec::Vec;
use core::convert::Infallible;
use core::mem;
use core::ops::ControlFlow;

/// Finds overlapping pairs among boxes in a slice, from scratch: the fastest way where all boxes
/// are new, or all have moved.
///
/// An [`Id`] is a position in the slice. A finder keeps its memory, some 45 bytes a box in 2D and
/// 55 in 3D for `f32`, and allocates nothing once it has seen as many boxes. Costs O(n + pairs) for
/// boxes that do not crowd; sizes that differ a thousandfold cost up to half as much again.
///
/// ```
/// use broadleaf::{Aabb, Id, PairFinder};
/// let boxes = [Aabb::new([0, 0], [2, 2]), Aabb::new([5, 5], [6, 6]), Aabb::new([2, 1], [3, 3])];
/// let mut finder = PairFinder::default();
/// let mut pairs = Vec::new();
/// finder.collect_self_pairs(&boxes, &mut pairs);
/// assert_eq!(pairs, [[Id(0), Id(2)]]);
/// ```
#[derive(Clone, Debug)]
pub struct PairFinder<S: Scalar, const D: usize> {
    pub(super) sorted: Sorted<S::Key, D>,
    sample: Sample<S, D>,
    scratch: Scratch<S::Key, D>,
    /// Those of the second slice.
    others: Sorted<S::Key, D>,
    levels: Vec<Level<D>>,
    pub(super) path: Path,
    #[cfg(feature = "rayon")]
    pub(super) pieces: Vec<Piece<S::Key, D>>,
}

impl<S: Scalar, const D: usize> Default for PairFinder<S, D> {
    fn default() -> Self {
        Self::with_path(Path::fastest())
    }
}

impl<S: Scalar, const D: usize> PairFinder<S, D> {
    pub(super) fn with_path(path: Path) -> Self {
        Self {
            sorted: Sorted::default(),
            sample: Sample::default(),
            scratch: Scratch::default(),
            others: Sorted::default(),
            levels: Vec::new(),
            path,
            #[cfg(feature = "rayon")]
            pieces: Vec::new(),
        }
    }

    /// Visits every overlapping pair of boxes in a slice once, smaller position first, in no
    /// particular order.
    pub fn self_pairs(&mut self, boxes: &[Aabb<S, D>], mut visit: impl FnMut(Id, Id)) {
        self.find(boxes, |found| {
            found.iter().for_each(|&[a, b]| visit(Id(a), Id(b)))
        });
    }

    /// [`self_pairs`](Self::self_pairs) into a vector that is cleared first and can be reused.
    pub fn collect_self_pairs(&mut self, boxes: &[Aabb<S, D>], pairs: &mut Vec<[Id; 2]>) {
        pairs.clear();
        self.find(boxes, |found| {
            pairs.extend(found.iter().map(|&[a, b]| [Id(a), Id(b)]))
        });
    }

    /// How many pairs of boxes in a slice overlap.
    ///
    /// ```
    /// use broadleaf::{Aabb, PairFinder};
    /// let row: Vec<_> = (0..10).map(|i| Aabb::new([i, 0], [i + 1, 1])).collect();
    /// assert_eq!(PairFinder::default().count_self_pairs(&row), 9);
    /// ```
    pub fn count_self_pairs(&mut self, boxes: &[Aabb<S, D>]) -> u64 {
        let mut count = 0;
        self.find(boxes, |found| count += found.len() as u64);
        count
    }

    /// Reports all pairs, some at a time.
    fn find(&mut self, boxes: &[Aabb<S, D>], mut report: impl FnMut(&[[u32; 2]])) {
        self.sort(Sequential, boxes);
        // Never breaks.
        let _ = self
            .sorted
            .join(self.path, &mut self.scratch, &mut |found| {
                report(found);
                ControlFlow::Continue(())
            });
    }

    /// Visits every overlapping pair of a box in one slice and a box in another once, in no
    /// particular order.
    pub fn cross_pairs(
        &mut self,
        first: &[Aabb<S, D>],
        second: &[Aabb<S, D>],
        mut visit: impl FnMut(Id, Id),
    ) {
        let ControlFlow::Continue(()) = self.try_cross_pairs(first, second, |a, b| {
            visit(a, b);
            ControlFlow::<Infallible>::Continue(())
        });
    }

    pub(super) fn try_cross_pairs<B>(
        &mut self,
        first: &[Aabb<S, D>],
        second: &[Aabb<S, D>],
        mut visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let grid = Grid::of(
            [first, second],
            &mut self.sample,
            mem::take(&mut self.levels),
        );
        self.sorted.sort(Sequential, &grid, first, 0);
        // Later names, so that the first slice's boxes come first in every pair.
        self.others.sort(Sequential, &grid, second, first.len());
        self.levels = grid.levels;
        let mut outcome = ControlFlow::Continue(());
        // The outcome has what it broke with.
        let _ = self
            .sorted
            .join_with(&self.others, self.path, &mut self.scratch, &mut |found| {
                outcome = found
                    .iter()
                    .try_for_each(|&[a, b]| visit(Id(a), Id::at(b as usize - first.len())));
                if outcome.is_break() {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            });
        outcome
    }

    pub(super) fn sort(&mut self, executor: impl Executor, boxes: &[Aabb<S, D>]) {
        let grid = Grid::of([boxes, &[]], &mut self.sample, mem::take(&mut self.levels));
        self.sorted.sort(executor, &grid, boxes, 0);
        self.levels = grid.levels;
    }

    /// Visits every pair of those that were sorted last.
    pub(super) fn visit_sorted<B>(
        &self,
        mut visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let mut outcome = ControlFlow::Continue(());
        // The outcome has what it broke with.
        let _ = self
            .sorted
            .join(self.path, &mut Scratch::default(), &mut |found| {
                outcome = found.iter().try_for_each(|&[a, b]| visit(Id(a), Id(b)));
                if outcome.is_break() {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            });
        outcome
    }

    pub(super) fn bytes(&self) -> usize {
        self.sorted.bytes() + self.others.bytes()
    }

    pub(super) fn check(&self, boxes: &[Aabb<S, D>]) -> Result<(), Violation> {
        self.sorted.check(boxes)
    }
}

/// Visits every overlapping pair of boxes in a slice once, smaller position first, in no particular
/// order.
///
/// For many slices, keep a [`PairFinder`].
///
/// ```
/// use broadleaf::{Aabb, self_pairs};
/// let boxes: Vec<_> = (0..1000).map(|i| Aabb::new([i as f32], [i as f32 + 1.5])).collect();
/// let mut count = 0;
/// self_pairs(&boxes, |_, _| count += 1);
/// assert_eq!(count, 999);
/// ```
pub fn self_pairs<S: Scalar, const D: usize>(boxes: &[Aabb<S, D>], visit: impl FnMut(Id, Id)) {
    PairFinder::default().self_pairs(boxes, visit);
}

/// Visits every overlapping pair of a box in one slice and a box in another once, in no particular
/// order.
///
/// ```
/// use broadleaf::{Aabb, Id, cross_pairs};
/// let walls = [Aabb::new([0, 0], [9, 1]), Aabb::new([0, 0], [1, 9])];
/// let mut hits = Vec::new();
/// cross_pairs(&walls, &[Aabb::point([5, 5]), Aabb::point([1, 7])], |wall, point| hits.push((wall, point)));
/// assert_eq!(hits, [[Id(1), Id(1)]]);
/// ```
pub fn cross_pairs<S: Scalar, const D: usize>(
    first: &[Aabb<S, D>],
    second: &[Aabb<S, D>],
    visit: impl FnMut(Id, Id),
) {
    PairFinder::default().cross_pairs(first, second, visit);
}
