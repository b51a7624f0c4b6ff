//! The measurements of the comparison.

/// A measurement, in the order of the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Question {
    Build,
    /// The boxes that touch windows; an index into [`HITS`].
    Range(usize),
    ClosestHit,
    Nearest,
    NearestFew,
    Insert,
    Move,
    /// The windows with ten hits, after the moves.
    RangeMoved,
    Remove,
    /// The bytes that are held after building.
    Bytes,
}

/// The mean numbers of hits of the range queries.
pub(super) const HITS: [usize; 3] = [1, 10, 1_000];

/// The number of boxes that [`Question::NearestFew`] finds for each point.
pub(super) const FEW: usize = 8;

impl Question {
    pub(super) const ALL: [Self; 12] = [
        Self::Build,
        Self::Range(0),
        Self::Range(1),
        Self::Range(2),
        Self::ClosestHit,
        Self::Nearest,
        Self::NearestFew,
        Self::Insert,
        Self::Move,
        Self::RangeMoved,
        Self::Remove,
        Self::Bytes,
    ];

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Build => "build",
            Self::Range(i) => ["range 1", "range 10", "range 1000"][i],
            Self::ClosestHit => "closest hit",
            Self::Nearest => "nearest",
            Self::NearestFew => "8 nearest",
            Self::Insert => "insert",
            Self::Move => "move",
            Self::RangeMoved => "range 10, moved",
            Self::Remove => "remove",
            Self::Bytes => "bytes",
        }
    }
}

/// The cost of a number of queries or changes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Measured {
    pub(super) question: Question,
    pub(super) ms: f64,
    /// The number of queries, changes or boxes.
    pub(super) count: usize,
    /// The number of hits, and their checksum.
    pub(super) hits: Option<(u64, u64)>,
    pub(super) bytes_each: Option<f64>,
}

impl Measured {
    /// A time measurement.
    pub(super) fn time(question: Question, ms: f64, count: usize) -> Self {
        Self {
            question,
            ms,
            count,
            hits: None,
            bytes_each: None,
        }
    }

    /// The value in the tables: nanoseconds or bytes per item.
    pub(super) fn each(&self) -> f64 {
        self.bytes_each
            .unwrap_or(self.ms * 1e6 / self.count.max(1) as f64)
    }
}
