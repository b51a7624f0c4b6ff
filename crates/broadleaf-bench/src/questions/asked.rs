//! Times queries and collects their answers.

use std::hint::black_box;

use broadleaf::{Hit, Id};
use packed_spatial_index::{NeighborWorkspace, SearchWorkspace};

use crate::stopwatch;

/// The answers to a list of queries.
#[derive(Debug)]
pub(super) struct Asked {
    /// The time of a repetition of all queries.
    pub(super) ms: f64,
    /// The ids of all answers, query by query.
    pub(super) ids: Vec<u32>,
    /// The end of the ids of each query.
    pub(super) ends: Vec<usize>,
}

impl Asked {
    /// The ids that each query finds.
    pub(super) fn answers(&self) -> impl Iterator<Item = &[u32]> {
        let starts = [0].into_iter().chain(self.ends.iter().copied());
        starts
            .zip(&self.ends)
            .map(|(start, &end)| &self.ids[start..end])
    }
}

/// Runs all queries: once to collect the answers, which also warms the memory of the results, and
/// then until the time is long enough to measure. `answer` replaces the contents of its second
/// argument.
pub(super) fn ask<Q, F: Found>(questions: &[Q], mut answer: impl FnMut(&Q, &mut F)) -> Asked {
    let (mut found, mut ids, mut ends) = (F::default(), Vec::new(), Vec::new());
    // With a single call of `answer`, the compiler can inline it.
    let mut pass = |collect: bool| {
        for question in questions {
            answer(question, &mut found);
            if collect {
                ids.extend(found.ids());
                ends.push(ids.len());
            } else {
                black_box(&mut found);
            }
        }
    };
    pass(true);
    let ms = stopwatch::repeated_cpu_ms(|| pass(false));
    Asked { ms, ids, ends }
}

/// A container for the results of a library.
pub(super) trait Found: Default {
    fn ids(&self) -> impl Iterator<Item = u32>;
}

impl Found for Option<u32> {
    fn ids(&self) -> impl Iterator<Item = u32> {
        self.iter().copied()
    }
}

impl Found for Vec<u32> {
    fn ids(&self) -> impl Iterator<Item = u32> {
        self.iter().copied()
    }
}

impl Found for Vec<Id> {
    fn ids(&self) -> impl Iterator<Item = u32> {
        self.iter().map(|id| id.0)
    }
}

impl<R> Found for Vec<Hit<R>> {
    fn ids(&self) -> impl Iterator<Item = u32> {
        self.iter().map(|hit| hit.id.0)
    }
}

impl Found for SearchWorkspace {
    fn ids(&self) -> impl Iterator<Item = u32> {
        self.results().iter().map(|&id| id as u32)
    }
}

impl Found for NeighborWorkspace {
    fn ids(&self) -> impl Iterator<Item = u32> {
        self.results().iter().map(|&id| id as u32)
    }
}
