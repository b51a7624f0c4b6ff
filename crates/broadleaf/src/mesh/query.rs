//! A query for candidates, and the forms of its answer.

use alloc::vec::Vec;
use core::fmt;
use core::ops::ControlFlow;

use super::adjacency::Adjacency;
use crate::geometry::{Aabb, Scalar};
use crate::pair_finder::{PairFinder, PairQuery};
use crate::store::{Id, to_u32};

/// A query of [`MeshCandidates`](super::MeshCandidates): each method is a form of the answer.
///
/// The first elements of the pairs have `M` vertices, the second ones `N`. Every form has each
/// candidate once. Lists are sorted, unless their name says *unsorted*. The order of unsorted
/// candidates depends on the boxes alone and is the same in every form, except for those that visit
/// in parallel.
///
/// Forms that begin with `par_` run on the threads of rayon's current pool and need the feature
/// `rayon`.
#[must_use = "a query does nothing until one of its methods is called"]
pub struct MeshQuery<
    'a,
    S: Scalar,
    const D: usize,
    const M: usize,
    const N: usize,
    F = fn(Id, Id) -> bool,
> {
    pub(super) finder: &'a mut PairFinder<S, D>,
    /// The boxes of the first elements of pairs.
    pub(super) first: &'a [Aabb<S, D>],
    /// The boxes of the second elements, unless they are the same.
    pub(super) second: Option<&'a [Aabb<S, D>]>,
    pub(super) adjacency: Adjacency<'a, M, N, F>,
    /// Called during the search.
    pub(super) pulse: Option<Pulse<'a>>,
}

/// A function that is called during a search.
type Pulse<'a> = &'a (dyn Fn() + Sync);

type BoxQuery<'a, S, const D: usize> = PairQuery<'a, [Aabb<S, D>], [Aabb<S, D>], S, D>;

/// The boxes and the vertices of all vertices, edges or faces.
pub(super) type Elements<'a, S, const D: usize, const N: usize> =
    (&'a [Aabb<S, D>], &'a [[u32; N]]);

impl<'a, S: Scalar, const D: usize, const M: usize, const N: usize> MeshQuery<'a, S, D, M, N> {
    /// The pairs between two lists. The caller makes sure that they have at most 2³² - 1 elements.
    pub(super) fn between(
        finder: &'a mut PairFinder<S, D>,
        first: Elements<'a, S, D, M>,
        second: Elements<'a, S, D, N>,
    ) -> Self {
        Self {
            second: Some(second.0),
            ..Self::of(finder, first, second.1, Some(to_u32(first.0.len())))
        }
    }

    fn of(
        finder: &'a mut PairFinder<S, D>,
        (boxes, first): Elements<'a, S, D, M>,
        second: &'a [[u32; N]],
        offset: Option<u32>,
    ) -> Self {
        Self {
            finder,
            first: boxes,
            second: None,
            adjacency: Adjacency {
                first,
                second,
                offset,
                keeps_adjacent: false,
                filter: None,
            },
            pulse: None,
        }
    }
}

impl<'a, S: Scalar, const D: usize, const N: usize> MeshQuery<'a, S, D, N, N> {
    /// The pairs within a list. The caller makes sure that it has at most 2³² - 1 elements.
    pub(super) fn within(
        finder: &'a mut PairFinder<S, D>,
        elements: Elements<'a, S, D, N>,
    ) -> Self {
        Self::of(finder, elements, elements.1, None)
    }
}

