//! One number for the whole state of a broad phase.
//!
//! It is a sum over slots and refused pairs, so that order plays no part, and what did not change
//! need not be hashed again. What changed since the last step is added at each call.

use super::broad_phase::BroadPhase;
use super::id::ProxyId;
use super::image::{Image, words_of_state};
use super::journal::hash_of_refused;
use super::mixer::{Kind, Mixer, sum, words_of_margin};
use super::state::Change;
use crate::geometry::Scalar;
use crate::index::SpatialIndexMut;
use crate::store::Id;

impl<T, S: Scalar, const D: usize, B: SpatialIndexMut<S, D>, F: SpatialIndexMut<S, D>>
    BroadPhase<T, S, D, B, F>
{
    /// A hash of everything that later events and ids depend on, the same on every machine: equal
    /// for equal states, whatever their history.
    ///
    /// It covers the margin, all slots with their generations, tight and fat boxes, filters,
    /// mobilities, margins of single proxies, what changed since the last step, which proxies with
    /// a fat box far ahead moved since, and the pairs that your filter refused. It does not cover
    /// your data, which you can hash yourself, the [frame](Self::frame), the events of the last
    /// step, and the shape of a structure. -0 counts as 0. Broad phases of different number types
    /// have different hashes in general, even for the same numbers.
    ///
    /// With [`Margin::Fatten`](super::Margin::Fatten) a fat box is part of the state and remembers
    /// where its proxy was; with [`Margin::Snap`](super::Margin::Snap) it is a function of the
    /// tight one. Which id a proxy gets depends on the order of creations and destructions, unless
    /// you [give the ids](Self::create_at).
    ///
    /// Two different states have the same hash with a probability of 2<sup>-64</sup>, unless they
    /// were constructed for that.
    ///
    /// Costs what changed since the last step in a broad phase that [remembers](Self::remember)
    /// steps, also with `remember(0)`, and a look at every slot in other broad phases.
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
        Mixer::new(Kind::BroadPhase)
            .with(a, b)
            .with(settled, self.pending_hash())
            .finish()
    }

    /// The sum over what a step without events does not change, from all slots.
    pub(super) fn settled_hash(&self) -> u64 {
        let slots = (0..self.table.slots.len())
            .map(Id::at)
            .map(|slot| Image::of(slot, &self.table).hash(slot));
        sum(slots.chain(self.refused.iter().map(hash_of_refused)))
    }

    /// The sum over what changed since the last step.
    fn pending_hash(&self) -> u64 {
        let changes = self.table.changes.iter();
        let changes = changes
            .filter_map(|change| change.reduced(self.table.state(change.id)))
            .map(|change| hash_of_change(&change));
        sum(changes.chain(self.moved_ahead().map(hash_of_moved)))
    }
}

fn hash_of_moved(id: ProxyId) -> u64 {
    Mixer::new(Kind::Moved).with(id.to_bits(), 0).finish()
}

fn hash_of_change<S: Scalar, const D: usize>(change: &Change<S, D>) -> u64 {
    let mixer = Mixer::new(Kind::Change).with(change.id.to_bits(), change.touched.into());
    let Some(before) = change.before else {
        return mixer.finish();
    };
    let [masks, group] = words_of_state(&before);
    mixer.with_box(&before.fat).with(masks, group).finish()
}
