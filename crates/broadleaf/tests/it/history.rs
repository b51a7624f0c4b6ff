//! Law 2: an answer is a function of the map id → box. After any sequence of operations that leads
//! to a map, every answer equals the answer of a list that is filled with the map at once.

use std::collections::BTreeMap;
use std::fmt::Debug;
use std::sync::atomic::{AtomicU64, Ordering};

use broadleaf::dynamic_tree::{Balance, Config};
use broadleaf::geometry::Scalar;
use broadleaf::kd_sweep::Config as SweepConfig;
use broadleaf::orthtree::{Config as TreeConfig, Orthtree};
use broadleaf::{
    Aabb, BruteForce, DynamicTree, Fixed, Id, KdSweep, PencilSweep, SettledTree, SpatialIndex,
    SpatialIndexMut,
};
use proptest::collection::{btree_map, vec};
use proptest::prelude::*;

use crate::erased::Erased;
use crate::inputs::{Mode, TestScalar, aabb, for_all, for_every_number};
use crate::oracle::{Question, assert_same_answers, assert_same_map, fixed_root, ids, question};

/// Ids with their boxes and categories.
pub(crate) type Map<S, const D: usize> = BTreeMap<Id, (Aabb<S, D>, u32)>;

/// An operation on the way to a map. A number is the position of an id in the map, modulo its
/// length.
#[derive(Clone, Debug)]
pub(crate) enum Detour<S, const D: usize> {
    /// Inserts the box of the map, or another one.
    Insert(usize, Option<Aabb<S, D>>),
    /// The same for many at once.
    Extend(Vec<(usize, Option<Aabb<S, D>>)>),
    /// Inserts a box that is not in the map.
    Guest(Id, Aabb<S, D>),
    SetCategory(usize, u32),
    Remove(usize),
    Optimize,
    Clear,
}

/// A sequence of operations that leads to a map: detours first, then corrections of missing and
/// wrong boxes, one by one or at once, in an order that depends on `shuffle`.
#[derive(Clone, Debug)]
pub(crate) struct Way<S, const D: usize> {
    detours: Vec<Detour<S, D>>,
    shuffle: u32,
    at_once: bool,
    optimized: bool,
}

pub(crate) fn map<S: TestScalar, const D: usize>(mode: Mode) -> impl Strategy<Value = Map<S, D>> {
    let boxes = move || (aabb(mode), prop_oneof![3 => Just(u32::MAX), 1 => 0_u32..16]);
    prop_oneof![6 => btree_map(ids(), boxes(), 0..40), 1 => btree_map((0_u32..999).prop_map(Id), boxes(), 100..300)]
}

pub(crate) fn way<S: TestScalar, const D: usize>(mode: Mode) -> impl Strategy<Value = Way<S, D>> {
    let n = || 0_usize..300;
    let maybe_right = move || prop_oneof![2 => Just(None), 1 => aabb(mode).prop_map(Some)];
    let detour = prop_oneof![
        12 => (n(), maybe_right()).prop_map(|(n, aabb)| Detour::Insert(n, aabb)),
        2 => vec((n(), maybe_right()), 0..50).prop_map(Detour::Extend),
        3 => (ids(), aabb(mode)).prop_map(|(id, aabb)| Detour::Guest(id, aabb)),
        2 => (n(), 0_u32..16).prop_map(|(n, category)| Detour::SetCategory(n, category)),
        6 => n().prop_map(Detour::Remove),
        2 => Just(Detour::Optimize),
        1 => (0..9).prop_map(|n| if n == 0 { Detour::Clear } else { Detour::Optimize }),
    ];
    (
        vec(detour, 0..100),
        any::<u32>(),
        any::<bool>(),
        any::<bool>(),
    )
        .prop_map(|(detours, shuffle, at_once, optimized)| Way {
            detours,
            shuffle,
            at_once,
            optimized,
        })
}

/// The number of operations that the tests of histories have performed.
pub(crate) static OPERATIONS: Count = Count(AtomicU64::new(0));

pub(crate) struct Count(AtomicU64);

