//! `validate` names each invariant that is broken.

use crate::dynamic_tree::config::Balance;
use crate::dynamic_tree::layout::{NodeIndex, NodeShape, TreeNode};
use crate::dynamic_tree::tree::DynamicTree;
use crate::geometry::Aabb;
use crate::index::{SpatialIndex, SpatialIndexMut};
use crate::store::Id;

type Tree = DynamicTree<i32, 2>;

/// Eight boxes, each ten times as far away as the previous one: a tree that is nearly a list.
fn tree() -> Tree {
    let mut tree = Tree::new();
    for id in 0..8 {
        let x = 10_i32.pow(id);
        tree.insert_with_category(Id(id), Aabb::new([x, 0], [x + 1, 1]), 1);
    }
    tree.validate().unwrap();
    tree
}

/// Breaks a tree and returns the invariant that `validate` names.
fn broken(harm: impl Fn(&mut Tree)) -> &'static str {
    let mut tree = tree();
    harm(&mut tree);
    tree.validate().unwrap_err().invariant()
}

/// The lowest inner node above a leaf.
fn above(tree: &Tree, id: u32) -> NodeIndex {
    tree.parent(tree.leaf(Id(id)).unwrap())
}

#[test]
fn t1_a_box_is_the_union_of_its_childrens() {
    for change in [Aabb::EVERYWHERE, Aabb::point([0, 0])] {
        let invariant = broken(|tree| {
            let node = above(tree, 3);
            tree.node_mut(node).aabb = change;
        });
        assert_eq!(invariant, "T1: a box is the union of the children's boxes");
    }
    // A box that moved without its parent.
    let moved = broken(|tree| {
        let leaf = tree.leaf(Id(0)).unwrap();
        tree.node_mut(leaf).aabb = Aabb::point([-5, 0]);
    });
    assert!(moved.starts_with("T1: "), "{moved}");
}

#[test]
fn t2_weight_height_and_category_follow_from_the_childrens() {
    for (height, weight) in [(1, 0), (0, 1)] {
        let invariant = broken(|tree| {
            let node = tree.node_mut(NodeIndex::ROOT);
            let old = node.shape;
            node.shape = NodeShape::new(old.height() + height, old.weight() + weight);
        });
        let expected = "T2: weight and height follow from the children's";
        assert_eq!(invariant, expected);
    }
    let category = broken(|tree| tree.set_category_of(NodeIndex::ROOT, 3));
    assert_eq!(category, "T2: a category is the union of the children's");
}

#[test]
fn t3_a_parent_link_leads_to_the_parent() {
    let invariant = broken(|tree| {
        let siblings = tree.leaf(Id(0)).unwrap().siblings();
        let wrong = tree.parents[siblings].sibling();
        tree.parents[siblings] = wrong;
    });
    assert_eq!(invariant, "T3: the parent link leads to the parent");
}

#[test]
fn t4_siblings_are_balanced() {
    let invariant = broken(|tree| tree.config.balance = Balance::Height);
    assert_eq!(invariant, "T4: siblings are balanced");
    // A list of sixteen nodes is higher than 2 log2(16) + 4.
    let mut list = Tree::new();
    let mut end = NodeIndex::ROOT;
    for id in 0..15 {
        let children = list.allocate(end);
        let aabb = Aabb::point([0, 0]);
        let leaf = TreeNode::leaf(Id(id), aabb);
        list.set_node(NodeIndex::new(children, 0), leaf, u32::MAX);
        end = NodeIndex::new(children, 1);
    }
    let last = TreeNode::leaf(Id(15), Aabb::point([0, 0]));
    list.set_node(end, last, u32::MAX);
    while end != NodeIndex::ROOT {
        let (parent, siblings) = (list.parent(end), end.siblings());
        let children = u32::try_from(siblings).unwrap();
        let inner = TreeNode::inner(children, &list.siblings[siblings]);
        list.set_node(parent, inner, u32::MAX);
        end = parent;
    }
    assert_eq!(list.height(), 15);
    let invariant = list.validate().unwrap_err().invariant();
    assert_eq!(invariant, "T4: siblings are balanced");
}

#[test]
fn t5_the_id_map_leads_to_the_leaves_and_nowhere_else() {
    let swapped = broken(|tree| {
        let [a, b] = [0, 1].map(|id| tree.leaf(Id(id)).unwrap());
        tree.leaves.set(Id(0), b.0);
        tree.leaves.set(Id(1), a.0);
    });
    assert_eq!(swapped, "T5: the id map leads to every leaf");
    let missing = broken(|tree| _ = tree.leaves.remove(Id(4)));
    assert_eq!(missing, "T5: the id map leads to every leaf");
    let extra = broken(|tree| _ = tree.leaves.set(Id(70), 3));
    assert_eq!(extra, "T5: the id map leads to nothing else");
}

#[test]
fn t6_siblings_are_reachable_once_or_free_and_unused() {
    let lost = broken(|tree| _ = tree.allocate(NodeIndex::ROOT));
    assert_eq!(lost, "T6: every pair of siblings is reachable or free");
    let used_and_free = broken(|tree| {
        let spare = tree.allocate(NodeIndex::ROOT);
        tree.free(spare);
        tree.siblings[spare as usize][1] = *tree.node(tree.leaf(Id(0)).unwrap());
    });
    assert_eq!(used_and_free, "T6: free nodes are unused");
    // Two pairs of equal boxes: nothing distinguishes their parents.
    let boxes = (0..4).map(|id| (Id(id), Aabb::point([0, 0])));
    let mut tree: Tree = boxes.collect();
    let [a, b] = [0, 1].map(|side| NodeIndex::new(tree.node(NodeIndex::ROOT).children(), side));
    assert!(tree.node(a).shape == tree.node(b).shape && tree.node(a).is_inner());
    *tree.node_mut(a) = *tree.node(b);
    let two_parents = tree.validate().unwrap_err();
    assert_eq!(two_parents.invariant(), "T6: siblings have one parent");
}

#[test]
fn a_violation_names_the_node() {
    let mut tree = tree();
    tree.node_mut(NodeIndex::ROOT).aabb = Aabb::EVERYWHERE;
    assert_eq!(tree.validate().unwrap_err().location(), "node 0");
}
