//! The specification: every question answered by looking at every box. Read this first.

use crate::geometry::{Aabb, Probe, Real, Region, Scalar};
use crate::index::{BroadPhase, Hit, SpatialIndex, from_iterator};
use crate::report::{NodeView, Stats, Violation};
use crate::store::Id;
use alloc::format;
use alloc::vec::Vec;
use core::ops::ControlFlow;

/// A list of boxes, and the definition of every answer: each structure must agree with this one.
///
/// The fastest choice below about fifty boxes; pairs cost O(n²), every other question O(n).
#[derive(Clone, Debug)]
pub struct BruteForce<S, const D: usize> {
    /// By ascending id.
    items: Vec<Item<S, D>>,
}

#[derive(Clone, Copy, Debug)]
struct Item<S, const D: usize> {
    id: Id,
    aabb: Aabb<S, D>,
    category: u32,
}

impl<S, const D: usize> BruteForce<S, D> {
    fn find(&self, id: Id) -> Result<usize, usize> {
        self.items.binary_search_by_key(&id, |item| item.id)
    }
}

impl<S: Scalar, const D: usize> SpatialIndex<S, D> for BruteForce<S, D> {
    fn len(&self) -> usize {
        self.items.len()
    }

    fn get(&self, id: Id) -> Option<Aabb<S, D>> {
        self.find(id).ok().map(|place| self.items[place].aabb)
    }

    fn iter(&self) -> impl Iterator<Item = (Id, Aabb<S, D>)> {
        self.items.iter().map(|item| (item.id, item.aabb))
    }

    fn category(&self, id: Id) -> Option<u32> {
        self.find(id).ok().map(|place| self.items[place].category)
    }

    fn try_for_each_overlap<B>(
        &self,
        region: &(impl Region<S, D> + ?Sized),
        mut visit: impl FnMut(Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        self.items
            .iter()
            .filter(|item| region.admits(item.category) && region.touches(&item.aabb))
            .try_for_each(|item| visit(item.id))
    }

    fn try_for_each_pair<B>(
        &self,
        mut visit: impl FnMut(Id, Id) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        for (i, a) in self.items.iter().enumerate() {
            for b in &self.items[i + 1..] {
                if a.aabb.overlaps(&b.aabb) {
                    visit(a.id, b.id)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn try_for_each_hit<B>(
        &self,
        probe: &(impl Probe<S, D> + ?Sized),
        mut limit: S::Real,
        mut visit: impl FnMut(Hit<S::Real>) -> ControlFlow<B, S::Real>,
    ) -> ControlFlow<B> {
        for item in self.items.iter().filter(|item| probe.admits(item.category)) {
            if let Some(reach) = probe.reach(&item.aabb).filter(|&reach| reach <= limit) {
                let shorter = visit(Hit { reach, id: item.id })?;
                limit = if shorter < limit { shorter } else { limit };
            }
        }
        ControlFlow::Continue(())
    }

    fn validate(&self) -> Result<(), Violation> {
        match self.items.windows(2).position(|two| two[0].id >= two[1].id) {
            Some(place) => Err(Violation::new(
                "items are sorted by id",
                format!("item {place}"),
            )),
            None => Ok(()),
        }
    }

    fn stats(&self) -> Stats {
        let areas = self
            .items
            .iter()
            .map(|item| item.aabb.half_area().to_f64())
            .sum::<f64>();
        let root_area = Aabb::enclosing(self.iter().map(|(_, aabb)| aabb))
            .map_or(0.0, |root| root.half_area().to_f64());
        Stats {
            len: self.len(),
            nodes: self.len(),
            area_ratio: if root_area > 0.0 {
                areas / root_area
            } else {
                0.0
            },
            bytes: self.items.capacity() * size_of::<Item<S, D>>(),
            ..Stats::default()
        }
    }

    fn for_each_node(&self, mut visit: impl FnMut(NodeView<S, D>)) {
        self.items.iter().for_each(|item| {
            visit(NodeView {
                aabb: item.aabb,
                level: 0,
                height: 0,
                id: Some(item.id),
            })
        });
    }
}

impl<S: Scalar, const D: usize> BroadPhase<S, D> for BruteForce<S, D> {
    fn insert(&mut self, id: Id, aabb: Aabb<S, D>) -> Option<Aabb<S, D>> {
        match self.find(id) {
            Ok(place) => Some(core::mem::replace(&mut self.items[place].aabb, aabb)),
            Err(place) => {
                self.items.insert(
                    place,
                    Item {
                        id,
                        aabb,
                        category: u32::MAX,
                    },
                );
                None
            }
        }
    }

    fn remove(&mut self, id: Id) -> Option<Aabb<S, D>> {
        self.find(id)
            .ok()
            .map(|place| self.items.remove(place).aabb)
    }

    fn clear(&mut self) {
        self.items.clear();
    }

    fn reserve(&mut self, additional: usize) {
        let _ = self.items.try_reserve(additional);
    }

    fn set_category(&mut self, id: Id, category: u32) -> Option<u32> {
        let place = self.find(id).ok()?;
        Some(core::mem::replace(
            &mut self.items[place].category,
            category,
        ))
    }

    fn optimize(&mut self) {}
}

from_iterator!(BruteForce);

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
