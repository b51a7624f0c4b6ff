//! The boxes that a probe reaches, one at a time.

use super::node::{NodeIndex, OUTSIDE, ROOT};
use super::tree::Orthtree;
use crate::geometry::{Probe, Scalar};
use crate::index::{Hit, Reached};

impl<S: Scalar, const D: usize> Orthtree<S, D> {
    /// The hits of a probe by `(reach, id)`.
    pub(super) fn hits_in_order<'a>(
        &'a self,
        probe: &'a (impl Probe<S, D> + ?Sized),
    ) -> impl Iterator<Item = Hit<S::Real>> + 'a {
        let push = |index: NodeIndex, reached: &mut Reached<S::Real>| {
            let node = self.node(index);
            if node.count > 0
                && let Some(reach) = probe.least_reach_inside(&node.bounds)
                && probe.admits(node.category)
            {
                reached.push_node(reach, index);
            }
        };
        let mut reached = Reached::new();
        push(OUTSIDE, &mut reached);
        push(ROOT, &mut reached);
        reached.into_hits(move |index, reached| {
            let node = self.node(index);
            for item in &node.items {
                if let Some(reach) = probe.reach(&item.aabb)
                    && self.is_admitted(item, |category| probe.admits(category))
                {
                    reached.push_hit(reach, item.id);
                }
            }
            self.children(node).for_each(|child| push(child, reached));
        })
    }
}
