//! The mutable elements that regions touch.

use alloc::vec::Vec;
use core::fmt;
use core::ops::ControlFlow;
use core::slice;

use super::slice_mut::KdSliceMut;
use crate::geometry::{Region, Scalar};
use crate::index::SpatialIndex;
use crate::store::Id;

impl<T, S: Scalar, const D: usize> KdSliceMut<'_, T, S, D> {
    /// Visits every element whose box the region touches.
    ///
    /// ```
    /// use broadleaf::{Aabb, KdSliceMut};
    /// let mut row = [1, 2, 3, 4, 5];
    /// let mut index = KdSliceMut::new(&mut row, |&x| Aabb::point([x]))?;
    /// index.for_each_overlap_mut(&Aabb::new([2], [4]), |x| *x *= 10);
    /// assert_eq!(row, [1, 20, 30, 40, 5]);
    /// # Ok::<(), broadleaf::TooManyBoxes>(())
    /// ```
    #[doc(alias = "find_all_intersect_rect")]
    pub fn for_each_overlap_mut(
        &mut self,
        region: &(impl Region<S, D> + ?Sized),
        mut visit: impl FnMut(&mut T),
    ) {
        let Self { things, index } = self;
        index.for_each_overlap(region, |id| visit(&mut things[id.index()]));
    }

    /// Visits every element whose box the region touches, until the visitor breaks.
    ///
    /// ```
    /// use broadleaf::{Aabb, KdSliceMut};
    /// use core::ops::ControlFlow;
    /// let mut row = [1, 2, 3, 4, 5];
    /// let mut index = KdSliceMut::new(&mut row, |&x| Aabb::point([x]))?;
    /// let first = index.try_for_each_overlap_mut(&Aabb::new([2], [4]), |x| {
    ///     *x = 0;
    ///     ControlFlow::Break(())
    /// });
    /// assert!(first.is_break());
    /// assert_eq!(row.iter().filter(|&&x| x == 0).count(), 1);
    /// # Ok::<(), broadleaf::TooManyBoxes>(())
    /// ```
    pub fn try_for_each_overlap_mut<B>(
        &mut self,
        region: &(impl Region<S, D> + ?Sized),
        mut visit: impl FnMut(&mut T) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let Self { things, index } = self;
        index.try_for_each_overlap(region, |id| visit(&mut things[id.index()]))
    }

    /// The elements whose boxes the region touches, by ascending id.
    ///
    /// ```
    /// use broadleaf::{Aabb, KdSliceMut};
    /// let mut row = [3, 1, 2, 5, 4];
    /// let mut index = KdSliceMut::new(&mut row, |&x| Aabb::point([x]))?;
    /// let mut hits = index.overlaps_mut(&Aabb::new([2], [4]));
    /// assert_eq!(hits, [&3, &2, &4]);
    /// hits.iter_mut().for_each(|x| **x = 0);
    /// assert_eq!(row, [0, 1, 0, 5, 0]);
    /// # Ok::<(), broadleaf::TooManyBoxes>(())
    /// ```
    pub fn overlaps_mut(&mut self, region: &(impl Region<S, D> + ?Sized)) -> Vec<&mut T> {
        let ids = self.index.overlaps(region);
        let mut things = Ascending::new(self.things);
        ids.into_iter().filter_map(|id| things.take(id)).collect()
    }

    /// For each of several regions, the elements whose boxes it touches, by ascending id.
    ///
    /// # Errors
    /// Names the smallest id that two regions touch: two mutable references to one element cannot
    /// exist.
    ///
    /// ```
    /// use broadleaf::{Aabb, Id, KdSliceMut};
    /// let mut row = [1, 2, 3, 4, 5, 6];
    /// let mut index = KdSliceMut::new(&mut row, |&x| Aabb::point([x]))?;
    /// let (low, high) = (Aabb::new([1], [2]), Aabb::new([4], [5]));
    /// let [low, high] = index.disjoint_overlaps_mut([&low, &high])?;
    /// for (a, b) in low.into_iter().zip(high) {
    ///     std::mem::swap(a, b);
    /// }
    /// let shared = index.disjoint_overlaps_mut([&[3], &[6], &[3]]).unwrap_err();
    /// assert_eq!(shared.id, Id(2));
    /// assert_eq!(row, [4, 5, 3, 1, 2, 6]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn disjoint_overlaps_mut<const N: usize>(
        &mut self,
        regions: [&(impl Region<S, D> + ?Sized); N],
    ) -> Result<[Vec<&mut T>; N], SharedHit> {
        let ids = regions.map(|region| self.index.overlaps(region));
        self.disjoint_mut(ids.each_ref().map(Vec::as_slice))
    }

    /// The elements of several lists of ids that share no id, from any queries. Each list keeps its
    /// order, and ids without an element are left out.
    ///
    /// # Errors
    /// Names the smallest id that is in two lists, or twice in one: two mutable references to one
    /// element cannot exist.
    ///
    /// ```
    /// use broadleaf::{Aabb, Id, KdSliceMut, SpatialIndex};
    /// let mut row = [1, 2, 3, 4, 5, 6];
    /// let mut index = KdSliceMut::new(&mut row, |&x| Aabb::point([x]))?;
    /// let nearest: Vec<_> = index.k_nearest(&[5], 3).iter().map(|hit| hit.id).collect();
    /// let below = index.contained(&Aabb::new([1], [2]));
    /// let [nearest, below] = index.disjoint_mut([&nearest, &below])?;
    /// assert_eq!((nearest, below), (vec![&mut 5, &mut 4, &mut 6], vec![&mut 1, &mut 2]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[doc(alias = "find_all_in_rect")]
    #[doc(alias = "find_all_not_in_rect")]
    pub fn disjoint_mut<const N: usize>(
        &mut self,
        lists: [&[Id]; N],
    ) -> Result<[Vec<&mut T>; N], SharedHit> {
        let hits = sorted_hits(&lists);
        if let Some(twice) = hits.windows(2).find(|hits| hits[0].0 == hits[1].0) {
            return Err(SharedHit {
                id: twice[0].0,
                lists: [twice[0].1, twice[1].1],
            });
        }
        let mut slots = lists.map(|ids| ids.iter().map(|_| None).collect::<Vec<_>>());
        let mut things = Ascending::new(self.things);
        for (id, list, place) in hits {
            slots[list][place] = things.take(id);
        }
        Ok(slots.map(|things| things.into_iter().flatten().collect()))
    }
}

