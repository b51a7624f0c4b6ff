//! Boxes in the caller's memory, in any form.

use alloc::vec::Vec;
use core::fmt;

use crate::geometry::aabb::Aabb;
use crate::geometry::scalar::traits::Scalar;
use crate::simd::prefetch_ends;

/// A sequence of boxes that can be read by index.
///
/// Implemented for slices, arrays and vectors of boxes. [`Columns`](crate::geometry::Columns) and
/// [`Rows`](crate::geometry::Rows) read boxes from numbers in the caller's memory without a copy,
/// and [`from_fn`] computes them.
///
/// An implementation must return the same box for an index every time: a
/// [`PairFinder`](crate::PairFinder) reads each box at least twice, and finds wrong pairs if they
/// differ. Sources are `Sync`, because several threads may read one.
///
/// ```
/// use broadleaf::geometry::BoxSource;
/// use broadleaf::{Aabb, self_pairs};
///
/// struct Body {
///     position: [f32; 2],
///     radius: f32,
/// }
///
/// struct Bodies(Vec<Body>);
///
/// impl BoxSource<f32, 2> for Bodies {
///     fn len(&self) -> usize {
///         self.0.len()
///     }
///
///     fn get(&self, index: usize) -> Aabb<f32, 2> {
///         let Body { position, radius } = self.0[index];
///         Aabb::point(position).expanded(radius)
///     }
/// }
///
/// let bodies = Bodies((0..9).map(|i| Body { position: [i as f32, 0.0], radius: 0.5 }).collect());
/// assert_eq!(self_pairs(&bodies)?.len(), 8);
/// # Ok::<(), broadleaf::TooManyBoxes>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a source of boxes",
    note = "for numbers in rows or columns, use `geometry::Rows::try_new` or \
            `geometry::Columns::try_new`; for anything else, `geometry::from_fn`"
)]
pub trait BoxSource<S: Scalar, const D: usize>: Sync {
    /// The number of boxes: indices are less than this.
    fn len(&self) -> usize;

    /// Returns the box at an index.
    ///
    /// # Panics
    /// If `index` is not less than [`len`](Self::len). The library never passes such an index.
    fn get(&self, index: usize) -> Aabb<S, D>;

    /// Whether the source is empty.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All boxes, if they are stored as a slice, which is a bit faster to read in order.
    #[inline]
    fn as_slice(&self) -> Option<&[Aabb<S, D>]> {
        None
    }

    /// Begins to load a box that will be read soon, if it is in memory.
    #[doc(hidden)]
    #[inline(always)]
    fn prefetch(&self, index: usize) {
        let _ = index;
    }

    /// Copies the boxes from `first` on, with one virtual call for many boxes.
    #[doc(hidden)]
    fn read(&self, first: usize, boxes: &mut [Aabb<S, D>]) {
        for (slot, index) in boxes.iter_mut().zip(first..) {
            *slot = self.get(index);
        }
    }

    /// Copies the boxes with these indices.
    #[doc(hidden)]
    fn gather(&self, indices: &[u32], boxes: &mut [Aabb<S, D>]) {
        for (slot, &index) in boxes.iter_mut().zip(indices) {
            *slot = self.get(index as usize);
        }
    }
}

/// Implements [`BoxSource`] for types that dereference to a slice of boxes.
macro_rules! slice_source {
    ($([$($length:tt)*] $Sequence:ty;)*) => { $(
        impl<S: Scalar, const D: usize $($length)*> BoxSource<S, D> for $Sequence {
            #[inline]
            fn len(&self) -> usize {
                let boxes: &[Aabb<S, D>] = self;
                boxes.len()
            }

            #[inline(always)]
            fn get(&self, index: usize) -> Aabb<S, D> {
                self[index]
            }

            #[inline]
            fn as_slice(&self) -> Option<&[Aabb<S, D>]> {
                Some(self)
            }

            #[inline(always)]
            fn prefetch(&self, index: usize) {
                let boxes: &[Aabb<S, D>] = self;
                boxes.get(index).into_iter().for_each(prefetch_ends);
            }
        }
    )* };
}

slice_source! {
    [] [Aabb<S, D>];
    [, const N: usize] [Aabb<S, D>; N];
    [] Vec<Aabb<S, D>>;
}

impl<S: Scalar, const D: usize, B: BoxSource<S, D> + ?Sized> BoxSource<S, D> for &B {
    #[inline]
    fn len(&self) -> usize {
        (**self).len()
    }

    #[inline(always)]
    fn get(&self, index: usize) -> Aabb<S, D> {
        (**self).get(index)
    }

    #[inline]
    fn as_slice(&self) -> Option<&[Aabb<S, D>]> {
        (**self).as_slice()
    }

    #[inline(always)]
    fn prefetch(&self, index: usize) {
        (**self).prefetch(index);
    }
}

/// A source of the boxes `aabb(0)`, `aabb(1)` … `aabb(len - 1)`.
///
/// `aabb` is called at least twice for each index and must be pure.
///
/// ```
/// use broadleaf::{Aabb, Id, cross_pairs, geometry};
/// let points = [[0.0, 0.0], [4.0, 3.0]];
/// let discs = geometry::from_fn(points.len(), |i| Aabb::point(points[i]).expanded(1.0));
/// let walls = [Aabb::new([3.5, -9.0], [3.5, 9.0])];
/// assert_eq!(cross_pairs(&walls, &discs)?, [[Id(0), Id(1)]]);
/// # Ok::<(), broadleaf::TooManyBoxes>(())
/// ```
pub fn from_fn<S: Scalar, const D: usize, F: Fn(usize) -> Aabb<S, D> + Sync>(
    len: usize,
    aabb: F,
) -> FromFn<F> {
    FromFn { len, aabb }
}

/// A source of boxes that a function computes: see [`from_fn`].
#[derive(Clone, Copy)]
pub struct FromFn<F> {
    len: usize,
    aabb: F,
}

impl<F> fmt::Debug for FromFn<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FromFn")
            .field("len", &self.len)
            .finish_non_exhaustive()
    }
}

impl<S: Scalar, const D: usize, F: Fn(usize) -> Aabb<S, D> + Sync> BoxSource<S, D> for FromFn<F> {
    #[inline]
    fn len(&self) -> usize {
        self.len
    }

    #[inline(always)]
    fn get(&self, index: usize) -> Aabb<S, D> {
        (self.aabb)(index)
    }
}
