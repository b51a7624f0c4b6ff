//! Values: numbers, boxes, regions and probes. Contains no structure.

mod aabb;
mod ball;
mod ball_cast;
mod box_source;
mod by_reference;
mod capsule;
mod checks;
mod cone;
mod convex_polygon;
mod counted;
mod distance;
mod encoding;
mod fixed;
mod float;
mod form;
mod grown;
mod integer;
mod invalid_shape;
mod located;
mod lon_lat;
mod margin;
mod masked;
mod order;
mod oriented_box;
mod probe;
mod raw_boxes;
mod ray;
mod region;
mod root;
mod rounding;
mod scalar;
#[doc(hidden)]
pub mod sealed;
#[cfg(all(test, feature = "std"))]
mod shape_tests;
mod sine;
mod slab;
mod solid_cone;
mod swept_ball;
mod triangle;

pub use self::aabb::{Aabb, InvalidAabb};
pub use self::ball::Ball;
pub use self::ball_cast::BallCast;
pub use self::box_source::{BoxSource, FromFn, from_fn};
pub use self::capsule::Capsule;
pub use self::cone::Cone;
pub use self::convex_polygon::ConvexPolygon;
pub use self::counted::Counted;
pub use self::encoding::Encoding;
pub use self::fixed::{Fixed, InvalidFixed};
#[doc(hidden)]
pub use self::form::Form;
pub use self::invalid_shape::InvalidShape;
pub use self::located::Located;
pub use self::lon_lat::LonLat;
pub(crate) use self::margin::margin_within;
pub use self::masked::Masked;
pub(crate) use self::order::{compare, greater, lesser};
pub use self::oriented_box::OrientedBox;
pub use self::probe::{Cast, Place, Probe};
pub use self::raw_boxes::{Columns, InvalidBoxes, Rows};
pub use self::ray::{BoxCast, InvalidProbe, Ray};
pub use self::region::{HalfSpace, HalfSpaces, Region};
pub(crate) use self::rounding::{greatest, slack, tiny};
pub use self::scalar::{Real, Scalar};
pub use self::triangle::Triangle;
