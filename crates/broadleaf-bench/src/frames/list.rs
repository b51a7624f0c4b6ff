//! The contenders of each dimension.

use super::contender::Make;
use super::{broccoli, grid, ours, parry, rstar, sweep};

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
