//! Files of boxes.

mod aabbs;
mod box_reader;
mod csv;
mod description;
mod parquet;
mod row;
mod source;

pub(crate) use self::box_reader::CHUNK;
pub use self::description::Input;
pub use self::source::Source;
