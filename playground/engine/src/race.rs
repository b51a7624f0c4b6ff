//! The other structures, timed beside the chosen one.

use broadleaf::{Aabb, Id};

use crate::clock::timed;
use crate::kind::Kind;
use crate::structure::Structure;

/// The largest number of boxes with which brute force takes part: more would slow down all others.
const MAX_BRUTE_FORCE: usize = 3_000;

/// The times of a structure in one frame, in milliseconds.
#[derive(Clone, Copy)]
pub(crate) struct Lap {
    pub(crate) kind: Kind,
    pub(crate) update: f64,
    pub(crate) pairs: f64,
}

/// All structures, which take turns: one frame to catch up, the next one to be timed.
pub(crate) struct Race<const D: usize> {
    runners: Vec<Structure<D>>,
    turn: usize,
    /// Whether the current structure has the boxes of the last frame.
    is_ready: bool,
    pairs: Vec<[Id; 2]>,
}

impl<const D: usize> Default for Race<D> {
    fn default() -> Self {
        Self {
            runners: Kind::all().map(|kind| Structure::new(kind, &[])).collect(),
            turn: 0,
            is_ready: false,
            pairs: Vec::new(),
        }
    }
}

impl<const D: usize> Race<D> {
    /// Runs for one frame, and returns the times of a structure in every other frame.
    pub(crate) fn run(
        &mut self,
        chosen: Kind,
        boxes: &[Aabb<f32, D>],
        changed: &[Id],
    ) -> Option<Lap> {
        if self.is_ready {
            self.is_ready = false;
            return Some(self.lap(boxes, changed));
        }
        let runs = |kind: Kind| {
            kind != chosen && (!kind.is_brute_force() || boxes.len() <= MAX_BRUTE_FORCE)
        };
        self.turn += 1;
        while !runs(self.runner().kind()) {
            self.turn += 1;
        }
        self.runner().set(boxes);
        self.is_ready = true;
        None
    }

    /// Notes a break in the sequence of frames: the current structure must catch up again.
    pub(crate) fn interrupt(&mut self) {
        self.is_ready = false;
    }

    fn runner(&mut self) -> &mut Structure<D> {
        let count = self.runners.len();
        &mut self.runners[self.turn % count]
    }

    fn lap(&mut self, boxes: &[Aabb<f32, D>], changed: &[Id]) -> Lap {
        let mut pairs = std::mem::take(&mut self.pairs);
        let runner = self.runner();
        let ((), update) = timed(|| runner.update(boxes, changed));
        let ((), finding) = timed(|| runner.pairs_into(&mut pairs));
        let kind = runner.kind();
        self.pairs = pairs;
        Lap {
            kind,
            update,
            pairs: finding,
        }
    }
}
