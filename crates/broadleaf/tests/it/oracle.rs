//! Law 1: every structure answers as `BruteForce` does, after every operation of a random sequence, and its invariants hold.

use std::fmt::Debug;

use broadleaf::{
    Aabb, Balance, Ball, BoxCast, BroadPhase, BruteForce, DynamicTree, Fixed, HalfSpace, HalfSpaces, Hit, Id, KdSweep, Masked, OrientedBox,
    Orthtree, OrthtreeConfig, PencilSweep, Probe, Ray, Region, Scalar,
};
use proptest::collection::vec;
use proptest::prelude::*;

use crate::inputs::{Mode, TestScalar, aabb, for_all, point, real};

#[derive(Clone, Debug)]
enum Op<S: Scalar, const D: usize> {
    Insert(Id, Aabb<S, D>),
    Extend(Vec<(Id, Aabb<S, D>)>),
    /// New boxes for the boxes there are, as far as they go: a frame of a simulation.
    MoveMany(Vec<Aabb<S, D>>),
    Remove(Id),
    SetCategory(Id, u32),
    Optimize,
    Clear,
    Ask(Question<S, D>),
}

/// One random thing of each kind; together they ask every question.
#[derive(Clone, Debug)]
pub(crate) struct Question<S: Scalar, const D: usize> {
    pub(crate) aabb: Aabb<S, D>,
    pub(crate) points: [[S; D]; 2],
    pub(crate) reals: [[S::Real; D]; 3],
    pub(crate) length: S::Real,
    pub(crate) mask: u32,
    pub(crate) ids: Vec<Id>,
    pub(crate) k: usize,
}

pub(crate) fn ids() -> impl Strategy<Value = Id> {
    // Mostly near each other, sometimes anything.
    prop_oneof![20 => (0_u32..40).prop_map(Id), 1 => any::<u32>().prop_map(Id)]
}

pub(crate) fn question<S: TestScalar, const D: usize>(mode: Mode) -> impl Strategy<Value = Question<S, D>> {
    let things = (
        aabb(mode),
        [point(mode), point(mode)],
        proptest::array::uniform3(proptest::array::uniform(real(mode))),
        real(mode),
        0_u32..16,
        vec(ids(), 0..6),
        0_usize..6,
    );
    things.prop_map(|(aabb, points, reals, length, mask, ids, k)| Question { aabb, points, reals, length, mask, ids, k })
}

fn ops<S: TestScalar, const D: usize>(mode: Mode) -> impl Strategy<Value = Vec<Op<S, D>>> {
    let op = prop_oneof![
        12 => (ids(), aabb(mode)).prop_map(|(id, aabb)| Op::Insert(id, aabb)),
        1 => vec((ids(), aabb(mode)), 0..30).prop_map(Op::Extend),
        2 => vec(aabb(mode), 1..40).prop_map(Op::MoveMany),
        5 => ids().prop_map(Op::Remove),
        2 => (ids(), 0_u32..16).prop_map(|(id, category)| Op::SetCategory(id, category)),
        1 => Just(Op::Optimize),
        1 => (0..8).prop_map(|n| if n == 0 { Op::Clear } else { Op::Optimize }),
        4 => question(mode).prop_map(Op::Ask),
    ];
    vec(op, 0..120)
}

fn apply<S: Scalar, const D: usize, B: BroadPhase<S, D>>(op: &Op<S, D>, structure: &mut B) -> Option<Aabb<S, D>> {
    match op {
        Op::Insert(id, aabb) => structure.insert(*id, *aabb),
        Op::Remove(id) => structure.remove(*id),
        Op::Extend(boxes) => {
            structure.extend(boxes.iter().copied());
            None
        }
        Op::MoveMany(boxes) => {
            let ids: Vec<_> = structure.iter().map(|(id, _)| id).collect();
            structure.extend(ids.into_iter().zip(boxes.iter().copied()));
            None
        }
        Op::SetCategory(id, category) => {
            structure.set_category(*id, *category);
            None
        }
        Op::Optimize => {
            structure.optimize();
            None
        }
        Op::Clear => {
            structure.clear();
            None
        }
        Op::Ask(_) => None,
    }
}

