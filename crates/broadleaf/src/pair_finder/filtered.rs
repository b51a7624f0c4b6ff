//! Queries for the pairs that filters, a matrix or groups admit.

use super::order::{Operands, Sources};
use super::query::PairQuery;
use super::query_mut::PairQueryMut;
use super::sweep::{PerBox, WrongLength};
use crate::filter::{ClassMatrix, Filter};
use crate::geometry::{BoxSource, Scalar};

impl<'a, A, B, S: Scalar, const D: usize> PairQuery<'a, A, B, S, D>
where
    A: BoxSource<S, D> + ?Sized,
    B: BoxSource<S, D> + ?Sized,
{
    /// Drops the pairs of boxes that only touch. Pairs whose
    /// [interiors overlap](crate::Aabb::interiors_overlap) remain, as for half-open cells
    /// `[min, max)`.
    ///
    /// **Cost**: a query for closed boxes, plus a comparison of the boxes of each pair.
    ///
    /// ```
    /// use broadleaf::{Aabb, Id, PairFinder};
    /// let tiles = [[0, 8], [8, 16], [15, 24]].map(|[min, max]| Aabb::new([min], [max]));
    /// let mut finder = PairFinder::new();
    /// assert_eq!(finder.within(&tiles)?.count_pairs(), 2);
    /// assert_eq!(finder.within(&tiles)?.interiors().pairs(), [[Id(1), Id(2)]]);
    /// # Ok::<(), broadleaf::TooManyBoxes>(())
    /// ```
    #[doc(alias = "half_open")]
    pub fn interiors(mut self) -> Self {
        self.filter.interiors = true;
        self
    }

    /// Drops the pairs that [`Filter::allows`] refuses, such as boxes that ignore each other or
    /// shapes of one body. `filters` has one for each box: `&filters`, or `[&first, &second]` for
    /// two lists.
    ///
    /// Replaces earlier filters. Pairs must pass the filters, the [`matrix`](Self::matrix) and the
    /// [groups](Self::within_groups).
    ///
    /// **Cost**: if no pair is dropped, as much as a test of each pair by the caller; the more
    /// pairs are dropped, the less. Filters that cannot drop a pair cost nothing.
    ///
    /// # Errors
    /// If the number of filters differs from the number of boxes.
    ///
    /// ```
    /// use broadleaf::{Aabb, Filter, Id, PairFinder};
    /// // Walls do not meet walls, nor the parts of a body each other.
    /// let wall = Filter::new(1, !1);
    /// let part = Filter::new(2, !0).with_group(-7);
    /// let boxes = [[0, 0, 9, 1], [0, 0, 1, 9], [1, 1, 2, 2], [2, 1, 4, 2]];
    /// let boxes = boxes.map(|[x, y, z, w]| Aabb::new([x, y], [z, w]));
    /// let mut finder = PairFinder::new();
    /// let pairs = finder.within(&boxes)?.filters(&[wall, wall, part, part])?.pairs();
    /// assert_eq!(pairs, [[Id(0), Id(2)], [Id(0), Id(3)], [Id(1), Id(2)]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "layers")]
    #[doc(alias = "between_groups")]
    pub fn filters(mut self, filters: impl Into<PerBox<'a, Filter>>) -> Result<Self, WrongLength> {
        self.filter = self
            .filter
            .with_filters(filters.into().checked(lens(&self.operands))?);
        Ok(self)
    }

    /// Tests [`filters`](Self::filters) one way, with [`Filter::admits`]: within one list, it is
    /// enough that one of the two filters admits the pair; between two lists, the filter in the
    /// first list decides.
    ///
    /// ```
    /// use broadleaf::{Aabb, Filter, Id, PairFinder};
    /// // The sensors see bodies, which see nothing.
    /// let filters = [Filter::new(1, 2), Filter::new(2, 0)];
    /// let [sensors, bodies] = [[Aabb::new([0], [9])], [Aabb::new([4], [5])]];
    /// let mut finder = PairFinder::new();
    /// let query = finder.between(&sensors, &bodies)?;
    /// let query = query.filters([&filters[..1], &filters[1..]])?;
    /// assert_eq!(query.one_way().pairs(), [[Id(0), Id(0)]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn one_way(mut self) -> Self {
        self.filter.one_way = true;
        self
    }

    /// Drops the pairs of classes that the matrix [forbids](ClassMatrix::forbid). `classes` has one
    /// for each box: `&classes`, or `[&first, &second]` for two lists.
    ///
    /// Replaces an earlier matrix.
    ///
    /// **Cost**: one test for each pair.
    ///
    /// # Errors
    /// If the number of classes differs from the number of boxes.
    ///
    /// ```
    /// use broadleaf::filter::ClassMatrix;
    /// use broadleaf::{Aabb, Id, PairFinder};
    /// // Of an arm of three links, neighbors are joined.
    /// let mut matrix = ClassMatrix::new(3);
    /// matrix.forbid(0, 1)?;
    /// matrix.forbid(1, 2)?;
    /// let links = [[0, 3], [2, 5], [3, 6]].map(|[min, max]| Aabb::new([min], [max]));
    /// let mut finder = PairFinder::new();
    /// let pairs = finder.within(&links)?.matrix(&matrix, &[0, 1, 2])?.pairs();
    /// assert_eq!(pairs, [[Id(0), Id(2)]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn matrix(
        mut self,
        matrix: &'a ClassMatrix,
        classes: impl Into<PerBox<'a, u32>>,
    ) -> Result<Self, WrongLength> {
        let classes = classes.into().checked(lens(&self.operands))?;
        self.filter = self.filter.with_classes(matrix, classes);
        Ok(self)
    }

    /// Drops the pairs of different groups: each group is a separate scene, and all scenes are
    /// searched in one call. `groups` has a number for each box: `&groups`, or `[&first, &second]`
    /// for two lists.
    ///
    /// Replaces earlier groups. They are independent of the groups of filters.
    ///
    /// **Cost**: one query for each group. It is least if the boxes of a group are consecutive.
    ///
    /// # Errors
    /// If the number of groups differs from the number of boxes.
    ///
    /// ```
    /// use broadleaf::{Aabb, Id, PairFinder};
    /// // The same scene in two worlds.
    /// let boxes = [Aabb::new([0], [2]), Aabb::new([1], [3]), Aabb::new([0], [2]), Aabb::new([1], [3])];
    /// let worlds = [0, 0, 1, 1];
    /// let mut finder = PairFinder::new();
    /// assert_eq!(finder.within(&boxes)?.count_pairs(), 6);
    /// let pairs = finder.within(&boxes)?.within_groups(&worlds)?.pairs();
    /// assert_eq!(pairs, [[Id(0), Id(1)], [Id(2), Id(3)]]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn within_groups(
        mut self,
        groups: impl Into<PerBox<'a, u32>>,
    ) -> Result<Self, WrongLength> {
        self.filter.within = Some(groups.into().checked(lens(&self.operands))?);
        Ok(self)
    }
}

