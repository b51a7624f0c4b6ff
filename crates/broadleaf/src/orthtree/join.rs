//! Boxes that descend the tree together: each node is visited once.

use alloc::vec::Vec;
use core::ops::Range;

use super::node::{NodeIndex, OUTSIDE, ROOT};
use super::tree::Orthtree;
use crate::geometry::{Aabb, Scalar};
use crate::store::{Id, store_if, to_u32};

impl<S: Scalar, const D: usize> Orthtree<S, D> {
    /// Visits every overlapping pair of a box of a slice, by its index, and a box of the tree.
    pub(super) fn visit_pairs_with_boxes(&self, boxes: &[Aabb<S, D>], visit: impl FnMut(u32, Id)) {
        let active: Vec<_> = (0..to_u32(boxes.len())).collect();
        let all = 0..active.len();
        let mut descent = Descent {
            tree: self,
            boxes,
            active,
            visit,
        };
        for top in [OUTSIDE, ROOT] {
            descent.visit(top, all.clone());
        }
    }
}

/// The number of items whose overlaps with a box are collected before they are visited.
const BLOCK: usize = 32;

struct Descent<'a, S: Scalar, F, const D: usize> {
    tree: &'a Orthtree<S, D>,
    boxes: &'a [Aabb<S, D>],
    /// Indices of boxes that overlap the bounds of a node: those of the root first, then those of
    /// the nodes on the way down to the current one.
    active: Vec<u32>,
    visit: F,
}

impl<S: Scalar, F: FnMut(u32, Id), const D: usize> Descent<'_, S, F, D> {
    /// Finds the pairs of a box in the subtree of a node and one that is active above the node.
    fn visit(&mut self, index: NodeIndex, above: Range<usize>) {
        let node = self.tree.node(index);
        if node.count == 0 {
            return;
        }
        let start = self.active.len();
        for i in above {
            let number = self.active[i];
            if self.boxes[number as usize].overlaps(&node.bounds) {
                self.active.push(number);
            }
        }
        let here = start..self.active.len();
        for items in node.items.chunks(BLOCK) {
            for &number in &self.active[here.clone()] {
                let mut found = [Id(0); BLOCK];
                let mut len = 0;
                for item in items {
                    let overlaps = item.aabb.overlaps(&self.boxes[number as usize]);
                    store_if(&mut found, &mut len, item.id, overlaps);
                }
                found[..len].iter().for_each(|&id| (self.visit)(number, id));
            }
        }
        if !here.is_empty() {
            for child in self.tree.children(node) {
                self.visit(child, here.clone());
            }
        }
        self.active.truncate(start);
    }
}
