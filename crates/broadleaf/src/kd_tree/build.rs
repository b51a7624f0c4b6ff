//! The build: choose cuts of several levels, sort the items by them, continue in each part.

use alloc::vec::Vec;
use core::array;
use core::mem;

use super::cuts::{Cuts, Sample};
use super::division::Division;
use super::leaf::leaf;
use super::node::{Item, Kind, Node};
use super::run::Run;
use super::shares::{MIN_SHARED, divide};
use crate::executor::Executor;
use crate::geometry::Scalar;
use crate::store::to_u32;

/// From this number of items on, the parts of a subtree are built at the same time.
const MIN_FORK: usize = 8_192;

/// Memory that builds reuse.
#[derive(Clone, Debug)]
pub(crate) struct Scratch<S, const D: usize> {
    /// A second copy of the items during a build; between builds memory for any items.
    pub(crate) spare: Vec<Item<S, D>>,
    parts: Vec<u8>,
    work: Work<S, D>,
}

impl<S: Scalar, const D: usize> Scratch<S, D> {
    pub(crate) const EMPTY: Self = Self {
        spare: Vec::new(),
        parts: Vec::new(),
        work: Work::EMPTY,
    };

    pub(crate) fn bytes(&self) -> usize {
        self.spare.capacity() * size_of::<Item<S, D>>() + self.parts.capacity() + self.work.bytes()
    }
}

/// The number of cuts above a leaf is at most this.
pub(crate) fn max_depth(len: usize, dimensions: usize) -> u32 {
    3 * (len + 2).ilog2() + 6 + to_u32(dimensions)
}

/// Sorts `items` into the order of a tree with leaves of at most `leaf_capacity` items, and
/// replaces `nodes` by the tree's. A leaf has more items only where most of them overlap.
///
/// Costs O(n log n). Apart from what each additional thread uses, allocates nothing if `scratch`
/// and `nodes` have been used for as many items.
pub(crate) fn build<S: Scalar, const D: usize>(
    executor: impl Executor,
    leaf_capacity: usize,
    items: &mut [Item<S, D>],
    scratch: &mut Scratch<S, D>,
    nodes: &mut Vec<Node<S, D>>,
) {
    nodes.clear();
    let Some(&first) = items.first() else { return };
    let Scratch { spare, parts, work } = scratch;
    spare.resize(items.len(), first);
    parts.resize(items.len(), 0);
    let builder = Builder {
        executor,
        leaf_capacity,
        exact_from: 2 * (items.len() + 2).ilog2(),
    };
    let root = Subtree {
        run: Run {
            start: 0,
            items,
            spare,
            parts,
        },
        axes: [true; D],
        depth: 0,
        part: None,
    };
    mem::swap(nodes, &mut work.nodes);
    builder.divide(root, work);
    mem::swap(nodes, &mut work.nodes);
}

/// Items that become a subtree.
struct Subtree<'a, S, const D: usize> {
    run: Run<'a, S, D>,
    /// The axes that are not used by a cut above that all the items cross.
    axes: [bool; D],
    /// The number of cuts above.
    depth: u32,
    /// The part of the current division that the items are; `None` if it has no cuts for them.
    part: Option<usize>,
}

/// The memory of one thread.
#[derive(Clone, Debug)]
struct Work<S, const D: usize> {
    nodes: Vec<Node<S, D>>,
    sample: Sample<S, D>,
    keys: Vec<(S, u32)>,
}

impl<S: Scalar, const D: usize> Work<S, D> {
    const EMPTY: Self = Self {
        nodes: Vec::new(),
        sample: Sample::EMPTY,
        keys: Vec::new(),
    };

    fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node<S, D>>()
            + self.sample.bytes()
            + self.keys.capacity() * size_of::<(S, u32)>()
    }

    fn push_leaf(&mut self, run: Run<'_, S, D>) {
        self.nodes.extend(leaf(run, &mut self.keys));
    }
}

