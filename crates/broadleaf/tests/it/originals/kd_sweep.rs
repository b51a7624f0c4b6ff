//! The KD tree of broccoli: rays at a divider, and degenerate trees.

use broadleaf::geometry::Counted;
use broadleaf::{Aabb, Id, KdSweep, Ray, SpatialIndex};

use crate::random::numbers;

/// Many boxes lie across the first divider. A ray is compared only with the boxes near its crossing
/// of the divider, which is a to-do in the original.
#[test]
fn of_the_boxes_across_a_divider_a_ray_tests_those_that_it_may_hit() {
    // A column of a thousand boxes, and 2,500 on either side.
    let column = (0..1_000).map(|y| Aabb::new([29_990, 10 * y], [30_010, 10 * y + 5]));
    let mut below = numbers(3);
    let beside = (0..5_000).map(|i| {
        let x = 40_000 * (i % 2) + below(20_000);
        let y = below(10_000);
        Aabb::new([x, y], [x + 5, y + 5])
    });
    let tree: KdSweep<i64, 2> = (0..).map(Id).zip(column.chain(beside)).collect();
    let mut root = None;
    tree.for_each_node(|node| root = root.or(node.cut));
    let (axis, at) = root.expect("the root is cut");
    let crosses = |aabb: &Aabb<i64, 2>| aabb.min()[axis] <= at && at <= aabb.max()[axis];
    let crossing = tree.iter().filter(|(_, aabb)| crosses(aabb));
    assert_eq!((axis, crossing.count()), (0, 1_000));
    for (row, y) in (0..1_000).zip((2..).step_by(10)).step_by(97) {
        let ray = Counted::new(Ray::new([25_000, y], [1.0, 0.0]).unwrap());
        let hit = tree.cast(&ray).map(|hit| (hit.id, hit.reach));
        assert_eq!(hit, Some((Id(row), 4_990.0)));
        let tests = ray.tests();
        assert!(tests < 400, "{tests}, and 1,000 are across the divider");
    }
}

/// `is_degenerate`: whether a query with a point is expected to visit more than half of the nodes.
fn is_degenerate(tree: &KdSweep<i64, 2>) -> bool {
    let stats = tree.stats();
    2.0 * stats.area_ratio > stats.nodes as f64
}

#[test]
fn the_area_ratio_tells_degenerate_trees() {
    let mut below = numbers(5);
    let mut square = |edge: i64| {
        let min = [below(10_000), below(10_000)];
        Aabb::new(min, min.map(|x| x + edge))
    };
    let tree_of =
        |boxes: Vec<Aabb<i64, 2>>| -> KdSweep<i64, 2> { (0..).map(Id).zip(boxes).collect() };
    let mut scattered = |edge: i64| tree_of((0..1_000).map(|_| square(edge)).collect());
    assert!(!is_degenerate(&scattered(10)));
    assert!(!is_degenerate(&scattered(300)));
    assert!(is_degenerate(&scattered(40_000)), "all overlap");
    assert!(
        is_degenerate(&tree_of(vec![Aabb::new([0, 0], [5, 5]); 1_000])),
        "a pile"
    );
}
