//! What a tree is told once.

use crate::geometry::{Aabb, Scalar};

/// The parameters of an [`Orthtree`](super::Orthtree); the default suits most scenes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct OrthtreeConfig<S, const D: usize> {
    /// A leaf splits when it would hold more boxes than this; at least 1.
    #[doc(alias = "valueThreshold")]
    pub capacity: usize,
    /// No node splits this many steps below the root or deeper.
    pub max_depth: u32,
    /// No cell becomes smaller than this along any axis.
    pub min_size: S,
    /// From 1 to 2, in steps of an eighth, cut to that range: how much larger than its cell a box
    /// may be spread that goes into a node.
    ///
    /// At 1 boxes in sibling cells never touch, and those that cross a boundary stay above it. At 2
    /// every box goes as deep as its size allows.
    pub looseness: f64,
    /// The root's cell for good; what does not fit into it is kept in a list. `None`: the root
    /// grows and shrinks with the boxes.
    pub fixed_root: Option<Aabb<S, D>>,
}

impl<S: Scalar, const D: usize> OrthtreeConfig<S, D> {
    /// Eighths of looseness beyond 1. NaN counts as 1.
    pub(super) fn eighths(&self) -> u32 {
        let beyond = (self.looseness.clamp(1.0, 2.0) - 1.0) * 8.0;
        (1..=8)
            .filter(|&eighths| f64::from(eighths) <= beyond)
            .max()
            .unwrap_or(0)
    }
}

impl<S: Scalar, const D: usize> Default for OrthtreeConfig<S, D> {
    fn default() -> Self {
        Self {
            capacity: 32,
            max_depth: 32,
            min_size: S::default(),
            looseness: 2.0,
            fixed_root: None,
        }
    }
}
