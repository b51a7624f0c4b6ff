//! Files of boxes at rest: packed trees and flatbush files.

mod file;
mod map;
mod task;

pub(crate) use self::file::{IndexFile, IndexFormat, is_index_file, replace};
pub(crate) use self::task::{IndexTask, with_index};
