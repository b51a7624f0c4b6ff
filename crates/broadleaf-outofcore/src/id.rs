//! Ids of boxes: 64-bit integers, signed or not, or texts.

/// The interpretation of the 64 bits of an id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum IdKind {
    /// Row numbers, or a column of signed integers.
    Signed,
    /// A column of unsigned integers.
    Unsigned,
    /// A column of texts: the join itself uses row numbers.
    Text,
}

impl IdKind {
    /// The pair with the smaller id first.
    #[inline]
    pub(crate) fn ordered(self, [a, b]: [u64; 2]) -> [u64; 2] {
        let is_ordered = match self {
            Self::Signed => a.cast_signed() <= b.cast_signed(),
            Self::Unsigned | Self::Text => a <= b,
        };
        if is_ordered { [a, b] } else { [b, a] }
    }

    /// The kind of the ids during the join.
    pub(crate) fn in_join(self) -> Self {
        match self {
            Self::Text => Self::Unsigned,
            number => number,
        }
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Signed => "signed",
            Self::Unsigned => "unsigned",
            Self::Text => "texts",
        }
    }
}
