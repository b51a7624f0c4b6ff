//! Moves the nodes and the items of plans to their positions in the tree.

use super::node::{BoxPlace, CellBox, CellNode, ROOT};
use super::plan::{Plan, Planned};
use super::tree::Orthtree;
use super::update::reserve_first;
use crate::executor::Executor;
use crate::geometry::Scalar;
use crate::store::to_u32;
use alloc::vec::Vec;
use core::mem::take;

impl<S: Scalar, const D: usize> Orthtree<S, D> {
    /// Moves the nodes of all plans to their positions, and copies the items. The slot of an item
    /// is its position in the list of all items.
    pub(super) fn place(
        &mut self,
        executor: impl Executor,
        items: &[CellBox<S, D>],
        large: &mut Plan<S, D>,
        subtrees: &mut [Plan<S, D>],
    ) {
        let nodes = join(large, subtrees);
        let plans = subtrees.iter().chain([&*large]);
        self.levels = plans.map(|plan| plan.levels).max().unwrap_or(0);
        let old = self.make_room(nodes, items.len());
        let filler = Filler {
            items,
            old: &old,
            leaf_capacity: self.config.effective_leaf_capacity(),
        };
        let (top, rest) = self.nodes.split_at_mut(large.nodes.len());
        let mut places = places(subtrees, rest, &mut self.entries);
        let slots = &mut self.slots;
        executor.join(
            || {
                let places = (0..).zip(items);
                places.for_each(|(slot, item)| slots.replace(item.id, slot));
            },
            || executor.for_each_mut(&mut places, |_, place| filler.fill(place)),
        );
        filler.fill(&mut PlanTarget {
            plan: large,
            begin: 0,
            nodes: top,
            entries: &mut self.entries,
            first: 0,
        });
    }

    /// Allocates nodes and slots. Returns the previous entries if they have categories.
    fn make_room(&mut self, nodes: usize, items: usize) -> Vec<BoxPlace> {
        // The first block is in use.
        self.blocks.take_new(nodes / Self::CHILDREN as usize - 1);
        self.nodes
            .resize_with(nodes.max(self.nodes.len()), CellNode::new);
        self.free_slots.clear();
        self.free_slots.take_new(items);
        let old = if self.has_categories {
            take(&mut self.entries)
        } else {
            Vec::new()
        };
        self.entries.resize(items, BoxPlace::NEW);
        old
    }
}

/// Decides that the nodes of the subtrees go behind the large nodes. Completes the large nodes;
/// returns the number of all nodes.
fn join<S: Scalar, const D: usize>(large: &mut Plan<S, D>, subtrees: &mut [Plan<S, D>]) -> usize {
    let mut end = large.nodes.len();
    for plan in subtrees {
        // The root of the subtree is one of the large nodes.
        plan.shift = to_u32(end - 1);
        end += plan.nodes.len() - 1;
        let Planned { node, own } = &plan.nodes[ROOT as usize];
        let children = plan.child_in_tree(node.children);
        let node = CellNode {
            children,
            ..node.clone()
        };
        large.nodes[plan.root as usize] = Planned {
            node,
            own: own.clone(),
        };
    }
    large.sum_up();
    end
}

/// Splits the memory behind the large nodes among the subtrees.
fn places<'a, S: Scalar, const D: usize>(
    subtrees: &'a mut [Plan<S, D>],
    mut nodes: &'a mut [CellNode<S, D>],
    mut entries: &'a mut [BoxPlace],
) -> Vec<PlanTarget<'a, S, D>> {
    let mut end = 0;
    let cut = |plan: &'a mut Plan<S, D>| {
        // The root's own items are behind those of its children.
        let items = plan.first..plan.nodes[ROOT as usize].own.start;
        // The own items of large nodes lie between those of the subtrees.
        _ = entries.split_off_mut(..(items.start - end) as usize);
        end = items.end;
        PlanTarget {
            begin: 1,
            nodes: nodes
                .split_off_mut(..plan.nodes.len() - 1)
                .unwrap_or_default(),
            entries: entries.split_off_mut(..items.len()).unwrap_or_default(),
            first: items.start,
            plan,
        }
    };
    subtrees.iter_mut().map(cut).collect()
}

/// The destination of nodes of a plan.
struct PlanTarget<'a, S, const D: usize> {
    plan: &'a mut Plan<S, D>,
    /// The index in the plan of the first of these nodes.
    begin: usize,
    nodes: &'a mut [CellNode<S, D>],
    /// The entries of their items, and the position of the first item.
    entries: &'a mut [BoxPlace],
    first: u32,
}

struct Filler<'a, S, const D: usize> {
    /// All items.
    items: &'a [CellBox<S, D>],
    /// The previous entries, by the previous slots of items, for their categories; empty if every
    /// box has all bits.
    old: &'a [BoxPlace],
    leaf_capacity: usize,
}

impl<S: Scalar, const D: usize> Filler<'_, S, D> {
    /// Moves nodes from a plan to their destination, and copies their items.
    fn fill(&self, place: &mut PlanTarget<'_, S, D>) {
        let PlanTarget {
            plan,
            begin,
            nodes,
            entries,
            first,
        } = place;
        for (number, index) in (*begin..plan.nodes.len()).zip(to_u32(*begin) + plan.shift..) {
            let Planned { node, own } = &plan.nodes[number];
            let target = &mut nodes[number - *begin];
            let items = &self.items[own.start as usize..own.end as usize];
            let start = (own.start - *first) as usize;
            for ((position, item), entry) in (0..).zip(items).zip(&mut entries[start..]) {
                *entry = BoxPlace {
                    node: index,
                    index: position,
                    category: self.category_of(item),
                };
            }
            let mut list = take(&mut target.items);
            if !items.is_empty() {
                reserve_first(&mut list, self.leaf_capacity);
            }
            list.extend(
                own.clone()
                    .zip(items)
                    .map(|(slot, item)| CellBox { slot, ..*item }),
            );
            *target = CellNode {
                items: list,
                parent: plan.parent_in_tree(node.parent),
                children: plan.child_in_tree(node.children),
                ..node.clone()
            };
        }
    }

    fn category_of(&self, item: &CellBox<S, D>) -> u32 {
        let old = self.old.get(item.slot as usize);
        old.map_or(u32::MAX, |old| old.category)
    }
}
