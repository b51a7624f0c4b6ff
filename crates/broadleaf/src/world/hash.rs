//! One number for the whole state of a world.
//!
//! It is a sum over slots, free slots and refused pairs, so that what has not changed need not be
//! looked at again, and order plays no part where it has no meaning. What has changed since the
//! last step is added for each asking.

use super::image::Image;
use super::step::{Change, State};
use super::{Margin, ProxyId, World};
use crate::geometry::{Aabb, Scalar};
use crate::index::BroadPhase;
use crate::store::Id;

/// What a share of the sum is about: equal numbers of different meaning must not look alike.
#[derive(Clone, Copy)]
pub(super) enum Kind {
    Proxy,
    Vacant,
    Free,
    Refused,
    Change,
    World,
    Bytes,
}

/// Takes in words, two at a time, each pair by one multiplication to twice the width. For
/// accidents, not against attackers.
pub(super) struct Mix(u64);

/// The fractional bits of the square roots of 2 and 3.
const ROOT_2: u64 = 0x6a09_e667_f3bc_c909;
const ROOT_3: u64 = 0xbb67_ae85_84ca_a73b;

impl Mix {
    pub(super) fn new(kind: Kind) -> Self {
        Self(fold(ROOT_2 ^ kind as u64, ROOT_3))
    }

    #[inline]
    pub(super) fn with(self, a: u64, b: u64) -> Self {
        Self(fold(self.0 ^ a, b ^ ROOT_2))
    }

    pub(super) fn finish(self) -> u64 {
        fold(self.0, ROOT_3)
    }
}

/// Both halves of the product in one.
#[inline]
#[expect(
    clippy::cast_possible_truncation,
    reason = "the halves are what is wanted"
)]
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    (product >> 64) as u64 ^ product as u64
}

/// The word of a number, the same for 0 and -0, and for every NaN: the world does not distinguish
/// them.
pub(super) fn canonical_word<S: Scalar>(value: S) -> i64 {
    if value.is_nan() {
        // Above infinity.
        S::MAX.to_word() + 1
    } else if value == S::default() {
        S::default().to_word()
    } else {
        value.to_word()
    }
}

fn hashed<S: Scalar>(value: S) -> u64 {
    canonical_word(value).cast_unsigned()
}

pub(super) fn hashed_box<S: Scalar, const D: usize>(mix: Mix, aabb: &Aabb<S, D>) -> Mix {
    (0..D)
        .map(|axis| aabb.ends(axis).map(hashed))
        .fold(mix, |mix, [min, max]| mix.with(min, max))
}

/// What pairs depend on but for the box, in two words.
pub(super) fn hashed_filter<S, const D: usize>(
    State {
        filter, mobility, ..
    }: &State<S, D>,
) -> (u64, u64) {
    let masks = u64::from(filter.category) << 32 | u64::from(filter.mask);
    (
        masks,
        u64::from(filter.group.cast_unsigned()) << 32 | *mobility as u64,
    )
}

/// The share of a free slot: which one, and when it is its turn.
pub(super) fn hash_of_free((turn, slot): (usize, u32)) -> u64 {
    Mix::new(Kind::Free).with(turn as u64, slot.into()).finish()
}

pub(super) fn hash_of_refused(&(a, b): &(ProxyId, ProxyId)) -> u64 {
    Mix::new(Kind::Refused)
        .with(a.to_bits(), b.to_bits())
        .finish()
}

pub(super) fn sum(shares: impl Iterator<Item = u64>) -> u64 {
    shares.fold(0, u64::wrapping_add)
}

