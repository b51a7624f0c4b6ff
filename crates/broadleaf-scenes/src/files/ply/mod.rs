//! PLY: the vertices of a mesh or scan, and its faces, triangle strips and edges.
//!
//! `ply-rs` 0.1 and `ply-rs-bw` 4.0 are not used: each rejects 12 of 43 files of the corpus that
//! this reader accepts (`.5`, `nan`, names with brackets, Latin-1, CR, byte order marks, rows over
//! several lines), and their messages come from a generic parser.

mod header;
mod number;

use std::io::BufRead;

use self::header::{Element, Header, Property};
use self::number::Numbers;
use super::elements::{Elements, vertex_in, vertex_number};
use super::number::shown;
use super::text::{count_rest, skip_mark};
use crate::error::SceneError;

/// The names of lists of vertices.
const VERTEX_LISTS: [&str; 6] = [
    "vertexindices",
    "vertexindex",
    "vertexindexes",
    "vertices",
    "indices",
    "index",
];
/// The names of each end of an edge.
const EDGE_ENDS: [[&str; 2]; 2] = [["vertex1", "v1"], ["vertex2", "v2"]];

/// Reads all elements of a file.
pub(super) fn read(mut file: impl BufRead) -> Result<Elements, SceneError> {
    let header = skip_mark(&mut file)
        .and_then(|()| Header::read(&mut file))
        .map_err(|error| error.within("header"))?;
    let mut reader = Reader {
        vertex_count: count_vertices(&header).map_err(|error| error.within("header"))?,
        numbers: Numbers::new(file, header.encoding),
        elements: Elements::default(),
        corners: Vec::new(),
    };
    for element in &header.elements {
        reader.read(element)?;
    }
    let rest = count_rest(&mut reader.numbers.file)?;
    let mut elements = reader.elements;
    elements.skipped.add("bytes after the last element", rest);
    Ok(elements)
}

/// The number of vertices, which may be defined after the faces.
fn count_vertices(header: &Header) -> Result<usize, SceneError> {
    let names = header.elements.iter().map(|element| &*element.name);
    let vertices = header
        .elements
        .iter()
        .find(|element| element.name == "vertex");
    let vertices = vertices.ok_or_else(|| {
        let names = list(names);
        SceneError::new(format!("no element \"vertex\": the elements are {names}"))
    })?;
    let count = usize::try_from(vertices.count).unwrap_or(usize::MAX);
    vertex_number(count)?;
    Ok(count)
}

/// The contents of a row of an element.
#[derive(Clone, Copy, PartialEq)]
enum Role {
    Vertex([usize; 3]),
    Face(usize),
    Strip(usize),
    Edge([usize; 2]),
    Other,
}

impl Role {
    fn of(element: &Element) -> Result<Self, SceneError> {
        match &*element.name {
            "vertex" => {
                let [x, y, z] = ["x", "y", "z"].map(|axis| find(element, axis));
                Ok(Self::Vertex([x?, y?, z?]))
            }
            "face" => Ok(Self::Face(vertex_list(element)?)),
            "tristrips" => Ok(Self::Strip(vertex_list(element)?)),
            "edge" => edge_ends(element),
            _ => Ok(Self::Other),
        }
    }
}

/// The only property with a name, ignoring case.
fn find(element: &Element, name: &str) -> Result<usize, SceneError> {
    one(element, &format!("no property \"{name}\""), |property| {
        property.list.is_none() && property.name.eq_ignore_ascii_case(name)
    })
}

fn vertex_list(element: &Element) -> Result<usize, SceneError> {
    one(element, "no list \"vertex_indices\"", |property| {
        property.list.is_some() && VERTEX_LISTS.contains(&&*plain(&property.name))
    })
}

fn edge_ends(element: &Element) -> Result<Role, SceneError> {
    let end = |number: usize| {
        one(
            element,
            &format!("no property \"vertex{}\"", number + 1),
            |property| {
                property.list.is_none() && EDGE_ENDS[number].contains(&&*plain(&property.name))
            },
        )
    };
    match (vertex_list(element), end(0)) {
        (Ok(_), Ok(_)) => Err(SceneError::new(
            "it has the ends of edges both as a list and individually",
        )),
        (Ok(list), Err(_)) => Ok(Role::Face(list)),
        (Err(_), first) => Ok(Role::Edge([first?, end(1)?])),
    }
}

/// The only property that satisfies a condition.
fn one(element: &Element, none: &str, is: impl Fn(&Property) -> bool) -> Result<usize, SceneError> {
    let mut places = (0..element.properties.len()).filter(|&at| is(&element.properties[at]));
    let names = || list(element.properties.iter().map(|property| &*property.name));
    match (places.next(), places.next()) {
        (Some(place), None) => Ok(place),
        (None, _) => Err(SceneError::new(format!("{none}: it has {}", names()))),
        (Some(a), Some(b)) => Err(SceneError::new(format!(
            "the properties \"{}\" and \"{}\" mean the same",
            shown(element.properties[a].name.as_bytes()),
            shown(element.properties[b].name.as_bytes())
        ))),
    }
}

