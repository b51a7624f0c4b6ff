//! How lists are cut into pieces of work.

/// More pieces than one come in multiples of this number: 2, 4 or 8 threads have equally many.
const MULTIPLE: usize = 8;

/// The length of the pieces of a list: nearly equal, and not above `most`.
pub(crate) fn piece_len(len: usize, most: usize) -> usize {
    if len <= most {
        return most;
    }
    len.div_ceil(len.div_ceil(most).next_multiple_of(MULTIPLE))
}

#[cfg(test)]
#[path = "tests/pieces.rs"]
mod tests;
