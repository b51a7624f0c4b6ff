//! The laws of scalars, boxes, regions and probes. Structures rely on them to the last bit.

use broadleaf::geometry::{
    Ball, BoxCast, HalfSpace, HalfSpaces, InvalidAabb, Masked, OrientedBox, Probe, Real, Region,
    Scalar,
};
use broadleaf::{Aabb, Fixed, Id, Ray};

use crate::inputs::{Mode, TestScalar, aabb, coordinate, for_all, point, real};
use crate::shapes::{ball_casts, flat_shapes, geo_places, shapes};

const CASES: u32 = 4_000;

fn check_scalar<S: TestScalar>(mode: Mode) {
    let c = || coordinate::<S>(mode);
    for_all(CASES, (c(), c(), c(), 0_u32..5), |(a, b, c, factor)| {
        let (a, b) = if a <= b { (a, b) } else { (b, a) };
        assert!(S::MIN <= a && b <= S::MAX && !a.is_nan());
        assert!(a.to_real() <= b.to_real());
        if c.is_finite() {
            assert!(a.minus(c) <= b.minus(c));
            assert!(c.minus(b) <= c.minus(a));
        }
        let sum = (0..factor).fold(S::default(), |sum, _| sum.saturating_add(a));
        let product = a.saturating_times(factor);
        assert!(
            product == sum || mode == Mode::Wild,
            "{a} * {factor} = {product}"
        );
        assert!(a == b || a.to_word() < b.to_word());
        assert_eq!(a.key().cmp(&b.key()), a.partial_cmp(&b).unwrap());
        assert_eq!(S::from_word(c.to_word()).to_word(), c.to_word());
        check_snap(a, c);
    });
}

/// What is not known to be farther away is inside the ends, which are tight.
fn check_ends<S: TestScalar>(mode: Mode) {
    let c = || coordinate::<S>(mode);
    for_all(CASES, (c(), c(), real::<f64>(mode)), |(a, b, by)| {
        for by in [by.abs(), b.wide_minus(a).abs(), f64::NAN, f64::INFINITY] {
            assert!(b.wide_minus(a) > by || b <= a.above(by), "{a} {b} {by}");
            assert!(a.wide_minus(b) > by || b >= a.below(by), "{a} {b} {by}");
        }
        assert!(
            mode == Mode::Wild || (a.below(0.0), a.above(0.0)) == (a, a) || S::TENTH > S::default()
        );
    });
}

fn check_snap<S: TestScalar>(value: S, cell: S) {
    let (down, up) = (value.snap_down(cell), value.snap_up(cell));
    assert!(
        down <= value && value <= up,
        "{value} snapped to {cell}: {down} {up}"
    );
    assert!(down.snap_down(cell) <= down && up <= up.snap_up(cell));
}

#[test]
fn scalars_keep_their_laws() {
    for mode in [Mode::Grid, Mode::Wild] {
        check_ends::<f32>(mode);
        check_ends::<f64>(mode);
        check_ends::<i32>(mode);
        check_ends::<i64>(mode);
        check_ends::<u8>(mode);
        check_ends::<u64>(mode);
        check_ends::<Fixed<16>>(mode);
        check_scalar::<f32>(mode);
        check_scalar::<f64>(mode);
        check_scalar::<i32>(mode);
        check_scalar::<i64>(mode);
        check_scalar::<i8>(mode);
        check_scalar::<i16>(mode);
        check_scalar::<u8>(mode);
        check_scalar::<u16>(mode);
        check_scalar::<u32>(mode);
        check_scalar::<u64>(mode);
        check_scalar::<Fixed<16>>(mode);
        #[cfg(feature = "fixed")]
        {
            check_scalar::<::fixed::types::I16F16>(mode);
            check_scalar::<::fixed::types::I32F32>(mode);
        }
    }
}

