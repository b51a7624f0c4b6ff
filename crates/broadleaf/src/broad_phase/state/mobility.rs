//! How a proxy moves, which decides which mobilities it forms pairs with.

/// How a proxy moves. Two proxies form pairs only if at least one of them is
/// [`Dynamic`](Self::Dynamic) or [`Sleeping`](Self::Sleeping).
///
/// | | dynamic | sleeping | kinematic | static |
/// |---|---|---|---|---|
/// | dynamic, sleeping | pairs | pairs | pairs | pairs |
/// | kinematic, static | pairs | pairs | | |
///
/// A body that comes to rest is `Sleeping`, not `Static`: it keeps its pairs, even those with other
/// sleeping bodies and with the ground, and waking it begins no pair again. `Static` ends its pairs
/// with all proxies that are neither dynamic nor sleeping, and removes its margin.
///
/// A sensor that has to detect kinematic and static proxies is `Dynamic` with
/// [`Margin::Tight`](crate::broad_phase::Margin::Tight), even if it never moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Mobility {
    /// Moves by forces. Has a margin and forms pairs with every proxy.
    #[default]
    Dynamic,
    /// Moves on a given path. Has a margin and forms pairs with dynamic and sleeping proxies only.
    Kinematic,
    /// Moves rarely or never. Has no margin unless it is given one, forms pairs with dynamic and
    /// sleeping proxies only, and costs nothing in a step in which it does not move.
    Static,
    /// Moves by forces, but rests until something wakes it. Has the margin and the pairs of a
    /// dynamic proxy: falling asleep and waking begin and end no pair. It and its pairs cost
    /// nothing in a step in which none of their proxies change.
    ///
    /// The structure of the static proxies holds it. Once a proxy has slept in a broad phase, this
    /// structure is queried once for every proxy that changes, however many change.
    Sleeping,
}

impl Mobility {
    /// Whether proxies of these mobilities form pairs. Symmetric.
    #[must_use]
    pub fn meets(self, other: Self) -> bool {
        self.meets_all() || other.meets_all()
    }

    /// Whether proxies of this mobility form pairs with all others.
    pub(crate) fn meets_all(self) -> bool {
        matches!(self, Self::Dynamic | Self::Sleeping)
    }

    /// Whether the structure of the static proxies holds proxies of this mobility.
    pub(crate) fn is_fixed(self) -> bool {
        matches!(self, Self::Static | Self::Sleeping)
    }

    /// The index of the structure that holds proxies of this mobility: 0 for the moving ones, 1 for
    /// the static ones.
    pub(crate) fn structure(self) -> usize {
        usize::from(self.is_fixed())
    }

    /// Whether a proxy keeps its fat box when it gets the other mobility, because it falls asleep
    /// or wakes.
    pub(crate) fn keeps_fat(self, other: Self) -> bool {
        self != Self::Static && other == Self::Sleeping
            || self == Self::Sleeping && other != Self::Static
    }

    pub(crate) fn code(self) -> u8 {
        match self {
            Self::Dynamic => 0,
            Self::Kinematic => 1,
            Self::Static => 2,
            Self::Sleeping => 3,
        }
    }

    pub(crate) fn from_code(code: u8) -> Option<Self> {
        [Self::Dynamic, Self::Kinematic, Self::Static, Self::Sleeping]
            .into_iter()
            .find(|mobility| mobility.code() == code)
    }
}
