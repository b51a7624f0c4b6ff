//! The output with columns whose values are looked up: ids that are texts, and columns that are
//! carried along.
//!
//! Pairs of row numbers arrive in batches. The rows of a batch are sorted, so that each file of
//! values is read in one direction.

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use parquet::basic::Repetition;
use parquet::file::writer::SerializedFileWriter;
use parquet::schema::types::{SchemaDescriptor, Type, TypePtr};

use super::cells::{write_field, write_ids, write_values};
use super::csv::write_id;
use super::parquet::properties;
use crate::error::{InFile, Result};
use crate::id::IdKind;
use crate::input::ValueType;
use crate::values::{Found, ValueReader};

/// The number of a row that does not exist, beside a row without a partner.
pub(crate) const NO_ROW: u64 = u64::MAX;

/// A column of the output.
#[derive(Debug)]
pub(crate) struct OutputColumn {
    pub(crate) name: String,
    /// 0 for the first rows of pairs, 1 for the second ones.
    pub(crate) side: usize,
    pub(crate) content: Content,
    pub(crate) may_be_missing: bool,
}

#[derive(Debug)]
pub(crate) enum Content {
    /// The ids of the join.
    Ids(IdKind),
    Values(ValueReader, ValueType),
}

impl OutputColumn {
    fn schema(&self) -> parquet::errors::Result<TypePtr> {
        let repetition = match self.may_be_missing {
            true => Repetition::OPTIONAL,
            false => Repetition::REQUIRED,
        };
        match &self.content {
            Content::Ids(kind) => {
                ValueType::integer(*kind != IdKind::Unsigned).column(&self.name, repetition)
            }
            Content::Values(_, value) => value.column(&self.name, repetition),
        }
    }

    /// The bytes of a value, about.
    fn mean(&self) -> u64 {
        match &self.content {
            Content::Ids(_) => 0,
            Content::Values(reader, _) => reader.mean(),
        }
    }
}

/// Writes the output.
pub(crate) struct Table {
    columns: Vec<OutputColumn>,
    schema: SchemaDescriptor,
    writer: Writer,
    path: PathBuf,
    /// The memory for values of a batch.
    most: u64,
    /// The number of pairs of a row group.
    at_once: usize,
}

enum Writer {
    Parquet(SerializedFileWriter<File>),
    Csv(BufWriter<File>),
}

/// The bytes of a pair, besides values: it, a copy while batches are cut, its place in the order of
/// rows, and for both sides a row and its rank.
const PAIR_BYTES: u64 = 16 + 16 + 4 + 2 * (8 + 4);
/// The bytes of a value besides its own: where it begins.
const VALUE_BYTES: u64 = 16;

impl Table {
    pub(crate) fn create(
        file: File,
        path: &Path,
        is_parquet: bool,
        columns: Vec<OutputColumn>,
        most: u64,
        at_once: usize,
    ) -> Result<Self> {
        let fields = columns.iter().map(OutputColumn::schema);
        let fields = fields
            .collect::<parquet::errors::Result<_>>()
            .in_file(path)?;
        let pairs = Type::group_type_builder("pairs").with_fields(fields);
        let pairs = Arc::new(pairs.build().in_file(path)?);
        let mut table = Self {
            schema: SchemaDescriptor::new(Arc::clone(&pairs)),
            writer: match is_parquet {
                true => {
                    // A dictionary, since each text is in many pairs.
                    let writer = SerializedFileWriter::new(file, pairs, properties(true));
                    Writer::Parquet(writer.in_file(path)?)
                }
                false => Writer::Csv(BufWriter::new(file)),
            },
            columns,
            path: path.to_owned(),
            most,
            at_once,
        };
        table.write_header().in_file(path)?;
        Ok(table)
    }

    fn write_header(&mut self) -> std::io::Result<()> {
        if let Writer::Csv(out) = &mut self.writer {
            for (number, column) in self.columns.iter().enumerate() {
                out.write_all(if number > 0 { b"," } else { b"" })?;
                super::cells::write_text(out, &column.name)?;
            }
            out.write_all(b"\n")?;
        }
        Ok(())
    }

    /// The number of pairs to write at a time.
    pub(crate) fn batch(&self) -> usize {
        let values = self
            .columns
            .iter()
            .map(|column| column.mean() + VALUE_BYTES);
        let pairs = self.most / (PAIR_BYTES + values.sum::<u64>());
        // Ranks have 32 bits.
        pairs.clamp(1, 1 << 30) as usize
    }

    /// Appends pairs of rows.
    pub(crate) fn write(&mut self, pairs: &[[u64; 2]]) -> Result<()> {
        let most = if pairs.len() > 1 { self.most } else { u64::MAX };
        let Some(cells) = self.look_up(pairs, most)? else {
            // The values of these rows are longer than most.
            let (first, second) = pairs.split_at(pairs.len() / 2);
            self.write(first)?;
            return self.write(second);
        };
        let path = self.path.clone();
        match &mut self.writer {
            Writer::Parquet(_) => self.write_groups(pairs, &cells).in_file(&path),
            Writer::Csv(_) => self.write_lines(pairs, &cells).in_file(&path),
        }
    }

