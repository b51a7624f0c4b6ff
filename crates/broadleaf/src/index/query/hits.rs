//! The hits of a query so far: the first one, the first `k`, or all at the `k` smallest reaches.
//!
//! `add` takes the next hit and returns the limit beyond which no other hit counts.

use crate::geometry::Real;
use crate::index::hit::Hit;
use crate::index::tuning::FIRST_ROUND;
use alloc::collections::BinaryHeap;
use alloc::vec::Vec;

/// The hit of the shape in a box, by its refined reach; `None` if that is missing or NaN.
#[inline]
pub(in crate::index) fn refined<R: Real>(
    hit: Hit<R>,
    refine: &mut impl FnMut(Hit<R>) -> Option<R>,
) -> Option<Hit<R>> {
    let reach = refine(hit).filter(|reach| !reach.is_nan())?;
    Some(Hit { reach, ..hit })
}

/// The soonest hit; the smallest id among equally soon hits.
#[derive(Debug)]
pub(in crate::index) struct First<R>(pub(in crate::index) Option<Hit<R>>);

impl<R: Real> First<R> {
    #[inline]
    pub(in crate::index) fn add(&mut self, hit: Option<Hit<R>>) -> R {
        if let Some(hit) = hit {
            self.0 = Some(self.0.map_or(hit, |first| first.min(hit)));
        }
        self.0.map_or(R::INFINITY, |first| first.reach)
    }
}

/// The first `k` hits.
#[derive(Debug)]
pub(in crate::index) struct FirstHits<R> {
    k: usize,
    hits: BinaryHeap<Hit<R>>,
}

impl<R: Real> FirstHits<R> {
    /// No hits, in the memory of a vector. `k` is at least 1.
    pub(in crate::index) fn new(k: usize, mut memory: Vec<Hit<R>>) -> Self {
        memory.clear();
        memory.reserve(k.min(FIRST_ROUND));
        Self {
            k,
            hits: memory.into(),
        }
    }

    #[inline]
    pub(in crate::index) fn add(&mut self, hit: Option<Hit<R>>) -> R {
        if let Some(hit) = hit {
            if self.hits.len() < self.k {
                self.hits.push(hit);
            } else if let Some(mut last) = self.hits.peek_mut().filter(|last| hit < **last) {
                *last = hit;
            }
        }
        let last = self.hits.peek().filter(|_| self.hits.len() == self.k);
        last.map_or(R::INFINITY, |last| last.reach)
    }

    /// The hits by `(reach, id)`.
    pub(in crate::index) fn into_sorted(self) -> Vec<Hit<R>> {
        // 15 to 20 % faster than the heap's own sort for 500 hits.
        let mut hits = self.hits.into_vec();
        hits.sort_unstable();
        hits
    }
}

/// The hits at the `k` smallest distinct reaches.
#[derive(Debug)]
pub(in crate::index) struct FirstTies<R> {
    k: usize,
    /// The smallest distinct reaches, ascending.
    reaches: Vec<R>,
    hits: Vec<Hit<R>>,
}

impl<R: Real> FirstTies<R> {
    /// No hits. `k` is at least 1.
    pub(in crate::index) fn new(k: usize) -> Self {
        Self {
            k,
            reaches: Vec::new(),
            hits: Vec::new(),
        }
    }

    pub(in crate::index) fn add(&mut self, hit: Option<Hit<R>>) -> R {
        if let Some(hit) = hit {
            let sooner = self.reaches.partition_point(|&reach| reach < hit.reach);
            if self.reaches.get(sooner) != Some(&hit.reach) {
                self.reaches.insert(sooner, hit.reach);
                self.reaches.truncate(self.k);
            }
            self.hits.push(hit);
        }
        let last = self.reaches.get(self.k - 1).copied();
        last.unwrap_or(R::INFINITY)
    }

    /// The hits by `(reach, id)`.
    pub(in crate::index) fn into_sorted(mut self) -> Vec<Hit<R>> {
        let last = self.reaches.last().copied();
        self.hits
            .retain(|hit| last.is_some_and(|last| hit.reach <= last));
        self.hits.sort_unstable();
        self.hits
    }
}
