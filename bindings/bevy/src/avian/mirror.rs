//! A broad phase of the boxes in avian's trees.

use bevy_ecs::prelude::*;
use broadleaf::broad_phase::{Margin, Mobility, ProxyConfig, ProxyId};
use broadleaf::{Aabb, BroadPhase, Filter};

use super::D;
use super::engine::collider_tree::{ColliderTreeProxy, ColliderTreeProxyKey, ColliderTrees};

/// The boxes of avian's trees, which already have avian's margins, with the keys of the colliders.
#[derive(Resource)]
pub(super) struct Mirror {
    broad_phase: BroadPhase<ColliderTreeProxyKey, f32, D>,
    /// For each type of tree, the proxies here of those there.
    proxies: [Vec<Option<ProxyId>>; 4],
    moves: Vec<(ProxyId, Aabb<f32, D>)>,
}

impl Default for Mirror {
    fn default() -> Self {
        Self {
            broad_phase: BroadPhase::new(Margin::Tight),
            proxies: Default::default(),
            moves: Vec::new(),
        }
    }
}

impl Mirror {
    /// Copies what changed, where `changed` has all proxies that are new, have another box or
    /// filter, or are of another type.
    pub(super) fn update(
        &mut self,
        trees: &ColliderTrees,
        changed: impl Iterator<Item = ColliderTreeProxyKey>,
    ) {
        changed.for_each(|key| self.copy(trees, key));
        // avian reports no removals. All additions are here: more proxies are removed ones.
        let theirs: usize = trees.iter_trees().map(|tree| tree.proxies.len()).sum();
        if self.broad_phase.len() != theirs {
            self.remove_departed(trees);
        }
        // The proxies of the list exist: `remove_departed` takes none that is in a tree.
        let _ = self.broad_phase.set_aabbs(self.moves.drain(..));
        // Without a limit there is no error.
        let _ = self.broad_phase.try_step(usize::MAX);
    }

    /// The pairs with a proxy among these, sorted.
    pub(super) fn pairs_of(
        &self,
        keys: &[ColliderTreeProxyKey],
    ) -> impl Iterator<Item = [ColliderTreeProxyKey; 2]> {
        let ids: Vec<_> = keys.iter().filter_map(|&key| self.proxy(key)).collect();
        let key = |id| self.broad_phase.user_data(id).copied();
        let pairs = self.broad_phase.pairs_of(&ids).into_iter();
        pairs.filter_map(move |[a, b]| Some([key(a)?, key(b)?]))
    }

    fn proxy(&self, key: ColliderTreeProxyKey) -> Option<ProxyId> {
        let proxies = &self.proxies[key.tree_type() as usize];
        *proxies.get(key.id().index())?
    }

    fn copy(&mut self, trees: &ColliderTrees, key: ColliderTreeProxyKey) {
        let Some(theirs) = trees.get_proxy(key) else {
            return;
        };
        let (config, aabb) = match aabb(trees, key) {
            Some(aabb) => (config(theirs, key), aabb),
            None => nowhere(),
        };
        match self.proxy(key) {
            Some(id) => self.change(id, config, aabb),
            None => self.create(key, config, aabb),
        }
    }

    fn change(&mut self, id: ProxyId, config: ProxyConfig<f32>, aabb: Aabb<f32, D>) {
        let broad_phase = &mut self.broad_phase;
        if broad_phase.aabb(id) != Some(aabb) {
            self.moves.push((id, aabb));
        }
        if broad_phase.filter(id) != Some(config.filter) {
            let _ = broad_phase.set_filter(id, config.filter);
        }
        if broad_phase.mobility(id) != Some(config.mobility) {
            let _ = broad_phase.set_mobility(id, config.mobility);
        }
    }

    fn create(&mut self, key: ColliderTreeProxyKey, config: ProxyConfig<f32>, aabb: Aabb<f32, D>) {
        let proxies = &mut self.proxies[key.tree_type() as usize];
        let index = key.id().index();
        if proxies.len() <= index {
            proxies.resize(index + 1, None);
        }
        proxies[index] = Some(self.broad_phase.create_with(config, aabb, key));
    }

    fn remove_departed(&mut self, trees: &ColliderTrees) {
        let all = self.broad_phase.iter();
        let departed = all.filter(|&(_, &key)| trees.get_proxy(key).is_none());
        for (id, key) in departed.map(|(id, &key)| (id, key)).collect::<Vec<_>>() {
            self.broad_phase.remove(id);
            self.proxies[key.tree_type() as usize][key.id().index()] = None;
        }
    }
}

/// For a box that is NaN or the wrong way round: no pairs.
fn nowhere() -> (ProxyConfig<f32>, Aabb<f32, D>) {
    let config = ProxyConfig::new(Mobility::Static).with_filter(Filter::new(0, 0));
    (config, Aabb::new([0.0; D], [0.0; D]))
}

fn aabb(trees: &ColliderTrees, key: ColliderTreeProxyKey) -> Option<Aabb<f32, D>> {
    let tree = trees.tree_for_type(key.tree_type());
    let aabb = tree.get_proxy_aabb(key.id())?;
    let [min, max] = [aabb.min, aabb.max].map(|corner| core::array::from_fn(|axis| corner[axis]));
    Aabb::try_new(min, max).ok()
}

/// Leaves out, of the pairs that avian does not want, those of layers, of one body, of standalone
/// colliders, and of static ones that are not sensors. The rest cannot be numerous.
fn config(proxy: &ColliderTreeProxy, key: ColliderTreeProxyKey) -> ProxyConfig<f32> {
    let mobility = if key.is_static() && !proxy.is_sensor() {
        Mobility::Static
    } else {
        Mobility::Dynamic
    };
    let layers = proxy.layers;
    let filter = Filter::new(layers.memberships.0, layers.filters.0);
    ProxyConfig::new(mobility).with_filter(filter.with_group(group(proxy.body)))
}

/// A negative group for each body, whose colliders form no pairs, and one for all without a body.
fn group(body: Option<Entity>) -> i32 {
    let Some(body) = body else { return i32::MIN };
    // An index that does not fit goes without a group: the pairs are sorted out later.
    i32::try_from(body.index_u32() + 1).map_or(0, |number| -number)
}
