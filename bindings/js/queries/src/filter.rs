//! Which pairs of boxes are wanted.

use broadleaf::Aabb;
use broadleaf::pair_finder::{Layers, PairQuery, WrongLength};
use wasm_bindgen::prelude::*;

/// Labels of the boxes of the first list, and then of those of the second.
#[wasm_bindgen]
pub struct Filter {
    groups: Option<Vec<u32>>,
    within: bool,
    layers: Option<Vec<Layers>>,
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
        let layers = categories.zip(masks).map(|(categories, masks)| {
            let layers = categories.into_iter().zip(masks);
            layers
                .map(|(category, mask)| Layers { category, mask })
                .collect()
        });
        Self {
            groups,
            within,
            layers,
        }
    }
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
        if let Some(groups) = &self.groups {
            let groups = halves(groups, firsts);
            query = match self.within {
                true => query.within_groups(groups)?,
                false => query.between_groups(groups)?,
            };
        }
        match &self.layers {
            Some(layers) => query.layers(halves(layers, firsts)),
            None => Ok(query),
        }
    }
}

fn halves<T>(labels: &[T], firsts: usize) -> [&[T]; 2] {
    labels.split_at(firsts.min(labels.len())).into()
}