#[test]
fn differences_are_exact_far_from_the_origin() {
    let far = i64::MAX - 100;
    assert_eq!((far + 3).minus(far), 3.0);
    assert_eq!(i64::MAX.minus(i64::MIN), 18_446_744_073_709_551_615.0);
    assert_eq!(i32::MIN.minus(i32::MAX), -4_294_967_295.0);
    assert_eq!(u64::MIN.minus(u64::MAX), -18_446_744_073_709_551_615.0);
    assert_eq!((u64::MAX - 3).minus(u64::MAX), -3.0);
    assert_eq!(i8::MAX.minus(i8::MIN), 255.0);
    assert_eq!(
        Fixed::<16>::from_bits(far + 1).minus(Fixed::from_bits(far)),
        1.0 / 65_536.0
    );
}

#[test]
fn snapping_rounds_outward_to_multiples() {
    assert_eq!((7.3_f32.snap_down(0.5), 7.3_f32.snap_up(0.5)), (7.0, 7.5));
    assert_eq!(
        (-7.3_f64.snap_up(0.5), (-7.3_f64).snap_down(0.5)),
        (-7.5, -7.5)
    );
    assert_eq!(
        (
            (-7).snap_down(4),
            (-7).snap_up(4),
            8.snap_down(4),
            8.snap_up(4)
        ),
        (-8, -4, 8, 8)
    );
    // The value stays if there is no multiple in range, or no lattice.
    assert_eq!(
        (
            i32::MIN.snap_down(7),
            i32::MAX.snap_up(7),
            5.snap_up(0),
            5.snap_down(-3)
        ),
        (i32::MIN, i32::MAX, 5, 5)
    );
    assert_eq!(
        (
            f32::INFINITY.snap_up(1.0),
            1e30_f32.snap_down(1.0),
            2.5_f32.snap_up(f32::NAN)
        ),
        (f32::INFINITY, 1e30, 2.5)
    );
    let snapped = Aabb::new([0.3, -0.3], [0.4, 0.4]).snapped(0.25);
    assert_eq!(snapped, Aabb::new([0.25, -0.5], [0.5, 0.5]));
    assert_eq!(snapped.snapped(0.25), snapped);
}

#[test]
fn fixed_point_saturates_and_rounds_down() {
    type F = Fixed<16>;
    assert_eq!(F::from_f64(-0.00001).unwrap().to_bits(), -1);
    assert_eq!(
        (F::from_f64(f64::NAN), F::from_f64(1e30), F::from_f64(-1e30)),
        (None, None, None)
    );
    assert_eq!(F::MAX.saturating_add(F::from_int(1)), F::MAX);
    assert_eq!(F::MIN.saturating_sub(F::from_int(1)), F::MIN);
    assert_eq!(
        F::from_int(1 << 30).saturating_mul(F::from_int(1 << 30)),
        F::MAX
    );
    assert_eq!(
        F::from_int(-3).saturating_mul(F::from_f64(0.5).unwrap()),
        F::from_f64(-1.5).unwrap()
    );
    assert_eq!(Fixed::<40>::from_int(i32::MAX), Fixed::MAX);
    assert_eq!(
        format!("{:?}", F::from_f64(1.5).unwrap()),
        "1.5 (98304 / 2^16)"
    );
}

fn check_aabb<S: TestScalar, const D: usize>(mode: Mode) {
    let inputs = (
        aabb::<S, D>(mode),
        aabb::<S, D>(mode),
        coordinate::<S>(mode),
        point::<S, D>(mode),
    );
    for_all(CASES, inputs, |(a, b, margin, displacement)| {
        let union = a.union(&b);
        assert!(union.contains(&a) && union.contains(&b) && union.overlaps(&a));
        assert_eq!(a.overlaps(&b), b.overlaps(&a));
        assert_eq!(a.overlaps(&b), a.intersection(&b).is_some());
        if let Some(common) = a.intersection(&b) {
            assert!(a.contains(&common) && b.contains(&common));
        }
        assert!(!a.contains(&b) || a.union(&b) == a);
        for grown in [a.expanded(margin), a.swept(displacement), a.snapped(margin)] {
            assert!(grown.contains(&a), "{grown:?}");
            // Margins and motions make only boxes that `try_new` accepts.
            assert_eq!(Aabb::try_new(grown.min(), grown.max()), Ok(grown));
        }
        assert!(!(union.half_area() < a.half_area()));
        assert_eq!(a.swept(displacement), a.union(&a.translated(displacement)));
        assert_eq!(a.translated([S::default(); D]), a);
        assert_eq!(
            Aabb::from_points([a.min(), b.max(), a.max(), b.min()]),
            Some(union)
        );
        assert_eq!(Aabb::try_from(<[[S; D]; 2]>::from(a)), Ok(a));
        let center = a.center();
        assert!(center.iter().all(|x| !x.is_nan()));
        assert!(a.contains_point(&center) || a.extents().iter().any(|x| !x.is_finite()));
    });
}