impl<T, S: Scalar, const D: usize, B: BroadPhase<S, D>> World<T, S, D, B> {
    /// A hash of everything that later steps and ids depend on, the same on every machine: equal
    /// for equal states, however they came about.
    ///
    /// That is the margin, all slots with their generations and the order in which they are used
    /// again, tight and fat boxes, filters, what has changed since the last step, and the pairs
    /// that your filter refused. It is not: your data, which you can hash yourself; the events of
    /// the last step; the shape of a structure. -0 counts as 0. Worlds of different number types
    /// have different hashes in general, even where the numbers are the same.
    ///
    /// With [`Margin::Fatten`](super::Margin::Fatten) a fat box is part of the state and remembers
    /// where its proxy was; with [`Margin::Snap`](super::Margin::Snap) it is a function of the
    /// tight one. Which id a proxy has depends on the order of creations and destructions.
    ///
    /// Two different states have the same hash with a probability of 2<sup>-64</sup>, unless
    /// somebody makes them on purpose.
    ///
    /// Costs what has changed since the last step in a world that [remembers](Self::remember)
    /// steps, even if it is none; a look at every slot in any other.
    ///
    /// ```
    /// use broadleaf::{Aabb, World};
    /// let [mut one, mut other] = [(); 2].map(|()| World::<&str, i32, 2>::default());
    /// let a = one.create_proxy(Aabb::new([0, 0], [1, 1]), "here");
    /// let b = other.create_proxy(Aabb::new([7, 7], [8, 8]), "on its way");
    /// assert_ne!(one.state_hash(), other.state_hash());
    /// other.move_proxy(b, Aabb::new([0, 0], [1, 1]), [0, 0])?;
    /// assert_eq!(one.state_hash(), other.state_hash());
    /// # Ok::<(), broadleaf::world::UnknownProxy>(())
    /// ```
    #[must_use]
    pub fn state_hash(&self) -> u64 {
        let journal = self
            .journal
            .as_ref()
            .and_then(|journal| journal.hash(&self.roster()));
        let settled = journal.unwrap_or_else(|| self.settled_hash());
        let margin = match self.margin {
            Margin::Fatten {
                extension,
                prediction,
            } => [hashed(extension), u64::from(prediction) << 1],
            Margin::Snap { cell } => [hashed(cell), 1],
        };
        Mix::new(Kind::World)
            .with(margin[0], margin[1])
            .with(settled, self.pending_hash())
            .finish()
    }

    /// The sum over what stays the same in a step without events.
    pub(super) fn settled_hash(&self) -> u64 {
        let roster = self.roster();
        let slots = (0..self.slots.len())
            .map(Id::at)
            .map(|slot| Image::of(slot, &roster).hash(slot));
        let free = self
            .slots
            .free()
            .iter()
            .copied()
            .enumerate()
            .map(hash_of_free);
        sum(slots
            .chain(free)
            .chain(self.refused.iter().map(hash_of_refused)))
    }

    /// The sum over what has changed since the last step.
    fn pending_hash(&self) -> u64 {
        let roster = self.roster();
        sum(self
            .changes
            .iter()
            .filter_map(|change| change.essence(roster.state(change.id)))
            .map(|change| change.hash()))
    }
}

impl<S: Scalar, const D: usize> Change<S, D> {
    fn hash(&self) -> u64 {
        let mix = Mix::new(Kind::Change).with(self.id.to_bits(), self.touched.into());
        let Some(before) = self.before else {
            return mix.finish();
        };
        let (filter, group) = hashed_filter(&before);
        hashed_box(mix, &before.fat).with(filter, group).finish()
    }
}

/// A hash of bytes, to notice when some of them have changed.
pub(super) fn checksum(bytes: &[u8]) -> u64 {
    let mix = Mix::new(Kind::Bytes).with(bytes.len() as u64, 0);
    let word = |part: &[u8]| {
        part.iter()
            .rev()
            .fold(0, |word, &byte| word << 8 | u64::from(byte))
    };
    bytes
        .chunks(16)
        .map(|pair| pair.split_at(pair.len().min(8)))
        .fold(mix, |mix, (a, b)| mix.with(word(a), word(b)))
        .finish()
}
