//! Why a call changed and answered nothing.

/// Why a call changed and answered nothing. JavaScript, which has the arguments, writes the
/// message.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Problem {
    /// No box has the id in this row.
    UnknownId(usize),
    /// A row is not a box or a point.
    Invalid,
    /// The answer does not fit into memory.
    TooMuch,
    /// The box with the id in this row is infinite.
    Infinite(usize),
}

pub(crate) type Outcome = Result<(), Problem>;

impl Problem {
    /// The problem as two numbers: a kind and a row.
    pub(crate) fn code(self) -> [u32; 2] {
        match self {
            Self::UnknownId(row) => [0, row as u32],
            Self::Invalid => [1, 0],
            Self::TooMuch => [2, 0],
            Self::Infinite(row) => [3, row as u32],
        }
    }
}
