//! A plain sorted sweep, the simplest method that beats brute force.

use broadleaf::Aabb;

/// Boxes sorted by their starts along one axis. Reuses its memory between calls.
#[derive(Default)]
pub(crate) struct Sweep<const D: usize> {
    /// The start of each box along the axis in the upper half, its index in the lower half.
    keys: Vec<u64>,
    sorted: Vec<Aabb<f32, D>>,
}

impl<const D: usize> Sweep<D> {
    /// Visits the overlapping pairs that `is_candidate` accepts, smaller index first.
    pub(crate) fn visit(
        &mut self,
        boxes: &[Aabb<f32, D>],
        is_candidate: impl Fn(u32, u32) -> bool,
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
                if is_candidate(number, key as u32) && aabb.overlaps(other) {
                    visit(number.min(key as u32), number.max(key as u32));
                }
            }
        }
    }
}

/// The axis with the widest spread of finite starts.
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

/// An integer that orders like the number, except that -0 is below 0.
fn ordered_bits(x: f32) -> u32 {
    let bits = x.to_bits();
    bits ^ if x.is_sign_negative() {
        u32::MAX
    } else {
        1 << 31
    }
}
