//! Wavefront OBJ: vertices, and the faces, lines and points that refer to them.
//!
//! `tobj` 4.0 and `obj` 0.10 are not used: of 27 files of the corpus that this reader accepts, they
//! reject 10 and 14 or read nothing in them (continued lines, comments after a face, Latin-1, CR,
//! points).

use std::io::BufRead;

use super::elements::{Elements, vertex_number};
use super::number::{parse_number, shown};
use super::text::{Lines, skip_mark};
use crate::error::SceneError;

/// Lines that hold names, in which a backslash at the end does not continue the line.
const NAMES: [&[u8]; 11] = [
    b"o",
    b"g",
    b"mtllib",
    b"usemtl",
    b"maplib",
    b"usemap",
    b"shadow_obj",
    b"trace_obj",
    b"call",
    b"csh",
    b"mg",
];
/// Lines that hold no coordinates of boxes.
const ATTRIBUTES: [&[u8]; 7] = [
    b"vt",
    b"vn",
    b"s",
    b"bevel",
    b"c_interp",
    b"d_interp",
    b"lod",
];
/// Free-form curves and surfaces, which are skipped.
const FREE_FORM: [&[u8]; 3] = [b"curv", b"curv2", b"surf"];
/// Parts of free-form curves and surfaces.
const FREE_FORM_PARTS: [&[u8]; 15] = [
    b"vp", b"cstype", b"deg", b"bmat", b"step", b"parm", b"trim", b"hole", b"scrv", b"sp", b"end",
    b"con", b"ctech", b"stech", b"cdc",
];

/// Reads all lines of a file.
pub(super) fn read(mut file: impl BufRead) -> Result<Elements, SceneError> {
    skip_mark(&mut file)?;
    let mut lines = Lines::new(file);
    let mut reader = Reader::default();
    while let Some(line) = lines.next()? {
        let keyword = words(line).next().unwrap_or_default();
        let mut is_continued = !NAMES.contains(&keyword) && is_continued(line);
        while is_continued {
            is_continued = self::is_continued(lines.continue_line()?);
        }
        let line = without_comment(lines.line()).to_vec();
        let number = lines.number;
        reader
            .read(&line, number)
            .map_err(|error| error.within(format!("line {number}")))?;
    }
    reader.finish()
}

/// Whether a line, or the continuation of one, is continued on the next line.
fn is_continued(line: &[u8]) -> bool {
    line.ends_with(b"\\") && !line.contains(&b'#')
}

fn without_comment(line: &[u8]) -> &[u8] {
    let end = line.iter().position(|&byte| byte == b'#');
    &line[..end.unwrap_or(line.len())]
}

fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(u8::is_ascii_whitespace)
        .filter(|word| !word.is_empty())
}

#[derive(Default)]
struct Reader {
    elements: Elements,
    /// The corners of the current element.
    corners: Vec<u32>,
    /// The largest vertex that an element refers to before its definition, and the line.
    ahead: Option<(u32, usize)>,
    /// The first line with an unknown keyword.
    unknown: Option<String>,
}

impl Reader {
    fn read(&mut self, line: &[u8], number: usize) -> Result<(), SceneError> {
        let mut words = words(line);
        let Some(keyword) = words.next() else {
            return Ok(());
        };
        match keyword {
            b"v" => self.elements.push_vertex(parse_vertex(words)?),
            b"f" | b"fo" => {
                self.read_corners(words, number)?;
                self.elements.push_polygon(&self.corners)
            }
            b"l" => {
                self.read_corners(words, number)?;
                self.elements.push_line(&self.corners)
            }
            b"p" => {
                self.read_corners(words, number)?;
                self.elements.points.extend(&self.corners);
                Ok(())
            }
            _ => {
                self.pass_over(keyword, number);
                Ok(())
            }
        }
    }

    fn pass_over(&mut self, keyword: &[u8], number: usize) {
        let skipped = &mut self.elements.skipped;
        if FREE_FORM.contains(&keyword) {
            skipped.add("free-form curves and surfaces", 1);
        } else if keyword == b"call" {
            skipped.add("calls of other files", 1);
        } else if !ATTRIBUTES.contains(&keyword)
            && !NAMES.contains(&keyword)
            && !FREE_FORM_PARTS.contains(&keyword)
        {
            skipped.add("lines of no known kind", 1);
            self.unknown
                .get_or_insert_with(|| format!("line {number} begins with \"{}\"", shown(keyword)));
        }
    }

    /// Reads the corners of an element: `vertex`, `vertex/texture` or `vertex/texture/normal`,
    /// counted from 1, or from the last vertex by −1, −2 and so on.
    fn read_corners<'a>(
        &mut self,
        words: impl Iterator<Item = &'a [u8]>,
        line: usize,
    ) -> Result<(), SceneError> {
        let count = self.elements.vertices.len();
        self.corners.clear();
        for word in words {
            let vertex = parse_corner(word, count)?;
            if vertex as usize >= count && self.ahead.is_none_or(|(most, _)| vertex > most) {
                self.ahead = Some((vertex, line));
            }
            self.corners.push(vertex);
        }
        if self.corners.is_empty() {
            return Err(SceneError::new("the element has no vertices"));
        }
        Ok(())
    }

    fn finish(self) -> Result<Elements, SceneError> {
        let count = self.elements.vertices.len();
        vertex_number(count)?;
        if let Some((vertex, line)) = self.ahead.filter(|&(vertex, _)| vertex as usize >= count) {
            let problem = format!(
                "there is no vertex {}: the file has {count}",
                u64::from(vertex) + 1
            );
            return Err(SceneError::new(problem).within(format!("line {line}")));
        }
        match self.unknown {
            Some(unknown) if count == 0 => Err(SceneError::new(format!(
                "no line is a vertex, \"v\", of an OBJ file; {unknown}"
            ))),
            _ => Ok(self.elements),
        }
    }
}

/// Reads a position; weights and colors may follow it.
fn parse_vertex<'a>(mut words: impl Iterator<Item = &'a [u8]>) -> Result<[f64; 3], SceneError> {
    let mut vertex = [0.0; 3];
    for coordinate in &mut vertex {
        let word = words
            .next()
            .ok_or_else(|| SceneError::new("a vertex needs three coordinates"))?;
        *coordinate = parse_number(word)?;
    }
    Ok(vertex)
}

/// The vertex of a corner, which may be defined later in the file.
fn parse_corner(word: &[u8], vertices_so_far: usize) -> Result<u32, SceneError> {
    let index = word.split(|&byte| byte == b'/').next().unwrap_or_default();
    let number = std::str::from_utf8(index)
        .ok()
        .and_then(|text| text.parse::<i64>().ok());
    let vertex = match number {
        Some(number) if number > 0 => Some(number - 1),
        Some(number) if number < 0 => (vertices_so_far as i64).checked_add(number),
        _ => {
            let problem = format!("\"{}\" is not a vertex of an element", shown(word));
            return Err(SceneError::new(problem));
        }
    };
    vertex
        .and_then(|vertex| u32::try_from(vertex).ok())
        .ok_or_else(|| {
            SceneError::new(format!(
                "there is no vertex {}: there are {vertices_so_far} so far",
                shown(index)
            ))
        })
}
