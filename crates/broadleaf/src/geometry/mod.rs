//! Values: numbers, boxes, regions and probes. Contains no structure.

mod aabb;
mod box_source;
mod by_reference;
mod counted;
mod distance;
mod encoding;
mod fixed;
mod float;
mod form;
mod integer;
mod located;
mod margin;
mod masked;
mod order;
mod oriented_box;
mod probe;
mod raw_boxes;
mod ray;
mod region;
mod scalar;
#[doc(hidden)]
pub mod sealed;

pub use self::aabb::{Aabb, InvalidAabb};
pub use self::box_source::{BoxSource, FromFn, from_fn};
pub use self::counted::Counted;
pub use self::encoding::Encoding;
pub use self::fixed::{Fixed, InvalidFixed};
#[doc(hidden)]
pub use self::form::Form;
pub use self::located::Located;
pub(crate) use self::margin::margin_within;
pub use self::masked::Masked;
pub(crate) use self::order::{compare, greater, lesser};
pub use self::oriented_box::OrientedBox;
pub use self::probe::{Cast, Place, Probe};
pub use self::raw_boxes::{Columns, InvalidBoxes, Rows};
pub use self::ray::{BoxCast, InvalidProbe, Ray};
pub use self::region::{Ball, HalfSpace, HalfSpaces, Region};
pub use self::scalar::{Real, Scalar};
