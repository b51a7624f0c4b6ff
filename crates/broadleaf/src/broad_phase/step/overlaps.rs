//! Finds all overlapping pairs of some fat boxes, as a sorted list of keys.

use alloc::vec::Vec;
use core::ops::ControlFlow;

use super::labels::SlotLabels;
use crate::broad_phase::state::filters::SlotFilters;
use crate::broad_phase::state::proxy::State;
use crate::geometry::{Aabb, Scalar};
use crate::pair_finder::{FindKeys, KeyMemory, Match, MatchFilter, PairFinder};
use crate::simd::Path;
use crate::store::Id;

/// Two slots as one number, the smaller slot in the upper bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PairKey {
    /// Bits of a slot. Keys are short, because the cost of sorting depends on their bits.
    bits: u32,
}

impl PairKey {
    /// The key for slots below `slots`, of which there are at most 2<sup>30</sup>.
    pub(crate) fn of(slots: usize) -> Self {
        Self {
            bits: usize::BITS - slots.leading_zeros(),
        }
    }

    #[inline]
    pub(crate) fn pack(self, a: u32, b: u32) -> u64 {
        u64::from(a.min(b)) << self.bits | u64::from(a.max(b))
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "each half has a slot")]
    pub(crate) fn unpack(self, key: u64) -> [Id; 2] {
        [key >> self.bits, key & ((1 << self.bits) - 1)].map(|slot| Id(slot as u32))
    }
}

#[derive(Clone, Debug, Default)]
pub(crate) struct OverlapSearch<S, const D: usize> {
    boxes: Vec<Aabb<S, D>>,
    /// The slot of each box.
    slots: Vec<u32>,
    passive: Passive,
    labels: SlotLabels,
    memory: KeyMemory,
}

impl<S: Scalar, const D: usize> OverlapSearch<S, D> {
    /// Lets later searches give up beyond `most` pairs.
    pub(crate) fn limit(&mut self, most: usize) {
        self.memory.most = Some(most);
        self.memory.is_cut = false;
    }

    /// Breaks if a search gave up.
    pub(crate) fn break_if_cut(&self) -> ControlFlow<()> {
        match self.memory.is_cut {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }

    pub(crate) fn clear(&mut self) {
        self.boxes.clear();
        self.slots.clear();
        self.passive.0.clear();
    }

    /// Adds the fat box of the proxy in a slot. It is passive unless the proxy forms pairs with all
    /// others.
    pub(crate) fn push_state(&mut self, slot: Id, state: &State<S, D>) {
        self.boxes.push(state.fat);
        self.slots.push(slot.0);
        self.passive.0.push(!state.mobility.meets_all());
    }

    /// Replaces `keys` by the sorted keys of all overlapping pairs, except for pairs of two passive
    /// boxes and pairs that the filters of the slots refuse.
    pub(crate) fn find_keys(
        &mut self,
        executor: impl FindKeys,
        finder: &mut PairFinder<S, D>,
        filters: &SlotFilters,
        key: PairKey,
        keys: &mut Vec<u64>,
    ) {
        let slots = &self.slots[..];
        self.labels.replace(filters, slots.iter().copied());
        let query = if self.passive.0.contains(&true) {
            finder.ask(&self.boxes[..], None, &self.passive)
        } else {
            finder.ask_all(&self.boxes[..])
        };
        let query = self.labels.filter(query);
        let are_indices = (0..).zip(slots).all(|(index, &slot)| slot == index);
        if are_indices {
            let key_of = move |[a, b]: [u32; 2]| key.pack(a, b);
            executor.find_keys(query, key_of, &mut self.memory, keys);
        } else {
            let key_of = move |[a, b]: [u32; 2]| key.pack(slots[a as usize], slots[b as usize]);
            executor.find_keys(query, key_of, &mut self.memory, keys);
        }
    }
}

/// By index, whether a box is passive: two passive boxes form no pair.
#[derive(Clone, Debug, Default)]
struct Passive(Vec<bool>);

impl MatchFilter for Passive {
    fn admit(&self, _: Path, block: &[u32], matches: &mut [Match]) {
        let passive = |index: u32| u32::from(self.0[index as usize]);
        let lanes = (0..).zip(block);
        let lanes = lanes.fold(0, |bits, (lane, &index)| bits | passive(index) << lane);
        if lanes != 0 {
            for found in matches {
                found.lanes &= !(lanes & passive(found.index).wrapping_neg());
            }
        }
    }
}
