//! The nodes that a probe has reached and not yet visited.

use super::stack::Stack;
use super::tuning::INLINE;

/// A stack of nodes with their reaches. The children of a node are popped soonest first. `N` is the
/// greatest number of children of a node.
pub(crate) struct Front<R, const N: usize> {
    stack: Stack<(R, u32), INLINE>,
    children: [(R, u32); N],
}

impl<R: Copy + PartialOrd, const N: usize> Front<R, N> {
    /// An empty front. `filler` initialises memory and is never popped.
    #[inline]
    pub(crate) fn new(filler: R) -> Self {
        Self {
            stack: Stack::new((filler, 0)),
            children: [(filler, 0); N],
        }
    }

    /// Pushes up to `N` children, the soonest last. Among equally soon children, the last is popped
    /// first.
    #[inline]
    pub(crate) fn push_children(&mut self, children: impl Iterator<Item = (R, u32)>) {
        let mut count = 0;
        for child in children {
            // Insertion sort, latest first.
            let slot = self.children[..count]
                .iter()
                .position(|(reach, _)| *reach < child.0)
                .unwrap_or(count);
            self.children.copy_within(slot..count, slot + 1);
            self.children[slot] = child;
            count += 1;
        }
        for child in &self.children[..count] {
            self.stack.push(*child);
        }
    }

    /// Pops the next node whose reach is at most `limit`, dropping nodes beyond it.
    #[inline]
    pub(crate) fn pop(&mut self, limit: R) -> Option<u32> {
        loop {
            let (reach, node) = self.stack.pop()?;
            let is_late = limit < reach;
            if !is_late {
                return Some(node);
            }
        }
    }
}

#[cfg(test)]
#[path = "tests/front.rs"]
mod tests;