#[test]
fn boxes_are_made_from_centers_and_points() {
    let coordinates = || proptest::array::uniform3(-9..10);
    for_all(
        1_000,
        (coordinates(), proptest::array::uniform3(0..9)),
        |(center, half)| {
            let aabb = Aabb::from_center(center, half).unwrap();
            assert_eq!(
                (aabb.center(), aabb.half_extents()),
                (center, half.map(f64::from))
            );
            let real = Aabb::from_center(center.map(f64::from), half.map(f64::from)).unwrap();
            assert_eq!(real.half_extents(), half.map(f64::from));
            assert_eq!(real.center(), center.map(f64::from));
        },
    );
    assert_eq!(
        Aabb::from_center([0, 7], [1, -2]).unwrap_err().to_string(),
        "min 9 is above max 5 on axis 1"
    );
    assert_eq!(Aabb::from_center([3_u8], [200]), Ok(Aabb::new([0], [203])));
    assert!(Aabb::from_center([f32::NAN], [1.0]).is_err());
    assert!(Aabb::from_center([f32::INFINITY], [f32::INFINITY]).is_err());
    assert_eq!(Aabb::from_points([[1.0], [f64::NAN]]), None);
    assert_eq!(Aabb::from_points([[f64::NAN], [1.0]]), None);
    assert_eq!(Aabb::new([1, 2], [4, 3]).center(), [2, 2]);
    assert_eq!(Aabb::<f32, 1>::EVERYWHERE.center(), [0.0]);
    assert_eq!(Aabb::new([3.0], [f32::INFINITY]).center(), [f32::INFINITY]);
    assert_eq!(Aabb::new([i64::MIN], [i64::MAX]).center(), [-1]);
    let far = Aabb::new([250_u8], [255]);
    assert_eq!(far.translated([9]), Aabb::point([255]));
}

#[test]
fn boxes_and_ids_are_shown_and_hashed() {
    use std::collections::HashSet;
    let aabb = Aabb::new([0.5, -1.0], [2.0, f32::INFINITY]);
    assert_eq!(aabb.to_string(), "[0.5, -1] to [2, inf]");
    assert_eq!(format!("{aabb:.2}"), "[0.50, -1.00] to [2.00, inf]");
    let boxes: HashSet<_> = [
        Aabb::point([1, 2]),
        Aabb::point([1, 2]),
        Aabb::point([2, 1]),
    ]
    .into();
    assert_eq!(boxes.len(), 2);
    let fixed: HashSet<_> = [Aabb::point([Fixed::<16>::ONE]); 3].into();
    assert_eq!(fixed.len(), 1);
    let error = Aabb::try_new([0, 5], [1, 4]).unwrap_err();
    assert_eq!((error.axis(), error.min(), error.max()), (1, 5, 4));
    assert_eq!(
        (Id::try_from(7_usize), usize::from(Id(7)), u32::from(Id(7))),
        (Ok(Id(7)), 7, 7)
    );
    #[cfg(target_pointer_width = "64")]
    assert_eq!(
        Id::try_from(1_usize << 32).unwrap_err().to_string(),
        "index 4294967296 is above the greatest id, 4294967295"
    );
}

