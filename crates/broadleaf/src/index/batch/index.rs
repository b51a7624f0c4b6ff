//! The view of an index that answers many queries at once.

use core::marker::PhantomData;

/// Runs many queries of an index at once: the same answers as one by one, in the order of the
/// queries. Made by [`batch`](crate::index::SpatialIndex::batch).
///
/// The queries run in the order of their [locations](crate::geometry::Located) on a Morton curve,
/// so that consecutive ones visit the same nodes. The forms with the prefix `par_` divide them
/// among the threads of rayon's current pool and need the feature `rayon`; the answers are the same
/// for any number of threads.
///
/// ```
/// use broadleaf::{Aabb, DynamicTree, Id, Ray, SpatialIndex};
/// let row = [0.0, 1.0, 2.0, 3.0].map(|x| Aabb::new([x, 0.0], [x + 0.5, 1.0]));
/// let tree = DynamicTree::from_boxes(&row)?;
///
/// let rooms = [Aabb::new([0.0, 0.0], [1.0, 1.0]), Aabb::new([2.9, 0.0], [9.0, 9.0])];
/// let inside = tree.batch().overlaps(&rooms);
/// assert_eq!((&inside[0], &inside[1]), (&[Id(0), Id(1)][..], &[Id(3)][..]));
///
/// let down = [2.2, 7.0].map(|x| Ray::new([x, 5.0], [0.0, -1.0]).unwrap());
/// let hits = tree.batch().cast(&down);
/// assert_eq!(hits.iter().map(|hit| hit.map(|hit| hit.id)).collect::<Vec<_>>(), [Some(Id(2)), None]);
/// # Ok::<(), broadleaf::TooManyBoxes>(())
/// ```
#[derive(Debug)]
pub struct Batch<'a, I: ?Sized, S, const D: usize> {
    pub(in crate::index) index: &'a I,
    scalar: PhantomData<S>,
}

impl<'a, I: ?Sized, S, const D: usize> Batch<'a, I, S, D> {
    pub(in crate::index) fn new(index: &'a I) -> Self {
        Self {
            index,
            scalar: PhantomData,
        }
    }
}
