//! The error for shapes.

use core::fmt;

/// Why there is no such [`Ray`](crate::geometry::Ray), [`BoxCast`](crate::geometry::BoxCast),
/// [`BallCast`](crate::geometry::BallCast), [`Capsule`](crate::geometry::Capsule),
/// [`Cone`](crate::geometry::Cone), [`ConvexPolygon`](crate::geometry::ConvexPolygon),
/// [`LonLat`](crate::geometry::LonLat) or [`Triangle`](crate::geometry::Triangle).
///
/// ```
/// use broadleaf::geometry::{Capsule, Triangle};
/// let error = Capsule::new([0.0, 0.0], [1.0, f64::NAN], 1.0).unwrap_err();
/// assert_eq!(error.to_string(), "point 1 has the coordinate NaN on axis 1");
/// let error = Capsule::new([0, 0], [1, 2], -0.5).unwrap_err();
/// assert_eq!(error.to_string(), "-0.5 is no radius: it is negative, infinite or NaN");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum InvalidShape {
    /// A coordinate is infinite or NaN.
    Coordinate {
        /// The position of the point among those that make the shape; of a box, 0 is its min
        /// corner.
        point: usize,
        /// The axis.
        axis: usize,
        /// The coordinate.
        value: f64,
    },
    /// A component of a direction is infinite or NaN, or so large that its square is.
    Direction {
        /// The axis.
        axis: usize,
        /// The component.
        value: f64,
    },
    /// The direction is 0.
    NoDirection,
    /// A radius is negative, infinite or NaN.
    Radius(f64),
    /// A length is negative, infinite or NaN.
    Length(f64),
    /// Half the angle of a cone is not above 0 and below a right angle.
    HalfAngle(f64),
    /// A latitude is not between -90 and 90 degrees.
    Latitude(f64),
    /// There is no point.
    NoPoints,
}

impl fmt::Display for InvalidShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Coordinate { point, axis, value } => {
                write!(f, "point {point} has the coordinate {value} on axis {axis}")
            }
            Self::Direction { axis, value } => {
                write!(f, "the direction has the component {value} on axis {axis}")
            }
            Self::NoDirection => f.write_str("the direction is 0"),
            Self::Radius(value) => {
                write!(f, "{value} is no radius: it is negative, infinite or NaN")
            }
            Self::Length(value) => {
                write!(f, "{value} is no length: it is negative, infinite or NaN")
            }
            Self::HalfAngle(value) => {
                write!(f, "half the angle is {value}, not above 0 and below π/2")
            }
            Self::Latitude(value) => write!(f, "the latitude {value} is beyond a pole or NaN"),
            Self::NoPoints => f.write_str("there is no point"),
        }
    }
}

impl core::error::Error for InvalidShape {}
