//! `broccoli` and `broccoli-rayon`, which are for 2D: a new tree in every frame, of boxes with
//! their indices.

use std::mem;

use broadleaf::Aabb;
use broccoli::aabb::BBox;
use broccoli::{Tree, bbox, rect};
use broccoli_rayon::build::RayonBuildPar;
use broccoli_rayon::queries::colfind::RayonQueryPar;

use super::contender::{Contender, Frame, Kind, Pairs, pair};

pub(super) fn make(_: &[Frame<2>]) -> Box<dyn Contender<2>> {
    Box::new(Broccoli(Vec::new()))
}

/// The boxes, which the tree reorders. Only their memory is reused between frames.
struct Broccoli(Vec<BBox<f32, u32>>);

impl Contender<2> for Broccoli {
    fn name(&self) -> &'static str {
        "broccoli, rebuilt"
    }

    fn frame(&mut self, boxes: &Frame<2>, begun: &mut Pairs, _: &mut Pairs) {
        self.0.clear();
        self.0.extend((0..).zip(boxes).map(numbered));
        Tree::new(&mut self.0).find_colliding_pairs(|a, b| {
            begun.push(pair(*a.unpack_inner(), *b.unpack_inner()));
        });
    }
}

/// The same on all threads of rayon's pool.
pub(super) fn in_threads(_: &[Frame<2>]) -> Box<dyn Contender<2>> {
    Box::new(InThreads(Vec::new()))
}

struct InThreads(Vec<BBox<f32, u32>>);

impl Contender<2> for InThreads {
    fn name(&self) -> &'static str {
        "broccoli-rayon, rebuilt"
    }

    fn kind(&self) -> Kind {
        Kind::AllPairsInThreads
    }

    fn frame(&mut self, boxes: &Frame<2>, begun: &mut Pairs, _: &mut Pairs) {
        self.0.clear();
        self.0.extend((0..).zip(boxes).map(numbered));
        let mut tree = Tree::par_new(&mut self.0);
        *begun = tree.par_find_colliding_pairs_acc_closure(
            mem::take(begun),
            |_| Pairs::new(),
            |all, part| all.extend(part),
            |pairs, a, b| {
                pairs.push(pair(*a.unpack_inner(), *b.unpack_inner()));
            },
        );
    }
}

fn numbered((number, aabb): (u32, &Aabb<f32, 2>)) -> BBox<f32, u32> {
    let ([left, bottom], [right, top]) = (aabb.min(), aabb.max());
    bbox(rect(left, right, bottom, top), number)
}
