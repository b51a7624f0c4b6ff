//! Builds subtrees: chooses cuts of several levels, sorts the items by them, continues in each
//! part.

use alloc::vec::Vec;
use core::array;
use core::mem;

use super::super::tuning::{COST_OF_BUILD, COST_OF_PART};
use super::cuts::Cuts;
use super::division::{Division, find_parts};
use super::leaf::leaf;
use super::memory::{BuildMemory, KdMemory, spare_for};
use super::node::{CutOrLeaf, Node, SweptBox};
use crate::executor::Executor;
use crate::geometry::Scalar;
use crate::sort::Partition;
use crate::store::{ScratchPool, to_u32};

/// The greatest number of cuts above a leaf.
///
/// Down to `2 log₂ n`, a sample may mislead every cut; below, medians of all items halve the rest,
/// and each of `D` axes may be crossed once.
pub(in crate::kd_sweep) fn max_depth(len: usize, dimensions: usize) -> u32 {
    3 * (len + 2).ilog2() + 6 + to_u32(dimensions)
}

/// Sorts `items` into the order of a tree with leaves of at most `leaf_capacity` items, and
/// replaces `nodes` by the nodes of the tree. A leaf has more items only where most of them
/// overlap. For every item, `max_ends` gets the greatest end of the items of its leaf up to it,
/// along the axis of the leaf.
///
/// Costs O(n log n). Once `memory` and the lists have served as many items, allocates only what
/// each additional thread uses.
pub(in crate::kd_sweep) fn build<S: Scalar, const D: usize>(
    executor: impl Executor,
    leaf_capacity: usize,
    items: &mut [SweptBox<S, D>],
    max_ends: &mut Vec<S>,
    memory: &mut KdMemory<S, D>,
    nodes: &mut Vec<Node<S, D>>,
) {
    nodes.clear();
    max_ends.resize(items.len(), S::MIN);
    memory.parts.resize(items.len(), 0);
    let builder = TreeBuilder {
        executor,
        leaf_capacity,
        exact_from: 2 * (items.len() + 2).ilog2(),
        works: &memory.works,
    };
    let root = Subtree {
        start: 0,
        items,
        max_ends,
        parts: &mut memory.parts,
        axes: [true; D],
        depth: 0,
        part: None,
    };
    let work = &mut memory.work;
    mem::swap(nodes, &mut work.nodes);
    builder.build_anew(root, work);
    mem::swap(nodes, &mut work.nodes);
}

/// Items that become a subtree.
struct Subtree<'a, S, const D: usize> {
    start: u32,
    items: &'a mut [SweptBox<S, D>],
    /// Written for each item once it is in a leaf.
    max_ends: &'a mut [S],
    /// The parts of the items in the current division.
    parts: &'a mut [u8],
    /// The axes without a cut above that all the items cross.
    axes: [bool; D],
    /// The number of cuts above.
    depth: u32,
    /// The part of the current division that consists of the items; `None` if it has no cuts for
    /// them.
    part: Option<usize>,
}

#[derive(Clone, Copy)]
struct TreeBuilder<'t, E, S: Scalar, const D: usize> {
    executor: E,
    leaf_capacity: usize,
    /// From this depth on, cuts are medians of all items, so that no input makes the tree deep.
    exact_from: u32,
    works: &'t ScratchPool<BuildMemory<S, D>>,
}

