//! The contenders of each dimension.

use super::contender::Make;
use super::{
    box2d, broccoli, brute_force, compared, grid, insertion_sweep, ours, parry, rstar, sweep,
};

/// The contenders in 2D; with `in_threads`, also those that use threads.
pub(super) fn flat(in_threads: bool) -> Vec<Make<2>> {
    let peers: [Make<2>; 4] = [
        broccoli::make,
        parry::flat::refitted,
        parry::flat::rebuilt,
        parry::as_rapier::flat::EVENTS,
    ];
    let in_threads = in_threads.then_some(broccoli::in_threads as Make<2>);
    in_any_dimension(in_threads.is_some())
        .into_iter()
        .chain(peers)
        .chain(in_threads)
        .collect()
}

/// The contenders in 3D; with `in_threads`, also those that use threads.
pub(super) fn solid(in_threads: bool) -> Vec<Make<3>> {
    let peers: [Make<3>; 3] = [
        parry::solid::refitted,
        parry::solid::rebuilt,
        parry::as_rapier::solid::EVENTS,
    ];
    in_any_dimension(in_threads)
        .into_iter()
        .chain(peers)
        .collect()
}

/// The contenders in any dimension. The first of them is the baseline of others with the same task.
fn in_any_dimension<const D: usize>(in_threads: bool) -> Vec<Make<D>> {
    let mut contenders: Vec<Make<D>> = vec![
        ours::pencil_sweep,
        ours::dynamic_tree,
        ours::kd_sweep,
        sweep::make,
        grid::make,
        rstar::make,
        ours::events,
    ];
    if in_threads {
        contenders.extend([
            ours::pencil_sweep_in_threads as Make<D>,
            ours::kd_sweep_in_threads,
            ours::events_in_threads,
        ]);
    }
    contenders
}

/// The contenders for few boxes.
pub(crate) struct Few<const D: usize> {
    /// Contenders that find all pairs.
    pub(super) pairs: Vec<Make<D>>,
    /// Contenders that find the pairs that began and ended.
    pub(super) steps: Vec<Make<D>>,
}

/// The contenders for few boxes in 2D.
pub(crate) fn few_flat() -> Few<2> {
    let mut few = few_in_any_dimension();
    few.pairs.extend([
        ours::quadtree as Make<2>,
        parry::flat::refitted,
        parry::flat::rebuilt,
        broccoli::make,
        box2d::rebuilt,
    ]);
    few.steps
        .extend([parry::as_rapier::flat::EVENTS, box2d::events]);
    few
}

/// The contenders for few boxes in 3D.
pub(crate) fn few_solid() -> Few<3> {
    let mut few = few_in_any_dimension();
    few.pairs.extend([
        ours::octree as Make<3>,
        parry::solid::refitted,
        parry::solid::rebuilt,
    ]);
    few.steps.extend([parry::as_rapier::solid::EVENTS]);
    few
}

fn few_in_any_dimension<const D: usize>() -> Few<D> {
    Few {
        pairs: vec![
            ours::pencil_sweep,
            ours::fresh,
            ours::dynamic_tree,
            ours::kd_sweep,
            ours::packed_tree,
            ours::brute_force,
            brute_force::make,
            sweep::make,
            insertion_sweep::make,
            rstar::make,
        ],
        steps: vec![
            ours::events,
            compared::brute_force,
            compared::insertion_sweep,
        ],
    }
}
