//! Known values of every metric, for structures that are small enough to draw.

use broadleaf::orthtree::{self, Orthtree};
use broadleaf::{
    Aabb, BruteForce, DynamicTree, Id, KdSweep, PencilSweep, SpatialIndex, SpatialIndexMut,
    kd_sweep,
};

/// The known metrics of a structure.
struct Known {
    nodes: usize,
    height: usize,
    max_balance: usize,
    /// The sum of the half areas of all nodes, and the half area of the root; 0 if they are not
    /// known.
    areas: [f64; 2],
}

fn check(index: &impl SpatialIndex<f32, 2>, known: &Known) {
    let stats = index.stats();
    assert_eq!(
        [stats.nodes, stats.height, stats.max_balance],
        [known.nodes, known.height, known.max_balance]
    );
    let [sum, root] = known.areas;
    let ratio = stats.area_ratio;
    let is_known = root > 0.0;
    assert!(!is_known || (ratio - sum / root).abs() < 1e-9, "{ratio}");
    assert!(ratio.is_finite());
}

/// The starts of unit squares in a row.
///
/// ```text
/// ▪ ▪     ▪ ▪                                        ▪
/// 0 2     8 10                                       100
/// ```
///
/// The half areas are 2 for a square, 4 for the first two and for the next two, 12 for these four,
/// and 102 for all.
const ROW: [f32; 5] = [0.0, 2.0, 8.0, 10.0, 100.0];

fn square(min: [f32; 2]) -> Aabb<f32, 2> {
    Aabb::new(min, min.map(|x| x + 1.0))
}

/// Checks the metrics of no box and of one, which are the same for all structures; of the first
/// four boxes of the row, of the whole row, and of the first four and the whole plane.
fn check_row(mut index: impl SpatialIndexMut<f32, 2>, known: [Known; 3]) {
    let of = |nodes, areas| Known {
        nodes,
        height: 0,
        max_balance: 0,
        areas,
    };
    check(&index, &of(0, [0.0; 2]));
    index.insert(Id(0), square([3.0; 2]));
    check(&index, &of(1, [0.0; 2]));
    let row = || (0..).map(Id).zip(ROW.map(|start| square([start, 0.0])));
    let plane = Aabb::new([f32::NEG_INFINITY; 2], [f32::INFINITY; 2]);
    let with_plane = row().take(4).chain([(Id(4), plane)]);
    let scenes = [
        row().take(4).collect(),
        row().collect(),
        with_plane.collect::<Vec<_>>(),
    ];
    for (boxes, known) in scenes.into_iter().zip(known) {
        index.clear();
        index.extend(boxes);
        index.optimize();
        check(&index, &known);
    }
}

/// The nodes of a list are its boxes.
#[test]
fn lists_are_flat() {
    let known = |nodes, areas| Known {
        nodes,
        height: 0,
        max_balance: 0,
        areas,
    };
    let all = || {
        [
            known(4, [8.0, 12.0]),
            known(5, [10.0, 102.0]),
            known(5, [0.0; 2]),
        ]
    };
    check_row(BruteForce::default(), all());
    check_row(PencilSweep::default(), all());
}

/// Two pairs of squares, and a fifth box beside all of them.
#[test]
fn a_dynamic_tree_joins_neighbours() {
    let known = |areas| Known {
        nodes: 9,
        height: 3,
        max_balance: 2,
        areas,
    };
    let four = Known {
        nodes: 7,
        height: 2,
        max_balance: 0,
        areas: [12.0 + 8.0 + 8.0, 12.0],
    };
    let five = known([102.0 + 12.0 + 8.0 + 10.0, 102.0]);
    check_row(DynamicTree::default(), [four, five, known([0.0; 2])]);
}

/// One leaf, and boxes a level below it.
#[test]
fn a_small_kd_sweep_is_one_leaf() {
    let known = |nodes, areas| Known {
        nodes,
        height: 1,
        max_balance: 0,
        areas,
    };
    let four = known(5, [12.0 + 8.0, 12.0]);
    let all = [four, known(6, [102.0 + 10.0, 102.0]), known(6, [0.0; 2])];
    check_row(KdSweep::default(), all);
}

/// The cut is at the start of a median box, which crosses it: at 8, at 8, and at 2.
#[test]
fn a_cut_has_three_children() {
    let config = kd_sweep::Config::default().with_leaf_capacity(2);
    let known = |nodes, areas| Known {
        nodes,
        height: 2,
        max_balance: 0,
        areas,
    };
    let four = known(8, [12.0 + (2.0 + 4.0 + 2.0) + 8.0, 12.0]);
    let five = known(9, [102.0 + (2.0 + 4.0 + 92.0) + 10.0, 102.0]);
    check_row(
        KdSweep::with_config(config),
        [four, five, known(9, [0.0; 2])],
    );
}

/// ```text
/// ┌───────┬───────┐   A and B are in cells of edge 4, C in one of edge 8. The other two cells of
/// │       │ C     │   edge 8 and the other two of edge 4 are empty.
/// ├───┬───┼───────┤
/// ├───┼───┤       │
/// │ A │ B │       │
/// └───┴───┴───────┘
/// ```
#[test]
fn an_orthtree_has_empty_cells_too() {
    let config = orthtree::Config::default()
        .with_leaf_capacity(1)
        .with_looseness(1.0)
        .with_fixed_root(Aabb::new([0.0; 2], [16.0; 2]));
    let mut tree = Orthtree::with_config(config);
    let squares = [[1.0, 1.0], [5.0, 1.0], [9.0, 9.0]].map(square);
    tree.extend((0..).map(Id).zip(squares));
    let mut known = Known {
        nodes: (1 + 4 + 4) + 3,
        height: 3,
        max_balance: 2,
        areas: [32.0 + 4.0 * 16.0 + 4.0 * 8.0 + 3.0 * 2.0, 32.0],
    };
    check(&tree, &known);
    // A box that does not fit into the root is beside it.
    tree.insert(Id(3), Aabb::new([0.0; 2], [f32::INFINITY; 2]));
    known = Known {
        nodes: known.nodes + 1,
        areas: [0.0; 2],
        ..known
    };
    check(&tree, &known);
}
