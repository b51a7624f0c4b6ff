//! Non-maximum suppression: of boxes that overlap much, the one with the best score stays.
//!
//! Boxes are visited from the best score on, and a tree holds those that stay. A box is compared
//! with the boxes of the tree that it overlaps, and these overlap each other little, so they are
//! few wherever the box lies. All pairs first, and the greedy choice after them, costs the square
//! of the boxes on one object: with 100 on each, it is slower than the double loop.

use broadleaf::{Aabb, Id};

use super::best_first::best_first;
use super::overlap::Float;
use super::suppression::{InvalidSuppression, Suppression};
use super::survivors::Survivors;

/// The boxes that no better one suppresses, from the best score on; of equal scores, the earlier
/// row is better.
///
/// The answer is that of torchvision's `nms` (`batched_nms` with groups) for the same boxes: a box
/// stays if its measure with each better box that stays is at most the threshold. Only the order
/// of scores matters, so they may be `f32` or `f64` whatever the boxes are.
///
/// # Errors
/// Names what does not fit, with the row of a score that is not a number.
///
/// # Cost
/// One query of a tree for each box, and one insert for each that stays.
pub fn nms<S: Float, T: Float, const D: usize>(
    boxes: &[Aabb<S, D>],
    scores: &[T],
    suppression: Suppression<'_>,
) -> Result<Vec<Id>, InvalidSuppression> {
    nms_with_pulse(boxes, scores, suppression, || ())
}

/// The answer of [`nms`], and a call of `pulse` for about every thousand boxes and candidates,
/// which may unwind to end a long search.
///
/// # Errors
/// As [`nms`].
pub fn nms_with_pulse<S: Float, T: Float, const D: usize>(
    boxes: &[Aabb<S, D>],
    scores: &[T],
    suppression: Suppression<'_>,
    pulse: impl Fn(),
) -> Result<Vec<Id>, InvalidSuppression> {
    suppression.check(boxes.len(), scores)?;
    let ranked = best_first(scores, suppression.groups);
    let mut survivors = Survivors::new(boxes, suppression, pulse);
    let mut kept = Vec::new();
    for group in ranked.chunk_by(|a, b| a.group() == b.group()) {
        survivors.clear();
        for rank in group {
            if !survivors.suppress(rank.id()) {
                survivors.insert(rank.id());
                kept.push(rank.without_group());
            }
        }
    }
    if suppression.groups.is_some() {
        kept.sort_unstable();
    }
    Ok(kept.iter().map(|rank| rank.id()).collect())
}
