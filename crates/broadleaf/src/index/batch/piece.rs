//! One piece of a batch: by one query after another, or by a join of boxes.

use super::curve::AnswerPiece;
use crate::geometry::{Located, Region, Scalar};
use crate::index::index_core::Accelerated;
use crate::index::spatial_index::SpatialIndex;
use crate::index::tuning::MIN_JOINED;
use crate::sort::{itself, radix_sort};
use crate::store::{Id, to_u32};
use alloc::vec::Vec;

/// Answers the queries with these indices one by one. `ask` replaces its vector by an answer.
pub(in crate::index) fn one_by_one<T: Copy, Q>(
    questions: &[Q],
    indices: &[usize],
    mut ask: impl FnMut(&Q, &mut Vec<T>),
) -> AnswerPiece<T> {
    let mut found = Vec::new();
    let mut piece = AnswerPiece {
        items: Vec::new(),
        lengths: Vec::with_capacity(indices.len()),
    };
    for &index in indices {
        ask(&questions[index], &mut found);
        piece.items.extend_from_slice(&found);
        piece.lengths.push(to_u32(found.len()));
    }
    piece
}

/// The boxes that each of the regions with these indices touches: by a join if there are many
/// regions, all of them boxes, and the index has a fast join.
pub(in crate::index) fn overlaps<S: Scalar, const D: usize>(
    index: &(impl SpatialIndex<S, D> + ?Sized),
    regions: &[impl Region<S, D> + Located<S, D>],
    indices: &[usize],
) -> AnswerPiece<Id> {
    let are_many = indices.len() >= MIN_JOINED;
    let boxes = || indices.iter().map(|&i| regions[i].as_box()).collect();
    let boxes: Option<Vec<_>> = are_many.then(boxes).flatten();
    let mut pairs = Vec::new();
    let join = |boxes: Vec<_>| {
        index.accelerated().join_boxes(&boxes, |region, id| {
            pairs.push(u64::from(region) << 32 | u64::from(id.0));
        })
    };
    if boxes.is_some_and(join) {
        return from_pairs(pairs, indices.len());
    }
    one_by_one(regions, indices, |region, ids| {
        index.overlaps_into(region, ids);
    })
}

/// The answers from pairs of a query's number, in the high bits, and an id.
#[expect(clippy::cast_possible_truncation, reason = "the halves of a pair")]
fn from_pairs(mut pairs: Vec<u64>, questions: usize) -> AnswerPiece<Id> {
    radix_sort(&mut pairs, &mut Vec::new(), itself);
    let mut lengths = alloc::vec![0; questions];
    for pair in &pairs {
        lengths[(pair >> 32) as usize] += 1;
    }
    AnswerPiece {
        items: pairs.iter().map(|&pair| Id(pair as u32)).collect(),
        lengths,
    }
}
