//! Gravity between the boxes of a frame: the model of `broadleaf forces`.

use broadleaf::Aabb;
use broadleaf::geometry::Real;
use broadleaf_n_body::Body;

use crate::args::Mass;
use crate::error::CliError;
use crate::progress;

/// A body at the center of each box.
///
/// # Errors
/// If a center or a mass is not finite.
pub(crate) fn bodies<S: Real, const D: usize>(
    frame: &[Aabb<S, D>],
    mass: Mass,
) -> Result<Vec<Body<f64, D>>, CliError> {
    let bodies = frame.iter().enumerate().map(|(id, aabb)| {
        let body = body(aabb, mass);
        let is_finite = body.position.iter().all(|x| x.is_finite()) && body.mass.is_finite();
        is_finite.then_some(body).ok_or_else(|| {
            CliError::input(format!("box {id} is infinite: it has no center of mass"))
        })
    });
    bodies.collect()
}

fn body<S: Real, const D: usize>(aabb: &Aabb<S, D>, mass: Mass) -> Body<f64, D> {
    let [min, max] = [aabb.min(), aabb.max()].map(|corner| corner.map(S::to_f64));
    let extents = min.iter().zip(&max).map(|(min, max)| max - min);
    Body {
        position: std::array::from_fn(|axis| (min[axis] + max[axis]) / 2.0),
        mass: match mass {
            Mass::One => 1.0,
            Mass::Volume => extents.product(),
        },
    }
}

/// The force on a body by another: the product of their masses divided by the square of their
/// distance; zero for bodies at the same point.
pub(crate) fn gravity<const D: usize>(at: &Body<f64, D>, by: &Body<f64, D>) -> [f64; D] {
    let way: [f64; D] = std::array::from_fn(|axis| by.position[axis] - at.position[axis]);
    let squared = squared_length(&way);
    if squared == 0.0 {
        return [0.0; D];
    }
    let pull = at.mass * by.mass / (squared * squared.sqrt());
    way.map(|along| along * pull)
}

pub(crate) fn squared_length<const D: usize>(vector: &[f64; D]) -> f64 {
    vector.iter().map(|x| x * x).sum()
}

/// The force on every body by all others, as a direct sum.
pub(crate) fn direct_sum<const D: usize>(bodies: &[Body<f64, D>]) -> Vec<[f64; D]> {
    let bar = progress::bar(bodies.len(), "summing directly");
    let force = |at: usize| {
        bar.inc(1);
        let mut sum = [0.0; D];
        for (_, body) in bodies.iter().enumerate().filter(|(by, _)| *by != at) {
            let force = gravity(&bodies[at], body);
            sum = std::array::from_fn(|axis| sum[axis] + force[axis]);
        }
        sum
    };
    let forces = (0..bodies.len()).map(force).collect();
    bar.finish_and_clear();
    forces
}

/// The root mean square of the differences of forces, divided by that of the expected ones; 0 if
/// all are equal.
pub(crate) fn error<const D: usize>(forces: &[[f64; D]], expected: &[[f64; D]]) -> f64 {
    let differences = forces.iter().zip(expected).map(|(force, expected)| {
        squared_length(&std::array::from_fn::<_, D, _>(|axis| {
            force[axis] - expected[axis]
        }))
    });
    let difference: f64 = differences.sum();
    if difference == 0.0 {
        return 0.0;
    }
    (difference / expected.iter().map(squared_length).sum::<f64>()).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masses_attract_by_the_square_of_their_distance() {
        let frame = [
            Aabb::new([0.0_f32, 0.0], [2.0, 2.0]),
            Aabb::new([3.0, 0.0], [7.0, 2.0]),
        ];
        let [a, b] = [0, 1].map(|at| bodies(&frame, Mass::Volume).unwrap()[at]);
        assert_eq!((a.mass, b.mass, b.position), (4.0, 8.0, [5.0, 1.0]));
        assert_eq!(gravity(&a, &b), [2.0, 0.0]);
        assert_eq!(direct_sum(&[a, b]), [[2.0, 0.0], [-2.0, 0.0]]);
        assert_eq!(gravity(&a, &a), [0.0, 0.0]);
        let endless = Aabb::new([0.0, 0.0], [f32::INFINITY, 1.0]);
        assert!(bodies(&[endless], Mass::One).is_err());
    }

    #[test]
    fn errors_are_relative() {
        let expected = [[3.0, 4.0], [0.0, 0.0]];
        assert_eq!(error(&expected, &expected), 0.0);
        assert_eq!(error(&[[3.0, 4.0], [0.5, 0.0]], &expected), 0.1);
        assert_eq!(error(&[[0.0; 2]; 2], &[[0.0; 2]; 2]), 0.0);
    }
}