pub(crate) fn assert_same_map<S: Scalar, const D: usize>(structure: &impl BroadPhase<S, D>, oracle: &BruteForce<S, D>) {
    assert_eq!(structure.len(), oracle.len());
    assert!(structure.iter().eq(oracle.iter()));
    for (id, aabb) in oracle.iter() {
        assert_eq!(structure.get(id), Some(aabb));
        assert_eq!(structure.category(id), oracle.category(id));
    }
}

fn assert_same_overlaps<S: Scalar, const D: usize>(
    structure: &impl BroadPhase<S, D>,
    oracle: &BruteForce<S, D>,
    region: &(impl Region<S, D> + Debug),
) {
    let expected = oracle.overlaps(region);
    assert_eq!(structure.overlaps(region), expected, "{region:?}");
    assert_eq!(structure.any_overlap(region), !expected.is_empty());
    let mut lazy: Vec<_> = structure.overlap_iter(region).collect();
    lazy.sort();
    assert_eq!(lazy, expected);
}

fn assert_same_hits<S: Scalar, const D: usize>(
    structure: &impl BroadPhase<S, D>,
    oracle: &BruteForce<S, D>,
    probe: &(impl Probe<S, D> + Debug),
    k: usize,
) {
    let expected = oracle.cast_all(probe);
    assert_eq!(structure.cast_all(probe), expected, "{probe:?}");
    assert_eq!(structure.cast(probe), expected.first().copied());
    assert_eq!(structure.cast_any(probe), !expected.is_empty());
    assert_eq!(structure.k_nearest(probe, k), expected[..k.min(expected.len())]);
    let mut different: Vec<_> = expected.iter().map(|hit| hit.reach).collect();
    different.dedup();
    let nearest = expected.iter().filter(|hit| different[..k.min(different.len())].contains(&hit.reach));
    assert!(structure.k_nearest_with_ties(probe, k).iter().eq(nearest));
    // Narrow phase: odd ids are missed, the others are hit a little later.
    let refine = |hit: Hit<S::Real>| (hit.id.0 % 2 == 0).then(|| hit.reach + hit.reach);
    assert_eq!(structure.cast_with(probe, refine), oracle.cast_with(probe, refine));
}

pub(crate) fn assert_same_answers<S: Scalar, const D: usize>(
    structure: &impl BroadPhase<S, D>,
    oracle: &BruteForce<S, D>,
    question: &Question<S, D>,
) {
    let &Question { aabb, points, reals: [a, b, c], length, mask, ref ids, k } = question;
    let planes = [HalfSpace { normal: a, offset: b[0] }, HalfSpace { normal: c, offset: length }];
    assert_same_overlaps(structure, oracle, &aabb);
    assert_same_overlaps(structure, oracle, &points[0]);
    assert_same_overlaps(structure, oracle, &Ball { center: points[0], radius: length });
    assert_same_overlaps(structure, oracle, &HalfSpaces(&planes));
    assert_same_overlaps(structure, oracle, &OrientedBox::new(points[0], [a, b, c].first_chunk().copied().unwrap_or([a; D])));
    assert_same_overlaps(structure, oracle, &Masked { of: aabb, mask });

    let (inside, beyond): (Vec<_>, Vec<_>) = oracle.iter().partition(|(_, inner)| aabb.contains(inner));
    assert!(structure.contained(&aabb).into_iter().eq(inside.into_iter().map(|(id, _)| id)));
    assert!(structure.not_contained(&aabb).into_iter().eq(beyond.into_iter().map(|(id, _)| id)));

    assert_same_hits(structure, oracle, &points[0], k);
    assert_same_hits(structure, oracle, &aabb, k);
    assert_same_hits(structure, oracle, &Masked { of: points[1], mask }, k);
    assert_eq!(structure.within_distance(&aabb, length), oracle.within_distance(&aabb, length));
    let casts = [Ray::new(points[0], a), Ray::between(points[0], points[1]), Ray::new(points[1], b).map(|ray| ray.up_to(length))];
    for ray in casts.into_iter().flatten() {
        assert_same_overlaps(structure, oracle, &ray);
        assert_same_hits(structure, oracle, &ray, k);
    }
    for cast in [BoxCast::new(aabb, c), BoxCast::between(aabb, points[1])].into_iter().flatten() {
        assert_same_hits(structure, oracle, &cast, k);
    }

    assert_eq!(structure.pairs(), oracle.pairs());
    assert_eq!(structure.pairs_of(ids), oracle.pairs_of(ids));
    let expected_of: Vec<_> = oracle.pairs().into_iter().filter(|(a, b)| ids.contains(a) || ids.contains(b)).collect();
    assert_eq!(oracle.pairs_of(ids), expected_of);
    assert_eq!(structure.pairs_with(structure), oracle.pairs_with(oracle));
    assert_eq!(structure.pairs_with(oracle), oracle.pairs_with(structure));
}

