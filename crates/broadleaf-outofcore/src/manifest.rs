//! The manifest of a spill folder: the run it belongs to, the tiles, and where the boxes are.

use std::path::Path;
use std::{fs, iter};

use broadleaf::tiling::Tiling;
use broadleaf_scenes::Skipped;

use crate::distribute::{Distributed, Side};
use crate::error::{InFile, OutOfCoreError, Result};
use crate::number::Number;
use crate::pair_sum::mix;
use crate::spill::{Block, List};
use crate::values::ValueFile;

const MAGIC: &[u8; 8] = b"BRDSPIL4";

/// Writes the manifest atomically.
pub(crate) fn write<S: Number, const D: usize>(
    path: &Path,
    job: &str,
    boxes: &Distributed<S, D>,
) -> Result<()> {
    let mut bytes = MAGIC.to_vec();
    put_bytes(&mut bytes, job.as_bytes());
    put_bytes(&mut bytes, &boxes.tiling.to_bytes());
    put(&mut bytes, boxes.bytes);
    put(&mut bytes, boxes.sides.len() as u64);
    for side in &boxes.sides {
        put(&mut bytes, side.boxes);
        put(&mut bytes, side.rows);
        put(&mut bytes, side.values.len() as u64);
        side.values
            .iter()
            .for_each(|file| put_values(&mut bytes, file));
        let kinds: Vec<_> = side.skipped.iter().collect();
        put(&mut bytes, kinds.len() as u64);
        for (what, count) in kinds {
            put_bytes(&mut bytes, what.as_bytes());
            put(&mut bytes, count);
        }
        for list in &side.lists {
            put(&mut bytes, list.blocks.len() as u64);
            for block in &list.blocks {
                put(&mut bytes, block.at);
                put(&mut bytes, block.records.into());
            }
        }
    }
    let sum = checksum(&bytes);
    put(&mut bytes, sum);
    let unfinished = path.with_extension("new");
    fs::write(&unfinished, bytes).in_file(&unfinished)?;
    fs::rename(&unfinished, path).in_file(path)
}

/// Reads the boxes that an earlier run distributed; `None` without a manifest.
///
/// # Errors
/// If the manifest belongs to another run, or is damaged.
pub(crate) fn read<S: Number, const D: usize>(
    path: &Path,
    job: &str,
) -> Result<Option<Distributed<S, D>>> {
    if !path.exists() {
        return Ok(None);
    }
    let bytes = fs::read(path).in_file(path)?;
    let damaged = || OutOfCoreError::in_file(path, "the manifest is damaged: remove the folder");
    let mut reader = Reader::checked(&bytes).ok_or_else(damaged)?;
    let written = reader.bytes().ok_or_else(damaged)?;
    if written != job.as_bytes() {
        return Err(other_job(path, &String::from_utf8_lossy(written), job));
    }
    reader.boxes().ok_or_else(damaged).map(Some)
}

/// Names the first line in which the jobs differ.
fn other_job(path: &Path, written: &str, job: &str) -> OutOfCoreError {
    let most = written.lines().count().max(job.lines().count());
    // The shorter text ends with empty lines.
    let [written, job] = [written, job].map(|text| text.lines().chain(iter::repeat("")).take(most));
    let mut lines = written.zip(job);
    let (then, now) = lines.find(|(a, b)| a != b).unwrap_or_default();
    let folder = path.parent().unwrap_or(path);
    OutOfCoreError::in_file(
        folder,
        format!(
            "the folder belongs to another run, or an input has changed since: it says \"{then}\", \
             not \"{now}\"; remove it or choose another one"
        ),
    )
}

fn put(bytes: &mut Vec<u8>, number: u64) {
    bytes.extend_from_slice(&number.to_le_bytes());
}

fn put_values(bytes: &mut Vec<u8>, file: &ValueFile) {
    let ValueFile {
        rows,
        bytes: len,
        is_text,
        places,
    } = file;
    let numbers = [*rows, *len, (*is_text).into(), places.len() as u64];
    let numbers = numbers.iter().chain(places);
    numbers.for_each(|number| put(bytes, *number));
}

fn put_bytes(bytes: &mut Vec<u8>, content: &[u8]) {
    put(bytes, content.len() as u64);
    bytes.extend_from_slice(content);
}

pub(crate) fn checksum(bytes: &[u8]) -> u64 {
    bytes
        .iter()
        .fold(0, |sum, &byte| mix(sum ^ u64::from(byte)))
}

struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    /// The contents between the magic and the checksum; `None` if it is wrong.
    fn checked(bytes: &'a [u8]) -> Option<Self> {
        let (content, sum) = bytes.split_last_chunk()?;
        let is_correct = checksum(content) == u64::from_le_bytes(*sum);
        is_correct
            .then(|| content.strip_prefix(MAGIC).map(Self))
            .flatten()
    }

    fn number(&mut self) -> Option<u64> {
        let (number, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(u64::from_le_bytes(*number))
    }

    fn bytes(&mut self) -> Option<&'a [u8]> {
        let len = usize::try_from(self.number()?).ok()?;
        let (bytes, rest) = self.0.split_at_checked(len)?;
        self.0 = rest;
        Some(bytes)
    }

    fn boxes<S: Number, const D: usize>(&mut self) -> Option<Distributed<S, D>> {
        let tiling = Tiling::from_bytes(self.bytes()?).ok()?;
        let bytes = self.number()?;
        let sides = self.number()?.min(2);
        Some(Distributed {
            bytes,
            sides: (0..sides)
                .map(|_| self.side(tiling.len() + 1))
                .collect::<Option<_>>()?,
            tiling,
        })
    }

    fn side(&mut self, lists: usize) -> Option<Side> {
        Some(Side {
            boxes: self.number()?,
            rows: self.number()?,
            values: self.values()?,
            skipped: self.skipped()?,
            lists: (0..lists).map(|_| self.list()).collect::<Option<_>>()?,
        })
    }

    fn values(&mut self) -> Option<Vec<ValueFile>> {
        let files = self.number()?;
        let file = |_| {
            let (rows, bytes) = (self.number()?, self.number()?);
            let (is_text, places) = (self.number()? != 0, self.number()?);
            let places = (0..places).map(|_| self.number()).collect::<Option<_>>()?;
            Some(ValueFile {
                rows,
                bytes,
                is_text,
                places,
            })
        };
        (0..files).map(file).collect()
    }

    fn skipped(&mut self) -> Option<Skipped> {
        let (mut skipped, kinds) = (Skipped::default(), self.number()?);
        for _ in 0..kinds {
            let what = std::str::from_utf8(self.bytes()?).ok()?.to_owned();
            skipped.add(what, self.number()?);
        }
        Some(skipped)
    }

    fn list(&mut self) -> Option<List> {
        let blocks = self.number()?;
        let blocks = (0..blocks).map(|_| {
            Some(Block {
                at: self.number()?,
                records: u32::try_from(self.number()?).ok()?,
            })
        });
        Some(List {
            blocks: blocks.collect::<Option<_>>()?,
        })
    }
}
