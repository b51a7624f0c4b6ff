//! What a slot is at the end of a step, its bytes and its hash.

use super::bytes::{Malformed, Reader, put_number, put_signed};
use super::hash::{Kind, Mix, hashed_box, hashed_filter};
use super::proxy::Proxy;
use super::step::{Roster, State};
use super::{Filter, Margin, Mobility};
use crate::geometry::{Aabb, Scalar};
use crate::store::Id;
use alloc::vec::Vec;

/// A slot at the end of a step, but for the user's data.
#[derive(Clone, Copy, Debug)]
pub(super) struct Image<S, const D: usize> {
    pub(super) generation: u32,
    /// `None` if there is no proxy in it.
    pub(super) body: Option<Body<S, D>>,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Body<S, const D: usize> {
    pub(super) tight: Aabb<S, D>,
    pub(super) state: State<S, D>,
}

// What is in the bytes of an image.
const ALIVE: u8 = 1;
const GENERATION: u8 = 1 << 1;
const TIGHT: u8 = 1 << 2;
/// The fat box is what the margin makes of the tight one.
const MADE: u8 = 1 << 3;
const FAT: u8 = 1 << 4;
const FILTER: u8 = 1 << 5;
const STATIC: u8 = 1 << 6;

impl<S: Scalar, const D: usize> Image<S, D> {
    pub(super) const EMPTY: Self = Self {
        generation: 0,
        body: None,
    };

    pub(super) fn of<T>(slot: Id, roster: &Roster<T, S, D>) -> Self {
        let (generation, proxy) = roster.slots.look(slot);
        let body = proxy.map(
            |&Proxy {
                 tight,
                 filter,
                 mobility,
                 ..
             }| {
                let state = State {
                    fat: roster.traces[slot.index()].now,
                    filter,
                    mobility,
                };
                Body { tight, state }
            },
        );
        Self { generation, body }
    }

    /// Writes what differs from another image, which the reader must know.
    pub(super) fn put(&self, near: &Self, margin: &Margin<S>, out: &mut Vec<u8>) {
        let place = out.len();
        let mut flags = 0;
        out.push(flags);
        if self.generation != near.generation {
            flags |= GENERATION;
            put_number(out, self.generation.into());
        }
        if let Some(body) = &self.body {
            flags |= ALIVE | body.put(&near.body.unwrap_or_else(Body::nothing), margin, out);
        }
        out[place] = flags;
    }

    pub(super) fn read(
        reader: &mut Reader,
        near: &Self,
        margin: &Margin<S>,
    ) -> Result<Self, Malformed> {
        let flags = reader.byte()?;
        reader.check(
            flags <= ALIVE | GENERATION | TIGHT | MADE | FAT | FILTER | STATIC,
            "an unknown kind of slot",
        )?;
        let generation = if flags & GENERATION != 0 {
            reader.small()?
        } else {
            near.generation
        };
        let body = if flags & ALIVE != 0 {
            Some(Body::read(
                reader,
                flags,
                &near.body.unwrap_or_else(Body::nothing),
                margin,
            )?)
        } else {
            reader.check(flags & !GENERATION == 0, "a slot without a proxy has a box")?;
            None
        };
        Ok(Self { generation, body })
    }

    /// What the next slot is likely to be near to.
    pub(super) fn or_body(self, near: &Self) -> Self {
        Self {
            body: self.body.or(near.body),
            ..self
        }
    }

    /// Its share of a world's hash.
    pub(super) fn hash(&self, slot: Id) -> u64 {
        let name = u64::from(self.generation) << 32 | u64::from(slot.0);
        match &self.body {
            None => Mix::new(Kind::Vacant).with(name, 0).finish(),
            Some(Body { tight, state }) => {
                let (filter, group) = hashed_filter(state);
                hashed_box(hashed_box(Mix::new(Kind::Proxy), tight), &state.fat)
                    .with(name, filter)
                    .with(group, 0)
                    .finish()
            }
        }
    }
}

impl<S: Scalar, const D: usize> Body<S, D> {
    /// What a body differs from where there is no other.
    fn nothing() -> Self {
        let origin = Aabb::point([S::default(); D]);
        Self {
            tight: origin,
            state: State {
                fat: origin,
                filter: Filter::default(),
                mobility: Mobility::Moving,
            },
        }
    }

