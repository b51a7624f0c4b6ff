//! The two passes over the inputs: one takes a sample, one writes the boxes of each tile to a spill
//! file.

use std::fs::File;

use broadleaf::tiling::Tiling;
use broadleaf_scenes::Skipped;

use crate::budget::Plan;
use crate::error::{InFile, OutOfCoreError, Result};
use crate::folder::SpillFolder;
use crate::input::{Beside, CHUNK, Reading, Rows, Source, WITHOUT_BOX};
use crate::keys::Keys;
use crate::near::Near;
use crate::number::Number;
use crate::progress::Progress;
use crate::record::Record;
use crate::sample::Sample;
use crate::spill::{List, SpillWriter};
use crate::values::{ValueFile, ValueWriter};
use crate::workers::in_order;

/// A box that touches more tiles is a giant and is not copied into each.
const GIANT_LIMIT: u32 = 64;
/// The number of boxes for each tile in the sample.
const SAMPLE_PER_TILE: u64 = 64;
const LARGEST_SAMPLE: u64 = 1 << 20;

/// The boxes of one input, by tile.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Side {
    pub(crate) boxes: u64,
    pub(crate) rows: u64,
    /// The columns that are carried along, if they are written.
    pub(crate) values: Vec<ValueFile>,
    /// What was skipped, including rows without a box.
    pub(crate) skipped: Skipped,
    /// The list of each tile, followed by the list of giants.
    pub(crate) lists: Vec<List>,
}

/// All boxes, by tile.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Distributed<S: Number, const D: usize> {
    pub(crate) tiling: Tiling<S, D>,
    /// One side, or two.
    pub(crate) sides: Vec<Side>,
    /// The number of bytes of the spill file.
    pub(crate) bytes: u64,
}

/// A reader of boxes, and its options.
pub(crate) struct Distribution<'a> {
    pub(crate) sources: &'a [Source],
    pub(crate) plan: Plan,
    pub(crate) threads: usize,
    /// Whether to keep the columns that are carried along.
    pub(crate) keeps_values: bool,
    /// Whether an input without a box is an error, and not an answer, such as rows without a
    /// partner.
    pub(crate) needs_boxes: bool,
    /// The largest distance of a pair.
    pub(crate) near: Option<Near>,
    pub(crate) progress: &'a dyn Progress,
}

