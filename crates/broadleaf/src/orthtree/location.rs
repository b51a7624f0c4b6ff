//! The position of a box in the tree.

use super::node::ROOT;
use super::tree::Orthtree;
use crate::geometry::Scalar;
use crate::store::Id;

/// The path from the root of an [`Orthtree`] to the node that holds a box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Location {
    /// `D` bits per level, one for each axis and set for the upper half. The first axis and the
    /// deepest level are lowest.
    pub path: u128,
    /// The number of levels from the root to the node.
    pub depth: u32,
}

impl<S: Scalar, const D: usize> Orthtree<S, D> {
    /// The location of a box; `None` if the id is unknown or the box does not fit into the root.
    /// Costs O(depth).
    #[must_use]
    #[doc(alias = "Find")]
    pub fn locate(&self, id: Id) -> Option<Location> {
        let mut index = self.entries[self.slots.get(id)? as usize].node;
        let mut location = Location { path: 0, depth: 0 };
        while index != ROOT {
            let parent = self.nodes.get(self.node(index).parent as usize)?;
            location.path |= u128::from(index - parent.children) << (location.depth * Self::AXES);
            location.depth += 1;
            index = self.node(index).parent;
        }
        Some(location)
    }
}
