//! The boxes that a probe reaches, one at a time.

use core::ops::Range;

use super::sweep::KdSweep;
use crate::geometry::{Probe, Scalar};
use crate::index::{Hit, Reached};
use crate::kd_tree::children;

impl<S: Scalar, const D: usize> KdSweep<S, D> {
    /// The hits of a probe by `(reach, id)`.
    pub(super) fn hits_in_order<'a>(
        &'a self,
        probe: &'a (impl Probe<S, D> + ?Sized),
    ) -> impl Iterator<Item = Hit<S::Real>> + 'a {
        let push_items = |range: Range<usize>, reached: &mut Reached<S::Real>| {
            for (index, item) in range.clone().zip(&self.items[range]) {
                if let Some(reach) = probe.reach(&item.aabb)
                    && probe.admits(item.category)
                    && self.is_live(index)
                {
                    reached.push_hit(reach, item.id);
                }
            }
        };
        let push_node = |index: u32, reached: &mut Reached<S::Real>| {
            let node = &self.nodes[index as usize];
            if let Some(reach) = probe.least_reach_inside(&node.bounds)
                && probe.admits(node.category)
            {
                reached.push_node(reach, index);
            }
        };
        let mut reached = Reached::new();
        push_items(self.tree_len()..self.items.len(), &mut reached);
        if !self.nodes.is_empty() {
            push_node(0, &mut reached);
        }
        reached.into_hits(move |index, reached| {
            let node = &self.nodes[index as usize];
            if node.is_leaf() {
                push_items(node.range(), reached);
            }
            children(&self.nodes, index).for_each(|child| push_node(child, reached));
        })
    }
}