impl Distribution<'_> {
    /// Writes the boxes to a spill file, tile by tile.
    pub(crate) fn distribute<S: Number, const D: usize>(
        &self,
        folder: &SpillFolder,
    ) -> Result<Distributed<S, D>> {
        let mut keys = Keys::new(self.plan.keys());
        let tiling = self.cut::<S, D>(&mut keys)?;
        let spill = &folder.boxes();
        let mut file = File::create(spill).in_file(spill)?;
        let (mut sides, mut bytes) = (Vec::new(), 0);
        self.progress.begin("distributing", self.rows());
        for (number, source) in self.sources.iter().enumerate() {
            let values = self.value_writers(source, number, folder)?;
            let side;
            let lists = tiling.len() + 1;
            let buffer = self.plan.buffer(lists);
            let writer =
                SpillWriter::new::<S, D>(file, spill, bytes, lists, buffer, source.has_keys());
            (side, bytes) = self.distribute_side(source, &tiling, writer, values, &mut keys)?;
            sides.push(side);
            file = File::options().append(true).open(spill).in_file(spill)?;
        }
        Ok(Distributed {
            tiling,
            sides,
            bytes,
        })
    }

    /// The writers of the columns of an input that are carried along.
    fn value_writers(
        &self,
        source: &Source,
        number: usize,
        folder: &SpillFolder,
    ) -> Result<Vec<ValueWriter>> {
        let is_text = source.has_text_ids();
        let columns = source.carried(is_text).len();
        let columns = if self.keeps_values { columns } else { 0 };
        (0..columns)
            .map(|column| ValueWriter::create(&folder.values(number, column), is_text))
            .collect()
    }

    /// The number of rows of all inputs, if known.
    fn rows(&self) -> Option<u64> {
        self.sources.iter().map(Source::rows).sum()
    }

    /// The tiles, from a sample of all boxes.
    fn cut<S: Number, const D: usize>(&self, keys: &mut Keys) -> Result<Tiling<S, D>> {
        self.progress.begin("sampling", self.rows());
        let most_tiles = self.plan.most_tiles() / self.sources.len() as u64;
        let wanted = (most_tiles * SAMPLE_PER_TILE).clamp(64, LARGEST_SAMPLE);
        let mut sample = Sample::new(usize::try_from(wanted).unwrap_or(usize::MAX));
        let mut boxes = 0;
        for source in self.sources {
            self.read_in_order(
                source,
                Reading::default(),
                |_: &[Record<S, D>]| (),
                |chunk, beside, ()| {
                    for key in &beside.keys {
                        keys.number(key)?;
                    }
                    boxes += chunk.len() as u64;
                    chunk.iter().for_each(|record| sample.add(&record.aabb));
                    Ok(())
                },
            )?;
        }
        let tiles = boxes.div_ceil(self.plan.boxes_per_tile());
        // The tiling rounds up to a power of two, which must not be greater.
        let most = 1 << most_tiles.max(1).ilog2();
        let tiles = usize::try_from(tiles.min(most)).unwrap_or(usize::MAX);
        let tiling = Tiling::from_sample(&sample.into_boxes(), tiles);
        let limit = self.plan.giant_limit();
        Ok(tiling.with_giant_limit(limit.unwrap_or(GIANT_LIMIT)))
    }

    fn distribute_side<S: Number, const D: usize>(
        &self,
        source: &Source,
        tiling: &Tiling<S, D>,
        mut writer: SpillWriter,
        mut values: Vec<ValueWriter>,
        keys: &mut Keys,
    ) -> Result<(Side, u64)> {
        let mut boxes = 0;
        let reading = Reading {
            values: self.keeps_values,
        };
        let (skipped, rows) = self.read_in_order(
            source,
            reading,
            |records| places(tiling, self.near, records),
            |mut chunk, beside, places| {
                boxes += chunk.len() as u64;
                for (writer, values) in values.iter_mut().zip(&beside.values) {
                    writer.put(values)?;
                }
                for (record, key) in chunk.iter_mut().zip(&beside.keys) {
                    record.key = keys.number(key)?;
                }
                places.iter().try_for_each(|&[list, index]| {
                    writer.put(list as usize, &chunk[index as usize])
                })
            },
        )?;
        if boxes == 0 && self.needs_boxes && source.is_table() {
            return Err(OutOfCoreError::no_boxes(source.path(), &skipped));
        }
        let (lists, bytes) = writer.finish()?;
        let side = Side {
            boxes,
            rows,
            values: values
                .into_iter()
                .map(ValueWriter::finish)
                .collect::<Result<_>>()?,
            skipped,
            lists,
        };
        Ok((side, bytes))
    }

    /// Reads the boxes of a source in threads, where `work` processes each chunk, and hands over
    /// chunks and results in order. Returns what was skipped, and the number of rows.
    fn read_in_order<S: Number, T: Send, const D: usize>(
        &self,
        source: &Source,
        reading: Reading,
        work: impl Fn(&[Record<S, D>]) -> T + Sync,
        mut consume: impl FnMut(Vec<Record<S, D>>, Beside, T) -> Result<()>,
    ) -> Result<(Skipped, u64)> {
        let (mut skipped, mut all) = (source.skipped(), source.rows_skipped_before());
        in_order(
            source.parts(),
            self.threads,
            |part, send| {
                let mut reader = source.read_part::<S, D>(part, reading)?;
                loop {
                    let mut chunk = Vec::with_capacity(CHUNK);
                    let rows = reader.read(&mut chunk)?;
                    let is_end = rows.rows == 0;
                    let rest = if is_end {
                        reader.skipped()
                    } else {
                        Skipped::default()
                    };
                    let done = work(&chunk);
                    if !send((chunk, rows, rest, reader.beside(), done)) || is_end {
                        return Ok(());
                    }
                }
            },
            |(chunk, rows, rest, beside, done): (_, Rows, _, _, _)| {
                all += rows.rows as u64;
                skipped.add(WITHOUT_BOX, rows.without_box);
                skipped.add("rows without a key", rows.without_key);
                skipped.extend(&rest);
                self.progress.advance(rows.rows as u64);
                consume(chunk, beside, done)
            },
        )?;
        Ok((skipped, all))
    }
}

/// The list and the index of each copy of a box.
fn places<S: Number, const D: usize>(
    tiling: &Tiling<S, D>,
    near: Option<Near>,
    records: &[Record<S, D>],
) -> Vec<[u32; 2]> {
    let mut places = Vec::with_capacity(records.len() + records.len() / 8);
    let giants = u32::try_from(tiling.len()).unwrap_or(u32::MAX);
    for (index, record) in (0..).zip(records) {
        let aabb = near.map_or(record.aabb, |near| near.grown(&record.aabb));
        match tiling.tiles_of(&aabb) {
            Some(tiles) => places.extend(tiles.map(|tile| [tile, index])),
            None => places.push([giants, index]),
        }
    }
    places
}
