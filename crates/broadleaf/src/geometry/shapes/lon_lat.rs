//! Distances on a globe.

use super::checks::{finite_points, finite_radius};
use super::invalid_shape::InvalidShape;
use super::slab::relative;
use crate::geometry::aabb::Aabb;
use crate::geometry::arithmetic::sine::{arc_squared, half_sine_squared, sin_cos_degrees};
use crate::geometry::order::{greater, lesser};
use crate::geometry::probe::{Place, Probe};
use crate::geometry::scalar::traits::{Real, Scalar};

/// A point on a globe, by longitude and latitude in degrees: a [`Place`] that measures along great
/// circles.
///
/// Boxes are also in degrees: axis 0 is the longitude, axis 1 the latitude. Distances are in
/// metres, so the reach of a hit is in square metres, and the distance of
/// [`within_distance`](crate::SpatialIndex::within_distance) in metres. The globe is a sphere with
/// the mean radius of the Earth, or the radius of [`on_globe`](Self::on_globe). On the ellipsoid of
/// the Earth, distances are up to 0.6 % longer or shorter.
///
/// A box lies between two meridians and two parallels, east of `min` and west of `max`. Longitudes
/// may be any numbers: the point is at each of the longitudes `lon`, `lon ± 360`, … A box across
/// the antimeridian may reach from 170 to 190 degrees. A box that is 360 degrees wide, or has a
/// longitude more than a million degrees away, spans all longitudes. Latitudes beyond a pole count
/// as the pole. A box that reaches a pole contains it.
///
/// The distance is to the nearest point of the box, which may lie between its corners. In `f64` the
/// relative error is less than 10<sup>-13</sup>, or the error is about a micrometre if that is
/// more; near the opposite point of the globe it is up to half a metre. Answers have the same bits
/// on every machine. A test takes at most five sines.
///
/// ```
/// use broadleaf::{Aabb, DynamicTree, Id, SpatialIndex};
/// use broadleaf::geometry::LonLat;
/// let places: DynamicTree<f64, 2> = [
///     (Id(0), Aabb::new([177.0, -19.2], [180.6, -16.0])), // Fiji, across the antimeridian
///     (Id(1), Aabb::new([-176.3, -44.4], [-175.8, -43.6])), // the Chatham Islands
/// ].into_iter().collect();
/// let samoa = LonLat::new([-171.8, -13.8])?;
/// let nearest = places.nearest(&samoa).unwrap();
/// assert_eq!((nearest.id, (nearest.reach.sqrt() / 1_000.0).round()), (Id(0), 852.0));
/// assert_eq!(places.count_within_distance(&samoa, 3_400_000.0), 2);
/// # Ok::<(), broadleaf::geometry::InvalidShape>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[doc(alias = "great_circle")]
#[doc(alias = "haversine")]
#[doc(alias = "geodesic")]
pub struct LonLat<S: Scalar> {
    point: [S; 2],
    radius: S::Real,
    /// The cosine of the latitude.
    cosine: f64,
}

impl<S: Scalar> LonLat<S> {
    /// The mean radius of the Earth in metres, as the IUGG defines it: (2 · equatorial + polar) / 3
    /// of the ellipsoid WGS 84.
    const EARTH_RADIUS: f64 = 6_371_008.8;

    /// Creates the point on the Earth with this longitude and latitude, in degrees.
    ///
    /// # Errors
    /// If the longitude is infinite or NaN, or the latitude is not in -90..=90.
    pub fn new(point: [S; 2]) -> Result<Self, InvalidShape> {
        finite_points(&[point])?;
        let latitude = point[1].to_real().to_f64();
        if !(-90.0..=90.0).contains(&latitude) {
            return Err(InvalidShape::Latitude(latitude));
        }
        Ok(Self {
            point,
            radius: S::Real::from_f64(Self::EARTH_RADIUS),
            cosine: sin_cos_degrees(latitude).1,
        })
    }

    /// The same point on a globe with another radius. Distances have the unit of the radius; with
    /// radius 1, they are angles in radians.
    ///
    /// # Errors
    /// If the radius is negative, infinite or NaN.
    ///
    /// ```
    /// use broadleaf::Aabb;
    /// use broadleaf::geometry::{LonLat, Probe};
    /// let pole = LonLat::new([0.0, 90.0])?.on_globe(1.0)?;
    /// let equator = Aabb::new([-180.0, 0.0], [180.0, 0.0]);
    /// let reach: f64 = pole.reach(&equator).unwrap();
    /// assert!((reach.sqrt() - core::f64::consts::FRAC_PI_2).abs() < 1e-15);
    /// # Ok::<(), broadleaf::geometry::InvalidShape>(())
    /// ```
    pub fn on_globe(self, radius: S::Real) -> Result<Self, InvalidShape> {
        finite_radius(radius)?;
        Ok(Self { radius, ..self })
    }

