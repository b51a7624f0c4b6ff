//! Files of packed trees.

use broadleaf::geometry::{Real, Scalar};
use broadleaf::{Aabb, BruteForce, Fixed, Hit, Id, PackedTree, PackedTreeView, Ray, SpatialIndex};

/// No bytes make a packed tree panic, hang or return endless answers. If they pass `validate`, the
/// answers are those of `BruteForce`.
pub fn packed_tree(bytes: &[u8]) {
    check::<f32, 2>(bytes);
    check::<f32, 3>(bytes);
    check::<f64, 3>(bytes);
    check::<i32, 2>(bytes);
    check::<i64, 3>(bytes);
    check::<u8, 2>(bytes);
    check::<Fixed<16>, 2>(bytes);
}

fn check<S: Scalar, const D: usize>(bytes: &[u8]) {
    let Ok(view) = PackedTreeView::<S, D>::from_bytes(bytes) else {
        return;
    };
    let len = view.len();
    let _ = (view.stats(), view.bounds(), view.has_categories());
    view.for_each_node(|_| ());
    let boxes: Vec<_> = view.iter().collect();
    assert!(boxes.len() <= len);
    let some = boxes.iter().map(|&(_, aabb)| aabb).nth(len / 2);
    for id in (0..40).chain([u32::MAX]).map(Id) {
        let _ = (view.get(id), view.category(id), view.data(id));
    }
    let owned = PackedTree::<S, D>::from_bytes(bytes).unwrap();
    assert_eq!(owned.as_bytes(), view.as_bytes());
    if view.validate().is_ok() {
        let brute: BruteForce<S, D> = boxes.iter().copied().collect();
        assert_eq!((boxes.len(), brute.len()), (len, len));
        assert_eq!(answers(&view, some), answers(&brute, some));
        assert!(
            boxes.iter().all(|&(id, aabb)| view.get(id) == Some(aabb)
                && view.data(id).is_some() == view.has_data())
        );
    } else {
        let found = answers(&view, some);
        assert!(found.0.iter().all(|ids| ids.len() <= len));
        assert!(found.2.iter().all(|hits| hits.len() <= len));
    }
}

/// Ids of overlaps; pairs; hits as ids and bits.
type Answers = (Vec<Vec<Id>>, Vec<[Id; 2]>, Vec<Vec<(Id, u64)>>);

fn answers<S: Scalar, const D: usize>(
    index: &impl SpatialIndex<S, D>,
    some: Option<Aabb<S, D>>,
) -> Answers {
    let all = Aabb::EVERYWHERE;
    let near = some.unwrap_or(all);
    let corner = near.min();
    let odd = |aabb: &Aabb<S, D>| aabb.min()[0] <= near.max()[0];
    let overlaps = vec![
        index.overlaps(&all),
        index.overlaps(&near),
        index.overlaps(&corner),
        index.overlaps(&odd),
    ];
    let bits = |hits: Vec<Hit<S::Real>>| {
        hits.into_iter()
            .map(|hit| (hit.id, hit.reach.to_f64().to_bits()))
            .collect()
    };
    let mut hits = vec![
        bits(index.k_nearest(&corner, 3)),
        bits(index.k_nearest(&near, 100)),
        bits(index.nearest(&corner).into_iter().collect()),
    ];
    for direction in [S::Real::ONE, S::Real::HALF - S::Real::ONE] {
        if let Ok(ray) = Ray::new(corner, [direction; D]) {
            hits.push(bits(index.cast_all(&ray)));
            hits.push(bits(index.cast(&ray).into_iter().collect()));
        }
    }
    let lazy: Vec<_> = index.hit_iter(&corner).take(50).collect();
    hits.push(bits(lazy));
    (overlaps, index.pairs(), hits)
}
