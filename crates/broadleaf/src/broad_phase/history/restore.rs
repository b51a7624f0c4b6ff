//! Restores a broad phase from bytes, each of which is checked.

use alloc::vec::Vec;

use super::boxes::{margin_from_words, origin, read_box, read_filter};
use super::bytes::{Malformed, Reader};
use super::header::Header;
use super::image::{Image, ProxyImage, read_mobility};
use super::mixer::checksum;
use super::restore_error::RestoreError;
use super::save::FORMAT;
use crate::broad_phase::broad_phase::BroadPhase;
use crate::broad_phase::state::departed::Departed;
use crate::broad_phase::state::id::ProxyId;
use crate::broad_phase::state::margin::Margin;
use crate::broad_phase::state::mobility::Mobility;
use crate::broad_phase::state::proxy::{Change, State, Status};
use crate::broad_phase::state::records::Kinds;
use crate::broad_phase::state::slots::MAX_SLOTS;
use crate::broad_phase::step::events::Events;
use crate::broad_phase::step::reason::find_reasons;
use crate::geometry::{Aabb, Scalar};
use crate::index::SpatialIndexMut;
use crate::store::Id;

impl<
    S: Scalar,
    const D: usize,
    B: SpatialIndexMut<S, D> + Default,
    F: SpatialIndexMut<S, D> + Default,
> BroadPhase<(), S, D, B, F>
{
    /// [`restore_with`](Self::restore_with) for a broad phase without user data.
    ///
    /// # Errors
    /// If the bytes are not such a broad phase.
    pub fn restore(bytes: &[u8]) -> Result<Self, RestoreError> {
        Self::restore_with(bytes, |data| data.is_empty().then_some(()))
    }
}

impl<
    T,
    S: Scalar,
    const D: usize,
    B: SpatialIndexMut<S, D> + Default,
    F: SpatialIndexMut<S, D> + Default,
> BroadPhase<T, S, D, B, F>
{
    /// [`restore_into`](Self::restore_into) with default structures.
    ///
    /// # Errors
    /// If the bytes are not such a broad phase.
    pub fn restore_with(
        bytes: &[u8],
        decode: impl FnMut(&[u8]) -> Option<T>,
    ) -> Result<Self, RestoreError> {
        Self::restore_into(bytes, decode, B::default(), F::default())
    }
}

