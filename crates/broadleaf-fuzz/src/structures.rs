//! Operations on every structure, each checked against `BruteForce`.

use broadleaf::dynamic_tree::{Balance, Config};
use broadleaf::geometry::Real;
use broadleaf::kd_sweep::Config as SweepConfig;
use broadleaf::orthtree::{Config as OrthtreeConfig, Orthtree};
use broadleaf::{
    Aabb, BruteForce, DynamicTree, Hit, Id, KdSweep, PackedTree, PencilSweep, Ray, SettledTree,
    SpatialIndex, SpatialIndexMut, self_pairs,
};

use crate::number::{Corners, Number};
use crate::operation::{Operation, operations};

/// Every structure gives the answers of `BruteForce` and keeps its invariants. The first byte
/// chooses the number type and the dimensions.
pub fn structures(bytes: &[u8]) {
    match bytes.split_first() {
        Some((kind, rest)) if kind % 2 == 0 => check_all::<f32, 2>(&operations(rest)),
        Some((_, rest)) => check_all::<i32, 3>(&operations(rest)),
        None => {}
    }
}

fn check_all<S: Number, const D: usize>(operations: &[Operation]) {
    check(operations, DynamicTree::<S, D>::default());
    let by_height = Config::default().with_balance(Balance::Height);
    check(operations, DynamicTree::<S, D>::with_config(by_height));
    let small_leaves = SweepConfig::default().with_leaf_capacity(2);
    check(operations, KdSweep::<S, D>::with_config(small_leaves));
    for looseness in [1.0, 1.5] {
        let config = OrthtreeConfig::default().with_leaf_capacity(2);
        let config = config.with_looseness(looseness);
        check(operations, Orthtree::<S, D>::with_config(config));
    }
    check(operations, PencilSweep::<S, D>::default());
    check(operations, SettledTree::<S, D>::default());
}

fn check<S: Number, const D: usize>(
    operations: &[Operation],
    mut structure: impl SpatialIndexMut<S, D>,
) {
    let mut oracle = BruteForce::default();
    for operation in operations {
        let old = apply(operation, &mut oracle);
        assert_eq!(apply(operation, &mut structure), old);
        structure.validate().unwrap();
        if let Operation::Ask(at, k) = operation {
            assert!(structure.iter().eq(oracle.iter()));
            let expected = answers(&oracle, *at, *k);
            assert_eq!(answers(&structure, *at, *k), expected);
            check_lists(&oracle, *at, *k, &expected);
        }
    }
}

/// The structures of boxes that do not change, built from the boxes of the oracle.
fn check_lists<S: Number, const D: usize>(
    oracle: &BruteForce<S, D>,
    at: Corners,
    k: u8,
    expected: &Answers,
) {
    let tree: PackedTree<S, D> = oracle.iter().collect();
    let tree = tree.with_categories(|id| oracle.category(id).unwrap_or_default());
    tree.validate().unwrap();
    assert_eq!(answers(&tree, at, k), *expected);

    let (ids, boxes): (Vec<Id>, Vec<Aabb<S, D>>) = oracle.iter().unzip();
    let pairs = self_pairs(&boxes).unwrap();
    let mut pairs: Vec<_> = pairs
        .iter()
        .map(|pair| pair.map(|at| ids[at.index()]))
        .collect();
    pairs.sort_unstable();
    assert_eq!(pairs, expected.pairs[0]);
}

fn apply<S: Number, const D: usize>(
    operation: &Operation,
    structure: &mut impl SpatialIndexMut<S, D>,
) -> Option<Aabb<S, D>> {
    match operation {
        Operation::Put(name, corners) => {
            return structure.insert(Id(name.number()), corners.aabb());
        }
        Operation::Remove(name) => return structure.remove(Id(name.number())),
        Operation::PutMany(name, corners) => {
            let ids = (name.number()..).map(Id);
            structure.extend(ids.zip(corners.iter().map(|corners| corners.aabb())));
        }
        Operation::MoveMany(corners) => {
            let ids: Vec<_> = structure.iter().map(|(id, _)| id).collect();
            let boxes = corners.iter().map(|corners| corners.aabb());
            structure.extend(ids.into_iter().zip(boxes));
        }
        Operation::SetCategory(name, category) => {
            structure.set_category(Id(name.number()), u32::from(*category));
        }
        Operation::Optimize => structure.optimize(),
        Operation::Clear(rarely) if rarely % 8 == 0 => structure.clear(),
        _ => {}
    }
    None
}

/// The answers to compare: ids, pairs, and hits with the bits of their reaches.
#[derive(Debug, PartialEq)]
struct Answers {
    ids: Vec<Vec<Id>>,
    pairs: Vec<Vec<[Id; 2]>>,
    hits: Vec<Vec<(Id, u64)>>,
}

fn answers<S: Number, const D: usize>(
    index: &impl SpatialIndex<S, D>,
    at: Corners,
    k: u8,
) -> Answers {
    let (aabb, point) = (at.aabb::<S, D>(), at.point::<S, D>());
    let masked = broadleaf::geometry::Masked::new(aabb, k.into());
    let k = usize::from(k % 9);
    let some: Vec<_> = index.iter().map(|(id, _)| id).step_by(3).collect();
    let mut hits = vec![
        bits(index.k_nearest(&point, k)),
        bits(index.k_nearest(&aabb, k)),
        bits(index.within_distance(&point, S::Real::from_f64(3.0))),
    ];
    if let Ok(ray) = Ray::new(point, at.direction()) {
        hits.push(bits(index.cast_all(&ray)));
        hits.push(bits(index.cast_ties(&ray)));
        hits.push(bits(index.hit_iter(&ray).take(k).collect()));
    }
    Answers {
        ids: vec![
            index.overlaps(&aabb),
            index.overlaps(&masked),
            index.overlaps(&point),
            index.contained(&aabb),
        ],
        pairs: vec![index.pairs(), index.pairs_of(&some)],
        hits,
    }
}

fn bits<R: Real>(hits: Vec<Hit<R>>) -> Vec<(Id, u64)> {
    let bits = |hit: Hit<R>| (hit.id, hit.reach.to_f64().to_bits());
    hits.into_iter().map(bits).collect()
}
