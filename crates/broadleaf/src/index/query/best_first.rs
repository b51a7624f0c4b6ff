//! Hits in the order in which a probe reaches them, found on demand.
//!
//! After Hjaltason & Samet 1999: nodes and boxes wait in one queue, soonest first. A box at the
//! front is the next hit, since everything not yet in the queue is below a node in the queue, and
//! no sooner than that node. So the first k hits open about as many nodes as a search for the k
//! nearest boxes, without knowing k.

use crate::geometry::Real;
use crate::index::hit::Hit;
use crate::store::Id;
use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::Reverse;

/// Whether the entry is a box, and the number of the node or the id of the box.
///
/// At equal reaches nodes come before boxes: a node as near as a box may contain a box that is as
/// near and has a smaller id, which is then the first hit.
type Waiting = (bool, u32);

/// What a probe reaches and has not yet been visited.
#[derive(Clone, Debug)]
pub(crate) struct Reached<R: Real>(BinaryHeap<Reverse<Hit<R, Waiting>>>);

impl<R: Real> Reached<R> {
    pub(crate) fn new() -> Self {
        Self(BinaryHeap::new())
    }

    /// All hits of an index without nodes. Costs O(number of hits).
    pub(crate) fn from_hits(hits: Vec<Hit<R>>) -> Self {
        let hits = hits.into_iter();
        let waiting = hits.map(|hit| Reverse(Hit::new(hit.reach, (true, hit.id.0))));
        Self(waiting.collect::<Vec<_>>().into())
    }

    pub(crate) fn push_node(&mut self, reach: R, number: u32) {
        self.0.push(Reverse(Hit::new(reach, (false, number))));
    }

    pub(crate) fn push_hit(&mut self, reach: R, id: Id) {
        self.0.push(Reverse(Hit::new(reach, (true, id.0))));
    }

    /// The hits by `(reach, id)`. `open` pushes what the probe reaches directly below a node, no
    /// sooner than the node.
    pub(crate) fn into_hits(
        mut self,
        mut open: impl FnMut(u32, &mut Self),
    ) -> impl Iterator<Item = Hit<R>> {
        core::iter::from_fn(move || {
            loop {
                let Reverse(Hit {
                    reach,
                    id: (is_box, number),
                }) = self.0.pop()?;
                if is_box {
                    return Some(Hit::new(reach, Id(number)));
                }
                open(number, &mut self);
            }
        })
    }
}
