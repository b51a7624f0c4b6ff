//! Saves a broad phase as bytes.
//!
//! ```text
//!   header (header.rs)  frame  whether steps report stays (1)
//!   slots: count, for each the difference from the previous one, user data with length
//!   changes since the last step │ slots that moved since and reach far ahead (ahead.rs)
//!   refused pairs │ events │ departed data │ departing data
//!   checksum of all of this (8)
//!   a change: slot, generation, kind (1): 0 created, 2 changed or removed, 3 touched; what existed
//! ```
//!
//! `bytes.rs` defines the numbers, `boxes.rs` the boxes, `image.rs` the slots. Everything without
//! an order is sorted, so that a state has one save. 0 and -0 are different bytes. The reasons of
//! pairs that ended follow from the slots and the changes.

use alloc::vec::Vec;

use super::boxes::{origin, put_box, put_filter};
use super::bytes::{put_number, put_pairs, put_slot_after};
use super::header::{Format, Header};
use super::image::Image;
use super::mixer::checksum;
use crate::broad_phase::broad_phase::BroadPhase;
use crate::broad_phase::state::departed::Departed;
use crate::broad_phase::state::proxy::Change;
use crate::geometry::Scalar;
use crate::index::SpatialIndexMut;
use crate::store::Id;

pub(crate) const FORMAT: Format = Format {
    magic: *b"BLwd",
    version: 4,
};

impl<S: Scalar, const D: usize, B: SpatialIndexMut<S, D>, F: SpatialIndexMut<S, D>>
    BroadPhase<(), S, D, B, F>
{
    /// [`save_with`](Self::save_with) for a broad phase without user data.
    #[must_use]
    pub fn save(&self) -> Vec<u8> {
        self.save_with(|(), _| ())
    }
}

