//! The queries of a batch, on one thread and on several.

use super::curve::AnswerPiece;
use super::curve::answer;
#[cfg(feature = "rayon")]
use super::curve::par_answer;
use super::index::Batch;
use super::piece::{one_by_one, overlaps};
use crate::geometry::{Cast, Located, Place, Region, Scalar};
use crate::index::answers::Answers;
use crate::index::hit::Hit;
use crate::index::spatial_index::SpatialIndex;
use crate::store::Id;
use alloc::vec::Vec;

impl<I: SpatialIndex<S, D> + ?Sized, S: Scalar, const D: usize> Batch<'_, I, S, D> {
    /// The ids of all boxes that each region touches, ascending.
    #[must_use]
    pub fn overlaps(&self, regions: &[impl Region<S, D> + Located<S, D>]) -> Answers<Id> {
        answer(regions, self.by_overlaps(regions))
    }

    /// The first box that each cast hits; the smallest id among equally soon hits.
    #[must_use]
    pub fn cast(&self, casts: &[impl Cast<S, D> + Located<S, D>]) -> Vec<Option<Hit<S::Real>>> {
        answer(casts, self.by_cast(casts)).into_parts().1
    }

    /// Everything that each cast hits, by `(reach, id)`.
    #[must_use]
    pub fn cast_all(&self, casts: &[impl Cast<S, D> + Located<S, D>]) -> Answers<Hit<S::Real>> {
        answer(casts, self.by_cast_all(casts))
    }

    /// The box nearest to each place, with its squared distance; the smallest id among equally near
    /// boxes.
    #[must_use]
    pub fn nearest(
        &self,
        places: &[impl Place<S, D> + Located<S, D>],
    ) -> Vec<Option<Hit<S::Real>>> {
        answer(places, self.by_nearest(places)).into_parts().1
    }

    /// The `k` boxes nearest to each place, with squared distances, by `(distance, id)`.
    #[must_use]
    pub fn k_nearest(
        &self,
        places: &[impl Place<S, D> + Located<S, D>],
        k: usize,
    ) -> Answers<Hit<S::Real>> {
        answer(places, self.by_k_nearest(places, k))
    }

    /// The `k` boxes nearest to each place among those at most `distance` away, with squared
    /// distances, by `(distance, id)`.
    #[must_use]
    pub fn k_nearest_within(
        &self,
        places: &[impl Place<S, D> + Located<S, D>],
        k: usize,
        distance: S::Real,
    ) -> Answers<Hit<S::Real>> {
        answer(places, self.by_k_nearest_within(places, k, distance))
    }

    /// All boxes at most `distance` away from each place, with squared distances, by `(distance,
    /// id)`. A negative distance finds nothing.
    #[must_use]
    pub fn within_distance(
        &self,
        places: &[impl Place<S, D> + Located<S, D>],
        distance: S::Real,
    ) -> Answers<Hit<S::Real>> {
        answer(places, self.by_within_distance(places, distance))
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
        par_answer(regions, self.by_overlaps(regions))
    }

    /// [`cast`](Self::cast) on the threads of rayon's current pool.
    #[must_use]
    pub fn par_cast(
        &self,
        casts: &[impl Cast<S, D> + Located<S, D> + Sync],
    ) -> Vec<Option<Hit<S::Real>>> {
        par_answer(casts, self.by_cast(casts)).into_parts().1
    }

    /// [`cast_all`](Self::cast_all) on the threads of rayon's current pool.
    #[must_use]
    pub fn par_cast_all(
        &self,
        casts: &[impl Cast<S, D> + Located<S, D> + Sync],
    ) -> Answers<Hit<S::Real>> {
        par_answer(casts, self.by_cast_all(casts))
    }

    /// [`nearest`](Self::nearest) on the threads of rayon's current pool.
    #[must_use]
    pub fn par_nearest(
        &self,
        places: &[impl Place<S, D> + Located<S, D> + Sync],
    ) -> Vec<Option<Hit<S::Real>>> {
        par_answer(places, self.by_nearest(places)).into_parts().1
    }

    /// [`k_nearest`](Self::k_nearest) on the threads of rayon's current pool.
    #[must_use]
    pub fn par_k_nearest(
        &self,
        places: &[impl Place<S, D> + Located<S, D> + Sync],
        k: usize,
    ) -> Answers<Hit<S::Real>> {
        par_answer(places, self.by_k_nearest(places, k))
    }

    /// [`k_nearest_within`](Self::k_nearest_within) on the threads of rayon's current pool.
    #[must_use]
    pub fn par_k_nearest_within(
        &self,
        places: &[impl Place<S, D> + Located<S, D> + Sync],
        k: usize,
        distance: S::Real,
    ) -> Answers<Hit<S::Real>> {
        par_answer(places, self.by_k_nearest_within(places, k, distance))
    }

    /// [`within_distance`](Self::within_distance) on the threads of rayon's current pool.
    #[must_use]
    pub fn par_within_distance(
        &self,
        places: &[impl Place<S, D> + Located<S, D> + Sync],
        distance: S::Real,
    ) -> Answers<Hit<S::Real>> {
        par_answer(places, self.by_within_distance(places, distance))
    }
}