impl<'a, A: ?Sized, B: ?Sized, S: Scalar, const D: usize> PairQuery<'a, A, B, S, D> {
    /// Calls a function repeatedly during the search, also while filters drop all pairs. In it, a
    /// program can check whether its user wants to cancel the query.
    ///
    /// The searching threads call it once for each block of at most sixteen boxes, so it must be
    /// quick. To end the query it unwinds, as a visitor may. It is not called while boxes are
    /// sorted. Replaces an earlier function.
    ///
    /// ```
    /// use broadleaf::{Aabb, Filter, PairFinder};
    /// use core::sync::atomic::{AtomicU32, Ordering::Relaxed};
    /// let crowd = vec![Aabb::new([0, 0], [1, 1]); 1000];
    /// let calls = AtomicU32::new(0);
    /// let pulse = || {
    ///     calls.fetch_add(1, Relaxed);
    /// };
    /// let same = vec![Filter::default().with_group(-7); 1000];
    /// let mut finder = PairFinder::new();
    /// assert!(!finder.within(&crowd)?.filters(&same)?.pulse(&pulse).any_pair());
    /// assert!(calls.into_inner() >= 1000 / 16);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn pulse(mut self, pulse: &'a (dyn Fn() + Sync)) -> Self {
        self.filter.pulse = Some(pulse);
        self
    }
}

