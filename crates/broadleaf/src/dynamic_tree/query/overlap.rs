//! The boxes that a region touches.

use super::window::Window;
use crate::dynamic_tree::layout::{NodeIndex, NodeShape, TreeNode};
use crate::dynamic_tree::tree::DynamicTree;
use crate::geometry::{Region, Scalar};
use crate::simd::prefetch;
use crate::store::Id;
use core::ops::ControlFlow;

impl<S: Scalar, const D: usize> DynamicTree<S, D> {
    /// Visits the ids of the boxes that the region touches.
    #[inline]
    pub(crate) fn visit_touched<B>(
        &self,
        region: &(impl Region<S, D> + ?Sized),
        visit: impl FnMut(Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if region.is_a_box() {
            Walk::<S, D, _, true>::new(self, region).try_for_each(visit)
        } else {
            Walk::<S, D, _, false>::new(self, region).try_for_each(visit)
        }
    }

    /// The root and the unused node beside it, if the tree is not empty.
    #[inline]
    fn root_siblings(&self) -> Option<u32> {
        (self.leaves.len() > 0).then_some(0)
    }

    /// The ids of the boxes that the region touches, one at a time.
    pub(crate) fn walk<'a>(
        &'a self,
        region: &'a (impl Region<S, D> + ?Sized),
    ) -> impl Iterator<Item = Id> + 'a {
        let walk = Walk::<S, D, _, false>::new(self, region);
        let (mut next, mut others, mut others_len) = (self.root_siblings(), NO_OTHERS, 0);
        let mut found = [None; 2];
        core::iter::from_fn(move || {
            loop {
                if let Some(id) = found[0].take().or_else(|| found[1].take()) {
                    return Some(id);
                }
                (found, next) = walk.step(next?, &mut others, &mut others_len);
            }
        })
    }
}

/// The siblings still to be searched, except the next ones. Heights have six bits, and each level
/// has at most one entry.
type Others = [u32; NodeShape::MAX_LEVELS];

const NO_OTHERS: Others = [0; NodeShape::MAX_LEVELS];

/// A search for the leaves that a region touches.
///
/// Its state is in variables of the caller: in one struct with an array or a `Vec`, the compiler
/// keeps every field in memory.
struct Walk<'a, S: Scalar, const D: usize, R: ?Sized, const IS_A_BOX: bool> {
    tree: &'a DynamicTree<S, D>,
    region: &'a R,
    /// The bounds of the region: the region itself if it is a box.
    window: Window<S, D>,
}

impl<'a, S, const D: usize, R, const IS_A_BOX: bool> Walk<'a, S, D, R, IS_A_BOX>
where
    S: Scalar,
    R: Region<S, D> + ?Sized,
{
    #[inline]
    fn new(tree: &'a DynamicTree<S, D>, region: &'a R) -> Self {
        Self {
            tree,
            region,
            window: Window::new(&region.bounds()),
        }
    }

    #[inline]
    fn try_for_each<B>(&self, mut visit: impl FnMut(Id) -> ControlFlow<B>) -> ControlFlow<B> {
        let (mut next, mut others, mut others_len) = (self.tree.root_siblings(), NO_OTHERS, 0);
        while let Some(siblings) = next {
            let (found, below) = self.step(siblings, &mut others, &mut others_len);
            if let Some(id) = found[0] {
                visit(id)?;
            }
            if let Some(id) = found[1] {
                visit(id)?;
            }
            next = below;
        }
        ControlFlow::Continue(())
    }

    /// Tests two siblings. Returns those that are touched leaves, and the siblings to test next.
    #[inline]
    fn step(
        &self,
        siblings: u32,
        others: &mut Others,
        others_len: &mut usize,
    ) -> ([Option<Id>; 2], Option<u32>) {
        let [a, b] = &self.tree.siblings[siblings as usize];
        let first = self.passes(a, NodeIndex::new(siblings, 0));
        let second = !b.is_unused() && self.passes(b, NodeIndex::new(siblings, 1));
        let found = [
            (first & a.is_leaf()).then_some(a.id()),
            (second & b.is_leaf()).then_some(b.id()),
        ];
        let below = match (first & !a.is_leaf(), second & !b.is_leaf()) {
            (true, second) => {
                if second {
                    prefetch(&self.tree.siblings[b.children() as usize]);
                    others[*others_len % others.len()] = b.children();
                    *others_len += 1;
                }
                Some(a.children())
            }
            (false, true) => Some(b.children()),
            (false, false) if *others_len > 0 => {
                *others_len -= 1;
                Some(others[*others_len % others.len()])
            }
            (false, false) => None,
        };
        (found, below)
    }

    /// Whether a leaf touches the region, or boxes below an inner node may.
    #[inline]
    fn passes(&self, node: &TreeNode<S, D>, index: NodeIndex) -> bool {
        // A parameter of the type: a branch for each node makes windows 10 % slower.
        let touches = if IS_A_BOX {
            self.window.overlaps(&node.aabb)
        } else if node.is_leaf() {
            self.region.touches(&node.aabb)
        } else {
            self.region.may_touch_inside(&node.aabb)
        };
        touches && self.region.admits(self.tree.category_of(index))
    }
}
