//! Boxes that answer many queries.

use broadleaf::SpatialIndex;

use crate::arrays::number::Number;
use crate::calls::call::Watch;
use crate::calls::watched::Watched;
use crate::queries::answers::{Found, Part, in_parts};

/// A kind of query.
pub(crate) trait Query<S: Number, const D: usize>: Sync {
    type Question: Sync;
    type Item: Found;

    fn answer(
        &self,
        index: &(impl SpatialIndex<S, D> + Sync),
        questions: &[Self::Question],
        watch: &Watch<'_>,
    ) -> Part<Self::Item>;
}

/// Boxes that answer queries: an index, or one whose queries have filters of their own.
pub(crate) trait Asked<S: Number, const D: usize>: Sync {
    /// The largest number of boxes that a query can find.
    fn most(&self) -> usize;

    /// The answers in parts, or what is wrong with the filters.
    fn ask<Q: Query<S, D>>(
        &self,
        query: &Q,
        questions: &[Q::Question],
        watch: &Watch<'_>,
    ) -> Result<Vec<Part<Q::Item>>, String>;
}

impl<S: Number, const D: usize, I: SpatialIndex<S, D> + Sync> Asked<S, D> for &I {
    fn most(&self) -> usize {
        self.len()
    }

    fn ask<Q: Query<S, D>>(
        &self,
        query: &Q,
        questions: &[Q::Question],
        watch: &Watch<'_>,
    ) -> Result<Vec<Part<Q::Item>>, String> {
        let index = Watched::new(*self, watch);
        Ok(in_parts(questions, watch, |_, some| {
            query.answer(&index, some, watch)
        }))
    }
}
