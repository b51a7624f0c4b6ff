//! Which overlapping boxes form pairs.

use core::fmt;

use super::compare::Match;
use super::layers::Layers;
use super::per_box::PerBox;
use crate::simd::Path;

/// Leaves out some of the pairs before they are written: sixteen boxes at a time are faster to test
/// than one pair.
pub(crate) trait MatchFilter: Sync {
    /// Clears the bits of matches that are not to be pairs. `block` has the indices of the boxes
    /// that the bits stand for. Between two lists, the indices of the second one are increased by
    /// the length of the first.
    fn admit(&self, path: Path, block: &[u32], matches: &mut [Match]);
}

/// A function that is called while pairs are searched.
pub(crate) type Pulse<'a> = &'a (dyn Fn() + Sync);

/// The groups of boxes, and which pairs of them are admitted.
#[derive(Clone, Copy, Debug)]
pub(super) struct Groups<'a> {
    pub(super) of: PerBox<'a, u32>,
    /// Whether pairs within groups are admitted, or those between groups.
    pub(super) within: bool,
}

/// Everything that pairs are filtered by.
#[derive(Clone, Copy, Default)]
pub(super) struct Filter<'a> {
    custom: Option<&'a dyn MatchFilter>,
    /// Is called for every block of boxes whose pairs are admitted.
    pub(super) pulse: Option<Pulse<'a>>,
    /// Whether boxes that only touch are no pair.
    pub(super) interiors: bool,
    pub(super) groups: Option<Groups<'a>>,
    pub(super) layers: Option<PerBox<'a, Layers>>,
}

impl<'a> Filter<'a> {
    pub(super) const NONE: Self = Self {
        custom: None,
        pulse: None,
        interiors: false,
        groups: None,
        layers: None,
    };

    pub(super) fn of(filter: &'a dyn MatchFilter) -> Self {
        Self {
            custom: Some(filter),
            ..Self::NONE
        }
    }

    /// Whether boxes have values that decide about pairs.
    pub(super) fn has_labels(&self) -> bool {
        self.groups.is_some() || self.layers.is_some()
    }

    /// Whether the labels of two boxes admit a pair.
    pub(super) fn admits_pair(&self, a: u32, b: u32) -> bool {
        let same = |Groups { of, within }| (of.get(a) == of.get(b)) == within;
        let allow = |of: PerBox<'_, Layers>| of.get(a).allows(&of.get(b));
        self.groups.is_none_or(same) && self.layers.is_none_or(allow)
    }

    pub(super) fn admit(self, path: Path, block: &[u32], matches: &mut [Match]) {
        if let Some(pulse) = self.pulse {
            pulse();
        }
        if let Some(filter) = self.custom {
            filter.admit(path, block, matches);
        }
    }
}

impl fmt::Debug for Filter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Filter")
            .field("is_custom", &self.custom.is_some())
            .field("has_pulse", &self.pulse.is_some())
            .field("interiors", &self.interiors)
            .field("groups", &self.groups)
            .field("layers", &self.layers)
            .finish()
    }
}
