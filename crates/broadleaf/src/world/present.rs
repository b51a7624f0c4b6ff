//! The present fat boxes of all slots, where they lie.

use super::mobility::Mobility;
use super::state::Motion;
use crate::executor::{Divide, Executor};
use crate::geometry::{Aabb, BoxSource, Scalar};
use crate::simd::prefetch_ends;

/// The number of slots that are looked at as one piece of work.
const PIECE: usize = 1 << 12;

/// The present fat boxes of all slots, by slot. Not copied: each is read twice.
#[derive(Clone, Copy)]
pub(super) struct Present<'a, S, const D: usize>(&'a [Motion<S, D>]);

impl<'a, S: Scalar, const D: usize> Present<'a, S, D> {
    /// The boxes, if every slot has a dynamic proxy of which nothing but the box may have changed.
    pub(super) fn of_steady(executor: impl Executor, motions: &'a [Motion<S, D>]) -> Option<Self> {
        executor.run(AreSteady(motions)).then_some(Self(motions))
    }
}

impl<S: Scalar, const D: usize> BoxSource<S, D> for Present<'_, S, D> {
    #[inline]
    fn len(&self) -> usize {
        self.0.len()
    }

    #[inline(always)]
    fn get(&self, index: usize) -> Aabb<S, D> {
        self.0[index].now
    }

    #[inline(always)]
    fn prefetch(&self, index: usize) {
        let motion = self.0.get(index).into_iter();
        motion.for_each(|motion| prefetch_ends(&motion.now));
    }
}

/// Whether all slots have dynamic proxies of which nothing but the box may have changed.
struct AreSteady<'a, S, const D: usize>(&'a [Motion<S, D>]);

impl<S: Scalar, const D: usize> Divide for AreSteady<'_, S, D> {
    type Output = bool;

    fn halve(self) -> Result<[Self; 2], Self> {
        if self.0.len() <= PIECE {
            return Err(self);
        }
        let (first, second) = self.0.split_at(self.0.len() / 2);
        Ok([Self(first), Self(second)])
    }

    fn run(self) -> bool {
        let mut motions = self.0.iter();
        motions.all(|motion| motion.steady && motion.mobility == Some(Mobility::Dynamic))
    }

    fn merge(first: bool, second: bool) -> bool {
        first && second
    }
}
