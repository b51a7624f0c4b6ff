//! The shapes, one file each. A shape is a region, a probe, or both.
//!
//! Shared code: `slab.rs` separates a convex shape from a box, `swept_ball.rs` is a ball in
//! straight motion, `checks.rs` checks the arguments of constructors, `list.rs` lists all shapes.

mod ball;
mod ball_cast;
mod box_cast;
mod capsule;
mod checks;
mod cone;
mod convex_polygon;
mod distance;
mod half_space;
mod interior;
mod invalid_shape;
mod list;
mod lon_lat;
mod oriented_box;
mod ray;
mod slab;
mod solid_cone;
mod swept_ball;
mod triangle;

pub use self::ball::Ball;
pub use self::ball_cast::BallCast;
pub use self::box_cast::BoxCast;
pub use self::capsule::Capsule;
pub use self::cone::Cone;
pub use self::convex_polygon::ConvexPolygon;
pub use self::half_space::{HalfSpace, HalfSpaces};
pub use self::interior::Interior;
pub use self::invalid_shape::InvalidShape;
pub use self::lon_lat::LonLat;
pub use self::oriented_box::OrientedBox;
pub use self::ray::Ray;
pub use self::triangle::Triangle;
