//! A plain sweep along the first axis that keeps its order between frames and repairs it by
//! insertion.

use broadleaf::Aabb;

use super::contender::{Contender, Frame, Pairs, pair};

pub(super) fn make<const D: usize>(_: &[Frame<D>]) -> Box<dyn Contender<D>> {
    Box::new(InsertionSweep::default())
}

/// The boxes and their numbers, in order of their starts.
#[derive(Default)]
pub(super) struct InsertionSweep<const D: usize>(Vec<(Aabb<f32, D>, u32)>);

impl<const D: usize> InsertionSweep<D> {
    fn sort(&mut self, boxes: &Frame<D>) {
        if self.0.len() != boxes.len() {
            self.0 = boxes.iter().copied().zip(0..).collect();
            self.0.sort_by(|a, b| start(a).total_cmp(&start(b)));
        }
        for (aabb, number) in &mut self.0 {
            *aabb = boxes[*number as usize];
        }
        for end in 1..self.0.len() {
            let moved = self.0[end];
            let mut place = end;
            while place > 0 && start(&self.0[place - 1]) > start(&moved) {
                self.0[place] = self.0[place - 1];
                place -= 1;
            }
            self.0[place] = moved;
        }
    }
}

fn start<const D: usize>((aabb, _): &(Aabb<f32, D>, u32)) -> f32 {
    aabb.min()[0]
}

impl<const D: usize> Contender<D> for InsertionSweep<D> {
    fn name(&self) -> &'static str {
        "insertion sweep"
    }

    fn frame(&mut self, boxes: &Frame<D>, begun: &mut Pairs, _: &mut Pairs) {
        self.sort(boxes);
        for (i, (aabb, a)) in self.0.iter().enumerate() {
            let end = aabb.max()[0];
            for later in &self.0[i + 1..] {
                if start(later) > end {
                    break;
                }
                if aabb.overlaps(&later.0) {
                    begun.push(pair(*a, later.1));
                }
            }
        }
    }
}
