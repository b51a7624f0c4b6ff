//! Law 1: every structure answers as `BruteForce` does, after every operation of a random sequence,
//! and its invariants hold.

use std::fmt::Debug;

use broadleaf::any_structure::{AnyStructure, StructureKind};
use broadleaf::dynamic_tree::{Balance, Config};
use broadleaf::geometry::{
    Ball, BoxCast, HalfSpace, HalfSpaces, Masked, OrientedBox, Real, Scalar,
};
use broadleaf::kd_sweep::Config as SweepConfig;
use broadleaf::orthtree::{Config as TreeConfig, Orthtree};
use broadleaf::{
    Aabb, BroadPhase, BruteForce, DynamicTree, Fixed, Hit, Id, KdSweep, PencilSweep, Ray,
    SettledTree, SpatialIndex,
};
use proptest::collection::vec;
use proptest::prelude::*;

use crate::erased::{AnyCast, AnyPlace, AnyRegion, Erased};
use crate::inputs::{Mode, TestScalar, aabb, for_all, for_every_number, point, real};
use crate::packed::Rebuilt;
use crate::shapes::{ball_casts, shapes};

#[derive(Clone, Debug)]
enum Op<S: Scalar, const D: usize> {
    Insert(Id, Aabb<S, D>),
    Extend(Vec<(Id, Aabb<S, D>)>),
    /// Moves the boxes with the lowest ids to these boxes: a frame of a simulation.
    MoveMany(Vec<Aabb<S, D>>),
    Remove(Id),
    SetCategory(Id, u32),
    Optimize,
    Clear,
    Ask(Question<S, D>),
}

/// The parameters of every question, chosen at random.
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
    // Mostly small numbers, sometimes any number.
    prop_oneof![20 => (0_u32..40).prop_map(Id), 1 => any::<u32>().prop_map(Id)]
}

