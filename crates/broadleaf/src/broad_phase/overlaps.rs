//! All overlapping pairs of some fat boxes, as a sorted list of keys.

use alloc::vec::Vec;

use super::filters::Filters;
use super::labels::Labels;
use super::state::State;
use crate::geometry::{Aabb, Scalar};
use crate::pair_finder::{FindKeys, KeyMemory, Match, MatchFilter, PairFinder};
use crate::simd::Path;
use crate::store::{Id, to_u32};

/// Two slots as one number, the smaller slot in the upper bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Key {
    /// The number of bits of a slot: keys are short, because sorting costs by the bit.
    bits: u32,
}

impl Key {
    /// The key for slots below `slots`, of which there are at most 2<sup>30</sup>.
    pub(super) fn of(slots: usize) -> Self {
        Self {
            bits: usize::BITS - slots.leading_zeros(),
        }
    }

    #[inline]
    fn pack(self, a: u32, b: u32) -> u64 {
        u64::from(a.min(b)) << self.bits | u64::from(a.max(b))
    }

    #[inline]
    #[expect(clippy::cast_possible_truncation, reason = "each half has a slot")]
    pub(super) fn unpack(self, key: u64) -> [Id; 2] {
        [key >> self.bits, key & ((1 << self.bits) - 1)].map(|slot| Id(slot as u32))
    }
}

/// Boxes whose pairs are to be found.
#[derive(Clone, Debug)]
pub(super) struct Boxes<S, const D: usize> {
    boxes: Vec<Aabb<S, D>>,
    /// By box, its slot.
    slots: Vec<u32>,
    /// By box, whether it has pairs with those only that are not passive.
    passive: Passive,
    labels: Labels,
    pub(super) memory: KeyMemory,
}

impl<S, const D: usize> Default for Boxes<S, D> {
    fn default() -> Self {
        Self {
            boxes: Vec::new(),
            slots: Vec::new(),
            passive: Passive::default(),
            labels: Labels::default(),
            memory: KeyMemory::default(),
        }
    }
}

impl<S: Scalar, const D: usize> Boxes<S, D> {
    pub(super) fn clear(&mut self) {
        self.boxes.clear();
        self.slots.clear();
        self.passive.0.clear();
    }

    /// Adds the fat box of the proxy in a slot. Two that do not meet all others form no pair.
    pub(super) fn push_state(&mut self, slot: Id, state: &State<S, D>) {
        self.boxes.push(state.fat);
        self.slots.push(slot.0);
        self.passive.0.push(!state.mobility.meets_all());
    }

    /// Replaces `keys` by the sorted keys of all overlapping pairs that are not both passive.
    /// Leaves out the pairs that the filters of slots refuse.
    pub(super) fn find_keys(
        &mut self,
        executor: impl FindKeys,
        finder: &mut PairFinder<S, D>,
        filters: &Filters,
        key: Key,
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

impl<S: Scalar, const D: usize> Boxes<S, D> {
    /// [`find_keys`](Self::find_keys) of the boxes of all slots, which are read where they lie.
    pub(super) fn find_keys_of_all(
        &mut self,
        executor: impl FindKeys,
        finder: &mut PairFinder<S, D>,
        boxes: &[Aabb<S, D>],
        filters: &Filters,
        key: Key,
        keys: &mut Vec<u64>,
    ) {
        self.labels.replace(filters, 0..to_u32(boxes.len()));
        let query = self.labels.filter(finder.ask_all(boxes));
        let key_of = move |[a, b]: [u32; 2]| key.pack(a, b);
        executor.find_keys(query, key_of, &mut self.memory, keys);
    }
}

/// By index, whether a box is passive: two of these form no pair.
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
