//! The parameters of a tree.

use broadleaf::orthtree::Config;
use broadleaf::{Aabb, Fixed, Id, Octree, Quadtree, SpatialIndex, SpatialIndexMut};

#[test]
fn parameters_are_kept_to() {
    let config = Config::default()
        .with_leaf_capacity(0)
        .with_max_depth(3)
        .with_min_size(2)
        .with_looseness(f64::NAN)
        .with_fixed_root(Aabb::new([0, 0], [15, 15]));
    let mut tree = Quadtree::with_config(config);
    tree.extend((0..256).map(|i| (Id(i as u32), Aabb::point([i % 16, i / 16]))));
    tree.validate().unwrap();
    assert_eq!(
        tree.locate(Id(0)).map(|location| location.depth),
        Some(2),
        "cells of 3, cut again, would be too small"
    );
    assert_eq!(tree.config().leaf_capacity, 0);
}

#[test]
fn values_that_make_no_sense_are_reported() {
    type Setter = fn(Config<f32, 3>) -> Config<f32, 3>;
    let reports: [(Setter, &str); 11] = [
        (
            |config| config.with_leaf_capacity(0),
            "leaf_capacity is 0, but must be at least 1",
        ),
        (
            |config| config.with_max_depth(43),
            "max_depth is 43, but must be at most 42 in 3 dimensions",
        ),
        (
            |config| config.with_min_size(-0.5),
            "min_size is -0.5, but must be finite and not negative",
        ),
        (
            |config| config.with_min_size(f32::INFINITY),
            "min_size is inf, but must be finite and not negative",
        ),
        (
            |config| config.with_looseness(0.99),
            "looseness is 0.99, but must be from 1 to 2",
        ),
        (
            |config| config.with_looseness(2.5),
            "looseness is 2.5, but must be from 1 to 2",
        ),
        (
            |config| config.with_looseness(f64::NAN),
            "looseness is NaN, but must be from 1 to 2",
        ),
        (
            |config| config.with_fixed_root(Aabb::new([0.0; 3], [1.0, 1.0, 0.0])),
            "root is [0.0, 0.0, 0.0] to [1.0, 1.0, 0.0], but must be finite and not flat",
        ),
        (
            |config| config.with_initial_root(Aabb::new([0.0; 3], [f32::INFINITY; 3])),
            "root is [0.0, 0.0, 0.0] to [inf, inf, inf], but must be finite and not flat",
        ),
        (
            |config| config.with_rebuild_threshold(-1.0),
            "rebuild_threshold is -1, but must be at least 0",
        ),
        (
            |config| config.with_build_threshold(f64::NAN),
            "build_threshold is NaN, but must be at least 0",
        ),
    ];
    for (set, message) in reports {
        let config = set(Config::default());
        let error = config.check().unwrap_err();
        assert_eq!(error.to_string(), message);
        assert!(message.starts_with(error.parameter()));
        // The tree takes the value and loses nothing.
        let mut tree = Octree::with_config(config);
        tree.extend((0..200).map(|i| (Id(i), Aabb::point([i as f32, 1.0, (i % 7) as f32]))));
        tree.validate().unwrap();
        assert_eq!(tree.overlaps(&[7.0, 1.0, 0.0]), [Id(7)], "{message}");
    }
    let config = Config::<i64, 6>::default()
        .with_max_depth(21)
        .with_looseness(1.1);
    assert_eq!(config.check(), Ok(()));
}

/// A row of points, at a height.
fn row(count: u32, y: i32) -> impl Iterator<Item = (Id, Aabb<i32, 2>)> {
    (0..count).map(move |id| (Id(id), Aabb::point([5 * id as i32, y])))
}

#[test]
fn extend_keeps_to_the_thresholds() {
    // A rebuild makes the root a cube around the boxes, single moves double it.
    let edge = |threshold: f64| {
        let config = Config::default().with_rebuild_threshold(threshold);
        let mut tree = Quadtree::with_config(config);
        tree.extend(row(100, 0));
        assert_eq!(tree.root().extents(), [495.0; 2]);
        tree.extend(row(90, 600));
        tree.root().extents()
    };
    assert_eq!((edge(0.9), edge(0.91)), ([600.0; 2], [990.0; 2]));
}

