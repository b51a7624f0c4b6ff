//! Keys of rows: only rows with equal keys form pairs.
//!
//! A join compares numbers of keys. The sample counts them, in the order of the rows, so the same
//! input has the same numbers.

use std::collections::HashMap;

use crate::error::{OutOfCoreError, Result};

/// The bytes of an entry besides those of its key, roughly.
const ENTRY_BYTES: u64 = 64;

/// The number of each key.
#[derive(Debug)]
pub(crate) struct Keys {
    numbers: HashMap<Vec<u8>, u32>,
    bytes: u64,
    most: u64,
}

impl Keys {
    /// No keys, and room for this number of bytes.
    pub(crate) fn new(most: u64) -> Self {
        Self {
            numbers: HashMap::new(),
            bytes: 0,
            most,
        }
    }

    /// The number of a key.
    ///
    /// # Errors
    /// If there are more keys than fit into their share of the memory.
    pub(crate) fn number(&mut self, key: &[u8]) -> Result<u32> {
        if let Some(number) = self.numbers.get(key) {
            return Ok(*number);
        }
        self.bytes += key.len() as u64 + ENTRY_BYTES;
        let number = u32::try_from(self.numbers.len()).ok();
        let number = number.filter(|_| self.bytes <= self.most);
        let number = number.ok_or_else(|| {
            OutOfCoreError::job(format!(
                "there are more than {} different keys, which do not fit into an eighth of the \
                 memory: give it more with --memory",
                self.numbers.len()
            ))
        })?;
        self.numbers.insert(key.to_vec(), number);
        Ok(number)
    }
}
