//! The answers to many queries as arrays.

use broadleaf::Id;
use broadleaf::geometry::Real;
use broadleaf::index::{Answers, Hit};
use numpy::ndarray::Array2;

use crate::arrays::columns::{for_each, split_at, two_rows};
use crate::calls::call::Watch;
use crate::calls::memory;

/// The limits of the number of queries in a part: enough that threads have work, and that it
/// contains neighboring queries.
const CHUNKS: [usize; 2] = [1 << 6, 1 << 16];
/// A part has so many queries that they find about this number of boxes: few enough that the call
/// can be interrupted soon.
const FOUND: usize = 1 << 20;

/// The answers to consecutive queries: all items, and the end of the items of each query.
pub(crate) struct Part<T> {
    pub(crate) ends: Vec<usize>,
    pub(crate) items: Vec<T>,
}

impl<T> From<Answers<T>> for Part<T> {
    fn from(answers: Answers<T>) -> Self {
        let (mut ends, items) = answers.into_parts();
        ends.remove(0);
        Self { ends, items }
    }
}

impl<T> FromIterator<Part<T>> for Part<T> {
    fn from_iter<I: IntoIterator<Item = Self>>(parts: I) -> Self {
        let (mut ends, mut items) = (Vec::new(), Vec::new());
        for part in parts {
            let before = items.len();
            ends.extend(part.ends.into_iter().map(|end| before + end));
            items.extend(part.items);
        }
        Self { ends, items }
    }
}

impl<T: Copy> Part<T> {
    /// Transforms the items of each query.
    pub(crate) fn map(&mut self, mut change: impl FnMut(usize, &mut Vec<T>)) {
        let mut all = Vec::with_capacity(self.items.len());
        let mut some = Vec::new();
        let mut start = 0;
        for (question, end) in self.ends.iter_mut().enumerate() {
            some.clear();
            some.extend_from_slice(&self.items[start..*end]);
            change(question, &mut some);
            all.extend_from_slice(&some);
            (start, *end) = (*end, all.len());
        }
        self.items = all;
    }
}

/// Runs queries in parts, each with the number of queries before it. The division has no influence
/// on the answers.
pub(crate) fn in_parts<Q, T>(
    questions: &[Q],
    watch: &Watch<'_>,
    ask: impl Fn(usize, &[Q]) -> Part<T>,
) -> Vec<Part<T>> {
    let mut parts = Vec::new();
    let [least, most] = CHUNKS;
    let (mut rest, mut len) = (questions, 1 << 12);
    let mut found = 0;
    while !rest.is_empty() {
        let (chunk, others) = rest.split_at(len.min(rest.len()));
        watch.add(chunk.len() as u64);
        watch.tally.begin(found);
        let part = ask(questions.len() - rest.len(), chunk);
        found += part.items.len() as u64;
        len = (FOUND * chunk.len() / part.items.len().max(1)).clamp(least, most);
        parts.push(part);
        rest = others;
    }
    parts
}

/// An item of an answer.
pub(crate) trait Found: Copy + Send + Sync {
    fn id(self) -> Id;
}

impl Found for Id {
    fn id(self) -> Id {
        self
    }
}

impl<R: Real> Found for Hit<R> {
    fn id(self) -> Id {
        self.id
    }
}

/// An array of two rows: the index of the query, and the id of the box that it found.
pub(crate) fn rows<T: Found>(parts: &[Part<T>], watch: &Watch<'_>) -> Array2<i64> {
    let len: usize = parts.iter().map(|part| part.items.len()).sum();
    let mut rows = memory::zeroed(2 * len, len, watch);
    let (mut first, mut second) = rows.split_at_mut(len);
    let mut question = 0;
    let mut tasks = Vec::new();
    for part in parts {
        let questions = split_at(&mut first, part.items.len());
        let ids = split_at(&mut second, part.items.len());
        tasks.push((part, question, questions, ids));
        question += part.ends.len() as i64;
    }
    for_each(
        tasks,
        watch.is_parallel,
        |(part, question, questions, ids)| {
            watch.look();
            let mut start = 0;
            for (question, &end) in (question..).zip(&part.ends) {
                questions[start..end].fill(question);
                start = end;
            }
            for (id, item) in ids.iter_mut().zip(&part.items) {
                *id = item.id().0.into();
            }
        },
    );
    two_rows(rows)
}

/// The reaches of all hits, each transformed.
pub(crate) fn reaches<R: Real>(
    parts: &[Part<Hit<R>>],
    change: impl Fn(R) -> f64,
    watch: &Watch<'_>,
) -> Vec<f64> {
    let len = parts.iter().map(|part| part.items.len()).sum();
    let hits = parts.iter().flat_map(|part| &part.items);
    memory::collect(hits.map(|hit| change(hit.reach)), len, watch)
}
