//! Boxes that go down the tree together.

use super::cuts::by_value;
use crate::geometry::{Aabb, Scalar};

/// So few that they stay near the processor, need no memory of the heap, and that a byte can number
/// them.
pub(super) const CROWD: usize = 128;

/// A box on its way down the tree.
#[derive(Clone, Copy, Debug)]
pub(super) struct Traveller<S, const D: usize> {
    pub(super) aabb: Aabb<S, D>,
    /// Who it is.
    pub(super) key: u32,
}

pub(super) struct Crowd<S, const D: usize> {
    travellers: [Traveller<S, D>; CROWD],
    /// Once sorted, how far each and those before it reach.
    reaches: [S; CROWD],
    len: usize,
}

impl<S: Scalar, const D: usize> Crowd<S, D> {
    pub(super) fn new() -> Self {
        let filler = Traveller {
            aabb: Aabb::point([S::default(); D]),
            key: 0,
        };
        Self {
            travellers: [filler; CROWD],
            reaches: [S::default(); CROWD],
            len: 0,
        }
    }

    /// Becomes the next ones; false if there are none left.
    pub(super) fn gather(
        &mut self,
        travellers: &mut impl Iterator<Item = Traveller<S, D>>,
    ) -> bool {
        self.len = 0;
        for (place, traveller) in self.travellers.iter_mut().zip(travellers) {
            *place = traveller;
            self.len += 1;
        }
        self.len > 0
    }

    /// Sorts by starts along the first axis.
    pub(super) fn sort(&mut self) {
        let travellers = &mut self.travellers[..self.len];
        travellers.sort_unstable_by(|a, b| by_value(&a.aabb.min()[0], &b.aabb.min()[0]));
        let mut reach = S::MIN;
        for (known, traveller) in self.reaches.iter_mut().zip(travellers) {
            let [_, end] = traveller.aabb.ends(0);
            reach = if end > reach { end } else { reach };
            *known = reach;
        }
    }

    /// Of a sorted crowd, the first that reaches a coordinate and those after it.
    pub(super) fn reaching(&self, start: S) -> &[Traveller<S, D>] {
        let first = self.reaches[..self.len].partition_point(|&reach| reach < start);
        &self.travellers[first..self.len]
    }

    pub(super) fn members(&self) -> &[Traveller<S, D>] {
        &self.travellers[..self.len]
    }

    /// The numbers of all members.
    pub(super) fn all(&self) -> &'static [u8] {
        &NUMBERS[..self.len]
    }

    #[inline]
    pub(super) fn get(&self, number: u8) -> &Traveller<S, D> {
        &self.travellers[usize::from(number) % CROWD]
    }
}

const NUMBERS: [u8; CROWD] = {
    let mut numbers = [0; CROWD];
    let mut i = 1;
    while i < CROWD {
        numbers[i] = numbers[i - 1] + 1;
        i += 1;
    }
    numbers
};