#[test]
fn probes_and_oriented_boxes_give_back_what_made_them() {
    let start = Aabb::new([0, 1], [2, 3]);
    let cast = BoxCast::between(start, [4, -1]).unwrap();
    assert_eq!(
        (cast.start(), cast.direction(), cast.length()),
        (start, [4.0, -2.0], 1.0)
    );
    let endless = BoxCast::new(start, [0.0, 3.0]).unwrap();
    assert_eq!(
        (endless.direction(), endless.length()),
        ([0.0, 3.0], f64::INFINITY)
    );
    assert_eq!(endless.up_to(2.5).length(), 2.5);
    let ray = Ray::between([1, 2], [3, 2]).unwrap();
    assert_eq!(
        (ray.origin(), ray.direction(), ray.length()),
        ([1, 2], [2.0, 0.0], 1.0)
    );
    let edges = [[1.0, 1.0], [-1.0, 1.0]];
    let diamond = OrientedBox::new([5, 6], edges);
    assert_eq!((diamond.center(), diamond.half_edges()), ([5, 6], edges));
}

#[test]
fn boxes_keep_their_laws() {
    for mode in [Mode::Grid, Mode::Wild] {
        check_aabb::<f32, 2>(mode);
        check_aabb::<f64, 3>(mode);
        check_aabb::<i32, 3>(mode);
        check_aabb::<i64, 2>(mode);
        check_aabb::<i8, 3>(mode);
        check_aabb::<u16, 2>(mode);
        check_aabb::<u64, 3>(mode);
        check_aabb::<Fixed<16>, 3>(mode);
        #[cfg(feature = "fixed")]
        {
            check_aabb::<::fixed::types::I16F16, 2>(mode);
            check_aabb::<::fixed::types::I32F32, 3>(mode);
        }
    }
}

#[test]
fn corners_out_of_order_are_refused_with_axis_and_values() {
    let message = |error: Result<Aabb<f32, 3>, InvalidAabb<f32>>| error.unwrap_err().to_string();
    assert_eq!(
        message(Aabb::try_new([0.0, 0.0, 2.5], [1.0, 1.0, -1.0])),
        "min 2.5 is above max -1 on axis 2"
    );
    assert_eq!(
        message(Aabb::try_new([0.0, f32::NAN, 9.0], [1.0, 1.0, 1.0])),
        "not a number on axis 1: min NaN, max 1"
    );
    assert_eq!(
        message(Aabb::try_new([0.0; 3], [1.0, 1.0, f32::NAN])),
        "not a number on axis 2: min 0, max NaN"
    );
    assert!(Aabb::try_new([f32::NEG_INFINITY; 2], [f32::INFINITY; 2]).is_ok());
    assert_eq!(
        Aabb::try_new([5], [4]).unwrap_err().to_string(),
        "min 5 is above max 4 on axis 0"
    );
    assert_eq!(
        Ray::<f32, 2>::new([0.0, f32::NAN], [1.0, 0.0])
            .unwrap_err()
            .to_string(),
        "start or direction is not finite on axis 1"
    );
    assert!(Ray::<f64, 2>::new([0.0, 0.0], [f64::INFINITY, 0.0]).is_err());
    assert!(BoxCast::<f64, 2>::new(Aabb::EVERYWHERE, [1.0, 0.0]).is_err());
}

