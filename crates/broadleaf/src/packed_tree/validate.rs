//! Checks P1 to P5.

use super::levels::child_of;
use super::node::take_lane;
use super::view::PackedTreeView;
use crate::geometry::Scalar;
use crate::report::{Violation, ensure};

impl<S: Scalar, const D: usize> PackedTreeView<'_, S, D> {
    pub(super) fn check(&self) -> Result<(), Violation> {
        for level in 0..self.levels.count {
            for index in 0..self.levels.len(level) {
                self.check_node(level, index)?;
            }
        }
        self.check_ids()?;
        self.data
            .map_or(Ok(()), |data| data.check(self.len as usize))
    }

    fn check_node(&self, level: usize, index: u32) -> Result<(), Violation> {
        let location = format_args!("node {index} of level {level}");
        let mut bits = self.levels.lanes(level, index);
        let categories = self.categories_of(level, index);
        while let Some(lane) = take_lane(&mut bits) {
            let node = self.node(level, index);
            let aabb = node.as_ref().and_then(|node| node.child(lane));
            ensure(aabb.is_some(), "P1: every child has a box", location)?;
            ensure(
                node.is_some_and(|node| node.is_in_range(lane)),
                "P1: every number is that of a coordinate",
                location,
            )?;
            if level > 0 {
                let child = child_of(index, lane);
                ensure(
                    aabb == self.union_of(level - 1, child),
                    "P2: the box of a node is the union of its children's",
                    location,
                )?;
                let category = categories.map(|categories| categories[lane]);
                ensure(
                    category == self.category_union(level - 1, child),
                    "P3: the category of a node is the union of its children's",
                    location,
                )?;
            }
        }
        Ok(())
    }

    fn check_ids(&self) -> Result<(), Violation> {
        let mut last = None;
        for position in self.positions() {
            let id = self.id_at(position);
            ensure(
                id.is_some() && last < id,
                "P4: the positions lead to all boxes, by ascending id",
                format_args!("position {position}"),
            )?;
            last = id;
        }
        Ok(())
    }

    /// The union of the categories of a node's children; `None` if there are no categories.
    pub(super) fn category_union(&self, level: usize, index: u32) -> Option<u32> {
        let categories = self.categories_of(level, index)?;
        let mut bits = self.levels.lanes(level, index);
        let mut union = 0;
        while let Some(lane) = take_lane(&mut bits) {
            union |= categories[lane];
        }
        Some(union)
    }
}
