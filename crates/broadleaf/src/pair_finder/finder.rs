//! The pair finder and its scratch memory.

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
/// [`within`](Self::within) queries the pairs within one list, [`between`](Self::between) the pairs
/// of a box in one list and a box in another. Both return a [`PairQuery`], whose methods are the
/// forms of the answer. The boxes may be in any [`BoxSource`]: a slice, columns or rows of numbers,
/// or a function. The [`Id`] of a box is its index in that source.
///
/// **Filters** drop pairs during the search: [`filters`] drops pairs of boxes that ignore each
/// other or have the same owner, [`matrix`] pairs of classes that never collide, and
/// [`within_groups`] pairs across scenes.
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
/// **Few boxes**: up to 128 boxes are compared directly, without allocation and on the caller's
/// thread; ten take as long as a hand-written double loop. Parallel forms stay on the caller's
/// thread for up to 2,048 boxes.
///
/// Lists of pairs are sorted. The order of unsorted pairs depends on the boxes and filters alone,
/// not on the machine, the number of threads or earlier queries.
///
/// **Cost**: O(n + pairs) if the boxes are spread evenly; sizes that differ a thousandfold add up
/// to 50 %. Crowds that are far apart or of very different box sizes are cut into tiles first, and
/// long rods along different axes are distributed by axis: this costs two to ten times as much. No
/// scene is known to cost more, but there is no proof of an upper bound.
///
/// **Memory**: a finder keeps its memory for later queries. A query on no more boxes than an
/// earlier one allocates nothing, unless the boxes are crowded: these are copied for the duration
/// of the query. For n boxes in D dimensions a finder holds at most n · (30 + 2 · D · k) bytes plus
/// 100 KB, where k is 4 for `f32` and `i32` and 8 for other coordinates: for `f32`, 46 bytes a box
/// in 2D and 54 in 3D. Parallel queries add up to 100 KB for each thread, and 8 to 16 bytes a pair
/// if they return pairs. If most boxes lie in a small part of space, parallel queries and queries
/// on 524,288 boxes or more add up to 16 bytes a box, in parallel for each thread. Filters add 12
/// bytes a box, their groups 4 more or 8 alone, groups of scenes 4 or 8; a query within groups also
/// allocates 10 to 20 bytes a box while it runs. If the number of boxes grows from query to query,
/// the finder may hold up to twice as much. [`bytes`](Self::bytes) is the exact number, and
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
    /// Scratch memory for the boxes of mutable elements.
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
    /// Creates a finder, which allocates memory with its first query.
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

    /// The bytes that the finder has allocated.
    #[must_use]
    pub fn bytes(&self) -> usize {
        let bytes = self.sweeper.bytes() + self.boxes.capacity() * size_of::<Aabb<S, D>>();
        #[cfg(feature = "rayon")]
        let bytes = bytes + self.threads.bytes();
        bytes
    }

    /// Frees the memory for boxes and pairs. The next query allocates it again.
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

    /// Visits all pairs that `filter` admits.
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
