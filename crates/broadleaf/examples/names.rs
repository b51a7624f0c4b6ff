//! Every Rust name of `docs/reference/names.md`, called for the same few boxes. `cargo xtask names`
//! compares the page with this program.
//!
//! `cargo run -p broadleaf --example names`

use broadleaf::broad_phase::{Margin, Mobility, ProxyConfig};
use broadleaf::mesh::{MeshCandidates, Topology, unique_edges};
use broadleaf::packed_tree::Order;
use broadleaf::tiling::Tiling;
use broadleaf::{
    Aabb, BroadPhase, DynamicTree, Filter, Id, PackedTree, PackedTreeView, PairFinder, Ray,
    SpatialIndex, SpatialIndexMut, cross_pairs, self_pairs,
};

type Box2 = Aabb<f64, 2>;
type Outcome = Result<(), Box<dyn std::error::Error>>;

/// The first two overlap, the third is alone.
const BOXES: [[[f64; 2]; 2]; 3] = [
    [[0.0, 0.0], [2.0, 2.0]],
    [[2.0, 1.0], [3.0, 3.0]],
    [[5.0, 5.0], [6.0, 6.0]],
];

fn main() -> Outcome {
    let boxes = BOXES.map(|[min, max]| Box2::new(min, max));
    pairs_from_scratch(&boxes)?;
    boxes_at_rest(&boxes)?;
    boxes_that_change(&boxes);
    pairs_that_begin_and_end(&boxes)?;
    meshes_and_tiles(&boxes)
}

fn pairs_from_scratch(boxes: &[Box2]) -> Outcome {
    let pair = [[Id(0), Id(1)]];
    assert_eq!(self_pairs(boxes)?, pair);
    assert_eq!(cross_pairs(&boxes[..1], &boxes[1..])?, [[Id(0), Id(0)]]);
    let mut finder = PairFinder::new();
    assert_eq!(finder.within(boxes)?.unsorted_pairs(), pair);
    assert_eq!(finder.between(boxes, boxes)?.count_pairs(), 5);
    let within = finder.within(boxes)?.within_groups(&[7, 7, 8])?;
    assert_eq!(within.interiors().count_pairs(), 0);
    let filters = [Filter::default().with_group(-7); 3];
    assert_eq!(finder.within(boxes)?.filters(&filters)?.count_pairs(), 0);
    Ok(())
}

fn boxes_at_rest(boxes: &[Box2]) -> Outcome {
    let tree = PackedTree::with_order(boxes, Order::Curve)?;
    assert_eq!(
        (tree.len(), tree.bounds()),
        (3, Some(Box2::new([0.0, 0.0], [6.0, 6.0])))
    );
    assert_eq!(tree.iter().count(), 3);
    let (window, place) = (Box2::new([1.0, 1.0], [4.0, 4.0]), [9.0, 9.0]);
    assert_eq!(tree.overlaps(&window), [Id(0), Id(1)]);
    assert_eq!(tree.contained(&window), [Id(1)]);
    assert_eq!(tree.k_nearest(&place, 1)[0].id, Id(2));
    assert_eq!(tree.k_nearest_within(&place, 3, 5.0).len(), 1);
    assert_eq!(tree.within_distance(&place, 5.0).len(), 1);
    let ray = Ray::new([0.0, 5.5], [1.0, 0.0])?.up_to(5.0);
    assert_eq!(tree.cast(&ray).map(|hit| hit.reach), Some(ray.length()));
    assert!(tree.any_hit(&ray));
    assert_eq!(tree.cast_all(&ray).len(), 1);
    let many = tree.batch();
    assert_eq!(many.overlaps(&[window]).items(), [Id(0), Id(1)]);
    assert_eq!(many.k_nearest(&[place], 1).items().len(), 1);
    assert_eq!(many.cast(&[ray]).len(), 1);
    assert_eq!(tree.pairs(), [[Id(0), Id(1)]]);
    assert_eq!(tree.count_pairs(), 1);
    let other = PackedTree::from_boxes(&boxes[2..])?;
    assert_eq!(tree.cross_pairs(&other), [[Id(2), Id(0)]]);
    assert_eq!(tree.count_cross_pairs(&other), 1);
    assert_eq!(tree.components().len(), 2);
    assert_eq!(
        tree.closest_pair().map(|pair| pair.ids),
        Some([Id(0), Id(1)])
    );
    let closest = tree.closest_cross_pair(&other);
    assert_eq!(closest.map(|pair| pair.ids), Some([Id(2), Id(0)]));
    assert_eq!(tree.near(9.0).pairs().len(), 3);
    assert!(!tree.interiors().any_pair());
    let bytes = tree.as_bytes();
    PackedTree::<f64, 2>::from_bytes(bytes)?.validate()?;
    PackedTreeView::<f64, 2>::from_bytes(bytes)?.validate()?;
    PackedTree::<f64, 2>::from_flatbush(&tree.to_flatbush()?)?;
    Ok(())
}