/// A region that touches a box touches every box around it. A probe reaches the outer box no later
/// than the inner one.
fn check_monotone<S: TestScalar, const D: usize>(mode: Mode) {
    let vector = || proptest::array::uniform::<_, D>(real::<S::Real>(mode));
    let inputs = (
        (aabb::<S, D>(mode), aabb(mode), aabb(mode)),
        [point::<S, D>(mode), point(mode)],
        [vector(), vector()],
        real::<S::Real>(mode),
        0_u32..8,
    );
    for_all(
        CASES,
        inputs,
        |((inner, more, start), [p, q], [a, b], length, mask)| {
            let outer = inner.union(&more);
            let planes = [
                HalfSpace {
                    normal: a,
                    offset: b[0],
                },
                HalfSpace {
                    normal: b,
                    offset: length,
                },
            ];
            let region = |region: &dyn Region<S, D>| {
                let touches = region.touches(&inner);
                assert!(!touches || region.may_touch_inside(&outer));
                assert!(!touches || region.bounds().overlaps(&inner));
                assert!(!region.is_a_box() || touches == region.bounds().overlaps(&inner));
            };
            region(&start);
            region(&p);
            let ball = Ball {
                center: p,
                radius: length,
            };
            region(&ball);
            region(&HalfSpaces(&planes));
            region(&OrientedBox::new(
                p,
                std::array::from_fn(|i| if i == 0 { a } else { b }),
            ));
            region(&Masked { of: start, mask });
            let probe = |probe: &dyn Probe<S, D>| {
                let (sooner, later) = (probe.least_reach_inside(&outer), probe.reach(&inner));
                assert!(
                    later.is_none_or(|later| sooner
                        .is_some_and(|sooner| S::Real::ZERO <= sooner && sooner <= later)),
                    "{sooner:?} {later:?}"
                );
            };
            probe(&p);
            probe(&start);
            probe(&ball);
            for shape in shapes([p, q, start.min()], a, length) {
                region(&*shape);
            }
            for cast in ball_casts(ball, b, q) {
                region(&cast);
                probe(&cast);
            }
            for ray in [
                Ray::new(p, a),
                Ray::between(p, q),
                Ray::new(q, b).map(|ray| ray.up_to(length)),
            ]
            .into_iter()
            .flatten()
            {
                region(&ray);
                probe(&ray);
            }
            for cast in [BoxCast::new(start, b), BoxCast::between(start, q)]
                .into_iter()
                .flatten()
            {
                region(&cast);
                probe(&cast);
            }
        },
    );
}

/// The same for what there is in 2D only.
fn check_flat_monotone<S: TestScalar>(mode: Mode) {
    let inputs = (
        (aabb::<S, 2>(mode), aabb(mode)),
        [point::<S, 2>(mode), point(mode), point(mode), point(mode)],
        real::<S::Real>(mode),
    );
    for_all(CASES, inputs, |((inner, more), points, length)| {
        let outer = inner.union(&more);
        for shape in flat_shapes(&points) {
            let touches = shape.touches(&inner);
            assert!(!touches || shape.may_touch_inside(&outer));
            assert!(!touches || shape.bounds().overlaps(&inner));
        }
        for place in geo_places(&points, length) {
            let (sooner, later) = (place.least_reach_inside(&outer), place.reach(&inner));
            assert!(
                S::Real::ZERO <= sooner.unwrap() && sooner <= later,
                "{place:?}"
            );
        }
    });
}

#[test]
fn regions_and_probes_are_monotone() {
    for mode in [Mode::Grid, Mode::Wild] {
        check_flat_monotone::<f32>(mode);
        check_flat_monotone::<f64>(mode);
        check_flat_monotone::<i64>(mode);
        check_flat_monotone::<u8>(mode);
        check_flat_monotone::<Fixed<16>>(mode);
        check_monotone::<f32, 2>(mode);
        check_monotone::<f32, 3>(mode);
        check_monotone::<f64, 3>(mode);
        check_monotone::<i32, 3>(mode);
        check_monotone::<i64, 2>(mode);
        check_monotone::<u8, 3>(mode);
        check_monotone::<u64, 2>(mode);
        check_monotone::<Fixed<16>, 3>(mode);
        #[cfg(feature = "fixed")]
        {
            check_monotone::<::fixed::types::I16F16, 2>(mode);
            check_monotone::<::fixed::types::I32F32, 3>(mode);
        }
    }
}

/// A fraction with a positive denominator.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fraction(i64, i64);

impl Fraction {
    fn less(self, other: Self) -> bool {
        self.0 * other.1 < other.0 * self.1
    }
}