/// The id, the number of the list and the position in it of every hit, sorted.
fn sorted_hits(lists: &[&[Id]]) -> Vec<(Id, usize, usize)> {
    let mut hits = Vec::new();
    for (list, ids) in lists.iter().enumerate() {
        hits.extend(ids.iter().zip(0..).map(|(&id, place)| (id, list, place)));
    }
    hits.sort_unstable();
    hits
}

/// A slice from which mutable references to some elements are taken, by ascending id.
struct Ascending<'t, T> {
    things: slice::IterMut<'t, T>,
    /// The id of the first remaining element.
    next: usize,
}

impl<'t, T> Ascending<'t, T> {
    fn new(things: &'t mut [T]) -> Self {
        Self {
            things: things.iter_mut(),
            next: 0,
        }
    }

    /// The element with an id above the last one taken; `None` if there is none.
    fn take(&mut self, id: Id) -> Option<&'t mut T> {
        let skipped = id.index() - self.next;
        self.next = id.index() + 1;
        self.things.nth(skipped)
    }
}

/// The error for an element that is hit twice, and cannot be borrowed mutably for both hits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SharedHit {
    /// The id of the element.
    pub id: Id,
    /// The numbers of the two regions or lists that have it, from 0; equal if it is twice in one
    /// list.
    pub lists: [usize; 2],
}

impl fmt::Display for SharedHit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { id, lists: [a, b] } = self;
        write!(f, "element {id} is in lists {a} and {b}")
    }
}

impl core::error::Error for SharedHit {}
