//! Compares every pair of boxes.

use super::contender::{Contender, Frame, Pairs, pair};

pub(super) fn make<const D: usize>(_: &[Frame<D>]) -> Box<dyn Contender<D>> {
    Box::new(BruteForce)
}

pub(super) struct BruteForce;

impl<const D: usize> Contender<D> for BruteForce {
    fn name(&self) -> &'static str {
        "brute force"
    }

    fn frame(&mut self, boxes: &Frame<D>, begun: &mut Pairs, _: &mut Pairs) {
        for (a, aabb) in (0..).zip(boxes) {
            for (b, other) in (a + 1..).zip(&boxes[a as usize + 1..]) {
                if aabb.overlaps(other) {
                    begun.push(pair(a, b));
                }
            }
        }
    }
}
