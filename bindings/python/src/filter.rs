//! Which pairs of boxes are wanted.

use broadleaf::geometry::{BoxSource, Scalar};
use broadleaf::pair_finder::{Layers, PairQuery, WrongLength};
use numpy::{Element, PyReadonlyArray1};
use pyo3::prelude::*;

/// The groups, and the categories and masks, of the boxes of each list, as Python passes them.
#[derive(FromPyObject)]
pub(crate) struct Labels<'py> {
    #[pyo3(attribute)]
    groups: Option<Vec<PyReadonlyArray1<'py, i64>>>,
    #[pyo3(attribute)]
    categories: Option<Vec<PyReadonlyArray1<'py, u32>>>,
    #[pyo3(attribute)]
    masks: Option<Vec<PyReadonlyArray1<'py, u32>>>,
}

impl Labels<'_> {
    /// The same in memory that every thread may read.
    pub(crate) fn borrow(&self) -> PyResult<Borrowed<'_>> {
        Ok(Borrowed {
            groups: self.groups.as_deref().map(slices).transpose()?,
            categories: self.categories.as_deref().map(slices).transpose()?,
            masks: self.masks.as_deref().map(slices).transpose()?,
        })
    }
}

/// The numbers of the boxes of the first list, and of those of the second if there is one.
fn slices<'a, T: Element>(arrays: &'a [PyReadonlyArray1<'_, T>]) -> PyResult<[&'a [T]; 2]> {
    let slice = |list: usize| {
        arrays
            .get(list)
            .map_or(Ok(&[][..]), |array| array.as_slice())
    };
    Ok([slice(0)?, slice(1)?])
}

/// [`Labels`] during a call.
#[derive(Clone, Copy, Default)]
pub(crate) struct Borrowed<'a> {
    groups: Option<[&'a [i64]; 2]>,
    categories: Option<[&'a [u32]; 2]>,
    masks: Option<[&'a [u32]; 2]>,
}

impl Borrowed<'_> {
    pub(crate) fn filter(self) -> Filter {
        let layers = self.categories.zip(self.masks);
        Filter {
            groups: self.groups.map(names),
            layers: layers.map(|(categories, masks)| {
                [0, 1].map(|list| layers_of(categories[list], masks[list]))
            }),
        }
    }
}

/// The labels in the form of the library.
pub(crate) struct Filter {
    groups: Option<[Vec<u32>; 2]>,
    layers: Option<[Vec<Layers>; 2]>,
}

impl Filter {
    /// The question about the pairs of boxes in different groups, of which each is in a category
    /// that the mask of the other one names.
    pub(crate) fn apply<'a, A, B, S: Scalar, const D: usize>(
        &'a self,
        mut query: PairQuery<'a, A, B, S, D>,
    ) -> Result<PairQuery<'a, A, B, S, D>, WrongLength>
    where
        A: BoxSource<S, D> + ?Sized,
        B: BoxSource<S, D> + ?Sized,
    {
        if let Some(groups) = &self.groups {
            query = query.between_groups(groups.each_ref())?;
        }
        if let Some(layers) = &self.layers {
            query = query.layers(layers.each_ref())?;
        }
        Ok(query)
    }
}

/// Groups of 32 bits that are equal where these are.
fn names(groups: [&[i64]; 2]) -> [Vec<u32>; 2] {
    let all = || groups.into_iter().flatten().copied();
    let (least, greatest) = (all().min().unwrap_or(0), all().max().unwrap_or(0));
    if u32::try_from(greatest.abs_diff(least)).is_ok() {
        return groups.map(|list| {
            list.iter()
                .map(|of| of.wrapping_sub(least) as u32)
                .collect()
        });
    }
    // The numbers of all groups that occur: there are fewer than 2³² boxes.
    let mut known: Vec<i64> = all().collect();
    known.sort_unstable();
    known.dedup();
    let name = |of: &i64| known.partition_point(|other| other < of) as u32;
    groups.map(|list| list.iter().map(name).collect())
}

fn layers_of(categories: &[u32], masks: &[u32]) -> Vec<Layers> {
    let layers = categories.iter().zip(masks);
    layers
        .map(|(&category, &mask)| Layers { category, mask })
        .collect()
}