/// Runs random operations on both. The number of operations is what `cases` sequences of up to 119 come to.
fn check<S: TestScalar, const D: usize, B: BroadPhase<S, D> + Debug>(mode: Mode, cases: u32, empty: fn() -> B) {
    for_all(cases, ops::<S, D>(mode), |ops| {
        let (mut structure, mut oracle) = (empty(), BruteForce::default());
        for op in &ops {
            assert_eq!(apply(op, &mut structure), apply(op, &mut oracle));
            structure.validate().unwrap();
            assert_same_map(&structure, &oracle);
            if let Op::Ask(question) = op {
                assert_same_answers(&structure, &oracle, question);
            }
        }
    });
}

/// A root that holds some of a grid's boxes.
pub(crate) fn fixed_root<S: TestScalar, const D: usize>(looseness: f64) -> OrthtreeConfig<S, D> {
    let fixed_root = Some(Aabb::new([S::from_grid(-3); D], [S::from_grid(5); D]));
    OrthtreeConfig { capacity: 2, looseness, fixed_root, ..OrthtreeConfig::default() }
}

/// 200 sequences of 60 operations on average.
const CASES: u32 = 200;

macro_rules! oracle_tests {
    ($($structure:ident: $empty:expr;)*) => { $(
        mod $structure {
            use super::*;
            oracle_tests!(@scalar $empty; float32: f32, float64: f64, int32: i32, int64: i64, fixed: Fixed<16>);
            #[cfg(feature = "fixed")]
            oracle_tests!(@scalar $empty; crate_fixed: ::fixed::types::I16F16);
        }
    )* };
    (@scalar $empty:expr; $($name:ident: $scalar:ty),*) => { $(
        mod $name {
            use super::*;

            #[test]
            fn grid_2d() {
                check::<$scalar, 2, _>(Mode::Grid, CASES, || $empty);
            }
            #[test]
            fn grid_3d() {
                check::<$scalar, 3, _>(Mode::Grid, CASES, || $empty);
            }
            #[test]
            fn wild_2d() {
                check::<$scalar, 2, _>(Mode::Wild, CASES, || $empty);
            }
            #[test]
            fn wild_3d() {
                check::<$scalar, 3, _>(Mode::Wild, CASES, || $empty);
            }
        }
    )* };
}

oracle_tests! {
    dynamic_tree: DynamicTree::default();
    dynamic_tree_by_height: DynamicTree::default().with_balance(Balance::Height);
    kd_sweep: KdSweep::default().with_leaf_capacity(2);
    kd_sweep_pending: KdSweep::default();
    pencil_sweep: PencilSweep::default();
    orthtree: Orthtree::new(OrthtreeConfig { capacity: 3, ..OrthtreeConfig::default() });
    orthtree_strict: Orthtree::new(OrthtreeConfig { capacity: 2, looseness: 1.0, ..OrthtreeConfig::default() });
    orthtree_loosest: Orthtree::new(OrthtreeConfig { capacity: 2, looseness: 2.0, ..OrthtreeConfig::default() });
    orthtree_fixed: Orthtree::new(fixed_root(1.0));
    orthtree_fixed_loosest: Orthtree::new(fixed_root(2.0));
}