impl<'a, B: ?Sized, S: Scalar, const D: usize> PairQuery<'a, B, B, S, D> {
    /// [`filters`](PairQuery::filters), of which the caller guarantees one for each box of one
    /// list.
    pub(crate) fn known_filters(mut self, filters: &'a [Filter]) -> Self {
        self.filter = self.filter.with_filters(filters.into());
        self
    }
}

fn lens<A, B, S: Scalar, const D: usize>(operands: &Operands<'_, A, B>) -> [usize; 2]
where
    A: BoxSource<S, D> + ?Sized,
    B: BoxSource<S, D> + ?Sized,
{
    let Sources { first, second } = operands.sources();
    [first.len(), second.map_or(0, |second| second.len())]
}

impl<'a, T, S: Scalar, const D: usize> PairQueryMut<'a, T, S, D> {
    /// Drops the pairs of boxes that only touch: see [`PairQuery::interiors`].
    pub fn interiors(mut self) -> Self {
        self.filter.interiors = true;
        self
    }

    /// Drops the pairs of elements that ignore each other: see [`PairQuery::filters`].
    ///
    /// # Errors
    /// If the number of filters differs from the number of elements.
    ///
    /// ```
    /// use broadleaf::{Aabb, Filter, PairFinder};
    /// let mut parts = [(0, 0), (1, 0), (2, 0)];
    /// let filters = [-1, -1, -2].map(|body| Filter::default().with_group(body));
    /// let mut finder = PairFinder::new();
    /// let query = finder.within_mut(&mut parts, |&(x, _)| Aabb::new([x], [x + 1]))?;
    /// query.filters(&filters)?.for_each_pair(|(_, a), (_, b)| {
    ///     *a += 1;
    ///     *b += 1;
    /// });
    /// assert_eq!(parts, [(0, 0), (1, 1), (2, 1)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn filters(mut self, filters: impl Into<PerBox<'a, Filter>>) -> Result<Self, WrongLength> {
        let filters = filters.into().checked([self.things.len(), 0])?;
        self.filter = self.filter.with_filters(filters);
        Ok(self)
    }

    /// Tests [`filters`](Self::filters) one way: see [`PairQuery::one_way`].
    pub fn one_way(mut self) -> Self {
        self.filter.one_way = true;
        self
    }

    /// Drops the pairs of classes that a matrix forbids: see [`PairQuery::matrix`].
    ///
    /// # Errors
    /// If the number of classes differs from the number of elements.
    pub fn matrix(
        mut self,
        matrix: &'a ClassMatrix,
        classes: impl Into<PerBox<'a, u32>>,
    ) -> Result<Self, WrongLength> {
        let classes = classes.into().checked([self.things.len(), 0])?;
        self.filter = self.filter.with_classes(matrix, classes);
        Ok(self)
    }

    /// Drops the pairs of different groups: see [`PairQuery::within_groups`]. The parallel form
    /// also compares the groups with each other, so it suits few groups only.
    ///
    /// # Errors
    /// If the number of groups differs from the number of elements.
    pub fn within_groups(
        mut self,
        groups: impl Into<PerBox<'a, u32>>,
    ) -> Result<Self, WrongLength> {
        self.filter.within = Some(groups.into().checked([self.things.len(), 0])?);
        Ok(self)
    }
}
