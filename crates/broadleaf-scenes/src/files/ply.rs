//! PLY: the vertices and faces of a mesh, in ASCII or binary with either byte order, with `float`
//! or `double` coordinates.

use std::io::BufRead;

use ply_rs_bw::parser::{Parser, Reader};
use ply_rs_bw::ply::{
    DefaultElement, ElementDef, Header, Property, PropertyAccess, PropertyAccessResult,
};

use super::bounded::{Pieces, reserve};
use super::obj::triangulate;
use crate::error::SceneError;
use crate::mesh::Mesh;

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

/// How many elements are parsed at a time.
const CHUNK: usize = 1_024;

/// Reads a mesh from a file of `len` bytes.
pub(super) fn read(file: impl BufRead, len: u64) -> Result<Mesh, SceneError> {
    let mut reader = Reader::new(Pieces::new(file));
    let header = Parser::<DefaultElement>::new()
        .read_header(&mut reader)
        .map_err(|error| SceneError::new(error).within("header"))?;
    check_counts(&header, len).map_err(|error| error.within("header"))?;
    let (mut vertices, mut faces) = (None, None);
    for element in header.elements.values() {
        match element.name.as_str() {
            "vertex" => {
                let all = vertices.get_or_insert_with(Vec::new);
                read_chunks(&mut reader, element, &header, |chunk: Vec<Vertex>| {
                    reserve(all, chunk.len())?;
                    all.extend(chunk.into_iter().map(|vertex| vertex.0));
                    Ok(())
                })?;
            }
            "face" => {
                let all = faces.get_or_insert_with(Vec::new);
                read_chunks(&mut reader, element, &header, |chunk: Vec<Face>| {
                    reserve(all, chunk.len())?;
                    all.extend(chunk.into_iter().map(|face| face.0));
                    Ok(())
                })?;
            }
            _ => read_chunks(&mut reader, element, &header, |_: Vec<DefaultElement>| {
                Ok(())
            })?,
        }
    }
    let vertices =
        vertices.ok_or_else(|| SceneError::new("no element \"vertex\"").within("header"))?;
    Mesh::try_new(vertices, triangulate(faces.unwrap_or_default())?)
}

/// Reads all elements of a kind, some at a time.
fn read_chunks<E: PropertyAccess>(
    reader: &mut Reader<Pieces<impl BufRead>>,
    element: &ElementDef,
    header: &Header,
    mut take: impl FnMut(Vec<E>) -> Result<(), SceneError>,
) -> Result<(), SceneError> {
    let (parser, mut chunk) = (Parser::<E>::new(), element.clone());
    for first in (0..element.count).step_by(CHUNK) {
        chunk.count = CHUNK.min(element.count - first);
        reader.get_mut().begin();
        let elements = parser
            .read_payload_for_element(reader, &chunk, header)
            .map_err(SceneError::new)?;
        take(elements)?;
    }
    Ok(())
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
