//! The common constructor of structures, from a list of boxes whose indices become ids.

#[cfg(feature = "rayon")]
use super::tuning::COST_OF_BOX;
#[cfg(feature = "rayon")]
use crate::executor::{Executor, Parallel};

/// Whether this number of boxes is worth more than one thread.
#[cfg(feature = "rayon")]
pub(crate) fn are_shared(boxes: usize) -> bool {
    Parallel.shares(boxes, COST_OF_BOX)
}

/// Implements `from_boxes` for a structure that has `FromIterator`. The example uses the name that
/// the root of the crate exports.
macro_rules! from_boxes {
    ($Structure:ident, $exported:literal) => {
        impl<S: $crate::geometry::Scalar, const D: usize> $Structure<S, D> {
            /// Builds the structure of these boxes, with default settings. The id of a box is its
            /// index.
            ///
            /// `boxes` is a slice, an array, a vector or another
            /// [`BoxSource`](crate::geometry::BoxSource).
            ///
            /// # Errors
            /// If there are more than 2³² - 1 boxes.
            ///
            /// ```
            #[doc = concat!("use broadleaf::{Aabb, Id, SpatialIndex, ", $exported, "};")]
            /// let boxes = [[0, 0], [5, 5], [2, 1]].map(|[x, y]| Aabb::new([x, y], [x + 2, y + 2]));
            #[doc = concat!("let index = ", $exported, "::from_boxes(&boxes)?;")]
            /// assert_eq!(index.pairs(), [[Id(0), Id(2)]]);
            /// # Ok::<(), broadleaf::TooManyBoxes>(())
            /// ```
            pub fn from_boxes(
                boxes: &(impl $crate::geometry::BoxSource<S, D> + ?Sized),
            ) -> Result<Self, $crate::store::TooManyBoxes> {
                $crate::store::TooManyBoxes::check(boxes.len())?;
                let ids = 0..$crate::store::to_u32(boxes.len());
                let boxes = ids.map(|id| ($crate::store::Id(id), boxes.get(id as usize)));
                Ok(boxes.collect())
            }
        }
    };
}
pub(crate) use from_boxes;

/// Implements `par_from_boxes` for a structure that has rayon's `ParallelExtend`.
#[cfg(feature = "rayon")]
macro_rules! par_from_boxes {
    ($Structure:ident, $exported:literal) => {
        impl<S: $crate::geometry::Scalar, const D: usize> $Structure<S, D> {
            /// [`from_boxes`](Self::from_boxes) on the threads of rayon's current pool, with the
            /// same result for any number of threads. Needs the feature `rayon`.
            ///
            /// # Errors
            /// If there are more than 2³² - 1 boxes.
            ///
            /// ```
            #[doc = concat!("use broadleaf::{Aabb, SpatialIndex, ", $exported, "};")]
            /// let row: Vec<_> = (0..10_000).map(|x| Aabb::new([2 * x, 0], [2 * x + 2, 1])).collect();
            #[doc = concat!("let index = ", $exported, "::par_from_boxes(&row)?;")]
            /// assert_eq!(index.par_count_pairs(), 9_999);
            /// # Ok::<(), broadleaf::TooManyBoxes>(())
            /// ```
            pub fn par_from_boxes(
                boxes: &(impl $crate::geometry::BoxSource<S, D> + ?Sized),
            ) -> Result<Self, $crate::store::TooManyBoxes> {
                use rayon::iter::{IntoParallelIterator, ParallelExtend, ParallelIterator};

                if !$crate::index::are_shared(boxes.len()) {
                    return Self::from_boxes(boxes);
                }
                $crate::store::TooManyBoxes::check(boxes.len())?;
                let ids = (0..$crate::store::to_u32(boxes.len())).into_par_iter();
                let mut structure = Self::default();
                structure.par_extend(ids.map(|id| ($crate::store::Id(id), boxes.get(id as usize))));
                Ok(structure)
            }
        }
    };
}
#[cfg(feature = "rayon")]
pub(crate) use par_from_boxes;
