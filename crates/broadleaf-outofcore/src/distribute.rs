//! The two passes over the inputs: one takes a sample, one writes the boxes of each tile to a spill
//! file.

use std::fs::File;
use std::path::Path;

use broadleaf::tiling::Tiling;
use broadleaf_scenes::Skipped;
use parquet::data_type::ByteArray;

use crate::budget::Plan;
use crate::error::{InFile, OutOfCoreError, Result};
use crate::folder::SpillFolder;
use crate::input::{CHUNK, Source};
use crate::labels::{LabelFile, LabelWriter, check_memory};
use crate::number::Number;
use crate::progress::Progress;
use crate::record::Record;
use crate::sample::Sample;
use crate::spill::{List, SpillWriter};
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
    /// The texts of the ids, if ids are texts and pairs are written.
    pub(crate) labels: Option<LabelFile>,
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
pub(crate) struct Reading<'a> {
    pub(crate) sources: &'a [Source],
    pub(crate) plan: Plan,
    pub(crate) threads: usize,
    /// Whether to keep the texts of ids.
    pub(crate) keeps_labels: bool,
    pub(crate) progress: &'a dyn Progress,
}

impl Reading<'_> {
    /// Writes the boxes to a spill file, tile by tile.
    pub(crate) fn distribute<S: Number, const D: usize>(
        &self,
        folder: &SpillFolder,
    ) -> Result<Distributed<S, D>> {
        let tiling = self.cut::<S, D>()?;
        let spill = &folder.boxes();
        let mut file = File::create(spill).in_file(spill)?;
        let (mut sides, mut bytes) = (Vec::new(), 0);
        self.progress.begin("distributing", self.rows());
        for (number, source) in self.sources.iter().enumerate() {
            let labels = self.label_writer(source, &folder.labels(number))?;
            let side;
            let lists = tiling.len() + 1;
            let buffer = self.plan.buffer(lists);
            let writer = SpillWriter::new::<S, D>(file, spill, bytes, lists, buffer);
            (side, bytes) = self.distribute_side(source, &tiling, writer, labels)?;
            sides.push(side);
            file = File::options().append(true).open(spill).in_file(spill)?;
        }
        let labels = sides.iter().filter_map(|side| side.labels);
        check_memory(labels, self.plan.labels())?;
        Ok(Distributed {
            tiling,
            sides,
            bytes,
        })
    }

    /// The writer for the ids of an input, if they are texts and wanted.
    fn label_writer(&self, source: &Source, path: &Path) -> Result<Option<LabelWriter>> {
        let wants = self.keeps_labels && source.has_text_ids();
        let create = || LabelWriter::create(path, self.plan.labels());
        wants.then(create).transpose()
    }

    /// The number of rows of all inputs, if known.
    fn rows(&self) -> Option<u64> {
        self.sources.iter().map(Source::rows).sum()
    }

    /// The tiles, from a sample of all boxes.
    fn cut<S: Number, const D: usize>(&self) -> Result<Tiling<S, D>> {
        self.progress.begin("sampling", self.rows());
        let most_tiles = self.plan.most_tiles() / self.sources.len() as u64;
        let wanted = (most_tiles * SAMPLE_PER_TILE).clamp(64, LARGEST_SAMPLE);
        let mut sample = Sample::new(usize::try_from(wanted).unwrap_or(usize::MAX));
        let mut boxes = 0;
        for source in self.sources {
            self.read_in_order(
                source,
                |_: &[Record<S, D>]| (),
                |chunk, _, ()| {
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
        mut labels: Option<LabelWriter>,
    ) -> Result<(Side, u64)> {
        let mut boxes = 0;
        let skipped = self.read_in_order(
            source,
            |records| places(tiling, records),
            |chunk, texts, places| {
                boxes += chunk.len() as u64;
                if let Some(labels) = &mut labels {
                    labels.put(&texts)?;
                }
                places.iter().try_for_each(|&[list, index]| {
                    writer.put(list as usize, &chunk[index as usize])
                })
            },
        )?;
        if boxes == 0 && source.is_table() {
            return Err(OutOfCoreError::no_boxes(source.path(), &skipped));
        }
        let (lists, bytes) = writer.finish()?;
        let side = Side {
            boxes,
            labels: labels.map(LabelWriter::finish).transpose()?,
            skipped,
            lists,
        };
        Ok((side, bytes))
    }

    /// Reads the boxes of a source in threads, where `work` processes each chunk, and hands over
    /// chunks and results in order. Returns what was skipped.
    fn read_in_order<S: Number, T: Send, const D: usize>(
        &self,
        source: &Source,
        work: impl Fn(&[Record<S, D>]) -> T + Sync,
        mut consume: impl FnMut(Vec<Record<S, D>>, Vec<ByteArray>, T) -> Result<()>,
    ) -> Result<Skipped> {
        let mut skipped = source.skipped();
        in_order(
            source.parts(),
            self.threads,
            |part, send| {
                let mut reader = source.read_part::<S, D>(part)?;
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
                    if !send((chunk, rows, rest, reader.labels(), done)) || is_end {
                        return Ok(());
                    }
                }
            },
            |(chunk, rows, rest, labels, done)| {
                skipped.add("rows without a box", rows.without_box);
                skipped.extend(&rest);
                self.progress.advance(rows.rows as u64);
                consume(chunk, labels, done)
            },
        )?;
        Ok(skipped)
    }
}

/// The list and the index of each copy of a box.
fn places<S: Number, const D: usize>(
    tiling: &Tiling<S, D>,
    records: &[Record<S, D>],
) -> Vec<[u32; 2]> {
    let mut places = Vec::with_capacity(records.len() + records.len() / 8);
    let giants = u32::try_from(tiling.len()).unwrap_or(u32::MAX);
    for (index, record) in (0..).zip(records) {
        match tiling.tiles_of(&record.aabb) {
            Some(tiles) => places.extend(tiles.map(|tile| [tile, index])),
            None => places.push([giants, index]),
        }
    }
    places
}
