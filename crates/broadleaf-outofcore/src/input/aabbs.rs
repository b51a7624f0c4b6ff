//! `.aabbs` files of one frame.

use std::array;
use std::path::{Path, PathBuf};

use broadleaf::Aabb;
use broadleaf_scenes::AabbsReader;

use super::box_reader::{BoxReader, CHUNK, Rows};
use super::description::Input;
use crate::error::{OutOfCoreError, Result};
use crate::number::Number;
use crate::record::Record;

/// A recording of one frame.
#[derive(Debug)]
pub(super) struct AabbsFile {
    path: PathBuf,
    boxes: usize,
    dimensions: usize,
}

impl AabbsFile {
    pub(super) fn open(input: &Input) -> Result<Self> {
        let path = &input.path;
        if input.has_other_columns() || !input.boxes.is_empty() {
            let problem = "an .aabbs file has no columns to choose from";
            return Err(OutOfCoreError::in_file(path, problem));
        }
        let reader = open(path)?;
        if reader.frames() != 1 {
            let problem = format!("expected one frame, not {}", reader.frames());
            return Err(OutOfCoreError::in_file(path, problem));
        }
        Ok(Self {
            path: path.clone(),
            boxes: reader.boxes(),
            dimensions: reader.dimensions(),
        })
    }

    pub(super) fn boxes(&self) -> u64 {
        self.boxes as u64
    }

    pub(super) fn dimensions(&self) -> usize {
        self.dimensions
    }

    pub(super) fn read<const D: usize>(&self) -> Result<AabbsBoxes<D>> {
        Ok(AabbsBoxes {
            reader: open(&self.path)?,
            boxes: Vec::new(),
            next: 0,
        })
    }
}

fn open(path: &Path) -> Result<AabbsReader> {
    AabbsReader::open(path).map_err(OutOfCoreError::job)
}

pub(super) struct AabbsBoxes<const D: usize> {
    reader: AabbsReader,
    boxes: Vec<Aabb<f32, D>>,
    next: u64,
}

impl<S: Number, const D: usize> BoxReader<S, D> for AabbsBoxes<D> {
    fn read(&mut self, boxes: &mut Vec<Record<S, D>>) -> Result<Rows> {
        self.boxes.clear();
        self.reader
            .read(CHUNK, &mut self.boxes)
            .map_err(OutOfCoreError::job)?;
        for (aabb, id) in self.boxes.iter().zip(self.next..) {
            let [min, max] = [aabb.min(), aabb.max()]
                .map(|corner| array::from_fn(|axis| S::from_f32(corner[axis])));
            let aabb = Aabb::try_new(min, max).map_err(OutOfCoreError::job)?;
            boxes.push(Record { aabb, id, key: 0 });
        }
        self.next += self.boxes.len() as u64;
        Ok(Rows {
            rows: self.boxes.len(),
            ..Rows::default()
        })
    }
}
