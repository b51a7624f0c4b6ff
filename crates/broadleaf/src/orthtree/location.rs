//! The position of a box in the tree.

use super::node::{NodeIndex, OUTSIDE, ROOT};
use super::tree::Orthtree;
use crate::geometry::{Aabb, Scalar};
use crate::store::Id;
use alloc::vec::Vec;

/// The node of an [`Orthtree`] that holds a box, as found by [`Orthtree::locate`]. It borrows
/// nothing; a later change of the tree does not change it.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Location<S, const D: usize> {
    /// `D` bits per level, one for each axis, set for the upper half. The first axis and the
    /// deepest level are the lowest bits. 0 outside the root.
    pub path: u128,
    /// The number of levels from the root to the node; 0 outside the root. From one level to the
    /// next, a cell is halved once, or several times in a loose tree.
    pub depth: u32,
    /// The node's cell. In a loose tree the box may overhang it by at most half of its edge.
    /// [`Aabb::EVERYWHERE`] outside the root.
    pub cell: Aabb<S, D>,
    /// Whether the box does not fit into the root, and is in the list that every query scans.
    pub is_outside: bool,
}

impl<S: Scalar, const D: usize> Orthtree<S, D> {
    /// The location of a box; `None` if the id is unknown. Costs O(depth).
    ///
    /// ```
    /// use broadleaf::{Aabb, SpatialIndexMut, Id, Quadtree, orthtree::Config};
    /// let root = Aabb::new([0, 0], [64, 64]);
    /// let config = Config::default().with_leaf_capacity(1).with_fixed_root(root);
    /// let mut tree = Quadtree::with_config(config);
    /// for (id, x) in (0..).map(Id).zip([3, 60, 80]) {
    ///     tree.insert(id, Aabb::point([x, 5]));
    /// }
    /// let location = tree.locate(Id(1)).unwrap();
    /// assert_eq!((location.path, location.depth), (0b01, 1)); // upper in x, lower in y
    /// assert_eq!(location.cell, Aabb::new([32, 0], [64, 32]));
    /// assert_eq!(tree.ids_at(&location), [Id(1)]);
    /// assert!(tree.locate(Id(2)).unwrap().is_outside);
    /// ```
    #[must_use]
    #[doc(alias = "Find")]
    pub fn locate(&self, id: Id) -> Option<Location<S, D>> {
        let node = self.entries[self.slots.get(id)? as usize].node;
        if node == OUTSIDE {
            return Some(Location {
                path: 0,
                depth: 0,
                cell: Aabb::EVERYWHERE,
                is_outside: true,
            });
        }
        let (mut path, mut depth) = (0, 0);
        let mut index = node;
        while index != ROOT {
            let parent = self.nodes.get(self.node(index).parent as usize)?;
            path |= u128::from(index - parent.children) << (depth * Self::AXES);
            depth += 1;
            index = self.node(index).parent;
        }
        Some(Location {
            path,
            depth,
            cell: self.node(node).cell,
            is_outside: false,
        })
    }

    /// The ids of the boxes held by the node at a location itself, without its descendants,
    /// ascending. Empty if the tree does not have such a node.
    ///
    /// Costs O(depth) and a sort.
    #[must_use]
    pub fn ids_at(&self, location: &Location<S, D>) -> Vec<Id> {
        let items = self
            .index_at(location)
            .map_or(&[][..], |index| &self.node(index).items);
        let mut ids: Vec<_> = items.iter().map(|item| item.id).collect();
        ids.sort_unstable();
        ids
    }

    fn index_at(&self, location: &Location<S, D>) -> Option<NodeIndex> {
        if location.is_outside {
            return Some(OUTSIDE);
        }
        let mut index = ROOT;
        for level in (0..location.depth).rev() {
            let shift = level.saturating_mul(Self::AXES);
            let below = location.path.checked_shr(shift).unwrap_or(0);
            let number = below % u128::from(Self::CHILDREN);
            index = self.children_of(self.node(index)).nth(number as usize)?;
        }
        Some(index)
    }
}
