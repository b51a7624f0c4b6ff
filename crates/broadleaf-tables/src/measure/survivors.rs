//! The boxes that stay, and which of them suppress another.

use std::cell::Cell;
use std::ops::ControlFlow;

use broadleaf::{Aabb, DynamicTree, Id, SpatialIndex, SpatialIndexMut};

use super::best_first::Ranked;
use super::overlap::Float;
use super::suppression::Suppression;

/// The boxes and candidates between two calls of a pulse: some ten microseconds.
const PULSE: usize = 1 << 10;

/// The boxes of one group that stay so far.
pub(super) struct Survivors<'a, P, S: Float, const D: usize> {
    boxes: &'a [Aabb<S, D>],
    suppression: Suppression<'a>,
    tree: DynamicTree<S, D>,
    pulse: P,
    /// The boxes and candidates so far.
    seen: Cell<usize>,
}

impl<'a, P: Fn(), S: Float, const D: usize> Survivors<'a, P, S, D> {
    pub(super) fn new(boxes: &'a [Aabb<S, D>], suppression: Suppression<'a>, pulse: P) -> Self {
        Self {
            boxes,
            suppression,
            tree: DynamicTree::default(),
            pulse,
            seen: Cell::new(0),
        }
    }

    /// Counts a box or a candidate.
    fn tick(&self) {
        let seen = self.seen.get();
        if seen.is_multiple_of(PULSE) {
            (self.pulse)();
        }
        self.seen.set(seen + 1);
    }

    /// Forgets the boxes of the last group.
    pub(super) fn clear(&mut self) {
        self.tree.clear();
    }

    pub(super) fn insert(&mut self, id: Id) {
        self.tree.insert(id, self.boxes[id.index()]);
    }

    /// Visits the boxes that suppress this one, in any order.
    fn try_for_each_suppressor<B>(
        &self,
        id: Id,
        mut visit: impl FnMut(Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let aabb = &self.boxes[id.index()];
        self.tick();
        self.tree.try_for_each_overlap(aabb, |other| {
            self.tick();
            let share = self
                .suppression
                .measure
                .of(&self.boxes[other.index()], aabb);
            match share.into() > self.suppression.threshold {
                true => visit(other),
                false => ControlFlow::Continue(()),
            }
        })
    }

    /// Whether a box suppresses this one.
    pub(super) fn suppress(&self, id: Id) -> bool {
        let found = self.try_for_each_suppressor(id, ControlFlow::Break);
        found.is_break()
    }

    /// The best box that suppresses this one, by the scores of all boxes.
    pub(super) fn best_suppressor<T: Float>(&self, id: Id, scores: &[T]) -> Option<Ranked> {
        let mut best = None;
        let _ = self.try_for_each_suppressor(id, |other| {
            let other = Ranked::new(0, scores[other.index()].into(), other.0);
            best = Some(best.map_or(other, |best: Ranked| best.min(other)));
            ControlFlow::<()>::Continue(())
        });
        best
    }
}
