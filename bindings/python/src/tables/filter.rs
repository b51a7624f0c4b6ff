//! Which pairs of boxes are wanted.

use broadleaf::geometry::{BoxSource, Scalar};
use broadleaf::pair_finder::{PairQuery, WrongLength};
use numpy::{Element, PyReadonlyArray1};
use pyo3::prelude::*;

/// The groups, or the categories and masks, of the boxes of each list, as Python passes them.
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
    /// Borrows the labels in a form that all threads can read.
    pub(crate) fn borrow(&self) -> PyResult<Borrowed<'_>> {
        Ok(Borrowed {
            groups: self.groups.as_deref().map(slices).transpose()?,
            categories: self.categories.as_deref().map(slices).transpose()?,
            masks: self.masks.as_deref().map(slices).transpose()?,
        })
    }
}

/// The slices of the first list, and of the second list if there is one.
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
        let masked = self.categories.zip(self.masks).map(|(categories, masks)| {
            [0, 1].map(|list| filters_of(categories[list], masks[list]))
        });
        Filter(match self.groups {
            Some(groups) => Some(apart(groups, masked)),
            None => masked,
        })
    }
}

/// The labels in the library's form.
pub(crate) struct Filter(Option<[Vec<broadleaf::Filter>; 2]>);

impl Filter {
    /// The query for pairs of boxes in different groups, each with a category that the mask of the
    /// other contains.
    pub(crate) fn apply<'a, A, B, S: Scalar, const D: usize>(
        &'a self,
        query: PairQuery<'a, A, B, S, D>,
    ) -> Result<PairQuery<'a, A, B, S, D>, WrongLength>
    where
        A: BoxSource<S, D> + ?Sized,
        B: BoxSource<S, D> + ?Sized,
    {
        match &self.0 {
            Some(filters) => query.filters(filters.each_ref()),
            None => Ok(query),
        }
    }
}

fn filters_of(categories: &[u32], masks: &[u32]) -> Vec<broadleaf::Filter> {
    let both = categories.iter().zip(masks);
    both.map(|(&category, &mask)| broadleaf::Filter::new(category, mask))
        .collect()
}

/// Filters that also leave out the pairs within a group.
fn apart(
    groups: [&[i64]; 2],
    masked: Option<[Vec<broadleaf::Filter>; 2]>,
) -> [Vec<broadleaf::Filter>; 2] {
    let mut filters =
        masked.unwrap_or_else(|| groups.map(|list| vec![broadleaf::Filter::default(); list.len()]));
    let names = names(groups);
    for (filter, name) in filters.iter_mut().flatten().zip(names) {
        *filter = filter.with_group(name);
    }
    filters
}

/// Negative group numbers for the library: equal for equal groups, and 0 for the only box of a
/// group.
fn names(groups: [&[i64]; 2]) -> impl Iterator<Item = i32> {
    let all = move || groups.into_iter().flatten().copied();
    let (least, greatest) = (all().min().unwrap_or(0), all().max().unwrap_or(0));
    let is_narrow = i32::try_from(greatest.abs_diff(least)).is_ok();
    let shared = if is_narrow { Vec::new() } else { shared(all()) };
    all().map(move |of| match shared.binary_search(&of) {
        _ if is_narrow => -1 - of.wrapping_sub(least) as i32,
        Ok(place) => -1 - place as i32,
        Err(_) => 0,
    })
}

/// The sorted groups with several boxes: at most 2³¹, since there are fewer than 2³² boxes.
fn shared(groups: impl Iterator<Item = i64>) -> Vec<i64> {
    let mut all: Vec<i64> = groups.collect();
    all.sort_unstable();
    let several = all.chunk_by(|a, b| a == b).filter(|group| group.len() > 1);
    several.map(|group| group[0]).collect()
}
