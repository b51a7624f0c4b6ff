//! Every structure can be built from a list of boxes, whose indices are the ids.

use broadleaf::geometry::{Rows, from_fn};
use broadleaf::orthtree::Orthtree;
use broadleaf::{
    Aabb, BruteForce, DynamicTree, Id, KdSweep, PackedTree, PencilSweep, SettledTree, SpatialIndex,
};

fn row(len: u32) -> Vec<Aabb<i32, 2>> {
    let boxes = (0..len).map(|i| i32::try_from(i).unwrap());
    boxes
        .map(|x| Aabb::new([2 * x, 0], [2 * x + 2, 1]))
        .collect()
}

#[test]
fn ids_are_indices() {
    for len in [0, 1, 2, 40, 3_000] {
        let boxes = row(len);
        let expected: Vec<_> = (0..len).map(Id).zip(boxes.iter().copied()).collect();
        macro_rules! check {
            ($($Structure:ident)*) => { $(
                let index = $Structure::from_boxes(&boxes).unwrap();
                assert!(index.iter().eq(expected.iter().copied()));
                assert_eq!(index.count_pairs(), u64::from(len.saturating_sub(1)));
                assert_eq!(index.validate(), Ok(()));
            )* };
        }
        check!(BruteForce DynamicTree KdSweep Orthtree PackedTree PencilSweep SettledTree);
    }
}

#[test]
fn any_source_will_do() {
    let numbers = [0.0, 0.0, 2.0, 2.0, 1.0, 1.0, 3.0, 3.0];
    let rows = Rows::<_, 2>::try_new(&numbers).unwrap();
    let tree = DynamicTree::from_boxes(&rows).unwrap();
    assert_eq!(tree.pairs(), [[Id(0), Id(1)]]);
    let points = from_fn(9, |i| Aabb::point([i as f32]));
    let tree = KdSweep::from_boxes(&points).unwrap();
    assert_eq!(tree.overlaps(&[7.0]), [Id(7)]);
}

#[cfg(feature = "rayon")]
#[test]
fn threads_build_the_same() {
    let boxes = row(20_000);
    for threads in [1, 2, 5] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.unwrap().install(|| {
            macro_rules! check {
                ($($Structure:ident)*) => { $(
                    let ours = $Structure::par_from_boxes(&boxes).unwrap();
                    let expected = $Structure::from_boxes(&boxes).unwrap();
                    let (mut nodes, mut expected_nodes) = (Vec::new(), Vec::new());
                    ours.for_each_node(|node| nodes.push(node));
                    expected.for_each_node(|node| expected_nodes.push(node));
                    assert!(nodes == expected_nodes, "{threads} threads");
                )* };
            }
            check!(DynamicTree KdSweep Orthtree PackedTree SettledTree);
        });
    }
}
