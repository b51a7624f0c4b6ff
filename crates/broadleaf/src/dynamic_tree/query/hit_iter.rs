//! The boxes that a probe reaches, one at a time.

use crate::dynamic_tree::layout::NodeIndex;
use crate::dynamic_tree::tree::DynamicTree;
use crate::geometry::{Probe, Scalar};
use crate::index::{Hit, Reached};

impl<S: Scalar, const D: usize> DynamicTree<S, D> {
    /// The hits of a probe by `(reach, id)`.
    pub(in crate::dynamic_tree) fn hits_in_order<'a>(
        &'a self,
        probe: &'a (impl Probe<S, D> + ?Sized),
    ) -> impl Iterator<Item = Hit<S::Real>> + 'a {
        let push = |index: NodeIndex, reached: &mut Reached<S::Real>| {
            let node = self.node(index);
            let reach = if node.is_leaf() {
                probe.reach(&node.aabb)
            } else {
                probe.least_reach_inside(&node.aabb)
            };
            match reach.filter(|_| probe.admits(self.category_of(index))) {
                Some(reach) if node.is_leaf() => reached.push_hit(reach, node.id()),
                Some(reach) => reached.push_node(reach, node.children()),
                None => {}
            }
        };
        let mut reached = Reached::new();
        if self.leaves.len() > 0 {
            push(NodeIndex::ROOT, &mut reached);
        }
        reached.into_hits(move |siblings, reached| {
            push(NodeIndex::new(siblings, 0), reached);
            push(NodeIndex::new(siblings, 1), reached);
        })
    }
}
