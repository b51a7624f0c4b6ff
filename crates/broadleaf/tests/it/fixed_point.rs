//! Fixed point: arithmetic against 128-bit integers, and answers that no float decides.

use std::cell::Cell;

use broadleaf::geometry::{Ball, BoxCast, Encoding, Probe, Region, Scalar};
use broadleaf::orthtree::Orthtree;
use broadleaf::{
    Aabb, BroadPhase, BruteForce, DynamicTree, Fixed, Id, KdSweep, PencilSweep, Ray, SpatialIndex,
    kd_sweep,
};
use proptest::prelude::*;

use crate::history::{Map, Way, map, way};
use crate::inputs::{Mode, TestScalar, aabb, for_all, point};
use crate::oracle::{Question, question};
use crate::world_history;

/// Any number of steps, extreme ones often.
fn steps() -> impl Strategy<Value = i64> {
    let special = [
        i64::MIN,
        i64::MIN + 1,
        -(1 << 32),
        -1,
        0,
        1,
        1 << 16,
        1 << 62,
        i64::MAX,
    ];
    prop_oneof![
        any::<i64>(),
        -1_000_000_i64..1_000_000,
        (0_usize..9).prop_map(move |n| special[n])
    ]
}

fn check_arithmetic<const FRAC: u32>() {
    for_all(4_000, (steps(), steps()), |(a, b)| {
        let (x, y) = (Fixed::<FRAC>::from_bits(a), Fixed::from_bits(b));
        let (a, b) = (i128::from(a), i128::from(b));
        let check = |steps: i128,
                     checked: Option<Fixed<FRAC>>,
                     saturating: Fixed<FRAC>,
                     operator: Fixed<FRAC>| {
            assert_eq!(checked, i64::try_from(steps).ok().map(Fixed::from_bits));
            let clamped = steps.clamp(i64::MIN.into(), i64::MAX.into());
            assert_eq!(
                (i128::from(saturating.to_bits()), operator),
                (clamped, saturating)
            );
        };
        check(a + b, x.checked_add(y), x.saturating_add(y), x + y);
        check(a - b, x.checked_sub(y), x.saturating_sub(y), x - y);
        check(
            (a * b).div_euclid(1 << FRAC),
            x.checked_mul(y),
            x.saturating_mul(y),
            x * y,
        );
        if b != 0 {
            let numerator = a << FRAC;
            // Rounded down, whatever the signs.
            let quotient = if b > 0 {
                numerator.div_euclid(b)
            } else {
                (-numerator).div_euclid(-b)
            };
            check(quotient, x.checked_div(y), x.saturating_div(y), x / y);
            assert_eq!(
                Fixed::<FRAC>::from_ratio(x.to_bits(), y.to_bits()),
                x.checked_div(y)
            );
        }
        assert_eq!(
            (i128::from((-x).to_bits()), -(-x) == x),
            ((-a).min(i64::MAX.into()), x != Fixed::MIN)
        );
        assert_eq!(i128::from(x.abs().to_bits()), a.abs().min(i64::MAX.into()));
        assert_eq!(i128::from(x.floor()), a.div_euclid(1 << FRAC));
        match x.sqrt() {
            None => assert!(a < 0),
            Some(root) => {
                assert!(root * root <= x && (i128::from(root.to_bits()) + 1).pow(2) > a << FRAC);
            }
        }
        assert_eq!((x < y, x == y), (a < b, a == b));
    });
}

#[test]
fn arithmetic_is_that_of_wide_integers_and_stops_at_the_ends() {
    check_arithmetic::<0>();
    check_arithmetic::<16>();
    check_arithmetic::<32>();
    check_arithmetic::<62>();
    type F = Fixed<16>;
    assert_eq!(
        [F::ONE / F::ZERO, -F::ONE / F::ZERO, F::ZERO / F::ZERO],
        [F::MAX, F::MIN, F::ZERO]
    );
    assert_eq!(
        (F::ONE.checked_div(F::ZERO), F::from_ratio(1, 0)),
        (None, None)
    );
    let mut x = F::from_int(7);
    x += F::ONE;
    x *= F::from_int(3);
    x -= F::from_int(4);
    x /= F::from_int(8);
    assert_eq!(x.to_f64(), 2.5);
}