/// When the box at `start` moving by `motion` first touches `target` within `t` in 0..=1, in exact
/// arithmetic.
pub(crate) fn exact_reach<const D: usize>(
    start: &Aabb<i32, D>,
    motion: [i32; D],
    target: &Aabb<i32, D>,
) -> Option<Fraction> {
    let (mut enter, mut exit) = (Fraction(0, 1), Fraction(1, 1));
    for axis in 0..D {
        let low = i64::from(target.min()[axis] - start.max()[axis]);
        let high = i64::from(target.max()[axis] - start.min()[axis]);
        let motion = i64::from(motion[axis]);
        if motion == 0 && (low > 0 || high < 0) {
            return None;
        }
        if motion != 0 {
            let (near, far) = if motion > 0 {
                (Fraction(low, motion), Fraction(high, motion))
            } else {
                (Fraction(-high, -motion), Fraction(-low, -motion))
            };
            enter = if enter.less(near) { near } else { enter };
            exit = if far.less(exit) { far } else { exit };
        }
    }
    (!exit.less(enter)).then_some(enter)
}

fn check_exact_casts<S: TestScalar, const D: usize>() {
    let coordinate = || proptest::array::uniform::<_, D>(-9..10);
    let inputs = (
        coordinate(),
        proptest::array::uniform::<_, D>(0..3),
        coordinate(),
        coordinate(),
        proptest::array::uniform::<_, D>(0..5),
    );
    for_all(
        20_000,
        inputs,
        |(min, extent, end, target_min, target_extent)| {
            let boxed = |min: [i32; D], extent: [i32; D]| {
                Aabb::new(min, std::array::from_fn(|axis| min[axis] + extent[axis]))
            };
            let in_s = |aabb: Aabb<i32, D>| {
                Aabb::new(aabb.min().map(S::from_grid), aabb.max().map(S::from_grid))
            };
            let (start, target) = (boxed(min, extent), boxed(target_min, target_extent));
            let exact = exact_reach(
                &start,
                std::array::from_fn(|axis| end[axis] - min[axis]),
                &target,
            );
            let expected = exact
                .map(|Fraction(n, d)| S::Real::from_f64(n as f64) / S::Real::from_f64(d as f64));
            let cast = BoxCast::between(in_s(start), end.map(S::from_grid)).unwrap();
            // No grazed corner is missed, and `t` is the float nearest to the exact fraction.
            assert_eq!(cast.reach(&in_s(target)), expected);
            if extent == [0; D] {
                assert_eq!(
                    Ray::between(min.map(S::from_grid), end.map(S::from_grid))
                        .unwrap()
                        .reach(&in_s(target)),
                    expected
                );
            }
        },
    );
}

#[test]
fn casts_are_exact_where_differences_are() {
    check_exact_casts::<f32, 2>();
    check_exact_casts::<f64, 3>();
    check_exact_casts::<i32, 2>();
    check_exact_casts::<i64, 3>();
    check_exact_casts::<Fixed<16>, 3>();
}

#[test]
fn rays_start_and_end_as_documented() {
    let aabb = Aabb::new([2.0, 2.0], [4.0, 4.0]);
    let reach = |ray: Result<Ray<f32, 2>, _>| ray.unwrap().reach(&aabb);
    assert_eq!(
        reach(Ray::new([3.0, 3.0], [1.0, 0.0])),
        Some(0.0),
        "starts inside"
    );
    assert_eq!(
        reach(Ray::new([3.0, 3.0], [0.0, 0.0])),
        Some(0.0),
        "a point inside"
    );
    assert_eq!(
        reach(Ray::new([5.0, 3.0], [0.0, 0.0])),
        None,
        "a point outside"
    );
    assert_eq!(
        reach(Ray::new([0.0, 4.0], [1.0, 0.0])),
        Some(2.0),
        "along an edge"
    );
    assert_eq!(reach(Ray::new([5.0, 3.0], [1.0, 0.0])), None, "behind");
    assert_eq!(
        reach(Ray::between([0.0, 0.0], [2.0, 2.0])),
        Some(1.0),
        "ends at a corner"
    );
    assert_eq!(
        reach(Ray::new([0.0, 3.0], [1.0, 0.0]).map(|ray| ray.up_to(1.9))),
        None,
        "too short"
    );
    assert_eq!(
        reach(Ray::new([0.0, 3.0], [1.0, 0.0]).map(|ray| ray.up_to(-1.0))),
        None
    );
    assert_eq!(
        reach(Ray::new([3.0, 3.0], [1.0, 0.0]).map(|ray| ray.up_to(f32::NAN))),
        None
    );
    assert_eq!(
        Aabb::new([0.0, 0.0], [1.0, 1.0]).reach(&Aabb::new([4.0, 5.0], [6.0, 6.0])),
        Some(25.0),
        "squared distance"
    );
}