pub(crate) fn question<S: TestScalar, const D: usize>(
    mode: Mode,
) -> impl Strategy<Value = Question<S, D>> {
    let things = (
        aabb(mode),
        [point(mode), point(mode)],
        proptest::array::uniform3(proptest::array::uniform(real(mode))),
        real(mode),
        0_u32..16,
        vec(ids(), 0..6),
        0_usize..6,
    );
    things.prop_map(|(aabb, points, reals, length, mask, ids, k)| Question {
        aabb,
        points,
        reals,
        length,
        mask,
        ids,
        k,
    })
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

fn apply<S: Scalar, const D: usize, B: BroadPhase<S, D>>(
    op: &Op<S, D>,
    structure: &mut B,
) -> Option<Aabb<S, D>> {
    match op {
        Op::Insert(id, aabb) => structure.insert(*id, *aabb),
        Op::Remove(id) => structure.remove(*id),
        Op::Extend(boxes) => {
            structure.extend(boxes.iter().copied());
            None
        }
        Op::MoveMany(boxes) => {
            let moved: Vec<_> = structure
                .iter()
                .zip(boxes)
                .map(|((id, _), &aabb)| (id, aabb))
                .collect();
            structure.extend(moved.iter().copied());
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

pub(crate) fn assert_same_map<S: Scalar, const D: usize>(
    structure: &impl BroadPhase<S, D>,
    oracle: &BruteForce<S, D>,
) {
    assert_eq!(structure.len(), oracle.len());
    assert!(structure.iter().eq(oracle.iter()));
    for (id, aabb) in oracle.iter() {
        assert_eq!(structure.get(id), Some(aabb));
        assert_eq!(structure.category(id), oracle.category(id));
    }
}

pub(crate) fn assert_same_overlaps<S: Scalar, const D: usize>(
    structure: &impl BroadPhase<S, D>,
    oracle: &BruteForce<S, D>,
    region: &dyn AnyRegion<S, D>,
) {
    let expected = oracle.overlaps(region);
    let mut lazy: Vec<_> = structure.overlap_iter(region).collect();
    lazy.sort();
    assert_eq!(
        (structure.overlaps(region), lazy),
        (expected.clone(), expected.clone()),
        "{region:?}"
    );
    let summary = (
        structure.any_overlap(region),
        structure.count_overlaps(region),
    );
    assert_eq!(
        summary,
        (!expected.is_empty(), expected.len()),
        "{region:?}"
    );
}

/// Compares every question that takes a cast.
fn assert_same_casts<S: Scalar, const D: usize>(
    structure: &impl BroadPhase<S, D>,
    oracle: &BruteForce<S, D>,
    cast: &dyn AnyCast<S, D>,
) {
    let all = oracle.cast_all(cast);
    let shapes = refined(&all);
    assert_eq!(structure.cast_all(cast), all, "{cast:?}");
    assert_eq!(structure.cast_all_with(cast, refine), shapes, "{cast:?}");
    assert_eq!(structure.cast(cast), all.first().copied(), "{cast:?}");
    assert_eq!(
        structure.cast_with(cast, refine),
        shapes.first().copied(),
        "{cast:?}"
    );
    assert_eq!(structure.cast_ties(cast), with_ties(&all, 1), "{cast:?}");
    assert_eq!(
        structure.cast_ties_with(cast, refine),
        with_ties(&shapes, 1),
        "{cast:?}"
    );
    assert!(structure.hit_iter(cast).eq(all.iter().copied()), "{cast:?}");
    let summary = (structure.any_hit(cast), structure.count_hits(cast));
    assert_eq!(summary, (!all.is_empty(), all.len()), "{cast:?}");
}

/// Compares every question that takes a place.
pub(crate) fn assert_same_distances<S: Scalar, const D: usize>(
    structure: &impl BroadPhase<S, D>,
    oracle: &BruteForce<S, D>,
    place: &dyn AnyPlace<S, D>,
    Question { k, length, .. }: &Question<S, D>,
) {
    let mut all = Vec::new();
    oracle.for_each_hit(place, S::Real::INFINITY, |hit| all.push(hit));
    all.sort();
    let shapes = refined(&all);
    let first = |hits: &[Hit<S::Real>]| hits[..hits.len().min(*k)].to_vec();
    assert_eq!(structure.nearest(place), all.first().copied(), "{place:?}");
    assert_eq!(
        structure.nearest_with(place, refine),
        shapes.first().copied(),
        "{place:?}"
    );
    assert_eq!(structure.k_nearest(place, *k), first(&all), "{place:?}");
    assert_eq!(
        structure.k_nearest_with(place, *k, refine),
        first(&shapes),
        "{place:?}"
    );
    assert_eq!(
        structure.k_nearest_ties(place, *k),
        with_ties(&all, *k),
        "{place:?}"
    );
    assert_eq!(
        structure.k_nearest_ties_with(place, *k, refine),
        with_ties(&shapes, *k),
        "{place:?}"
    );
    assert!(
        structure.hit_iter(place).eq(all.iter().copied()),
        "{place:?}"
    );
    let within = |hits: &[Hit<S::Real>]| -> Vec<_> {
        let is_within =
            |hit: &&Hit<S::Real>| S::Real::ZERO <= *length && hit.reach <= *length * *length;
        hits.iter().filter(is_within).copied().collect()
    };
    assert_eq!(
        structure.within_distance(place, *length),
        within(&all),
        "{place:?}"
    );
    assert_eq!(
        structure.within_distance_with(place, *length, refine),
        within(&shapes),
        "{place:?}"
    );
    let within = within(&all);
    let summary = (
        structure.any_within_distance(place, *length),
        structure.count_within_distance(place, *length),
    );
    assert_eq!(summary, (!within.is_empty(), within.len()), "{place:?}");
}

/// A narrow phase that misses odd ids and hits the others at twice the reach.
fn refine<R: Real>(hit: Hit<R>) -> Option<R> {
    hit.id.0.is_multiple_of(2).then(|| hit.reach + hit.reach)
}

/// The hits of the shapes in the boxes, by `(reach, id)`.
fn refined<R: Real>(all: &[Hit<R>]) -> Vec<Hit<R>> {
    let refined = |&hit: &Hit<R>| {
        let reach = refine(hit)?;
        Some(Hit { reach, ..hit })
    };
    let mut shapes: Vec<_> = all.iter().filter_map(refined).collect();
    shapes.sort();
    shapes
}

/// The hits at the first `k` different reaches.
fn with_ties<R: Real>(hits: &[Hit<R>], k: usize) -> Vec<Hit<R>> {
    let mut different: Vec<_> = hits.iter().map(|hit| hit.reach).collect();
    different.dedup();
    different.truncate(k);
    let is_among_first = |hit: &&Hit<R>| different.contains(&hit.reach);
    hits.iter().filter(is_among_first).copied().collect()
}

impl<S: Scalar, const D: usize> Question<S, D> {
    fn rays(&self) -> impl Iterator<Item = Ray<S, D>> {
        let Self {
            points: [p, q],
            reals: [a, b, _],
            length,
            ..
        } = *self;
        [
            Ray::new(p, a),
            Ray::between(p, q),
            Ray::new(q, b).map(|ray| ray.up_to(length)),
        ]
        .into_iter()
        .flatten()
    }

    fn for_each_region(&self, ask: &dyn Fn(&dyn AnyRegion<S, D>)) {
        let Self {
            aabb,
            points: [p, q],
            reals: [a, b, c],
            length,
            mask,
            ..
        } = *self;
        let planes = [
            HalfSpace {
                normal: a,
                offset: b[0],
            },
            HalfSpace {
                normal: c,
                offset: length,
            },
        ];
        ask(&aabb);
        ask(&p);
        let ball = Ball {
            center: p,
            radius: length,
        };
        ask(&ball);
        shapes([p, q, aabb.min()], a, length)
            .iter()
            .for_each(|shape| ask(&**shape));
        ball_casts(ball, b, q).for_each(|cast| ask(&cast));
        ask(&HalfSpaces(&planes));
        ask(&OrientedBox::new(
            p,
            [a, b, c].first_chunk().copied().unwrap_or([a; D]),
        ));
        ask(&Masked { of: aabb, mask });
        self.rays().for_each(|ray| ask(&ray));
    }

    fn for_each_cast(&self, ask: &dyn Fn(&dyn AnyCast<S, D>)) {
        let Self {
            aabb,
            points: [p, q],
            reals: [_, _, c],
            mask,
            length,
            ..
        } = *self;
        self.rays().for_each(|ray| ask(&ray));
        let ball = Ball {
            center: p,
            radius: length,
        };
        ball_casts(ball, c, q).for_each(|cast| ask(&cast));
        if let Ok(cast) = BoxCast::new(aabb, c) {
            ask(&cast);
            ask(&Masked { of: cast, mask });
        }
        if let Ok(cast) = BoxCast::between(aabb, q) {
            ask(&cast);
        }
    }

    fn for_each_place(&self, ask: &dyn Fn(&dyn AnyPlace<S, D>)) {
        let Self {
            aabb,
            points: [p, q],
            mask,
            length,
            ..
        } = *self;
        ask(&p);
        ask(&aabb);
        ask(&Ball {
            center: p,
            radius: length,
        });
        ask(&Masked { of: q, mask });
    }
}

/// The ids of the boxes inside another, and of those that are not.
fn inside_and_beyond<S: Scalar, const D: usize>(
    oracle: &BruteForce<S, D>,
    aabb: &Aabb<S, D>,
) -> (Vec<Id>, Vec<Id>) {
    oracle
        .iter()
        .map(|(id, _)| id)
        .partition(|&id| oracle.get(id).is_some_and(|inner| aabb.contains(&inner)))
}

fn pairs_of<S: Scalar, const D: usize>(oracle: &BruteForce<S, D>, ids: &[Id]) -> Vec<[Id; 2]> {
    oracle
        .pairs()
        .into_iter()
        .filter(|[a, b]| ids.contains(a) || ids.contains(b))
        .collect()
}

pub(crate) fn assert_same_answers<S: Scalar, const D: usize>(
    structure: &impl BroadPhase<S, D>,
    oracle: &BruteForce<S, D>,
    question: &Question<S, D>,
) {
    question.for_each_region(&|region| assert_same_overlaps(structure, oracle, region));
    question.for_each_cast(&|cast| assert_same_casts(structure, oracle, cast));
    question.for_each_place(&|place| assert_same_distances(structure, oracle, place, question));
    let Question { aabb, ids, .. } = question;
    assert_eq!(
        (structure.contained(aabb), structure.not_contained(aabb)),
        inside_and_beyond(oracle, aabb)
    );
    let (pairs, some) = (oracle.pairs(), pairs_of(oracle, ids));
    let with_itself = oracle.pairs_with(oracle);
    let counts = [&pairs, &some, &with_itself].map(|pairs| (pairs.len() as u64, !pairs.is_empty()));
    assert_eq!(structure.pairs(), pairs);
    assert_eq!(structure.pairs_of(ids), some);
    assert_eq!(structure.pairs_with(structure), with_itself);
    assert_eq!(structure.pairs_with(oracle), oracle.pairs_with(structure));
    let summaries = [
        (structure.count_pairs(), structure.any_pair()),
        (structure.count_pairs_of(ids), structure.any_pair_of(ids)),
        (
            structure.count_pairs_with(oracle),
            structure.any_pair_with(oracle),
        ),
    ];
    assert_eq!(summaries, counts);
}

/// Runs `cases` random sequences of up to 119 operations on the structure and on the oracle.
fn check<S: TestScalar, const D: usize, B: BroadPhase<S, D> + Debug>(
    mode: Mode,
    cases: u32,
    empty: fn() -> B,
) {
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
pub(crate) fn fixed_root<S: TestScalar, const D: usize>(looseness: f64) -> TreeConfig<S, D> {
    let fixed_root = Aabb::new([S::from_grid(-3); D], [S::from_grid(5); D]);
    loose(looseness).with_fixed_root(fixed_root)
}

/// A root that grows from less than a grid and shrinks back.
fn initial_root<S: TestScalar, const D: usize>() -> TreeConfig<S, D> {
    let initial_root = Aabb::new([S::from_grid(0); D], [S::from_grid(2); D]);
    loose(1.1).with_initial_root(initial_root)
}

fn loose<S: TestScalar, const D: usize>(looseness: f64) -> TreeConfig<S, D> {
    TreeConfig::default()
        .with_leaf_capacity(2)
        .with_looseness(looseness)
}

/// 200 sequences of 60 operations on average.
const CASES: u32 = 200;

macro_rules! oracle_tests {
    ($($structure:ident: $empty:expr;)*) => { $(
        mod $structure {
            use super::*;
            for_every_number!(tests: check, CASES, Erased::new($empty));
        }
    )* };
}

oracle_tests! {
    dynamic_tree: DynamicTree::default();
    dynamic_tree_by_height: DynamicTree::with_config(Config::default().with_balance(Balance::Height));
    kd_sweep: KdSweep::with_config(SweepConfig::default().with_leaf_capacity(2));
    kd_sweep_pending: KdSweep::default();
    pencil_sweep: PencilSweep::default();
    packed_tree: Rebuilt::<false, _, _>::default();
    settled_tree: SettledTree::default();
    packed_tree_view: Rebuilt::<true, _, _>::default();
    orthtree: Orthtree::with_config(TreeConfig::default().with_leaf_capacity(3));
    orthtree_strict: Orthtree::with_config(loose(1.0));
    orthtree_loosest: Orthtree::with_config(loose(2.0));
    orthtree_initial: Orthtree::with_config(initial_root());
    orthtree_fixed: Orthtree::with_config(fixed_root(1.0));
    orthtree_fixed_loosest: Orthtree::with_config(fixed_root(2.0));
    any_structure: AnyStructure::new(StructureKind::DynamicTree);
}
