//! Random operations on every structure and on `BruteForce`.

use std::fmt::Debug;

use broadleaf::dynamic_tree::{Balance, Config};
use broadleaf::geometry::Scalar;
use broadleaf::kd_sweep::Config as SweepConfig;
use broadleaf::orthtree::{Config as TreeConfig, Orthtree};
use broadleaf::{
    Aabb, BruteForce, DynamicTree, Fixed, Id, KdSweep, PencilSweep, SettledTree, SpatialIndex,
    SpatialIndexMut,
};
use proptest::collection::vec;
use proptest::prelude::*;

use super::answers::{assert_same_answers, assert_same_map};
use super::question::{Question, ids, question};
use crate::erased::Erased;
use crate::inputs::{Mode, TestScalar, aabb, for_all, for_every_number};
use crate::packed::Rebuilt;

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

fn apply<S: Scalar, const D: usize, B: SpatialIndexMut<S, D>>(
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

/// Runs `cases` random sequences of up to 119 operations on the structure and on the oracle.
fn check<S: TestScalar, const D: usize>(mode: Mode, cases: u32, empty: fn() -> Erased<S, D>) {
    for_all(cases, ops::<S, D>(mode), |ops| {
        let (mut structure, mut oracle) = (empty(), Erased::new(BruteForce::default()));
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

/// Sequences of 60 operations on average.
const CASES: u32 = 200;
/// For other settings of a structure, which share most of its code.
const FEWER_CASES: u32 = 100;

macro_rules! oracle_tests {
    ($cases:expr; $($structure:ident: $empty:expr;)*) => { $(
        mod $structure {
            use super::*;
            for_every_number!(tests: check, $cases, $empty);
        }
    )* };
}

oracle_tests! {
    CASES;
    dynamic_tree: DynamicTree::default();
    kd_sweep: KdSweep::with_config(SweepConfig::default().with_leaf_capacity(2));
    pencil_sweep: PencilSweep::default();
    packed_tree: Rebuilt::<false, _, _>::default();
    settled_tree: SettledTree::default();
    orthtree: Orthtree::with_config(TreeConfig::default().with_leaf_capacity(3));
}

oracle_tests! {
    FEWER_CASES;
    dynamic_tree_by_height: DynamicTree::with_config(Config::default().with_balance(Balance::Height));
    kd_sweep_pending: KdSweep::default();
    packed_tree_view: Rebuilt::<true, _, _>::default();
    orthtree_strict: Orthtree::with_config(loose(1.0));
    orthtree_loosest: Orthtree::with_config(loose(2.0));
    orthtree_initial: Orthtree::with_config(initial_root());
    orthtree_fixed: Orthtree::with_config(fixed_root(1.0));
    orthtree_fixed_loosest: Orthtree::with_config(fixed_root(2.0));
}
