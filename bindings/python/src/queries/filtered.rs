//! Queries of a broad phase that find some of its boxes only.

use broadleaf::filter::{Asker, Rule};
use broadleaf::{BroadPhase, Filter, Id, SpatialIndex};
use pyo3::prelude::*;
use rayon::prelude::*;

use crate::arrays::number::Number;
use crate::calls::call::Watch;
use crate::calls::watched::Watched;
use crate::queries::answers::{Part, in_parts};
use crate::queries::asked::{Asked, Query};
use crate::structures::any_broad_phase::proxy;

/// The id of no box.
const NONE: i64 = -1;

/// Labels of queries, as Python passes them: each `None`, one for all queries, or one for each.
#[derive(Clone, Default, FromPyObject)]
pub(crate) struct QueryLabels {
    #[pyo3(item)]
    category: Option<Vec<u32>>,
    #[pyo3(item)]
    mask: Option<Vec<u32>>,
    #[pyo3(item)]
    group: Option<Vec<i32>>,
    #[pyo3(item)]
    except_: Option<Vec<i64>>,
    #[pyo3(item)]
    one_way: bool,
}

impl QueryLabels {
    /// The labels of bodies that look for other bodies.
    pub(crate) fn of_bodies(ids: &[i64], filters: Vec<Filter>) -> Self {
        Self {
            category: Some(filters.iter().map(|filter| filter.category).collect()),
            mask: Some(filters.iter().map(|filter| filter.mask).collect()),
            group: Some(filters.iter().map(|filter| filter.group).collect()),
            except_: Some(ids.to_vec()),
            one_way: false,
        }
    }

    /// The first exception without a box: its row and id.
    pub(crate) fn unknown(&self, is_known: impl Fn(i64) -> bool) -> Option<(usize, i64)> {
        let mut ids = self.except_.iter().flatten().copied().enumerate();
        ids.find(|&(_, id)| id != NONE && !is_known(id))
    }

    fn lengths(&self) -> impl Iterator<Item = (&'static str, usize)> {
        let named = [
            ("category", self.category.as_ref().map(Vec::len)),
            ("mask", self.mask.as_ref().map(Vec::len)),
            ("group", self.group.as_ref().map(Vec::len)),
            ("except_", self.except_.as_ref().map(Vec::len)),
        ];
        let given = |(name, len): (_, Option<usize>)| Some((name, len?));
        named.into_iter().filter_map(given)
    }

    fn check(&self, queries: usize) -> Result<(), String> {
        let wrong = self.lengths().find(|&(_, len)| len != 1 && len != queries);
        wrong.map_or(Ok(()), |(name, len)| {
            Err(format!(
                "{name}: expected one number, or one for each of {queries} rows, not {len}"
            ))
        })
    }

    /// The filter of a query; `None` if it finds all boxes.
    fn filter(&self, row: usize) -> Option<Filter> {
        let (category, mask) = (at(&self.category, row), at(&self.mask, row));
        let group = at(&self.group, row);
        (category.is_some() || mask.is_some() || group.is_some()).then(|| {
            Filter::new(category.unwrap_or(u32::MAX), mask.unwrap_or(u32::MAX))
                .with_group(group.unwrap_or(0))
        })
    }
}

/// The label of a row.
fn at<T: Copy>(labels: &Option<Vec<T>>, row: usize) -> Option<T> {
    let labels = labels.as_ref()?;
    let row = if labels.len() > 1 { row } else { 0 };
    labels.get(row).copied()
}

/// A broad phase whose queries have labels. The exceptions exist.
pub(crate) struct Filtered<'a, S: Number, const D: usize> {
    pub(crate) of: &'a BroadPhase<(), S, D>,
    pub(crate) labels: &'a QueryLabels,
}

impl<'a, S: Number, const D: usize> Filtered<'a, S, D> {
    /// Which boxes the query of a row finds.
    pub(crate) fn rule(&self, row: usize) -> Admitted<'a> {
        let asker = self.labels.filter(row).map(|filter| self.of.asker(filter));
        let is_one_way = self.labels.one_way;
        let exception = at(&self.labels.except_, row).filter(|&id| id != NONE);
        Admitted {
            asker: asker.map(|asker| if is_one_way { asker.one_way() } else { asker }),
            exception: exception.map(|id| proxy(id).id()),
        }
    }

    /// Whether the labels fit a single query.
    pub(crate) fn is_for_one(&self) -> bool {
        self.labels.check(1).is_ok()
    }
}

/// The boxes that pass a filter, if there is one, except a single box.
pub(crate) struct Admitted<'a> {
    asker: Option<Asker<'a>>,
    exception: Option<Id>,
}

impl Rule for Admitted<'_> {
    #[inline]
    fn admits(&self, id: Id) -> bool {
        self.exception != Some(id) && self.asker.is_none_or(|asker| asker.admits(id))
    }

    fn mask(&self) -> Option<u32> {
        self.asker.and_then(|asker| asker.mask())
    }
}

impl<S: Number, const D: usize> Asked<S, D> for Filtered<'_, S, D> {
    fn most(&self) -> usize {
        self.of.len()
    }

    fn ask<Q: Query<S, D>>(
        &self,
        query: &Q,
        questions: &[Q::Question],
        watch: &Watch<'_>,
    ) -> Result<Vec<Part<Q::Item>>, String> {
        self.labels.check(questions.len())?;
        let boxes = self.of.tight();
        let has_rows = !self.is_for_one();
        Ok(in_parts(questions, watch, |first, some| {
            let answer = |row: usize, some: &[_]| {
                let rule = self.rule(row);
                let index = boxes.filtered(&rule);
                query.answer(&Watched::new(&index, watch), some, watch)
            };
            let one = |(at, question)| answer(first + at, question);
            match watch.is_parallel {
                _ if !has_rows => answer(0, some),
                false => some.chunks(1).enumerate().map(one).collect(),
                true => {
                    let parts: Vec<_> = some.par_chunks(1).enumerate().map(one).collect();
                    parts.into_iter().collect()
                }
            }
        }))
    }
}
