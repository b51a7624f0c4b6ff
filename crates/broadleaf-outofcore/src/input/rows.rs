//! Files that are read as a whole: GeoJSON and meshes.

use std::path::PathBuf;

use broadleaf::Aabb;
use broadleaf_scenes::{FileBoxes, Skipped};

use super::box_reader::{BoxReader, CHUNK, Rows};
use super::description::Input;
use crate::error::{InFile, OutOfCoreError, Result};
use crate::longitude::Longitude;
use crate::number::Number;
use crate::record::Record;

/// The boxes of a file, in memory.
#[derive(Debug)]
pub(super) struct RowsFile {
    path: PathBuf,
    boxes: FileBoxes,
    longitude: Option<Longitude>,
}

impl RowsFile {
    pub(super) fn open(input: &Input) -> Result<Self> {
        let path = &input.path;
        if input.has_other_columns() {
            let problem = "only tables have columns of ids, keys and other values";
            return Err(OutOfCoreError::in_file(path, problem));
        }
        let boxes = FileBoxes::open_columns(path, &input.options, &input.boxes);
        Ok(Self {
            path: path.clone(),
            boxes: boxes.map_err(OutOfCoreError::job)?,
            longitude: input.options.longitude.map(Longitude),
        })
    }

    pub(super) fn boxes(&self) -> u64 {
        self.boxes.len() as u64
    }

    pub(super) fn dimensions(&self) -> usize {
        match self.boxes {
            FileBoxes::Flat(_) => 2,
            FileBoxes::Solid(_) => 3,
        }
    }

    pub(super) fn skipped(&self) -> Skipped {
        self.boxes.skipped().clone()
    }

    pub(super) fn read(&self) -> RowsReader<'_> {
        RowsReader {
            file: self,
            next: 0,
        }
    }
}

pub(super) struct RowsReader<'a> {
    file: &'a RowsFile,
    next: usize,
}

impl<S: Number, const D: usize> BoxReader<S, D> for RowsReader<'_> {
    fn read(&mut self, boxes: &mut Vec<Record<S, D>>) -> Result<Rows> {
        let mut rows = Rows::default();
        while rows.rows < CHUNK {
            let Some((row, aabb)) = self.file.get(self.next) else {
                break;
            };
            // A row over the antimeridian has two consecutive boxes.
            let other = self.file.get(self.next + 1);
            let other = other.filter(|(other, _)| *other == row);
            self.next += 1 + usize::from(other.is_some());
            rows.rows += 1;
            self.file
                .push(row, &aabb, other.map(|(_, other)| other), boxes)
                .in_file(&self.file.path)?;
        }
        Ok(rows)
    }
}

impl RowsFile {
    /// A box and its row.
    fn get<const D: usize>(&self, index: usize) -> Option<(u32, Aabb<f64, D>)> {
        fn at<const D: usize, const E: usize>(
            rows: &broadleaf_scenes::Rows<E>,
            index: usize,
        ) -> Option<(u32, Aabb<f64, D>)> {
            let aabb = rows.boxes().get(index)?;
            let wide = |corner: [f64; E]| std::array::from_fn(|axis| corner[axis]);
            Some((
                rows.numbers()[index],
                Aabb::new(wide(aabb.min()), wide(aabb.max())),
            ))
        }
        match &self.boxes {
            FileBoxes::Flat(rows) => at(rows, index),
            FileBoxes::Solid(rows) => at(rows, index),
        }
    }

    fn push<S: Number, const D: usize>(
        &self,
        row: u32,
        aabb: &Aabb<f64, D>,
        other: Option<Aabb<f64, D>>,
        boxes: &mut Vec<Record<S, D>>,
    ) -> std::result::Result<(), String> {
        let corner = |corner: [f64; D]| corner.map(S::from_f64);
        let (mut min, mut max) = (corner(aabb.min()), corner(aabb.max()));
        let mut pieces = [Some((min, max)), None];
        if let (Some(longitude), Some(west)) = (self.longitude, other) {
            let axis = longitude.0;
            (min[axis], max[axis]) = (min[axis], S::from_f64(west.max()[axis]));
            pieces = longitude.split(min, max)?;
        }
        for (min, max) in pieces.into_iter().flatten() {
            let aabb = Aabb::try_new(min, max).map_err(|error| error.to_string())?;
            let id = u64::from(row);
            boxes.push(Record { aabb, id, key: 0 });
        }
        Ok(())
    }
}
