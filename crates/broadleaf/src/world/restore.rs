//! A world from bytes, none of which is believed.

use super::bytes::{Malformed, Reader};
use super::hash::checksum;
use super::image::{Image, read_box, read_filter, read_scalar};
use super::proxy::Proxy;
use super::save::{CHECKSUM_BYTES, FATTEN, KNOWN, MAGIC, SNAP, TOUCHED, VERSION, WAS_STATIC};
use super::step::{Change, State, Trace};
use super::{Events, Margin, Mobility, ProxyId, World};
use crate::geometry::{Aabb, Encoding, Scalar};
use crate::index::BroadPhase;
use crate::store::Id;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

/// Why bytes are not the world that was asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RestoreError {
    /// They do not begin as a saved world does.
    NotAWorld,
    /// They are in a version of the format that this version of Broadleaf does not know.
    UnknownVersion(u8),
    /// The saved world has coordinates of another type.
    OtherScalar {
        /// That of the saved world.
        saved: Encoding,
        /// That of the world to be restored.
        wanted: Encoding,
    },
    /// The saved world has another number of dimensions.
    OtherDimension {
        /// That of the saved world.
        saved: u64,
        /// That of the world to be restored.
        wanted: usize,
    },
    /// Bytes are missing or are not what they were.
    Damaged {
        /// The checksum at the end.
        written: u64,
        /// The checksum of everything before it.
        computed: u64,
    },
    /// Bytes that no world would have been saved as.
    Malformed {
        /// The number of the byte.
        at: usize,
        /// What is wrong with it.
        problem: &'static str,
    },
    /// The caller's function did not take the data of a proxy.
    UserData {
        /// The number of the first byte of the data.
        at: usize,
        /// Whose data it is.
        proxy: ProxyId,
    },
}

impl fmt::Display for RestoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAWorld => write!(f, "these bytes are not a saved world"),
            Self::UnknownVersion(version) => {
                write!(
                    f,
                    "the world was saved in version {version} of the format, and only {VERSION} is known"
                )
            }
            Self::OtherScalar { saved, wanted } => {
                write!(
                    f,
                    "the world in the bytes has coordinates of another type: {saved}, not {wanted}"
                )
            }
            Self::OtherDimension { saved, wanted } => write!(
                f,
                "the world in the bytes has {saved} dimensions, not {wanted}"
            ),
            Self::Damaged { written, computed } => {
                write!(
                    f,
                    "bytes are missing or have changed: their checksum is {computed:016x}, not {written:016x}"
                )
            }
            Self::Malformed { at, problem } => write!(f, "byte {at}: {problem}"),
            Self::UserData { at, proxy } => {
                write!(f, "byte {at}: the data of proxy {proxy} cannot be read")
            }
        }
    }
}

impl core::error::Error for RestoreError {}

impl From<Malformed> for RestoreError {
    fn from(Malformed { at, problem }: Malformed) -> Self {
        Self::Malformed { at, problem }
    }
}

impl<S: Scalar, const D: usize, B: BroadPhase<S, D> + Default> World<(), S, D, B> {
    /// [`restore_with`](Self::restore_with) of a world without user data.
    ///
    /// # Errors
    /// If the bytes are not such a world.
    pub fn restore(bytes: &[u8]) -> Result<Self, RestoreError> {
        Self::restore_with(bytes, |data| data.is_empty().then_some(()))
    }
}

impl<T, S: Scalar, const D: usize, B: BroadPhase<S, D> + Default> World<T, S, D, B> {
    /// The world that was [saved](Self::save_with); `decode` makes a proxy's data from its bytes,
    /// or says that they are none.
    ///
    /// It goes on as the saved one does: the same events, ids and hashes. It remembers no steps.
    ///
    /// Any bytes are safe: the outcome is an error or a world that passes
    /// [`validate`](Self::validate). Time and memory are proportional to the number of bytes, up to
    /// a logarithm: a proxy has at least two bytes and needs a few hundred.
    ///
    /// # Errors
    /// If the bytes are not such a world: another scalar, dimension or version, damaged, or made
    /// up.
    pub fn restore_with(
        bytes: &[u8],
        decode: impl FnMut(&[u8]) -> Option<T>,
    ) -> Result<Self, RestoreError> {
        let reader = &mut read_header::<S, D>(bytes)?;
        let mut world = Self::with_structure(read_margin(reader)?);
        world.read_slots(reader, decode)?;
        let is_free = world.read_free(reader)?;
        world.read_changes(reader, &is_free)?;
        world.read_refused(reader)?;
        world.read_events(reader)?;
        reader.check(reader.rest() == 0, "there should be no more bytes")?;
        world.build_structures();
        Ok(world)
    }
}