impl<T, S: Scalar, const D: usize, B: SpatialIndexMut<S, D>, F: SpatialIndexMut<S, D>>
    BroadPhase<T, S, D, B, F>
{
    /// Restores a [saved](Self::save_with) broad phase over two structures with their settings, as
    /// in [`with_structures`](Self::with_structures). `decode` makes a proxy's data from its bytes,
    /// or returns `None` if they are invalid.
    ///
    /// The broad phase continues like the saved one, with the same events, ids and hashes. It
    /// remembers no steps.
    ///
    /// Every sequence of bytes is safe: the result is an error, or a broad phase that passes
    /// [`validate`](Self::validate). Time and memory are proportional to the number of bytes, up to
    /// a logarithm: a slot has at least one byte and takes a few hundred.
    ///
    /// # Errors
    /// If the bytes are damaged, or a broad phase with another scalar, dimension or version.
    pub fn restore_into(
        bytes: &[u8],
        mut decode: impl FnMut(&[u8]) -> Option<T>,
        moving: B,
        fixed: F,
    ) -> Result<Self, RestoreError> {
        let reader = &mut check_bytes(bytes)?;
        let margin = read_header::<S, D>(reader)?;
        let mut broad_phase = Self::with_structures(margin, moving, fixed);
        broad_phase.frame = reader.number()?;
        broad_phase.read_reports_stays(reader)?;
        broad_phase.read_slots(reader, &mut decode)?;
        broad_phase.read_changes(reader)?;
        broad_phase.read_moved_ahead(reader)?;
        broad_phase.read_refused(reader)?;
        broad_phase.read_events(reader)?;
        broad_phase.departed = broad_phase.read_departed(reader, &mut decode, |_| true)?;
        broad_phase.read_departing(reader, &mut decode)?;
        reader.check(reader.remaining() == 0, "there are bytes after the end")?;
        broad_phase.fill_structures();
        Ok(broad_phase)
    }

    fn read_reports_stays(&mut self, reader: &mut Reader) -> Result<(), Malformed> {
        let reports = reader.byte()?;
        reader.check(reports <= 1, "the flag for stays is neither 0 nor 1")?;
        self.set_reports_stays(reports == 1);
        Ok(())
    }

    fn read_slots(
        &mut self,
        reader: &mut Reader,
        decode: &mut impl FnMut(&[u8]) -> Option<T>,
    ) -> Result<(), RestoreError> {
        let mut near = Image::UNUSED;
        let count = reader.count()?;
        reader.check(count <= MAX_SLOTS, "there are too many slots")?;
        for slot in (0..count).map(Id::at) {
            let image = Image::read(reader, &near, &self.margin)?;
            near = image.or_body_of(&near);
            let mut proxy = None;
            if let Some(body) = &image.body {
                self.check_fat(reader, body)?;
                let id = ProxyId::new(slot.0, image.generation);
                proxy = Some(body.into_proxy(read_data(reader, id, decode)?));
            }
            let fat = near.body.map_or(Aabb::EVERYWHERE, |body| body.state.fat);
            let mobility = image.body.map(|body| body.state.mobility);
            self.table.fats.push(fat);
            self.table.statuses.push(Status::at_rest(mobility));
            self.table.may_sleep |= mobility == Some(Mobility::Sleeping);
            if let Some(body) = &image.body {
                self.table.set_margin(slot, body.margin);
                self.table.filters.set(slot, body.state.filter);
            }
            self.table.slots.put(slot, image.generation, proxy);
        }
        reader.check(!self.ends_unused(), "the last slot was never used")?;
        Ok(())
    }

    /// Whether the last slot was never used. A broad phase does not end in such slots.
    fn ends_unused(&self) -> bool {
        let slots = &self.table.slots;
        slots.len().checked_sub(1).is_some_and(|last| {
            let (generation, proxy) = slots.entry(Id::at(last));
            generation == 0 && proxy.is_none()
        })
    }

    fn check_fat(&self, reader: &Reader, body: &ProxyImage<S, D>) -> Result<(), Malformed> {
        let margin = body.margin(&self.margin);
        reader.check(
            margin.allows(&body.state.fat, &body.tight),
            "a fat box does not belong to its tight box",
        )
    }

    fn read_changes(&mut self, reader: &mut Reader) -> Result<(), Malformed> {
        let mut last = 0;
        for number in 0..reader.count()? {
            let slot = reader.slot_after(last)?;
            last = slot;
            let change = read_change(reader, slot)?;
            self.check_order(reader, &change)?;
            self.check_change(reader, &change)?;
            if self.table.slots.get(change.id).is_some() {
                let status = &mut self.table.statuses[slot as usize];
                status.change = u32::try_from(number).unwrap_or(Status::NO_CHANGE);
            }
            self.table.changes.push(change);
            self.table.kinds = Kinds::ALL;
        }
        Ok(())
    }

    fn check_order(&self, reader: &Reader, change: &Change<S, D>) -> Result<(), Malformed> {
        let Some(last) = self.table.changes.last() else {
            return Ok(());
        };
        reader.check(last.id < change.id, "changes are not in order")?;
        let both_existed = last.before.is_some() && change.before.is_some();
        reader.check(
            last.id.id() != change.id.id() || !both_existed,
            "two proxies were in the same slot",
        )
    }

    /// Checks that a change makes a difference, and that its proxy exists or existed.
    fn check_change(&self, reader: &Reader, change: &Change<S, D>) -> Result<(), Malformed> {
        let now = self.table.state(change.id);
        let reduced = change.reduced(now);
        reader.check(
            reduced.is_some_and(|reduced| reduced.touched == change.touched),
            "a change changes nothing",
        )?;
        reader.check(
            now.is_some() || self.table.slots.was_destroyed(change.id),
            "a change of a proxy that never existed",
        )
    }

    fn read_moved_ahead(&mut self, reader: &mut Reader) -> Result<(), Malformed> {
        self.find_ahead((0..self.table.slots.len()).map(Id::at));
        let mut last = None;
        for _ in 0..reader.count()? {
            let slot = reader.slot_after(last.unwrap_or(0))?;
            reader.check(
                last.is_none_or(|last| last < slot),
                "slots that moved are not in order",
            )?;
            reader.check(
                self.is_ahead(Id(slot)),
                "a slot that moved does not reach far ahead",
            )?;
            self.ahead.note_move(Id(slot));
            last = Some(slot);
        }
        Ok(())
    }

    fn read_refused(&mut self, reader: &mut Reader) -> Result<(), Malformed> {
        let pairs = reader.pairs()?;
        reader.check(
            pairs.iter().all(self.table.was_pair()),
            "a refused pair was not a pair",
        )?;
        for pair in &pairs {
            self.refused.set(pair, true);
        }
        Ok(())
    }

    fn read_events(&mut self, reader: &mut Reader) -> Result<(), Malformed> {
        let mut events = Events {
            begun: reader.pairs()?,
            ended: reader.pairs()?,
            reasons: Vec::new(),
            stayed: reader.pairs()?,
        };
        let Events {
            begun,
            ended,
            reasons,
            stayed,
        } = &mut events;
        let mut ids = begun.iter().chain(&*ended).chain(&*stayed).flatten();
        reader.check(
            ids.all(|&id| self.contains(id) || self.table.slots.was_destroyed(id)),
            "an event of a proxy that never existed",
        )?;
        find_reasons(ended, self.table.at_last_step(), reasons);
        self.events = events;
        Ok(())
    }

    /// Proxies that were destroyed since the last step, with their data.
    fn read_departing(
        &mut self,
        reader: &mut Reader,
        decode: &mut impl FnMut(&[u8]) -> Option<T>,
    ) -> Result<(), RestoreError> {
        let before = self.table.at_last_step();
        let departing = self.read_departed(reader, decode, |id| before(id).is_some())?;
        let destroyed = self.table.changes.iter();
        let destroyed = destroyed
            .filter(|change| change.before.is_some() && self.table.slots.get(change.id).is_none());
        reader.check(
            departing.sorted().len() == destroyed.count(),
            "a destroyed proxy has no data",
        )?;
        drop(before);
        self.departing = departing;
        Ok(())
    }

    fn read_departed(
        &self,
        reader: &mut Reader,
        decode: &mut impl FnMut(&[u8]) -> Option<T>,
        is_valid: impl Fn(ProxyId) -> bool,
    ) -> Result<Departed<T>, RestoreError> {
        let mut departed = Departed::default();
        let mut last: Option<ProxyId> = None;
        for _ in 0..reader.count()? {
            let slot = reader.slot_after(last.map_or(0, |last| last.id().0))?;
            let id = ProxyId::new(slot, reader.number32()?);
            reader.check(
                last.is_none_or(|last| last < id),
                "departed proxies are not in order",
            )?;
            reader.check(
                self.table.slots.was_destroyed(id) && is_valid(id),
                "a departed proxy was not destroyed",
            )?;
            departed.push(id, read_data(reader, id, decode)?);
            last = Some(id);
        }
        Ok(departed)
    }

    fn fill_structures(&mut self) {
        for (id, proxy) in self.table.slots.iter() {
            self.scratch.moved[proxy.mobility.structure()].push(id.id());
        }
        self.update_structures();
        for slot in (0..self.table.slots.len()).map(Id::at) {
            self.hold_category(slot);
        }
    }
}