    /// The values of a batch; `None` if they have more than `most` bytes.
    fn look_up(&mut self, pairs: &[[u64; 2]], most: u64) -> Result<Option<Cells>> {
        let sides = [0, 1].map(|side| {
            let is_used = self
                .columns
                .iter()
                .any(|column| column.side == side && matches!(column.content, Content::Values(..)));
            if is_used {
                rank(pairs, side)
            } else {
                Default::default()
            }
        });
        let mut left = most;
        let mut found = Vec::new();
        for column in &mut self.columns {
            let side = column.side;
            let Content::Values(reader, _) = &mut column.content else {
                found.push(Found::default());
                continue;
            };
            let Some(values) = reader.look_up(&sides[side].0, left)? else {
                return Ok(None);
            };
            left = left.saturating_sub(values.bytes());
            found.push(values);
        }
        let ranks = sides.map(|(_, ranks)| ranks);
        Ok(Some(Cells { ranks, found }))
    }

    fn write_groups(&mut self, pairs: &[[u64; 2]], cells: &Cells) -> parquet::errors::Result<()> {
        let Writer::Parquet(writer) = &mut self.writer else {
            return Ok(());
        };
        for start in (0..pairs.len()).step_by(self.at_once.max(1)) {
            let rows = start..pairs.len().min(start + self.at_once.max(1));
            let mut group = writer.next_row_group()?;
            for (number, column) in self.columns.iter().enumerate() {
                let Some(mut next) = group.next_column()? else {
                    continue;
                };
                match &column.content {
                    Content::Ids(_) => {
                        let ids = pairs[rows.clone()].iter().map(|pair| pair[column.side]);
                        write_ids(&mut next, ids.map(|id| (id != NO_ROW).then_some(id)))?;
                    }
                    Content::Values(_, value) => {
                        let values = rows.clone().map(|at| cells.get(number, column.side, at));
                        write_values(&mut next, value.physical(), values)?;
                    }
                }
                next.close()?;
            }
            group.close()?;
        }
        Ok(())
    }

    fn write_lines(&mut self, pairs: &[[u64; 2]], cells: &Cells) -> std::io::Result<()> {
        let Writer::Csv(out) = &mut self.writer else {
            return Ok(());
        };
        for (at, pair) in pairs.iter().enumerate() {
            for (number, column) in self.columns.iter().enumerate() {
                out.write_all(if number > 0 { b"," } else { b"" })?;
                match &column.content {
                    Content::Ids(_) if pair[column.side] == NO_ROW => {}
                    Content::Ids(kind) => write_id(out, *kind, pair[column.side])?,
                    Content::Values(_, value) => {
                        if let Some(bytes) = cells.get(number, column.side, at) {
                            write_field(out, &self.schema.column(number), value, bytes)?;
                        }
                    }
                }
            }
            out.write_all(b"\n")?;
        }
        Ok(())
    }

    /// Completes the file.
    pub(crate) fn finish(self) -> Result<()> {
        let path = self.path;
        let file = match self.writer {
            Writer::Parquet(writer) => writer.into_inner().in_file(&path)?,
            Writer::Csv(lines) => {
                let file = lines.into_inner().map_err(|error| error.into_error());
                file.in_file(&path)?
            }
        };
        file.sync_all().in_file(&path)
    }
}

/// The values of a batch.
struct Cells {
    /// For both sides, the rank of the row of each pair.
    ranks: [Vec<u32>; 2],
    /// For each column, the values by rank.
    found: Vec<Found>,
}

impl Cells {
    fn get(&self, column: usize, side: usize, pair: usize) -> Option<&[u8]> {
        self.found[column].get(self.ranks[side][pair] as usize)
    }
}

/// The rows of one side in ascending order, once each, and the rank of the row of each pair.
fn rank(pairs: &[[u64; 2]], side: usize) -> (Vec<u64>, Vec<u32>) {
    let mut order: Vec<u32> = (0..).take(pairs.len()).collect();
    order.sort_unstable_by_key(|&at| pairs[at as usize][side]);
    let (mut rows, mut ranks) = (Vec::new(), vec![u32::MAX; pairs.len()]);
    for at in order {
        let row = pairs[at as usize][side];
        if row == NO_ROW {
            break;
        }
        if rows.last() != Some(&row) {
            rows.push(row);
        }
        // A batch has fewer pairs than ranks.
        ranks[at as usize] = u32::try_from(rows.len() - 1).unwrap_or(u32::MAX);
    }
    (rows, ranks)
}
