//! Queries over sets of boxes against a naive model, on two lists of boxes.

mod answers;
mod crowds;
mod every_structure;
mod model;

use broadleaf::{Aabb, Id};

use crate::inputs::TestScalar;

type Boxes<S, const D: usize> = Vec<(Id, Aabb<S, D>)>;

/// Ids with gaps, so that an id is not an index.
fn with_ids<S: TestScalar, const D: usize>(boxes: Vec<Aabb<S, D>>) -> Boxes<S, D> {
    (0..).map(|i| Id(3 * i + i % 2)).zip(boxes).collect()
}
