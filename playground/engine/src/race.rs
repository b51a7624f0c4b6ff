//! The other structures, timed beside the chosen one.

use broadleaf::{Aabb, Id};

use crate::clock::timed;
use crate::kind::Kind;
use crate::limits::MAX_BRUTE_FORCE;
use crate::structure::Structure;

/// Up to this many boxes, brute force has every other lap, so that its ratio to the chosen structure
/// is known soon. With more, it would slow down the picture, and has one lap in [`RARELY`].
const QUICK_BRUTE_FORCE: usize = 2_000;
const RARELY: usize = 64;

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
    /// The runner of the current lap.
    current: usize,
    /// The last runner other than brute force.
    turn: usize,
    laps: usize,
    /// Whether the current structure has the boxes of the last frame.
    is_ready: bool,
    pairs: Vec<[Id; 2]>,
}

impl<const D: usize> Default for Race<D> {
    fn default() -> Self {
        Self {
            runners: Kind::all().map(|kind| Structure::new(kind, &[])).collect(),
            current: 0,
            turn: 0,
            laps: 0,
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
        self.current = self.next(chosen, boxes.len());
        self.laps += 1;
        self.runner().set(boxes);
        self.is_ready = true;
        None
    }

    /// The runner of the next lap: brute force if it is due, else the next of the others.
    fn next(&mut self, chosen: Kind, boxes: usize) -> usize {
        let brute_force = self
            .runners
            .iter()
            .position(|one| one.kind().is_brute_force());
        if let Some(index) = brute_force
            && !chosen.is_brute_force()
            && self.is_due(boxes)
        {
            return index;
        }
        let count = self.runners.len();
        let mut order = (1..=count).map(|step| (self.turn + step) % count);
        let runs = |kind: Kind| kind != chosen && !kind.is_brute_force();
        let next = order.find(|&index| runs(self.runners[index].kind()));
        self.turn = next.unwrap_or(0);
        self.turn
    }

    fn is_due(&self, boxes: usize) -> bool {
        match boxes {
            0..=QUICK_BRUTE_FORCE => self.laps.is_multiple_of(2),
            ..=MAX_BRUTE_FORCE => self.laps.is_multiple_of(RARELY),
            _ => false,
        }
    }

    /// Notes a break in the sequence of frames: the current structure must catch up again.
    pub(crate) fn interrupt(&mut self) {
        self.is_ready = false;
    }

    fn runner(&mut self) -> &mut Structure<D> {
        &mut self.runners[self.current]
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
