//! The ids of proxies, and the errors that name them.

use core::cmp::Ordering;
use core::fmt;

use crate::store::Id;

/// Identifies a proxy of a [`BroadPhase`](crate::broad_phase::BroadPhase).
///
/// An id consists of a slot and a generation. A reused slot gets a new generation, so an id does
/// not identify a later proxy, with one exception: a rewind to a step before a proxy was created
/// makes its id free again. Drop such ids, or compare them with
/// [`BroadPhase::contains`](crate::broad_phase::BroadPhase::contains) right after the rewind.
///
/// Ids are ordered by slot, then by generation. Events are sorted in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(C)]
pub struct ProxyId {
    index: u32,
    generation: u32,
}

impl ProxyId {
    /// Identifies no proxy in any broad phase.
    pub const NONE: Self = Self {
        index: u32::MAX,
        generation: u32::MAX,
    };

    /// The slot: the id of the proxy's box in the broad phase's structures and views.
    #[must_use]
    pub fn id(self) -> Id {
        Id(self.index)
    }

    pub(crate) fn new(slot: u32, generation: u32) -> Self {
        Self {
            index: slot,
            generation,
        }
    }

    pub(crate) fn generation(self) -> u32 {
        self.generation
    }

    /// Slot and generation as one number, for other languages and for files.
    #[must_use]
    pub fn to_bits(self) -> u64 {
        u64::from(self.generation) << 32 | u64::from(self.index)
    }

    /// The inverse of [`to_bits`](Self::to_bits). Every number is safe: one that did not come from
    /// `to_bits` gives an id that identifies no proxy.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "each half is 32 bits")]
    pub fn from_bits(bits: u64) -> Self {
        Self {
            index: bits as u32,
            generation: (bits >> 32) as u32,
        }
    }
}

// One comparison instead of two takes less code in each sort.
impl Ord for ProxyId {
    fn cmp(&self, other: &Self) -> Ordering {
        let number = |id: &Self| id.to_bits().rotate_left(32);
        number(self).cmp(&number(other))
    }
}

impl PartialOrd for ProxyId {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// [`ProxyId::NONE`], for a component that has no proxy yet.
impl Default for ProxyId {
    fn default() -> Self {
        Self::NONE
    }
}

impl fmt::Display for ProxyId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}v{}", self.index, self.generation)
    }
}

/// The error for an id that identifies no proxy of the broad phase, or a destroyed one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownProxy(pub ProxyId);

impl fmt::Display for UnknownProxy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no proxy {} in this broad phase", self.0)
    }
}

impl core::error::Error for UnknownProxy {}

/// Why a proxy cannot be created.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CannotCreate {
    /// Another proxy has this id.
    Taken {
        /// The proxy in the slot.
        proxy: ProxyId,
    },
    /// All 2<sup>32</sup> − 1 generations of the slot are used up.
    Exhausted {
        /// The slot.
        id: Id,
    },
    /// The id is not below
    /// [`BroadPhase::max_proxies`](crate::broad_phase::BroadPhase::max_proxies).
    TooLarge {
        /// The slot.
        id: Id,
    },
    /// Every slot is in use, or its generations are used up.
    Full {
        /// The limit on the number of slots.
        max_proxies: usize,
    },
}

impl fmt::Display for CannotCreate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Taken { proxy } => write!(f, "id {} is taken by proxy {proxy}", proxy.id()),
            Self::Exhausted { id } => write!(f, "all generations of id {id} are used up"),
            Self::TooLarge { id } => write!(f, "id {id} is too large for the broad phase"),
            Self::Full { max_proxies } => {
                write!(
                    f,
                    "the broad phase is full: it holds at most {max_proxies} proxies"
                )
            }
        }
    }
}

impl core::error::Error for CannotCreate {}
