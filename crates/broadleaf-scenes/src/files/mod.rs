//! File formats. Any byte of a file may be wrong: errors name the location, and memory is allocated
//! only for data that the file really contains.

pub(crate) mod aabbs;
pub(crate) mod bounded;
pub(crate) mod csv;
mod flat_box;
mod geojson;
mod obj;
mod open_mesh;
mod open_scene;
mod path;
mod ply;
mod sink;
mod text;
pub(crate) mod truth;