impl<E: Executor, S: Scalar, const D: usize> TreeBuilder<'_, E, S, D> {
    fn divide(
        self,
        items: &[SweptBox<S, D>],
        sorted: &mut [SweptBox<S, D>],
        parts: &mut [u8],
        cuts: Cuts<S>,
    ) -> Division<S> {
        if !self.executor.shares(items.len(), COST_OF_PART) {
            return Division::of(items, sorted, parts, cuts);
        }
        let find = |items: &[_], parts: &mut [u8]| find_parts(&cuts, items, parts);
        let partition = Partition::find(self.executor, COST_OF_PART, items, parts, find);
        let division = Division::new(cuts, partition.counts());
        partition.copy_to(self.executor, sorted, division.order());
        division
    }

    /// Chooses cuts for a subtree, sorts its items by them, and builds it.
    fn build_anew(self, mut subtree: Subtree<'_, S, D>, work: &mut BuildMemory<S, D>) {
        let is_exact = subtree.depth >= self.exact_from;
        let Subtree {
            start,
            items,
            max_ends,
            parts,
            axes,
            ..
        } = &mut subtree;
        let cuts = Cuts::choose(items, self.leaf_capacity, *axes, is_exact, &mut work.sample);
        if cuts.get(1).is_none() {
            return leaf(*start, items, max_ends, work);
        }
        let spare = spare_for(&mut work.spare, items);
        let division = self.divide(items, spare, parts, cuts);
        items.copy_from_slice(spare);
        subtree.part = Some(1);
        self.build(subtree, &division, work);
    }

    /// Builds a subtree with the cuts of a division, and divides it again where they end.
    fn build(
        self,
        subtree: Subtree<'_, S, D>,
        division: &Division<S>,
        work: &mut BuildMemory<S, D>,
    ) {
        if subtree.items.len() <= self.leaf_capacity {
            return leaf(subtree.start, subtree.items, subtree.max_ends, work);
        }
        let cut_of = |part: usize| division.cuts.get(part).map(|cut| (part, cut));
        let Some((part, cut)) = subtree.part.and_then(cut_of) else {
            return self.build_anew(subtree, work);
        };
        let is_crossed = division.own[part] > 0;
        let kind = CutOrLeaf::Cut { cut, is_crossed };
        let node = work.nodes.len();
        work.nodes
            .push(Node::unfinished(subtree.start, kind, &subtree.items[0]));
        let is_forked = self.executor.shares(subtree.items.len(), COST_OF_BUILD);
        let children = subtree.children(part, cut.axis, division);
        if is_forked {
            self.build_forked(children, division, work);
        } else {
            for child in children {
                if !child.items.is_empty() {
                    self.build(child, division, work);
                }
            }
        }
        finish(&mut work.nodes, node);
    }

    /// Builds three children in parallel, each in its own memory.
    fn build_forked(
        self,
        [crossing, below, above]: [Subtree<'_, S, D>; 3],
        division: &Division<S>,
        work: &mut BuildMemory<S, D>,
    ) {
        let nodes_of = |subtree: Subtree<'_, S, D>| {
            if subtree.items.is_empty() {
                return Vec::new();
            }
            self.works.lend(BuildMemory::default, |work| {
                self.build(subtree, division, work);
                mem::take(&mut work.nodes)
            })
        };
        let (below, (crossing, above)) = self.executor.join(
            || nodes_of(below),
            || {
                self.executor
                    .join(|| nodes_of(crossing), || nodes_of(above))
            },
        );
        for mut nodes in [crossing, below, above] {
            work.nodes.append(&mut nodes);
        }
    }
}

impl<S: Scalar, const D: usize> Subtree<'_, S, D> {
    /// The items that cross the cut of `part`, the items below it and the items above it.
    fn children(self, part: usize, axis: usize, division: &Division<S>) -> [Self; 3] {
        let [crossing, beside] = self.split_at(division.own[part] as usize);
        let [below, above] = beside.split_at(division.total[2 * part] as usize);
        let crossing_axes = array::from_fn(|other| crossing.axes[other] && other != axis);
        let of_part = |subtree, part| Self { part, ..subtree };
        [
            Self {
                axes: crossing_axes,
                ..of_part(crossing, None)
            },
            of_part(below, Some(2 * part)),
            of_part(above, Some(2 * part + 1)),
        ]
        .map(|subtree| Self {
            depth: subtree.depth + 1,
            ..subtree
        })
    }

    /// The first `count` items, and the rest.
    fn split_at(self, count: usize) -> [Self; 2] {
        let (items, more_items) = self.items.split_at_mut(count);
        let (max_ends, more_max_ends) = self.max_ends.split_at_mut(count);
        let (parts, more_parts) = self.parts.split_at_mut(count);
        [
            Self {
                items,
                max_ends,
                parts,
                ..self
            },
            Self {
                start: self.start + to_u32(count),
                items: more_items,
                max_ends: more_max_ends,
                parts: more_parts,
                ..self
            },
        ]
    }
}

/// Completes a node whose descendants have been appended.
fn finish<S: Scalar, const D: usize>(nodes: &mut [Node<S, D>], node: usize) {
    let (above, below) = nodes.split_at_mut(node + 1);
    let node = &mut above[node];
    node.nodes += to_u32(below.len());
    let mut child = 0;
    while let Some(next) = below.get(child) {
        node.bounds = node.bounds.union(&next.bounds);
        node.category |= next.category;
        node.end = next.end;
        child += next.nodes as usize;
    }
}
