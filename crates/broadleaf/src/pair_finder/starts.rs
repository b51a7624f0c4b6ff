//! Last step of the sort: the first box of every pencil.

use crate::executor::Divide;
use crate::store::to_u32;

/// The number of pencils in one piece of work. Threads that share fewer wait for each other's keys.
const PIECE: usize = 1 << 12;

/// Most pencils have fewer boxes than a few times this number, or far more.
const FIRST_STEP: usize = 16;

/// Finds the first box of each pencil among sorted keys.
pub(super) struct FindStarts<'a> {
    /// One slot for each pencil.
    pub(super) starts: &'a mut [u32],
    /// The pencil of the first slot.
    pub(super) pencil: u32,
    /// The keys of all boxes up to the last one of these pencils.
    pub(super) keys: &'a [u32],
    /// No box of these pencils is before this index.
    pub(super) first: usize,
    pub(super) position_bits: u32,
}

impl FindStarts<'_> {
    /// The first box of a pencil. Searched in steps that double, because it is near.
    fn start(&self, pencil: u32) -> usize {
        let keys = &self.keys[self.first..];
        let is_before = |&key: &u32| key >> self.position_bits < pencil;
        let (mut low, mut step) = (0, FIRST_STEP);
        while keys.get(low + step).is_some_and(is_before) {
            low += step;
            step *= 2;
        }
        let end = keys.len().min(low + step);
        self.first + low + keys[low..end].partition_point(is_before)
    }
}

impl Divide for FindStarts<'_> {
    type Output = ();

    fn halve(self) -> Result<[Self; 2], Self> {
        if self.starts.len() <= PIECE {
            return Err(self);
        }
        let half = self.starts.len() / 2;
        let middle = self.pencil + to_u32(half);
        let next = self.start(middle);
        let (starts, others) = self.starts.split_at_mut(half);
        Ok([
            Self {
                starts,
                keys: &self.keys[..next],
                ..self
            },
            Self {
                starts: others,
                pencil: middle,
                first: next,
                ..self
            },
        ])
    }

    fn run(mut self) {
        for number in 0..self.starts.len() {
            self.first = self.start(self.pencil + to_u32(number));
            self.starts[number] = to_u32(self.first);
        }
    }

    fn merge((): (), (): ()) {}
}