/// A name for comparison: without case, `_`, `-`, `.` and spaces.
fn plain(name: &str) -> String {
    name.replace(['_', '-', '.', ' '], "").to_ascii_lowercase()
}

/// Names for a message, at most twenty of them.
fn list<'a>(names: impl Iterator<Item = &'a str> + Clone) -> String {
    let some = names.clone().take(20).map(|name| shown(name.as_bytes()));
    let some: Vec<_> = some.collect();
    let more = names.skip(20).count();
    match (some.is_empty(), more) {
        (true, _) => "none".to_owned(),
        (false, 0) => some.join(", "),
        (false, more) => format!("{} and {more} more", some.join(", ")),
    }
}

struct Reader<R> {
    numbers: Numbers<R>,
    vertex_count: usize,
    elements: Elements,
    /// The corners of the current face.
    corners: Vec<i64>,
}

impl<R: BufRead> Reader<R> {
    /// Reads all rows of an element.
    fn read(&mut self, element: &Element) -> Result<(), SceneError> {
        if element.count == 0 {
            return Ok(());
        }
        let in_header = |error: SceneError| {
            error
                .within(format!("element \"{}\"", element.name))
                .within("header")
        };
        if element.properties.is_empty() {
            // Their rows would take no bytes, so the file could claim any number of them.
            return Err(in_header(SceneError::new("it has no properties")));
        }
        let role = Role::of(element).map_err(in_header)?;
        if role == Role::Other {
            let what = format!("elements \"{}\"", element.name);
            self.elements.skipped.add(what, element.count);
        }
        for number in 0..element.count {
            self.read_row(element, role)
                .and_then(|()| self.numbers.end_element())
                .map_err(|error| error.within(format!("{} {number}", element.name)))?;
        }
        Ok(())
    }

    fn read_row(&mut self, element: &Element, role: Role) -> Result<(), SceneError> {
        let mut vertex = [0.0; 3];
        self.corners.clear();
        for (place, property) in element.properties.iter().enumerate() {
            match role {
                Role::Vertex(axes) if axes.contains(&place) => {
                    let axis = axes.iter().position(|&axis| axis == place);
                    vertex[axis.expect("it is there")] = self.numbers.real(property.kind)?;
                }
                Role::Face(list) | Role::Strip(list) if list == place => {
                    self.read_list(property)?;
                }
                Role::Edge(ends) if ends.contains(&place) => {
                    self.corners.push(self.numbers.integer(property.kind)?);
                }
                _ => self.skip(property)?,
            }
        }
        match role {
            Role::Vertex(_) => self.elements.push_vertex(vertex),
            Role::Face(_) | Role::Edge(_) => self.push_face(),
            Role::Strip(_) => self.push_strips(),
            Role::Other => Ok(()),
        }
    }

    fn read_list(&mut self, property: &Property) -> Result<(), SceneError> {
        for _ in 0..self.list_len(property)? {
            self.corners.push(self.numbers.integer(property.kind)?);
        }
        Ok(())
    }

    fn skip(&mut self, property: &Property) -> Result<(), SceneError> {
        let count = self.list_len(property)?;
        self.numbers.skip(property.kind, count)
    }

    /// The number of items of a property.
    fn list_len(&mut self, property: &Property) -> Result<u64, SceneError> {
        let Some(kind) = property.list else {
            return Ok(1);
        };
        let len = self.numbers.integer(kind)?;
        u64::try_from(len).map_err(|_| SceneError::new(format!("a list cannot have {len} items")))
    }

    fn push_face(&mut self) -> Result<(), SceneError> {
        let corners = self.corners.iter();
        let corners = corners.map(|&corner| vertex_in(corner, self.vertex_count));
        let corners = corners.collect::<Result<Vec<_>, _>>()?;
        self.elements.push_polygon(&corners)
    }

    /// Adds the triangles of strips, which are separated by -1. A triangle with a repeated corner
    /// only connects two parts of a strip.
    fn push_strips(&mut self) -> Result<(), SceneError> {
        for strip in self.corners.split(|&corner| corner == -1) {
            for (number, window) in strip.windows(3).enumerate() {
                let [a, b, c] = [0, 1, 2].map(|at| window[at]);
                if a == b || b == c || a == c {
                    continue;
                }
                // Every other triangle has the opposite orientation.
                let corners = if number % 2 == 0 {
                    [a, b, c]
                } else {
                    [b, a, c]
                };
                let [a, b, c] = corners.map(|corner| vertex_in(corner, self.vertex_count));
                self.elements.push_polygon(&[a?, b?, c?])?;
            }
        }
        Ok(())
    }
}
