//! `rstar`: a new tree in every frame, joined with itself. One query per box takes at least as
//! long.

use broadleaf::Aabb;
use rstar::primitives::{GeomWithData, Rectangle};
use rstar::{AABB, RTree};

use super::contender::{Contender, Frame, Pairs, pair};

pub(super) fn make<const D: usize>(_: &[Frame<D>]) -> Box<dyn Contender<D>> {
    Box::new(Rstar)
}

struct Rstar;

impl<const D: usize> Contender<D> for Rstar {
    fn name(&self) -> &'static str {
        "rstar, rebuilt"
    }

    fn frame(&mut self, boxes: &Frame<D>, begun: &mut Pairs, _: &mut Pairs) {
        let tree = RTree::bulk_load((0..).zip(boxes).map(numbered).collect());
        let candidates = tree.intersection_candidates_with_other_tree(&tree);
        begun.extend(
            candidates
                .filter(|(a, b)| a.data < b.data)
                .map(|(a, b)| pair(a.data, b.data)),
        );
    }
}

fn numbered<const D: usize>(
    (number, aabb): (u32, &Aabb<f32, D>),
) -> GeomWithData<Rectangle<[f32; D]>, u32> {
    GeomWithData::new(
        Rectangle::from_aabb(AABB::from_corners(aabb.min(), aabb.max())),
        number,
    )
}
