//! Pairs of boxes and images within the cut-off.

use std::convert::Infallible;
use std::ops::ControlFlow;

use broadleaf::geometry::Scalar;
use broadleaf::{Aabb, Id, PairFinder};

use super::error::InvalidPeriodic;
use super::images::{Images, Placed, Range};
use super::order::sort_pairs;
use super::pair::PeriodicPair;
use super::reach::Reach;
use super::within::Within;

/// The pairs within a list, each once, sorted by rows and shift.
///
/// The first row is the smaller one. A box and its own image are a pair once, with the shift whose
/// first number other than 0 is positive.
///
/// ```
/// use broadleaf::{Aabb, Id};
/// use broadleaf_tables::periodic::{self, Within};
/// let points = [0.5, 3.0, 9.0_f64].map(|x| Aabb::point([x]));
/// let within = Within::distance(2.0).periods([10.0]);
/// let pairs = periodic::self_pairs(&points, &within)?;
/// assert_eq!(pairs.len(), 1);
/// assert_eq!(pairs[0].pair, [Id(0), Id(2)]);
/// assert_eq!(pairs[0].shift, [-1]); // 9.0 - 10.0 is 1.5 from 0.5
/// # Ok::<(), periodic::InvalidPeriodic>(())
/// ```
///
/// # Errors
/// The cut-off is negative; a period is not positive and finite; on an axis with a period, a box is
/// longer than it or more than 2²⁹ periods from 0; boxes and images are more than there are ids.
///
/// # Cost
/// That of the pairs of all boxes and their images near the cell, each enlarged by half the
/// cut-off. In 3D, a cut-off of a tenth of the period takes 0.4 images for each box.
pub fn self_pairs<S: Scalar + Into<f64>, const D: usize>(
    boxes: &[Aabb<S, D>],
    within: &Within<D>,
) -> Result<Vec<PeriodicPair<D>>, InvalidPeriodic> {
    let mut pairs = Vec::new();
    let _ = try_for_each_self_pair(boxes, within, |found| push(&mut pairs, found))?;
    sort_pairs(&mut pairs, boxes.len());
    Ok(pairs)
}

/// The neighbours of each box: [`self_pairs`] in both directions, sorted by rows and shift.
///
/// # Errors
/// As [`self_pairs`].
pub fn neighbours<S: Scalar + Into<f64>, const D: usize>(
    boxes: &[Aabb<S, D>],
    within: &Within<D>,
) -> Result<Vec<PeriodicPair<D>>, InvalidPeriodic> {
    let mut pairs = Vec::new();
    let _ = try_for_each_self_pair(boxes, within, |found| {
        pairs.push(found.reversed());
        push(&mut pairs, found)
    })?;
    sort_pairs(&mut pairs, boxes.len());
    Ok(pairs)
}

/// The pairs of a box of `a` and a box of `b`, sorted by rows and shift.
///
/// # Errors
/// As [`self_pairs`].
pub fn cross_pairs<S: Scalar + Into<f64>, const D: usize>(
    a: &[Aabb<S, D>],
    b: &[Aabb<S, D>],
    within: &Within<D>,
) -> Result<Vec<PeriodicPair<D>>, InvalidPeriodic> {
    let mut pairs = Vec::new();
    let _ = try_for_each_cross_pair(a, b, within, |found| push(&mut pairs, found))?;
    sort_pairs(&mut pairs, a.len());
    Ok(pairs)
}

fn push<T>(pairs: &mut Vec<T>, found: T) -> ControlFlow<Infallible> {
    pairs.push(found);
    ControlFlow::Continue(())
}

/// Visits the pairs of [`self_pairs`] until the visitor breaks, in an order that depends only on
/// the boxes.
///
/// # Errors
/// As [`self_pairs`], before the first visit.
pub fn try_for_each_self_pair<S: Scalar + Into<f64>, T, const D: usize>(
    boxes: &[Aabb<S, D>],
    within: &Within<D>,
    mut visit: impl FnMut(PeriodicPair<D>) -> ControlFlow<T>,
) -> Result<ControlFlow<T>, InvalidPeriodic> {
    within.check()?;
    let placed = Placed::new(boxes, 0, within)?;
    let range = Range::new(&placed, &placed, within);
    // The images with other shifts are near a box where these are: the pair from the other side.
    let images = Images::new(&placed, &range, within, is_positive)?;
    let grown: Vec<_> = placed.boxes.iter().map(|aabb| range.grown(aabb)).collect();
    let reach = Reach::new(within);
    let mut test = |a: Id, b: Id, shift: [i32; D]| {
        let found = unplaced([&placed, &placed], [a, b], shift);
        let [first, second] = found.pair.map(|id| &boxes[id.index()]);
        if !reach.holds(first, second, found.shift) {
            return ControlFlow::Continue(());
        }
        visit(if a > b { found.reversed() } else { found })
    };
    let mut finder = PairFinder::new();
    let pairs = finder.within(&grown).map_err(too_many)?;
    let flow = pairs.try_for_each_pair(|a, b| test(a, b, [0; D]));
    if flow.is_break() || images.boxes.is_empty() {
        return Ok(flow);
    }
    let pairs = finder.between(&grown, &images.boxes).map_err(too_many)?;
    Ok(pairs.try_for_each_pair(|a, image| {
        let (b, shift) = images.of[image.index()];
        test(a, Id(b), shift)
    }))
}

/// Visits the pairs of [`cross_pairs`] until the visitor breaks, in an order that depends only on
/// the boxes.
///
/// # Errors
/// As [`self_pairs`], before the first visit.
pub fn try_for_each_cross_pair<S: Scalar + Into<f64>, T, const D: usize>(
    a: &[Aabb<S, D>],
    b: &[Aabb<S, D>],
    within: &Within<D>,
    mut visit: impl FnMut(PeriodicPair<D>) -> ControlFlow<T>,
) -> Result<ControlFlow<T>, InvalidPeriodic> {
    within.check()?;
    let [first, second] = [Placed::new(a, 0, within)?, Placed::new(b, 1, within)?];
    let range = Range::new(&first, &second, within);
    let images = Images::new(&second, &range, within, |_| true)?;
    let grown: Vec<_> = first.boxes.iter().map(|aabb| range.grown(aabb)).collect();
    let reach = Reach::new(within);
    let mut finder = PairFinder::new();
    let pairs = finder.between(&grown, &images.boxes).map_err(too_many)?;
    Ok(pairs.try_for_each_pair(|i, image| {
        let (j, shift) = images.of[image.index()];
        let found = unplaced([&first, &second], [i, Id(j)], shift);
        match reach.holds(&a[i.index()], &b[j as usize], found.shift) {
            true => visit(found),
            false => ControlFlow::Continue(()),
        }
    }))
}

/// Whether the first number other than 0 is positive.
fn is_positive<const D: usize>(shift: [i32; D]) -> bool {
    shift > [0; D]
}

/// The shift between the caller's boxes, given that of placed ones.
fn unplaced<const D: usize>(
    [first, second]: [&Placed<D>; 2],
    pair: [Id; 2],
    mut shift: [i32; D],
) -> PeriodicPair<D> {
    let (a, b) = (
        &first.turns[pair[0].index()],
        &second.turns[pair[1].index()],
    );
    for axis in 0..D {
        shift[axis] += a[axis] - b[axis];
    }
    PeriodicPair { pair, shift }
}

fn too_many(error: broadleaf::TooManyBoxes) -> InvalidPeriodic {
    InvalidPeriodic::TooManyImages {
        images: error.len as u64,
    }
}
