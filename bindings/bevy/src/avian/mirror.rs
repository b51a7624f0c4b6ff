//! Trees of the boxes in avian's trees.

use broadleaf::{Aabb, DynamicTree, Id, SpatialIndex, SpatialIndexMut};

use super::D;
use super::engine::collider_tree::{
    ColliderTreeProxyKey, ColliderTreeType, ColliderTrees, ProxyId,
};

/// For each of avian's trees, one with the same ids and boxes, which already have avian's margins.
#[derive(bevy_ecs::resource::Resource, Default)]
pub(super) struct Mirror {
    trees: [DynamicTree<f32, D>; 4],
    /// Of a search, kept for its memory.
    found: Vec<Id>,
}

impl Mirror {
    /// Copies what changed, where `changed` has all proxies that are new or have another box.
    pub(super) fn update(
        &mut self,
        theirs: &ColliderTrees,
        changed: impl Iterator<Item = ColliderTreeProxyKey>,
    ) {
        let mut moves: [Vec<_>; 4] = Default::default();
        for key in changed {
            let tree_type = key.tree_type() as usize;
            match aabb(theirs, key) {
                Some(aabb) => moves[tree_type].push((id(key), aabb)),
                None => _ = self.trees[tree_type].remove(id(key)),
            }
        }
        for (tree, moves) in self.trees.iter_mut().zip(moves) {
            tree.extend(moves);
        }
        // avian reports no removals. All additions are here: more boxes are removed ones.
        let len = theirs.iter_trees().map(|tree| tree.proxies.len()).sum();
        if self.trees.iter().map(DynamicTree::len).sum::<usize>() != len {
            self.remove_departed(theirs);
        }
    }

    fn remove_departed(&mut self, theirs: &ColliderTrees) {
        for tree_type in ColliderTreeType::ALL {
            let tree = &mut self.trees[tree_type as usize];
            let key = |id: Id| ColliderTreeProxyKey::new(ProxyId::new(id.0), tree_type);
            let departed = tree.iter().map(|(id, _)| id);
            let departed = departed.filter(|&id| aabb(theirs, key(id)).is_none());
            for id in departed.collect::<Vec<_>>() {
                tree.remove(id);
            }
        }
    }

    /// Visits the other proxies of one type whose boxes overlap that of `key`, in the order of
    /// their ids.
    pub(super) fn for_each_overlap(
        &mut self,
        key: ColliderTreeProxyKey,
        tree_type: ColliderTreeType,
        mut visit: impl FnMut(ColliderTreeProxyKey),
    ) {
        let Some(aabb) = self.trees[key.tree_type() as usize].get(id(key)) else {
            return;
        };
        self.trees[tree_type as usize].overlaps_into(&aabb, &mut self.found);
        let keys = self.found.iter();
        let keys = keys.map(|id| ColliderTreeProxyKey::new(ProxyId::new(id.0), tree_type));
        keys.filter(|&other| other != key).for_each(&mut visit);
    }
}

fn id(key: ColliderTreeProxyKey) -> Id {
    Id(key.id().id())
}

/// The box of a proxy that exists; none if it is NaN or the wrong way round: it forms no pairs.
fn aabb(trees: &ColliderTrees, key: ColliderTreeProxyKey) -> Option<Aabb<f32, D>> {
    let tree = trees.tree_for_type(key.tree_type());
    tree.get_proxy(key.id())?;
    let aabb = tree.get_proxy_aabb(key.id())?;
    let [min, max] = [aabb.min, aabb.max].map(|corner| core::array::from_fn(|axis| corner[axis]));
    Aabb::try_new(min, max).ok()
}
