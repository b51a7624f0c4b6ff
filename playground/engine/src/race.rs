//! Other structures, timed beside the chosen one.

use broadleaf::{Aabb, Id};

use crate::clock::timed;
use crate::kind::Kind;
use crate::limits::MAX_BRUTE_FORCE;
use crate::structure::Structure;

/// Up to this many boxes, brute force has every other lap, so that its ratio to the chosen
/// structure is known soon. With more, it would slow down the picture, and has one lap in
/// [`RARELY`].
const QUICK_BRUTE_FORCE: usize = 2_000;
const RARELY: usize = 64;

/// The times of a structure in one frame, in milliseconds.
#[derive(Clone, Copy)]
pub(crate) struct Lap {
    pub(crate) kind: Kind,
    pub(crate) update: f64,
    pub(crate) pairs: f64,
}

/// Structures that take turns: one frame to catch up, the next one to be timed.
pub(crate) struct Race<const D: usize> {
    runners: Vec<Structure<D>>,
    /// The runner of the current lap.
    current: usize,
    /// The last runner other than brute force.
    turn: usize,
    laps: usize,
    /// Whether the current runner has the boxes of the last frame.
    is_ready: bool,
    pairs: Vec<[Id; 2]>,
}

impl<const D: usize> Race<D> {
    pub(crate) fn new(kinds: &[Kind]) -> Self {
        let runners = kinds.iter().map(|&kind| Structure::new(kind, &[]));
        Self {
            runners: runners.collect(),
            current: 0,
            turn: 0,
            laps: 0,
            is_ready: false,
            pairs: Vec::new(),
        }
    }

    /// Whether these structures take part, and no others.
    pub(crate) fn is_of(&self, kinds: &[Kind]) -> bool {
        let own = self.runners.iter().map(Structure::kind);
        own.eq(kinds.iter().copied())
    }

    /// Runs for one frame, and returns the times of a structure in every other frame, or in each if
    /// there is only one, which need not catch up.
    pub(crate) fn run(&mut self, boxes: &[Aabb<f32, D>], changed: &[Id]) -> Option<Lap> {
        if self.is_ready {
            self.is_ready = self.runners.len() == 1;
            return Some(self.lap(boxes, changed));
        }
        self.current = self.next(boxes.len())?;
        self.laps += 1;
        self.runner().set(boxes);
        self.is_ready = true;
        None
    }

    /// The runner of the next lap: brute force if it is due, else the next of the others.
    fn next(&mut self, boxes: usize) -> Option<usize> {
        let is_brute_force = |one: &Structure<D>| one.kind().is_brute_force();
        let brute_force = self.runners.iter().position(is_brute_force);
        if brute_force.is_some() && self.is_due(boxes) {
            return brute_force;
        }
        let count = self.runners.len();
        let mut order = (1..=count).map(|step| (self.turn + step) % count);
        self.turn = order.find(|&index| !is_brute_force(&self.runners[index]))?;
        Some(self.turn)
    }

    /// Whether the next lap is one of brute force.
    fn is_due(&self, boxes: usize) -> bool {
        let every = match boxes {
            _ if self.runners.len() == 1 => 1,
            ..=QUICK_BRUTE_FORCE => 2,
            _ => RARELY,
        };
        boxes <= MAX_BRUTE_FORCE && self.laps.is_multiple_of(every)
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
