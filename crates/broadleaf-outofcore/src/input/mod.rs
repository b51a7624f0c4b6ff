//! Files of boxes.

mod aabbs;
mod apart;
mod box_reader;
mod csv;
mod description;
mod expand;
mod in_memory;
mod parquet;
mod row;
mod rows;
mod skipped;
mod source;
mod texts;
mod value_type;

pub use self::apart::check_apart;
pub(crate) use self::box_reader::{Beside, CHUNK, Reading, Rows};
pub use self::description::Input;
pub(crate) use self::description::Wanted;
pub use self::in_memory::read_boxes;
pub use self::source::Source;
pub(crate) use self::source::WITHOUT_BOX;
pub(crate) use self::value_type::ValueType;
