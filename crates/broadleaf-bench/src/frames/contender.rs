//! The interface of the libraries that are compared.

use broadleaf::Aabb;

use super::{broccoli, grid, ours, parry, rstar, sweep};
use crate::stopwatch;

/// A frame of boxes.
pub(super) type Frame<const D: usize> = Vec<Aabb<f32, D>>;
/// Pairs of indices, smaller index first.
pub(super) type Pairs = Vec<(u32, u32)>;

/// The result of a contender in each frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// All overlapping pairs, on one thread.
    AllPairs,
    /// All overlapping pairs, on all threads of rayon's pool.
    AllPairsInThreads,
    /// The pairs of fat boxes that began and ended since the previous frame.
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

    /// Measures milliseconds: by the clock for several threads, otherwise CPU time.
    pub(super) fn time(self, work: impl FnOnce()) -> f64 {
        match self {
            Self::AllPairsInThreads => stopwatch::wall_ms(work),
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

    /// Finds the pairs of the next frame. This call is timed. Both lists are empty before; `ended`
    /// is used only by [`Kind::Events`].
    fn frame(&mut self, boxes: &Frame<D>, begun: &mut Pairs, ended: &mut Pairs);
}

/// Creates a contender for a scene.
pub(super) type Make<const D: usize> = fn(&[Frame<D>]) -> Box<dyn Contender<D>>;

/// The contenders in 2D; those that use threads only if `in_threads`.
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

/// The contenders in 3D; those that use threads only if `in_threads`.
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

/// The contenders in any dimension. The others are compared with the first.
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
