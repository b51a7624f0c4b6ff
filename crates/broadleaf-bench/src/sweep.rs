//! A plain sorted sweep: what anyone would write first.

use broadleaf::Aabb;

/// Boxes sorted by where they begin along one axis; keeps its memory.
#[derive(Default)]
pub(crate) struct Sweep<const D: usize> {
    /// Where a box begins along the axis, above its number.
    keys: Vec<u64>,
    sorted: Vec<Aabb<f32, D>>,
}

impl<const D: usize> Sweep<D> {
    /// Visits the overlapping pairs among those that are worth a comparison, smaller number first.
    pub(crate) fn visit(
        &mut self,
        boxes: &[Aabb<f32, D>],
        is_worth: impl Fn(u32, u32) -> bool,
        mut visit: impl FnMut(u32, u32),
    ) {
        let axis = widest_axis(boxes);
        self.keys.clear();
        self.keys
            .extend((0..).zip(boxes).map(|(number, aabb): (u64, _)| {
                u64::from(ordered_bits(aabb.min()[axis])) << 32 | number
            }));
        self.keys.sort_unstable();
        self.sorted.clear();
        self.sorted
            .extend(self.keys.iter().map(|&key| boxes[key as u32 as usize]));
        for (i, aabb) in self.sorted.iter().enumerate() {
            let number = self.keys[i] as u32;
            for (other, &key) in self.sorted[i + 1..].iter().zip(&self.keys[i + 1..]) {
                if other.min()[axis] > aabb.max()[axis] {
                    break;
                }
                if is_worth(number, key as u32) && aabb.overlaps(other) {
                    visit(number.min(key as u32), number.max(key as u32));
                }
            }
        }
    }
}

/// The axis along which the boxes begin farthest apart, infinite ones aside.
fn widest_axis<const D: usize>(boxes: &[Aabb<f32, D>]) -> usize {
    let spread = |axis: usize| {
        let finite = || {
            boxes
                .iter()
                .map(|aabb| aabb.min()[axis])
                .filter(|x| x.is_finite())
        };
        finite().fold(f32::MIN, f32::max) - finite().fold(f32::MAX, f32::min)
    };
    (0..D)
        .max_by(|&a, &b| spread(a).total_cmp(&spread(b)))
        .expect("there is an axis")
}

/// Bits in the order of the numbers, but for the two zeros.
fn ordered_bits(x: f32) -> u32 {
    let bits = x.to_bits();
    bits ^ if x.is_sign_negative() {
        u32::MAX
    } else {
        1 << 31
    }
}
