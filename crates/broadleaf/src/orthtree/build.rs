//! Building the whole tree anew.

use super::Orthtree;
use super::grow::{cube_around, is_finite};
use super::layout::{Item, NOBODY, Node, NodeIndex, OUTSIDE, ROOT};
use super::update::narrow;
use crate::geometry::{Aabb, Scalar};
use crate::sort::PrefixSum;
use crate::store::Id;
use alloc::vec::Vec;
use core::mem;

/// Beside the numbers of up to 64 children: what stays in the node.
const STAYS: NodeIndex = 64;

/// Memory that rebuilds use again and again.
#[derive(Clone, Debug)]
pub(super) struct Scratch<S, const D: usize> {
    items: Vec<Item<S, D>>,
    spare: Vec<Item<S, D>>,
    children: Vec<NodeIndex>,
}

impl<S, const D: usize> Default for Scratch<S, D> {
    fn default() -> Self {
        Self {
            items: Vec::new(),
            spare: Vec::new(),
            children: Vec::new(),
        }
    }
}

impl<S, const D: usize> Scratch<S, D> {
    pub(super) fn bytes(&self) -> usize {
        (self.items.capacity() + self.spare.capacity()) * size_of::<Item<S, D>>()
            + self.children.capacity() * size_of::<NodeIndex>()
    }
}

impl<S: Scalar, const D: usize> Orthtree<S, D> {
    /// Inserts or moves boxes, and builds the tree anew.
    pub(super) fn rebuild_with(&mut self, boxes: Vec<(Id, Aabb<S, D>)>) {
        for (id, aabb) in boxes {
            match self.slots.get(id) {
                Some(slot) => self.item_mut(slot).aabb = aabb,
                None => {
                    let slot = self.take_slot(id);
                    self.push(OUTSIDE, Item { aabb, id, slot });
                }
            }
        }
        self.rebuild();
    }

    /// Builds the whole tree anew, its root around all finite boxes unless it is fixed. Costs O(n ·
    /// depth).
    #[doc(alias = "RebuildTree")]
    pub fn rebuild(&mut self) {
        let mut scratch = mem::take(&mut self.scratch);
        mem::swap(&mut scratch.items, &mut self.nodes[OUTSIDE as usize].items);
        for node in &mut self.nodes {
            scratch.items.append(&mut node.items);
        }
        self.reset_nodes();
        self.place_root(&scratch.items);
        let root = self.node(ROOT).cell;
        scratch.items.retain(|item| {
            let fits = root.contains(&item.aabb);
            if !fits {
                self.fill(OUTSIDE, &[*item]);
            }
            fits
        });
        scratch.spare.clear();
        scratch.spare.extend_from_slice(&scratch.items);
        scratch.children.resize(scratch.items.len(), 0);
        self.build_below(
            ROOT,
            0,
            &mut scratch.items,
            &mut scratch.spare,
            &mut scratch.children,
        );
        scratch.items.clear();
        self.scratch = scratch;
        self.changes = 0;
    }

    fn place_root(&mut self, items: &[Item<S, D>]) {
        if self.config.fixed_root.is_none() {
            let finite = items.iter().map(|item| item.aabb).filter(is_finite);
            if let Some(all) = Aabb::enclosing(finite) {
                self.nodes[ROOT as usize].reset(cube_around(&all), NOBODY, self.eighths);
            }
        }
    }

    /// Puts boxes in at or below an empty leaf. `spare` is as long as `items`, and neither means
    /// anything afterwards.
    fn build_below(
        &mut self,
        index: NodeIndex,
        depth: u32,
        items: &mut [Item<S, D>],
        spare: &mut [Item<S, D>],
        children: &mut [NodeIndex],
    ) {
        if items.len() <= self.capacity() || !self.may_split(index, depth) {
            return self.fill(index, items);
        }
        let first = self.take_block(index);
        self.levels = self.levels.max(depth + 1);
        let ends = self.sort_by_child(index, items, spare, children);
        let mut start = 0;
        for (child, &end) in (first..first + Self::WIDTH).zip(&ends) {
            let of_child = (
                &mut spare[start..end],
                &mut items[start..end],
                &mut children[start..end],
            );
            self.build_below(child, depth + 1, of_child.0, of_child.1, of_child.2);
            self.adopt(index, child);
            start = end;
        }
        self.fill(index, &spare[start..]);
    }

    /// Copies boxes to `sorted`, child by child and then those that stay; returns where those of
    /// each child end.
    fn sort_by_child(
        &self,
        index: NodeIndex,
        items: &[Item<S, D>],
        sorted: &mut [Item<S, D>],
        children: &mut [NodeIndex],
    ) -> [usize; STAYS as usize + 1] {
        let node = self.node(index);
        let mut places = [0; STAYS as usize + 1];
        for (item, child) in items.iter().zip(&mut *children) {
            *child = self.child_for(node, &item.aabb).unwrap_or(STAYS);
            places[*child as usize] += 1;
        }
        let mut sum = PrefixSum::default();
        for place in &mut places {
            sum.replace(place);
        }
        for (item, &child) in items.iter().zip(&*children) {
            let place = &mut places[child as usize];
            sorted[*place] = *item;
            *place += 1;
        }
        places
    }

    /// Gives boxes to a node as its own.
    fn fill(&mut self, index: NodeIndex, items: &[Item<S, D>]) {
        let Some(bounds) = Aabb::enclosing(items.iter().map(|item| item.aabb)) else {
            return;
        };
        let mut category = 0;
        for item in items {
            category |= self.places[item.slot as usize].category;
            self.push(index, *item);
        }
        self.nodes[index as usize].absorb(&bounds, narrow(items.len()), category);
    }

    /// Notes in a node what is at or below a child.
    fn adopt(&mut self, index: NodeIndex, child: NodeIndex) {
        let &Node {
            bounds,
            count,
            category,
            ..
        } = self.node(child);
        if count > 0 {
            self.nodes[index as usize].absorb(&bounds, count, category);
        }
    }
}
