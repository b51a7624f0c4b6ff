//! Longitudes that wrap: boxes over the antimeridian.
//!
//! On an axis of degrees from -180 to 180, a box whose lower end is above its upper end lies over
//! the antimeridian: it reaches from the lower end to 180, and from -180 to the upper end. GeoJSON
//! and GeoParquet write such boxes. Each is one row with two boxes here: pairs of rows come once,
//! and no row pairs with itself. Boxes that end at 180 do not touch those that begin at -180,
//! unless one of them lies over the antimeridian.
//!
//! The rules and answers are those of `longitude=` in Python and `--longitude` of the program.

mod boxes;
mod error;
mod index;
#[cfg(test)]
mod tests;

pub use boxes::{Degrees, LongitudeBoxes};
pub use error::{InvalidLongitude, LongitudeProblem};
pub use index::LongitudeIndex;
