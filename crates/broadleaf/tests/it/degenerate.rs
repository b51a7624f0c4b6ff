//! Law 6: no input makes a structure panic, hang, grow too deep or lose a result.

use broadleaf::dynamic_tree::{Balance, Config};
use broadleaf::geometry::{Place, Probe, Region, Scalar};
use broadleaf::kd_sweep::Config as SweepConfig;
use broadleaf::orthtree::{Config as TreeConfig, Orthtree};
use broadleaf::{
    Aabb, BruteForce, DynamicTree, Id, KdSweep, PencilSweep, Ray, SettledTree, SpatialIndex,
    SpatialIndexMut,
};

/// A case: its name and its boxes.
type Case<S, const D: usize> = (&'static str, Vec<Aabb<S, D>>);

fn square(x: f32, y: f32, size: f32) -> Aabb<f32, 2> {
    Aabb::new([x, y], [x + size, y + size])
}

/// Inputs that break spatial structures, small enough for the oracle.
fn cases() -> Vec<Case<f32, 2>> {
    let (max, inf) = (f32::MAX, f32::INFINITY);
    let lattice = (0..400).map(|i| square((i % 20) as f32, (i / 20) as f32, 1.0));
    let nested = (0..200).map(|i| Aabb::new([-i as f32; 2], [i as f32; 2]));
    let small_and_one_around = (0..300)
        .map(|i| square((i % 17) as f32 * 3.0, (i / 17) as f32 * 3.0, 1.0))
        .chain([square(-9.0, -9.0, 99.0)]);
    // Each is twice as far away as all previous ones, so by area each belongs next to the root.
    let exponential = (-140..120).map(|i| square(2.0_f32.powi(i), 0.0, 2.0_f32.powi(i - 3)));
    vec![
        ("none", vec![]),
        ("one", vec![square(0.0, 0.0, 1.0)]),
        (
            "two apart",
            vec![square(0.0, 0.0, 1.0), square(5.0, 5.0, 1.0)],
        ),
        ("two equal", vec![square(0.0, 0.0, 1.0); 2]),
        ("all equal", vec![square(3.0, 4.0, 1.0); 300]),
        ("one point", vec![square(3.0, 4.0, 0.0); 300]),
        (
            "points on a line",
            (0..300).map(|i| square(i as f32, 7.0, 0.0)).collect(),
        ),
        (
            "points on a line, backwards",
            (0..300).rev().map(|i| square(i as f32, 7.0, 0.0)).collect(),
        ),
        (
            "flat boxes across each other",
            (0..150)
                .flat_map(|i| {
                    [
                        Aabb::new([i as f32, -inf], [i as f32, inf]),
                        Aabb::new([-max, i as f32], [max, i as f32]),
                    ]
                })
                .collect(),
        ),
        ("a lattice of touching boxes", lattice.collect()),
        ("nested", nested.collect()),
        ("one around all", small_and_one_around.collect()),
        ("everywhere", vec![Aabb::EVERYWHERE; 100]),
        (
            "infinitely far away",
            vec![
                Aabb::new([inf; 2], [inf; 2]),
                Aabb::new([-inf; 2], [-inf; 2]),
                Aabb::new([-inf, 0.0], [inf, 0.0]),
            ],
        ),
        (
            "the ends of the range",
            (0..200)
                .map(|i| {
                    if i % 2 == 0 {
                        Aabb::point([max, -max])
                    } else {
                        Aabb::new([-max; 2], [max; 2])
                    }
                })
                .collect(),
        ),
        (
            "subnormal",
            (0..200)
                .map(|i| square(i as f32 * 1e-45, 0.0, 3e-45))
                .collect(),
        ),
        ("exponentially far", exponential.clone().collect()),
        ("exponentially near", exponential.rev().collect()),
        (
            "both zeros",
            vec![
                Aabb::new([-0.0, 0.0], [0.0, 0.0]),
                Aabb::new([0.0, -0.0], [0.0, 1.0]),
                Aabb::point([-0.0, -0.0]),
            ],
        ),
    ]
}

fn check_degenerate<B: SpatialIndexMut<f32, 2>>(empty: impl Fn() -> B) {
    for (name, boxes) in cases() {
        let mut oracle = BruteForce::default();
        oracle.extend((0..).map(Id).zip(boxes.iter().copied()));
        let mut one_by_one = empty();
        for (id, &aabb) in (0..).map(Id).zip(&boxes) {
            one_by_one.insert(id, aabb);
        }
        let mut bulk = empty();
        bulk.extend(oracle.iter());
        let mut optimized = empty();
        optimized.extend(oracle.iter().take(boxes.len() / 2));
        for (id, aabb) in oracle.iter().skip(boxes.len() / 2) {
            optimized.insert(id, aabb);
            optimized.optimize();
        }
        for mut structure in [one_by_one, bulk, optimized] {
            assert_same_answers(name, &structure, &oracle);
            // Removes all boxes, from the highest ids on, with neighbours exchanged.
            for id in (0..=boxes.len() as u32)
                .rev()
                .map(|i| Id(i ^ 1))
                .filter(|&id| oracle.contains(id))
            {
                assert_eq!(structure.remove(id), oracle.get(id), "{name}");
                structure
                    .validate()
                    .unwrap_or_else(|violation| panic!("{name}: {violation}"));
            }
            assert!(structure.is_empty());
        }
    }
}

fn assert_same_answers(
    name: &str,
    structure: &impl SpatialIndexMut<f32, 2>,
    oracle: &BruteForce<f32, 2>,
) {
    structure
        .validate()
        .unwrap_or_else(|violation| panic!("{name}: {violation}"));
    assert_eq!(structure.pairs(), oracle.pairs(), "{name}");
    let rays = [
        Ray::new([-1.0, 7.0], [1.0, 0.0]),
        Ray::new([0.0, 0.0], [0.0, 0.0]),
        Ray::new([f32::MAX, 0.0], [-f32::MAX, 1e-45]),
    ];
    for ray in rays.into_iter().flatten() {
        assert_eq!(structure.cast_all(&ray), oracle.cast_all(&ray), "{name}");
    }
    for point in [[0.0, 0.0], [7.0, 7.0], [f32::INFINITY, f32::NEG_INFINITY]] {
        assert_eq!(
            structure.overlaps(&point),
            oracle.overlaps(&point),
            "{name}"
        );
        assert_eq!(
            structure.k_nearest(&point, 7),
            oracle.k_nearest(&point, 7),
            "{name}"
        );
    }
    let mut nodes = 0;
    structure.for_each_node(|_| nodes += 1);
    assert_eq!(nodes, structure.stats().nodes, "{name}");
}

#[test]
fn brute_force_handles_degenerate_input() {
    check_degenerate(BruteForce::default);
}

#[test]
fn dynamic_tree_handles_degenerate_input() {
    check_degenerate(DynamicTree::default);
}

#[test]
fn settled_tree_handles_degenerate_input() {
    check_degenerate(SettledTree::default);
}

#[test]
fn dynamic_tree_by_height_handles_degenerate_input() {
    check_degenerate(|| DynamicTree::with_config(Config::default().with_balance(Balance::Height)));
}

/// A region and a probe that check that every box they receive is a union of the scene's boxes.
struct Trusting(Aabb<i32, 2>);

impl Trusting {
    fn check(&self, aabb: &Aabb<i32, 2>) {
        assert!(
            self.0.contains(aabb),
            "{aabb:?} is not made of the scene's boxes"
        );
    }
}

impl Region<i32, 2> for Trusting {
    fn touches(&self, aabb: &Aabb<i32, 2>) -> bool {
        self.check(aabb);
        true
    }
}

impl Place<i32, 2> for Trusting {}

impl Probe<i32, 2> for Trusting {
    fn reach(&self, aabb: &Aabb<i32, 2>) -> Option<f64> {
        self.check(aabb);
        Some(0.0)
    }
}

fn check_what_users_see<B: SpatialIndexMut<i32, 2>>(mut structure: B) {
    let trusting = Trusting(Aabb::new([0, 0], [50, 50]));
    for n in 0..50 {
        assert_eq!(
            (
                structure.overlaps(&trusting).len(),
                structure.k_nearest(&trusting, usize::MAX).len()
            ),
            (n, n)
        );
        structure.insert(Id(n as u32), Aabb::new([n as i32; 2], [n as i32 + 1; 2]));
    }
}

#[test]
fn users_see_no_boxes_but_unions_of_theirs() {
    check_what_users_see(BruteForce::default());
    check_what_users_see(DynamicTree::default());
}

fn height_limit(n: usize) -> f64 {
    2.0 * (n as f64).log2() + 4.0
}

/// Inserts one by one, removes half, inserts again. The height must always stay within the limit.
fn check_height<S: Scalar, const D: usize>(
    balance: Balance,
    boxes: &[Aabb<S, D>],
) -> DynamicTree<S, D> {
    let mut tree = DynamicTree::with_config(Config::default().with_balance(balance));
    let assert_low = |tree: &DynamicTree<S, D>| {
        assert!(
            tree.height() as f64 <= height_limit(tree.len().max(1)),
            "{} boxes, {} high",
            tree.len(),
            tree.height()
        );
    };
    for (id, &aabb) in (0..).map(Id).zip(boxes) {
        tree.insert(id, aabb);
        assert_low(&tree);
    }
    for id in (0..boxes.len() as u32 / 2).map(Id) {
        tree.remove(id);
        assert_low(&tree);
    }
    tree.validate().unwrap();
    for (id, &aabb) in (0..).map(Id).zip(&boxes[..boxes.len() / 2]) {
        tree.insert(id, aabb);
        assert_low(&tree);
    }
    tree.validate().unwrap();
    tree
}

const BALANCES: [Balance; 2] = [Balance::Area, Balance::Height];

#[test]
fn a_hundred_thousand_identical_boxes_keep_the_tree_low() {
    for balance in BALANCES {
        check_height(balance, &vec![Aabb::new([1, 2, 3], [4, 5, 6]); 100_000]);
    }
}

#[test]
fn sorted_boxes_keep_the_tree_low() {
    let sorted: Vec<Aabb<f64, 2>> = (0..20_000)
        .map(|i| Aabb::point([i as f64, (i % 3) as f64]))
        .collect();
    let backwards: Vec<_> = sorted.iter().rev().copied().collect();
    let inwards: Vec<_> = (0..10_000)
        .flat_map(|i| [sorted[i], backwards[i]])
        .collect();
    for balance in BALANCES {
        for boxes in [&sorted, &backwards, &inwards] {
            check_height(balance, boxes);
        }
    }
}

#[test]
fn exponentially_spaced_boxes_keep_the_tree_low() {
    let outwards: Vec<Aabb<f64, 1>> = (-1_000..1_000)
        .map(|i| Aabb::point([2.0_f64.powi(i)]))
        .collect();
    let inwards: Vec<_> = outwards.iter().rev().copied().collect();
    let alternating: Vec<_> = (0..2_000)
        .map(|i| Aabb::point([2.0_f64.powi(i / 2 - 500) * if i % 2 == 0 { 1.0 } else { -1.0 }]))
        .collect();
    for balance in BALANCES {
        for boxes in [&outwards, &inwards, &alternating] {
            check_height(balance, boxes);
        }
    }
}

#[test]
fn far_apart_ids_cost_no_memory() {
    let mut tree = DynamicTree::default();
    for i in 0..1_000 {
        tree.insert(Id(i * 4_294_967), Aabb::new([i as i32, 0], [i as i32, 1]));
    }
    tree.validate().unwrap();
    assert!(
        tree.stats().bytes < 1_000_000,
        "{} bytes",
        tree.stats().bytes
    );
    assert_eq!(tree.overlaps(&[7, 0]), [Id(7 * 4_294_967)]);
}

#[test]
fn orthtree_handles_degenerate_input() {
    check_degenerate(Orthtree::default);
    for looseness in [1.0, 2.0] {
        check_degenerate(|| {
            Orthtree::with_config(
                TreeConfig::default()
                    .with_looseness(looseness)
                    .with_leaf_capacity(2),
            )
        });
        let fixed_root = Aabb::new([-5.0; 2], [11.0; 2]);
        check_degenerate(|| {
            Orthtree::with_config(
                TreeConfig::default()
                    .with_looseness(looseness)
                    .with_fixed_root(fixed_root),
            )
        });
    }
    check_what_users_see(Orthtree::default());
}

#[test]
fn pencil_sweep_handles_degenerate_input() {
    check_degenerate(PencilSweep::default);
    check_what_users_see(PencilSweep::default());
}

#[test]
fn kd_sweep_handles_degenerate_input() {
    check_degenerate(KdSweep::default);
    check_degenerate(|| KdSweep::with_config(SweepConfig::default().with_leaf_capacity(3)));
    check_what_users_see(KdSweep::default());
}
