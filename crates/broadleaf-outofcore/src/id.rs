//! Ids of boxes: numbers of 64 bits, signed or not.

/// How the 64 bits of an id are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum IdKind {
    /// The number of the row, or a column of signed integers.
    Signed,
    /// A column of unsigned integers.
    Unsigned,
}

impl IdKind {
    /// The pair with the smaller id first.
    #[inline]
    pub(crate) fn ordered(self, [a, b]: [u64; 2]) -> [u64; 2] {
        let is_ordered = match self {
            Self::Signed => a.cast_signed() <= b.cast_signed(),
            Self::Unsigned => a <= b,
        };
        if is_ordered { [a, b] } else { [b, a] }
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Signed => "signed",
            Self::Unsigned => "unsigned",
        }
    }
}
