//! Values: scalars, boxes, regions and probes. Knows no structure.

mod aabb;
mod encoding;
mod fixed;
mod oriented_box;
mod probe;
mod region;
mod scalar;

pub use aabb::{Aabb, InvalidAabb};
pub use encoding::Encoding;
pub use fixed::{Fixed, InvalidFixed};
pub use oriented_box::OrientedBox;
pub use probe::{BoxCast, InvalidProbe, Masked, Probe, Ray};
pub use region::{Ball, HalfSpace, HalfSpaces, Region};
pub use scalar::{Real, Scalar};
