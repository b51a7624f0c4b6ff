//! Ids of boxes: numbers of 64 bits, signed or not, or texts.

/// How the 64 bits of an id are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum IdKind {
    /// The number of the row, or a column of signed integers.
    Signed,
    /// A column of unsigned integers.
    Unsigned,
    /// A column of texts: the join has the numbers of the rows.
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

    /// What the ids are while boxes are joined.
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
