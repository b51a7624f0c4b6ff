//! An item to sort.

/// A box by its index in the caller's list, with the place of its center on the curve.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Keyed {
    pub(crate) key: u32,
    pub(crate) index: u32,
}

impl Keyed {
    /// A box whose place is not known yet.
    pub(crate) fn new(index: u32) -> Self {
        Self { key: 0, index }
    }

    /// The key, as a function to sort by: a closure would be compiled for each kind of box.
    pub(super) fn place(&self) -> u64 {
        self.key.into()
    }
}