/// The greatest overhang of a box in a cell of this edge that does not keep it above the cell.
fn overhang(looseness: f64, edge: i64) -> i64 {
    let root = Aabb::new([0; 2], [2 * edge; 2]);
    let config = Config::default()
        .with_leaf_capacity(1)
        .with_max_depth(1)
        .with_looseness(looseness)
        .with_fixed_root(root);
    let mut tree = Quadtree::with_config(config);
    tree.insert(Id(1), Aabb::point([0; 2]));
    tree.insert(Id(2), Aabb::point([2 * edge; 2]));
    let mut is_below = |overhang: i64| {
        tree.insert(Id(0), Aabb::new([0; 2], [edge + overhang; 2]));
        tree.locate(Id(0)).unwrap().depth == 1
    };
    let (mut fits, mut fails) = (-1, edge);
    while fits + 1 < fails {
        let middle = i64::midpoint(fits, fails);
        if is_below(middle) {
            fits = middle;
        } else {
            fails = middle;
        }
    }
    fits
}

#[test]
fn looseness_is_as_given() {
    assert_eq!(
        overhang(1.0, 1_000),
        -1,
        "a strict cell is open at its upper end"
    );
    assert_eq!(overhang(1.25, 1_000), 125);
    assert_eq!(overhang(1.5, 1_000), 250);
    assert_eq!(overhang(2.0, 1_000), 500);
    // 1.1 is 1 + 6554 / 65536.
    assert_eq!(overhang(1.1, 1_000_000), 500_000 * 6_554 / 65_536);
    assert_eq!(overhang(1.3, 1_000_000), 500_000 * 19_661 / 65_536);
    assert_eq!(overhang(1.1, 1 << 60), (1 << 59) / 65_536 * 6_554);
}

#[test]
fn every_looseness_gives_the_same_answers() {
    let boxes = (0..600).map(|i| {
        let corner = [i % 23, i / 23].map(|x| Fixed::<16>::from_int(3 * x));
        let size = Fixed::from_int(1 << (i % 5));
        (Id(i as u32), Aabb::new(corner, corner.map(|x| x + size)))
    });
    let boxes: Vec<_> = boxes.collect();
    let pairs = |looseness: f64| {
        let config = Config::default()
            .with_leaf_capacity(2)
            .with_looseness(looseness);
        let mut tree = Quadtree::with_config(config);
        boxes
            .iter()
            .for_each(|&(id, aabb)| _ = tree.insert(id, aabb));
        tree.validate().unwrap();
        tree.pairs()
    };
    let strict = pairs(1.0);
    assert!(strict.len() > 600);
    for looseness in [1.000_01, 1.01, 1.1, 1.25, 1.3, 1.5, 1.9, 2.0] {
        assert_eq!(pairs(looseness), strict, "{looseness}");
    }
}

#[cfg(feature = "serde")]
#[test]
fn parameters_are_read_one_by_one() {
    let text = r#"{"looseness": 1.25, "root": {"GrowingFrom": {"min": [0, 0], "max": [8, 8]}}}"#;
    let config: Config<i32, 2> = serde_json::from_str(text).unwrap();
    let expected = Config::default()
        .with_looseness(1.25)
        .with_initial_root(Aabb::new([0, 0], [8, 8]));
    assert_eq!(config, expected);
    let text = serde_json::to_string(&config.with_fixed_root(Aabb::new([0, 0], [4, 4]))).unwrap();
    assert_eq!(
        text,
        r#"{"leaf_capacity":32,"max_depth":32,"min_size":0,"looseness":1.25,"root":{"Fixed":{"min":[0,0],"max":[4,4]}},"rebuild_threshold":1.5,"build_threshold":0.5}"#
    );
}
