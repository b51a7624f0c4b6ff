//! Questions about some of the pairs: those that filters, a matrix or groups admit.

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
    /// Leaves out the pairs of boxes that only touch: what is left are those whose
    /// [interiors overlap](crate::Aabb::interiors_overlap), as of half-open cells `[min, max)`.
    ///
    /// **Cost**: that of a question about closed boxes, and a look at the boxes of each pair.
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

    /// Leaves out the pairs that [`Filter::allows`] refuses: of boxes that ignore each other, of
    /// the shapes of one body. There is a filter for each box: `&filters`, or `[&first, &second]`
    /// for two lists.
    ///
    /// Replaces earlier filters. Pairs must pass the filters, the [`matrix`](Self::matrix) and the
    /// [groups](Self::within_groups).
    ///
    /// **Cost**: as much as a test of each pair by the caller where none is left out, and less the
    /// more are. Filters that leave out nothing cost nothing.
    ///
    /// # Errors
    /// If there are not as many filters as boxes.
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

    /// Tests [`filters`](Self::filters) one way, with [`Filter::admits`]: within one list, one of
    /// the two filters is enough; between two lists, that of the first list decides.
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

    /// Leaves out the pairs of classes that the matrix [forbids](ClassMatrix::forbid). There is a
    /// class for each box: `&classes`, or `[&first, &second]` for two lists.
    ///
    /// Replaces an earlier matrix.
    ///
    /// **Cost**: a test of each pair.
    ///
    /// # Errors
    /// If there are not as many classes as boxes.
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

    /// Leaves out the pairs of different groups: each group is a scene of its own, and all of them
    /// are searched in one call. `groups` has a number for each box: `&groups`, or
    /// `[&first, &second]` for two lists.
    ///
    /// Replaces an earlier choice of groups. They have nothing to do with those of filters.
    ///
    /// **Cost**: that of a question for each group. It is least if the boxes of a group follow each
    /// other.
    ///
    /// # Errors
    /// If there are not as many groups as boxes.
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
    /// Calls a function again and again while pairs are searched, also where none is found because
    /// groups or layers leave out all of them: there a program looks whether its user wants it to
    /// stop.
    ///
    /// It is called for sixteen boxes at a time at most, by the threads that search, so it must be
    /// quick. To end the question it unwinds, as a visitor may. It is not called while boxes are
    /// sorted. Replaces an earlier one.
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
    /// [`filters`](PairQuery::filters) of which the caller knows that there is one for each box of
    /// one list.
    pub(crate) fn known_filters(mut self, filters: &'a [Filter]) -> Self {
        self.filter = self.filter.with_filters(filters.into());
        self
    }
}

/// The numbers of boxes of both lists.
fn lens<A, B, S: Scalar, const D: usize>(operands: &Operands<'_, A, B>) -> [usize; 2]
where
    A: BoxSource<S, D> + ?Sized,
    B: BoxSource<S, D> + ?Sized,
{
    let Sources { first, second } = operands.sources();
    [first.len(), second.map_or(0, |second| second.len())]
}

impl<'a, T, S: Scalar, const D: usize> PairQueryMut<'a, T, S, D> {
    /// Leaves out the pairs of boxes that only touch: see [`PairQuery::interiors`].
    pub fn interiors(mut self) -> Self {
        self.filter.interiors = true;
        self
    }

    /// Leaves out the pairs of things that ignore each other: see [`PairQuery::filters`].
    ///
    /// # Errors
    /// If there are not as many filters as things.
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

    /// Leaves out the pairs of classes that a matrix forbids: see [`PairQuery::matrix`].
    ///
    /// # Errors
    /// If there are not as many classes as things.
    pub fn matrix(
        mut self,
        matrix: &'a ClassMatrix,
        classes: impl Into<PerBox<'a, u32>>,
    ) -> Result<Self, WrongLength> {
        let classes = classes.into().checked([self.things.len(), 0])?;
        self.filter = self.filter.with_classes(matrix, classes);
        Ok(self)
    }

    /// Leaves out the pairs of different groups: see [`PairQuery::within_groups`]. In parallel the
    /// groups are compared with each other, too: worth it for few groups only.
    ///
    /// # Errors
    /// If there are not as many groups as things.
    pub fn within_groups(
        mut self,
        groups: impl Into<PerBox<'a, u32>>,
    ) -> Result<Self, WrongLength> {
        self.filter.within = Some(groups.into().checked([self.things.len(), 0])?);
        Ok(self)
    }
}
