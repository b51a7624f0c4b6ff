//! Properties of Broadleaf that hold for any bytes.
//!
//! Each function of [`TARGETS`] panics if its property is broken. `fuzz/` gives them the bytes of a
//! fuzzer; the test of this crate gives them those in `fuzz/seeds`, which has small examples and
//! every input that ever broke a property.

mod allocations;
mod broad_phase;
mod exact;
mod flatbush;
mod geometry;
mod logs;
mod model;
mod number;
mod operation;
mod packed_tree;
mod restore;
mod scenes;
mod structures;

pub use self::broad_phase::broad_phase;
pub use self::flatbush::flatbush;
pub use self::geometry::geometry;
pub use self::logs::logs;
pub use self::packed_tree::packed_tree;
pub use self::restore::restore;
pub use self::scenes::{corpus_of_scenes, scenes};
pub use self::structures::structures;

/// A property of any bytes.
pub type Target = fn(&[u8]);

/// Every property, by the name of its fuzz target and of its folder of seeds.
pub const TARGETS: &[(&str, Target)] = &[
    ("broad_phase", broad_phase),
    ("flatbush", flatbush),
    ("geometry", geometry),
    ("logs", logs),
    ("packed_tree", packed_tree),
    ("restore", restore),
    ("scenes", scenes),
    ("structures", structures),
];
