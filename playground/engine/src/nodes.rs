//! The nodes and cuts of a structure, to draw.

use broadleaf::Aabb;
use broadleaf::report::NodeView;

use crate::span::Span;
use crate::structure::Structure;

/// The boxes of nodes and cuts, with the level of each.
#[derive(Default)]
pub(crate) struct Nodes<const D: usize> {
    boxes: Vec<Aabb<f32, D>>,
    levels: Vec<u8>,
    /// The level of the deepest node of the structure, drawn or not.
    deepest: Option<usize>,
}

impl<const D: usize> Nodes<D> {
    /// The inner nodes and cuts from the root down to a level.
    pub(crate) fn of(structure: &Structure<D>, level: usize) -> Self {
        let mut nodes = Self::default();
        structure.for_each_node(|node| {
            if node.id.is_some() {
                return;
            }
            nodes.deepest = nodes.deepest.max(Some(node.level));
            if node.level <= level {
                nodes.add(node.aabb, node.level);
                if let Some(cut) = cut(&node) {
                    nodes.add(cut, node.level);
                }
            }
        });
        nodes
    }

    fn add(&mut self, aabb: Aabb<f32, D>, level: usize) {
        self.boxes.push(aabb);
        self.levels.push(u8::try_from(level).unwrap_or(u8::MAX));
    }

    /// The level of the deepest node; −1 if there is none.
    pub(crate) fn deepest(&self) -> i32 {
        let level = self.deepest.and_then(|level| i32::try_from(level).ok());
        level.unwrap_or(-1)
    }

    /// The boxes and the levels.
    pub(crate) fn spans(&self) -> [Span; 2] {
        [Span::of(&self.boxes), Span::of(&self.levels)]
    }
}

/// The part of the cut of a node inside its box: a flat box.
fn cut<const D: usize>(node: &NodeView<f32, D>) -> Option<Aabb<f32, D>> {
    let (axis, position) = node.cut?;
    let (mut min, mut max) = (node.aabb.min(), node.aabb.max());
    (min[axis], max[axis]) = (position, position);
    Aabb::try_new(min, max).ok()
}
