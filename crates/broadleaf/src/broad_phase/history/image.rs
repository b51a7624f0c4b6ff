//! A slot without user data: its bytes and its hash.
//!
//! An image has everything that later events depend on. It has nothing of the structures, whose
//! shape changes no answer, so rewind, save and hash all use the same few numbers. A new property
//! of a proxy that pairs depend on belongs here, in `put`, `read` and `hash`; otherwise peers that
//! differ in it have the same hash.
//!
//! The bytes are the difference from the previous slot, since proxies that are created one after
//! the other are often alike: a proxy in 2D takes about 20 bytes. A fat box that follows from the
//! tight one takes none.

use alloc::vec::Vec;

use super::boxes::{
    is_same, margin_from_words, origin, put_box, put_filter, read_box, read_filter,
};
use super::bytes::{Malformed, Reader, put_number};
use super::header::{put_margin, read_margin};
use super::mixer::{HashKind, Mixer, canonical_word, words_of_margin};
use crate::broad_phase::state::margin::Margin;
use crate::broad_phase::state::mobility::Mobility;
use crate::broad_phase::state::proxy::{Proxy, State, margin_of};
use crate::broad_phase::state::table::Table;
use crate::filter::Filter;
use crate::geometry::{Aabb, Scalar};
use crate::store::Id;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Image<S, const D: usize> {
    pub(crate) generation: u32,
    /// `None` if the slot is free.
    pub(crate) body: Option<ProxyImage<S, D>>,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct ProxyImage<S, const D: usize> {
    pub(crate) tight: Aabb<S, D>,
    pub(crate) state: State<S, D>,
    pub(crate) margin: Option<Margin<S>>,
}

/// The parts of an image that follow its first byte, which has one bit per part. Part of a file
/// format: a variant keeps its bit.
#[derive(Clone, Copy)]
#[repr(u8)]
enum Part {
    /// No part: set if the slot has a proxy.
    Alive,
    Generation,
    Tight,
    /// No part: the fat box is the one that the margin derives from the tight box at rest.
    Derived,
    Fat,
    Filter,
    Mobility,
    Margin,
}

impl Part {
    const fn bit(self) -> u8 {
        1 << self as u8
    }

    const fn is_in(self, flags: u8) -> bool {
        flags & self.bit() != 0
    }
}

impl<S: Scalar, const D: usize> Image<S, D> {
    pub(crate) const UNUSED: Self = Self {
        generation: 0,
        body: None,
    };

    pub(crate) fn of<T>(slot: Id, table: &Table<T, S, D>) -> Self {
        let (generation, proxy) = table.slots.entry(slot);
        let body = proxy.map(|proxy| ProxyImage {
            tight: proxy.tight,
            state: State {
                fat: table.fat(slot),
                filter: table.filters.get(slot),
                mobility: proxy.mobility,
            },
            margin: table.own_margin(slot),
        });
        Self { generation, body }
    }

    /// Writes the difference from `near`, an image that the reader knows. `broad_phase` is the
    /// margin of the broad phase.
    pub(crate) fn put(&self, near: &Self, broad_phase: &Margin<S>, out: &mut Vec<u8>) {
        let start = out.len();
        let mut flags = 0;
        out.push(flags);
        if self.generation != near.generation {
            flags |= Part::Generation.bit();
            put_number(out, self.generation.into());
        }
        if let Some(body) = &self.body {
            flags |= Part::Alive.bit()
                | body.put(
                    &near.body.unwrap_or_else(ProxyImage::at_origin),
                    broad_phase,
                    out,
                );
        }
        out[start] = flags;
    }

    pub(crate) fn read(
        reader: &mut Reader,
        near: &Self,
        broad_phase: &Margin<S>,
    ) -> Result<Self, Malformed> {
        let flags = reader.byte()?;
        let generation = if Part::Generation.is_in(flags) {
            reader.number32()?
        } else {
            near.generation
        };
        let mut body = None;
        if Part::Alive.is_in(flags) {
            reader.check(generation < u32::MAX, "a generation is out of range")?;
            let near = near.body.unwrap_or_else(ProxyImage::at_origin);
            body = Some(ProxyImage::read(reader, flags, &near, broad_phase)?);
        } else {
            reader.check(
                flags & !Part::Generation.bit() == 0,
                "a free slot has a box",
            )?;
        }
        Ok(Self { generation, body })
    }

    /// The image that the next slot is likely to resemble.
    pub(crate) fn or_body_of(self, near: &Self) -> Self {
        Self {
            body: self.body.or(near.body),
            ..self
        }
    }

    /// The summand of the slot in the hash of a broad phase. A slot that was never used adds 0, so
    /// that the number of slots is not part of the state.
    pub(crate) fn hash(&self, slot: Id) -> u64 {
        let id = u64::from(self.generation) << 32 | u64::from(slot.0);
        match &self.body {
            None if self.generation == 0 => 0,
            None => Mixer::new(HashKind::Vacant).with(id, 0).finish(),
            Some(body) => {
                let [masks, group] = words_of_state(&body.state);
                Mixer::new(HashKind::Proxy)
                    .with_box(&body.tight)
                    .with_box(&body.state.fat)
                    .with(id, masks)
                    .with(group, body.margin.as_ref().map_or(0, hash_of_margin))
                    .finish()
            }
        }
    }
}

/// A state without its box, in two words.
pub(crate) fn words_of_state<S, const D: usize>(state: &State<S, D>) -> [u64; 2] {
    let Filter {
        category,
        mask,
        group,
    } = state.filter;
    [
        u64::from(category) << 32 | u64::from(mask),
        u64::from(group.cast_unsigned()) << 32 | u64::from(state.mobility.code()),
    ]
}

fn hash_of_margin<S: Scalar>(margin: &Margin<S>) -> u64 {
    let [a, b] = words_of_margin(margin);
    Mixer::new(HashKind::Margin).with(a, b).finish()
}

impl<S: Scalar, const D: usize> ProxyImage<S, D> {
    /// The body from which the first one in a file differs.
    fn at_origin() -> Self {
        let origin = origin();
        Self {
            tight: origin,
            state: State {
                fat: origin,
                filter: Filter::default(),
                mobility: Mobility::Dynamic,
            },
            margin: None,
        }
    }

    pub(crate) fn into_proxy<T>(self, user_data: T) -> Proxy<T, S, D> {
        Proxy {
            user_data,
            tight: self.tight,
            mobility: self.state.mobility,
            has_margin: self.margin.is_some(),
        }
    }

    /// The margin that applies in a broad phase with the margin `broad_phase`.
    pub(crate) fn margin(&self, broad_phase: &Margin<S>) -> Margin<S> {
        margin_of(self.margin, self.state.mobility, broad_phase)
    }

    fn put(&self, near: &Self, broad_phase: &Margin<S>, out: &mut Vec<u8>) -> u8 {
        let mut flags = 0;
        if self.state.mobility != near.state.mobility {
            flags |= Part::Mobility.bit();
            out.push(self.state.mobility.code());
        }
        if let Some(margin) = self.margin {
            flags |= Part::Margin.bit();
            put_margin(out, &margin.map(canonical_word));
        }
        if !is_same(&self.tight, &near.tight) {
            flags |= Part::Tight.bit();
            put_box(out, &self.tight, &near.tight);
        }
        let derived = self.margin(broad_phase).fat(&self.tight, [S::default(); D]);
        if self.state.fat == derived {
            flags |= Part::Derived.bit();
        } else if !is_same(&self.state.fat, &near.state.fat) {
            flags |= Part::Fat.bit();
            put_box(out, &self.state.fat, &self.tight);
        }
        if self.state.filter != near.state.filter {
            flags |= Part::Filter.bit();
            put_filter(out, &self.state.filter);
        }
        flags
    }

    fn read(
        reader: &mut Reader,
        flags: u8,
        near: &Self,
        broad_phase: &Margin<S>,
    ) -> Result<Self, Malformed> {
        let mut body = *near;
        body.margin = None;
        if Part::Mobility.is_in(flags) {
            body.state.mobility = read_mobility(reader)?;
        }
        if Part::Margin.is_in(flags) {
            let words = read_margin(reader, S::ENCODING)?;
            body.margin = Some(margin_from_words(reader, words)?);
        }
        if Part::Tight.is_in(flags) {
            body.tight = read_box(reader, &near.tight)?;
        }
        match (Part::Derived.is_in(flags), Part::Fat.is_in(flags)) {
            (true, true) => return Err(reader.wrong("a fat box is given twice")),
            (true, false) => {
                body.state.fat = body.margin(broad_phase).fat(&body.tight, [S::default(); D]);
            }
            (false, true) => body.state.fat = read_box(reader, &body.tight)?,
            (false, false) => {}
        }
        if Part::Filter.is_in(flags) {
            body.state.filter = read_filter(reader)?;
        }
        Ok(body)
    }
}

pub(crate) fn read_mobility(reader: &mut Reader) -> Result<Mobility, Malformed> {
    Mobility::from_code(reader.byte()?).ok_or(reader.wrong("an unknown mobility"))
}
