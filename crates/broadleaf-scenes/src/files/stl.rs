//! STL: triangles, in text or binary form.
//!
//! `stl_io` 0.11 is not used: it rejects NaN in normals, CR, Latin-1 and upper case, and its errors
//! name no line.

use std::collections::HashMap;
use std::io::{BufRead, Read};

use super::elements::{Elements, vertex_number};
use super::number::{parse_number, shown};
use super::text::{Lines, UTF8_MARK, count_rest, refuse_utf16_mark};
use crate::error::SceneError;

/// A binary file begins with 80 arbitrary bytes and the number of triangles.
const HEADER: usize = 84;

/// Reads all triangles; each has its own vertices.
pub(super) fn read(mut file: impl BufRead) -> Result<Elements, SceneError> {
    let mut header = Vec::new();
    file.by_ref().take(HEADER as u64).read_to_end(&mut header)?;
    let text = header.strip_prefix(UTF8_MARK).unwrap_or(&header);
    if is_text(text) {
        return read_text(text.chain(file));
    }
    refuse_utf16_mark(&header)?;
    match <[u8; HEADER]>::try_from(header) {
        Ok(header) => read_binary(&header, file),
        Err(header) => Err(SceneError::new(format!(
            "this is no STL file: it does not begin with \"solid\" and has {} bytes, fewer than a \
             binary header",
            header.len()
        ))),
    }
}

/// Text begins with "solid". Some binary headers do, too, but the number of triangles after them
/// contains a zero byte unless it is above 16 million, and text contains none.
fn is_text(header: &[u8]) -> bool {
    let word = header.trim_ascii_start().get(..5).unwrap_or_default();
    word.eq_ignore_ascii_case(b"solid") && !header.contains(&0)
}

fn read_binary(header: &[u8; HEADER], mut file: impl BufRead) -> Result<Elements, SceneError> {
    let [.., a, b, c, d] = *header;
    let count = u32::from_le_bytes([a, b, c, d]);
    if count == 0 {
        let problem = "the file announces 0 triangles in its bytes 80 to 83";
        return Err(SceneError::new(problem));
    }
    let mut elements = Elements::default();
    for number in 0..count {
        // The normal, three corners and two bytes of color.
        let mut triangle = [0; 50];
        file.read_exact(&mut triangle).map_err(|error| {
            let problem = match error.kind() {
                std::io::ErrorKind::UnexpectedEof => {
                    format!("the file ends here, but announces {count} triangles")
                }
                _ => error.to_string(),
            };
            SceneError::new(problem).within(format!("triangle {number}"))
        })?;
        let numbers = triangle[12..48].as_chunks::<4>().0;
        let corners = numbers.as_chunks::<3>().0;
        for corner in corners {
            elements.push_vertex(corner.map(|x| f32::from_le_bytes(x).into()))?;
        }
        push_last(&mut elements, 3)?;
    }
    let rest = count_rest(&mut file)?;
    elements.skipped.add("bytes after the last triangle", rest);
    Ok(elements)
}

/// Adds the polygon of the last vertices.
fn push_last(elements: &mut Elements, count: usize) -> Result<(), SceneError> {
    let end = vertex_number(elements.vertices.len())?;
    let corners: Vec<u32> = (0..end).skip(end as usize - count).collect();
    elements.push_polygon(&corners)
}

/// Lines that hold no coordinates of boxes.
const STRUCTURE: [&str; 5] = ["solid", "endsolid", "facet", "outer", "endfacet"];

fn read_text(file: impl BufRead) -> Result<Elements, SceneError> {
    let mut lines = Lines::new(file);
    let (mut elements, mut corners) = (Elements::default(), 0);
    while let Some(line) = lines.next()? {
        let line = line.to_vec();
        read_line(&line, &mut elements, &mut corners)
            .map_err(|error| error.within(format!("line {}", lines.number)))?;
    }
    if corners > 0 {
        return Err(SceneError::new("the file ends within a triangle"));
    }
    Ok(elements)
}

fn read_line(line: &[u8], elements: &mut Elements, corners: &mut usize) -> Result<(), SceneError> {
    let words = line.split(u8::is_ascii_whitespace);
    let mut words = words.filter(|word| !word.is_empty());
    let Some(keyword) = words.next() else {
        return Ok(());
    };
    let is = |name: &str| keyword.eq_ignore_ascii_case(name.as_bytes());
    if is("vertex") {
        let mut vertex = [0.0; 3];
        for coordinate in &mut vertex {
            let word = words.next();
            let word = word.ok_or_else(|| SceneError::new("a vertex needs three coordinates"))?;
            *coordinate = parse_number(word)?;
        }
        *corners += 1;
        return elements.push_vertex(vertex);
    }
    if is("endloop") {
        if *corners < 3 {
            let problem = format!("the triangle has {corners} corners");
            return Err(SceneError::new(problem));
        }
        return push_last(elements, std::mem::take(corners));
    }
    if !STRUCTURE.iter().any(|name| is(name)) {
        let problem = format!("\"{}\" is not a keyword of an STL file", shown(keyword));
        return Err(SceneError::new(problem));
    }
    Ok(())
}

/// Merges the vertices of corners at the same position into the first of them.
pub(super) fn join_corners(mut elements: Elements) -> Elements {
    let mut numbers = HashMap::new();
    let mut kept = Vec::new();
    for corner in elements.triangles.as_flattened_mut() {
        let vertex = elements.vertices[*corner as usize];
        // -0.0 is the same position as 0.0.
        let place = vertex.map(|x| (x + 0.0).to_bits());
        *corner = *numbers.entry(place).or_insert_with(|| {
            kept.push(vertex);
            kept.len() as u32 - 1
        });
    }
    elements.vertices = kept;
    elements
}
