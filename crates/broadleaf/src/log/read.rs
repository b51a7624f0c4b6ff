//! Reads a log frame by frame, and checks every byte.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::{fmt, mem};

use super::format::{Code, FORMAT};
use super::log_box::LogBox;
use super::operation::Operation;
use crate::broad_phase::history::boxes::read_filter;
use crate::broad_phase::history::bytes::{Malformed, Reader};
use crate::broad_phase::history::header::{Header, read_own_margin};
use crate::broad_phase::history::image::read_mobility;
use crate::broad_phase::{Margin, ProxyConfig, ProxyId};

/// A log that cannot be read: which one, where, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct InvalidLog {
    /// 0 for the first log, 1 for the second.
    pub log: usize,
    /// The position of the invalid byte.
    pub at: usize,
    problem: &'static str,
}

impl InvalidLog {
    pub(super) fn new(log: usize, malformed: Malformed) -> Self {
        let Malformed { at, problem } = malformed;
        Self { log, at, problem }
    }
}

impl fmt::Display for InvalidLog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {}: {}", self.at, self.problem)
    }
}

impl core::error::Error for InvalidLog {}

/// The result of a step: how many pairs began and ended, and a hash of these pairs and of the
/// state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct StepResult {
    pub(super) begun: u64,
    pub(super) ended: u64,
    pub(super) hash: u64,
}

/// The operations of a frame, in order, and the result of its step if the log contains it.
#[derive(Debug, Default)]
pub(super) struct Frame {
    pub(super) operations: Vec<Operation>,
    pub(super) result: Option<StepResult>,
}

/// A proxy that exists at the current position of the log.
struct Living {
    generation: u32,
    config: ProxyConfig<i64>,
    aabb: LogBox,
}

pub(super) struct LogReader<'a> {
    reader: Reader<'a>,
    pub(super) header: Header,
    /// By slot.
    living: BTreeMap<u32, Living>,
    last_slot: u32,
}

impl<'a> LogReader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Result<Self, Malformed> {
        let mut reader = Reader::new(bytes);
        if !FORMAT.matches(bytes) {
            return Err(Malformed {
                at: 0,
                problem: "this is not a log of a broad phase's operations",
            });
        }
        let version = FORMAT.read_version(&mut reader)?;
        reader.check(
            version == FORMAT.version,
            "the log has another version of the format, and only 3 is known",
        )?;
        let header = Header::read(&mut reader)?;
        Ok(Self {
            reader,
            header,
            living: BTreeMap::new(),
            last_slot: 0,
        })
    }

    /// The next frame. At the end of the log, it has neither operations nor a result.
    pub(super) fn next_frame(&mut self) -> Result<Frame, Malformed> {
        let mut frame = Frame::default();
        while self.reader.remaining() > 0 && frame.result.is_none() {
            match Code::of(self.reader.byte()?) {
                Some(Code::Step) => frame.result = Some(self.read_result()?),
                code => frame.operations.push(self.read_operation(code)?),
            }
        }
        Ok(frame)
    }

    fn read_result(&mut self) -> Result<StepResult, Malformed> {
        Ok(StepResult {
            begun: self.reader.number()?,
            ended: self.reader.number()?,
            hash: self.reader.word()?,
        })
    }

    fn read_operation(&mut self, code: Option<Code>) -> Result<Operation, Malformed> {
        let slot = self.reader.slot_after(self.last_slot)?;
        self.last_slot = slot;
        if let Some(Code::Create) = code {
            return self.read_creation(slot);
        }
        let Some(living) = self.living.get_mut(&slot) else {
            return Err(self
                .reader
                .wrong("an operation on a proxy that does not exist"));
        };
        let proxy = ProxyId::new(slot, living.generation);
        match code {
            Some(Code::Destroy) => {
                let from = living.aabb.clone();
                self.living.remove(&slot);
                Ok(Operation::Destroy { proxy, from })
            }
            Some(Code::Move) => read_move(&mut self.reader, &self.header.margin, proxy, living),
            Some(Code::SetFilter) => {
                let to = read_filter(&mut self.reader)?;
                let from = mem::replace(&mut living.config.filter, to);
                Ok(Operation::SetFilter { proxy, from, to })
            }
            Some(Code::SetMobility) => {
                let to = read_mobility(&mut self.reader)?;
                let from = mem::replace(&mut living.config.mobility, to);
                Ok(Operation::SetMobility { proxy, from, to })
            }
            Some(Code::SetMargin) => {
                let encoding = self.header.encoding;
                let to = read_own_margin(&mut self.reader, encoding)?;
                let from = mem::replace(&mut living.config.margin, to);
                Ok(Operation::SetMargin {
                    proxy,
                    from,
                    to,
                    encoding,
                })
            }
            Some(Code::Touch) => Ok(Operation::Touch { proxy }),
            _ => Err(self.reader.wrong("an unknown operation")),
        }
    }

    fn read_creation(&mut self, slot: u32) -> Result<Operation, Malformed> {
        let reader = &mut self.reader;
        reader.check(
            !self.living.contains_key(&slot),
            "a proxy is created in a slot that is taken",
        )?;
        let generation = reader.number32()?;
        let mut config = ProxyConfig::new(read_mobility(reader)?);
        config.margin = read_own_margin(reader, self.header.encoding)?;
        config.filter = read_filter(reader)?;
        let aabb = LogBox::origin(&self.header).read_next(reader)?;
        let proxy = ProxyId::new(slot, generation);
        let living = Living {
            generation,
            config,
            aabb: aabb.clone(),
        };
        self.living.insert(slot, living);
        Ok(Operation::Create {
            proxy,
            config,
            aabb,
        })
    }
}

/// Reads a move, and moves the proxy.
fn read_move(
    reader: &mut Reader,
    broad_phase: &Margin<i64>,
    proxy: ProxyId,
    living: &mut Living,
) -> Result<Operation, Malformed> {
    let to = living.aabb.read_next(reader)?;
    let margin = living.config.margin.as_ref().unwrap_or(broad_phase);
    let displacement = if margin.is_function() {
        None
    } else {
        to.read_displacement(reader)?
    };
    let from = mem::replace(&mut living.aabb, to.clone());
    Ok(Operation::Move {
        proxy,
        from,
        to,
        displacement,
    })
}
