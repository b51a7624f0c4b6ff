//! Checks K1 to K7.

use super::KdSweep;
use super::build::most_levels;
use super::layout::{Item, Kind, Node, Side, children, narrow};
use crate::geometry::Scalar;
use crate::index::SpatialIndex;
use crate::report::Violation;
use alloc::format;
use alloc::vec::Vec;

impl<S: Scalar, const D: usize> KdSweep<S, D> {
    pub(super) fn check(&self) -> Result<(), Violation> {
        self.check_map()?;
        let most = self.most_pending();
        ensure(
            self.pending().len() <= most && self.stale <= most,
            "K7: no more boxes are pending than allowed",
            0,
        )?;
        let mut todo: Vec<(u32, u32)> = Vec::new();
        if let Some(root) = self.nodes.first() {
            ensure(
                root.start == 0 && root.nodes as usize == self.nodes.len(),
                "K3: the root has all boxes and nodes",
                0,
            )?;
            todo.push((0, 0));
        }
        while let Some((index, depth)) = todo.pop() {
            let node = &self.nodes[index as usize];
            let items = &self.items[node.range()];
            ensure(
                !items.is_empty() && depth <= most_levels(self.tree_len(), D),
                "K6: no leaf is too deep",
                index,
            )?;
            for item in items {
                ensure(
                    node.bounds.contains(&item.aabb),
                    "K2: bounds contain all boxes",
                    index,
                )?;
                ensure(
                    node.category & item.category == item.category,
                    "K2: categories contain all boxes'",
                    index,
                )?;
            }
            match node.kind {
                Kind::Leaf { axis } => {
                    let is_sorted =
                        items.is_sorted_by(|a, b| a.aabb.min()[axis] <= b.aabb.min()[axis]);
                    ensure(
                        is_sorted && node.nodes == 1,
                        "K5: the boxes of a leaf are sorted",
                        index,
                    )?;
                    let mut reach = S::MIN;
                    let is_known =
                        items
                            .iter()
                            .zip(&self.reaches[node.range()])
                            .all(|(item, &known)| {
                                let [_, end] = item.aabb.ends(axis);
                                reach = if end > reach { end } else { reach };
                                reach == known
                            });
                    ensure(is_known, "K5: it is known how far boxes reach", index)?;
                }
                Kind::Cut { .. } => self.check_children(index, node)?,
            }
            todo.extend(children(&self.nodes, index).map(|child| (child, depth + 1)));
        }
        Ok(())
    }

    fn check_map(&self) -> Result<(), Violation> {
        let is_found =
            |(place, item): &(usize, &Item<S, D>)| self.places.get(item.id) == Some(narrow(*place));
        let (tree, pending) = self.items.split_at(self.tree_len());
        let found = tree.iter().enumerate().filter(is_found).count();
        ensure(
            found + self.stale == tree.len(),
            "K1: what the map does not lead to is stale",
            0,
        )?;
        let mut pending_places = (self.tree_len()..).zip(pending);
        ensure(
            pending_places.all(|pending| is_found(&pending)),
            "K1: the map leads to all pending boxes",
            0,
        )?;
        ensure(
            found + pending.len() == self.len(),
            "K1: the map leads to boxes only",
            0,
        )
    }

    fn check_children(&self, index: u32, node: &Node<S, D>) -> Result<(), Violation> {
        let Kind::Cut { cut, is_crossed } = node.kind else {
            return Ok(());
        };
        let mut start = node.start;
        let mut nodes = 1;
        let mut sides = Vec::new();
        for child in children(&self.nodes, index) {
            let below = &self.nodes[child as usize];
            ensure(
                below.start == start,
                "K3: children's boxes follow each other",
                child,
            )?;
            let side = cut.side(&self.items[start as usize].aabb);
            ensure(
                self.items[below.range()]
                    .iter()
                    .all(|item| cut.side(&item.aabb) == side),
                "K4: a child is on one side",
                child,
            )?;
            ensure(
                (side == Side::Crossing) == (is_crossed && child == index + 1),
                "K4: what crosses comes first",
                child,
            )?;
            sides.push(side);
            (start, nodes) = (below.end, nodes + below.nodes);
        }
        ensure(
            start == node.end && nodes == node.nodes,
            "K3: children fill their parent",
            index,
        )?;
        ensure(
            sides.is_sorted_by(|a, b| a < b),
            "K4: what is below comes before what is above",
            index,
        )
    }
}

fn ensure(holds: bool, invariant: &'static str, node: u32) -> Result<(), Violation> {
    if holds {
        Ok(())
    } else {
        Err(Violation::new(invariant, format!("node {node}")))
    }
}
