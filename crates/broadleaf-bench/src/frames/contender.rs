//! What every library on the test bench does.

use broadleaf::Aabb;

use super::{broccoli, grid, ours, parry, rstar, sweep};

/// A frame of boxes.
pub(super) type Frame<const D: usize> = Vec<Aabb<f32, D>>;
/// Pairs, smaller number first.
pub(super) type Pairs = Vec<(u32, u32)>;

/// What a contender writes in each frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// All overlapping pairs.
    AllPairs,
    /// The pairs of fattened boxes that began and ended since the frame before.
    Events,
}

impl Kind {
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::AllPairs => "all pairs",
            Self::Events => "events",
        }
    }
}

/// A library on the test bench.
pub(super) trait Contender<const D: usize> {
    fn name(&self) -> &'static str;

    fn kind(&self) -> Kind {
        Kind::AllPairs
    }

    /// Takes the next frame and finds its pairs; `begun` is the only list of [`Kind::AllPairs`]. Both lists are empty before. This is what is timed.
    fn frame(&mut self, boxes: &Frame<D>, begun: &mut Pairs, ended: &mut Pairs);
}

/// Makes a contender for a scene.
pub(super) type Make<const D: usize> = fn(&[Frame<D>]) -> Box<dyn Contender<D>>;

/// The contenders in 2D.
pub(super) fn flat() -> Vec<Make<2>> {
    let mut all = in_any_dimension();
    all.extend([broccoli::make, parry::flat::refitted, parry::flat::rebuilt] as [Make<2>; 3]);
    all
}

/// The contenders in 3D.
pub(super) fn solid() -> Vec<Make<3>> {
    let mut all = in_any_dimension();
    all.extend([parry::solid::refitted, parry::solid::rebuilt, ours::events, parry::as_rapier::events] as [Make<3>; 4]);
    all
}

/// The first is the one that the others are compared with.
fn in_any_dimension<const D: usize>() -> Vec<Make<D>> {
    vec![ours::kd_sweep, ours::dynamic_tree, sweep::make, grid::make, rstar::make]
}
