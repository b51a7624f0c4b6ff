//! Files of boxes.

mod aabbs;
mod box_reader;
mod csv;
mod description;
mod expand;
mod in_memory;
mod parquet;
mod row;
mod rows;
mod source;

pub(crate) use self::box_reader::CHUNK;
pub use self::description::Input;
pub use self::in_memory::read_boxes;
pub use self::source::Source;
