//! What every library on the test bench does.

use broadleaf::Aabb;

use super::{broccoli, grid, ours, parry, rstar, sweep};
use crate::stopwatch;

/// A frame of boxes.
pub(super) type Frame<const D: usize> = Vec<Aabb<f32, D>>;
/// Pairs, smaller number first.
pub(super) type Pairs = Vec<(u32, u32)>;

/// What a contender writes in each frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// All overlapping pairs, in one thread.
    AllPairs,
    /// All overlapping pairs, in all threads of rayon's pool.
    AllPairsInThreads,
    /// The pairs of fattened boxes that began and ended since the frame before.
    Events,
}

impl Kind {
    pub(super) fn name(self) -> String {
        match self {
            Self::AllPairs => "all pairs".to_owned(),
            Self::AllPairsInThreads => {
                format!("all pairs, {} threads", rayon::current_num_threads())
            }
            Self::Events => "events".to_owned(),
        }
    }

    /// The milliseconds that count.
    pub(super) fn time(self, work: impl FnOnce()) -> f64 {
        match self {
            Self::AllPairsInThreads => stopwatch::wall_ms(work),
            Self::AllPairs | Self::Events => stopwatch::cpu_ms(work),
        }
    }
}

/// A library on the test bench.
pub(super) trait Contender<const D: usize> {
    fn name(&self) -> &'static str;

    fn kind(&self) -> Kind {
        Kind::AllPairs
    }

    /// Takes the next frame and finds its pairs; `begun` is the only list unless it is about
    /// [`Kind::Events`]. Both lists are empty before. This is what is timed.
    fn frame(&mut self, boxes: &Frame<D>, begun: &mut Pairs, ended: &mut Pairs);
}

/// Makes a contender for a scene.
pub(super) type Make<const D: usize> = fn(&[Frame<D>]) -> Box<dyn Contender<D>>;

/// The contenders in 2D, with those that use threads if wanted.
pub(super) fn flat(in_threads: bool) -> Vec<Make<2>> {
    let peers: [Make<2>; 3] = [broccoli::make, parry::flat::refitted, parry::flat::rebuilt];
    let parallel: [Make<2>; 3] = [
        ours::pencil_sweep_in_threads,
        ours::kd_sweep_in_threads,
        broccoli::in_threads,
    ];
    in_any_dimension()
        .into_iter()
        .chain(peers)
        .chain(parallel.into_iter().filter(|_| in_threads))
        .collect()
}

/// The contenders in 3D, with those that use threads if wanted.
pub(super) fn solid(in_threads: bool) -> Vec<Make<3>> {
    let peers: [Make<3>; 4] = [
        parry::solid::refitted,
        parry::solid::rebuilt,
        ours::events,
        parry::as_rapier::events,
    ];
    let parallel: [Make<3>; 2] = [ours::pencil_sweep_in_threads, ours::kd_sweep_in_threads];
    in_any_dimension()
        .into_iter()
        .chain(peers)
        .chain(parallel.into_iter().filter(|_| in_threads))
        .collect()
}

/// The first is the one that the others are compared with.
fn in_any_dimension<const D: usize>() -> Vec<Make<D>> {
    vec![
        ours::pencil_sweep,
        ours::dynamic_tree,
        ours::kd_sweep,
        sweep::make,
        grid::make,
        rstar::make,
    ]
}