fn check_text<const FRAC: u32>() {
    for_all(2_000, (steps(), 0_usize..70), |(bits, places)| {
        let number = Fixed::<FRAC>::from_bits(bits);
        let text = number.to_string();
        assert_eq!(text.parse(), Ok(number), "{text}");
        let rounded = format!("{number:.places$}");
        if bits.unsigned_abs() < 1 << 53 {
            assert_eq!(rounded, format!("{:.places$}", number.to_f64()));
        }
        if places >= FRAC as usize {
            assert_eq!(rounded.parse(), Ok(number), "{rounded}");
        }
    });
}

#[test]
fn text_is_exact_in_both_directions() {
    check_text::<0>();
    check_text::<16>();
    check_text::<47>();
    check_text::<62>();
    for_all(4_000, (any::<i32>(), 0_u32..9), |(number, places)| {
        // The nearest number, the even one if two are equally near.
        let (steps, unit) = (i128::from(number) << 16, 10_i128.pow(places));
        let (down, rest) = (steps.div_euclid(unit), 2 * steps.rem_euclid(unit));
        let nearest = down + i128::from(rest > unit || (rest == unit && down % 2 != 0));
        let (sign, digits) = (if number < 0 { "-" } else { "" }, number.unsigned_abs());
        let unit = 10_u32.pow(places);
        let text = format!(
            "{sign}{}.{:0width$}",
            digits / unit,
            digits % unit,
            width = places as usize
        );
        let text = if places == 0 {
            text.split_once('.').unwrap().0.to_owned()
        } else {
            text
        };
        assert_eq!(
            text.parse().map(Fixed::<16>::to_bits).map(i128::from),
            Ok(nearest),
            "{text}"
        );
    });
}

#[test]
fn text_that_is_no_number_is_refused_with_the_reason() {
    let read = |text: &str| {
        text.parse::<Fixed<16>>()
            .map_err(|invalid| invalid.to_string())
    };
    assert_eq!(
        [read("+.5"), read("-0.5"), read("3.")].map(|read| read.map(Fixed::to_f64)),
        [Ok(0.5), Ok(-0.5), Ok(3.0)]
    );
    for text in [
        "", "-", ".", "+.", "1.2.3", "1e3", "--1", "0x10", " 1", "1_000", "NaN", "inf", "½", "1.٣",
    ] {
        assert_eq!(read(text), Err(format!("{text:?} is not a decimal number")));
    }
    assert_eq!(read("140737488355327.99999"), Ok(Fixed::MAX));
    assert_eq!(read("-140737488355328"), Ok(Fixed::MIN));
    for text in [
        "140737488355328",
        "-140737488355328.00001",
        "99999999999999999999999",
    ] {
        assert_eq!(read(text), Err(format!("{text:?} is out of range")));
    }
    let (lowest, padded) = (Fixed::<62>::MIN, Fixed::<16>::from_ratio(-9, 4).unwrap());
    assert_eq!(
        (lowest.to_string(), Fixed::<62>::STEP.to_string().len()),
        ("-2".to_owned(), 64)
    );
    assert_eq!(
        [
            format!("{padded:8}"),
            format!("{padded:+08.1}"),
            format!("{:.0}", -padded)
        ],
        ["   -2.25", "-00002.2", "2"]
    );
    assert_eq!(
        format!("{:.2}", Fixed::<16>::from_f64(9.999).unwrap()),
        "10.00"
    );
}

/// An integer that can be compared but not measured: its floats carry as little information as the
/// laws of [`Scalar`] allow.
#[derive(Clone, Copy, Debug, Default, PartialEq, PartialOrd)]
struct Blurred(i64);

thread_local! {
    /// The function of [`BLURS`] that turns a [`Blurred`] number into a float. As a type parameter
    /// it would compile every structure three times.
    static BLUR: Cell<fn(f64) -> f64> = const { Cell::new(BLURS[0]) };
}

/// Constant 0, constant NaN, or the sign.
const BLURS: [fn(f64) -> f64; 3] = [
    |_| 0.0,
    |_| f64::NAN,
    |sharp| if sharp == 0.0 { 0.0 } else { sharp.signum() },
];

fn blur(sharp: f64) -> f64 {
    BLUR.get()(sharp)
}

