//! Scenes for broad phases: where boxes come from.
//!
//! * [`Scene::open`] reads boxes from `.aabbs` recordings, CSV, GeoJSON, PLY and OBJ files;
//! * [`Family`] generates boxes from a seed, the same on every machine;
//! * [`ccd`] makes the boxes of a moving mesh;
//! * `record`, behind the feature `rapier`, records a physics engine;
//! * [`AabbsWriter`] writes what any of them gives;
//! * [`checksum`] says in 64 bits which pairs a scene has.

mod box_pruning;
pub mod ccd;
pub mod checksum;
mod error;
mod families;
mod files;
mod mesh;
mod random;
#[cfg(feature = "rapier")]
pub mod record;
mod scene;

pub use box_pruning::box_pruning;
pub use error::SceneError;
pub use families::Family;
pub use files::aabbs::AabbsWriter;
pub use files::truth::read_pairs;
pub use mesh::Mesh;
pub use random::Random;
pub use scene::{Frames, Scene};