fn check_flat_regions<S: TestScalar>(a: &Aabb<S, 2>) {
    // A region with grid coordinates touches the box exactly if it contains a grid point of it.
    let inside = |x: i32, y: i32| a.contains_point(&[x, y].map(S::from_grid));
    let points = || (-4..16).flat_map(|x| (-4..16).map(move |y| (x, y)));
    for (x, y) in points().filter(|(x, y)| (x + y) % 5 == 0) {
        let radius_squared = points()
            .filter(|&(u, v)| inside(u, v))
            .map(|(u, v)| (u - x).pow(2) + (v - y).pow(2))
            .min()
            .unwrap();
        for radius in 0..12 {
            let ball = Ball {
                center: [x, y].map(S::from_grid),
                radius: S::Real::from_f64(f64::from(radius)),
            };
            assert_eq!(ball.touches(a), radius_squared <= radius * radius);
        }
        // The half-plane x u + y v <= offset. Its extreme point in the box is a corner.
        let least = points()
            .filter(|&(u, v)| inside(u, v))
            .map(|(u, v)| u * x + v * y)
            .min()
            .unwrap();
        for offset in [least - 1, least, least + 1] {
            let real = |value: i32| S::Real::from_f64(f64::from(value));
            let half_space = HalfSpace {
                normal: [real(x), real(y)],
                offset: real(offset),
            };
            assert_eq!(half_space.touches(a), least <= offset);
        }
    }
}

#[test]
fn balls_and_half_spaces_agree_with_counting_grid_points() {
    for_all(60, aabb::<f32, 2>(Mode::Grid), |aabb| {
        check_flat_regions(&aabb);
    });
    for_all(60, aabb::<i32, 2>(Mode::Grid), |aabb| {
        check_flat_regions(&aabb);
    });
    assert!(
        !Ball {
            center: [0.0, 0.0],
            radius: -1.0
        }
        .touches(&Aabb::point([0.0, 0.0]))
    );
    assert!(
        !Ball {
            center: [0.0_f32, 0.0],
            radius: f32::NAN
        }
        .touches(&Aabb::point([0.0, 0.0]))
    );
}

/// The distance between an upright and an oriented box by alternating projections: an upper bound
/// that converges.
fn distance_by_projection<const D: usize>(
    aabb: &Aabb<f64, D>,
    center: [f64; D],
    axes: &[[f64; D]; D],
    half: [f64; D],
) -> f64 {
    let dot = |a: &[f64; D], b: &[f64; D]| a.iter().zip(b).map(|(x, y)| x * y).sum::<f64>();
    let mut p = center;
    let mut distance = f64::INFINITY;
    for _ in 0..3_000 {
        let upright: [f64; D] = std::array::from_fn(|i| p[i].clamp(aabb.min()[i], aabb.max()[i]));
        let offset: [f64; D] = std::array::from_fn(|i| upright[i] - center[i]);
        let along: [f64; D] =
            std::array::from_fn(|k| dot(&offset, &axes[k]).clamp(-half[k], half[k]));
        p = std::array::from_fn(|i| center[i] + (0..D).map(|k| along[k] * axes[k][i]).sum::<f64>());
        let gap: [f64; D] = std::array::from_fn(|i| p[i] - upright[i]);
        distance = dot(&gap, &gap).sqrt();
    }
    distance
}