impl std::fmt::Display for Blurred {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

impl broadleaf::geometry::sealed::Sealed for Blurred {}

impl Scalar for Blurred {
    type Real = f64;
    type Key = i64;
    type Lane = i64;
    const LANE_UNIT: f64 = 1.0;
    const MIN: Self = Self(i64::MIN);
    const MAX: Self = Self(i64::MAX);
    const TENTH: Self = Self(0);
    const UNIT: Self = Self(1);
    const ENCODING: Encoding = i64::ENCODING;
    fn to_word(self) -> i64 {
        self.0
    }
    fn from_word(word: i64) -> Self {
        Self(word)
    }
    fn key(self) -> i64 {
        self.0
    }
    fn to_lane(self) -> i64 {
        self.0
    }
    fn from_lane(lane: i64) -> Self {
        Self(lane)
    }
    fn is_nan(self) -> bool {
        false
    }
    fn is_finite(self) -> bool {
        true
    }
    fn to_real(self) -> f64 {
        blur(self.0.to_real())
    }
    fn minus(self, other: Self) -> f64 {
        blur(self.0.minus(other.0))
    }
    fn wide_minus(self, other: Self) -> f64 {
        self.minus(other)
    }
    // No coordinate is known to be far away.
    fn above(self, _: f64) -> Self {
        Self::MAX
    }
    fn below(self, _: f64) -> Self {
        Self::MIN
    }
    fn saturating_add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
    fn saturating_sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
    fn saturating_times(self, factor: u32) -> Self {
        Self(self.0.saturating_times(factor))
    }
    fn saturating_256ths(self, factor: u32) -> Self {
        Self(self.0.saturating_256ths(factor))
    }
    fn midpoint(self, high: Self) -> Self {
        Self(Scalar::midpoint(self.0, high.0))
    }
    fn snap_down(self, cell: Self) -> Self {
        Self(self.0.snap_down(cell.0))
    }
    fn snap_up(self, cell: Self) -> Self {
        Self(self.0.snap_up(cell.0))
    }
}

impl TestScalar for Blurred {
    fn from_grid(value: i32) -> Self {
        Self(value.into())
    }
    fn from_bits(bits: u64) -> Self {
        Self(<i64 as TestScalar>::from_bits(bits))
    }
}

fn sharp<const D: usize>(aabb: &Aabb<Blurred, D>) -> Aabb<i64, D> {
    Aabb::new(aabb.min().map(|x| x.0), aabb.max().map(|x| x.0))
}

/// Boxes are compared, grown and snapped like boxes of integers.
fn check_boxes(mode: Mode) {
    let inputs = [aabb::<Blurred, 2>(mode), aabb(mode)];
    for_all(2_000, (inputs, point(mode)), |([a, b], [x, y])| {
        let (c, d) = (sharp(&a), sharp(&b));
        assert_eq!(
            [a.overlaps(&b), a.contains(&b), a.contains_point(&[x, y])],
            [
                c.overlaps(&d),
                c.contains(&d),
                c.contains_point(&[x.0, y.0])
            ]
        );
        assert_eq!(
            [a.expanded(x), a.swept([x, y]), a.snapped(x)]
                .each_ref()
                .map(sharp),
            [c.expanded(x.0), c.swept([x.0, y.0]), c.snapped(x.0)]
        );
    });
}

/// Questions that only compare have the same answers as with integers.
fn check_comparisons<const D: usize, B: BroadPhase<Blurred, D>>(
    mode: Mode,
    cases: u32,
    empty: fn() -> B,
) {
    let inputs = (map(mode), way(mode), question(mode));
    for_all(
        cases,
        inputs,
        |(map, way, question): (Map<Blurred, D>, Way<_, D>, Question<_, D>)| {
            let (mut structure, mut list) = (empty(), BruteForce::default());
            way.follow(&map, &mut structure);
            list.extend(map.iter().map(|(&id, (aabb, _))| (id, sharp(aabb))));
            structure.validate().unwrap();
            let Question {
                aabb,
                points: [place, _],
                ref ids,
                ..
            } = question;
            assert_eq!(structure.pairs(), list.pairs());
            assert_eq!(structure.pairs_of(ids), list.pairs_of(ids));
            assert_eq!(structure.pairs_with(&structure), list.pairs_with(&list));
            assert_eq!(
                structure.overlaps(&place),
                list.overlaps(&place.map(|x| x.0))
            );
            assert_eq!(structure.overlaps(&aabb), list.overlaps(&sharp(&aabb)));
            assert_eq!(structure.contained(&aabb), list.contained(&sharp(&aabb)));
            assert_eq!(
                structure.not_contained(&aabb),
                list.not_contained(&sharp(&aabb))
            );
        },
    );
}

/// Trees are shaped by areas, which are floats; pairs, overlaps, events and margins do not depend
/// on them.
#[test]
fn no_float_decides_what_overlaps() {
    for (blur, mode) in BLURS
        .into_iter()
        .flat_map(|blur| [(blur, Mode::Grid), (blur, Mode::Wild)])
    {
        BLUR.set(blur);
        check_boxes(mode);
        check_comparisons::<2, _>(mode, 20, DynamicTree::default);
        check_comparisons::<2, _>(mode, 20, || {
            KdSweep::with_config(kd_sweep::Config::default().with_leaf_capacity(2))
        });
        check_comparisons::<2, _>(mode, 20, PencilSweep::default);
        check_comparisons::<3, _>(mode, 20, Orthtree::default);
        world_history::check::<Blurred, 2, _>(mode, 10, DynamicTree::default);
    }
}

/// The box moved by `shift` on every axis; `None` if it leaves the range.
fn shifted<const D: usize>(aabb: &Aabb<i64, D>, shift: i64) -> Option<Aabb<i64, D>> {
    let corner = |corner: [i64; D]| {
        corner
            .iter()
            .map(|x| x.checked_add(shift))
            .collect::<Option<Vec<_>>>()?
            .try_into()
            .ok()
    };
    Some(Aabb::new(corner(aabb.min())?, corner(aabb.max())?))
}

fn in_steps<const D: usize>(aabb: &Aabb<i64, D>) -> Aabb<Fixed<16>, D> {
    Aabb::new(
        aabb.min().map(Fixed::from_bits),
        aabb.max().map(Fixed::from_bits),
    )
}

/// A box whose coordinates have at most `bits` bits.
fn near<const D: usize>(bits: u32) -> impl Strategy<Value = Aabb<i64, D>> {
    let corner = move || proptest::array::uniform::<_, D>(-(1_i64 << bits)..1 << bits);
    (corner(), corner()).prop_map(|(a, b)| Aabb::point(a).union(&Aabb::point(b)))
}

/// Reaches have the same bits at any distance from the origin.
#[test]
fn rays_and_distances_are_as_precise_far_from_the_origin() {
    for_all(
        4_000,
        (near::<3>(40), near::<3>(40), near::<3>(40), steps()),
        |(target, start, end, shift)| {
            let reaches = |[target, start, end]: [Aabb<Fixed<16>, 3>; 3]| {
                let casts = [
                    BoxCast::between(start, end.min()),
                    BoxCast::new(start, [1.0, -0.3, 7e9]),
                ];
                let rays = [
                    Ray::between(start.min(), end.max()),
                    Ray::new(end.min(), [-1e-9, 0.0, 1.0]),
                ];
                let bits = |reach: Option<f64>| reach.map(f64::to_bits);
                let casts = casts.map(|cast| bits(cast.unwrap().reach(&target)));
                let rays = rays.map(|ray| bits(ray.unwrap().reach(&target)));
                let distances = [bits(start.reach(&target)), bits(end.max().reach(&target))];
                (
                    casts,
                    rays,
                    distances,
                    Ball {
                        center: start.min(),
                        radius: 1e6,
                    }
                    .touches(&target),
                )
            };
            let here = [target, start, end];
            let there = here.each_ref().map(|aabb| shifted(aabb, shift));
            if let [Some(a), Some(b), Some(c)] = there {
                assert_eq!(
                    reaches([a, b, c].each_ref().map(in_steps)),
                    reaches(here.each_ref().map(in_steps))
                );
            }
        },
    );
}

/// Up to 2^53 steps apart, a ray parameter is a quotient of integers that is rounded once, as the
/// documentation promises.
#[test]
fn rays_are_quotients_of_integers_rounded_once() {
    for_all(
        20_000,
        (
            near::<1>(51),
            -(1_i64 << 51)..1 << 51,
            -(1_i64 << 51)..1 << 51,
        ),
        |(target, start, end)| {
            let [low, high] = [target.min()[0] - start, target.max()[0] - start];
            let motion = end - start;
            let entry = if low > 0 { low } else { high.min(0) };
            let expected = match motion {
                _ if entry == 0 => Some(0.0),
                0 => None,
                // Both are below 2^53, so they are exact as floats, and IEEE 754 rounds their
                // quotient once.
                _ => Some(entry as f64 / motion as f64)
                    .filter(|_| entry.signum() == motion.signum() && entry.abs() <= motion.abs()),
            };
            let ray = Ray::between(
                [start].map(Fixed::<16>::from_bits),
                [end].map(Fixed::from_bits),
            )
            .unwrap();
            assert_eq!(ray.reach(&in_steps(&target)), expected);
        },
    );
}

/// Distances of up to 2^26 steps per axis are exact in 2D, so the nearer of two boxes is found
/// however small the difference is.
#[test]
fn near_distances_are_exact() {
    for_all(
        4_000,
        (
            aabb::<i64, 2>(Mode::Grid),
            point::<i64, 2>(Mode::Grid),
            0_i64..1 << 26,
            0_i64..1 << 26,
        ),
        |(target, place, x, y)| {
            let far = Aabb::new(
                [place[0] + x, place[1] + y],
                [place[0] + x + 5, place[1] + y + 5],
            );
            let distance = |aabb: &Aabb<i64, 2>| {
                in_steps(aabb)
                    .reach(&Aabb::point(place.map(Fixed::from_bits)))
                    .unwrap()
            };
            let units = 65_536.0 * 65_536.0;
            assert_eq!(distance(&far) * units, (x * x + y * y) as f64);
            let mut list = BruteForce::default();
            list.extend([(Id(0), in_steps(&far)), (Id(1), in_steps(&target))]);
            let nearest = list.nearest(&place.map(Fixed::from_bits)).unwrap().id;
            assert_eq!(nearest == Id(0), distance(&far) <= distance(&target));
        },
    );
}

#[cfg(feature = "fixed")]
#[test]
fn the_types_of_the_crate_fixed_are_the_same_numbers() {
    type Theirs = ::fixed::FixedI64<::fixed::types::extra::U16>;
    for_all(4_000, (steps(), steps(), 0_u32..9), |(a, b, factor)| {
        let (ours, theirs) = (
            [a, b].map(Fixed::<16>::from_bits),
            [a, b].map(Theirs::from_bits),
        );
        assert_eq!(ours[0].key(), theirs[0].key());
        assert_eq!(
            (ours[0].to_real(), ours[0].minus(ours[1])),
            (theirs[0].to_real(), theirs[0].minus(theirs[1]))
        );
        let steps = |x: Theirs| x.to_bits();
        assert_eq!(
            ours[0].saturating_times(factor).to_bits(),
            steps(theirs[0].saturating_times(factor))
        );
        assert_eq!(
            Scalar::saturating_add(ours[0], ours[1]).to_bits(),
            steps(Scalar::saturating_add(theirs[0], theirs[1]))
        );
        assert_eq!(
            [ours[0].snap_down(ours[1]), ours[0].snap_up(ours[1])].map(Fixed::to_bits),
            [theirs[0].snap_down(theirs[1]), theirs[0].snap_up(theirs[1])].map(steps)
        );
    });
    assert_eq!(
        (Fixed::<16>::UNIT.to_bits(), Fixed::<16>::TENTH.to_bits()),
        (Theirs::UNIT.to_bits(), Theirs::TENTH.to_bits())
    );
    // If 1 is out of range, a unit is the greatest number.
    type Fraction = ::fixed::FixedI32<::fixed::types::extra::U32>;
    assert_eq!(
        (
            <Fraction as Scalar>::UNIT,
            <Fraction as Scalar>::TENTH.to_string().as_str()
        ),
        (Fraction::MAX, "0.1")
    );
    let mut world = broadleaf::World::<(), Fraction, 2>::default();
    world.create_proxy(Aabb::new([Fraction::MIN; 2], [Fraction::MAX; 2]), ());
    assert!(world.step().begun.is_empty());
}
