//! Reading a log, frame by frame. Every byte may be wrong.

use super::super::bytes::{Malformed, Reader};
use super::super::image::read_filter;
use super::super::restore::read_encoding;
use super::super::save::{FATTEN, SNAP};
use super::super::{Filter, Mobility, ProxyConfig, ProxyId};
use super::{CREATE, DESTROY, MAGIC, MOVE, SET_FILTER, STEP, TOUCH, VERSION};
use crate::geometry::Encoding;
use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

/// A log that cannot be read: which of the two it is, where, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidLog {
    /// 0 for the first log, 1 for the second.
    pub log: usize,
    /// The byte that cannot be what it should be.
    pub at: usize,
    pub(super) problem: &'static str,
}

impl fmt::Display for InvalidLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {}: {}", self.at, self.problem)
    }
}

impl core::error::Error for InvalidLog {}

/// A box in a log, of whatever number type and dimension. Displayed as its corners.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogBox {
    encoding: Encoding,
    min: Box<[i64]>,
    max: Box<[i64]>,
}

impl fmt::Display for LogBox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} to {}",
            corner(self.encoding, &self.min),
            corner(self.encoding, &self.max)
        )
    }
}

fn corner(encoding: Encoding, words: &[i64]) -> String {
    let coordinates: Vec<_> = words.iter().map(|&word| encoding.decimal(word)).collect();
    format!("[{}]", coordinates.join(", "))
}

/// What was done to a proxy. Displayed as a sentence without a subject.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Operation {
    /// It was made.
    Create {
        /// What it is called.
        proxy: ProxyId,
        /// What kind it is.
        config: ProxyConfig,
        /// Its tight box.
        aabb: LogBox,
    },
    /// It was removed.
    Destroy {
        /// Which one.
        proxy: ProxyId,
        /// Its last tight box.
        from: LogBox,
    },
    /// It got another tight box.
    Move {
        /// Which one.
        proxy: ProxyId,
        /// The tight box before.
        from: LogBox,
        /// The tight box after.
        to: LogBox,
        /// Of how far it was expected to go, in coordinates as text; none in a world that snaps.
        displacement: Option<String>,
    },
    /// It got another filter.
    SetFilter {
        /// Which one.
        proxy: ProxyId,
        /// The filter before.
        from: Filter,
        /// The filter after.
        to: Filter,
    },
    /// Its pairs were to be looked at again.
    Touch {
        /// Which one.
        proxy: ProxyId,
    },
}

impl Operation {
    /// To which proxy it was done.
    #[must_use]
    pub fn proxy(&self) -> ProxyId {
        match self {
            Self::Create { proxy, .. }
            | Self::Destroy { proxy, .. }
            | Self::Move { proxy, .. }
            | Self::SetFilter { proxy, .. }
            | Self::Touch { proxy } => *proxy,
        }
    }

    /// Whether it decides which ids are given next: then its place among others counts.
    pub(super) fn decides_ids(&self) -> bool {
        matches!(self, Self::Create { .. } | Self::Destroy { .. })
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Create {
                proxy,
                config: ProxyConfig { mobility, filter },
                aabb,
            } => {
                let kind = if *mobility == Mobility::Static {
                    "static"
                } else {
                    "moving"
                };
                write!(
                    f,
                    "creates {proxy}, {kind}, with {}, {aabb}",
                    describe(filter)
                )
            }
            Self::Destroy { proxy, from } => write!(f, "destroys {proxy}, last {from}"),
            Self::Move {
                proxy,
                from,
                to,
                displacement,
            } => {
                write!(f, "moves {proxy} from {from} on to {to}")?;
                displacement
                    .iter()
                    .try_for_each(|displacement| write!(f, " with displacement {displacement}"))
            }
            Self::SetFilter { proxy, from, to } => write!(
                f,
                "changes {proxy} from {} to {}",
                describe(from),
                describe(to)
            ),
            Self::Touch { proxy } => write!(f, "touches {proxy}"),
        }
    }
}

fn describe(
    Filter {
        category,
        mask,
        group,
    }: &Filter,
) -> String {
    format!("category {category:#x}, mask {mask:#x}, group {group}")
}

/// What came of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Outcome {
    pub(super) begun: u64,
    pub(super) ended: u64,
    pub(super) hash: u64,
}

/// What was done in a frame, in order, and what came of it if the log goes on so far.
#[derive(Debug, Default)]
pub(super) struct Frame {
    pub(super) operations: Vec<Operation>,
    pub(super) outcome: Option<Outcome>,
}

/// What a log is about. Equal words of equal headers mean the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Header {
    encoding: Encoding,
    dimensions: usize,
    /// How far boxes are extended and predicted; or the lattice they are snapped to.
    margin: Result<(i64, u32), i64>,
}

impl fmt::Display for Header {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            encoding,
            dimensions,
            margin,
        } = self;
        match margin {
            Ok((extension, prediction)) => {
                write!(
                    f,
                    "{encoding} in {dimensions}D, fattened by {}, predicted {prediction} ahead",
                    encoding.decimal(*extension)
                )
            }
            Err(cell) => write!(
                f,
                "{encoding} in {dimensions}D, snapped to {}",
                encoding.decimal(*cell)
            ),
        }
    }
}

/// A proxy as far as the log has been read.
struct Living {
    generation: u32,
    config: ProxyConfig,
    aabb: LogBox,
}

pub(super) struct LogReader<'a> {
    reader: Reader<'a>,
    pub(super) header: Header,
    living: BTreeMap<u32, Living>,
    last_slot: i64,
}