impl<'a, S: Scalar, const D: usize, const M: usize, const N: usize, F> MeshQuery<'a, S, D, M, N, F>
where
    F: Fn(Id, Id) -> bool + Sync,
{
    /// Keeps pairs that share a vertex. Their boxes always overlap.
    pub fn keep_adjacent(mut self) -> Self {
        self.adjacency.keeps_adjacent = true;
        self
    }

    /// Leaves out the pairs for which `filter` returns false: pairs within one rigid body, or of
    /// elements that cannot move. Replaces an earlier filter.
    ///
    /// ```
    /// use broadleaf::mesh::{MeshCandidates, Topology};
    /// let rods = Topology::new(6, vec![[0, 1], [2, 3], [4, 5]], vec![])?;
    /// let mut candidates = MeshCandidates::<f32, 2>::new(rods);
    /// let positions = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 0.0], [1.0, 1.0]];
    /// candidates.update(&positions, &positions, 0.0)?;
    /// assert_eq!(candidates.edge_edge().count_pairs(), 3);
    /// let body = [7, 7, 8];
    /// let apart = candidates.edge_edge().filter(|a, b| body[a.index()] != body[b.index()]);
    /// assert_eq!(apart.count_pairs(), 2);
    /// # Ok::<(), broadleaf::mesh::InvalidMesh>(())
    /// ```
    pub fn filter<G>(self, filter: G) -> MeshQuery<'a, S, D, M, N, G>
    where
        G: Fn(Id, Id) -> bool + Sync,
    {
        MeshQuery {
            finder: self.finder,
            first: self.first,
            second: self.second,
            adjacency: Adjacency {
                first: self.adjacency.first,
                second: self.adjacency.second,
                offset: self.adjacency.offset,
                keeps_adjacent: self.adjacency.keeps_adjacent,
                filter: Some(filter),
            },
            pulse: self.pulse,
        }
    }

    /// Calls a function repeatedly during the search, even if all candidates share a vertex: see
    /// [`PairQuery::pulse`].
    pub fn pulse(mut self, pulse: &'a (dyn Fn() + Sync)) -> Self {
        self.pulse = Some(pulse);
        self
    }

    /// All candidates, sorted.
    #[must_use]
    pub fn pairs(self) -> Vec<[Id; 2]> {
        self.ask(|query| query.pairs())
    }

    /// [`pairs`](Self::pairs) into a vector, which is cleared first.
    pub fn pairs_into(self, pairs: &mut Vec<[Id; 2]>) {
        self.ask(|query| query.pairs_into(pairs));
    }

    /// All candidates, in the order in which they are found.
    #[must_use]
    pub fn unsorted_pairs(self) -> Vec<[Id; 2]> {
        self.ask(|query| query.unsorted_pairs())
    }

    /// [`unsorted_pairs`](Self::unsorted_pairs) into a vector, which is cleared first.
    pub fn unsorted_pairs_into(self, pairs: &mut Vec<[Id; 2]>) {
        self.ask(|query| query.unsorted_pairs_into(pairs));
    }

    /// Visits every candidate, in the order of [`unsorted_pairs`](Self::unsorted_pairs).
    pub fn for_each_pair(self, visit: impl FnMut(Id, Id)) {
        self.ask(|query| query.for_each_pair(visit));
    }

    /// Visits the candidates in the same order, until the visitor breaks.
    pub fn try_for_each_pair<T>(
        self,
        visit: impl FnMut(Id, Id) -> ControlFlow<T>,
    ) -> ControlFlow<T> {
        self.ask(|query| query.try_for_each_pair(visit))
    }

    /// Counts the candidates without storing them.
    #[must_use]
    pub fn count_pairs(self) -> u64 {
        self.ask(|query| query.count_pairs())
    }

    /// Runs the query of the boxes.
    pub(super) fn ask<R>(self, ask: impl FnOnce(BoxQuery<'_, S, D>) -> R) -> R {
        let query = self.finder.ask(self.first, self.second, &self.adjacency);
        ask(match self.pulse {
            Some(pulse) => query.pulse(pulse),
            None => query,
        })
    }
}

impl<S: Scalar, const D: usize, const M: usize, const N: usize, F> fmt::Debug
    for MeshQuery<'_, S, D, M, N, F>
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MeshQuery")
            .field("keeps_adjacent", &self.adjacency.keeps_adjacent)
            .field("has_filter", &self.adjacency.filter.is_some())
            .finish_non_exhaustive()
    }
}