fn boxes_that_change(boxes: &[Box2]) {
    let mut tree = DynamicTree::new();
    tree.insert(Id(7), boxes[0]);
    tree.insert(Id(7), boxes[1]);
    tree.optimize();
    assert!(tree.contains(Id(7)));
    assert!(tree.remove(Id(7)).is_some());
}

fn pairs_that_begin_and_end(boxes: &[Box2]) -> Outcome {
    let mut broad_phase = BroadPhase::<(), f64, 2>::new(Margin::Tight);
    broad_phase.remember(8);
    let a = broad_phase.create(boxes[0], ());
    let b = broad_phase.create_with(ProxyConfig::default(), boxes[1], ());
    let [c] = broad_phase.create_all(ProxyConfig::default(), [(boxes[2], ())])[..] else {
        return Err("there is a box".into());
    };
    assert_eq!(broad_phase.step().begun, [[a, b]]);
    let hash = broad_phase.state_hash();
    broad_phase.move_to(a, boxes[2], [0.0; 2])?;
    broad_phase.move_all([(b, boxes[0], [0.0; 2])])?;
    assert!(broad_phase.remove(c) && !broad_phase.contains(c));
    broad_phase.optimize();
    assert_eq!(broad_phase.step().ended, [[a, b]]);
    broad_phase.rewind(1)?;
    assert_eq!(broad_phase.state_hash(), hash);
    assert_eq!(
        (broad_phase.frame(), broad_phase.history_len()),
        (1, Some(1))
    );
    assert_eq!(broad_phase.pairs(), broad_phase.tight_pairs());
    assert_eq!(broad_phase.aabb(a), broad_phase.fat_aabb(a));
    assert!(broad_phase.margin() == Margin::Tight && a.id() == Id(0));
    assert_eq!(broad_phase.iter().count(), 3);
    assert_eq!(broad_phase.overlaps(&boxes[2]), [c]);
    assert_eq!(broad_phase.k_nearest(&[9.0, 9.0], 1)[0].id, c);
    broad_phase.set_filter(a, Filter::new(1, 2))?;
    broad_phase.set_mobility(b, Mobility::Kinematic)?;
    let asker = broad_phase.asker(Filter::new(4, 1)).one_way();
    assert_eq!(
        broad_phase.tight().filtered(&asker).overlaps(&boxes[0]),
        [a.id(), b.id()]
    );
    assert!(broad_phase.pairs_of(&[c]).is_empty());
    BroadPhase::<(), f64, 2>::restore(&broad_phase.save())?;
    Ok(())
}

fn meshes_and_tiles(boxes: &[Box2]) -> Outcome {
    let faces = vec![[0, 1, 2]];
    assert_eq!(unique_edges(&faces).len(), 3);
    let mut mesh = MeshCandidates::<f64, 2>::new(Topology::of_faces(4, faces)?);
    let points = [[0.0, 0.0], [4.0, 0.0], [0.0, 4.0], [1.0, 1.0]];
    mesh.update(&points, &points, 0.0)?;
    assert!(!mesh.vertex_edge().pairs().is_empty());
    let tiling = Tiling::from_sample(boxes, 2);
    assert!(tiling.tiles_of(&boxes[0]).is_some());
    Ok(())
}
