//! The same on the threads of rayon's current pool, with the same results for any number of them.

use super::{Body, KdSweep};
use crate::executor::{Executor, Parallel};
use crate::geometry::{Aabb, Scalar};
use crate::sort::{radix_sort, sort_pairs};
use crate::store::Id;
use alloc::vec::Vec;
use core::convert::Infallible;
use core::ops::ControlFlow;

/// How many nodes are looked at as one piece of work.
const NODES: usize = 64;
/// How many bits of an id say which pairs are sorted as one piece of work.
const BUCKET_BITS: u32 = 5;

impl<S: Scalar, const D: usize> KdSweep<S, D> {
    /// `extend` in parallel. Needs the feature `rayon`.
    pub fn par_extend(&mut self, boxes: impl IntoIterator<Item = (Id, Aabb<S, D>)>) {
        self.put_all(Parallel, boxes.into_iter());
    }

    /// [`optimize`](crate::BroadPhase::optimize) in parallel. Needs the feature `rayon`.
    pub fn par_optimize(&mut self) {
        if !self.is_tidy() {
            self.rebuild(Parallel);
        }
    }

    /// [`pairs`](crate::BroadPhase::pairs) in parallel. Needs the feature `rayon`.
    #[must_use]
    pub fn par_pairs(&self) -> Vec<[Id; 2]> {
        let ends = self.pair_sources();
        let greatest = self.items.iter().map(|item| item.id.0).max().unwrap_or(0);
        let buckets = Buckets {
            shift: (u32::BITS - greatest.leading_zeros()).saturating_sub(BUCKET_BITS),
        };
        let parts = Parallel.map(ends.div_ceil(NODES), |part| {
            let mut pairs = Vec::new();
            let ControlFlow::Continue(()) =
                self.visit_pairs_at(part * NODES..ends.min((part + 1) * NODES), |a, b| {
                    pairs.push([a, b]);
                    ControlFlow::<Infallible>::Continue(())
                });
            radix_sort(&mut pairs, &mut Vec::new(), |pair| buckets.of(pair));
            pairs
        });
        buckets.sort(&parts)
    }

    /// [`n_body`](Self::n_body) in parallel. Needs the feature `rayon`.
    #[must_use]
    pub fn par_n_body(
        &self,
        opening: S::Real,
        body: impl Fn(Id) -> Body<S::Real, D> + Sync,
        force: impl Fn(&Body<S::Real, D>, &Body<S::Real, D>) -> [S::Real; D] + Sync,
    ) -> Vec<(Id, [S::Real; D])> {
        self.forces(Parallel, opening, body, force)
    }
}

/// Pairs by their first id, some ids at a time: as many buckets as fit into so many bits.
#[derive(Clone, Copy)]
struct Buckets {
    shift: u32,
}

impl Buckets {
    fn of(self, pair: &[Id; 2]) -> u64 {
        u64::from(pair[0].0 >> self.shift)
    }

    /// All pairs in order, from parts that are in the order of buckets.
    fn sort(self, parts: &[Vec<[Id; 2]>]) -> Vec<[Id; 2]> {
        let below = |bucket: u64| {
            parts
                .iter()
                .map(|part| part.partition_point(|pair| self.of(pair) < bucket))
                .sum()
        };
        let starts: Vec<usize> = (0..=1 << BUCKET_BITS).map(below).collect();
        let mut all = alloc::vec![[Id(0); 2]; parts.iter().map(Vec::len).sum()];
        self.fill(parts, 0, &starts, &mut all);
        all
    }

    /// Writes the pairs of the buckets from the first on, whose places are known.
    fn fill(self, parts: &[Vec<[Id; 2]>], first: u64, starts: &[usize], to: &mut [[Id; 2]]) {
        if starts.len() == 2 {
            let of_bucket = parts.iter().flat_map(|part| {
                let start = part.partition_point(|pair| self.of(pair) < first);
                part[start..]
                    .iter()
                    .take_while(|pair| self.of(pair) == first)
            });
            to.iter_mut()
                .zip(of_bucket)
                .for_each(|(place, pair)| *place = *pair);
            return sort_pairs(to);
        }
        let half = starts.len() / 2;
        let (front, back) = to.split_at_mut(starts[half] - starts[0]);
        let middle = first + half as u64;
        Parallel.join(
            || self.fill(parts, first, &starts[..=half], front),
            || self.fill(parts, middle, &starts[half..], back),
        );
    }
}
