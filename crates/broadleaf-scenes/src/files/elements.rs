//! The common contents of mesh files: vertices, and the triangles, lines and points that refer to
//! them.

use super::bounded::reserve;
use super::rows::Rows;
use crate::error::SceneError;
use crate::mesh::Mesh;
use crate::read_options::ReadOptions;
use crate::skipped::Skipped;

/// The vertices of a file and the elements that refer to them. The numbers of vertices are in
/// range; coordinates may be NaN.
#[derive(Debug, Default)]
pub(super) struct Elements {
    pub(super) vertices: Vec<[f64; 3]>,
    pub(super) triangles: Vec<[u32; 3]>,
    pub(super) segments: Vec<[u32; 2]>,
    pub(super) points: Vec<u32>,
    pub(super) skipped: Skipped,
}

impl Elements {
    pub(super) fn push_vertex(&mut self, vertex: [f64; 3]) -> Result<(), SceneError> {
        reserve(&mut self.vertices, 1)?;
        self.vertices.push(vertex);
        Ok(())
    }

    /// Adds a polygon as a fan of triangles; two corners make a line, one corner a point.
    pub(super) fn push_polygon(&mut self, corners: &[u32]) -> Result<(), SceneError> {
        match *corners {
            [] => self.skipped.add("faces without corners", 1),
            [point] => self.points.push(point),
            [a, b] => self.segments.push([a, b]),
            [first, ref rest @ ..] => {
                reserve(&mut self.triangles, rest.len())?;
                let fan = rest.windows(2).map(|edge| [first, edge[0], edge[1]]);
                self.triangles.extend(fan);
            }
        }
        Ok(())
    }

    /// Adds the segments of a line.
    pub(super) fn push_line(&mut self, corners: &[u32]) -> Result<(), SceneError> {
        if let [point] = *corners {
            self.points.push(point);
        }
        reserve(&mut self.segments, corners.len())?;
        let segments = corners.windows(2).map(|ends| [ends[0], ends[1]]);
        self.segments.extend(segments);
        Ok(())
    }

    /// The boxes of the triangles, then of the lines, then of the points. If no element refers to a
    /// vertex, the file is a scan, and all vertices are points.
    pub(super) fn boxes(mut self, options: &ReadOptions) -> Result<Rows<3>, SceneError> {
        let (triangles, segments) = (self.triangles.len(), self.segments.len());
        if triangles + segments + self.points.len() == 0 {
            let count = vertex_number(self.vertices.len())?;
            self.points.extend(0..count);
        }
        let unused = self.unused_vertices();
        self.skipped.add("unused vertices", unused);
        let mut rows = Rows::new(*options);
        rows.skipped = std::mem::take(&mut self.skipped);
        self.push_boxes(&mut rows, "triangle", &self.triangles)?;
        self.push_boxes(&mut rows, "segment", &self.segments)?;
        self.push_boxes(&mut rows, "point", self.points.as_chunks::<1>().0)?;
        Ok(rows)
    }

    fn push_boxes<const N: usize>(
        &self,
        rows: &mut Rows<3>,
        kind: &str,
        shapes: &[[u32; N]],
    ) -> Result<(), SceneError> {
        for (number, shape) in shapes.iter().enumerate() {
            let corners = shape.map(|vertex| self.vertices[vertex as usize]);
            rows.push_around(&corners)
                .map_err(|error| error.within(format!("{kind} {number}")))?;
        }
        Ok(())
    }

    fn unused_vertices(&self) -> u64 {
        let mut used = vec![false; self.vertices.len()];
        let segments = self.segments.as_flattened();
        for &vertex in self
            .triangles
            .as_flattened()
            .iter()
            .chain(segments)
            .chain(&self.points)
        {
            used[vertex as usize] = true;
        }
        used.iter().filter(|used| !**used).count() as u64
    }

    /// The mesh of the triangles, with the vertices in the order of the file.
    pub(super) fn mesh(mut self) -> Result<Mesh, SceneError> {
        if self.vertices.is_empty() {
            return Err(SceneError::new("the file has no vertices"));
        }
        self.skipped
            .add("lines beside the faces", self.segments.len() as u64);
        self.skipped
            .add("points beside the faces", self.points.len() as u64);
        Ok(Mesh::try_new(self.vertices, self.triangles)?.with_skipped(self.skipped))
    }
}

/// The number of a vertex; an error if it is too large.
pub(super) fn vertex_number(number: usize) -> Result<u32, SceneError> {
    u32::try_from(number).map_err(|_| SceneError::new("the file has more than 2^32 - 1 vertices"))
}

/// The vertex that a number in a file refers to, if there are `count`.
pub(super) fn vertex_in(number: i64, count: usize) -> Result<u32, SceneError> {
    u32::try_from(number)
        .ok()
        .filter(|&vertex| (vertex as usize) < count)
        .ok_or_else(|| {
            SceneError::new(format!("there is no vertex {number}: the mesh has {count}"))
        })
}
