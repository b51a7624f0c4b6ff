//! The fat boxes of a proxy at the last step and now. Most pairs of a step that queries its
//! structures are decided by these alone.

use super::mobility::Mobility;
use super::state::{Change, State};
use crate::geometry::{Aabb, Scalar};

/// The fat boxes of a proxy, at the last step and now.
#[derive(Clone, Copy, Debug)]
pub(super) struct Motion<S, const D: usize> {
    /// Has no meaning if the proxy is new.
    before: Aabb<S, D>,
    now: Aabb<S, D>,
    /// Whether nothing but the box may have changed since the last step, or the proxy is new.
    steady: bool,
    /// Whether there was no such proxy at the last step.
    is_new: bool,
    /// Whether the proxy forms pairs with all others, or did at the last step.
    pub(super) meets_all: bool,
}

/// What happened to a pair since the last step, as far as boxes tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Transition {
    Began,
    Ended,
    /// More than boxes changed.
    Unclear,
}

impl<S: Scalar, const D: usize> Motion<S, D> {
    /// The motion of a proxy that has not changed since the last step.
    pub(super) fn at_rest(fat: Aabb<S, D>, mobility: Mobility) -> Self {
        Self {
            before: fat,
            now: fat,
            steady: true,
            is_new: false,
            meets_all: mobility.meets_all(),
        }
    }

    /// The motion of a proxy that is in the state `now`, from one that changed.
    pub(super) fn of_change(change: &Change<S, D>, now: &State<S, D>) -> Self {
        let before = change.before.as_ref();
        let met_all = before.is_some_and(|state| state.mobility.meets_all());
        Self {
            before: before.map_or(now.fat, |state| state.fat),
            now: now.fat,
            steady: change.steady,
            is_new: before.is_none(),
            meets_all: met_all || now.mobility.meets_all(),
        }
    }

    /// The motion of a ghost: a box at rest about which more than the box changed.
    pub(super) fn of_ghost(before: &State<S, D>) -> Self {
        Self {
            steady: false,
            ..Self::at_rest(before.fat, before.mobility)
        }
    }

    /// The box in which pairs are searched: both fat boxes, if they overlap.
    pub(super) fn search_box(&self) -> Aabb<S, D> {
        if !self.is_new && self.before.overlaps(&self.now) {
            self.before.union(&self.now)
        } else {
            self.now
        }
    }

    /// Whether anything that pairs depend on may have changed.
    #[inline]
    pub(super) fn has_changed(&self) -> bool {
        !self.steady | self.is_new | (self.before != self.now)
    }

    /// What happened to the pair of two proxies, `None` if certainly nothing. Free of branches.
    #[inline]
    pub(super) fn transition(&self, other: &Self) -> Option<Transition> {
        let is_new = self.is_new | other.is_new;
        let then = self.before.overlaps(&other.before) & !is_new;
        let now = self.now.overlaps(&other.now);
        let steady = self.steady & other.steady;
        let one_meets_all = self.meets_all | other.meets_all;
        let transition = if !steady {
            Transition::Unclear
        } else if then {
            Transition::Ended
        } else {
            Transition::Began
        };
        (one_meets_all & !(steady & (then == now))).then_some(transition)
    }
}
