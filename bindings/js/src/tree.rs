//! The packed tree of any kind of boxes.

use broadleaf::geometry::{BoxCast, Real};
use broadleaf::{Aabb, PackedTree, PackedTreeView, SpatialIndex};
use js_sys::{Array, Uint32Array};
use wasm_bindgen::{JsError, JsValue};

use crate::answers::{flat, of_first_hits, of_hits, of_ids, rows};
use crate::boxes::{Boxes, points};
use crate::number::Number;

/// What a packed tree is asked. Arguments are of the kind of its boxes.
pub(crate) trait Tree {
    fn len(&self) -> usize;
    fn bytes(&self) -> &[u8];
    fn bounds(&self) -> JsValue;
    fn boxes(&self) -> JsValue;
    fn search(&self, windows: &JsValue) -> Result<Array, JsError>;
    fn nearest(&self, places: &JsValue, k: usize, distance: f64) -> Result<Array, JsError>;
    fn cast(
        &self,
        origins: &JsValue,
        directions: &[f64],
        length: f64,
        all: bool,
    ) -> Result<Array, JsError>;
    /// The pairs within the tree, or with another one that has these bytes.
    fn pairs(&self, other: Option<&[u8]>) -> Result<Uint32Array, JsError>;
    fn count_pairs(&self, other: Option<&[u8]>) -> Result<u64, JsError>;
    fn validate(&self) -> Result<(), JsError>;
}

impl<S: Number, const D: usize> Tree for PackedTree<S, D> {
    fn len(&self) -> usize {
        SpatialIndex::len(self)
    }

    fn bytes(&self) -> &[u8] {
        self.as_bytes()
    }

    fn bounds(&self) -> JsValue {
        rows(PackedTree::bounds(self).into_iter())
    }

    fn boxes(&self) -> JsValue {
        rows(self.view().iter().map(|(_, aabb)| aabb))
    }

    fn search(&self, windows: &JsValue) -> Result<Array, JsError> {
        let windows = Boxes::<S>::copied(windows);
        of_ids(&self.view().batch().overlaps(windows.check::<D>("boxes")?))
    }

    fn nearest(&self, places: &JsValue, k: usize, distance: f64) -> Result<Array, JsError> {
        let places = points::<S, D>(places, "points")?;
        let view = self.view();
        let hits = view
            .batch()
            .k_nearest_within(&places, k, S::Real::from_f64(distance));
        of_hits(&hits, f64::sqrt)
    }

    fn cast(
        &self,
        origins: &JsValue,
        directions: &[f64],
        length: f64,
        all: bool,
    ) -> Result<Array, JsError> {
        let casts = casts::<S, D>(origins, directions, length)?;
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
        let other = PackedTreeView::<S, D>::from_bytes(bytes)?;
        Ok(flat(&self.view().pairs_with(&other)))
    }

    fn count_pairs(&self, other: Option<&[u8]>) -> Result<u64, JsError> {
        let Some(bytes) = other else {
            return Ok(self.view().count_pairs());
        };
        let other = PackedTreeView::<S, D>::from_bytes(bytes)?;
        Ok(self.view().count_pairs_with(&other))
    }

    fn validate(&self) -> Result<(), JsError> {
        Ok(self.view().validate()?)
    }
}

/// Rays from these origins, each in its direction.
fn casts<S: Number, const D: usize>(
    origins: &JsValue,
    directions: &[f64],
    length: f64,
) -> Result<Vec<BoxCast<S, D>>, JsError> {
    let origins = points::<S, D>(origins, "origins")?;
    let directions = directions.as_chunks::<D>().0;
    let cast = |(row, (origin, direction)): (usize, (Aabb<S, D>, &[f64; D]))| {
        let cast = BoxCast::new(origin, direction.map(S::Real::from_f64));
        let cast = cast.map_err(|error| JsError::new(&format!("row {row}: {error}")))?;
        Ok(cast.up_to(S::Real::from_f64(length)))
    };
    origins.into_iter().zip(directions).enumerate().map(cast).collect()
}