#[derive(Clone, Copy)]
struct Builder<E> {
    executor: E,
    leaf_capacity: usize,
    /// From this depth on cuts are medians of all items: no input makes the tree deep.
    exact_from: u32,
}

impl<E: Executor> Builder<E> {
    /// Chooses cuts for a subtree, sorts its items by them, and builds it.
    fn divide<S: Scalar, const D: usize>(
        self,
        mut subtree: Subtree<'_, S, D>,
        work: &mut Work<S, D>,
    ) {
        let is_exact = subtree.depth >= self.exact_from;
        let cuts = Cuts::choose(
            subtree.run.items,
            self.leaf_capacity,
            subtree.axes,
            is_exact,
            &mut work.sample,
        );
        if cuts.get(1).is_none() {
            return work.push_leaf(subtree.run);
        }
        let is_shared = E::IS_PARALLEL && subtree.run.items.len() >= MIN_SHARED;
        let division = if is_shared {
            divide(self.executor, &mut subtree.run, cuts)
        } else {
            Division::of(&mut subtree.run, cuts)
        };
        subtree.part = Some(1);
        self.build(subtree, &division, work);
    }

    /// Builds a subtree with the cuts of a division, and divides it again where they end.
    fn build<S: Scalar, const D: usize>(
        self,
        subtree: Subtree<'_, S, D>,
        division: &Division<S>,
        work: &mut Work<S, D>,
    ) {
        let Subtree { run, .. } = &subtree;
        if run.items.len() <= self.leaf_capacity {
            return work.push_leaf(subtree.run);
        }
        let cut_of = |part: usize| division.cuts.get(part).map(|cut| (part, cut));
        let Some((part, cut)) = subtree.part.and_then(cut_of) else {
            return self.divide(subtree, work);
        };
        let is_crossed = division.own[part] > 0;
        let kind = Kind::Cut { cut, is_crossed };
        let node = work.nodes.len();
        work.nodes
            .push(Node::unfinished(run.start, kind, &run.items[0]));
        let is_forked = E::IS_PARALLEL && run.items.len() >= MIN_FORK;
        let children = subtree.children(part, cut.axis, division);
        if is_forked {
            self.build_forked(children, division, work);
        } else {
            for child in children {
                if !child.run.items.is_empty() {
                    self.build(child, division, work);
                }
            }
        }
        finish(&mut work.nodes, node);
    }

    /// Builds three children at the same time, each with memory of its own.
    fn build_forked<S: Scalar, const D: usize>(
        self,
        [crossing, below, above]: [Subtree<'_, S, D>; 3],
        division: &Division<S>,
        work: &mut Work<S, D>,
    ) {
        let nodes_of = |subtree: Subtree<'_, S, D>| {
            let mut work = Work::EMPTY;
            if !subtree.run.items.is_empty() {
                self.build(subtree, division, &mut work);
            }
            work.nodes
        };
        let (below, (crossing, above)) = self.executor.join(
            || nodes_of(below),
            || {
                self.executor
                    .join(|| nodes_of(crossing), || nodes_of(above))
            },
        );
        for nodes in [crossing, below, above] {
            work.nodes.extend_from_slice(&nodes);
        }
    }
}

impl<S: Scalar, const D: usize> Subtree<'_, S, D> {
    /// The items that cross the cut of `part`, those below it and those above it.
    fn children(self, part: usize, axis: usize, division: &Division<S>) -> [Self; 3] {
        let Self {
            run, axes, depth, ..
        } = self;
        let depth = depth + 1;
        let [crossing, beside] = run.split_at(division.own[part] as usize);
        let [below, above] = beside.split_at(division.total[2 * part] as usize);
        let beside = |run, part| Self {
            run,
            axes,
            depth,
            part: Some(part),
        };
        [
            Self {
                run: crossing,
                axes: array::from_fn(|other| axes[other] && other != axis),
                depth,
                part: None,
            },
            beside(below, 2 * part),
            beside(above, 2 * part + 1),
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
