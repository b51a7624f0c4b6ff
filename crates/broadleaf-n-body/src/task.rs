//! The passes over the tree, as tasks that can run on several threads.

use broadleaf::Aabb;
use broadleaf::geometry::Real;

use super::halves::without_nan;
use super::interaction::Interaction;
use super::part::{Node, Part};
use super::threads::Fork;

/// A step of a pass. The order of changes to an item or a summary depends only on the tree: tasks
/// that may run at the same time share nothing.
pub(super) enum Task<'a, M: Interaction<R, D>, R: Real, const D: usize> {
    /// Computes the bounds and summaries of the cell and its subtree.
    Summarize(Part<'a, M, R, D>),
    /// The items of a cell act on each other.
    Within(Part<'a, M, R, D>),
    /// The items of two cells act on each other.
    Between(Part<'a, M, R, D>, Part<'a, M, R, D>),
    /// Passes what the summaries of the cell and its subtree have received to the items.
    PassDown(Part<'a, M, R, D>),
}

/// Runs tasks in parallel or in sequence.
pub(super) trait Worker<M: Interaction<R, D>, R: Real, const D: usize>: Fork {
    /// Runs two tasks that share nothing.
    fn run_both(self, model: &mut M, tasks: [Task<'_, M, R, D>; 2]);
}

impl<M: Interaction<R, D>, R: Real, const D: usize> Task<'_, M, R, D> {
    #[cfg(feature = "rayon")]
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Summarize(part) | Self::Within(part) | Self::PassDown(part) => part.items.len(),
            Self::Between(a, b) => a.items.len() + b.items.len(),
        }
    }

    pub(super) fn run(self, worker: impl Worker<M, R, D>, model: &mut M) {
        match self {
            Self::Summarize(part) => part.summarize(worker, model),
            Self::Within(part) => part.act_within(worker, model),
            Self::Between(a, b) => a.act_between(b, worker, model),
            Self::PassDown(part) => part.pass_down(worker, model),
        }
    }
}

impl<M: Interaction<R, D>, R: Real, const D: usize> Part<'_, M, R, D> {
    fn summarize(mut self, worker: impl Worker<M, R, D>, model: &mut M) {
        if let Some(halves) = self.halves() {
            worker.run_both(model, halves.map(Task::Summarize));
        }
        let node = if let Some([low, high]) = self.halves() {
            Some(Node {
                bounds: low.node.bounds.union(&high.node.bounds),
                summary: model.merge(&low.node.summary, &high.node.summary),
            })
        } else {
            let positions = self
                .items
                .iter()
                .map(|item| without_nan(model.position(item)));
            Aabb::from_points(positions).map(|bounds| Node {
                bounds,
                summary: model.summarize(self.items),
            })
        };
        if let Some(node) = node {
            *self.node = node;
        }
    }

    fn act_within(mut self, worker: impl Worker<M, R, D>, model: &mut M) {
        if let Some(halves) = self.halves() {
            worker.run_both(model, halves.map(Task::Within));
        }
        match self.halves() {
            Some([low, high]) => low.act_between(high, worker, model),
            None => model.within_leaf(self.items),
        }
    }

    fn act_between(self, other: Self, worker: impl Worker<M, R, D>, model: &mut M) {
        let is_far = model.is_far(&self.view(), &other.view());
        let is_other_far = model.is_far(&other.view(), &self.view());
        match (is_far, is_other_far) {
            (false, false) => self.act_between_near(other, worker, model),
            (false, true) => self.act_on_far(other, worker, model),
            (true, false) => other.act_on_far(self, worker, model),
            (true, true) => {
                model.between_summaries(&mut self.node.summary, &mut other.node.summary);
            }
        }
    }

    /// Neither part is far from the other.
    fn act_between_near(mut self, mut other: Self, worker: impl Worker<M, R, D>, model: &mut M) {
        match (self.is_leaf(), other.is_leaf()) {
            (true, true) => model.between_leaves(self.items, other.items),
            (true, false) => other.open_to(self, worker, model),
            (false, true) => self.open_to(other, worker, model),
            (false, false) => {
                // Each half acts on each half of the other part, two pairs at a time.
                for is_crossed in [false, true] {
                    let (Some([low, high]), Some(mut others)) = (self.halves(), other.halves())
                    else {
                        return;
                    };
                    if is_crossed {
                        others.reverse();
                    }
                    let [first, second] = others;
                    let tasks = [Task::Between(low, first), Task::Between(high, second)];
                    worker.run_both(model, tasks);
                }
            }
        }
    }

    /// `other` is far from this part, but this part is not far from `other`.
    fn act_on_far(self, other: Self, worker: impl Worker<M, R, D>, model: &mut M) {
        if self.is_leaf() {
            model.between_leaf_and_summary(self.items, &mut other.node.summary);
        } else {
            self.open_to(other, worker, model);
        }
    }

    /// The halves of this part and another part act on each other.
    fn open_to(mut self, mut other: Self, worker: impl Worker<M, R, D>, model: &mut M) {
        for half in self.halves().into_iter().flatten() {
            half.act_between(other.reborrow(), worker, model);
        }
    }

    fn pass_down(mut self, worker: impl Worker<M, R, D>, model: &mut M) {
        if let (summary, Some(mut halves)) = self.summary_and_halves() {
            for half in &mut halves {
                model.pass_down(summary, &mut half.node.summary);
            }
            worker.run_both(model, halves.map(Task::PassDown));
        } else {
            for item in self.items {
                model.pass_to_item(&self.node.summary, item);
            }
        }
    }
}
