//! The boxes that a region touches.

use super::layout::{Node, NodeIndex, Shape};
use super::tree::DynamicTree;
use super::window::Window;
use crate::geometry::{Region, Scalar};
use crate::simd::prefetch;
use crate::store::Id;
use core::ops::ControlFlow;

impl<S: Scalar, const D: usize> DynamicTree<S, D> {
    /// Visits the ids of the boxes that the region touches.
    #[inline]
    pub(super) fn visit_touched<B>(
        &self,
        region: &(impl Region<S, D> + ?Sized),
        visit: impl FnMut(Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let admits = |index| region.admits(self.category_of(index));
        if region.is_a_box() {
            let window = Window::new(&region.bounds());
            let touched = |node: &Node<S, D>, index| window.overlaps(&node.aabb) && admits(index);
            Walk {
                nodes: &self.siblings,
                touched,
            }
            .try_for_each(self.root_siblings(), &mut NO_OTHERS.clone(), visit)
        } else {
            let touched = |node: &Node<S, D>, index| is_touched(region, node) && admits(index);
            Walk {
                nodes: &self.siblings,
                touched,
            }
            .try_for_each(self.root_siblings(), &mut NO_OTHERS.clone(), visit)
        }
    }

    /// The root and the unused node beside it, if the tree is not empty.
    #[inline]
    fn root_siblings(&self) -> Option<u32> {
        (self.leaves.len() > 0).then_some(0)
    }

    /// The ids of the boxes that the region touches, one at a time.
    pub(super) fn walk<'a>(
        &'a self,
        region: &'a (impl Region<S, D> + ?Sized),
    ) -> impl Iterator<Item = Id> + 'a {
        let touched = move |node: &Node<S, D>, index| {
            is_touched(region, node) && region.admits(self.category_of(index))
        };
        let walk = Walk {
            nodes: &self.siblings,
            touched,
        };
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

/// Whether a region touches a leaf, or may touch a box below an inner node.
#[inline]
fn is_touched<S: Scalar, const D: usize>(
    region: &(impl Region<S, D> + ?Sized),
    node: &Node<S, D>,
) -> bool {
    if node.is_leaf() {
        region.touches(&node.aabb)
    } else {
        region.may_touch_inside(&node.aabb)
    }
}

/// The siblings still to be searched, except those that come next. Heights have six bits, and at
/// most one entry is on each level.
pub(super) type Others = [u32; 1 << Shape::HEIGHT_BITS];

pub(super) const NO_OTHERS: Others = [0; 1 << Shape::HEIGHT_BITS];

/// A search for the leaves that a region touches.
///
/// Its state is in variables of the caller: next to an array or a `Vec` in one struct, the compiler
/// keeps every field in memory.
#[derive(Clone, Copy)]
pub(super) struct Walk<'a, S, const D: usize, T> {
    pub(super) nodes: &'a [[Node<S, D>; 2]],
    pub(super) touched: T,
}

impl<S: Scalar, const D: usize, T: Fn(&Node<S, D>, NodeIndex) -> bool> Walk<'_, S, D, T> {
    #[inline]
    pub(super) fn try_for_each<B>(
        self,
        start: Option<u32>,
        others: &mut Others,
        mut visit: impl FnMut(Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let (mut next, mut others_len) = (start, 0);
        while let Some(siblings) = next {
            let (found, below) = self.step(siblings, others, &mut others_len);
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

    /// Tests two siblings. Returns those that are touched leaves, and the siblings that come next.
    #[inline]
    fn step(
        &self,
        siblings: u32,
        others: &mut Others,
        others_len: &mut usize,
    ) -> ([Option<Id>; 2], Option<u32>) {
        let [a, b] = &self.nodes[siblings as usize];
        let first = (self.touched)(a, NodeIndex::new(siblings, 0));
        let second = !b.is_unused() && (self.touched)(b, NodeIndex::new(siblings, 1));
        let found = [
            (first & a.is_leaf()).then_some(a.id()),
            (second & b.is_leaf()).then_some(b.id()),
        ];
        let below = match (first & !a.is_leaf(), second & !b.is_leaf()) {
            (true, second) => {
                if second {
                    prefetch(&self.nodes[b.children() as usize]);
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
}
