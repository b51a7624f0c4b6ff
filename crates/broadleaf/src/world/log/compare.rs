//! Where two logs part.

use super::super::bytes::Malformed;
use super::read::{Frame, InvalidLog, LogReader, Operation, Outcome};
use alloc::boxed::Box;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

/// What two logs have in common, and the first thing in which they differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// How many frames are the same in both, from the beginning.
    pub frames: u64,
    /// How many operations each of them has in these frames.
    pub operations: u64,
    /// Where they part; `None` if they do not.
    pub difference: Option<Difference>,
}

/// The first difference of two logs. Displayed as one line with both sides, as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Difference {
    /// The worlds have other number types, dimensions or margins.
    World {
        /// What each of them is.
        worlds: [String; 2],
    },
    /// Something else was done to a proxy.
    Operation {
        /// After how many steps.
        frame: u64,
        /// What each side did.
        sides: Box<[Side; 2]>,
    },
    /// The same was done and something else came of it: the peers' programs or machines differ, or
    /// a filter in the user's code.
    Outcome {
        /// After how many steps.
        frame: u64,
        /// What came of it on each side: how many pairs began and ended, and a hash of them and of
        /// the world's state.
        outcomes: [String; 2],
    },
    /// One log ends, perhaps within a frame, and the other goes on.
    End {
        /// After how many steps.
        frame: u64,
        /// Which one ends: 0 for the first, 1 for the second.
        log: usize,
    },
}

/// What one side did to a proxy at a difference. Displayed as a sentence without a subject.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Side {
    /// Which operation of its log it is, counted from 1, steps included; without it, what this side
    /// did not do.
    pub number: Option<u64>,
    /// What was done by this side, or else by the other one.
    pub operation: Operation,
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.number, &self.operation) {
            (Some(number), operation) => write!(f, "operation {number} {operation}"),
            (None, Operation::Move { proxy, from, .. }) => {
                write!(f, "does not move {proxy} from {from}")
            }
            (None, Operation::Create { proxy, .. }) => write!(f, "does not create {proxy}"),
            (None, Operation::Destroy { proxy, from }) => {
                write!(f, "does not destroy {proxy}, {from}")
            }
            (None, Operation::SetFilter { proxy, .. }) => {
                write!(f, "does not change the filter of {proxy}")
            }
            (None, Operation::Touch { proxy }) => write!(f, "does not touch {proxy}"),
        }
    }
}

impl Difference {
    /// After how many steps it is.
    #[must_use]
    pub fn frame(&self) -> u64 {
        match self {
            Self::World { .. } => 0,
            Self::Operation { frame, .. }
            | Self::Outcome { frame, .. }
            | Self::End { frame, .. } => *frame,
        }
    }

    /// What each side has to say.
    #[must_use]
    pub fn sides(&self) -> [String; 2] {
        match self {
            Self::World { worlds: texts }
            | Self::Outcome {
                outcomes: texts, ..
            } => texts.clone(),
            Self::Operation { sides, .. } => (**sides).each_ref().map(ToString::to_string),
            Self::End { log, .. } => {
                [0, 1].map(|side| if side == *log { "ends here" } else { "goes on" }.to_string())
            }
        }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b] = self.sides();
        write!(f, "frame {}: {a}; {b}", self.frame())
    }
}

