//! The specification: every query tests every box. Read this first.

use crate::geometry::{Aabb, Probe, Region, Scalar, lesser};
use crate::index::{Hit, IndexCore, SpatialIndex, SpatialIndexMut, from_boxes, from_iterator};
use crate::report::{AreaRatio, NodeView, Stats, Violation, ensure};
use crate::store::Id;
use alloc::vec::Vec;
use core::mem::replace;
use core::ops::ControlFlow;

/// A sorted list of boxes. It defines every answer: each structure must agree with it.
///
/// Suits a few dozen boxes. Pairs cost O(n²); insertions, removals and all other queries O(n).
#[derive(Clone, Debug)]
pub struct BruteForce<S, const D: usize> {
    /// In ascending order of ids.
    items: Vec<ListedBox<S, D>>,
}

#[derive(Clone, Copy, Debug)]
struct ListedBox<S, const D: usize> {
    id: Id,
    aabb: Aabb<S, D>,
    category: u32,
}

impl<S, const D: usize> BruteForce<S, D> {
    /// An empty list.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// The index of the item with this id, or where to insert it.
    fn find(&self, id: Id) -> Result<usize, usize> {
        self.items.binary_search_by_key(&id, |item| item.id)
    }
}

impl<S: Scalar, const D: usize> IndexCore<S, D> for BruteForce<S, D> {
    fn box_count(&self) -> usize {
        self.items.len()
    }

    fn box_of(&self, id: Id) -> Option<Aabb<S, D>> {
        let index = self.find(id).ok()?;
        Some(self.items[index].aabb)
    }

    fn boxes(&self) -> impl Iterator<Item = (Id, Aabb<S, D>)> {
        self.items.iter().map(|item| (item.id, item.aabb))
    }

    fn category_of(&self, id: Id) -> Option<u32> {
        let index = self.find(id).ok()?;
        Some(self.items[index].category)
    }

    fn search<B>(
        &self,
        region: &(impl Region<S, D> + ?Sized),
        mut visit: impl FnMut(Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.items
            .iter()
            .filter(|item| region.admits(item.category) && region.touches(&item.aabb))
            .try_for_each(|item| visit(item.id))
    }

    fn search_pairs<B>(&self, mut visit: impl FnMut(Id, Id) -> ControlFlow<B>) -> ControlFlow<B> {
        for (i, a) in self.items.iter().enumerate() {
            for b in &self.items[i + 1..] {
                if a.aabb.overlaps(&b.aabb) {
                    visit(a.id, b.id)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn search_hits<B>(
        &self,
        probe: &(impl Probe<S, D> + ?Sized),
        mut limit: S::Real,
        mut visit: impl FnMut(Hit<S::Real>) -> ControlFlow<B, S::Real>,
    ) -> ControlFlow<B> {
        for item in self.items.iter().filter(|item| probe.admits(item.category)) {
            if let Some(reach) = probe.reach(&item.aabb).filter(|&reach| reach <= limit) {
                limit = lesser(limit, visit(Hit { reach, id: item.id })?);
            }
        }
        ControlFlow::Continue(())
    }

    fn check(&self) -> Result<(), Violation> {
        for (index, two) in self.items.windows(2).enumerate() {
            ensure(
                two[0].id < two[1].id,
                "items are sorted by id",
                format_args!("item {index}"),
            )?;
        }
        Ok(())
    }

    fn measure(&self) -> Stats {
        let bounds = Aabb::enclosing(self.items.iter().map(|item| item.aabb));
        let mut area_ratio = AreaRatio::new(bounds);
        let items = self.items.iter();
        items.for_each(|item| area_ratio.add(&item.aabb));
        Stats {
            len: self.len(),
            nodes: self.len(),
            area_ratio: area_ratio.value(),
            bytes: self.items.capacity() * size_of::<ListedBox<S, D>>(),
            ..Stats::default()
        }
    }

    fn visit_nodes(&self, mut visit: impl FnMut(NodeView<S, D>)) {
        for item in &self.items {
            visit(NodeView::leaf(item.aabb, 0, item.id));
        }
    }
}

impl<S: Scalar, const D: usize> SpatialIndexMut<S, D> for BruteForce<S, D> {
    fn insert(&mut self, id: Id, aabb: Aabb<S, D>) -> Option<Aabb<S, D>> {
        match self.find(id) {
            Ok(index) => Some(replace(&mut self.items[index].aabb, aabb)),
            Err(index) => {
                let item = ListedBox {
                    id,
                    aabb,
                    category: u32::MAX,
                };
                self.items.insert(index, item);
                None
            }
        }
    }

    fn remove(&mut self, id: Id) -> Option<Aabb<S, D>> {
        let index = self.find(id).ok()?;
        Some(self.items.remove(index).aabb)
    }

    fn clear(&mut self) {
        self.items.clear();
    }

    fn reserve(&mut self, additional: usize) {
        let _ = self.items.try_reserve(additional);
    }

    fn set_category(&mut self, id: Id, category: u32) -> Option<u32> {
        let index = self.find(id).ok()?;
        Some(replace(&mut self.items[index].category, category))
    }

    fn optimize(&mut self) {}
}

from_iterator!(BruteForce);
from_boxes!(BruteForce, "BruteForce");

impl<S, const D: usize> Default for BruteForce<S, D> {
    fn default() -> Self {
        Self { items: Vec::new() }
    }
}

impl<S: Scalar, const D: usize> Extend<(Id, Aabb<S, D>)> for BruteForce<S, D> {
    fn extend<I: IntoIterator<Item = (Id, Aabb<S, D>)>>(&mut self, boxes: I) {
        for (id, aabb) in boxes {
            self.insert(id, aabb);
        }
    }
}
