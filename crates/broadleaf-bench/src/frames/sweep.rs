//! A plain sorted sweep of every frame.

use super::contender::{Contender, Frame, Pairs, pair};
use crate::sweep::Sweep;

pub(super) fn make<const D: usize>(_: &[Frame<D>]) -> Box<dyn Contender<D>> {
    Box::new(Sweep::default())
}

impl<const D: usize> Contender<D> for Sweep<D> {
    fn name(&self) -> &'static str {
        "sorted sweep"
    }

    fn frame(&mut self, boxes: &Frame<D>, begun: &mut Pairs, _: &mut Pairs) {
        self.visit(boxes, |_, _| true, |a, b| begun.push(pair(a, b)));
    }
}