impl<T, S: Scalar, const D: usize, B: BroadPhase<S, D>> World<T, S, D, B> {
    fn read_slots(
        &mut self,
        reader: &mut Reader,
        mut decode: impl FnMut(&[u8]) -> Option<T>,
    ) -> Result<(), RestoreError> {
        let mut near = Image::EMPTY;
        for slot in (0..reader.count()?).map(Id::at) {
            let image = Image::read(reader, &near, &self.margin)?;
            let proxy = match &image.body {
                None => None,
                Some(body) => {
                    let State {
                        fat,
                        filter,
                        mobility,
                    } = body.state;
                    reader.check(
                        self.margin.keeps(mobility, &fat, &body.tight),
                        "a fat box that does not belong to its tight box",
                    )?;
                    let user_data = read_user_data(
                        reader,
                        ProxyId::new(slot.0, image.generation),
                        &mut decode,
                    )?;
                    Some(Proxy {
                        user_data,
                        tight: body.tight,
                        filter,
                        mobility,
                        change: None,
                    })
                }
            };
            near = image.or_body(&near);
            let fat = near.body.map_or(Aabb::EVERYWHERE, |body| body.state.fat);
            let mobility = image.body.map(|body| body.state.mobility);
            self.traces.push(Trace {
                mobility,
                ..Trace::steady(fat, Mobility::Moving)
            });
            self.slots.put(slot, image.generation, proxy);
        }
        Ok(())
    }

    /// A slot without a proxy is free, unless its generations are used up. Returns which slots are.
    fn read_free(&mut self, reader: &mut Reader) -> Result<Vec<bool>, Malformed> {
        let mut is_free = vec![false; self.slots.len()];
        for _ in 0..reader.count()? {
            let slot = reader.small()?;
            let is_vacant =
                (slot as usize) < is_free.len() && matches!(self.slots.look(Id(slot)), (1.., None));
            reader.check(is_vacant, "a free slot that is not free")?;
            reader.check(
                !core::mem::replace(&mut is_free[slot as usize], true),
                "a free slot twice",
            )?;
            self.slots.put_free(self.slots.free().len(), [slot]);
        }
        let is_lost = |(slot, is_free): (usize, &bool)| {
            let (generation, proxy) = self.slots.look(Id::at(slot));
            proxy.is_none() && !is_free && generation < u32::MAX
        };
        reader.check(
            !is_free.iter().enumerate().any(is_lost),
            "a slot without a proxy is not among the free ones",
        )?;
        Ok(is_free)
    }

    fn read_changes(&mut self, reader: &mut Reader, is_free: &[bool]) -> Result<(), Malformed> {
        let mut last = 0;
        for number in 0..reader.count()? {
            let slot = reader.slot_after(last)?;
            last = slot.into();
            let change = read_change(reader, slot)?;
            let before = self.changes.last().copied();
            reader.check(
                before.is_none_or(|before: Change<S, D>| before.id < change.id),
                "changes out of order",
            )?;
            let twice = before.is_some_and(|before| {
                before.id.id() == change.id.id() && before.before.and(change.before).is_some()
            });
            reader.check(!twice, "two proxies were in the same slot")?;
            let is_free = is_free
                .get(slot as usize)
                .ok_or(reader.wrong("a change in a slot that does not exist"))?;
            self.check_change(reader, &change, *is_free)?;
            if let Some(proxy) = self.slots.get_mut(change.id) {
                proxy.change = u32::try_from(number).ok();
                let trace = &mut self.traces[slot as usize];
                *trace = Trace {
                    before: change.before.map_or(trace.now, |before| before.fat),
                    steady: false,
                    ..*trace
                };
            }
            self.changes.push(change);
        }
        Ok(())
    }

    /// A change must be one, of a proxy that is there or was.
    fn check_change(
        &self,
        reader: &Reader,
        change: &Change<S, D>,
        is_free: bool,
    ) -> Result<(), Malformed> {
        let now = self.roster().state(change.id);
        reader.check(
            change
                .essence(now)
                .is_some_and(|essence| essence.touched == change.touched),
            "a change that changes nothing",
        )?;
        let (generation, proxy) = self.slots.look(change.id.id());
        let is_retired = proxy.is_none() && !is_free;
        let was_there = change.id.generation() < generation
            || is_retired && change.id.generation() == generation;
        reader.check(
            now.is_some() || was_there,
            "a change of a proxy that was never made",
        )?;
        let same_mobility = change
            .before
            .zip(now)
            .is_none_or(|(before, now)| before.mobility == now.mobility);
        reader.check(same_mobility, "a static proxy that moves, or the reverse")
    }

