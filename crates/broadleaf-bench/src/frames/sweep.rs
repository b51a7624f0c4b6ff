//! A plain sorted sweep: what anyone would write first.

use super::{Contender, Frame, Pairs};

pub(super) fn make<const D: usize>(_: &[Frame<D>]) -> Box<dyn Contender<D>> {
    Box::new(Sweep { keys: Vec::new(), sorted: Vec::new() })
}

struct Sweep<const D: usize> {
    /// Where a box begins along the axis, above its number.
    keys: Vec<u64>,
    sorted: Frame<D>,
}

impl<const D: usize> Contender<D> for Sweep<D> {
    fn name(&self) -> &'static str {
        "sorted sweep"
    }

    fn frame(&mut self, boxes: &Frame<D>, begun: &mut Pairs, _: &mut Pairs) {
        let axis = widest_axis(boxes);
        self.keys.clear();
        self.keys.extend((0..).zip(boxes).map(|(number, aabb): (u64, _)| u64::from(ordered_bits(aabb.min()[axis])) << 32 | number));
        self.keys.sort_unstable();
        self.sorted.clear();
        self.sorted.extend(self.keys.iter().map(|&key| boxes[key as u32 as usize]));
        for (i, aabb) in self.sorted.iter().enumerate() {
            let number = self.keys[i] as u32;
            for (other, &key) in self.sorted[i + 1..].iter().zip(&self.keys[i + 1..]) {
                if other.min()[axis] > aabb.max()[axis] {
                    break;
                }
                if aabb.overlaps(other) {
                    begun.push((number.min(key as u32), number.max(key as u32)));
                }
            }
        }
    }
}

/// The axis along which the boxes begin farthest apart, infinite ones aside.
fn widest_axis<const D: usize>(boxes: &Frame<D>) -> usize {
    let spread = |axis: usize| {
        let finite = || boxes.iter().map(|aabb| aabb.min()[axis]).filter(|x| x.is_finite());
        finite().fold(f32::MIN, f32::max) - finite().fold(f32::MAX, f32::min)
    };
    (0..D).max_by(|&a, &b| spread(a).total_cmp(&spread(b))).expect("there is an axis")
}

/// Bits in the order of the numbers, but for the two zeros.
fn ordered_bits(x: f32) -> u32 {
    let bits = x.to_bits();
    bits ^ if x.is_sign_negative() { u32::MAX } else { 1 << 31 }
}
