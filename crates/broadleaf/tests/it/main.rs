//! One binary for all integration tests of the library.

mod auto_traits;
mod batches;
mod broad_phase;
mod broad_phase_history;
mod degenerate;
mod erased;
mod filtered_pairs;
mod filters;
mod fixed_point;
mod from_boxes;
mod history;
mod inputs;
mod integers;
mod interop;
mod laws;
mod layout;
mod masks;
mod metrics;
mod mutable;
mod operation_log;
mod oracle;
mod originals;
mod orthtree;
mod packed;
mod packed_files;
#[cfg(feature = "rayon")]
mod par_pairs;
mod random;
mod refined;
mod rollback;
mod sets;
mod shapes;
#[cfg(feature = "rayon")]
mod threads;
mod tiling;
mod views;
