//! GeoJSON: the bounding box of each feature.

use std::io::Read;

use broadleaf::Aabb;
use geojson::{GeoJson, Geometry, GeometryValue, Position};

use super::flat_box::flat_box;
use super::text::read_text;
use crate::error::SceneError;

pub(super) fn read(file: impl Read) -> Result<Vec<Aabb<f32, 2>>, SceneError> {
    let document: GeoJson = read_text(file)?
        .parse()
        .map_err(|error: geojson::Error| SceneError::new(error))?;
    match document {
        GeoJson::Geometry(geometry) => Ok(vec![
            bounds(&geometry).map_err(|error| error.within("object 0"))?,
        ]),
        GeoJson::Feature(feature) => Ok(vec![feature_bounds(&feature, 0)?]),
        GeoJson::FeatureCollection(features) => (0..)
            .zip(&features.features)
            .map(|(number, feature)| feature_bounds(feature, number))
            .collect(),
    }
}

fn feature_bounds(feature: &geojson::Feature, number: usize) -> Result<Aabb<f32, 2>, SceneError> {
    let geometry = feature
        .geometry
        .as_ref()
        .ok_or_else(|| SceneError::new("the feature has no geometry"));
    geometry
        .and_then(bounds)
        .map_err(|error| error.within(format!("object {number}")))
}

fn bounds(geometry: &Geometry) -> Result<Aabb<f32, 2>, SceneError> {
    let mut positions = Vec::new();
    collect_positions(&geometry.value, &mut positions);
    let mut corners: Option<([f64; 2], [f64; 2])> = None;
    for position in positions {
        let [x, y, ..] = *position.as_slice() else {
            return Err(SceneError::new("a position has fewer than two numbers"));
        };
        let (min, max) = corners.get_or_insert(([x, y], [x, y]));
        *min = [min[0].min(x), min[1].min(y)];
        *max = [max[0].max(x), max[1].max(y)];
    }
    let (min, max) = corners.ok_or_else(|| SceneError::new("the geometry has no positions"))?;
    flat_box(min, max)
}

fn collect_positions<'a>(value: &'a GeometryValue, positions: &mut Vec<&'a Position>) {
    use GeometryValue as V;
    match value {
        V::Point { coordinates } => positions.push(coordinates),
        V::MultiPoint { coordinates } | V::LineString { coordinates } => {
            positions.extend(coordinates);
        }
        V::MultiLineString { coordinates } | V::Polygon { coordinates } => {
            positions.extend(coordinates.iter().flatten());
        }
        V::MultiPolygon { coordinates } => positions.extend(coordinates.iter().flatten().flatten()),
        V::GeometryCollection { geometries } => geometries
            .iter()
            .for_each(|geometry| collect_positions(&geometry.value, positions)),
    }
}