fn check_oriented<const D: usize>(
    aabb: Aabb<f64, D>,
    center: [f64; D],
    axes: [[f64; D]; D],
    half: [f64; D],
) {
    let half_edges = std::array::from_fn(|k| axes[k].map(|x| x * half[k]));
    let touches = OrientedBox::new(center, half_edges).touches(&aabb);
    let distance = distance_by_projection(&aabb, center, &axes, half);
    if touches {
        assert!(distance < 0.05, "touches, but is {distance} away");
    } else {
        assert!(distance > 1e-9, "does not touch, but is {distance} away");
    }
}

#[test]
fn oriented_boxes_agree_with_alternating_projections() {
    let angle = || 0.0..std::f64::consts::TAU;
    let flat = (
        aabb::<f64, 2>(Mode::Grid),
        [0.0..12.0, 0.0..12.0],
        angle(),
        [0.1..4.0, 0.1..4.0],
    );
    for_all(400, flat, |(aabb, center, angle, half)| {
        let (sin, cos) = angle.sin_cos();
        check_oriented(aabb, center, [[cos, sin], [-sin, cos]], half);
    });
    let solid = (
        aabb::<f64, 3>(Mode::Grid),
        [0.0..12.0, 0.0..12.0, 0.0..12.0],
        [angle(), angle(), angle()],
        [0.1..4.0, 0.1..4.0, 0.1..4.0],
    );
    for_all(400, solid, |(aabb, center, [a, b, c], half)| {
        let ((sa, ca), (sb, cb), (sc, cc)) = (a.sin_cos(), b.sin_cos(), c.sin_cos());
        let axes = [
            [cb * cc, cb * sc, -sb],
            [sa * sb * cc - ca * sc, sa * sb * sc + ca * cc, sa * cb],
            [ca * sb * cc + sa * sc, ca * sb * sc - sa * cc, ca * cb],
        ];
        check_oriented(aabb, center, axes, half);
    });
}

#[test]
fn an_upright_oriented_box_is_a_box() {
    for_all(
        2_000,
        (
            aabb::<i32, 3>(Mode::Grid),
            [0..9, 0..9, 0..9],
            [0..4, 0..4, 0..4],
        ),
        |(aabb, center, half)| {
            let edges = std::array::from_fn(|k| {
                std::array::from_fn(|i| if i == k { f64::from(half[k]) } else { 0.0 })
            });
            let upright = Aabb::new(
                std::array::from_fn(|i| center[i] - half[i]),
                std::array::from_fn(|i| center[i] + half[i]),
            );
            assert_eq!(
                OrientedBox::new(center, edges).touches(&aabb),
                upright.overlaps(&aabb)
            );
        },
    );
}

#[test]
fn multiples_snap_to_themselves() {
    for cell in [0.7_f32, 0.01, 0.1, 3.0, 1e-3] {
        for number in -2_000..2_000 {
            let multiple = number as f32 * cell;
            assert_eq!(
                (multiple.snap_down(cell), multiple.snap_up(cell)),
                (multiple, multiple),
                "{number} times {cell}"
            );
        }
    }
    assert_eq!(
        (-3.3e38_f32).snap_down(1e38),
        -3.3e38,
        "the multiple below is out of range"
    );
    assert_eq!(5.0_f32.snap_down(f32::INFINITY), 5.0);
    assert_eq!(
        4.07_f64.snap_down(0.01).snap_down(0.01),
        4.07_f64.snap_down(0.01)
    );
}

#[test]
fn a_midpoint_lies_between() {
    fn check<S: TestScalar>() {
        for_all(
            1_000,
            (coordinate::<S>(Mode::Wild), coordinate::<S>(Mode::Wild)),
            |(a, b)| {
                let (low, high) = if a <= b { (a, b) } else { (b, a) };
                if low.is_finite() && high.is_finite() {
                    let middle = low.midpoint(high);
                    assert!(
                        low <= middle && middle <= high,
                        "{middle} is between {low} and {high}"
                    );
                }
            },
        );
    }
    check::<f32>();
    check::<f64>();
    check::<i32>();
    check::<i64>();
    check::<i8>();
    check::<u8>();
    check::<u64>();
    check::<Fixed<16>>();
}
