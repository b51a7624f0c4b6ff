//! Times questions and collects their answers.

use std::hint::black_box;

use broadleaf::{Hit, Id};
use packed_spatial_index::{NeighborWorkspace, SearchWorkspace};

use crate::stopwatch;

/// The answers to a number of questions.
#[derive(Debug)]
pub(super) struct Asked {
    /// The time that all questions took, when they were asked again.
    pub(super) ms: f64,
    /// The ids of all answers, one question after the other.
    pub(super) ids: Vec<u32>,
    /// The end of the ids of each question.
    pub(super) ends: Vec<usize>,
}

impl Asked {
    /// The ids that answer each question.
    pub(super) fn answers(&self) -> impl Iterator<Item = &[u32]> {
        let starts = [0].into_iter().chain(self.ends.iter().copied());
        starts
            .zip(&self.ends)
            .map(|(start, &end)| &self.ids[start..end])
    }
}

/// Asks all questions: first to collect the answers, which warms the memory of the results, and
/// then to measure the time, until that takes long enough. `answer` replaces what is in its second
/// argument.
pub(super) fn ask<Q, F: Found>(questions: &[Q], mut answer: impl FnMut(&Q, &mut F)) -> Asked {
    let (mut found, mut ids, mut ends) = (F::default(), Vec::new(), Vec::new());
    // With one place that calls `answer`, the compiler can inline it.
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

/// What a library leaves its results in.
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
