//! The packed tree in any number of dimensions.

use std::array;

use broadleaf::geometry::BoxCast;
use broadleaf::{Aabb, PackedTree, PackedTreeView, SpatialIndex};
use broadleaf_js_arrays::{Boxes, check, points, rows};
use js_sys::{Array, Float64Array, Uint32Array};
use wasm_bindgen::JsError;

use crate::answer::Answer;
use crate::answers::{flat, of_first_hits, of_hits, of_ids};

/// What a packed tree is asked.
pub(crate) trait Tree {
    fn dimensions(&self) -> usize;
    fn len(&self) -> usize;
    fn bytes(&self) -> &[u8];
    fn bounds(&self) -> Float64Array;
    fn boxes(&self) -> Float64Array;
    fn search(&self, windows: &Float64Array) -> Result<Array, JsError>;
    /// The boxes that overlap one window. Numbers beyond its own are ignored, here and below.
    fn search_one(&self, window: &[f64], answer: &mut Answer) -> Result<(), JsError>;
    fn nearest_one(
        &self,
        point: &[f64],
        k: usize,
        distance: f64,
        answer: &mut Answer,
    ) -> Result<(), JsError>;
    /// The boxes that a ray hits, from its origin in its direction: the first one or all.
    fn cast_one(
        &self,
        ray: [[f64; 3]; 2],
        length: f64,
        all: bool,
        answer: &mut Answer,
    ) -> Result<(), JsError>;
    fn nearest(&self, places: &Float64Array, k: usize, distance: f64) -> Result<Array, JsError>;
    fn cast(
        &self,
        origins: &Float64Array,
        directions: &[f64],
        length: f64,
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

    fn search_one(&self, window: &[f64], answer: &mut Answer) -> Result<(), JsError> {
        let windows = check::<D>(&window[..2 * D], "box")?;
        answer.set_ids(|ids| {
            for window in windows {
                self.view().for_each_overlap(window, |id| ids.push(id.0));
            }
        });
        Ok(())
    }

    fn nearest_one(
        &self,
        point: &[f64],
        k: usize,
        distance: f64,
        answer: &mut Answer,
    ) -> Result<(), JsError> {
        let place = point_of::<D>(point)?;
        let hits = &mut answer.hits;
        self.view().k_nearest_within_into(&place, k, distance, hits);
        answer.set_hits(f64::sqrt);
        Ok(())
    }

    fn cast_one(
        &self,
        [origin, direction]: [[f64; 3]; 2],
        length: f64,
        all: bool,
        answer: &mut Answer,
    ) -> Result<(), JsError> {
        let direction = array::from_fn(|axis| direction[axis]);
        let cast = BoxCast::new(point_of::<D>(&origin)?, direction)?.up_to(length);
        if all {
            self.view().cast_all_into(&cast, &mut answer.hits);
        } else {
            answer.hits.clear();
            answer.hits.extend(self.view().cast(&cast));
        }
        answer.set_hits(|reach| reach);
        Ok(())
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
    ) -> Result<Array, JsError> {
        let casts = casts::<D>(origins, directions, length)?;
        Ok(of_first_hits(&self.view().batch().cast(&casts)))
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

/// The point with the first of these coordinates.
fn point_of<const D: usize>(point: &[f64]) -> Result<Aabb<f64, D>, JsError> {
    let point = array::from_fn(|axis| point[axis]);
    Ok(Aabb::try_new(point, point)?)
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
