//! One number for the whole state of a broad phase.
//!
//! It is a wrapping sum over slots and refused pairs. So order plays no part, and only changes have
//! to be hashed: the journal subtracts the word of a slot that changes and adds the new one. A hash
//! of a sequence would have to be recomputed from the first difference on, and so would a tree of
//! hashes.
//! The changes since the last step are added in each call. Changes that make no difference are left
//! out, so a proxy that moved there and back leaves no trace.

use alloc::vec::Vec;

use super::image::{Image, words_of_state};
use super::journal::hash_of_refused;
use super::mixer::{HashKind, Mixer, checksum, sum, words_of_margin};
use crate::broad_phase::broad_phase::BroadPhase;
use crate::broad_phase::state::id::ProxyId;
use crate::broad_phase::state::proxy::Change;
use crate::geometry::Scalar;
use crate::index::SpatialIndexMut;
use crate::store::Id;

impl<T, S: Scalar, const D: usize, B: SpatialIndexMut<S, D>, F: SpatialIndexMut<S, D>>
    BroadPhase<T, S, D, B, F>
{
    /// A hash of everything that later events and ids depend on. It is the same on every machine,
    /// and equal for equal states, whatever their history.
    ///
    /// It covers the margin, all slots with their generations, tight and fat boxes, filters,
    /// mobilities, margins of single proxies, the changes since the last step, which proxies with a
    /// fat box far ahead moved since then, and the pairs that your filter refused. It does not
    /// cover your data, for which there is [`state_hash_with`](Self::state_hash_with), the
    /// [frame](Self::frame), the events of the last step, and the shape of a structure. -0 counts
    /// as 0. Broad phases of different number types have different hashes in general, even for the
    /// same numbers.
    ///
    /// With [`Margin::Fatten`](crate::broad_phase::Margin::Fatten) a fat box is part of the state
    /// and depends on where its proxy was; with [`Margin::Snap`](crate::broad_phase::Margin::Snap)
    /// it is a function of the tight one. The id of a new proxy depends on the order of creations
    /// and destructions, unless you [choose the ids](Self::create_at).
    ///
    /// Two different states have the same hash with a probability of 2<sup>-64</sup>, unless they
    /// were constructed for that.
    ///
    /// In a broad phase that [remembers](Self::remember) steps, even with `remember(0)`, the cost
    /// is proportional to the changes since the last step. Otherwise every slot is read.
    ///
    /// ```
    /// use broadleaf::{Aabb, BroadPhase};
    /// let [mut one, mut other] = [(); 2].map(|()| BroadPhase::<&str, i32, 2>::default());
    /// let a = one.create(Aabb::new([0, 0], [1, 1]), "here");
    /// let b = other.create(Aabb::new([7, 7], [8, 8]), "on its way");
    /// assert_ne!(one.state_hash(), other.state_hash());
    /// other.move_to(b, Aabb::new([0, 0], [1, 1]), [0, 0])?;
    /// assert_eq!(one.state_hash(), other.state_hash());
    /// # Ok::<(), broadleaf::broad_phase::UnknownProxy>(())
    /// ```
    #[must_use]
    #[doc(alias = "checksum")]
    pub fn state_hash(&self) -> u64 {
        let carried = self
            .journal
            .as_ref()
            .and_then(|journal| journal.hash(&self.table));
        let settled = carried.unwrap_or_else(|| self.settled_hash());
        let [a, b] = words_of_margin(&self.margin);
        Mixer::new(HashKind::BroadPhase)
            .with(a, b)
            .with(settled, self.pending_hash())
            .finish()
    }

    /// The [`state_hash`](Self::state_hash) combined with your data: the checksum of a game that
    /// keeps its whole state in its proxies.
    ///
    /// `encode` appends the bytes of a proxy's data, the same on every machine, as for
    /// [`save_with`](Self::save_with); `to_le_bytes` encodes a number. The data of proxies that
    /// were destroyed since the last step is included. [Departed](Self::departed) data is not: it
    /// belongs to the events of the last step.
    ///
    /// Calls `encode` for every proxy, even in a broad phase that [remembers](Self::remember)
    /// steps.
    ///
    /// ```
    /// use broadleaf::{Aabb, BroadPhase};
    /// struct Body { velocity: [i32; 2] }
    /// let encode = |body: &Body, out: &mut Vec<u8>| {
    ///     body.velocity.iter().for_each(|along| out.extend(along.to_le_bytes()));
    /// };
    /// let [one, other] = [3, 4].map(|speed| {
    ///     let mut broad_phase = BroadPhase::<Body, i32, 2>::default();
    ///     broad_phase.create(Aabb::new([0, 0], [1, 1]), Body { velocity: [speed, 0] });
    ///     broad_phase
    /// });
    /// assert_eq!(one.state_hash(), other.state_hash());
    /// assert_ne!(one.state_hash_with(encode), other.state_hash_with(encode));
    /// ```
    #[must_use]
    pub fn state_hash_with(&self, mut encode: impl FnMut(&T, &mut Vec<u8>)) -> u64 {
        let mut bytes = Vec::new();
        let living = self.iter();
        let departing = self.departing.iter().map(|(id, data)| (*id, data));
        let data = sum(living.chain(departing).map(|(id, data)| {
            bytes.clear();
            encode(data, &mut bytes);
            Mixer::new(HashKind::Data)
                .with(id.to_bits(), checksum(&bytes))
                .finish()
        }));
        Mixer::new(HashKind::BroadPhase)
            .with(self.state_hash(), data)
            .finish()
    }

    /// The sum over the slots and the refused pairs, which a step without events does not change.
    pub(crate) fn settled_hash(&self) -> u64 {
        let slots = (0..self.table.slots.len())
            .map(Id::at)
            .map(|slot| Image::of(slot, &self.table).hash(slot));
        sum(slots.chain(self.refused.iter().map(hash_of_refused)))
    }

    /// The sum over the changes since the last step.
    fn pending_hash(&self) -> u64 {
        let changes = self.table.changes.iter();
        let changes = changes
            .filter_map(|change| change.reduced(self.table.state(change.id)))
            .map(|change| hash_of_change(&change));
        sum(changes.chain(self.moved_ahead().map(hash_of_moved)))
    }
}

fn hash_of_moved(id: ProxyId) -> u64 {
    Mixer::new(HashKind::Moved).with(id.to_bits(), 0).finish()
}

fn hash_of_change<S: Scalar, const D: usize>(change: &Change<S, D>) -> u64 {
    let mixer = Mixer::new(HashKind::Change).with(change.id.to_bits(), change.touched.into());
    let Some(before) = change.before else {
        return mixer.finish();
    };
    let [masks, group] = words_of_state(&before);
    mixer.with_box(&before.fat).with(masks, group).finish()
}

#[cfg(test)]
#[path = "tests/hash.rs"]
mod tests;
