//! A transcription of the classic published quadtree, extended to any dimension: a list per node,
//! pointers to children, and a search of all nodes to find a value.

use std::array;

use broadleaf::Aabb;

use super::index::{Index, Move, Pairs};

/// The published defaults.
const THRESHOLD: usize = 16;
const MAX_DEPTH: usize = 8;

pub(super) fn make<const D: usize>(bounds: &Aabb<f32, D>) -> Box<dyn Index<D>> {
    Box::new(Original {
        bounds: *bounds,
        root: Node::default(),
    })
}

struct Original<const D: usize> {
    bounds: Aabb<f32, D>,
    root: Node<D>,
}

type Value<const D: usize> = (u32, Aabb<f32, D>);

#[derive(Default)]
struct Node<const D: usize> {
    children: Vec<Node<D>>,
    values: Vec<Value<D>>,
}

impl<const D: usize> Index<D> for Original<D> {
    fn name(&self) -> &'static str {
        "the original's rules"
    }

    fn build(&mut self, boxes: &[Aabb<f32, D>]) {
        for value in (0..).zip(boxes.iter().copied()) {
            self.root.add(0, &self.bounds, value);
        }
    }

    fn apply(&mut self, moves: &[Move<D>]) {
        for step in moves {
            self.root.update(0, &self.bounds, (step.number, step.to));
        }
    }

    fn overlaps(&mut self, region: &Aabb<f32, D>, numbers: &mut Vec<u32>) {
        self.root.query(&self.bounds, region, numbers);
    }

    fn pairs(&mut self, pairs: &mut Pairs) {
        self.root.all_intersections(pairs);
    }
}

/// The result of an update below a node.
enum Update {
    NotHere,
    Done,
    /// Removed, to be inserted at an ancestor.
    Climb,
}

impl<const D: usize> Node<D> {
    fn add(&mut self, depth: usize, cell: &Aabb<f32, D>, value: Value<D>) {
        if !self.children.is_empty() {
            match quadrant(cell, &value.1) {
                Some(child) => self.children[child].add(depth + 1, &child_cell(cell, child), value),
                None => self.values.push(value),
            }
        } else if depth >= MAX_DEPTH || self.values.len() < THRESHOLD {
            self.values.push(value);
        } else {
            self.split(cell);
            self.add(depth, cell, value);
        }
    }

    fn split(&mut self, cell: &Aabb<f32, D>) {
        self.children.resize_with(1 << D, Node::default);
        let children = &mut self.children;
        self.values.retain(|value| match quadrant(cell, &value.1) {
            Some(child) => {
                children[child].values.push(*value);
                false
            }
            None => true,
        });
    }

    fn update(&mut self, depth: usize, cell: &Aabb<f32, D>, value: Value<D>) -> Update {
        let found = match self
            .values
            .iter()
            .position(|&(number, _)| number == value.0)
        {
            Some(place) => {
                self.values.swap_remove(place);
                Update::Climb
            }
            None => self.update_below(depth, cell, value),
        };
        if matches!(found, Update::Climb) && (depth == 0 || cell.contains(&value.1)) {
            self.add(depth, cell, value);
            return Update::Done;
        }
        found
    }

    fn update_below(&mut self, depth: usize, cell: &Aabb<f32, D>, value: Value<D>) -> Update {
        for (number, child) in self.children.iter_mut().enumerate() {
            match child.update(depth + 1, &child_cell(cell, number), value) {
                Update::NotHere => {}
                Update::Done => return Update::Done,
                Update::Climb => {
                    self.try_merge();
                    return Update::Climb;
                }
            }
        }
        Update::NotHere
    }

    fn try_merge(&mut self) {
        let below: usize = self.children.iter().map(|child| child.values.len()).sum();
        if self.children.iter().all(|child| child.children.is_empty())
            && self.values.len() + below <= THRESHOLD
        {
            for child in std::mem::take(&mut self.children) {
                self.values.extend(child.values);
            }
        }
    }

    fn query(&self, cell: &Aabb<f32, D>, region: &Aabb<f32, D>, numbers: &mut Vec<u32>) {
        numbers.extend(
            self.values
                .iter()
                .filter(|(_, aabb)| aabb.overlaps(region))
                .map(|&(number, _)| number),
        );
        for (number, child) in self.children.iter().enumerate() {
            let cell = child_cell(cell, number);
            if cell.overlaps(region) {
                child.query(&cell, region, numbers);
            }
        }
    }

    fn all_intersections(&self, pairs: &mut Pairs) {
        for (i, value) in self.values.iter().enumerate() {
            self.values[..i]
                .iter()
                .for_each(|other| report(value, other, pairs));
            self.children
                .iter()
                .for_each(|child| child.intersections_with(value, pairs));
        }
        self.children
            .iter()
            .for_each(|child| child.all_intersections(pairs));
    }

    fn intersections_with(&self, value: &Value<D>, pairs: &mut Pairs) {
        self.values
            .iter()
            .for_each(|other| report(value, other, pairs));
        self.children
            .iter()
            .for_each(|child| child.intersections_with(value, pairs));
    }
}

fn report<const D: usize>(a: &Value<D>, b: &Value<D>, pairs: &mut Pairs) {
    if a.1.overlaps(&b.1) {
        pairs.push((a.0.min(b.0), a.0.max(b.0)));
    }
}

fn center<const D: usize>(cell: &Aabb<f32, D>) -> [f32; D] {
    array::from_fn(|axis| (cell.min()[axis] + cell.max()[axis]) / 2.0)
}

/// The child that contains a box, one bit per axis. On the second axis, the other end is open.
fn quadrant<const D: usize>(cell: &Aabb<f32, D>, aabb: &Aabb<f32, D>) -> Option<usize> {
    let center = center(cell);
    (0..D).try_fold(0, |child, axis| {
        let (min, max) = (aabb.min()[axis], aabb.max()[axis]);
        let (low, high) = if axis == 1 {
            (max <= center[axis], min > center[axis])
        } else {
            (max < center[axis], min >= center[axis])
        };
        (low || high).then_some(child | usize::from(high) << axis)
    })
}

fn child_cell<const D: usize>(cell: &Aabb<f32, D>, child: usize) -> Aabb<f32, D> {
    let center = center(cell);
    let is_high = |axis: usize| child >> axis & 1 == 1;
    Aabb::new(
        array::from_fn(|axis| {
            if is_high(axis) {
                center[axis]
            } else {
                cell.min()[axis]
            }
        }),
        array::from_fn(|axis| {
            if is_high(axis) {
                cell.max()[axis]
            } else {
                center[axis]
            }
        }),
    )
}
