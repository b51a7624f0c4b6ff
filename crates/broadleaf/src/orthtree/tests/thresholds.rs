//! When many boxes cause a rebuild.

use crate::geometry::Aabb;
use crate::index::SpatialIndex;
use crate::orthtree::config::Config;
use crate::orthtree::rebuild::Update;
use crate::orthtree::tree::Quadtree;
use crate::store::Id;

/// A row of points, at a height.
fn row(count: u32, y: i32) -> impl Iterator<Item = (Id, Aabb<i32, 2>)> {
    (0..count).map(move |id| (Id(id), Aabb::point([5 * id as i32, y])))
}

#[test]
fn extend_rebuilds_from_the_given_shares_on() {
    let update = |config: Config<i32, 2>, before: u32, count: u32| {
        let mut tree = Quadtree::with_config(config);
        tree.extend(row(before, 0));
        let update = tree.update_many(row(count, 7));
        tree.validate().unwrap();
        assert_eq!(tree.len(), before.max(count) as usize);
        assert!((0..count).all(|id| tree.get(Id(id)).unwrap().min()[1] == 7));
        update
    };
    let config = Config::default();
    assert_eq!(update(config, 0, 0), Update::Partial);
    assert_eq!(update(config, 0, 1), Update::Rebuild);
    assert_eq!(update(config, 50, 99), Update::Partial);
    assert_eq!(
        update(config, 50, 100),
        Update::Rebuild,
        "half of them are new"
    );
    assert_eq!(
        update(config, 100, 100),
        Update::Partial,
        "all move, none is new"
    );
    let config = config
        .with_rebuild_threshold(0.25)
        .with_build_threshold(0.75);
    assert_eq!(update(config, 100, 24), Update::Partial);
    assert_eq!(update(config, 100, 25), Update::Rebuild);
    let always = config.with_rebuild_threshold(0.0);
    assert_eq!(update(always, 100, 1), Update::Rebuild);
    assert_eq!(
        update(always, 100, 0),
        Update::Partial,
        "there is nothing to do"
    );
    let never = config
        .with_rebuild_threshold(f64::NAN)
        .with_build_threshold(f64::NAN);
    assert_eq!(update(never, 0, 100), Update::Partial);
}

/// The original's default: only a list that repeats boxes reaches it.
#[test]
fn boxes_that_come_twice_count_twice() {
    let mut tree: Quadtree<i32> = row(100, 0).collect();
    assert_eq!(
        tree.update_many(row(74, 1).chain(row(75, 2))),
        Update::Partial
    );
    assert_eq!(
        tree.update_many(row(75, 3).chain(row(75, 4))),
        Update::Rebuild
    );
    assert_eq!(
        tree.get(Id(74)),
        Some(Aabb::point([370, 4])),
        "the last one counts"
    );
    assert_eq!(tree.get(Id(75)), Some(Aabb::point([375, 0])));
}
