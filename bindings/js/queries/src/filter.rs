//! Filters of pairs.

use broadleaf::Aabb;
use broadleaf::pair_finder::{PairQuery, WrongLength};
use wasm_bindgen::prelude::*;

/// The labels of the boxes of the first list, followed by the labels of the second.
#[wasm_bindgen]
pub struct Filter {
    /// The groups of the boxes, if only pairs within a group are wanted.
    within: Option<Vec<u32>>,
    filters: Option<Vec<broadleaf::Filter>>,
}

#[wasm_bindgen]
impl Filter {
    /// A filter by groups, which keeps pairs between or within groups, and by categories with
    /// masks.
    #[wasm_bindgen(constructor)]
    pub fn new(
        groups: Option<Vec<u32>>,
        within: bool,
        categories: Option<Vec<u32>>,
        masks: Option<Vec<u32>>,
    ) -> Self {
        let masked = categories.zip(masks).map(|(categories, masks)| {
            let both = categories.into_iter().zip(masks);
            both.map(|(category, mask)| broadleaf::Filter::new(category, mask))
                .collect()
        });
        match groups {
            Some(groups) if !within => Self {
                within: None,
                filters: Some(apart(&groups, masked)),
            },
            within => Self {
                within,
                filters: masked,
            },
        }
    }
}

/// Filters that also leave out the pairs within a group.
fn apart(groups: &[u32], masked: Option<Vec<broadleaf::Filter>>) -> Vec<broadleaf::Filter> {
    let mut filters = masked.unwrap_or_else(|| vec![broadleaf::Filter::default(); groups.len()]);
    // Ranks of the groups. They fit, since a module holds fewer than 2³¹ boxes.
    let mut known = groups.to_vec();
    known.sort_unstable();
    known.dedup();
    for (filter, group) in filters.iter_mut().zip(groups) {
        let place = known.partition_point(|other| other < group);
        *filter = filter.with_group(-1 - place as i32);
    }
    filters
}

/// A query of the pairs of slices.
pub(crate) type Query<'a, const D: usize> = PairQuery<'a, [Aabb<f64, D>], [Aabb<f64, D>], f64, D>;

impl Filter {
    /// The query with this filter, given the number of boxes in its first list.
    pub(crate) fn apply<'a, const D: usize>(
        &'a self,
        mut query: Query<'a, D>,
        firsts: usize,
    ) -> Result<Query<'a, D>, WrongLength> {
        if let Some(groups) = &self.within {
            query = query.within_groups(halves(groups, firsts))?;
        }
        match &self.filters {
            Some(filters) => query.filters(halves(filters, firsts)),
            None => Ok(query),
        }
    }
}

fn halves<T>(labels: &[T], firsts: usize) -> [&[T]; 2] {
    labels.split_at(firsts.min(labels.len())).into()
}
