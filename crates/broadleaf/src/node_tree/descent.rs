//! Query boxes that descend a tree together, and are compared with the boxes at its nodes.
//!
//! ```text
//!    query boxes 1 2 3 4
//!      subtree           active: 1 2 3 4         the numbers of the query boxes that overlap the
//!       ├ node           active:   2 3 4         bounds of the node, on one stack, where they lie
//!       │  └ node        active:   2             above the active numbers of the node's parent
//!       └ node           active: 1   3
//! ```

use super::found_pairs::FoundPairs;
use super::tree::{NodeTree, TOP};
use super::tuning::NUMBERS_TOGETHER;
use crate::geometry::{Aabb, Real, Scalar, compare};
use crate::store::ScratchPool;
use crate::visit::Visit;
use alloc::vec::Vec;
use core::ops::{ControlFlow, Range};

/// A search for the overlaps of query boxes with the boxes of a tree. The visitor gets a pair as
/// the tree's number for its box and the key of the query box.
///
/// Each node is entered once for all query boxes. Entering it for each box separately takes 2.5
/// times as long in a loose octree of 100,000 boxes, because finding the node again costs as much
/// as comparing the boxes. The stack holds numbers: copies of the boxes are 3 % slower in 2D and
/// 9 % in 3D, because most boxes are moved more often than compared.
pub(crate) struct Descent<'a, 'v, T> {
    tree: &'a T,
    /// The active query boxes of each node on the way down, the deepest node last. Elements behind
    /// them are unspecified.
    active: Vec<u32>,
    pub(crate) found: FoundPairs<'v>,
}

impl<'a, 'v, T> Descent<'a, 'v, T> {
    /// Runs a search with scratch memory of a structure, and hands over the last pairs.
    pub(crate) fn run(
        tree: &'a T,
        memory: &ScratchPool<Vec<u32>>,
        visit: Visit<'v>,
        search: impl FnOnce(&mut Self) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut descent = Self {
            tree,
            active: memory.take().unwrap_or_default(),
            found: FoundPairs::new(visit),
        };
        let flow = search(&mut descent);
        memory.give_back(descent.active);
        flow?;
        descent.found.hand_over()
    }

    /// Finds all pairs of a query box with one of these numbers and a box at or below a node.
    /// `query` maps a number to the query box and its key.
    pub(crate) fn descend<'q, S: Scalar, const D: usize>(
        &mut self,
        node: u32,
        numbers: Range<u32>,
        query: &impl Fn(u32) -> (&'q Aabb<S, D>, u32),
    ) -> ControlFlow<()>
    where
        T: NodeTree<S, D>,
    {
        let count = numbers.len();
        if count == 0 {
            return ControlFlow::Continue(());
        }
        self.make_room(count);
        for (slot, number) in self.active.iter_mut().zip(numbers) {
            *slot = number;
        }
        self.enter(node, 0..count, query)
    }

    /// Finds all pairs among the query boxes with these numbers: sorts them by their starts on the
    /// axis with the widest spread of starts, and compares each with the later boxes that start
    /// before it ends.
    pub(crate) fn sweep<'q, S: Scalar, const D: usize>(
        &mut self,
        numbers: Range<u32>,
        query: &impl Fn(u32) -> (&'q Aabb<S, D>, u32),
    ) -> ControlFlow<()> {
        let starts = numbers
            .clone()
            .map(|number| Aabb::point(query(number).0.min()));
        let spread = Aabb::enclosing(starts).map_or([S::Real::ZERO; D], |all| all.extents());
        let wider = |widest: usize, axis: usize| match spread[axis] > spread[widest] {
            true => axis,
            false => widest,
        };
        let axis = (1..D).fold(0, wider);
        self.active.clear();
        self.active.extend(numbers);
        let start = |number: u32| query(number).0.ends(axis)[0];
        self.active
            .sort_unstable_by(|&a, &b| compare(&start(a), &start(b)).then(a.cmp(&b)));
        for (place, &number) in self.active.iter().enumerate() {
            let (aabb, key) = query(number);
            let end = aabb.ends(axis)[1];
            let later = self.active[place + 1..].iter().map(|&number| query(number));
            for (other, other_key) in later.take_while(|(other, _)| other.ends(axis)[0] <= end) {
                self.found.push_if(aabb.overlaps(other), [other_key, key])?;
            }
        }
        ControlFlow::Continue(())
    }

    fn make_room(&mut self, len: usize) {
        if self.active.len() < len {
            self.active.resize(len, 0);
        }
    }

    /// Finds the pairs at and below a node with the query boxes that are active above it, which are
    /// a range of the stack. Overwrites the stack behind that range.
    fn enter<'q, S: Scalar, const D: usize>(
        &mut self,
        node: u32,
        above: Range<usize>,
        query: &impl Fn(u32) -> (&'q Aabb<S, D>, u32),
    ) -> ControlFlow<()>
    where
        T: NodeTree<S, D>,
    {
        let tree = self.tree;
        let here = match node {
            TOP => above,
            _ => self.append_overlapping(node, above, query),
        };
        if here.is_empty() {
            return ControlFlow::Continue(());
        }
        let queries = self.active[here.clone()]
            .iter()
            .map(|&number| query(number));
        tree.pairs_at(node, queries, &mut self.found)?;
        tree.children(node)
            .try_for_each(|child| self.enter(child, here.clone(), query))
    }

    /// Copies the numbers in a range of the stack whose boxes overlap the bounds of a node to the
    /// stack behind the range. Returns the range of the copies.
    fn append_overlapping<'q, S: Scalar, const D: usize>(
        &mut self,
        node: u32,
        above: Range<usize>,
        query: &impl Fn(u32) -> (&'q Aabb<S, D>, u32),
    ) -> Range<usize>
    where
        T: NodeTree<S, D>,
    {
        let below = self.tree.summary(node);
        let start = above.end;
        if below.count == 0 {
            return start..start;
        }
        self.make_room(start + above.len());
        let (stack, free) = self.active.split_at_mut(start);
        let mut count = 0;
        for numbers in stack[above].chunks(NUMBERS_TOGETHER) {
            let (mut kept, mut kept_count) = ([0; NUMBERS_TOGETHER], 0);
            for &number in numbers {
                // Stored always, counted if it overlaps. The remainder costs less than a bounds
                // check.
                kept[kept_count % NUMBERS_TOGETHER] = number;
                kept_count += usize::from(query(number).0.overlaps(below.bounds));
            }
            free[count..count + kept_count].copy_from_slice(&kept[..kept_count]);
            count += kept_count;
        }
        start..start + count
    }
}
