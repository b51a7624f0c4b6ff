//! Boxes over the antimeridian: one row, two boxes, each pair of rows once.
//!
//! A row from `min` down to `max` becomes a box in the east, from `min` on, and one in the west, up
//! to `max`. Both may overlap a third box, but the rows are one pair. Since other longitudes are
//! from -180 to 180, the far ends of both boxes can hold what the check of a pair needs: on the
//! eastern box, that it is one; on the western box, where the eastern one begins.

use broadleaf::Aabb;

use crate::number::Number;

/// The largest longitude.
const MOST: f64 = 180.0;
/// The upper end of every eastern box.
const EAST: f64 = 181.0;

/// The axis of longitudes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Longitude(pub(crate) usize);

/// The corners of one box or two.
pub(crate) type Pieces<S, const D: usize> = [Option<([S; D], [S; D])>; 2];

impl Longitude {
    /// The boxes of a row.
    ///
    /// # Errors
    /// If the boxes do not have the axis, or an end is not a longitude.
    pub(crate) fn split<S: Number, const D: usize>(
        self,
        min: [S; D],
        max: [S; D],
    ) -> Result<Pieces<S, D>, String> {
        let Self(axis) = self;
        if axis >= D {
            return Err(format!(
                "axis {axis} cannot be the longitude: the boxes have {D} axes"
            ));
        }
        let ends = [min[axis], max[axis]].into_iter();
        if let Some(x) = ends.clone().find(|x| x.as_f64().abs() > MOST) {
            return Err(format!("{x} is not a longitude: the range is -180 to 180"));
        }
        if min[axis] <= max[axis] {
            return Ok([Some((min, max)), None]);
        }
        let far = hide(min[axis].as_f64())
            .ok_or_else(|| format!("the longitude {} is too near to 0: write 0", min[axis]))?;
        let (mut east, mut west) = ((min, max), (min, max));
        (east.1[axis], west.0[axis]) = (S::from_f64(EAST), S::from_f64(far));
        Ok([Some(east), Some(west)])
    }

    /// Whether two overlapping boxes of two rows repeat a pair that two earlier boxes of these rows
    /// form. With `interiors`, boxes that only touch do not overlap.
    pub(crate) fn is_repeated<S: Number, const D: usize>(
        self,
        a: &Aabb<S, D>,
        b: &Aabb<S, D>,
        interiors: bool,
    ) -> bool {
        let Self(axis) = self;
        let ends = |aabb: &Aabb<S, D>| [aabb.min(), aabb.max()].map(|end| end[axis].as_f64());
        let after = |[west, _]: [f64; 2], [min, max]: [f64; 2]| {
            if west >= -MOST {
                return false;
            }
            // All rows over the antimeridian overlap on its eastern side.
            let is_over = max > MOST || min < -MOST;
            let east = reveal(west);
            is_over || max > east || (max == east && !interiors)
        };
        after(ends(a), ends(b)) || after(ends(b), ends(a))
    }
}

/// The image of 0, and the factors for positive and negative longitudes: numbers below -180 that
/// keep every bit of a longitude. The three ranges are disjoint.
const ZERO: f64 = -((1_u64 << 50) as f64);
const POSITIVE: i32 = 600;
const NEGATIVE: i32 = 800;
/// The exponent between the factors for positive and negative longitudes.
const BETWEEN: i32 = 650;
/// The smallest longitude other than 0 is 2 to this power.
const LEAST: i32 = -100;

fn power(exponent: i32) -> f64 {
    2_f64.powi(exponent)
}

fn hide(longitude: f64) -> Option<f64> {
    if longitude == 0.0 {
        return Some(ZERO);
    }
    let is_clear = longitude.abs() >= power(LEAST);
    is_clear.then(|| match longitude > 0.0 {
        true => -longitude * power(POSITIVE),
        false => longitude * power(NEGATIVE),
    })
}

fn reveal(hidden: f64) -> f64 {
    if hidden == ZERO {
        return 0.0;
    }
    match hidden > -power(BETWEEN) {
        true => -hidden * power(-POSITIVE),
        false => hidden * power(-NEGATIVE),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hidden_longitudes_are_revealed() {
        for x in [0.0, 1.0, 180.0, 1e-30, 0.1, 179.99999999999997] {
            for x in [x, -x] {
                let hidden = hide(x).unwrap();
                assert!(hidden < -MOST, "{x}");
                assert_eq!(reveal(hidden), x);
            }
        }
        assert_eq!(hide(1e-40), None);
    }
}
