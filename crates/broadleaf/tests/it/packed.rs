//! A packed tree that is rebuilt after every change, so that the tests of changing structures also
//! cover it.

use std::any::Any;
use std::ops::{ControlFlow, RangeInclusive};

use broadleaf::filter::CategoryMatrix;
use broadleaf::geometry::{Probe, Region, Scalar};
use broadleaf::index::{Accelerated, IndexCore, sealed};
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

impl<const AS_VIEW: bool, S: Scalar, const D: usize> IndexCore<S, D> for Rebuilt<AS_VIEW, S, D> {
    fn box_count(&self) -> usize {
        self.view().len()
    }
    fn box_of(&self, id: Id) -> Option<Aabb<S, D>> {
        self.view().get(id)
    }
    fn category_of(&self, id: Id) -> Option<u32> {
        self.view().category(id)
    }
    fn boxes(&self) -> impl Iterator<Item = (Id, Aabb<S, D>)> {
        self.view().iter().collect::<Vec<_>>().into_iter()
    }
    fn search<B>(
        &self,
        region: &(impl Region<S, D> + ?Sized),
        visit: impl FnMut(Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.view().search(region, visit)
    }
    fn search_pairs<B>(&self, visit: impl FnMut(Id, Id) -> ControlFlow<B>) -> ControlFlow<B> {
        self.view().search_pairs(visit)
    }
    fn search_hits<B>(
        &self,
        probe: &(impl Probe<S, D> + ?Sized),
        limit: S::Real,
        visit: impl FnMut(Hit<S::Real>) -> ControlFlow<B, S::Real>,
    ) -> ControlFlow<B> {
        self.view().search_hits(probe, limit, visit)
    }
    fn check(&self) -> Result<(), Violation> {
        self.view().validate()
    }
    fn measure(&self) -> Stats {
        self.view().stats()
    }
    fn visit_nodes(&self, visit: impl FnMut(NodeView<S, D>)) {
        self.view().for_each_node(visit);
    }
    fn accelerated(&self) -> impl Accelerated<'_, S, D> {
        self
    }
}

impl<const AS_VIEW: bool, S: Scalar, const D: usize> sealed::Sealed for &Rebuilt<AS_VIEW, S, D> {}

/// The accelerated functions of the view or of the tree.
impl<'a, const AS_VIEW: bool, S: Scalar, const D: usize> Accelerated<'a, S, D>
    for &'a Rebuilt<AS_VIEW, S, D>
{
    type Core = Rebuilt<AS_VIEW, S, D>;

    fn core(&self) -> &Self::Core {
        self
    }
    fn append_touched(self, region: &(impl Region<S, D> + ?Sized), ids: &mut Vec<Id>) {
        self.view().append_unsorted_overlaps(region, ids);
    }
    fn iter_touched(
        self,
        region: &'a (impl Region<S, D> + ?Sized),
    ) -> impl Iterator<Item = Id> + 'a {
        self.view()
            .overlap_iter(region)
            .collect::<Vec<_>>()
            .into_iter()
    }
    fn count_touched(self, region: &(impl Region<S, D> + ?Sized)) -> usize {
        self.view().count_overlaps(region)
    }
    fn bounds_of_count(
        self,
        window: &Aabb<S, D>,
        max_nodes: usize,
    ) -> Option<RangeInclusive<usize>> {
        self.view().accelerated().bounds_of_count(window, max_nodes)
    }
    fn iter_hits(
        self,
        probe: &'a (impl Probe<S, D> + ?Sized),
    ) -> impl Iterator<Item = Hit<S::Real>> + 'a {
        self.view().hit_iter(probe).collect::<Vec<_>>().into_iter()
    }
    fn search_filtered_pairs<B>(
        self,
        matrix: &CategoryMatrix,
        visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.view()
            .accelerated()
            .search_filtered_pairs(matrix, visit)
    }
    fn search_cross_pairs<B>(
        self,
        matrix: Option<&CategoryMatrix>,
        other: &impl IndexCore<S, D>,
        visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        if AS_VIEW {
            self.view()
                .accelerated()
                .search_cross_pairs(matrix, other, visit)
        } else {
            self.tree
                .accelerated()
                .search_cross_pairs(matrix, other, visit)
        }
    }
    fn join_boxes(self, boxes: &[Aabb<S, D>], visit: impl FnMut(u32, Id)) -> bool {
        self.view().accelerated().join_boxes(boxes, visit)
    }
    fn as_any(self) -> Option<&'a dyn Any> {
        if AS_VIEW {
            None
        } else {
            self.tree.accelerated().as_any()
        }
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
