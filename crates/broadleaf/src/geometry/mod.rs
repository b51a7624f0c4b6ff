//! Values: numbers, boxes, regions and probes. Contains no structure.
//!
//! ```text
//! shapes/       rays, balls, capsules, cones …: regions, probes, or both
//! masked counted located    wrappers of regions and probes, and their locations
//! boxes/        boxes in the caller's memory, and boxes around shapes
//! region probe form         the two traits of queries
//! aabb          the box
//! arithmetic/   roots, sines, margins for rounding: the same bits on every machine
//! scalar/       the number types: floats, integers, fixed point
//! ```
//!
//! Imports point down this list. Start with `aabb.rs`, then `region.rs` and `probe.rs`, whose laws
//! all shapes keep. `docs/internals/shapes.md` explains the test of each shape, and has recipes for
//! a new region and a new probe.

mod aabb;
mod arithmetic;
mod boxes;
mod counted;
mod form;
mod located;
mod masked;
mod order;
mod probe;
mod region;
mod scalar;
mod shapes;
#[cfg(test)]
mod tests;

pub use self::aabb::{Aabb, InvalidAabb};
pub(crate) use self::arithmetic::rounding::slack;
pub use self::arithmetic::there_and_back::{distance_of, reach_within};
pub use self::boxes::box_source::{BoxSource, FromFn, from_fn};
pub(crate) use self::boxes::margin::margin_within;
pub use self::boxes::raw_boxes::{Columns, InvalidBoxes, Rows};
pub use self::counted::Counted;
#[doc(hidden)]
pub use self::form::Form;
pub use self::located::Located;
pub use self::masked::Masked;
pub(crate) use self::masked::MaskedRef;
pub(crate) use self::order::{compare, greater, lesser};
pub use self::probe::{Cast, Place, Probe};
pub use self::region::Region;
pub use self::scalar::encoding::Encoding;
pub use self::scalar::fixed::{Fixed, InvalidFixed};
#[doc(hidden)]
pub use self::scalar::sealed;
pub use self::scalar::traits::{Real, Scalar};
pub use self::shapes::{
    Ball, BallCast, BoxCast, Capsule, Cone, ConvexPolygon, HalfSpace, HalfSpaces, Interior,
    InvalidShape, LonLat, OrientedBox, Ray, Triangle,
};
