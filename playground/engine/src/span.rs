//! Lists of numbers in the module's memory, for the page to read.

/// The start of a list in memory, and its length in bytes.
#[derive(Clone, Copy)]
pub(crate) struct Span {
    pub(crate) start: usize,
    pub(crate) bytes: usize,
}

impl Span {
    pub(crate) fn of<T>(list: &[T]) -> Self {
        Self {
            start: list.as_ptr() as usize,
            bytes: size_of_val(list),
        }
    }
}