impl Count {
    pub(crate) fn add(&self, operations: usize) {
        self.0.fetch_add(operations as u64, Ordering::Relaxed);
    }
    pub(crate) fn total(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

impl<S: Scalar, const D: usize> Way<S, D> {
    /// The id of the map that is the n-th, and the box for it: the right one unless another is
    /// given.
    fn placed(map: &Map<S, D>, n: usize, aabb: Option<Aabb<S, D>>) -> Option<(Id, Aabb<S, D>)> {
        let (&id, &(right, _)) = map.iter().nth(n % map.len().max(1))?;
        Some((id, aabb.unwrap_or(right)))
    }

    pub(crate) fn follow<B: SpatialIndexMut<S, D>>(&self, map: &Map<S, D>, structure: &mut B) {
        let nth = |n: usize| Self::placed(map, n, None).map(|(id, _)| id);
        for detour in &self.detours {
            match detour {
                Detour::Insert(n, aabb) => Self::placed(map, *n, *aabb)
                    .into_iter()
                    .for_each(|(id, aabb)| _ = structure.insert(id, aabb)),
                Detour::Extend(boxes) => {
                    let placed: Vec<_> = boxes
                        .iter()
                        .filter_map(|&(n, aabb)| Self::placed(map, n, aabb))
                        .collect();
                    structure.extend(placed.iter().copied());
                }
                Detour::Guest(id, aabb) => _ = structure.insert(*id, *aabb),
                Detour::SetCategory(n, category) => nth(*n)
                    .into_iter()
                    .for_each(|id| _ = structure.set_category(id, *category)),
                Detour::Remove(n) => nth(*n).into_iter().for_each(|id| _ = structure.remove(id)),
                Detour::Optimize => structure.optimize(),
                Detour::Clear => structure.clear(),
            }
        }
        self.arrive(map, structure);
    }

    /// The ids that are not in the map, and the boxes of the map that are wrong or missing, in an
    /// order that depends on `shuffle`.
    fn amiss(&self, map: &Map<S, D>, now: &[(Id, Aabb<S, D>)]) -> (Vec<Id>, Vec<(Id, Aabb<S, D>)>) {
        let guests = now
            .iter()
            .map(|(id, _)| *id)
            .filter(|id| !map.contains_key(id))
            .collect();
        let mut wrong: Vec<_> = map
            .iter()
            .map(|(&id, &(aabb, _))| (id, aabb))
            .filter(|right| !now.contains(right))
            .collect();
        wrong.sort_by_key(|(id, _)| (id.0 ^ self.shuffle).wrapping_mul(0x9e37_79b9));
        (guests, wrong)
    }

    /// Performs the corrections.
    fn arrive<B: SpatialIndexMut<S, D>>(&self, map: &Map<S, D>, structure: &mut B) {
        let (guests, wrong) = self.amiss(map, &structure.iter().collect::<Vec<_>>());
        guests.iter().for_each(|&id| _ = structure.remove(id));
        OPERATIONS.add(self.detours.len() + guests.len() + wrong.len());
        if self.at_once {
            structure.extend(wrong.iter().copied());
        } else {
            wrong
                .iter()
                .for_each(|&(id, aabb)| _ = structure.insert(id, aabb));
        }
        for (&id, &(_, category)) in map {
            if structure.category(id) != Some(category) {
                structure.set_category(id, category);
            }
        }
        if self.optimized {
            structure.optimize();
        }
    }
}

/// The map in a list, without detours.
fn filled<S: Scalar, const D: usize>(map: &Map<S, D>) -> Erased<S, D> {
    let mut list = Erased::new(BruteForce::default());
    list.extend(map.iter().map(|(&id, &(aabb, _))| (id, aabb)));
    map.iter()
        .for_each(|(&id, &(_, category))| _ = list.set_category(id, category));
    list
}

fn check<S: TestScalar, const D: usize>(mode: Mode, cases: u32, empty: fn() -> Erased<S, D>) {
    let inputs = (map::<S, D>(mode), [way(mode), way(mode)], question(mode));
    for_all(
        cases,
        inputs,
        |(map, ways, question): (_, _, Question<S, D>)| {
            let expected = filled(&map);
            for way in ways {
                let mut structure = empty();
                way.follow(&map, &mut structure);
                structure.validate().unwrap();
                assert_same_map(&structure, &expected);
                assert_same_answers(&structure, &expected, &question);
            }
        },
    );
}

macro_rules! history_tests {
    ($($structure:ident: $empty:expr;)*) => {
        $(
            #[test]
            fn $structure() {
                for_every_number!(calls: check, CASES, $empty);
            }
        )*

        /// `cargo test -p broadleaf --test it -- --ignored --nocapture history::a_million`
        #[test]
        #[ignore = "takes a minute"]
        fn a_million_operations() {
            $(
                for_every_number!(calls: check, LONG_CASES, $empty);
                println!("{}: {} operations so far", stringify!($structure), OPERATIONS.total());
            )*
            assert!(OPERATIONS.total() >= 1_000_000);
        }
    };
}

/// Each case has two ways of 70 operations on average.
const CASES: u32 = 30;
const LONG_CASES: u32 = 100;

history_tests! {
    brute_force: BruteForce::default();
    dynamic_tree: DynamicTree::default();
    settled_tree: SettledTree::default();
    dynamic_tree_by_height: DynamicTree::with_config(Config::default().with_balance(Balance::Height));
    kd_sweep: KdSweep::with_config(SweepConfig::default().with_leaf_capacity(2));
    kd_sweep_pending: KdSweep::default();
    pencil_sweep: PencilSweep::default();
    orthtree: Orthtree::default();
    orthtree_strict: Orthtree::with_config(TreeConfig::default().with_leaf_capacity(2).with_looseness(1.0));
    orthtree_fixed: Orthtree::with_config(fixed_root(1.0));
}
