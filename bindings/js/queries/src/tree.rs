//! The packed tree in any number of dimensions.

use std::any::Any;
use std::array;

use broadleaf::geometry::BoxCast;
use broadleaf::index::Hit;
use broadleaf::{Aabb, Id, PackedTree, SpatialIndex};
use broadleaf_js_arrays::{Boxes, check, points, rows};
use js_sys::Float64Array;
use wasm_bindgen::JsError;

use crate::answer::Answer;
use crate::count;
use crate::found::{Found, push_up_to};

/// Up to this number of ids, which take 64 MB, windows are searched without counting first.
const UNCOUNTED: usize = 1 << 24;

/// The queries of a packed tree.
pub(crate) trait Tree {
    fn as_any(&self) -> &dyn Any;
    fn dimensions(&self) -> usize;
    fn len(&self) -> usize;
    fn bytes(&self) -> &[u8];
    fn bounds(&self) -> Float64Array;
    fn boxes(&self) -> Found;
    fn search(&self, windows: &Float64Array) -> Result<Found, JsError>;
    /// The boxes that overlap one window. Surplus numbers are ignored, here and below.
    fn search_one(&self, window: &[f64], answer: &mut Answer) -> Result<(), JsError>;
    fn nearest_one(
        &self,
        point: &[f64],
        k: usize,
        distance: f64,
        answer: &mut Answer,
    ) -> Result<(), JsError>;
    /// The boxes that a ray hits: the first one or all.
    fn cast_one(
        &self,
        ray: [[f64; 3]; 2],
        length: f64,
        all: bool,
        answer: &mut Answer,
    ) -> Result<(), JsError>;
    fn nearest(&self, places: &Float64Array, k: usize, distance: f64) -> Result<Found, JsError>;
    fn cast(
        &self,
        origins: &Float64Array,
        directions: &[f64],
        length: f64,
    ) -> Result<Found, JsError>;
    /// The pairs within the tree, or with another one of as many dimensions.
    fn pairs(&self, other: Option<&dyn Tree>) -> Result<Found, JsError>;
    fn count_pairs(&self, other: Option<&dyn Tree>) -> Result<u64, JsError>;
    fn validate(&self) -> Result<(), JsError>;
}

impl<const D: usize> Tree for PackedTree<f64, D> {
    fn as_any(&self) -> &dyn Any {
        self
    }

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
        rows(SpatialIndex::bounds(self).into_iter())
    }

    fn boxes(&self) -> Found {
        let view = self.view();
        Found::boxes(SpatialIndex::len(self), view.iter())
    }

    fn search(&self, windows: &Float64Array) -> Result<Found, JsError> {
        let windows = Boxes::copied(windows);
        let windows = windows.check::<D>("boxes")?;
        let (view, len) = (self.view(), SpatialIndex::len(self));
        // Count only if the limit can be exceeded, since counting is not free.
        let may_be_many = len.saturating_mul(windows.len()) > UNCOUNTED;
        let count = may_be_many.then(|| count::cross(&view, windows.iter().copied()));
        let ask = |some: &[_]| view.batch().overlaps(some);
        Ok(Found::many(windows, len, count, ask, Found::keep_ids))
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
        let cast = cast_of(point_of(&origin)?, direction)?.up_to(length);
        if all {
            self.view().cast_all_into(&cast, &mut answer.hits);
        } else {
            answer.hits.clear();
            answer.hits.extend(self.view().cast(&cast));
        }
        answer.set_hits(|reach| reach);
        Ok(())
    }

    fn nearest(&self, places: &Float64Array, k: usize, distance: f64) -> Result<Found, JsError> {
        let places = points::<D>(places, "points")?;
        let view = self.view();
        let most = k.min(SpatialIndex::len(self));
        let count = (distance == f64::INFINITY).then(|| most as u64 * places.len() as u64);
        let ask = |some: &[_]| view.batch().k_nearest_within(some, k, distance);
        let keep = |found: &mut Found, hits: &[_]| found.keep_hits(hits, f64::sqrt);
        Ok(Found::many(&places, most, count, ask, keep))
    }

    fn cast(
        &self,
        origins: &Float64Array,
        directions: &[f64],
        length: f64,
    ) -> Result<Found, JsError> {
        let casts = casts::<D>(origins, directions, length)?;
        let hits = self.view().batch().cast(&casts);
        let none = Hit::new(f64::INFINITY, Id(u32::MAX));
        let hits: Vec<_> = hits.into_iter().map(|hit| hit.unwrap_or(none)).collect();
        let mut found = Found::default();
        Ok(match found.keep_hits(&hits, |reach| reach) {
            Ok(()) => found,
            Err(_) => Found::too_much(hits.len() as u64),
        })
    }

    fn pairs(&self, other: Option<&dyn Tree>) -> Result<Found, JsError> {
        let view = self.view();
        let other = other.map(alike::<D>).transpose()?;
        let visit = |pairs: &mut Vec<_>, most| {
            let push = |a, b| push_up_to(pairs, most, [a, b]);
            Ok(match other {
                None => view.try_for_each_pair(push),
                Some(other) => view.try_for_each_cross_pair(other, push),
            })
        };
        let count = || {
            Ok(match other {
                None => count::within(&view),
                Some(other) => count::cross(&view, other.view().iter().map(|(_, aabb)| aabb)),
            })
        };
        Found::pairs(visit, count)
    }

    fn count_pairs(&self, other: Option<&dyn Tree>) -> Result<u64, JsError> {
        Ok(match other {
            None => self.view().count_pairs(),
            Some(other) => self.view().count_cross_pairs(alike::<D>(other)?),
        })
    }

    fn validate(&self) -> Result<(), JsError> {
        Ok(self.view().validate()?)
    }
}

/// The tree, if it has this number of dimensions.
fn alike<const D: usize>(tree: &dyn Tree) -> Result<&PackedTree<f64, D>, JsError> {
    let tree = tree.as_any().downcast_ref();
    tree.ok_or_else(|| JsError::new("other: expected as many dimensions"))
}

/// The point with the first of these coordinates. Like errors of `Boxes`, its error has no numbers.
fn point_of<const D: usize>(point: &[f64]) -> Result<Aabb<f64, D>, JsError> {
    let point = array::from_fn(|axis| point[axis]);
    Aabb::try_new(point, point).map_err(|_| JsError::new("point"))
}

/// The ray from a point in a direction. Like errors of `Boxes`, its error has no numbers;
/// JavaScript has already checked that all numbers are finite.
fn cast_of<const D: usize>(
    origin: Aabb<f64, D>,
    direction: [f64; D],
) -> Result<BoxCast<f64, D>, JsError> {
    BoxCast::new(origin, direction).map_err(|_| JsError::new("directions"))
}

/// Rays from these origins, each in its direction.
fn casts<const D: usize>(
    origins: &Float64Array,
    directions: &[f64],
    length: f64,
) -> Result<Vec<BoxCast<f64, D>>, JsError> {
    let origins = points::<D>(origins, "origins")?;
    let directions = directions.as_chunks::<D>().0;
    let cast = |(origin, direction): (Aabb<f64, D>, &[f64; D])| {
        Ok(cast_of(origin, *direction)?.up_to(length))
    };
    origins.into_iter().zip(directions).map(cast).collect()
}
