//! Scenes for testing and comparing broad phases.
//!
//! * [`Scene::open`] and [`FileBoxes::open`] read boxes from `.aabbs` recordings, CSV, GeoJSON,
//!   PLY, OBJ and STL files, and count what they skip as [`Skipped`];
//! * [`Family`] generates boxes from a seed, the same on every machine; [`bumpy_surface`] and
//!   [`polylines`] generate the mesh and the lines of three of the families;
//! * [`ccd`] computes the boxes of a moving mesh;
//! * `record`, behind the feature `rapier`, records a physics engine;
//! * [`AabbsReader`] and [`AabbsWriter`] read and write `.aabbs` files without loss;
//! * [`checksum`] computes 64-bit checksums of the pairs of a scene.

mod box_pruning;
pub mod ccd;
pub mod checksum;
mod error;
mod families;
mod files;
mod grown_point;
mod mesh;
mod random;
mod read_options;
#[cfg(feature = "rapier")]
pub mod record;
mod scene;
mod skipped;

pub use box_pruning::box_pruning;
pub use error::SceneError;
pub use families::{Family, bumpy_surface, polylines};
pub use files::aabbs::{AabbsReader, AabbsWriter};
pub use files::bounded::Pieces;
pub use files::csv::{Corners, CsvReader, CsvRow, TableColumns};
pub use files::file_boxes::FileBoxes;
pub use files::rows::Rows;
pub use files::text::skip_mark;
pub use files::truth::{read_pairs, read_pairs_of_bytes};
pub use files::unpack::Unpacked;
pub use mesh::Mesh;
pub use random::Random;
pub use read_options::{Missing, ReadOptions};
pub use scene::{Frames, Scene};
pub use skipped::Skipped;
