//! The boxes that a probe reaches, one at a time.

use crate::geometry::{Probe, Real, Scalar};
use crate::index::{Hit, Reached};
use crate::packed_tree::levels::child_of;
use crate::packed_tree::node::take_lane;
use crate::packed_tree::view::PackedTreeView;
use crate::store::{Id, to_u32};

impl<'v, S: Scalar, const D: usize> PackedTreeView<'v, S, D> {
    /// The hits of a probe by `(reach, id)`.
    pub(in crate::packed_tree) fn hits_in_order<'a, P: Probe<S, D> + ?Sized>(
        self,
        probe: &'a P,
    ) -> impl Iterator<Item = Hit<S::Real>> + use<'a, 'v, P, S, D>
    where
        'v: 'a,
    {
        let mut reached = Reached::new();
        if self.may_find(|category| probe.admits(category)) {
            reached.push_node(S::Real::ZERO, 0);
        }
        reached.into_hits(move |number, reached| self.reach_children(probe, number, reached))
    }

    /// Adds what the probe reaches directly below a node.
    fn reach_children(
        &self,
        probe: &(impl Probe<S, D> + ?Sized),
        number: u32,
        reached: &mut Reached<S::Real>,
    ) {
        let (level, index) = self.levels.place_of(number);
        let Some(node) = self.node(level, index) else {
            return;
        };
        let ids = self.ids_of(index);
        let bits = self.levels.lanes(level, index);
        let mut bits = self.admitted(level, index, bits, |category| probe.admits(category));
        while let Some(lane) = take_lane(&mut bits) {
            let Some(child) = node.child(lane) else {
                continue;
            };
            if level == 0 {
                if let Some(reach) = probe.reach(&child) {
                    reached.push_hit(reach, Id(ids[lane]));
                }
            } else if let Some(reach) = probe.least_reach_inside(&child) {
                let child = child_of(index, lane);
                reached.push_node(reach, to_u32(self.levels.number(level - 1, child)));
            }
        }
    }
}
