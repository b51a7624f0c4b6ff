//! Boxes, rays and distances, checked against rational numbers.

use arbitrary::{Arbitrary, Unstructured};
use broadleaf::geometry::{Aabb, Ball, Probe, Ray, Real, Region, Scalar};
use num_rational::BigRational;
use num_traits::{Signed, Zero};

use crate::exact::{exact, passage, squared_distance};

/// Boxes, a point and a direction.
#[derive(Debug, Arbitrary)]
struct Input {
    boxes: Vec<[[i16; 3]; 2]>,
    point: [i16; 3],
    direction: [i16; 3],
    radius: u16,
    /// Coordinates are multiples of 2 to this power.
    scale: i8,
}

/// Measurements differ from the truth by rounding alone: no touching box is missed, and no distance
/// is off by more than a few units in the last place. The differences of the coordinates are exact.
pub fn geometry(bytes: &[u8]) {
    let Ok(input) = Input::arbitrary_take_rest(Unstructured::new(bytes)) else {
        return;
    };
    let unit = 2_f32.powi(i32::from(input.scale / 4));
    check::<f32, 2>(&input, |x| f32::from(x) * unit);
    check::<f64, 3>(&input, |x| f64::from(x) * f64::from(unit));
    check::<i32, 3>(&input, |x| i32::from(x) << 15);
}

fn check<S: Scalar, const D: usize>(input: &Input, number: impl Fn(i16) -> S) {
    let point: [S; D] = std::array::from_fn(|axis| number(input.point[axis]));
    let direction = std::array::from_fn(|axis| f64::from(input.direction[axis]));
    let boxes = input.boxes.iter().take(20).map(|corners| {
        let [a, b] = corners.map(|corner| std::array::from_fn(|axis| number(corner[axis])));
        Aabb::point(a).union(&Aabb::point(b))
    });
    let boxes: Vec<Aabb<S, D>> = boxes.collect();
    for aabb in &boxes {
        check_distance(point, aabb);
        check_ball(point, number(input.radius as i16), aabb);
        if let Ok(ray) = Ray::new(point, direction.map(S::Real::from_f64)) {
            check_ray(&ray, point, direction, aabb);
        }
        boxes.iter().for_each(|other| check_pair(aabb, other));
    }
}

/// Overlap and containment are exact, and follow from the corners.
fn check_pair<S: Scalar, const D: usize>(a: &Aabb<S, D>, b: &Aabb<S, D>) {
    let on_axis = |axis: usize| {
        let low = if a.min()[axis] > b.min()[axis] { a } else { b }.min()[axis];
        let high = if a.max()[axis] < b.max()[axis] { a } else { b }.max()[axis];
        low <= high
    };
    let overlap = (0..D).all(on_axis);
    assert_eq!((a.overlaps(b), b.overlaps(a)), (overlap, overlap));
    assert_eq!(a.intersection(b).is_some(), overlap);
    let union = a.union(b);
    assert!(union.contains(a) && union.contains(b));
    assert_eq!(a.contains(b), union == *a);
}

/// A distance is off by less than `D + 2` units in the last place.
fn check_distance<S: Scalar, const D: usize>(point: [S; D], aabb: &Aabb<S, D>) {
    let truth = squared_distance(point, aabb);
    let reach = point.reach(aabb).expect("a point reaches every box");
    if reach.is_finite() && (truth.is_zero() || is_normal::<S::Real>(&truth)) {
        assert!(
            is_near::<S::Real>(reach, &truth, D as u32 + 2),
            "{reach} from {point:?} to {aabb}, but {truth} is true"
        );
        assert_eq!(reach == S::Real::ZERO, aabb.contains_point(&point));
    }
}

/// A ball touches every box within its radius, and none that is clearly beyond it.
fn check_ball<S: Scalar, const D: usize>(center: [S; D], radius: S, aabb: &Aabb<S, D>) {
    let radius = radius.minus(S::default());
    let ball = Ball { center, radius };
    let exact_radius = exact(radius.to_f64());
    let (truth, square) = (
        squared_distance(center, aabb),
        &exact_radius * &exact_radius,
    );
    if exact_radius.is_negative() || !is_normal::<S::Real>(&square) || !is_normal::<S::Real>(&truth)
    {
        return;
    }
    let slack = (&truth + &square) * ulp::<S::Real>() * exact(8.0);
    if &truth + &slack < square {
        assert!(ball.touches(aabb), "{ball:?} touches {aabb}");
    } else if truth > &square + &slack {
        assert!(!ball.touches(aabb), "{ball:?} does not touch {aabb}");
    }
}

/// A ray misses no box that it touches. It hits a box that it misses only if rounding hides the
/// gap.
fn check_ray<S: Scalar, const D: usize>(
    ray: &Ray<S, D>,
    origin: [S; D],
    direction: [f64; D],
    aabb: &Aabb<S, D>,
) {
    let hit = ray.reach(aabb);
    assert_eq!(hit.is_some(), ray.touches(aabb));
    let truth = passage(origin, direction, aabb);
    match (hit, truth) {
        (Some(hit), Some(truth)) => {
            let is_small = !truth.is_zero() && !is_normal::<S::Real>(&truth);
            assert!(
                is_small || is_near::<S::Real>(hit, &truth, 1),
                "{ray:?} hits {aabb} at {hit}, but {truth} is true"
            );
        }
        (None, Some(truth)) => panic!("{ray:?} misses {aabb}, but hits it at {truth}"),
        (Some(hit), None) => {
            // The ray hits a slightly larger box at about this parameter.
            let wide = |x: S| x.minus(S::default()).to_f64();
            let truth = passage(origin.map(wide), direction, &grown(aabb, origin));
            assert!(
                truth.is_some(),
                "{ray:?} hits {aabb} at {hit}, but misses it"
            );
        }
        (None, None) => {}
    }
}

/// The box, grown on the grid of coordinates by more than the rounding of a parameter can hide.
fn grown<S: Scalar, const D: usize>(aabb: &Aabb<S, D>, origin: [S; D]) -> Aabb<f64, D> {
    let wide = |x: S| x.minus(S::default()).to_f64();
    let largest = aabb.min().into_iter().chain(aabb.max()).chain(origin);
    let largest = largest.map(|x| wide(x).abs()).fold(0.0, f64::max);
    let by = largest * 16.0 * f64::from(f32::EPSILON);
    Aabb::new(
        aabb.min().map(|x| wide(x) - by),
        aabb.max().map(|x| wide(x) + by),
    )
}

/// The distance between 1 and the next number.
fn ulp<R: Real>() -> BigRational {
    exact(if R::from_f64(1e200).is_finite() {
        f64::EPSILON
    } else {
        f32::EPSILON.into()
    })
}

/// Whether a number is far from both ends of the range.
fn is_normal<R: Real>(number: &BigRational) -> bool {
    let least = exact(if R::from_f64(1e-200) == R::ZERO {
        1e-30
    } else {
        1e-290
    });
    let greatest = exact(if R::from_f64(1e200).is_finite() {
        1e290
    } else {
        1e30
    });
    (least..greatest).contains(&number.abs())
}

/// Whether a rounded number differs from the true one by at most `ulps` units in the last place.
fn is_near<R: Real>(rounded: R, truth: &BigRational, ulps: u32) -> bool {
    let off = (exact(rounded.to_f64()) - truth).abs();
    off <= truth.abs() * ulp::<R>() * exact(f64::from(ulps))
}
