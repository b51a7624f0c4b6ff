//! Wavefront OBJ: the lines `v` and `f`. Vertices keep their order in the file; general OBJ
//! readers, which also handle materials and normals, do not guarantee that.

use std::io::Read;

use super::bounded::reserve;
use super::text::read_text;
use crate::error::SceneError;
use crate::mesh::Mesh;

pub(super) fn read(file: impl Read) -> Result<Mesh, SceneError> {
    let text = read_text(file)?;
    let (mut vertices, mut polygons) = (Vec::new(), Vec::new());
    for (number, line) in (1..).zip(text.lines()) {
        let mut words = line.split_whitespace();
        let parsed = match words.next() {
            Some("v") => parse_vertex(words).map(|vertex| vertices.push(vertex)),
            Some("f") => parse_face(words, vertices.len()).map(|face| polygons.push(face)),
            _ => Ok(()),
        };
        parsed.map_err(|error| error.within(format!("line {number}")))?;
    }
    Mesh::try_new(vertices, triangulate(polygons)?)
}

fn parse_vertex<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<[f64; 3], SceneError> {
    let mut vertex = [0.0; 3];
    for coordinate in &mut vertex {
        let word = words
            .next()
            .ok_or_else(|| SceneError::new("a vertex needs three coordinates"))?;
        *coordinate = word
            .parse()
            .map_err(|_| SceneError::new(format!("\"{word}\" is not a number")))?;
    }
    Ok(vertex)
}

/// Reads the corners of a face: `vertex`, `vertex/texture` or `vertex/texture/normal`, counted from
/// 1, or from the end by −1, −2 and so on.
fn parse_face<'a>(
    words: impl Iterator<Item = &'a str>,
    vertices_so_far: usize,
) -> Result<Vec<i64>, SceneError> {
    words
        .map(|word| {
            let index = word.split('/').next().unwrap_or_default();
            match index.parse::<i64>() {
                Ok(number) if number > 0 => Ok(number - 1),
                Ok(number) if number < 0 => Ok(vertices_so_far as i64 + number),
                _ => Err(SceneError::new(format!(
                    "\"{word}\" is not a corner of a face"
                ))),
            }
        })
        .collect()
}

/// Splits polygons into fans of triangles.
pub(super) fn triangulate(
    polygons: impl IntoIterator<Item = Vec<i64>>,
) -> Result<Vec<[u32; 3]>, SceneError> {
    let mut triangles = Vec::new();
    for (number, polygon) in polygons.into_iter().enumerate() {
        let in_range = |index: &i64| {
            u32::try_from(*index)
                .map_err(|_| SceneError::new(format!("there is no vertex {index}")))
        };
        let corners = polygon
            .iter()
            .map(in_range)
            .collect::<Result<Vec<_>, _>>()
            .map_err(|error| error.within(format!("face {number}")))?;
        let [first, rest @ ..] = corners.as_slice() else {
            return Err(SceneError::new("the face has no corners").within(format!("face {number}")));
        };
        reserve(&mut triangles, rest.len())?;
        triangles.extend(rest.windows(2).map(|edge| [*first, edge[0], edge[1]]));
    }
    Ok(triangles)
}
