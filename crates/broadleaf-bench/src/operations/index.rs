//! The interface of the compared libraries.

use broadleaf::Aabb;

/// Pairs of box indices, smaller index first.
pub(super) type Pairs = Vec<(u32, u32)>;

#[derive(Clone, Copy, Debug)]
pub(super) struct Move<const D: usize> {
    pub(super) number: u32,
    pub(super) to: Aabb<f32, D>,
}

/// A library in the comparison; it identifies boxes by index.
pub(super) trait Index<const D: usize> {
    fn name(&self) -> &'static str;
    fn build(&mut self, boxes: &[Aabb<f32, D>]);
    fn apply(&mut self, moves: &[Move<D>]);
    /// Appends the indices of the boxes that overlap a region.
    fn overlaps(&mut self, region: &Aabb<f32, D>, numbers: &mut Vec<u32>);
    /// Appends all overlapping pairs.
    fn pairs(&mut self, pairs: &mut Pairs);
}

/// Finds pairs with one query per box, for libraries without a usable pair search. `visit` calls
/// its second argument with the index of each box that overlaps the first.
pub(super) fn pairs_by_questions<const D: usize>(
    boxes: &[Aabb<f32, D>],
    pairs: &mut Pairs,
    mut visit: impl FnMut(&Aabb<f32, D>, &mut dyn FnMut(u32)),
) {
    for (number, aabb) in (0..).zip(boxes) {
        visit(aabb, &mut |other| {
            if number < other {
                pairs.push((number, other));
            }
        });
    }
}

/// Creates an index for boxes within the given bounds.
pub(super) type Make<const D: usize> = fn(&Aabb<f32, D>) -> Box<dyn Index<D>>;
