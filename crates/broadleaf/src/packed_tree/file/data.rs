//! The caller's bytes for each box.

use super::format::Sections;
use crate::report::{Violation, ensure};

/// The data of all boxes, by position.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Data<'a> {
    /// Where the data of each box end; they start where the data of the previous box end.
    ends: &'a [[u8; 8]],
    bytes: &'a [u8],
}

impl<'a> Data<'a> {
    /// The data in the sections of a tree, which may have no data; `None` if there are too few
    /// bytes.
    pub(crate) fn of_sections(bytes: &'a [u8], sections: &Sections) -> Option<Option<Self>> {
        let data = Self {
            ends: bytes.get(sections.data_ends.clone())?.as_chunks().0,
            bytes: bytes.get(sections.data.clone())?,
        };
        Some(sections.has_data.then_some(data))
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.bytes.len() as u64
    }

    /// The data of the box at a position; `None` if its range lies outside the section.
    pub(crate) fn get(&self, position: usize) -> Option<&'a [u8]> {
        let start = position
            .checked_sub(1)
            .map_or(Some(0), |before| self.end(before))?;
        self.bytes.get(start..self.end(position)?)
    }

    fn end(&self, position: usize) -> Option<usize> {
        let end = self.ends.get(position)?;
        usize::try_from(u64::from_le_bytes(*end)).ok()
    }

    /// Checks P5.
    pub(crate) fn check(&self, len: usize) -> Result<(), Violation> {
        let mut last = 0;
        for position in 0..len {
            let end = self
                .end(position)
                .filter(|end| (last..=self.bytes.len()).contains(end));
            ensure(end.is_some(), P5, format_args!("position {position}"))?;
            last = end.unwrap_or(last);
        }
        ensure(last == self.bytes.len(), P5, "the last position")
    }
}

const P5: &str = "P5: the data of the boxes lie one after the other and fill their section";
