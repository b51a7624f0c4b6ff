//! The interface of structures whose boxes come, go and move.

use super::spatial_index::SpatialIndex;
use crate::geometry::{Aabb, Scalar};
use crate::store::Id;

/// A [`SpatialIndex`] whose boxes can be inserted, moved and removed.
///
/// `extend` inserts or moves many boxes at once and is much faster per box than
/// [`insert`](Self::insert); the last of several boxes with one id counts.
///
/// ```
/// use broadleaf::{Aabb, SpatialIndexMut, DynamicTree, Id, SpatialIndex};
///
/// let mut tree = DynamicTree::from_boxes(&[0, 2, 4, 6].map(|x| Aabb::new([x, 0], [x + 1, 1])))?;
/// let old = tree.insert(Id(3), Aabb::new([1, 1], [3, 3])); // moves it
/// assert_eq!(old, Some(Aabb::new([6, 0], [7, 1])));
/// assert_eq!(tree.pairs(), [[Id(0), Id(3)], [Id(1), Id(3)]]);
/// assert_eq!(tree.remove(Id(3)), Some(Aabb::new([1, 1], [3, 3])));
/// # Ok::<(), broadleaf::TooManyBoxes>(())
/// ```
pub trait SpatialIndexMut<S: Scalar, const D: usize>:
    SpatialIndex<S, D> + Extend<(Id, Aabb<S, D>)>
{
    /// Inserts a box, or moves the box that has this id. Returns the previous box.
    #[doc(alias = "moveProxy")]
    #[doc(alias = "createProxy")]
    #[doc(alias = "UpdateValue")]
    fn insert(&mut self, id: Id, aabb: Aabb<S, D>) -> Option<Aabb<S, D>>;

    /// Removes and returns the box of an id; `None` if the id is unknown.
    #[doc(alias = "destroyProxy")]
    fn remove(&mut self, id: Id) -> Option<Aabb<S, D>>;

    /// Removes every box and keeps the memory.
    fn clear(&mut self);

    /// Reserves memory for `additional` more boxes. Only a hint: it does not fail if there is not
    /// enough memory.
    fn reserve(&mut self, additional: usize);

    /// Sets the category bits that [`Masked`](crate::geometry::Masked) queries test. Returns the
    /// previous bits; `None` if the id is unknown. A box keeps its bits when it moves.
    fn set_category(&mut self, id: Id, category: u32) -> Option<u32>;

    /// Makes later queries faster, without changing any result.
    fn optimize(&mut self);

    /// A part of [`optimize`](Self::optimize), for programs that have little time in each frame:
    /// repairs the damage of at most `boxes` inserted or moved boxes. Costs about as much as that
    /// number of inserts. Changes no result.
    ///
    /// [`DynamicTree`](crate::DynamicTree) and [`SettledTree`](crate::SettledTree) can be improved
    /// in parts; for other structures this does nothing.
    fn optimize_some(&mut self, boxes: usize) {
        let _ = boxes;
    }

    /// [`insert`](Self::insert) and [`set_category`](Self::set_category) in one call. Returns the
    /// previous box.
    fn insert_with_category(
        &mut self,
        id: Id,
        aabb: Aabb<S, D>,
        category: u32,
    ) -> Option<Aabb<S, D>> {
        let old = self.insert(id, aabb);
        self.set_category(id, category);
        old
    }
}

/// Implements `FromIterator`, so that `collect()` builds the structure.
macro_rules! from_iterator {
    ($Structure:ident) => {
        impl<S: $crate::geometry::Scalar, const D: usize>
            FromIterator<($crate::store::Id, $crate::geometry::Aabb<S, D>)> for $Structure<S, D>
        {
            /// Builds the structure of these boxes; the last of several boxes with one id counts.
            fn from_iter<I>(boxes: I) -> Self
            where
                I: IntoIterator<Item = ($crate::store::Id, $crate::geometry::Aabb<S, D>)>,
            {
                let mut structure = Self::default();
                structure.extend(boxes);
                structure
            }
        }
    };
}
pub(crate) use from_iterator;
