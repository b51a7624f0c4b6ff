//! PLY: the vertices and faces of a mesh, in ASCII or binary with either byte order, with `float`
//! or `double` coordinates.

use ply_rs_bw::parser::{Parser, Reader};
use ply_rs_bw::ply::{
    DefaultElement, ElementDef, Header, Property, PropertyAccess, PropertyAccessResult,
};

use super::obj::triangulate;
use crate::{Mesh, SceneError};

#[derive(Debug, Default)]
struct Vertex([f64; 3]);

#[derive(Debug, Default)]
struct Face(Vec<i64>);

impl PropertyAccess for Vertex {
    fn new() -> Self {
        Self::default()
    }

    fn set_property(&mut self, key: &str, value: Property) -> PropertyAccessResult {
        if let Some(axis) = ["x", "y", "z"].iter().position(|name| *name == key) {
            self.0[axis] = match value {
                Property::Float(x) => x.into(),
                Property::Double(x) => x,
                _ => return PropertyAccessResult::UnsupportedType,
            };
        }
        PropertyAccessResult::Set
    }
}

impl PropertyAccess for Face {
    fn new() -> Self {
        Self::default()
    }

    fn set_property(&mut self, key: &str, value: Property) -> PropertyAccessResult {
        if key == "vertex_indices" || key == "vertex_index" {
            self.0 = match value {
                Property::ListUChar(list) => list.into_iter().map(i64::from).collect(),
                Property::ListShort(list) => list.into_iter().map(i64::from).collect(),
                Property::ListUShort(list) => list.into_iter().map(i64::from).collect(),
                Property::ListInt(list) => list.into_iter().map(i64::from).collect(),
                Property::ListUInt(list) => list.into_iter().map(i64::from).collect(),
                _ => return PropertyAccessResult::UnsupportedType,
            };
        }
        PropertyAccessResult::Set
    }
}

/// Reads a mesh from a file of `len` bytes.
pub(super) fn read(file: impl std::io::BufRead, len: u64) -> Result<Mesh, SceneError> {
    let mut reader = Reader::new(file);
    let header = Parser::<DefaultElement>::new()
        .read_header(&mut reader)
        .map_err(|error| SceneError::new(error).within("header"))?;
    check_counts(&header, len).map_err(|error| error.within("header"))?;
    let (mut vertices, mut faces) = (None, None);
    for element in header.elements.values() {
        let bad = |error| SceneError::new(error);
        match element.name.as_str() {
            "vertex" => {
                vertices = Some(
                    Parser::<Vertex>::new()
                        .read_payload_for_element(&mut reader, element, &header)
                        .map_err(bad)?,
                )
            }
            "face" => {
                faces = Some(
                    Parser::<Face>::new()
                        .read_payload_for_element(&mut reader, element, &header)
                        .map_err(bad)?,
                )
            }
            _ => drop(
                Parser::<DefaultElement>::new()
                    .read_payload_for_element(&mut reader, element, &header)
                    .map_err(bad)?,
            ),
        }
    }
    let vertices =
        vertices.ok_or_else(|| SceneError::new("no element \"vertex\"").within("header"))?;
    let faces = triangulate(faces.unwrap_or_default().into_iter().map(|face| face.0))?;
    Mesh::try_new(vertices.into_iter().map(|vertex| vertex.0).collect(), faces)
}

/// Refuses a header that announces more elements than fit into the file, before memory is allocated
/// for them.
fn check_counts(header: &Header, len: u64) -> Result<(), SceneError> {
    let mut least_bytes = 0;
    for ElementDef {
        name,
        count,
        properties,
        ..
    } in header.elements.values()
    {
        if properties.is_empty() {
            return Err(SceneError::new(format!(
                "element \"{name}\" has no properties"
            )));
        }
        // A number takes at least one byte, and a list at least the byte of its length.
        least_bytes += properties.len() as u128 * *count as u128;
        if least_bytes > u128::from(len) {
            return Err(SceneError::new(format!(
                "{count} elements \"{name}\" do not fit into {len} bytes"
            )));
        }
    }
    let has = |element: &str, key: &str| {
        header
            .elements
            .get(element)
            .is_some_and(|element| element.properties.contains_key(key))
    };
    match ["x", "y", "z"]
        .into_iter()
        .find(|axis| header.elements.contains_key("vertex") && !has("vertex", axis))
    {
        Some(axis) => Err(SceneError::new(format!(
            "element \"vertex\" has no property \"{axis}\""
        ))),
        None => Ok(()),
    }
}