    fn put(&self, near: &Self, margin: &Margin<S>, out: &mut Vec<u8>) -> u8 {
        let Self {
            tight,
            state:
                State {
                    fat,
                    filter,
                    mobility,
                },
        } = self;
        let mut flags = if *mobility == Mobility::Static {
            STATIC
        } else {
            0
        };
        if !is_same(tight, &near.tight) {
            flags |= TIGHT;
            put_box(out, tight, &near.tight);
        }
        if *fat == margin.fat(*mobility, tight, [S::default(); D]) {
            flags |= MADE;
        } else if !is_same(fat, &near.state.fat) {
            flags |= FAT;
            put_box(out, fat, tight);
        }
        if *filter != near.state.filter {
            flags |= FILTER;
            put_filter(out, filter);
        }
        flags
    }

    fn read(
        reader: &mut Reader,
        flags: u8,
        near: &Self,
        margin: &Margin<S>,
    ) -> Result<Self, Malformed> {
        let mobility = if flags & STATIC != 0 {
            Mobility::Static
        } else {
            Mobility::Moving
        };
        let tight = if flags & TIGHT != 0 {
            read_box(reader, &near.tight)?
        } else {
            near.tight
        };
        let fat = match (flags & MADE != 0, flags & FAT != 0) {
            (true, false) => margin.fat(mobility, &tight, [S::default(); D]),
            (false, true) => read_box(reader, &tight)?,
            (false, false) => near.state.fat,
            (true, true) => return Err(reader.wrong("a fat box in two ways")),
        };
        let filter = if flags & FILTER != 0 {
            read_filter(reader)?
        } else {
            near.state.filter
        };
        Ok(Self {
            tight,
            state: State {
                fat,
                filter,
                mobility,
            },
        })
    }
}

pub(super) fn put_filter(out: &mut Vec<u8>, filter: &Filter) {
    put_number(out, filter.category.into());
    put_number(out, filter.mask.into());
    put_signed(out, filter.group.into());
}

pub(super) fn read_filter(reader: &mut Reader) -> Result<Filter, Malformed> {
    let (category, mask, group) = (reader.small()?, reader.small()?, reader.signed()?);
    let group = i32::try_from(group).map_err(|_| reader.wrong("a group has more than 32 bits"))?;
    Ok(Filter {
        category,
        mask,
        group,
    })
}

/// Writes a box as what it differs from another one. One that is elsewhere, and as large, is short.
pub(super) fn put_box<S: Scalar, const D: usize>(
    out: &mut Vec<u8>,
    aabb: &Aabb<S, D>,
    near: &Aabb<S, D>,
) {
    for axis in 0..D {
        let [(min, max), (near_min, near_max)] =
            [aabb, near].map(|aabb| aabb.ends(axis).map(S::to_word).into());
        let shift = min.wrapping_sub(near_min);
        put_signed(out, shift);
        put_signed(out, max.wrapping_sub(near_max).wrapping_sub(shift));
    }
}

pub(super) fn read_box<S: Scalar, const D: usize>(
    reader: &mut Reader,
    near: &Aabb<S, D>,
) -> Result<Aabb<S, D>, Malformed> {
    let (mut min, mut max) = (near.min(), near.max());
    for axis in 0..D {
        let shift = reader.signed()?;
        let growth = reader.signed()?;
        min[axis] = from_word(reader, min[axis].to_word().wrapping_add(shift))?;
        max[axis] = from_word(
            reader,
            max[axis].to_word().wrapping_add(shift).wrapping_add(growth),
        )?;
    }
    Aabb::try_new(min, max).map_err(|_| reader.wrong("a box is upside down or not of numbers"))
}

pub(super) fn read_scalar<S: Scalar>(reader: &mut Reader) -> Result<S, Malformed> {
    let word = reader.signed()?;
    from_word(reader, word)
}

fn from_word<S: Scalar>(reader: &Reader, word: i64) -> Result<S, Malformed> {
    let value = S::from_word(word);
    reader.check(value.to_word() == word, "a coordinate is out of range")?;
    Ok(value)
}

/// Whether two boxes have the same bits: -0 is not 0.
pub(super) fn is_same<S: Scalar, const D: usize>(a: &Aabb<S, D>, b: &Aabb<S, D>) -> bool {
    (0..D).all(|axis| a.ends(axis).map(S::to_word) == b.ends(axis).map(S::to_word))
}