/// How to answer the queries with some indices, for each kind of query. The closures serve one
/// thread and many: they are `Sync` if the index and the queries are.
impl<I: SpatialIndex<S, D> + ?Sized, S: Scalar, const D: usize> Batch<'_, I, S, D> {
    fn by_overlaps<Q: Region<S, D> + Located<S, D>>(
        &self,
        regions: &[Q],
    ) -> impl Fn(&[usize]) -> AnswerPiece<Id> {
        |indices| overlaps(self.index, regions, indices)
    }

    fn by_cast<Q: Cast<S, D>>(
        &self,
        casts: &[Q],
    ) -> impl Fn(&[usize]) -> AnswerPiece<Option<Hit<S::Real>>> {
        |indices| {
            one_by_one(casts, indices, |cast, hits| {
                replace(hits, self.index.cast(cast));
            })
        }
    }

    fn by_cast_all<Q: Cast<S, D>>(
        &self,
        casts: &[Q],
    ) -> impl Fn(&[usize]) -> AnswerPiece<Hit<S::Real>> {
        |indices| {
            one_by_one(casts, indices, |cast, hits| {
                self.index.cast_all_into(cast, hits);
            })
        }
    }

    fn by_nearest<Q: Place<S, D>>(
        &self,
        places: &[Q],
    ) -> impl Fn(&[usize]) -> AnswerPiece<Option<Hit<S::Real>>> {
        |indices| {
            one_by_one(places, indices, |place, hits| {
                replace(hits, self.index.nearest(place));
            })
        }
    }

    fn by_k_nearest<Q: Place<S, D>>(
        &self,
        places: &[Q],
        k: usize,
    ) -> impl Fn(&[usize]) -> AnswerPiece<Hit<S::Real>> {
        move |indices| {
            one_by_one(places, indices, |place, hits| {
                self.index.k_nearest_into(place, k, hits);
            })
        }
    }

    fn by_k_nearest_within<Q: Place<S, D>>(
        &self,
        places: &[Q],
        k: usize,
        distance: S::Real,
    ) -> impl Fn(&[usize]) -> AnswerPiece<Hit<S::Real>> {
        move |indices| {
            one_by_one(places, indices, |place, hits| {
                self.index.k_nearest_within_into(place, k, distance, hits);
            })
        }
    }

    fn by_within_distance<Q: Place<S, D>>(
        &self,
        places: &[Q],
        distance: S::Real,
    ) -> impl Fn(&[usize]) -> AnswerPiece<Hit<S::Real>> {
        move |indices| {
            one_by_one(places, indices, |place, hits| {
                self.index.within_distance_into(place, distance, hits);
            })
        }
    }
}

/// Makes `item` the only element.
fn replace<T>(items: &mut Vec<T>, item: T) {
    items.clear();
    items.push(item);
}