    fn read_refused(&mut self, reader: &mut Reader) -> Result<(), Malformed> {
        let gone: Vec<_> = self
            .changes
            .iter()
            .filter(|change| !self.contains(change.id))
            .map(|change| (change.id, change.before))
            .collect();
        let before = |id: ProxyId| match self.slots.get(id) {
            Some(Proxy {
                change: Some(number),
                ..
            }) => self.changes[*number as usize].before,
            Some(_) => self.roster().state(id),
            None => gone
                .binary_search_by_key(&id, |gone| gone.0)
                .ok()
                .and_then(|place| gone[place].1),
        };
        let pairs = reader.pairs()?;
        let were_pairs = pairs.iter().all(|&(a, b)| {
            before(a)
                .zip(before(b))
                .is_some_and(|(a, b)| a.pairs_with(&b))
        });
        reader.check(were_pairs, "a refused pair that was none")?;
        self.refused = pairs.into_iter().collect();
        Ok(())
    }

    fn read_events(&mut self, reader: &mut Reader) -> Result<(), Malformed> {
        self.events = Events {
            begun: reader.pairs()?,
            ended: reader.pairs()?,
        };
        let mut ids = self
            .events
            .begun
            .iter()
            .chain(&self.events.ended)
            .flat_map(|&(a, b)| [a, b]);
        let was_made = |id: ProxyId| {
            id.id().index() < self.slots.len() && id.generation() <= self.slots.look(id.id()).0
        };
        reader.check(ids.all(was_made), "an event of a proxy that was never made")
    }

    fn build_structures(&mut self) {
        let mut held = [Vec::new(), Vec::new()];
        for (id, proxy) in self.slots.iter() {
            held[proxy.mobility as usize].push((id.id(), self.traces[id.id().index()].now));
        }
        let [moving, fixed] = held;
        self.moving.extend(moving);
        self.fixed.extend(fixed);
        (0..self.slots.len())
            .map(Id::at)
            .for_each(|slot| self.hold_category(slot));
    }
}

fn read_header<S: Scalar, const D: usize>(bytes: &[u8]) -> Result<Reader<'_>, RestoreError> {
    if !bytes.starts_with(MAGIC) {
        return Err(RestoreError::NotAWorld);
    }
    let split = bytes.len().saturating_sub(CHECKSUM_BYTES).max(MAGIC.len());
    let (bytes, sum) = bytes.split_at(split);
    let mut reader = Reader::new(bytes);
    reader.take(MAGIC.len())?;
    let version = reader.byte()?;
    if version != VERSION {
        return Err(RestoreError::UnknownVersion(version));
    }
    let written = sum
        .iter()
        .rev()
        .fold(0, |sum, &byte| sum << 8 | u64::from(byte));
    let computed = checksum(bytes);
    if written != computed {
        return Err(RestoreError::Damaged { written, computed });
    }
    let saved = read_encoding(&mut reader)?;
    if saved != S::ENCODING {
        return Err(RestoreError::OtherScalar {
            saved,
            wanted: S::ENCODING,
        });
    }
    let saved = reader.number()?;
    if saved != D as u64 {
        return Err(RestoreError::OtherDimension { saved, wanted: D });
    }
    Ok(reader)
}

pub(super) fn read_encoding(reader: &mut Reader) -> Result<Encoding, Malformed> {
    let numbers = [reader.byte()?.into(), reader.small()?, reader.small()?];
    Encoding::from_numbers(numbers).ok_or_else(|| reader.wrong("a number type that is not known"))
}

fn read_margin<S: Scalar>(reader: &mut Reader) -> Result<Margin<S>, Malformed> {
    match reader.byte()? {
        FATTEN => Ok(Margin::Fatten {
            extension: read_scalar(reader)?,
            prediction: reader.small()?,
        }),
        SNAP => Ok(Margin::Snap {
            cell: read_scalar(reader)?,
        }),
        _ => Err(reader.wrong("an unknown margin")),
    }
}

fn read_user_data<T>(
    reader: &mut Reader,
    proxy: ProxyId,
    decode: impl FnOnce(&[u8]) -> Option<T>,
) -> Result<T, RestoreError> {
    let count = reader.count()?;
    let at = reader.at();
    decode(reader.take(count)?).ok_or(RestoreError::UserData { at, proxy })
}

fn read_change<S: Scalar, const D: usize>(
    reader: &mut Reader,
    slot: u32,
) -> Result<Change<S, D>, Malformed> {
    let id = ProxyId::new(slot, reader.small()?);
    let flags = reader.byte()?;
    reader.check(
        flags & !(TOUCHED | KNOWN | WAS_STATIC) == 0 && (flags & KNOWN != 0 || flags == 0),
        "an unknown kind of change",
    )?;
    let mut before = None;
    if flags & KNOWN != 0 {
        let mobility = if flags & WAS_STATIC != 0 {
            Mobility::Static
        } else {
            Mobility::Moving
        };
        let fat = read_box(reader, &Aabb::point([S::default(); D]))?;
        before = Some(State {
            fat,
            filter: read_filter(reader)?,
            mobility,
        });
    }
    Ok(Change {
        id,
        before,
        touched: flags & TOUCHED != 0,
    })
}
