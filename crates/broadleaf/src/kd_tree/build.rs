//! The build: choose cuts of several levels, sort the items by them, continue in each part.

use alloc::vec::Vec;
use core::array;
use core::mem;

use super::cuts::{Cuts, Sample};
use super::division::{Division, find_parts};
use super::leaf::{IndexedKey, leaf};
use super::node::{Item, Kind, Node};
use super::run::Run;
use crate::executor::{Cost, Executor};
use crate::geometry::Scalar;
use crate::sort::Partition;
use crate::store::{ScratchPool, to_u32};

/// From this number of items on, the parts of a subtree are built at the same time.
const MIN_FORK: usize = 4_096;
/// What it costs to find the part of an item.
const COST: Cost = Cost::nanoseconds(2);

/// Memory that builds reuse.
#[derive(Clone, Debug)]
pub(crate) struct Scratch<S: Scalar, const D: usize> {
    /// Where a build puts the items; between builds memory for any items.
    pub(crate) spare: Vec<Item<S, D>>,
    parts: Vec<u8>,
    work: Work<S, D>,
    /// What the parts borrow that are built at the same time.
    works: ScratchPool<Work<S, D>>,
}

impl<S: Scalar, const D: usize> Scratch<S, D> {
    pub(crate) fn new() -> Self {
        Self {
            spare: Vec::new(),
            parts: Vec::new(),
            work: Work::EMPTY,
            works: ScratchPool::default(),
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.spare.capacity() * size_of::<Item<S, D>>()
            + self.parts.capacity()
            + self.work.bytes()
            + self.works.bytes(Work::bytes)
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
    items: &mut Vec<Item<S, D>>,
    scratch: &mut Scratch<S, D>,
    nodes: &mut Vec<Node<S, D>>,
) {
    nodes.clear();
    let Some(&first) = items.first() else { return };
    let Scratch {
        spare,
        parts,
        work,
        works,
    } = scratch;
    spare.resize(items.len(), first);
    parts.resize(items.len(), 0);
    let builder = Builder {
        executor,
        leaf_capacity,
        exact_from: 2 * (items.len() + 2).ilog2(),
        works,
    };
    mem::swap(nodes, &mut work.nodes);
    builder.build_all(items, spare, parts, work);
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
struct Work<S: Scalar, const D: usize> {
    nodes: Vec<Node<S, D>>,
    sample: Sample<S, D>,
    keys: Vec<IndexedKey<S>>,
    /// A second copy of items.
    spare: Vec<Item<S, D>>,
}

impl<S: Scalar, const D: usize> Work<S, D> {
    const EMPTY: Self = Self {
        nodes: Vec::new(),
        sample: Sample::EMPTY,
        keys: Vec::new(),
        spare: Vec::new(),
    };

    fn bytes(&self) -> usize {
        self.nodes.capacity() * size_of::<Node<S, D>>()
            + self.sample.bytes()
            + self.keys.capacity() * size_of::<IndexedKey<S>>()
            + self.spare.capacity() * size_of::<Item<S, D>>()
    }

    fn push_leaf(&mut self, start: u32, items: &mut [Item<S, D>]) {
        let spare = spare_for(&mut self.spare, items);
        let leaf = leaf(start, items, spare, &mut self.keys);
        self.nodes.extend(leaf);
    }
}

/// Memory for a second copy of items.
fn spare_for<'a, T: Copy>(memory: &'a mut Vec<T>, items: &[T]) -> &'a mut [T] {
    if let Some(&first) = items.first() {
        memory.resize(items.len().max(memory.len()), first);
    }
    &mut memory[..items.len()]
}

#[derive(Clone, Copy)]
struct Builder<'t, E, S: Scalar, const D: usize> {
    executor: E,
    leaf_capacity: usize,
    /// From this depth on cuts are medians of all items: no input makes the tree deep.
    exact_from: u32,
    works: &'t ScratchPool<Work<S, D>>,
}

impl<E: Executor, S: Scalar, const D: usize> Builder<'_, E, S, D> {
    /// Builds the whole tree. Items that are divided move to `spare`, and the lists change roles:
    /// threads only read what the caller has collected.
    fn build_all(
        self,
        items: &mut Vec<Item<S, D>>,
        spare: &mut Vec<Item<S, D>>,
        parts: &mut [u8],
        work: &mut Work<S, D>,
    ) {
        let axes = [true; D];
        let cuts = Cuts::choose(items, self.leaf_capacity, axes, false, &mut work.sample);
        if cuts.get(1).is_none() {
            return work.push_leaf(0, items);
        }
        let division = self.divide(items, spare, parts, cuts);
        mem::swap(items, spare);
        let root = Subtree {
            run: Run {
                start: 0,
                items,
                parts,
            },
            axes,
            depth: 0,
            part: Some(1),
        };
        self.build(root, &division, work);
    }

    /// Copies items to `sorted`, part by part.
    fn divide(
        self,
        items: &[Item<S, D>],
        sorted: &mut [Item<S, D>],
        parts: &mut [u8],
        cuts: Cuts<S>,
    ) -> Division<S> {
        if !self.executor.shares(items.len(), COST) {
            return Division::of(items, sorted, parts, cuts);
        }
        let find = |items: &[_], parts: &mut [u8]| find_parts(&cuts, items, parts);
        let partition = Partition::find(self.executor, COST, items, parts, find);
        let division = Division::new(cuts, partition.counts());
        partition.copy_to(self.executor, sorted, division.order());
        division
    }

    /// Chooses cuts for a subtree, sorts its items by them, and builds it.
    fn build_anew(self, mut subtree: Subtree<'_, S, D>, work: &mut Work<S, D>) {
        let is_exact = subtree.depth >= self.exact_from;
        let Run { items, parts, .. } = &mut subtree.run;
        let cuts = Cuts::choose(
            items,
            self.leaf_capacity,
            subtree.axes,
            is_exact,
            &mut work.sample,
        );
        if cuts.get(1).is_none() {
            return work.push_leaf(subtree.run.start, subtree.run.items);
        }
        let spare = spare_for(&mut work.spare, items);
        let division = self.divide(items, spare, parts, cuts);
        items.copy_from_slice(spare);
        subtree.part = Some(1);
        self.build(subtree, &division, work);
    }

    /// Builds a subtree with the cuts of a division, and divides it again where they end.
    fn build(self, subtree: Subtree<'_, S, D>, division: &Division<S>, work: &mut Work<S, D>) {
        let Subtree { run, .. } = &subtree;
        if run.items.len() <= self.leaf_capacity {
            return work.push_leaf(subtree.run.start, subtree.run.items);
        }
        let cut_of = |part: usize| division.cuts.get(part).map(|cut| (part, cut));
        let Some((part, cut)) = subtree.part.and_then(cut_of) else {
            return self.build_anew(subtree, work);
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
    fn build_forked(
        self,
        [crossing, below, above]: [Subtree<'_, S, D>; 3],
        division: &Division<S>,
        work: &mut Work<S, D>,
    ) {
        let nodes_of = |subtree: Subtree<'_, S, D>| {
            if subtree.run.items.is_empty() {
                return Vec::new();
            }
            self.works.lend(
                || Work::EMPTY,
                |work| {
                    self.build(subtree, division, work);
                    mem::take(&mut work.nodes)
                },
            )
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
