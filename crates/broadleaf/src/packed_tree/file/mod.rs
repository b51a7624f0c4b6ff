//! The bytes: what a tree is made of, in memory and in a file.
//!
//! ```text
//!  header │ nodes │ ids │ positions │ categories? │ ends of data? │ data?     (format)
//! ```
//!
//! Start with `format`, which says where each section lies. `categories` and `with_data` add the
//! sections that a tree may have, `bytes` keeps all of them on cache lines, and `flatbush` reads
//! and writes the files of npm's `flatbush`.

pub(super) mod bytes;
mod categories;
pub(super) mod data;
pub(super) mod flatbush;
pub(super) mod format;
pub(super) mod invalid;
mod with_data;
