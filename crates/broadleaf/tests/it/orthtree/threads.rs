//! A tree that is built by several threads equals the tree of a single thread, node by node.

use broadleaf::orthtree::{Config, Orthtree};
use broadleaf::report::NodeView;
use broadleaf::{Aabb, Id, SpatialIndex, SpatialIndexMut};
use rayon::iter::ParallelExtend;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::inputs::TestScalar;
use crate::random::{grid_boxes, words};

/// The numbers of boxes: less than threads share, and enough for large nodes on one, two and three
/// levels.
const COUNTS: [usize; 4] = [3_000, 9_000, 20_000, 60_000];

/// One box in eight is in a crowd in a corner, one in 97 is as long as the scene, and, if the
/// scalar has infinities, one in 1,001 is infinite.
fn scene<S: TestScalar, const D: usize>(count: usize, seed: u32) -> Vec<(Id, Aabb<S, D>)> {
    let [all, crowd] = [1_000, 40].map(|cells| grid_boxes::<S, D>(count, [cells, 3], seed));
    let long = Aabb::new([S::from_grid(1); D], [S::from_grid(1_000); D]);
    let aabb = |i: usize| match i {
        i if i % 1_001 == 1_000 => Aabb::EVERYWHERE,
        i if i % 97 == 96 => long,
        i if i % 8 == 7 => crowd[i],
        i => all[i],
    };
    (0..count).map(|i| (Id(i as u32), aabb(i))).collect()
}

fn nodes<S: TestScalar, const D: usize>(tree: &Orthtree<S, D>) -> Vec<NodeView<S, D>> {
    let mut nodes = Vec::new();
    tree.for_each_node(|node| nodes.push(node));
    nodes
}

/// Builds, with an id that comes twice; sets categories; removes and moves boxes; builds again.
fn live<S: TestScalar, const D: usize>(
    config: Config<S, D>,
    count: usize,
    update: impl Fn(&mut Orthtree<S, D>, &[(Id, Aabb<S, D>)]),
    rebuild: impl Fn(&mut Orthtree<S, D>),
) -> Vec<Orthtree<S, D>> {
    let mut tree = Orthtree::with_config(config);
    let mut boxes = scene::<S, D>(count, 1);
    boxes.push((Id(5), boxes[0].1));
    let mut states = Vec::new();
    let mut keep = |tree: &Orthtree<S, D>| {
        tree.validate().unwrap();
        states.push(tree.clone());
    };
    update(&mut tree, &boxes);
    keep(&tree);
    let mut word = words(7);
    for _ in 0..count / 4 {
        let id = Id((word() >> 33) as u32 % count as u32);
        tree.set_category(id, 1 << (id.0 % 32));
    }
    for _ in 0..count / 8 {
        tree.remove(Id((word() >> 33) as u32 % count as u32));
    }
    rebuild(&mut tree);
    keep(&tree);
    // More than half of the boxes are new.
    let more = scene::<S, D>(2 * count, 2);
    update(&mut tree, &more[count / 2..]);
    keep(&tree);
    states
}

fn check<S: TestScalar, const D: usize>(pools: &[ThreadPool], config: Config<S, D>) {
    for count in COUNTS {
        let extend = |tree: &mut Orthtree<S, D>, boxes: &[_]| tree.extend(boxes.to_vec());
        let expected = live(config, count, extend, SpatialIndexMut::optimize);
        for pool in pools {
            let extend = |tree: &mut Orthtree<S, D>, boxes: &[_]| tree.par_extend(boxes.to_vec());
            let built = pool.install(|| live(config, count, extend, Orthtree::par_optimize));
            for (tree, expected) in built.iter().zip(&expected) {
                assert!(tree.iter().eq(expected.iter()));
                assert!(nodes(tree) == nodes(expected), "{count} boxes");
                let ids = 0..2 * count as u32;
                assert!(
                    ids.map(Id)
                        .all(|id| tree.category(id) == expected.category(id))
                );
            }
        }
    }
}

#[test]
fn threads_build_the_tree_that_one_thread_builds() {
    let pools = [1, 2, 5].map(|threads| {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build();
        pool.unwrap()
    });
    check::<f32, 3>(&pools, Config::default());
    check::<i64, 2>(&pools, Config::default().with_leaf_capacity(8));
    check::<f64, 2>(&pools, Config::default().with_looseness(1.0));
    let cell = Aabb::new([f32::from_grid(100); 3], [f32::from_grid(900); 3]);
    check::<f32, 3>(&pools, Config::default().with_fixed_root(cell));
}

#[test]
fn a_rebuilt_tree_answers_like_a_new_one() {
    let boxes = scene::<f32, 2>(20_000, 3);
    let mut tree = Orthtree::new();
    for &(id, aabb) in &boxes {
        tree.insert(id, aabb);
    }
    let pairs = tree.pairs();
    tree.par_optimize();
    tree.validate().unwrap();
    assert!(pairs == tree.pairs());
    assert!(pairs == Orthtree::<f32, 2>::from_iter(boxes).par_pairs());
}

#[test]
fn new_boxes_have_no_categories_of_boxes_that_are_gone() {
    let boxes = scene::<f32, 2>(100, 4);
    let mut tree = Orthtree::<f32, 2>::from_iter(boxes.clone());
    for &(id, _) in &boxes {
        tree.set_category(id, 1);
    }
    for &(id, _) in &boxes {
        tree.remove(id);
    }
    tree.extend(boxes.clone());
    tree.validate().unwrap();
    let all = |(id, _): &(Id, _)| tree.category(*id) == Some(u32::MAX);
    assert!(boxes.iter().all(all));
}
