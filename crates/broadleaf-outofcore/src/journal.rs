//! The record of finished tiles: a file to which entries are appended.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use crate::error::{InFile, Result};
use crate::manifest::checksum;
use crate::pair_sum::PairSum;

const ENTRY_BYTES: usize = 40;

/// A finished tile: the sum of its pairs, and the length of the file with them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Finished {
    pub(crate) sum: PairSum,
    pub(crate) bytes: u64,
}

/// The finished tiles of this run and of earlier ones.
#[derive(Debug)]
pub(crate) struct Journal {
    path: PathBuf,
    file: Mutex<File>,
}

impl Journal {
    /// Opens the journal, and returns the entries of earlier runs.
    pub(crate) fn open(path: &Path) -> Result<(Self, BTreeMap<u64, Finished>)> {
        let bytes = if path.exists() {
            fs::read(path).in_file(path)?
        } else {
            Vec::new()
        };
        // A killed run may leave a partial entry.
        let entries: Vec<_> = bytes.as_chunks().0.iter().map_while(read_entry).collect();
        let file = File::options().append(true).create(true).open(path);
        let file = file.in_file(path)?;
        file.set_len((entries.len() * ENTRY_BYTES) as u64)
            .in_file(path)?;
        let journal = Self {
            path: path.to_owned(),
            file: Mutex::new(file),
        };
        Ok((journal, entries.into_iter().collect()))
    }

    pub(crate) fn add(&self, tile: u64, finished: Finished) -> Result<()> {
        let Finished { sum, bytes } = finished;
        let mut entry = Vec::with_capacity(ENTRY_BYTES);
        for number in [tile, sum.pairs, sum.hash, bytes] {
            entry.extend_from_slice(&number.to_le_bytes());
        }
        entry.extend_from_slice(&checksum(&entry).to_le_bytes());
        let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.write_all(&entry).in_file(&self.path)
    }
}

fn read_entry(entry: &[u8; ENTRY_BYTES]) -> Option<(u64, Finished)> {
    let (content, sum) = entry.split_last_chunk()?;
    let (numbers, _) = content.as_chunks();
    let &[tile, pairs, hash, bytes] = numbers else {
        return None;
    };
    let [tile, pairs, hash, bytes] = [tile, pairs, hash, bytes].map(u64::from_le_bytes);
    let sum_of_pairs = PairSum { pairs, hash };
    (checksum(content) == u64::from_le_bytes(*sum)).then_some((
        tile,
        Finished {
            sum: sum_of_pairs,
            bytes,
        },
    ))
}
