//! Answers that involve no float, tested with numbers that can be compared but not measured.

use std::cell::Cell;

use broadleaf::geometry::{Encoding, Scalar};
use broadleaf::orthtree::Orthtree;
use broadleaf::{Aabb, BruteForce, DynamicTree, KdSweep, PencilSweep, SpatialIndex, kd_sweep};

use crate::broad_phase_history;
use crate::erased::Erased;
use crate::history::{Map, Way, map, way};
use crate::inputs::{Mode, TestScalar, aabb, for_all, point};
use crate::oracle::{Question, question};

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

/// Queries that only compare have the same answers as with integers.
fn check_comparisons<const D: usize>(mode: Mode, cases: u32, empty: fn() -> Erased<Blurred, D>) {
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
            assert_eq!(structure.cross_pairs(&structure), list.cross_pairs(&list));
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
        check_comparisons::<2>(mode, 20, || Erased::new(DynamicTree::default()));
        check_comparisons::<2>(mode, 20, || {
            let config = kd_sweep::Config::default().with_leaf_capacity(2);
            Erased::new(KdSweep::with_config(config))
        });
        check_comparisons::<2>(mode, 20, || Erased::new(PencilSweep::default()));
        check_comparisons::<3>(mode, 20, || Erased::new(Orthtree::default()));
        broad_phase_history::check::<Blurred, 2>(mode, 10, || Erased::new(DynamicTree::default()));
    }
}