/// Checks the bytes before the header, and the checksum. The reader is then at the header and ends
/// before the checksum.
fn check_bytes(bytes: &[u8]) -> Result<Reader<'_>, RestoreError> {
    if !FORMAT.matches(bytes) {
        return Err(RestoreError::NotABroadPhase);
    }
    let split = bytes.len().saturating_sub(size_of::<u64>());
    let (bytes, sum) = bytes.split_at(split.max(FORMAT.magic.len()));
    let mut reader = Reader::new(bytes);
    let version = FORMAT.read_version(&mut reader)?;
    if version != FORMAT.version {
        return Err(RestoreError::UnknownVersion(version));
    }
    let written = Reader::new(sum).word()?;
    let computed = checksum(bytes);
    if written != computed {
        return Err(RestoreError::Damaged { written, computed });
    }
    Ok(reader)
}

/// Reads the header of a broad phase of this type. Returns the margin.
fn read_header<S: Scalar, const D: usize>(reader: &mut Reader) -> Result<Margin<S>, RestoreError> {
    let header = Header::read(reader)?;
    if header.encoding != S::ENCODING {
        return Err(RestoreError::OtherScalar {
            saved: header.encoding,
            expected: S::ENCODING,
        });
    }
    if header.dimensions != D as u64 {
        return Err(RestoreError::OtherDimension {
            saved: header.dimensions,
            expected: D,
        });
    }
    Ok(margin_from_words(reader, header.margin)?)
}

fn read_data<T>(
    reader: &mut Reader,
    proxy: ProxyId,
    decode: &mut impl FnMut(&[u8]) -> Option<T>,
) -> Result<T, RestoreError> {
    let count = reader.count()?;
    let at = reader.at();
    decode(reader.take(count)?).ok_or(RestoreError::UserData { at, proxy })
}

fn read_change<S: Scalar, const D: usize>(
    reader: &mut Reader,
    slot: u32,
) -> Result<Change<S, D>, Malformed> {
    let id = ProxyId::new(slot, reader.number32()?);
    let (existed, touched) = match reader.byte()? {
        0 => (false, false),
        2 => (true, false),
        3 => (true, true),
        _ => return Err(reader.wrong("an unknown kind of change")),
    };
    let mut before = None;
    if existed {
        before = Some(State {
            mobility: read_mobility(reader)?,
            fat: read_box(reader, &origin())?,
            filter: read_filter(reader)?,
        });
    }
    Ok(Change {
        id,
        before,
        steady: false,
        touched,
    })
}
