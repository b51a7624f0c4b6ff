//! The columns that hold boxes.

/// What the two lists of [`Columns`] mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Lower ends and upper ends.
    Corners,
    /// Lower ends and sizes: an upper end is the sum of both.
    Sizes,
    /// The same columns hold both ends.
    Points,
}

/// The columns of a table that hold boxes, axis by axis: one, two or three axes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Columns {
    pub(crate) kind: Kind,
    pub(crate) first: Vec<usize>,
    pub(crate) second: Vec<usize>,
}

impl Columns {
    /// The meaning of [`first`](Self::first) and [`second`](Self::second).
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The number of axes, 1 to 3.
    #[must_use]
    pub fn dimensions(&self) -> usize {
        self.first.len()
    }

    /// The column of the lower end, or of the point, on each axis.
    #[must_use]
    pub fn first(&self) -> &[usize] {
        &self.first
    }

    /// The column of the upper end, of the size, or of the point, on each axis.
    #[must_use]
    pub fn second(&self) -> &[usize] {
        &self.second
    }

    /// The unused columns of a table of `count` columns, in order.
    pub fn ignored(&self, count: usize) -> impl Iterator<Item = usize> + '_ {
        let is_used = |column: &usize| self.first.contains(column) || self.second.contains(column);
        (0..count).filter(move |column| !is_used(column))
    }
}
