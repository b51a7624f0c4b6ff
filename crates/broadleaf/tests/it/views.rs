//! The laws of reports: views of nodes, and statistics that agree with them.

use std::collections::BTreeSet;

use broadleaf::geometry::{Real, Scalar};
use broadleaf::orthtree::{self, Orthtree};
use broadleaf::report::NodeView;
use broadleaf::{
    Aabb, BruteForce, DynamicTree, Id, KdSweep, PencilSweep, SpatialIndex, SpatialIndexMut,
    kd_sweep,
};

/// The views of the subtree below the view at an index, if views are in pre-order.
fn below<S, const D: usize>(views: &[NodeView<S, D>], index: usize) -> &[NodeView<S, D>] {
    let below = &views[index + 1..];
    let len = below
        .iter()
        .position(|view| view.level <= views[index].level)
        .unwrap_or(below.len());
    &below[..len]
}

/// The area ratio of nodes to the first one or, if that is a box, to the box around all boxes.
fn area_ratio<S: Scalar, const D: usize>(views: &[NodeView<S, D>]) -> f64 {
    let all = Aabb::enclosing(views.iter().map(|view| view.aabb));
    let root = views.first().filter(|first| first.id.is_none());
    let Some(root) = root.map_or(all, |root| Some(root.aabb)) else {
        return 0.0;
    };
    let root = root.half_area().to_f64();
    let shares = views.iter().map(|view| view.aabb.half_area().to_f64());
    let shares = shares.map(|area| match (area < f64::INFINITY, root < f64::INFINITY) {
        (false, _) => 1.0,
        (true, false) => 0.0,
        (true, true) if root == 0.0 => 0.0,
        (true, true) => (area / root).min(1.0),
    });
    shares.sum()
}

/// Checks the laws of an index whose views are in pre-order.
fn check<S: Scalar, const D: usize>(name: &str, index: &impl SpatialIndex<S, D>) {
    let mut views = Vec::new();
    index.for_each_node(|view| views.push(view));
    let stats = index.stats();
    assert_eq!(
        (stats.len, stats.nodes),
        (index.len(), views.len()),
        "{name}"
    );
    let ids: BTreeSet<_> = views.iter().filter_map(|view| view.id).collect();
    assert!(
        ids.into_iter().eq(index.iter().map(|(id, _)| id)),
        "{name}: every box is a view"
    );
    let mut max_balance = 0;
    for (i, view) in views.iter().enumerate() {
        let below = below(&views, i);
        let deepest = below.iter().map(|below| below.level).max();
        let height = deepest.map_or(0, |level| level - view.level);
        assert_eq!(view.height, height, "{name}: {view:?}");
        if let Some(id) = view.id {
            assert!(
                below.is_empty() && index.get(id) == Some(view.aabb),
                "{name}"
            );
        }
        let heights = below
            .iter()
            .filter(|below| below.level == view.level + 1)
            .map(|child| child.height);
        if let (Some(least), Some(greatest)) = (heights.clone().min(), heights.max()) {
            max_balance = max_balance.max(greatest - least);
        }
    }
    let height = views.iter().map(|view| view.level).max().unwrap_or(0);
    assert_eq!(
        (stats.height, stats.max_balance),
        (height, max_balance),
        "{name}"
    );
    if index.len() <= 1 {
        assert_eq!((stats.height, views.len()), (0, index.len()), "{name}");
    }
    let ratio = area_ratio(&views);
    assert!(
        ratio.is_finite() && (stats.area_ratio - ratio).abs() <= 1e-9 * ratio,
        "{name}: {}, expected {ratio}",
        stats.area_ratio
    );
}

/// Checks a structure with no box, while it grows, and while it shrinks to one.
fn check_structure(name: &str, mut index: impl SpatialIndexMut<f32, 2>) {
    let mut state = 5_u32;
    let mut random = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 16) as f32 / 256.0
    };
    let mut aabb = |i: u32| {
        let (min, size) = ([random(), random()], 0.01 * random());
        // A third of the boxes in a corner: trees of cells become deep there.
        let min = min.map(|x| if i.is_multiple_of(3) { x / 512.0 } else { x });
        Aabb::new(min, min.map(|x| x + size))
    };
    check(name, &index);
    for i in 0..300 {
        index.insert(Id(i), aabb(i));
        check(name, &index);
    }
    index.extend((200..1_000).map(|i| (Id(i), aabb(i))));
    check(name, &index);
    index.insert(Id(7), Aabb::new([0.0, 0.0], [f32::INFINITY, 1.0]));
    for i in (0..1_000).filter(|i| i % 77 != 7) {
        index.remove(Id(i));
        if i % 20 == 0 {
            check(name, &index);
        }
    }
    for i in (0..1_000).filter(|i| i % 77 == 7) {
        check(name, &index);
        index.remove(Id(i));
    }
    check(name, &index);
}

#[test]
fn statistics_agree_with_the_nodes() {
    check_structure("brute force", BruteForce::default());
    check_structure("dynamic tree", DynamicTree::default());
    check_structure("pencil sweep", PencilSweep::default());
    check_structure("kd sweep", KdSweep::new());
    let config = kd_sweep::Config::default().with_leaf_capacity(3);
    check_structure("kd sweep, small leaves", KdSweep::with_config(config));
    check_structure("orthtree", Orthtree::new());
    let config = orthtree::Config::default().with_leaf_capacity(1);
    check_structure("orthtree, small leaves", Orthtree::with_config(config));
    let config = config
        .with_looseness(1.0)
        .with_fixed_root(Aabb::new([0.0, 0.0], [128.0, 128.0]));
    check_structure("orthtree, fixed root", Orthtree::with_config(config));
}

#[test]
fn an_uneven_tree_has_uneven_siblings() {
    let config = orthtree::Config::default()
        .with_leaf_capacity(1)
        .with_fixed_root(Aabb::new([0, 0], [64, 64]));
    let mut tree = Orthtree::with_config(config);
    tree.extend(
        [[1, 1], [2, 2], [60, 60]]
            .map(Aabb::point)
            .into_iter()
            .zip(0..)
            .map(|(aabb, id)| (Id(id), aabb)),
    );
    let stats = tree.stats();
    // Two boxes are in cells of edge 2, below a cell of edge 4; the levels between it and the root
    // are skipped. The siblings of the cell of edge 4 have no cells below them, and two of them
    // have no box.
    assert_eq!((stats.height, stats.max_balance), (3, 2));
}
