//! The pair finder: its memory, and the two steps of every question.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::order::Sources;
use super::parts::PartSweeper;
use super::sweep::{Interiors, PairFilter, are_few, visit_few};
#[cfg(feature = "rayon")]
use super::thread_memory::ThreadMemory;
use crate::geometry::{Aabb, Scalar};
use crate::simd::Path;
#[expect(unused_imports, reason = "only the documentation names it")]
use crate::store::Id;
use crate::visit::Visit;

/// Finds the overlapping pairs among boxes from scratch: the fastest way if all boxes are new or
/// have moved.
///
/// [`within`](Self::within) asks for the pairs within one list, [`between`](Self::between) for the
/// pairs of a box in one list and a box in another. Both return a [`PairQuery`], whose methods are
/// the forms of the answer. The boxes may be in any [`BoxSource`]: a slice, columns or rows of
/// numbers, or a function. The [`Id`] of a box is its index there.
///
/// **Filters** leave out pairs where boxes are compared: [`filters`] those of boxes that ignore
/// each other and those of one owner, [`matrix`] those of classes that never collide,
/// [`within_groups`] those of different scenes.
///
/// ```
/// use broadleaf::{Aabb, Filter, Id, PairFinder};
/// // Two bodies of two shapes each.
/// let shapes = [[0, 2], [1, 3], [2, 4], [3, 5]].map(|[min, max]| Aabb::new([min], [max]));
/// let filters = [-1, -1, -2, -2].map(|body| Filter::default().with_group(body));
/// let pairs = PairFinder::new().within(&shapes)?.filters(&filters)?.pairs();
/// assert_eq!(pairs, [[Id(0), Id(2)], [Id(1), Id(2)], [Id(1), Id(3)]]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// **Few boxes**: up to 128 are compared with each other, without memory and without threads: ten
/// take as long as two loops that the caller writes. Forms in parallel stay on the caller's thread
/// for up to 2,048 boxes.
///
/// Lists of pairs are sorted. Unsorted pairs come in an order that depends on the boxes and filters
/// alone, and not on the machine, the number of threads or earlier questions.
///
/// **Cost**: O(n + pairs) where the boxes are spread evenly; sizes that differ a thousandfold cost
/// up to half as much again. Crowded boxes, far apart or of very different sizes, are cut into
/// tiles first, and long rods along different axes are distributed by axis: this costs two to ten
/// times as much. No scene is known that costs more, but there is no proof that none does.
///
/// **Memory**: a finder keeps its memory for later questions, so one that has answered a question
/// on as many boxes allocates nothing, unless they are crowded: these are copied for the time of
/// the question. For n boxes in D dimensions it holds at most n · (30 + 2 · D · k) bytes and up to
/// 100 KB, where k is 4 for `f32` and `i32` and 8 for other coordinates: 46 bytes a box in 2D, 54
/// in 3D for `f32`. Questions in parallel add up to 100 KB for each thread, and 8 to 16 bytes a
/// pair where they return pairs. In parallel, and for 524,288 boxes or more, boxes of which most
/// are in a small part of space add up to 16, in parallel for each thread. Filters add 12 bytes a
/// box, their groups 4 more or 8 alone, groups of scenes 4 or 8; a question within groups also
/// allocates 10 to 20 bytes a box for its own time. A number of boxes that grows from question to
/// question may take up to twice as much. [`bytes`](Self::bytes) is the exact number, and
/// [`shrink_to_fit`](Self::shrink_to_fit) frees the memory.
///
/// ```
/// use broadleaf::{Aabb, Id, PairFinder};
/// let boxes = [Aabb::new([0, 0], [2, 2]), Aabb::new([5, 5], [6, 6]), Aabb::new([2, 1], [3, 3])];
/// let mut finder = PairFinder::new();
/// assert_eq!(finder.within(&boxes)?.pairs(), [[Id(0), Id(2)]]);
///
/// let points = [Aabb::point([6, 6]), Aabb::point([9, 9])];
/// finder.between(&boxes, &points)?.for_each_pair(|a, b| {
///     assert_eq!((a, b), (Id(1), Id(0)));
/// });
/// # Ok::<(), broadleaf::TooManyBoxes>(())
/// ```
///
/// [`BoxSource`]: crate::geometry::BoxSource
/// [`PairQuery`]: super::PairQuery
/// [`filters`]: super::PairQuery::filters
/// [`matrix`]: super::PairQuery::matrix
/// [`within_groups`]: super::PairQuery::within_groups
#[derive(Clone, Debug)]
#[doc(alias = "find_colliding_pairs")]
#[doc(alias = "spatial_join")]
pub struct PairFinder<S: Scalar, const D: usize> {
    pub(super) sweeper: PartSweeper<S, D>,
    /// Memory for the boxes of things.
    pub(super) boxes: Vec<Aabb<S, D>>,
    #[cfg(feature = "rayon")]
    pub(super) threads: ThreadMemory<S, D>,
}

impl<S: Scalar, const D: usize> Default for PairFinder<S, D> {
    fn default() -> Self {
        Self::with_path(Path::fastest())
    }
}

impl<S: Scalar, const D: usize> PairFinder<S, D> {
    /// A finder without memory for boxes.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    pub(super) fn with_path(path: Path) -> Self {
        Self {
            sweeper: PartSweeper::with_path(path),
            boxes: Vec::new(),
            #[cfg(feature = "rayon")]
            threads: ThreadMemory::default(),
        }
    }

    /// The bytes of memory that it has allocated.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let bytes = self.sweeper.bytes() + self.boxes.capacity() * size_of::<Aabb<S, D>>();
        #[cfg(feature = "rayon")]
        let bytes = bytes + self.threads.bytes();
        bytes
    }

    /// Frees the memory for boxes and pairs. The next question allocates it again.
    ///
    /// ```
    /// use broadleaf::{Aabb, PairFinder};
    /// let row: Vec<_> = (0..1000).map(|i| Aabb::new([i, 0], [i + 1, 1])).collect();
    /// let mut finder = PairFinder::new();
    /// assert_eq!(finder.within(&row)?.count_pairs(), 999);
    /// assert!(finder.bytes() > 44 * 1000);
    /// finder.shrink_to_fit();
    /// assert_eq!(finder.bytes(), PairFinder::<i32, 2>::new().bytes());
    /// # Ok::<(), broadleaf::TooManyBoxes>(())
    /// ```
    pub fn shrink_to_fit(&mut self) {
        *self = Self::with_path(self.sweeper.sweeper.path);
    }

    /// Visits all pairs.
    #[inline(never)]
    pub(super) fn visit(
        &mut self,
        sources: Sources<'_, S, D>,
        filter: PairFilter<'_>,
        visit: Visit<'_>,
    ) -> ControlFlow<()> {
        let interiors = Interiors(sources);
        let filter = interiors.added_to(filter);
        if are_few(sources) {
            return visit_few(sources, self.sweeper.sweeper.path, &filter, visit);
        }
        self.sweeper.visit_all(sources, filter, visit)
    }
}
