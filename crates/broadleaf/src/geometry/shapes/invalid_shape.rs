//! The error for shapes.

use core::fmt;

/// The error for arguments that do not describe a [`Ray`](crate::geometry::Ray),
/// [`BoxCast`](crate::geometry::BoxCast), [`BallCast`](crate::geometry::BallCast),
/// [`Capsule`](crate::geometry::Capsule), [`Cone`](crate::geometry::Cone),
/// [`ConvexPolygon`](crate::geometry::ConvexPolygon), [`LonLat`](crate::geometry::LonLat) or
/// [`Triangle`](crate::geometry::Triangle).
///
/// ```
/// use broadleaf::geometry::{Capsule, Triangle};
/// let error = Capsule::new([0.0, 0.0], [1.0, f64::NAN], 1.0).unwrap_err();
/// assert_eq!(error.to_string(), "point 1 has the coordinate NaN on axis 1");
/// let error = Capsule::new([0, 0], [1, 2], -0.5).unwrap_err();
/// assert_eq!(error.to_string(), "-0.5 is not a radius: it is negative, infinite or NaN");
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum InvalidShape {
    /// A coordinate is infinite or NaN.
    Coordinate {
        /// The index of the point among the arguments. The min corner of a box has 0.
        point: usize,
        /// The axis.
        axis: usize,
        /// The coordinate.
        value: f64,
    },
    /// A component of a direction or its square is infinite or NaN.
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
    /// The half angle of a cone is not between 0 and π/2, both excluded.
    HalfAngle(f64),
    /// A latitude is not in -90..=90 degrees.
    Latitude(f64),
    /// The list of points is empty.
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
                write!(
                    f,
                    "{value} is not a radius: it is negative, infinite or NaN"
                )
            }
            Self::Length(value) => {
                write!(
                    f,
                    "{value} is not a length: it is negative, infinite or NaN"
                )
            }
            Self::HalfAngle(value) => {
                write!(f, "half the angle is {value}, not above 0 and below π/2")
            }
            Self::Latitude(value) => write!(f, "the latitude {value} is beyond a pole or NaN"),
            Self::NoPoints => f.write_str("there are no points"),
        }
    }
}

impl core::error::Error for InvalidShape {}
