//! The first difference between two logs.

use alloc::boxed::Box;
use alloc::string::{String, ToString};
use core::fmt;

use super::operation::Operation;

/// What two logs have in common, and their first difference.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Comparison {
    /// How many frames are the same in both logs, from the beginning.
    pub frames: u64,
    /// How many operations each log has in these frames.
    pub operations: u64,
    /// `None` if the logs are the same.
    pub difference: Option<Difference>,
}

/// The first difference between two logs. Displayed as one line with both sides.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Difference {
    /// The broad phases differ in their number types, dimensions or margins.
    #[non_exhaustive]
    BroadPhase {
        /// A description of each broad phase.
        broad_phases: [String; 2],
    },
    /// An operation on a proxy differs.
    #[non_exhaustive]
    Operation {
        /// How many steps precede the difference.
        frame: u64,
        /// What each side did.
        sides: Box<[Side; 2]>,
    },
    /// The same operations gave different results: the programs or machines of the peers differ, or
    /// a filter in the caller's code.
    #[non_exhaustive]
    Outcome {
        /// How many steps precede the difference.
        frame: u64,
        /// The result on each side: how many pairs began and ended, and a hash of these pairs and
        /// of the state of the broad phase.
        outcomes: [String; 2],
    },
    /// One log ends, perhaps within a frame, and the other continues.
    #[non_exhaustive]
    End {
        /// How many steps precede the difference.
        frame: u64,
        /// The log that ends: 0 for the first, 1 for the second.
        log: usize,
    },
}

/// What one side did at a difference. Displayed as a predicate.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Side {
    /// The position of the operation in its log, counted from 1, steps included. `None` if this
    /// side did not perform it.
    pub number: Option<u64>,
    /// The operation of this side, or that of the other side if this one has none.
    pub operation: Operation,
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(number) = self.number {
            return write!(f, "operation {number} {}", self.operation);
        }
        match &self.operation {
            Operation::Move { proxy, from, .. } => write!(f, "does not move {proxy} from {from}"),
            Operation::Create { proxy, .. } => write!(f, "does not create {proxy}"),
            Operation::Destroy { proxy, from } => write!(f, "does not destroy {proxy}, {from}"),
            Operation::SetFilter { proxy, .. } => {
                write!(f, "does not change the filter of {proxy}")
            }
            Operation::SetMobility { proxy, .. } => {
                write!(f, "does not change the mobility of {proxy}")
            }
            Operation::SetMargin { proxy, .. } => {
                write!(f, "does not change the margin of {proxy}")
            }
            Operation::Touch { proxy } => write!(f, "does not touch {proxy}"),
        }
    }
}

impl Difference {
    /// How many steps precede the difference.
    #[must_use]
    pub fn frame(&self) -> u64 {
        match self {
            Self::BroadPhase { .. } => 0,
            Self::Operation { frame, .. }
            | Self::Outcome { frame, .. }
            | Self::End { frame, .. } => *frame,
        }
    }

    /// The difference as each side records it.
    #[must_use]
    pub fn sides(&self) -> [String; 2] {
        match self {
            Self::BroadPhase {
                broad_phases: texts,
            }
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
