//! A packed tree that is built again after every change, so that the tests of structures that
//! change are tests of it, too.

use std::any::Any;
use std::ops::ControlFlow;

use broadleaf::geometry::{Probe, Region, Scalar};
use broadleaf::packed_tree::{Order, PackedTree, PackedTreeView};
use broadleaf::report::{NodeView, Stats, Violation};
use broadleaf::{Aabb, BruteForce, Hit, Id, SpatialIndex, SpatialIndexMut};

/// The boxes, and the tree of them. With `AS_VIEW` the tree is read from its bytes at an odd
/// address.
#[derive(Clone, Debug)]
pub(crate) struct Rebuilt<const AS_VIEW: bool, S: Scalar, const D: usize> {
    map: BruteForce<S, D>,
    tree: PackedTree<S, D>,
    bytes: Vec<u8>,
}

impl<const AS_VIEW: bool, S: Scalar, const D: usize> Default for Rebuilt<AS_VIEW, S, D> {
    fn default() -> Self {
        let mut rebuilt = Self {
            map: BruteForce::new(),
            tree: PackedTree::default(),
            bytes: Vec::new(),
        };
        rebuilt.rebuild();
        rebuilt
    }
}

impl<const AS_VIEW: bool, S: Scalar, const D: usize> Rebuilt<AS_VIEW, S, D> {
    fn rebuild(&mut self) {
        let order = if self.map.len() % 2 == 0 {
            Order::Cuts
        } else {
            Order::Curve
        };
        let tree = PackedTree::from_items(self.map.iter(), order);
        let category = |id| self.map.category(id).unwrap();
        let has_categories = self.map.iter().any(|(id, _)| category(id) != u32::MAX);
        self.tree = if has_categories {
            tree.with_categories(category)
        } else {
            tree
        };
        if AS_VIEW {
            self.bytes.clear();
            self.bytes.push(0);
            self.bytes.extend_from_slice(self.tree.as_bytes());
        }
    }

    fn change<T>(&mut self, change: impl FnOnce(&mut BruteForce<S, D>) -> T) -> T {
        let result = change(&mut self.map);
        self.rebuild();
        result
    }

    fn view(&self) -> PackedTreeView<'_, S, D> {
        if AS_VIEW {
            PackedTreeView::from_bytes(&self.bytes[1..]).unwrap()
        } else {
            self.tree.view()
        }
    }
}

impl<const AS_VIEW: bool, S: Scalar, const D: usize> SpatialIndex<S, D> for Rebuilt<AS_VIEW, S, D> {
    fn len(&self) -> usize {
        self.view().len()
    }
    fn get(&self, id: Id) -> Option<Aabb<S, D>> {
        self.view().get(id)
    }
    fn category(&self, id: Id) -> Option<u32> {
        self.view().category(id)
    }
    fn iter(&self) -> impl Iterator<Item = (Id, Aabb<S, D>)> {
        self.view().iter().collect::<Vec<_>>().into_iter()
    }
    fn try_for_each_overlap<B>(
        &self,
        region: &(impl Region<S, D> + ?Sized),
        visit: impl FnMut(Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.view().try_for_each_overlap(region, visit)
    }
    fn append_overlaps(&self, region: &(impl Region<S, D> + ?Sized), ids: &mut Vec<Id>) {
        self.view().append_overlaps(region, ids);
    }
    fn try_for_each_pair<B>(&self, visit: impl FnMut(Id, Id) -> ControlFlow<B>) -> ControlFlow<B> {
        self.view().try_for_each_pair(visit)
    }
    fn try_for_each_pair_of<B>(
        &self,
        ids: &[Id],
        visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.view().try_for_each_pair_of(ids, visit)
    }
    fn try_for_each_cross_pair<B>(
        &self,
        other: &impl SpatialIndex<S, D>,
        visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if AS_VIEW {
            self.view().try_for_each_cross_pair(other, visit)
        } else {
            self.tree.try_for_each_cross_pair(other, visit)
        }
    }
    fn try_for_each_hit<B>(
        &self,
        probe: &(impl Probe<S, D> + ?Sized),
        limit: S::Real,
        visit: impl FnMut(Hit<S::Real>) -> ControlFlow<B, S::Real>,
    ) -> ControlFlow<B> {
        self.view().try_for_each_hit(probe, limit, visit)
    }
    fn hit_iter<'a>(
        &'a self,
        probe: &'a (impl Probe<S, D> + ?Sized),
    ) -> impl Iterator<Item = Hit<S::Real>> + 'a {
        self.view().hit_iter(probe).collect::<Vec<_>>().into_iter()
    }
    fn validate(&self) -> Result<(), Violation> {
        self.view().validate()
    }
    fn stats(&self) -> Stats {
        self.view().stats()
    }
    fn for_each_node(&self, visit: impl FnMut(NodeView<S, D>)) {
        self.view().for_each_node(visit);
    }
    fn join_boxes(&self, boxes: &[Aabb<S, D>], visit: impl FnMut(u32, Id)) -> bool {
        self.view().join_boxes(boxes, visit)
    }
    fn as_any(&self) -> Option<&dyn Any> {
        if AS_VIEW { None } else { self.tree.as_any() }
    }
}

impl<const AS_VIEW: bool, S: Scalar, const D: usize> SpatialIndexMut<S, D>
    for Rebuilt<AS_VIEW, S, D>
{
    fn insert(&mut self, id: Id, aabb: Aabb<S, D>) -> Option<Aabb<S, D>> {
        self.change(|map| map.insert(id, aabb))
    }
    fn remove(&mut self, id: Id) -> Option<Aabb<S, D>> {
        self.change(|map| map.remove(id))
    }
    fn clear(&mut self) {
        self.change(BruteForce::clear);
    }
    fn reserve(&mut self, additional: usize) {
        self.map.reserve(additional);
    }
    fn set_category(&mut self, id: Id, category: u32) -> Option<u32> {
        self.change(|map| map.set_category(id, category))
    }
    fn optimize(&mut self) {}
}

impl<const AS_VIEW: bool, S: Scalar, const D: usize> Extend<(Id, Aabb<S, D>)>
    for Rebuilt<AS_VIEW, S, D>
{
    fn extend<I: IntoIterator<Item = (Id, Aabb<S, D>)>>(&mut self, boxes: I) {
        self.change(|map| map.extend(boxes));
    }
}
