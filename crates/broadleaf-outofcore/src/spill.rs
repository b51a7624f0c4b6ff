//! Lists of boxes in one file; the blocks of a list may be anywhere in the file.

use std::fs::File;
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use broadleaf::Aabb;

use crate::error::{InFile, OutOfCoreError, Result};
use crate::near::Near;
use crate::number::Number;
use crate::record::Record;

/// Consecutive records of one list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Block {
    /// The position of the first byte.
    pub(crate) at: u64,
    pub(crate) records: u32,
}

/// The blocks of a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct List {
    pub(crate) blocks: Vec<Block>,
}

impl List {
    pub(crate) fn len(&self) -> u64 {
        let lens = self.blocks.iter().map(|block| u64::from(block.records));
        lens.sum()
    }
}

/// Writes several lists at the same time, each through a buffer.
#[derive(Debug)]
pub(crate) struct SpillWriter {
    file: File,
    path: PathBuf,
    end: u64,
    has_keys: bool,
    record_bytes: usize,
    /// The number of bytes of a buffer.
    buffer: usize,
    buffers: Vec<Vec<u8>>,
    lists: Vec<List>,
}

impl SpillWriter {
    /// Appends to a file of which `end` bytes are written.
    pub(crate) fn new<S: Number, const D: usize>(
        file: File,
        path: &Path,
        end: u64,
        lists: usize,
        buffer: usize,
        has_keys: bool,
    ) -> Self {
        let record_bytes = Record::<S, D>::bytes(has_keys);
        Self {
            has_keys,
            file,
            path: path.to_owned(),
            end,
            record_bytes,
            buffer: (buffer / record_bytes).max(1) * record_bytes,
            buffers: vec![Vec::new(); lists],
            lists: vec![List::default(); lists],
        }
    }

    #[inline]
    pub(crate) fn put<S: Number, const D: usize>(
        &mut self,
        list: usize,
        record: &Record<S, D>,
    ) -> Result<()> {
        let buffer = &mut self.buffers[list];
        if buffer.capacity() == 0 {
            buffer.reserve_exact(self.buffer);
        }
        record.put(self.has_keys, buffer);
        if buffer.len() == self.buffer {
            self.write(list)?;
        }
        Ok(())
    }

    fn write(&mut self, list: usize) -> Result<()> {
        let buffer = &mut self.buffers[list];
        self.file.write_all(buffer).in_file(&self.path)?;
        self.lists[list].blocks.push(Block {
            at: self.end,
            // A buffer has at most about 100 KB.
            records: u32::try_from(buffer.len() / self.record_bytes).unwrap_or(0),
        });
        self.end += buffer.len() as u64;
        buffer.clear();
        Ok(())
    }

    /// Writes the remaining records; returns where the lists are, and the length of the file.
    pub(crate) fn finish(mut self) -> Result<(Vec<List>, u64)> {
        for list in 0..self.buffers.len() {
            if !self.buffers[list].is_empty() {
                self.write(list)?;
            }
        }
        self.file.sync_all().in_file(&self.path)?;
        Ok((self.lists, self.end))
    }
}

/// A position in a list.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Cursor {
    block: usize,
    /// The number of records of the block that have been read.
    record: usize,
}

/// Boxes of a list in memory, with their ids, keys and classes.
#[derive(Debug)]
pub(crate) struct Loaded<S, const D: usize> {
    pub(crate) boxes: Vec<Aabb<S, D>>,
    pub(crate) ids: Vec<u64>,
    pub(crate) classes: Vec<u8>,
    /// The keys, if rows have keys.
    pub(crate) keys: Vec<u32>,
    /// The boxes as they are in the file, if the others are grown.
    pub(crate) exact: Vec<Aabb<S, D>>,
}

impl<S, const D: usize> Default for Loaded<S, D> {
    fn default() -> Self {
        Self {
            boxes: Vec::new(),
            ids: Vec::new(),
            classes: Vec::new(),
            keys: Vec::new(),
            exact: Vec::new(),
        }
    }
}

impl<S, const D: usize> Loaded<S, D> {
    pub(crate) fn bytes(&self) -> u64 {
        let boxes = self.boxes.capacity() + self.exact.capacity();
        let ids = self.ids.capacity() * 8 + self.keys.capacity() * 4;
        (boxes * size_of::<Aabb<S, D>>() + ids + self.classes.capacity()) as u64
    }

    fn clear(&mut self, room: usize) {
        self.boxes.clear();
        self.ids.clear();
        self.classes.clear();
        self.keys.clear();
        self.exact.clear();
        self.boxes.reserve_exact(room);
        self.ids.reserve_exact(room);
        self.classes.reserve_exact(room);
    }
}

/// Reads lists. Each thread has one reader.
#[derive(Debug)]
pub(crate) struct SpillReader {
    file: File,
    path: PathBuf,
    bytes: Vec<u8>,
    has_keys: bool,
    near: Option<Near>,
}

impl SpillReader {
    /// Opens the file of a join with keys, or of pairs within a distance.
    pub(crate) fn open(path: &Path, has_keys: bool, near: Option<Near>) -> Result<Self> {
        Ok(Self {
            file: File::open(path).in_file(path)?,
            path: path.to_owned(),
            bytes: Vec::new(),
            has_keys,
            near,
        })
    }

    /// Replaces `loaded` by the next boxes, at most `most`. `class` gives each a class, or leaves
    /// it out. Returns whether there are any.
    pub(crate) fn load<S: Number, const D: usize>(
        &mut self,
        list: &List,
        cursor: &mut Cursor,
        most: usize,
        class: impl Fn(&Aabb<S, D>) -> Option<u8>,
        loaded: &mut Loaded<S, D>,
    ) -> Result<bool> {
        let left = list.blocks[cursor.block..].iter();
        let left: usize = left.map(|block| block.records as usize).sum();
        loaded.clear((left - cursor.record).min(most));
        while let Some(block) = list.blocks.get(cursor.block) {
            let record_bytes = Record::<S, D>::bytes(self.has_keys);
            self.read(block, record_bytes)?;
            let records = self.bytes.chunks_exact(record_bytes);
            for bytes in records.skip(cursor.record) {
                if loaded.boxes.len() == most {
                    return Ok(true);
                }
                cursor.record += 1;
                let record = Record::<S, D>::get(bytes).ok_or_else(|| damaged(&self.path))?;
                let grown = self.near.map(|near| near.grown(&record.aabb));
                let aabb = grown.unwrap_or(record.aabb);
                if let Some(class) = class(&aabb) {
                    loaded.boxes.push(aabb);
                    loaded.ids.push(record.id);
                    loaded.classes.push(class);
                    loaded.keys.extend(self.has_keys.then_some(record.key));
                    loaded.exact.extend(grown.map(|_| record.aabb));
                }
            }
            *cursor = Cursor {
                block: cursor.block + 1,
                record: 0,
            };
        }
        Ok(!loaded.boxes.is_empty())
    }

    fn read(&mut self, block: &Block, record_bytes: usize) -> Result<()> {
        self.bytes.resize(block.records as usize * record_bytes, 0);
        self.file
            .seek(SeekFrom::Start(block.at))
            .in_file(&self.path)?;
        self.file.read_exact(&mut self.bytes).in_file(&self.path)
    }
}

fn damaged(path: &Path) -> OutOfCoreError {
    OutOfCoreError::in_file(
        path,
        "the contents are not those of this run: remove the folder",
    )
}
