//! Checks, measures, and nodes to draw.

use super::tree::SettledTree;
use crate::geometry::{Aabb, Scalar};
use crate::index::SpatialIndex;
use crate::report::{AreaRatio, NodeView, Stats, Violation, ensure};

impl<S: Scalar, const D: usize> SettledTree<S, D> {
    pub(super) fn check(&self) -> Result<(), Violation> {
        self.packed.validate()?;
        self.recent.validate()?;
        for id in self.rested.iter() {
            ensure(
                self.packed.contains(id),
                "R1: an id that rested is in the packed tree",
                format_args!("{id:?}"),
            )?;
            ensure(
                !self.recent.contains(id),
                "R2: no id that rested is in the dynamic tree",
                format_args!("{id:?}"),
            )?;
        }
        Ok(())
    }

    pub(super) fn measure(&self) -> Stats {
        let [packed, recent] = [self.packed.stats(), self.recent.stats()];
        let mut bounds: Option<Aabb<S, D>> = None;
        let mut nodes = 0;
        self.visit_nodes(|node| {
            bounds = Some(bounds.map_or(node.aabb, |bounds| bounds.union(&node.aabb)));
            nodes += 1;
        });
        let mut area_ratio = AreaRatio::new(bounds);
        self.visit_nodes(|node| area_ratio.add(&node.aabb));
        Stats {
            len: self.len(),
            nodes,
            height: packed.height.max(recent.height),
            max_balance: recent.max_balance,
            area_ratio: area_ratio.value(),
            bytes: packed.bytes + recent.bytes + self.rested.bytes(),
        }
    }

    /// Visits the nodes of the packed tree, except boxes that have changed, and then the nodes of
    /// the dynamic tree.
    pub(super) fn visit_nodes(&self, mut visit: impl FnMut(NodeView<S, D>)) {
        self.packed.for_each_node(|node| {
            if node.id.is_none_or(|id| self.rested.contains(id)) {
                visit(node);
            }
        });
        self.recent.for_each_node(visit);
    }
}
