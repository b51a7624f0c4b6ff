//! The memory of rebuilds.

use super::box_run::BoxRun;
use super::node::CellBox;
use super::plan::Plan;
use crate::geometry::Scalar;
use alloc::vec::Vec;

/// Memory that rebuilds reuse.
#[derive(Clone, Debug, Default)]
pub(super) struct PlanMemory<S, const D: usize> {
    pub(super) items: Vec<CellBox<S, D>>,
    spare: Vec<CellBox<S, D>>,
    /// By item, the number of a child.
    children: Vec<u8>,
    /// The large nodes.
    pub(super) large: Plan<S, D>,
    /// The subtrees below them.
    pub(super) subtrees: Vec<Plan<S, D>>,
}

impl<S: Scalar, const D: usize> PlanMemory<S, D> {
    /// All items as a branch, and memory for the plans.
    pub(super) fn begin<'a>(
        &'a mut self,
        items: &'a mut [CellBox<S, D>],
    ) -> (
        BoxRun<'a, S, D>,
        &'a mut Plan<S, D>,
        &'a mut Vec<Plan<S, D>>,
    ) {
        let len = items.len();
        if let Some(&item) = items.first() {
            self.spare.resize(len.max(self.spare.len()), item);
            self.children.resize(len.max(self.children.len()), 0);
        }
        let branch = BoxRun::new(items, &mut self.spare[..len], &mut self.children[..len]);
        (branch, &mut self.large, &mut self.subtrees)
    }
}

impl<S, const D: usize> PlanMemory<S, D> {
    pub(super) fn bytes(&self) -> usize {
        let plans = self.subtrees.iter().chain([&self.large]);
        (self.items.capacity() + self.spare.capacity()) * size_of::<CellBox<S, D>>()
            + self.children.capacity()
            + self.subtrees.capacity() * size_of::<Plan<S, D>>()
            + plans.map(Plan::bytes).sum::<usize>()
    }
}
