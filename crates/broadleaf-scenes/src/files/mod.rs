//! File formats. Any byte of a file may be wrong: errors name the location, and memory is allocated
//! only for data that the file really contains.

pub(crate) mod aabbs;
pub(crate) mod bounded;
pub(crate) mod csv;
mod elements;
pub(crate) mod file_boxes;
mod foreign;
mod geojson;
mod number;
mod obj;
mod open_mesh;
mod open_scene;
mod path;
mod ply;
pub(crate) mod rows;
mod sink;
mod stl;
pub(crate) mod text;
pub(crate) mod truth;
pub(crate) mod unpack;
