//! The interface of the compared libraries.

use broadleaf::{Aabb, Id};

use crate::stopwatch;

/// A frame of boxes.
pub(super) type Frame<const D: usize> = Vec<Aabb<f32, D>>;
/// Pairs of indices, smaller index first.
pub(super) type Pairs = Vec<[Id; 2]>;

/// The pair of two indices.
pub(super) fn pair(a: u32, b: u32) -> [Id; 2] {
    [Id(a.min(b)), Id(a.max(b))]
}

/// The task of a contender in each frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// All overlapping pairs, on one thread.
    AllPairs,
    /// All overlapping pairs, on all threads of rayon's pool.
    AllPairsInThreads,
    /// The pairs of fat boxes that began and ended since the previous frame, on one thread. Only
    /// boxes that moved are passed.
    Events,
    /// The same, on all threads of rayon's pool.
    EventsInThreads,
}

impl Kind {
    pub(super) fn name(self) -> String {
        match self {
            Self::AllPairs => "all pairs".to_owned(),
            Self::AllPairsInThreads => {
                format!("all pairs, {} threads", rayon::current_num_threads())
            }
            Self::Events => "events".to_owned(),
            Self::EventsInThreads => format!("events, {} threads", rayon::current_num_threads()),
        }
    }

    /// Measures milliseconds: by the clock for several threads, otherwise CPU time.
    pub(super) fn time(self, work: impl FnOnce()) -> f64 {
        match self {
            Self::AllPairsInThreads | Self::EventsInThreads => stopwatch::wall_ms(work),
            Self::AllPairs | Self::Events => stopwatch::cpu_ms(work),
        }
    }
}

/// A library in the comparison.
pub(super) trait Contender<const D: usize> {
    fn name(&self) -> &'static str;

    fn kind(&self) -> Kind {
        Kind::AllPairs
    }

    /// Finds the pairs of the next frame, in the way in which the library fills a list fastest.
    /// This call is timed. Both lists are empty at the start; only events use `ended`.
    fn frame(&mut self, boxes: &Frame<D>, begun: &mut Pairs, ended: &mut Pairs);
}

/// Creates a contender for a scene.
pub(super) type Make<const D: usize> = fn(&[Frame<D>]) -> Box<dyn Contender<D>>;
