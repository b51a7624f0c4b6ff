//! Many questions at once.

use super::answers::Answers;
use super::curve::answer;
#[cfg(feature = "rayon")]
use super::curve::par_answer;
use super::hit::Hit;
use super::piece::{one_by_one, overlaps};
use super::spatial_index::SpatialIndex;
use crate::geometry::{Cast, Located, Place, Region, Scalar};
use crate::store::Id;
use alloc::vec::Vec;
use core::marker::PhantomData;

/// The questions of an index, many at once: the same answers as one by one, in the order of the
/// questions.
///
/// The questions are answered in the order of their [locations](Located) on a Morton curve, so that
/// consecutive ones visit the same nodes. The forms with the prefix `par_` divide them among the
/// threads of rayon's current pool and need the feature `rayon`; the answers are the same for any
/// number of threads.
///
/// ```
/// use broadleaf::{Aabb, DynamicTree, Id, Ray, SpatialIndex};
/// let row = (0..4).map(|i| (Id(i), Aabb::new([i as f32, 0.0], [i as f32 + 0.5, 1.0])));
/// let tree: DynamicTree<f32, 2> = row.collect();
///
/// let rooms = [Aabb::new([0.0, 0.0], [1.0, 1.0]), Aabb::new([2.9, 0.0], [9.0, 9.0])];
/// let inside = tree.batch().overlaps(&rooms);
/// assert_eq!((&inside[0], &inside[1]), (&[Id(0), Id(1)][..], &[Id(3)][..]));
///
/// let down = [2.2, 7.0].map(|x| Ray::new([x, 5.0], [0.0, -1.0]).unwrap());
/// let hits = tree.batch().cast(&down);
/// assert_eq!(hits.iter().map(|hit| hit.map(|hit| hit.id)).collect::<Vec<_>>(), [Some(Id(2)), None]);
/// ```
#[derive(Debug)]
pub struct Batch<'a, I: ?Sized, S, const D: usize> {
    index: &'a I,
    scalar: PhantomData<S>,
}

impl<'a, I: SpatialIndex<S, D> + ?Sized, S: Scalar, const D: usize> Batch<'a, I, S, D> {
    pub(super) fn new(index: &'a I) -> Self {
        Self {
            index,
            scalar: PhantomData,
        }
    }

    /// The ids of all boxes that each region touches, ascending.
    #[must_use]
    pub fn overlaps(&self, regions: &[impl Region<S, D> + Located<S, D>]) -> Answers<Id> {
        answer(regions, |indices| overlaps(self.index, regions, indices))
    }

    /// The first box that each cast hits; the smallest id among equally soon ones.
    #[must_use]
    pub fn cast(&self, casts: &[impl Cast<S, D> + Located<S, D>]) -> Vec<Option<Hit<S::Real>>> {
        answer(casts, |indices| {
            one_by_one(casts, indices, |cast, hits| {
                replace(hits, self.index.cast(cast))
            })
        })
        .into_parts()
        .1
    }

    /// Everything that each cast hits, by `(reach, id)`.
    #[must_use]
    pub fn cast_all(&self, casts: &[impl Cast<S, D> + Located<S, D>]) -> Answers<Hit<S::Real>> {
        answer(casts, |indices| {
            one_by_one(casts, indices, |cast, hits| {
                self.index.cast_all_into(cast, hits)
            })
        })
    }

    /// The box nearest to each place, with its squared distance; the smallest id among equally near
    /// ones.
    #[must_use]
    pub fn nearest(
        &self,
        places: &[impl Place<S, D> + Located<S, D>],
    ) -> Vec<Option<Hit<S::Real>>> {
        answer(places, |indices| {
            one_by_one(places, indices, |place, hits| {
                replace(hits, self.index.nearest(place))
            })
        })
        .into_parts()
        .1
    }

    /// The `k` boxes nearest to each place, with squared distances, by `(distance, id)`.
    #[must_use]
    pub fn k_nearest(
        &self,
        places: &[impl Place<S, D> + Located<S, D>],
        k: usize,
    ) -> Answers<Hit<S::Real>> {
        answer(places, |indices| {
            one_by_one(places, indices, |place, hits| {
                self.index.k_nearest_into(place, k, hits)
            })
        })
    }

    /// All boxes at most `distance` away from each place, with squared distances, by
    /// `(distance, id)`. Nothing is within a negative distance.
    #[must_use]
    pub fn within_distance(
        &self,
        places: &[impl Place<S, D> + Located<S, D>],
        distance: S::Real,
    ) -> Answers<Hit<S::Real>> {
        answer(places, |indices| {
            one_by_one(places, indices, |place, hits| {
                self.index.within_distance_into(place, distance, hits)
            })
        })
    }
}

#[cfg(feature = "rayon")]
impl<I: SpatialIndex<S, D> + Sync + ?Sized, S: Scalar, const D: usize> Batch<'_, I, S, D> {
    /// [`overlaps`](Self::overlaps) on the threads of rayon's current pool.
    #[must_use]
    pub fn par_overlaps(
        &self,
        regions: &[impl Region<S, D> + Located<S, D> + Sync],
    ) -> Answers<Id> {
        par_answer(regions, |indices| overlaps(self.index, regions, indices))
    }

    /// [`cast`](Self::cast) on the threads of rayon's current pool.
    #[must_use]
    pub fn par_cast(
        &self,
        casts: &[impl Cast<S, D> + Located<S, D> + Sync],
    ) -> Vec<Option<Hit<S::Real>>> {
        par_answer(casts, |indices| {
            one_by_one(casts, indices, |cast, hits| {
                replace(hits, self.index.cast(cast))
            })
        })
        .into_parts()
        .1
    }

    /// [`cast_all`](Self::cast_all) on the threads of rayon's current pool.
    #[must_use]
    pub fn par_cast_all(
        &self,
        casts: &[impl Cast<S, D> + Located<S, D> + Sync],
    ) -> Answers<Hit<S::Real>> {
        par_answer(casts, |indices| {
            one_by_one(casts, indices, |cast, hits| {
                self.index.cast_all_into(cast, hits)
            })
        })
    }

    /// [`nearest`](Self::nearest) on the threads of rayon's current pool.
    #[must_use]
    pub fn par_nearest(
        &self,
        places: &[impl Place<S, D> + Located<S, D> + Sync],
    ) -> Vec<Option<Hit<S::Real>>> {
        par_answer(places, |indices| {
            one_by_one(places, indices, |place, hits| {
                replace(hits, self.index.nearest(place))
            })
        })
        .into_parts()
        .1
    }

    /// [`k_nearest`](Self::k_nearest) on the threads of rayon's current pool.
    #[must_use]
    pub fn par_k_nearest(
        &self,
        places: &[impl Place<S, D> + Located<S, D> + Sync],
        k: usize,
    ) -> Answers<Hit<S::Real>> {
        par_answer(places, |indices| {
            one_by_one(places, indices, |place, hits| {
                self.index.k_nearest_into(place, k, hits)
            })
        })
    }

    /// [`within_distance`](Self::within_distance) on the threads of rayon's current pool.
    #[must_use]
    pub fn par_within_distance(
        &self,
        places: &[impl Place<S, D> + Located<S, D> + Sync],
        distance: S::Real,
    ) -> Answers<Hit<S::Real>> {
        par_answer(places, |indices| {
            one_by_one(places, indices, |place, hits| {
                self.index.within_distance_into(place, distance, hits)
            })
        })
    }
}

/// Makes `item` the only one.
fn replace<T>(items: &mut Vec<T>, item: T) {
    items.clear();
    items.push(item);
}
