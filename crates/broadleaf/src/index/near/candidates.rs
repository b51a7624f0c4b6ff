//! Candidates for pairs of boxes near each other, from a join of expanded boxes.

use crate::geometry::{Aabb, Scalar};
use crate::index::tuning::TIMES_SHORTER;
use crate::pair_finder::PairFinder;
use crate::store::Id;
use alloc::vec::Vec;
use core::ops::ControlFlow;

/// The boxes of an index, by ascending id.
pub(in crate::index) struct Listed<S, const D: usize> {
    pub(in crate::index) ids: Vec<Id>,
    pub(in crate::index) boxes: Vec<Aabb<S, D>>,
}

impl<S, const D: usize> FromIterator<(Id, Aabb<S, D>)> for Listed<S, D> {
    fn from_iter<T: IntoIterator<Item = (Id, Aabb<S, D>)>>(boxes: T) -> Self {
        let (ids, boxes) = boxes.into_iter().unzip();
        Self { ids, boxes }
    }
}

impl<S: Scalar, const D: usize> Listed<S, D> {
    pub(in crate::index) fn iter(&self) -> impl Iterator<Item = (Id, Aabb<S, D>)> {
        self.ids.iter().copied().zip(self.boxes.iter().copied())
    }
}

/// Whether a query for each of `count` boxes is faster than a join with `others`.
pub(in crate::index) fn are_few(count: usize, others: usize) -> bool {
    count < others / TIMES_SHORTER
}

/// Visits at least every pair of boxes of the list that overlap when one of them is expanded by
/// `margin`, as their indices, smaller index first. `None` if there are too many boxes.
pub(in crate::index) fn candidates_within<S: Scalar, B, const D: usize>(
    boxes: &[Aabb<S, D>],
    margin: S,
    mut visit: impl FnMut(usize, usize) -> ControlFlow<B>,
) -> Option<ControlFlow<B>> {
    let expanded = expanded_by_half(boxes, margin);
    let mut finder = PairFinder::new();
    let query = finder.within(&expanded).ok()?;
    Some(query.try_for_each_pair(|a, b| visit(a.index(), b.index())))
}

/// Visits every pair of a box of the first list, expanded by `margin`, and a box of the second list
/// that overlap, as their indices. `None` if there are too many boxes.
pub(in crate::index) fn candidates_between<S: Scalar, B, const D: usize>(
    first: &[Aabb<S, D>],
    second: &[Aabb<S, D>],
    margin: S,
    mut visit: impl FnMut(usize, usize) -> ControlFlow<B>,
) -> Option<ControlFlow<B>> {
    let expanded = expanded(first, margin);
    let mut finder = PairFinder::new();
    let query = finder.between(&expanded, second).ok()?;
    Some(query.try_for_each_pair(|a, b| visit(a.index(), b.index())))
}

/// Expands all boxes so that two overlap if they do when one of them is expanded by `margin`.
pub(in crate::index) fn expanded_by_half<S: Scalar, const D: usize>(
    boxes: &[Aabb<S, D>],
    margin: S,
) -> Vec<Aabb<S, D>> {
    expanded(boxes, half(margin))
}

pub(in crate::index) fn expanded<S: Scalar, const D: usize>(
    boxes: &[Aabb<S, D>],
    margin: S,
) -> Vec<Aabb<S, D>> {
    boxes.iter().map(|aabb| aabb.expanded(margin)).collect()
}

/// The least coordinate known to be at least half of a margin.
pub(in crate::index) fn half<S: Scalar>(margin: S) -> S {
    let half = S::default().midpoint(margin);
    if half.saturating_add(half) < margin {
        S::from_word(half.to_word() + 1)
    } else {
        half
    }
}
