//! Many queries in a call, by one thread or by several.

use std::ops::Range;

use library::Id;
use rayon::iter::{IntoParallelIterator, ParallelIterator};

use super::searched::Searched;
use crate::buffers::Lists;
use crate::failure::Failure;
use crate::number::Number;
use crate::threads;

/// A thread takes as many queries at once, or more.
const FEWEST: usize = 32;

/// The index of a call, and the id that C has for one of its ids.
#[derive(Clone, Copy)]
pub(crate) struct Asked<'a, S: Number, const D: usize> {
    pub(crate) index: &'a dyn Searched<S, D>,
    pub(crate) id: &'a (dyn Fn(Id) -> u64 + Sync),
}

impl<S: Number, const D: usize> Asked<'_, S, D> {
    /// The id that C has.
    #[inline]
    pub(crate) fn id(&self, id: Id) -> u64 {
        (self.id)(id)
    }
}

/// Answers queries in order. `answer` adds the elements of one answer to a list.
pub(crate) fn answer_all<T: Copy + Send>(
    queries: usize,
    threads: u32,
    lists: &mut Lists<'_, T>,
    answer: &(dyn Fn(usize, &mut Vec<T>) + Sync),
) -> Result<(), Failure> {
    let pool = match queries {
        0..=FEWEST => None,
        _ => threads::pool(threads)?,
    };
    let Some(pool) = pool else {
        let mut elements = Vec::new();
        for query in 0..queries {
            elements.clear();
            answer(query, &mut elements);
            lists.answer(elements.iter().copied());
        }
        return Ok(());
    };
    let parts = pool.install(|| {
        let size = queries.div_ceil(8 * pool.current_num_threads()).max(FEWEST);
        let ranges = (0..queries.div_ceil(size)).into_par_iter();
        let ranges = ranges.map(|part| part * size..queries.min((part + 1) * size));
        ranges
            .map(|range| Part::of(range, answer))
            .collect::<Vec<_>>()
    });
    for part in &parts {
        part.add_to(lists);
    }
    Ok(())
}

/// The answers of a range of queries.
struct Part<T> {
    elements: Vec<T>,
    ends: Vec<usize>,
}

impl<T: Copy> Part<T> {
    fn of(queries: Range<usize>, answer: &(dyn Fn(usize, &mut Vec<T>) + Sync)) -> Self {
        let (mut elements, mut one) = (Vec::new(), Vec::new());
        let mut ends = Vec::with_capacity(queries.len());
        for query in queries {
            one.clear();
            answer(query, &mut one);
            elements.extend_from_slice(&one);
            ends.push(elements.len());
        }
        Self { elements, ends }
    }

    fn add_to(&self, lists: &mut Lists<'_, T>) {
        let mut start = 0;
        for &end in &self.ends {
            lists.answer(self.elements[start..end].iter().copied());
            start = end;
        }
    }
}