/// Finds the first thing in which the logs of two [`Recorder`](super::Recorder)s differ.
///
/// Within a frame the order of operations on different proxies does not count, since nothing
/// depends on it; that of creations and destructions does, since it decides which ids are given.
/// Costs memory for the living proxies and one frame.
///
/// # Errors
/// If one of them is no log, or broken before the difference.
pub fn compare_logs(logs: [&[u8]; 2]) -> Result<Comparison, InvalidLog> {
    let of = |log: usize| move |Malformed { at, problem }| InvalidLog { log, at, problem };
    let mut readers = [
        LogReader::new(logs[0]).map_err(of(0))?,
        LogReader::new(logs[1]).map_err(of(1))?,
    ];
    let mut comparison = Comparison {
        frames: 0,
        operations: 0,
        difference: None,
    };
    if readers[0].header != readers[1].header {
        comparison.difference = Some(Difference::World {
            worlds: readers.each_ref().map(|reader| reader.header.to_string()),
        });
        return Ok(comparison);
    }
    loop {
        let [first, second] = &mut readers;
        let frames = [
            first.next_frame().map_err(of(0))?,
            second.next_frame().map_err(of(1))?,
        ];
        comparison.difference = difference(&frames, &comparison);
        if comparison.difference.is_some() {
            return Ok(comparison);
        }
        comparison.operations += frames[0].operations.len() as u64;
        if frames[0].outcome.is_none() {
            return Ok(comparison);
        }
        comparison.frames += 1;
    }
}

fn difference(frames: &[Frame; 2], before: &Comparison) -> Option<Difference> {
    let frame = before.frames;
    match frames.each_ref().map(|frame| frame.outcome) {
        [None, Some(_)] => Some(Difference::End { frame, log: 0 }),
        [Some(_), None] => Some(Difference::End { frame, log: 1 }),
        outcomes => {
            let sides = different_operations(frames, before.frames + before.operations);
            sides
                .map(|sides| Difference::Operation {
                    frame,
                    sides: Box::new(sides),
                })
                .or_else(|| different_outcomes(outcomes, frame))
        }
    }
}

fn different_outcomes(outcomes: [Option<Outcome>; 2], frame: u64) -> Option<Difference> {
    let [Some(a), Some(b)] = outcomes else {
        return None;
    };
    let describe = |Outcome { begun, ended, hash }| {
        format!("{begun} pairs begin, {ended} end, hash {hash:016x}")
    };
    (a != b).then(|| Difference::Outcome {
        frame,
        outcomes: [a, b].map(describe),
    })
}

/// The first difference in what was done in a frame. `done` operations were done before on either
/// side.
fn different_operations(frames: &[Frame; 2], done: u64) -> Option<[Side; 2]> {
    let [a, b] = frames.each_ref().map(|frame| in_order(frame, done));
    let count = a.len().max(b.len());
    let (a, b) = (0..count)
        .map(|i| (a.get(i), b.get(i)))
        .find(|&(a, b)| !are_same(a, b))?;
    // Of two different proxies the first is the one to which one side did nothing.
    let rank = |side: Option<&(u64, &Operation)>| {
        side.map(|(_, operation)| (!operation.decides_ids(), operation.proxy()))
    };
    let both = match (rank(a), rank(b)) {
        (Some(x), Some(y)) if x == y || !(x.0 || y.0) => [a, b],
        (Some(x), y) if y.is_none_or(|y| x < y) => [a, None],
        _ => [None, b],
    };
    let known = both
        .iter()
        .flatten()
        .next()
        .map(|(_, operation)| *operation)?;
    Some(both.map(|side| Side {
        number: side.map(|side| side.0),
        operation: side.map_or(known, |side| side.1).clone(),
    }))
}

fn are_same(a: Option<&(u64, &Operation)>, b: Option<&(u64, &Operation)>) -> bool {
    match (a.map(|a| a.1), b.map(|b| b.1)) {
        // Where it was is another operation's business.
        (Some(Operation::Destroy { proxy: a, .. }), Some(Operation::Destroy { proxy: b, .. })) => {
            a == b
        }
        (a, b) => a == b,
    }
}

/// The operations of a frame with their numbers: those that decide ids, then the others by proxy.
fn in_order(frame: &Frame, done: u64) -> Vec<(u64, &Operation)> {
    let mut operations: Vec<_> = (done + 1..).zip(&frame.operations).collect();
    operations.sort_by_key(|(_, operation)| (!operation.decides_ids()).then(|| operation.proxy()));
    operations
}
