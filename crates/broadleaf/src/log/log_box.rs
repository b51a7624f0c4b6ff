//! Boxes of any number type and dimension.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use crate::broad_phase::history::bytes::{Malformed, Reader};
use crate::broad_phase::history::header::{Header, check_word, read_word};
use crate::geometry::Encoding;

/// A box in a log, of any number type and dimension. Displayed as its corners.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LogBox {
    encoding: Encoding,
    min: Box<[i64]>,
    max: Box<[i64]>,
}

impl LogBox {
    /// The box relative to which the first box of a proxy is stored.
    pub(super) fn origin(header: &Header) -> Self {
        // At most 255, which reading the header checks.
        let dimensions = usize::try_from(header.dimensions).unwrap_or(0);
        let corner = vec![0; dimensions].into_boxed_slice();
        Self {
            encoding: header.encoding,
            min: corner.clone(),
            max: corner,
        }
    }

    /// Reads a box as its difference from this one.
    pub(super) fn read_next(&self, reader: &mut Reader) -> Result<Self, Malformed> {
        let mut next = self.clone();
        for (min, max) in next.min.iter_mut().zip(&mut next.max) {
            let shift = reader.signed()?;
            *min = check_word(reader, self.encoding, min.wrapping_add(shift))?;
            let growth = reader.signed()?;
            let moved = max.wrapping_add(shift);
            *max = check_word(reader, self.encoding, moved.wrapping_add(growth))?;
        }
        Ok(next)
    }

    /// Reads a displacement in the coordinates of this box; `None` if it is zero.
    pub(super) fn read_displacement(
        &self,
        reader: &mut Reader,
    ) -> Result<Option<String>, Malformed> {
        let mut words = Vec::new();
        for _ in 0..self.min.len() {
            words.push(read_word(reader, self.encoding)?);
        }
        let is_zero = words.iter().all(|&word| word == 0);
        Ok((!is_zero).then(|| text(self.encoding, &words)))
    }

    pub(super) fn encoding(&self) -> Encoding {
        self.encoding
    }
}

impl fmt::Display for LogBox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [min, max] = [&self.min, &self.max].map(|corner| text(self.encoding, corner));
        write!(f, "{min} to {max}")
    }
}

fn text(encoding: Encoding, words: &[i64]) -> String {
    let coordinates: Vec<_> = words.iter().map(|&word| encoding.decimal(word)).collect();
    format!("[{}]", coordinates.join(", "))
}
