//! The error for meshes and their frames.

use core::fmt;

use crate::store::TooManyBoxes;

/// Why a mesh or the positions of its vertices are invalid.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum InvalidMesh {
    /// There are more than 2³² - 1 vertices, edges and faces altogether.
    TooMany(TooManyBoxes),
    /// A vertex of an edge does not exist.
    Edge {
        /// The index of the edge.
        edge: usize,
        /// The index of the vertex.
        vertex: u32,
        /// The number of vertices.
        vertices: usize,
    },
    /// A vertex of a face does not exist.
    Face {
        /// The index of the face.
        face: usize,
        /// The index of the vertex.
        vertex: u32,
        /// The number of vertices.
        vertices: usize,
    },
    /// The number of positions in a frame differs from the number of vertices.
    Positions {
        /// The frame: 0 for the start, 1 for the end.
        frame: usize,
        /// The number of positions.
        positions: usize,
        /// The number of vertices.
        vertices: usize,
    },
    /// A coordinate of a position is NaN.
    Nan {
        /// The frame: 0 for the start, 1 for the end.
        frame: usize,
        /// The index of the vertex.
        vertex: usize,
        /// The axis.
        axis: usize,
    },
    /// The inflation is negative, infinite or NaN.
    Inflation(f64),
}

impl fmt::Display for InvalidMesh {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooMany(error) => error.fmt(f),
            Self::Edge {
                edge,
                vertex,
                vertices,
            } => write!(
                f,
                "edge {edge} has the vertex {vertex}, but there are {vertices} vertices"
            ),
            Self::Face {
                face,
                vertex,
                vertices,
            } => write!(
                f,
                "face {face} has the vertex {vertex}, but there are {vertices} vertices"
            ),
            Self::Positions {
                frame,
                positions,
                vertices,
            } => write!(
                f,
                "frame {frame} has {positions} positions for {vertices} vertices"
            ),
            Self::Nan {
                frame,
                vertex,
                axis,
            } => write!(
                f,
                "vertex {vertex} of frame {frame} has the coordinate NaN on axis {axis}"
            ),
            Self::Inflation(value) => {
                write!(
                    f,
                    "{value} is not a valid inflation: it is negative, infinite or NaN"
                )
            }
        }
    }
}

impl core::error::Error for InvalidMesh {}
