//! A world as bytes.
//!
//! ```text
//!   "BLwd"  version  coordinates: float or fixed, bits, fraction  dimensions  margin
//!   slots: how many; each what differs from the one before, and the user's data with its length
//!   free slots, the next one last │ changes since the last step │ refused pairs │ events │ checksum of all that
//! ```
//!
//! Numbers are those of `bytes.rs`, boxes and slots those of `image.rs`. Of one state there is one
//! save: everything that has no order is sorted.

use super::bytes::{put_number, put_pairs, put_signed};
use super::hash::{canonical_word, checksum};
use super::image::{Image, put_box, put_filter};
use super::step::{Change, State};
use super::{Margin, Mobility, World};
use crate::geometry::{Aabb, Scalar};
use crate::index::BroadPhase;
use crate::store::Id;
use alloc::vec::Vec;

pub(super) const MAGIC: &[u8; 4] = b"BLwd";
pub(super) const VERSION: u8 = 1;
pub(super) const CHECKSUM_BYTES: usize = 8;
pub(super) const FATTEN: u8 = 0;
pub(super) const SNAP: u8 = 1;
// What is said of a change.
pub(super) const TOUCHED: u8 = 1;
pub(super) const KNOWN: u8 = 1 << 1;
pub(super) const WAS_STATIC: u8 = 1 << 2;

impl<S: Scalar, const D: usize, B: BroadPhase<S, D>> World<(), S, D, B> {
    /// [`save_with`](Self::save_with) of a world without user data.
    #[must_use]
    pub fn save(&self) -> Vec<u8> {
        self.save_with(|(), _| ())
    }
}

impl<T, S: Scalar, const D: usize, B: BroadPhase<S, D>> World<T, S, D, B> {
    /// The world as bytes that mean the same on every machine, for
    /// [`restore_with`](Self::restore_with); `encode` adds the bytes of a proxy's data.
    ///
    /// Everything is in it but what it [remembers](Self::remember) and the shape of its structures,
    /// changes since the last step and its [events](Self::events) included. Worlds in the same
    /// state with the same events and data have the same bytes.
    ///
    /// Costs a look at every slot; in 2D about 20 bytes for each proxy.
    ///
    /// ```
    /// use broadleaf::{Aabb, Octree, World};
    /// let mut world = World::<u8, i32, 3>::default();
    /// let a = world.create_proxy(Aabb::new([0, 0, 0], [1, 1, 1]), 7);
    /// let bytes = world.save_with(|&data, out| out.push(data));
    ///
    /// // Over another structure, on another machine.
    /// let decode = |bytes: &[u8]| bytes.first().copied();
    /// let mut restored = World::<u8, i32, 3, Octree<i32>>::restore_with(&bytes, decode)?;
    /// assert_eq!(restored.user_data(a), Some(&7));
    /// assert_eq!(restored.state_hash(), world.state_hash());
    ///
    /// let error = World::<u8, f32, 3>::restore_with(&bytes, decode).unwrap_err();
    /// assert_eq!(error.to_string(), "the world in the bytes has coordinates of another type: 32-bit integer, not 32-bit float");
    /// # Ok::<(), broadleaf::world::RestoreError>(())
    /// ```
    #[must_use]
    pub fn save_with(&self, encode: impl FnMut(&T, &mut Vec<u8>)) -> Vec<u8> {
        let mut out = Vec::new();
        put_header::<S, D>(&mut out, MAGIC, VERSION);
        put_margin(&mut out, &self.margin);
        self.put_slots(&mut out, encode);
        put_number(&mut out, self.slots.free().len() as u64);
        self.slots
            .free()
            .iter()
            .for_each(|&slot| put_number(&mut out, slot.into()));
        self.put_changes(&mut out);
        put_pairs(&mut out, self.refused.iter());
        put_pairs(&mut out, self.events.begun.iter());
        put_pairs(&mut out, self.events.ended.iter());
        let sum = checksum(&out);
        out.extend(sum.to_le_bytes());
        out
    }

    fn put_slots(&self, out: &mut Vec<u8>, mut encode: impl FnMut(&T, &mut Vec<u8>)) {
        put_number(out, self.slots.len() as u64);
        let (mut near, mut data) = (Image::EMPTY, Vec::new());
        for slot in (0..self.slots.len()).map(Id::at) {
            let image = Image::of(slot, &self.roster());
            image.put(&near, &self.margin, out);
            if let (_, Some(proxy)) = self.slots.look(slot) {
                data.clear();
                encode(&proxy.user_data, &mut data);
                put_number(out, data.len() as u64);
                out.extend_from_slice(&data);
            }
            near = image.or_body(&near);
        }
    }

    fn put_changes(&self, out: &mut Vec<u8>) {
        let roster = self.roster();
        let mut changes: Vec<_> = self
            .changes
            .iter()
            .filter_map(|change| change.essence(roster.state(change.id)))
            .collect();
        changes.sort_unstable_by_key(Change::proxy);
        put_number(out, changes.len() as u64);
        let mut last = 0;
        for change in &changes {
            put_signed(out, i64::from(change.id.id().0) - last);
            last = i64::from(change.id.id().0);
            put_change(out, change);
        }
    }
}

pub(super) fn put_header<S: Scalar, const D: usize>(
    out: &mut Vec<u8>,
    magic: &[u8; 4],
    version: u8,
) {
    out.extend(magic);
    out.push(version);
    for number in S::ENCODING.to_numbers() {
        put_number(out, number.into());
    }
    put_number(out, D as u64);
}

pub(super) fn put_margin<S: Scalar>(out: &mut Vec<u8>, margin: &Margin<S>) {
    match *margin {
        Margin::Fatten {
            extension,
            prediction,
        } => {
            out.push(FATTEN);
            put_signed(out, canonical_word(extension));
            put_number(out, prediction.into());
        }
        Margin::Snap { cell } => {
            out.push(SNAP);
            put_signed(out, canonical_word(cell));
        }
    }
}

fn put_change<S: Scalar, const D: usize>(
    out: &mut Vec<u8>,
    &Change {
        id,
        before,
        touched,
    }: &Change<S, D>,
) {
    put_number(out, id.generation().into());
    let touched = if touched { TOUCHED } else { 0 };
    let Some(State {
        fat,
        filter,
        mobility,
    }) = before
    else {
        return out.push(touched);
    };
    out.push(
        touched
            | KNOWN
            | if mobility == Mobility::Static {
                WAS_STATIC
            } else {
                0
            },
    );
    put_box(out, &fat, &Aabb::point([S::default(); D]));
    put_filter(out, &filter);
}
