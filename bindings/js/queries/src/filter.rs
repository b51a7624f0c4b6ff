//! Which pairs of boxes are wanted.

use broadleaf::Aabb;
use broadleaf::pair_finder::{PairQuery, WrongLength};
use wasm_bindgen::prelude::*;

/// Labels of the boxes of the first list, and then of those of the second.
#[wasm_bindgen]
pub struct Filter {
    /// The only groups that have pairs.
    within: Option<Vec<u32>>,
    filters: Option<Vec<broadleaf::Filter>>,
}

#[wasm_bindgen]
impl Filter {
    /// A filter by groups, of which pairs between or within are wanted, and by categories with
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

/// Filters that leave out the pairs of one group, too.
fn apart(groups: &[u32], masked: Option<Vec<broadleaf::Filter>>) -> Vec<broadleaf::Filter> {
    let mut filters = masked.unwrap_or_else(|| vec![broadleaf::Filter::default(); groups.len()]);
    // Places among all groups: there are fewer than 2³¹ boxes in the memory of a module.
    let mut known = groups.to_vec();
    known.sort_unstable();
    known.dedup();
    for (filter, group) in filters.iter_mut().zip(groups) {
        let place = known.partition_point(|other| other < group);
        *filter = filter.with_group(-1 - place as i32);
    }
    filters
}

/// A question about the pairs of slices.
pub(crate) type Query<'a, const D: usize> = PairQuery<'a, [Aabb<f64, D>], [Aabb<f64, D>], f64, D>;

impl Filter {
    /// The question about the wanted pairs, whose first list has this number of boxes.
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
