//! The packed tree in any number of dimensions.

use broadleaf::geometry::BoxCast;
use broadleaf::{Aabb, PackedTree, PackedTreeView, SpatialIndex};
use broadleaf_js_arrays::{Boxes, check, points, rows};
use js_sys::{Array, Float64Array, Uint32Array};
use wasm_bindgen::JsError;

use crate::answers::{flat, of_first_hits, of_hits, of_ids};

/// What a packed tree is asked.
pub(crate) trait Tree {
    fn dimensions(&self) -> usize;
    fn len(&self) -> usize;
    fn bytes(&self) -> &[u8];
    fn bounds(&self) -> Float64Array;
    fn boxes(&self) -> Float64Array;
    fn search(&self, windows: &Float64Array) -> Result<Array, JsError>;
    fn search_one(&self, window: &[f64]) -> Result<Vec<u32>, JsError>;
    fn nearest(&self, places: &Float64Array, k: usize, distance: f64) -> Result<Array, JsError>;
    fn cast(
        &self,
        origins: &Float64Array,
        directions: &[f64],
        length: f64,
        all: bool,
    ) -> Result<Array, JsError>;
    /// The pairs within the tree, or with another one that has these bytes.
    fn pairs(&self, other: Option<&[u8]>) -> Result<Uint32Array, JsError>;
    fn count_pairs(&self, other: Option<&[u8]>) -> Result<u64, JsError>;
    fn validate(&self) -> Result<(), JsError>;
}

impl<const D: usize> Tree for PackedTree<f64, D> {
    fn dimensions(&self) -> usize {
        D
    }

    fn len(&self) -> usize {
        SpatialIndex::len(self)
    }

    fn bytes(&self) -> &[u8] {
        self.as_bytes()
    }

    fn bounds(&self) -> Float64Array {
        rows(PackedTree::bounds(self).into_iter())
    }

    fn boxes(&self) -> Float64Array {
        rows(self.view().iter().map(|(_, aabb)| aabb))
    }

    fn search(&self, windows: &Float64Array) -> Result<Array, JsError> {
        let windows = Boxes::copied(windows);
        of_ids(&self.view().batch().overlaps(windows.check::<D>("boxes")?))
    }

    fn search_one(&self, window: &[f64]) -> Result<Vec<u32>, JsError> {
        let windows = check::<D>(window, "box")?;
        let mut found = Vec::new();
        for window in windows {
            self.view().for_each_overlap(window, |id| found.push(id.0));
        }
        found.sort_unstable();
        Ok(found)
    }

    fn nearest(&self, places: &Float64Array, k: usize, distance: f64) -> Result<Array, JsError> {
        let places = points::<D>(places, "points")?;
        let view = self.view();
        let hits = view.batch().k_nearest_within(&places, k, distance);
        of_hits(&hits, f64::sqrt)
    }

    fn cast(
        &self,
        origins: &Float64Array,
        directions: &[f64],
        length: f64,
        all: bool,
    ) -> Result<Array, JsError> {
        let casts = casts::<D>(origins, directions, length)?;
        let view = self.view();
        if all {
            return of_hits(&view.batch().cast_all(&casts), |reach| reach);
        }
        Ok(of_first_hits(&view.batch().cast(&casts)))
    }

    fn pairs(&self, other: Option<&[u8]>) -> Result<Uint32Array, JsError> {
        let Some(bytes) = other else {
            return Ok(flat(&self.view().pairs()));
        };
        let other = PackedTreeView::<f64, D>::from_bytes(bytes)?;
        Ok(flat(&self.view().pairs_with(&other)))
    }

    fn count_pairs(&self, other: Option<&[u8]>) -> Result<u64, JsError> {
        let Some(bytes) = other else {
            return Ok(self.view().count_pairs());
        };
        let other = PackedTreeView::<f64, D>::from_bytes(bytes)?;
        Ok(self.view().count_pairs_with(&other))
    }

    fn validate(&self) -> Result<(), JsError> {
        Ok(self.view().validate()?)
    }
}

/// Rays from these origins, each in its direction.
fn casts<const D: usize>(
    origins: &Float64Array,
    directions: &[f64],
    length: f64,
) -> Result<Vec<BoxCast<f64, D>>, JsError> {
    let origins = points::<D>(origins, "origins")?;
    let directions = directions.as_chunks::<D>().0;
    let cast = |(row, (origin, direction)): (usize, (Aabb<f64, D>, &[f64; D]))| {
        let cast = BoxCast::new(origin, *direction);
        let cast = cast.map_err(|error| JsError::new(&format!("row {row}: {error}")))?;
        Ok(cast.up_to(length))
    };
    origins
        .into_iter()
        .zip(directions)
        .enumerate()
        .map(cast)
        .collect()
}
