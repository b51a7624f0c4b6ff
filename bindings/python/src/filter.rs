//! Which pairs of boxes are wanted.

use numpy::PyReadonlyArray1;
use pyo3::prelude::*;

/// The groups, and the categories and masks, of the boxes of both lists, as Python passes them.
#[derive(FromPyObject)]
pub(crate) struct Labels<'py> {
    #[pyo3(attribute)]
    groups: Option<[PyReadonlyArray1<'py, i64>; 2]>,
    #[pyo3(attribute)]
    categories: Option<[PyReadonlyArray1<'py, u32>; 2]>,
    #[pyo3(attribute)]
    masks: Option<[PyReadonlyArray1<'py, u32>; 2]>,
}

impl Labels<'_> {
    pub(crate) fn filter(&self) -> PyResult<Filter<'_>> {
        Ok(Filter {
            groups: slices(self.groups.as_ref())?,
            categories: slices(self.categories.as_ref())?,
            masks: slices(self.masks.as_ref())?,
        })
    }
}

fn slices<'a, T: numpy::Element>(
    arrays: Option<&'a [PyReadonlyArray1<'_, T>; 2]>,
) -> PyResult<Option<[&'a [T]; 2]>> {
    let Some([first, second]) = arrays else {
        return Ok(None);
    };
    Ok(Some([first.as_slice()?, second.as_slice()?]))
}

/// A function of two boxes that says whether their pair is wanted.
#[derive(Clone, Copy)]
pub(crate) struct Filter<'a> {
    groups: Option<[&'a [i64]; 2]>,
    categories: Option<[&'a [u32]; 2]>,
    masks: Option<[&'a [u32]; 2]>,
}

impl Filter<'_> {
    /// Whether the pair of these boxes is wanted: they are in different groups, and each is in a
    /// category that the mask of the other one names.
    #[inline]
    pub(crate) fn admits(&self, a: u32, b: u32) -> bool {
        let [a, b] = [a as usize, b as usize];
        let differ = self
            .groups
            .is_none_or(|[first, second]| first[a] != second[b]);
        differ
            && match (self.categories, self.masks) {
                (Some(categories), Some(masks)) => {
                    categories[0][a] & masks[1][b] != 0 && categories[1][b] & masks[0][a] != 0
                }
                _ => true,
            }
    }
}