impl<'a> LogReader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Result<Self, Malformed> {
        let mut reader = Reader::new(bytes);
        let is_log = reader.take(MAGIC.len()).is_ok_and(|magic| magic == MAGIC);
        if !is_log {
            return Err(Malformed {
                at: 0,
                problem: "this is not a log of a world's operations",
            });
        }
        let version = reader.byte()?;
        reader.check(
            version == VERSION,
            "a version of the format that is not known",
        )?;
        let header = Header::read(&mut reader)?;
        Ok(Self {
            reader,
            header,
            living: BTreeMap::new(),
            last_slot: 0,
        })
    }

    /// The next frame; without operations and outcome at the end.
    pub(super) fn next_frame(&mut self) -> Result<Frame, Malformed> {
        let mut frame = Frame::default();
        while self.reader.rest() > 0 && frame.outcome.is_none() {
            match self.reader.byte()? {
                STEP => frame.outcome = Some(self.read_outcome()?),
                kind => frame.operations.push(self.read_operation(kind)?),
            }
        }
        Ok(frame)
    }

    fn read_outcome(&mut self) -> Result<Outcome, Malformed> {
        let (begun, ended) = (self.reader.number()?, self.reader.number()?);
        let hash = self
            .reader
            .take(8)?
            .iter()
            .rev()
            .fold(0, |hash, &byte| hash << 8 | u64::from(byte));
        Ok(Outcome { begun, ended, hash })
    }

    fn read_operation(&mut self, kind: u8) -> Result<Operation, Malformed> {
        let slot = self.reader.slot_after(self.last_slot)?;
        self.last_slot = slot.into();
        if kind == CREATE {
            return self.read_creation(slot);
        }
        let Some(living) = self.living.get_mut(&slot) else {
            return Err(self
                .reader
                .wrong("something is done to a proxy that does not exist"));
        };
        let proxy = ProxyId::new(slot, living.generation);
        match kind {
            DESTROY => {
                let from = living.aabb.clone();
                self.living.remove(&slot);
                Ok(Operation::Destroy { proxy, from })
            }
            MOVE => {
                let to = self.header.read_box(&mut self.reader, &living.aabb)?;
                let displacement = self.header.read_displacement(&mut self.reader)?;
                let from = core::mem::replace(&mut living.aabb, to.clone());
                Ok(Operation::Move {
                    proxy,
                    from,
                    to,
                    displacement,
                })
            }
            SET_FILTER => {
                let to = read_filter(&mut self.reader)?;
                let from = core::mem::replace(&mut living.config.filter, to);
                Ok(Operation::SetFilter { proxy, from, to })
            }
            TOUCH => Ok(Operation::Touch { proxy }),
            _ => Err(self.reader.wrong("an operation that is not known")),
        }
    }

    fn read_creation(&mut self, slot: u32) -> Result<Operation, Malformed> {
        self.reader.check(
            !self.living.contains_key(&slot),
            "a proxy is created where there is one",
        )?;
        let generation = self.reader.small()?;
        let mobility = match self.reader.byte()? {
            0 => Mobility::Moving,
            1 => Mobility::Static,
            _ => return Err(self.reader.wrong("neither moving nor static")),
        };
        let config = ProxyConfig {
            mobility,
            filter: read_filter(&mut self.reader)?,
        };
        let aabb = self
            .header
            .read_box(&mut self.reader, &self.header.origin())?;
        self.living.insert(
            slot,
            Living {
                generation,
                config,
                aabb: aabb.clone(),
            },
        );
        Ok(Operation::Create {
            proxy: ProxyId::new(slot, generation),
            config,
            aabb,
        })
    }
}

impl Header {
    fn read(reader: &mut Reader) -> Result<Self, Malformed> {
        let encoding = read_encoding(reader)?;
        let dimensions = reader.number()?;
        reader.check(
            (1..=255).contains(&dimensions),
            "a world has 1 to 255 dimensions",
        )?;
        let margin = match reader.byte()? {
            FATTEN => Ok((read_word(reader, encoding)?, reader.small()?)),
            SNAP => Err(read_word(reader, encoding)?),
            _ => return Err(reader.wrong("a margin that is not known")),
        };
        Ok(Self {
            encoding,
            dimensions: usize::try_from(dimensions).unwrap_or(usize::MAX),
            margin,
        })
    }

    fn origin(&self) -> LogBox {
        let corner = vec![0; self.dimensions].into_boxed_slice();
        LogBox {
            encoding: self.encoding,
            min: corner.clone(),
            max: corner,
        }
    }

    fn read_box(&self, reader: &mut Reader, near: &LogBox) -> Result<LogBox, Malformed> {
        let mut aabb = near.clone();
        for (min, max) in aabb.min.iter_mut().zip(&mut aabb.max) {
            let shift = reader.signed()?;
            *min = check_word(reader, self.encoding, min.wrapping_add(shift))?;
            let growth = reader.signed()?;
            *max = check_word(
                reader,
                self.encoding,
                max.wrapping_add(shift).wrapping_add(growth),
            )?;
        }
        Ok(aabb)
    }

    fn read_displacement(&self, reader: &mut Reader) -> Result<Option<String>, Malformed> {
        if self.margin.is_err() {
            return Ok(None);
        }
        let words: Result<Vec<_>, _> = (0..self.dimensions)
            .map(|_| read_word(reader, self.encoding))
            .collect();
        Ok(Some(words?)
            .filter(|words| words.iter().any(|&word| word != 0))
            .map(|words| corner(self.encoding, &words)))
    }
}

fn read_word(reader: &mut Reader, encoding: Encoding) -> Result<i64, Malformed> {
    let word = reader.signed()?;
    check_word(reader, encoding, word)
}

fn check_word(reader: &Reader, encoding: Encoding, word: i64) -> Result<i64, Malformed> {
    reader
        .check(encoding.holds(word), "a coordinate is out of range")
        .map(|()| word)
}