    /// The longitude and the latitude, in degrees.
    #[must_use]
    pub fn point(&self) -> [S; 2] {
        self.point
    }

    /// The radius of the globe.
    #[must_use]
    pub fn radius(&self) -> S::Real {
        self.radius
    }

    /// Converts a squared angle to a squared distance. The square of the radius alone may be out of
    /// range.
    fn on_surface(&self, angle_squared: f64) -> S::Real {
        let radius = self.radius.to_f64();
        S::Real::from_f64(angle_squared * radius * radius)
    }

    /// The haversine of the angle to the nearest point of the box, which is the squared sine of
    /// half the angle.
    fn haversine(&self, aabb: &Aabb<S, 2>) -> f64 {
        let [low, high] = relative(aabb, &self.point);
        let latitude = self.point[1].to_real().to_f64();
        let on_globe = |offset| lesser(90.0 - latitude, greater(-90.0 - latitude, offset));
        let (south, north) = (on_globe(low[1]), on_globe(high[1]));
        let across = longitude_gap(low[0], high[0]);
        if across == 0.0 {
            let beyond = greater(south, greater(-north, 0.0));
            return square(sin_cos_degrees(0.5 * beyond).0);
        }
        self.haversine_of_meridian(square(sin_cos_degrees(0.5 * across).0), south, north)
    }

    /// The haversine of the angle to the nearest point of a meridian between two latitudes, which
    /// are relative to this point. `across` is the haversine of the difference of longitudes.
    fn haversine_of_meridian(&self, across: f64, south: f64, north: f64) -> f64 {
        let [(to_south, from_south), (to_north, from_north)] =
            [south, north].map(|offset| self.toward(across, offset));
        // The signs give the direction in which the meridian comes nearer at either end. More than
        // 90 degrees away, across the pole, its nearest point is an end.
        if from_south > 0.0 && from_north < 0.0 && across <= 0.5 {
            // The great circle meets the meridian at a right angle.
            return half_sine_squared(square(2.0 * self.cosine) * across * (1.0 - across));
        }
        lesser(to_south, to_north)
    }

    /// The haversine of the angle to the point of a meridian at this relative latitude, and half
    /// the northward derivative of the cosine of that angle.
    fn toward(&self, across: f64, offset: f64) -> (f64, f64) {
        let (half_sine, half_cosine) = sin_cos_degrees(0.5 * offset);
        let latitude = self.point[1].to_real().to_f64() + offset;
        let (there_sine, there_cosine) = sin_cos_degrees(lesser(90.0, greater(-90.0, latitude)));
        let haversine = square(half_sine) + self.cosine * there_cosine * across;
        (
            haversine,
            self.cosine * there_sine * across - half_sine * half_cosine,
        )
    }
}

/// The distance from `low..=high` to the nearest multiple of 360: at most 180.
fn longitude_gap(low: f64, high: f64) -> f64 {
    const MOST: f64 = 1e6;
    if !(-MOST < low && high < MOST && high - low < 360.0) {
        return 0.0;
    }
    #[expect(clippy::cast_possible_truncation, reason = "at most a million / 360")]
    let turns = (high / 360.0) as i32;
    let near = f64::from(turns) * 360.0;
    let west = if near > high { near - 360.0 } else { near };
    greater(0.0, lesser(low - west, west + 360.0 - high))
}

fn square(x: f64) -> f64 {
    x * x
}

/// The square of the distance along a great circle.
impl<S: Scalar> Probe<S, 2> for LonLat<S> {
    fn reach(&self, aabb: &Aabb<S, 2>) -> Option<S::Real> {
        Some(self.on_surface(arc_squared(self.haversine(aabb))))
    }

    /// The square of the chord, which is shorter than the arc, less a billionth for rounding.
    fn least_reach_inside(&self, aabb: &Aabb<S, 2>) -> Option<S::Real> {
        Some(self.on_surface(4.0 * (1.0 - 1e-9) * self.haversine(aabb)))
    }
}

impl<S: Scalar> Place<S, 2> for LonLat<S> {}
