//! The trees: changes of boxes, and queries.

use crate::dynamic_tree::DynamicTree;
use crate::geometry::{Aabb, Scalar};
use crate::index::{SpatialIndex, SpatialIndexMut};
use crate::packed_tree::PackedTree;
use crate::settled_tree::SettledTree;
use crate::store::Id;

pub(super) fn dynamic<S: Scalar, const D: usize>(boxes: &[Aabb<S, D>]) {
    changes(&mut DynamicTree::default(), boxes);
}

pub(super) fn settled<S: Scalar, const D: usize>(boxes: &[Aabb<S, D>]) {
    changes(&mut SettledTree::default(), boxes);
    if let Ok(packed) = PackedTree::from_boxes(boxes) {
        queries(&packed, boxes);
    }
}

fn changes<S: Scalar, const D: usize, I>(tree: &mut I, boxes: &[Aabb<S, D>])
where
    I: SpatialIndexMut<S, D> + Extend<(Id, Aabb<S, D>)>,
{
    tree.extend((0..).map(Id).zip(boxes.iter().copied()));
    for (id, aabb) in (0..).map(Id).zip(boxes) {
        tree.insert(id, *aabb);
        tree.insert_with_category(id, *aabb, 1);
        tree.set_category(id, 1);
        tree.remove(id);
    }
    queries(tree, boxes);
    tree.reserve(1);
    tree.optimize();
    tree.optimize_some(1);
    tree.clear();
}

fn queries<S: Scalar, const D: usize>(tree: &impl SpatialIndex<S, D>, boxes: &[Aabb<S, D>]) {
    for aabb in boxes {
        let _ = tree.overlaps(aabb);
    }
    let _ = tree.pairs();
    let _ = tree.bounds();
}
