//! How a proxy moves, which decides with what it forms pairs.

/// How a proxy moves. Two proxies form pairs only if at least one of them is
/// [`Dynamic`](Self::Dynamic).
///
/// A sensor that has to detect kinematic and static proxies is `Dynamic` with
/// [`Margin::Tight`](super::Margin::Tight), even if it never moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Mobility {
    /// Moves by forces. Has a margin and forms pairs with every proxy.
    #[default]
    Dynamic,
    /// Moves on a given path. Has a margin and forms pairs with dynamic proxies only.
    Kinematic,
    /// Moves rarely or never. Has no margin unless it is given one, forms pairs with dynamic
    /// proxies only, and costs nothing in a step in which it does not move.
    Static,
}

impl Mobility {
    /// Whether proxies of these mobilities form pairs.
    #[must_use]
    pub fn meets(self, other: Self) -> bool {
        self == Self::Dynamic || other == Self::Dynamic
    }

    /// The number of the structure that holds such proxies: 0 for the moving ones, 1 for the static
    /// ones.
    pub(super) fn structure(self) -> usize {
        usize::from(self == Self::Static)
    }

    /// The number that stands for the mobility in files.
    pub(crate) fn code(self) -> u8 {
        match self {
            Self::Dynamic => 0,
            Self::Kinematic => 1,
            Self::Static => 2,
        }
    }

    pub(crate) fn from_code(code: u8) -> Option<Self> {
        [Self::Dynamic, Self::Kinematic, Self::Static]
            .into_iter()
            .find(|mobility| mobility.code() == code)
    }
}
