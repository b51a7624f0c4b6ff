//! The bytes of a tree, the same in memory and in a file.
//!
//! ```text
//!  header │ nodes │ ids │ positions │ categories? │ ends of data? │ data?     (format)
//! ```
//!
//! Start with `format`, which defines the position of each section. `categories` and `with_data`
//! add optional sections, `bytes` keeps all of them on cache lines, and `flatbush` reads and writes
//! the files of npm's `flatbush`.

pub(super) mod bytes;
mod categories;
pub(super) mod data;
pub(super) mod flatbush;
pub(super) mod format;
pub(super) mod invalid;
mod with_data;
