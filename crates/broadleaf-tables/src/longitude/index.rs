//! A tree of rows with one box or two.

use broadleaf::geometry::Scalar;
use broadleaf::{Id, PackedTree, SpatialIndex, TooManyBoxes};

use super::boxes::{Degrees, LongitudeBoxes, pieces};
use super::error::InvalidLongitude;

/// A packed tree of boxes of which some may lie over the antimeridian, as may windows.
///
/// ```
/// use broadleaf::Id;
/// use broadleaf_tables::longitude::{LongitudeBoxes, LongitudeIndex};
/// let boxes = [[[176, -21], [-178, -12]], [[-180, -17], [-179, -16]], [[10, 50], [11, 51]]];
/// let index = LongitudeIndex::new(LongitudeBoxes::new(0, &boxes)?).unwrap();
/// assert_eq!(index.overlaps([179, -20], [-179, -10])?, [Id(0), Id(1)]);
/// # Ok::<(), broadleaf_tables::longitude::InvalidLongitude<i32>>(())
/// ```
#[derive(Clone, Debug)]
pub struct LongitudeIndex<S: Scalar, const D: usize> {
    boxes: LongitudeBoxes<S, D>,
    tree: PackedTree<S, D>,
}

impl<S: Degrees, const D: usize> LongitudeIndex<S, D> {
    /// The index of a list.
    ///
    /// # Errors
    /// A packed tree does not hold so many boxes.
    pub fn new(boxes: LongitudeBoxes<S, D>) -> Result<Self, TooManyBoxes> {
        let tree = PackedTree::from_boxes(&boxes.boxes)?;
        Ok(Self { boxes, tree })
    }

    /// The boxes of the index.
    #[must_use]
    pub fn boxes(&self) -> &LongitudeBoxes<S, D> {
        &self.boxes
    }

    /// The rows that overlap a window, which may lie over the antimeridian, each once, ascending.
    ///
    /// # Errors
    /// The window is not a box with a longitude.
    pub fn overlaps(&self, min: [S; D], max: [S; D]) -> Result<Vec<Id>, InvalidLongitude<S>> {
        let windows = pieces(self.boxes.axis, [min, max]);
        let windows = windows.map_err(|problem| InvalidLongitude { row: 0, problem })?;
        let mut rows = Vec::new();
        for window in windows.into_iter().flatten() {
            self.tree
                .for_each_overlap(&window, |id| rows.push(self.boxes.row_of(id)));
        }
        rows.sort_unstable();
        rows.dedup();
        Ok(rows)
    }
}