impl<T, S: Scalar, const D: usize, B: SpatialIndexMut<S, D>, F: SpatialIndexMut<S, D>>
    BroadPhase<T, S, D, B, F>
{
    /// Encodes the broad phase as bytes that mean the same on every machine, for
    /// [`restore_with`](Self::restore_with). `encode` appends the bytes of a proxy's data.
    ///
    /// The bytes contain everything except the [remembered](Self::remember) steps and the shape of
    /// the structures: even changes since the last step, [events](Self::events) and
    /// [departed](Self::departed) data. Broad phases in the same state with the same events, data
    /// and frame have the same bytes, unless one has 0 where the other has -0: the hash does not
    /// distinguish these, but a restored box has the bits of the saved one.
    ///
    /// Reads every slot. In 2D a proxy takes about 20 bytes, and a free slot below the highest one
    /// takes one byte.
    ///
    /// ```
    /// use broadleaf::{Aabb, Octree, BroadPhase};
    /// let mut broad_phase = BroadPhase::<u8, i32, 3>::default();
    /// let a = broad_phase.create(Aabb::new([0, 0, 0], [1, 1, 1]), 7);
    /// let bytes = broad_phase.save_with(|&data, out| out.push(data));
    ///
    /// // Over another structure, on another machine.
    /// let decode = |bytes: &[u8]| bytes.first().copied();
    /// let mut restored = BroadPhase::<u8, i32, 3, Octree<i32>>::restore_with(&bytes, decode)?;
    /// assert_eq!(restored.user_data(a), Some(&7));
    /// assert_eq!(restored.state_hash(), broad_phase.state_hash());
    ///
    /// let error = BroadPhase::<u8, f32, 3>::restore_with(&bytes, decode).unwrap_err();
    /// assert_eq!(error.to_string(), "the saved broad phase has coordinates of another type: 32-bit integer, not 32-bit float");
    /// # Ok::<(), broadleaf::broad_phase::RestoreError>(())
    /// ```
    #[must_use]
    pub fn save_with(&self, mut encode: impl FnMut(&T, &mut Vec<u8>)) -> Vec<u8> {
        let mut out = Vec::new();
        FORMAT.put(&mut out);
        Header::new::<S, D>(self.margin).put(&mut out);
        put_number(&mut out, self.frame);
        out.push(self.reports_stays().into());
        self.put_slots(&mut out, &mut encode);
        self.put_changes(&mut out);
        self.put_moved_ahead(&mut out);
        put_pairs(&mut out, self.refused.iter());
        put_pairs(&mut out, self.events.begun.iter());
        put_pairs(&mut out, self.events.ended.iter());
        put_pairs(&mut out, self.events.stayed.iter());
        put_departed(&mut out, &self.departed, &mut encode);
        put_departed(&mut out, &self.departing, &mut encode);
        let sum = checksum(&out);
        out.extend(sum.to_le_bytes());
        out
    }

    /// The data that a save encodes, in the same order: of living, departed and departing proxies.
    #[cfg(feature = "serde")]
    pub(crate) fn saved_data(&self) -> impl Iterator<Item = &T> {
        let living = self.iter().map(|(_, data)| data);
        let gone = [&self.departed, &self.departing];
        let gone = gone.into_iter().flat_map(Departed::sorted);
        living.chain(gone.map(|(_, data)| data))
    }

    fn put_slots(&self, out: &mut Vec<u8>, encode: &mut impl FnMut(&T, &mut Vec<u8>)) {
        let slots = &self.table.slots;
        put_number(out, slots.len() as u64);
        let mut near = Image::UNUSED;
        for slot in (0..slots.len()).map(Id::at) {
            let image = Image::of(slot, &self.table);
            image.put(&near, &self.margin, out);
            if let (_, Some(proxy)) = slots.entry(slot) {
                put_data(out, &proxy.user_data, encode);
            }
            near = image.or_body_of(&near);
        }
    }

    fn put_changes(&self, out: &mut Vec<u8>) {
        let changes = self.table.changes.iter();
        let mut changes: Vec<_> = changes
            .filter_map(|change| change.reduced(self.table.state(change.id)))
            .collect();
        changes.sort_unstable_by_key(Change::proxy);
        put_number(out, changes.len() as u64);
        let mut last = 0;
        for change in &changes {
            let slot = change.id.id().0;
            put_slot_after(out, slot, last);
            put_change(out, change);
            last = slot;
        }
    }

    fn put_moved_ahead(&self, out: &mut Vec<u8>) {
        let mut moved: Vec<_> = self.moved_ahead().map(|id| id.id().0).collect();
        moved.sort_unstable();
        put_number(out, moved.len() as u64);
        let mut last = 0;
        for slot in moved {
            put_slot_after(out, slot, last);
            last = slot;
        }
    }
}

fn put_change<S: Scalar, const D: usize>(out: &mut Vec<u8>, change: &Change<S, D>) {
    put_number(out, change.id.generation().into());
    out.push(u8::from(change.touched) | u8::from(change.before.is_some()) << 1);
    if let Some(before) = &change.before {
        out.push(before.mobility.code());
        put_box(out, &before.fat, &origin());
        put_filter(out, &before.filter);
    }
}

/// Writes user data after its length.
fn put_data<T>(out: &mut Vec<u8>, data: &T, encode: &mut impl FnMut(&T, &mut Vec<u8>)) {
    let mut bytes = Vec::new();
    encode(data, &mut bytes);
    put_number(out, bytes.len() as u64);
    out.extend(bytes);
}

fn put_departed<T>(
    out: &mut Vec<u8>,
    departed: &Departed<T>,
    encode: &mut impl FnMut(&T, &mut Vec<u8>),
) {
    let departed = departed.sorted();
    put_number(out, departed.len() as u64);
    let mut last = 0;
    for (id, data) in departed {
        put_slot_after(out, id.id().0, last);
        put_number(out, id.generation().into());
        put_data(out, data, encode);
        last = id.id().0;
    }
}
