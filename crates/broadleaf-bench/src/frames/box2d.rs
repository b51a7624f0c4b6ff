//! The dynamic tree of Box2D 3, which is for 2D: all pairs of a rebuilt tree, and the events of its
//! broad phase.

use broadleaf::Aabb;
use parry2d::utils::hashmap::HashMap;

use super::contender::{Contender, Frame, Kind, Pairs, pair};
use super::lengths::{MARGIN, mean_edge};
use super::moved::Moved;
use crate::box2d::{Tree, convert};

/// A new tree in every frame, queried once for each box.
pub(super) fn rebuilt(_: &[Frame<2>]) -> Box<dyn Contender<2>> {
    Box::new(Rebuilt(Tree::with_capacity(0)))
}

struct Rebuilt(Tree);

impl Contender<2> for Rebuilt {
    fn name(&self) -> &'static str {
        "Box2D, rebuilt"
    }

    fn frame(&mut self, boxes: &Frame<2>, begun: &mut Pairs, _: &mut Pairs) {
        let Self(tree) = self;
        if tree.is_empty() {
            boxes.iter().for_each(|aabb| tree.insert(aabb));
        }
        for (a, aabb) in (0..).zip(boxes) {
            tree.enlarge(a, aabb);
        }
        tree.rebuild(true);
        for (a, aabb) in (0..).zip(boxes) {
            tree.for_each_overlap(convert(aabb), |b| {
                if a < b {
                    begun.push(pair(a, b));
                }
            });
        }
    }
}

/// The steps of Box2D's broad phase: fat boxes, a list of enlarged boxes, a set of pairs, and a
/// tree whose enlarged parts are rebuilt.
pub(super) fn events(frames: &[Frame<2>]) -> Box<dyn Contender<2>> {
    Box::new(Events {
        tree: Tree::with_capacity(frames[0].len()),
        margin: MARGIN * mean_edge(&frames[0]),
        moved: Moved::in_frames(frames),
        fat: Vec::new(),
        enlarged: Vec::new(),
        is_enlarged: Vec::new(),
        pairs: HashMap::default(),
        contacts: Vec::new(),
    })
}

struct Events {
    tree: Tree,
    margin: f32,
    moved: Moved,
    fat: Vec<Aabb<f32, 2>>,
    enlarged: Vec<u32>,
    is_enlarged: Vec<bool>,
    pairs: HashMap<(u32, u32), ()>,
    contacts: Vec<(u32, u32)>,
}

impl Contender<2> for Events {
    fn name(&self) -> &'static str {
        "Box2D, as its broad phase"
    }

    fn kind(&self) -> Kind {
        Kind::Events
    }

    fn frame(&mut self, boxes: &Frame<2>, begun: &mut Pairs, ended: &mut Pairs) {
        if self.tree.is_empty() {
            self.insert(boxes);
        }
        self.enlarge(boxes);
        self.end(ended);
        self.begin(begun);
        self.tree.rebuild(false);
        for id in self.enlarged.drain(..) {
            self.is_enlarged[id as usize] = false;
        }
    }
}

impl Events {
    fn insert(&mut self, boxes: &Frame<2>) {
        for (id, aabb) in (0..).zip(boxes) {
            let fat = aabb.expanded(self.margin);
            self.tree.insert(&fat);
            self.fat.push(fat);
            self.is_enlarged.push(true);
            self.enlarged.push(id);
        }
    }

    /// Gives each box that left its fat box a new one.
    fn enlarge(&mut self, boxes: &Frame<2>) {
        for &id in self.moved.next_frame(boxes) {
            let (fat, aabb) = (&mut self.fat[id as usize], &boxes[id as usize]);
            if !fat.contains(aabb) {
                *fat = aabb.expanded(self.margin);
                self.tree.enlarge(id, fat);
                self.is_enlarged[id as usize] = true;
                self.enlarged.push(id);
            }
        }
    }

    fn end(&mut self, ended: &mut Pairs) {
        let Self {
            fat, is_enlarged, ..
        } = self;
        self.contacts.retain(|&(a, b)| {
            let [i, j] = [a as usize, b as usize];
            let stays = !(is_enlarged[i] || is_enlarged[j]) || fat[i].overlaps(&fat[j]);
            if !stays {
                self.pairs.remove(&(a, b));
                ended.push(pair(a, b));
            }
            stays
        });
    }

    fn begin(&mut self, begun: &mut Pairs) {
        for &a in &self.enlarged {
            self.tree
                .for_each_overlap(convert(&self.fat[a as usize]), |b| {
                    // A pair of two enlarged boxes is reported from the smaller number.
                    if a == b || (b < a && self.is_enlarged[b as usize]) {
                        return;
                    }
                    let key = (a.min(b), a.max(b));
                    if self.pairs.insert(key, ()).is_none() {
                        self.contacts.push(key);
                        begun.push(pair(a, b));
                    }
                });
        }
    }
}
